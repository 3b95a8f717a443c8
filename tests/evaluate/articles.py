"""A small benchmark made for the tests: two articles with annotated maps."""

from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle, annotated_snippet_edges

_HARBOUR_MAP = (
    AnnotatedNode("The town votes to open its sea wall.", None),
    AnnotatedNode("Engineers say the old wall will not survive.", 0),
    AnnotatedNode("Farmers on the low fields object.", 0),
    AnnotatedNode("Eleven families must leave their farms.", 2),
)
HARBOUR = BenchmarkArticle(
    id="harbour",
    paragraphs=(
        ("The town votes to open its sea wall.", "Engineers say the old wall will not survive."),
        ("A repair would cost 46 million.",),
        ("Farmers on the low fields object.", "Eleven families must leave their farms.", "Work starts in May."),
    ),
    highlights=("Town opens its sea wall",),
    map=_HARBOUR_MAP,
    snippet_edges=annotated_snippet_edges(_HARBOUR_MAP),
)

_BRIDGE_MAP = (
    AnnotatedNode("The bridge is closed for a year.", None),
    AnnotatedNode("Drivers face long detours.", 0),
)
BRIDGE = BenchmarkArticle(
    id="bridge",
    paragraphs=(
        *((f"Filler sentence number {number} says little.",) for number in range(26)),
        ("The bridge is closed for a year.", "Drivers face long detours."),
    ),
    highlights=("Bridge closed",),
    map=_BRIDGE_MAP,
    snippet_edges=annotated_snippet_edges(_BRIDGE_MAP),
)
