"""Swedish."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="sv",
    name="Swedish",
    frequent_words=word_set(
        "och att det i på som en är av för med den till inte har de om ett var jag från kan så men"
    ),
    abbreviations=word_set("bl dvs kl osv pga"),
    months=word_set("januari februari mars april maj juni juli september oktober november december"),
    greetings="hej",
)
