"""Ukrainian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="uk",
    name="Ukrainian",
    script="cyrillic",
    frequent_words=word_set(
        "і в не на що з як це по але та за від так для було то він вона вони його до при або є у й"
    ),
    abbreviations=word_set("вв гг гл гр им кв коп млн млрд напр обл пл проф рис ст стр табл тел ул"),
)
