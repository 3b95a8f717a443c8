"""mindgist turns a document into a mind-map.

>>> import mindgist
>>> mindmap = mindgist.map("The sea rises. Cities on the coast build walls. Walls cost money.")
>>> [node.text for node in mindmap.nodes][0]
'The sea rises.'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mindgist import batch as batch
    from mindgist.document import Document as Document
    from mindgist.document import read as read
    from mindgist.errors import MindgistError as MindgistError
    from mindgist.export import load_map as load
    from mindgist.mapper import MindMapper as MindMapper
    from mindgist.mapper import map_document as map
    from mindgist.mindmap import MindMap as MindMap
    from mindgist.mindmap import Node as Node

__version__ = "0.2.0"

# Public names are imported on first use, so that `mindgist --help` does not load numpy.
_MODULES = {
    "Document": ("mindgist.document", "Document"),
    "MindMap": ("mindgist.mindmap", "MindMap"),
    "MindMapper": ("mindgist.mapper", "MindMapper"),
    "Node": ("mindgist.mindmap", "Node"),
    "MindgistError": ("mindgist.errors", "MindgistError"),
    "batch": ("mindgist.batch", ""),
    "load": ("mindgist.export", "load_map"),
    "map": ("mindgist.mapper", "map_document"),
    "read": ("mindgist.document", "read"),
}

__all__ = ["Document", "MindMap", "MindMapper", "MindgistError", "Node", "batch", "load", "map", "read"]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'mindgist' has no attribute '{name}'")
    module, attribute = _MODULES[name]
    value = getattr(import_module(module), attribute) if attribute else import_module(module)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
