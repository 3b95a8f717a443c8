"""Catalan."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="ca",
    name="Catalan",
    frequent_words=word_set("el la els les de i que en un una per amb no del és al més com són dels però va aquest"),
)
