"""English."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="en",
    name="English",
    frequent_words=word_set(
        "the of and to in is that it was for on are with as his they be at this have from or had by not but what"
    ),
    abbreviations=word_set(
        "adj adm al apr approx aug av ave bd bldg blvd bros ca capt cf ch cmdr co col corp ct dec dept dr ed eds eg "
        "esp esq est etc ext feat feb fig figs fl fr ft gen gov govt hon hr ie inc jan jr jul jun lib lt ltd maj mar "
        "max messrs min misc mr mrs ms mt no nos nov oct op para pl pp prof pt rd ref refs rep resp ret rev sec sen "
        "sept seq sgt sp spp sr st supp supt tel trans univ viz vol vols vs"
    ),
    short_words=word_set("am as at be by do go he if in is it me my of on or so to up us we an the and"),
    final_abbreviations="Jr|Sr|Inc|Corp|Ltd|Co|etc|al|No|vs",
    number_abbreviations="ref|refs|cf|fig|see|No|p|pp",
    months=word_set(
        "jan feb apr may jun jul aug sep sept oct nov dec january february march april june july august september "
        "october november december"
    ),
    weekdays=word_set("monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun"),
    date_words=word_set(
        "updated update last modified published publish posted post on at the of date dated edition version created "
        "am pm et est edt pst pdt utc gmt cet cest bst st nd rd th h min mins read"
    ),
    name_joiners="and|with",
    bylines="(?:(?:written|posted|reporting|words|text|article|story|submitted|edited) )?by:?",
    credits="photo(?:graph)?s?|image|picture|illustration|graphic|video|credit|source",
    credit_joiners="by |courtesy |via ",
    further_reading=(
        "read (?:more|also|next)|also read|related(?: (?:articles?|stor(?:y|ies)|posts?|content))?|recommended|"
        "more on this"
    ),
    navigation="previous|prev|next",
    invitations="sign up|subscribe|join|register|enter your e-?mail|get (?:our|the|more)|want more",
    subscriptions="newsletters?|inbox|mailing list|updates|alerts|e-?mails?|e-?mail address|channel",
    greetings="dear|hi|hello|hey",
    farewells="(?:with )?(?:best|kind|warm|kindest)? ?(?:regards|wishes)|(?:yours )?(?:sincerely|truly|faithfully)",
    boilerplate=(
        r"(?:image|photo|slide|picture|page|figure) \d{1,4} (?:of|/) \d{1,4}$|"
        r"(?:all|some) rights reserved\b[^.!?]{0,60}\.?$|"
        r"(?:share|tweet|follow|like) (?:this|us|me)\b[^.!?]{0,60}\W?$|share on \w+$|print this (?:page|article)$|"
        r"(?:leave a|post a|add a|view all|\d+) (?:comments?|reply|replies)\W*$|jump to .{0,40}$|"
        r"(?:reading time:?)? ?\d{1,3} ?(?:min|mins|minutes?)\.?(?: read)?$|"
        "(?:posted|published|filed|updated|last (?:updated|modified|edited)|written|additional reporting) "
        "(?:on|by|in|at|under|:)[^.!?]{1,80}$|"
        "from wikipedia, the free encyclopedia$|"
        r"(?:we|(?:this|our) (?:web)?site|by \w+ing)\b.{0,60}\b(?:uses?|using|our|of)(?: \w+)? cookies\b.{0,90}$|"
        r"(?:click|tap) here (?:to|for)\b.{0,80}$|advertisement$|sponsored(?: content)?$|"
        r"to whom it may concern\W?$"
    ),
    interface_labels=(
        "ad|ads|advert|advertising|advertisement|sponsored(?: content)?|loading|follow us.{0,40}|"
        "share(?: this)?(?: (?:article|post|story))?|tweet|print|email|"
        "read (?:more|also|next).{0,40}|also read.{0,40}|see also.{0,40}|more on this.{0,40}|you may also.{0,40}|tags|"
        "continue reading|skip to (?:main )?content|back to top|edit|"
        "(?:view |post your )?comments?|leave a (?:comment|reply)|"
        "related(?: (?:articles|stories|posts|topics|content))?"
    ),
    callouts="note|caution|warning|tip|important|danger|attention|hint",
    section_names=(
        "abstract|introduction|summary|background|methods?|results|discussion|conclusions?|references|bibliography|"
        "acknowledge?ments|foreword|preface|epilogue|prologue"
    ),
    abstract_names="abstract|summary|introduction|keywords",
    contents_names="(?:table of )?contents",
    front_matter="title ?page|half ?title|title|cover|copyright(?: page)?|colophon",
    back_matter=(
        "references|bibliography|works cited|literature cited|acknowledge?ments?|(?:table of )?contents|"
        r"(?:\w+ ){0,3}index|list of (?:figures|tables)|see also|external links|further reading|copyright|imprint|"
        "notes|footnotes|endnotes"
    ),
    part_names="chapter|part|section|book|volume|canto|act|scene|stave|letter|appendix",
    number_words=(
        "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
        r"seventeen|eighteen|nineteen|twenty(?:.\w+)?|thirty(?:.\w+)?|first|second|third|fourth|fifth|sixth|seventh|"
        "eighth|ninth|tenth|last"
    ),
    figure_names=r"fig(?:ure|\.)?s?|exhibit|chart|plate|scheme|photo|image|graphic|map|listing|algorithm",
    table_names=r"tab(?:le|\.)?",
    linking_words="on|of|for|the|and|to|in|with|an?",
    conjunctions="and|or|to",
    email_headers="from|to|subject|date|sent|cc",
    subject_headers="subject",
    reply_lines=(
        r"On [^\n]{5,100}(?:\n[^\n]{0,60})? wrote:|"
        r"-{3,} ?(?:Original Message|Forwarded message)[^\n]*"
    ),
    word_classes={
        "determiner": word_set("a an the my your his its our their every no"),
        "preposition": word_set(
            "of in to for with on at by from as into through after before between against during without within upon "
            "towards toward among amongst since until till despite via per amid amidst beside besides concerning "
            "regarding except than versus vs onto about like unlike under near beyond behind across above below along "
            "around over inside outside throughout alongside beneath underneath including following according"
        ),
        "conjunction": word_set(
            "and or but nor yet because although though if unless while when where whereas whether that which who "
            "whom whose what how why once lest plus both either neither not whenever wherever whatever whoever very "
            "too such even quite rather so uh um er erm"
        ),
        "auxiliary": word_set(
            "is are was were be been being am has have had having do does did doing will would shall should can could "
            "may might must cannot ought t ll ve re d m"
        ),
        "particle": word_set(
            "up down out off away back over around about along through across behind near inside outside above below "
            "under beyond before after since not what so too"
        ),
        "points": word_set("this these those each any another several i he she we they"),
        "to": word_set("to"),
        "says": word_set("said says"),
        "relative": word_set("who which whom whose"),
        "that": word_set("that"),
        "condition": word_set(
            "if unless when while once because although though whereas whether where whenever wherever lest how why"
        ),
        "bound": word_set("of about like than"),
        "title": word_set("mr mrs ms dr prof gen sen rep gov lt col sgt capt rev hon st messrs"),
        "clitic": word_set("s t ll ve re d m"),
        "subordinate": word_set(
            "and or but nor because although though unless whereas whether that which who whom whose than s t ll ve "
            "re d m of not"
        ),
        "function": word_set(
            "the a an of to in and or but is are was were be been have has had do does did will would can could may "
            "it he she they we you i this that these those with for on at by from as not which who what when where if "
            "there his her its their our your my than then so all more one about into up out no he's been being them "
            "us me him"
        ),
    },
    opening_words={
        "pronoun": word_set("he she they it him them who"),
        "possessive": word_set("his her their its hers theirs"),
        "demonstrative": word_set("this that these those such here there"),
        "contrast": word_set(
            "but however yet although though nevertheless nonetheless still instead despite unlike while whereas rather"
        ),
        "addition": word_set(
            "and also additionally moreover furthermore besides or nor likewise similarly another other others both"
        ),
        "result": word_set("so thus therefore hence consequently accordingly because since as then finally ultimately"),
        "time": word_set(
            "when after before meanwhile later earlier once during now today yesterday until in on by at last"
        ),
        "example": word_set("for e.g example instance including like"),
        "order": word_set("first firstly second secondly third one two three next"),
        "first person": word_set("i we my our me us i'm we're i've we've"),
        "second person": word_set("you your"),
        "article": word_set("a an"),
        "definite": word_set("the"),
        "condition": word_set("if unless whether"),
        "question": word_set("what how why where which whose"),
    },
    cue_words={
        "speech": word_set(
            "said says say saying told tells added adds according asked explained wrote reported reports claimed "
            "stated noted argued believes thinks thought called announced insisted"
        ),
        "own persons": word_set("i we my our me us i'm we're i've we've"),
        "your persons": word_set("you your you're yourself"),
        "leaning words": word_set("he she they it him her them his their its this that these those such"),
        "is": word_set("is are was were be been being am"),
        "will": word_set("will would could should may might can must"),
        "not": word_set("not no never n't don't didn't doesn't isn't wasn't won't can't cannot without"),
        "gist": word_set(
            "important importantly main mainly key purpose aim aims goal study paper research show shows showed find "
            "found finds suggest suggests result results conclusion overall summary known famous largest most best "
            "major significant essential central fundamental question problem issue idea reason why means"
        ),
    },
    honorifics=dict.fromkeys(("Mr", "Sir", "Lord", "King"), "he")
    | dict.fromkeys(("Mrs", "Ms", "Miss", "Lady", "Queen"), "she"),
    place_prefixes=r"San|Santa|Saint|St\.?|Fort|Port|Lake|Mount|Los|Las",
)
