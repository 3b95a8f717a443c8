"""Turkish."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="tr",
    name="Turkish",
    frequent_words=word_set(
        "ve bir bu da de için ile çok olarak daha olan gibi kadar ne ama en sonra ya var değil her o ki"
    ),
)
