"""Persian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="fa",
    name="Persian",
    script="arabic",
    frequent_words=word_set("و در به از که این را با است برای آن یک خود تا کرد بر هم نیز شد می شود"),
)
