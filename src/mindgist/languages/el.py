"""Greek."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="el",
    name="Greek",
    script="greek",
    abbreviations=word_set("κ κα κλπ αρ σελ"),
)
