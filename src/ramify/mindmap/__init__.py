"""What is shown: mind-maps, their labels and their size."""

from ramify.mindmap.label import label
from ramify.mindmap.mindmap import LABELS, Labels, MindMap, Node
from ramify.mindmap.sections import assemble, node_count, own_parts
from ramify.mindmap.size import suggested_size

__all__ = ["LABELS", "Labels", "MindMap", "Node", "assemble", "label", "node_count", "own_parts", "suggested_size"]
