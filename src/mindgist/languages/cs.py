"""Czech."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="cs",
    name="Czech",
    frequent_words=word_set("a se na je že v s z to o do i ve pro za by jsem ale které jako po jsou bylo který nebo"),
    abbreviations=word_set("atd např odst tj"),
    months=word_set("ledna února března dubna května června července srpna září října listopadu prosince"),
)
