"""Romanian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="ro",
    name="Romanian",
    frequent_words=word_set(
        "și de la în a cu pe este nu că din un o care mai pentru sau ce au fost prin al se sunt această"
    ),
)
