"""Serbian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="sr",
    name="Serbian",
    script="cyrillic",
    frequent_words=word_set("и у не на да се је за од су са као што али или који које би по из о"),
)
