"""Hungarian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="hu",
    name="Hungarian",
    frequent_words=word_set("a az és hogy nem is egy ez volt de meg csak el ha már mint még van vagy azt kell lehet"),
)
