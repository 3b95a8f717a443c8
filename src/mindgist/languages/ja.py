"""Japanese."""

from mindgist.languages.language import Language

LANGUAGE = Language(
    code="ja",
    name="Japanese",
    script="kana",
    credits="写真",
    further_reading="関連記事",
    callouts="注意|警告",
    contents_names=r"目\s*次",
    figure_names="図",
    table_names="表",
)
