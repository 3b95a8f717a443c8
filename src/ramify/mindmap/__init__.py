"""What is shown: mind-maps, their labels and their size."""

from ramify.mindmap.centre import with_centre
from ramify.mindmap.mindmap import LABELS, Labels, MindMap, Node
from ramify.mindmap.sections import assemble, own_parts
from ramify.mindmap.size import suggested_size

__all__ = ["LABELS", "Labels", "MindMap", "Node", "assemble", "own_parts", "suggested_size", "with_centre"]
