"""Vietnamese."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="vi",
    name="Vietnamese",
    frequent_words=word_set("và của là có không được cho các trong một người với những này đã để khi ra đến về như"),
)
