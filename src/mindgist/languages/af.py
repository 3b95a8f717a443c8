"""Afrikaans."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="af",
    name="Afrikaans",
    frequent_words=word_set("die van en in is het dat nie vir met op te aan was om ook sy wat by deur hulle"),
)
