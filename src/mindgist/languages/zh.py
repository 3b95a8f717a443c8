"""Chinese."""

from mindgist.languages.language import Language

LANGUAGE = Language(
    code="zh",
    name="Chinese",
    script="han",
    credits="图片?",
    further_reading="相关阅读",
    interface_labels="广告|相关阅读|热门推荐",
    callouts="注意|警告|提示",
    abstract_names=r"摘\s?要",
    contents_names=r"目\s*录",
    front_matter="封面|扉页",
    figure_names="图",
    table_names="表",
)
