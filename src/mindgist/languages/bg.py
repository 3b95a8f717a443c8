"""Bulgarian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="bg",
    name="Bulgarian",
    script="cyrillic",
    frequent_words=word_set("и в не на че с как това по но от за да се са ще е със при или който които"),
)
