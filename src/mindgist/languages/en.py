"""English."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="en",
    name="English",
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
            "but however yet although though nevertheless nonetheless still instead despite unlike while whereas "
            "rather"
        ),
        "addition": word_set(
            "and also additionally moreover furthermore besides or nor likewise similarly another other others both"
        ),
        "result": word_set(
            "so thus therefore hence consequently accordingly because since as then finally ultimately"
        ),
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
    honorifics={
        "Mr": "he", "Mrs": "she", "Ms": "she", "Miss": "she", "Sir": "he", "Lady": "she", "Lord": "he", "King": "he",
        "Queen": "she",
    },
)  # fmt: skip
