"""What is shown: mind-maps, their labels and their size."""

from mindgist.mindmap.centre import with_centre
from mindgist.mindmap.mindmap import Link, MindMap, Node
from mindgist.mindmap.section_plan import own_parts
from mindgist.mindmap.sections import assemble, suggested_size

__all__ = ["Link", "MindMap", "Node", "assemble", "own_parts", "suggested_size", "with_centre"]
