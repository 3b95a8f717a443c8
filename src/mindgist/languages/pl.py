"""Polish."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="pl",
    name="Polish",
    frequent_words=word_set(
        "i w na z się nie do jest to że o jak po co za od ale przez dla są oraz który przy tym było"
    ),
    abbreviations=word_set("godz inż np ok pkt rys tj tys ul zob"),
    months=word_set(
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"
    ),
    interface_labels="reklama|zobacz także.{0,40}|czytaj też.{0,40}",
    part_names="rozdział",
)
