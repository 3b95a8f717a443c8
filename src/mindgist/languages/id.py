"""Indonesian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="id",
    name="Indonesian",
    frequent_words=word_set(
        "yang dan di ini itu dengan untuk tidak dari dalam akan pada juga ke karena ada oleh adalah mereka"
    ),
)
