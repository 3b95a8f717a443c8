"""French."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="fr",
    name="French",
    frequent_words=word_set(
        "le la les et des est une du dans que qui pour sur pas au par plus sont avec ce il ne se aux cette été"
    ),
    abbreviations=word_set("chap env éd janv févr juill mgr mlle mme mmes pdt ste"),
    months=word_set("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    weekdays=word_set("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    date_words=word_set("le à du mis jour publié modifié de la h"),
    name_particles="de|la|le",
    name_joiners="et",
    bylines="par",
    credits="crédits?|image|photo",
    credit_joiners="par ",
    further_reading="(?:à )?lire aussi",
    navigation="précédent|suivant",
    invitations="inscrivez-vous|abonnez-vous",
    subscriptions="infolettre",
    greetings="bonjour|chère?s?",
    farewells="cordialement|bien à vous",
    boilerplate=(
        r"(?:image|photo|page) \d{1,4} (?:sur|/) \d{1,4}$|"
        r"tous droits réservés\b[^.!?]{0,60}\.?$|"
        r"(?:temps de lecture ?:?)? ?\d{1,3} ?(?:min|minutes?)\.?(?: de lecture)?$|"
        r"(?:ce site|nous)\b.{0,60}\b(?:utilis\w+)(?: \w+)? cookies\b.{0,90}$"
    ),
    interface_labels="publicité|(?:à )?lire (?:aussi|également).{0,40}|sur le même sujet|dans la même rubrique",
    callouts="remarque|avertissement|attention|astuce|danger|important",
    section_names="introduction|résumé|conclusion|préface|remerciements",
    abstract_names="résumé|introduction",
    contents_names="table des matières|sommaire",
    front_matter="couverture",
    back_matter="bibliographie|notes",
    part_names="chapitre|partie|livre|annexe",
    figure_names="figure",
    table_names="tableau",
    linking_words="de|du|des|la|le|les|sur",
    conjunctions="et|ou",
    email_headers="de|objet|à|date",
    subject_headers="objet",
    reply_lines=r"Le [^\n]{5,100} a écrit ?:",
)
