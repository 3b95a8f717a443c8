"""Danish."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="da",
    name="Danish",
    frequent_words=word_set(
        "og at det i på som en er af for med den til ikke har de om et var jeg fra kan så men blev"
    ),
    abbreviations=word_set("bl dvs eks kl mfl osv pga"),
    months=word_set("januar februar marts april maj juni juli august september oktober november december"),
    greetings="hej",
)
