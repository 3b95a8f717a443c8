"""German."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="de",
    name="German",
    frequent_words=word_set(
        "der die und das ist nicht ein ich sie mit auf für dem den des im von zu eine werden auch wird sind bei"
    ),
    abbreviations=word_set(
        "abb abs abschn anm art aufl bearb begr bes bspw bzgl bzw dez dgl dipl dt engl evtl exkl frl gegr geb gest "
        "ggf ggfs hg hrsg hrn inkl ing jg jh jhd kap lat med mio mrd mwst nr okt phil rer nat sog str tab tgl usf "
        "verl vgl vorm wg zit ztr zz zzgl"
    ),
    number_abbreviations="vgl|Abb|Tab|Nr|S",
    false_ends=(
        (
            r"\b(?:[Dd](?:er|ie|as|en|em|es)|[Zz]um|[Zz]ur|[Bb]eim|[Vv]om|[Ii]m) \d{1,3}\.$",
            r"[^\W\d_]",
        ),  # der 2. Weltkrieg
    ),
    months=word_set(
        "jan feb mär apr mai jun jul aug sep okt nov dez januar jänner februar märz april juni juli august september "
        "oktober november dezember"
    ),
    weekdays=word_set("montag dienstag mittwoch donnerstag freitag samstag sonntag"),
    date_words=word_set("uhr um den der vom stand aktualisiert veröffentlicht erstellt"),
    name_particles="der|den|von",
    name_joiners="und|mit",
    bylines="von|text:",
    credits="foto|bild(?:er|quelle)?|quelle",
    credit_joiners="von ",
    further_reading="lesen sie auch|mehr zum thema",
    navigation="vorherige[rs]?|nächste[rs]?",
    invitations=r"abonnier\w*|melden sie sich",
    greetings="hallo|liebe[rs]?|sehr geehrte[rs]?",
    farewells="mit (?:freundlichen|besten|herzlichen) grüßen|(?:viele|liebe|beste) grüße",
    boilerplate=(
        r"(?:bild|foto|seite) \d{1,4} (?:von|/) \d{1,4}$|"
        r"alle rechte vorbehalten\b[^.!?]{0,60}\.?$|"
        r"(?:lesezeit:?)? ?\d{1,3} ?(?:min|minuten)\.?(?: lesezeit)?$|"
        r"(?:diese (?:web)?seite|wir)\b.{0,60}\b(?:verwende[nt]|nutz(?:en|t))(?: \w+)? cookies\b.{0,90}$"
    ),
    interface_labels=(
        "werbung|anzeige|diesen artikel teilen|kategorien|themen|kommentare?(?: schreiben)?|zurück(?: zur? .{0,30})?|"
        "auch interessant|schon gelesen|(?:das|dies) (?:thema )?könnte (?:sie|dich) auch.{0,30}|lesen sie auch.{0,40}|"
        "siehe auch.{0,40}|mehr zum thema.{0,40}|weitere (?:artikel|inhalte|themen|meldungen).{0,40}"
    ),
    callouts="hinweis|achtung|warnung|vorsicht|tipp|wichtig",
    section_names="zusammenfassung|einleitung|literatur|vorwort|fazit",
    abstract_names="zusammenfassung|kurzfassung",
    contents_names="inhalt(?:sverzeichnis)?",
    front_matter="titelseite|umschlag",
    back_matter="literatur(?:verzeichnis)?|bibliographie",
    part_names="kapitel|teil|abschnitt|buch|anhang",
    figure_names=r"abb(?:ildung|\.)",
    table_names="tabelle",
    linking_words="über|zur?|zum|der|die|das|und|von|für",
    conjunctions="und|oder|bzw|bis|sowie",
    email_headers="von|an|betreff|datum",
    subject_headers="betreff",
    reply_lines=r"Am [^\n]{5,100} schrieb [^\n]{1,60}:|-{3,} ?Ursprüngliche Nachricht[^\n]*",
)
