"""Labels by a language model in the nodes that a map shows."""

import warnings
from dataclasses import replace

from mindgist.labels.kinds import LABEL_KINDS, SHOWN_TOGETHER
from mindgist.labels.language_model import LanguageModel, LanguageModelError
from mindgist.mindmap.mindmap import MindMap


def with_generated_labels(mindmap: MindMap, count: int, model: LanguageModel) -> MindMap:
    """The map with what the model writes for its first ``count`` nodes; an unusable answer is a warning."""
    shown = mindmap.cut(count).with_labels(*(LABEL_KINDS[name] for name in SHOWN_TOGETHER)).nodes
    try:
        written = model.labels(shown, mindmap.language or "en")
    except LanguageModelError as error:
        warnings.warn(f"the map has its own labels, because the language model failed: {error}", stacklevel=2)
        return mindmap
    nodes = [
        node.changed(topic=topic or node.topic, gist=gist or node.gist, generated=bool(topic or gist))
        for node, (topic, gist) in zip(shown, written, strict=True)
    ]
    if not any(node.generated for node in nodes):
        warnings.warn("the map has its own labels, because the model wrote none that keeps to the text", stacklevel=2)
    return replace(mindmap, nodes=(*nodes, *mindmap.nodes[count:]))
