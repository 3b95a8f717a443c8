"""ramify turns a document into a mind-map.

>>> import ramify
>>> mindmap = ramify.map("The sea rises. Cities on the coast build walls. Walls cost money.")
>>> [node.text for node in mindmap.nodes][0]
'The sea rises.'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ramify import batch as batch
    from ramify.document import Document as Document
    from ramify.document import read as read
    from ramify.errors import RamifyError as RamifyError
    from ramify.export import load_map as load
    from ramify.mapper import MindMapper as MindMapper
    from ramify.mapper import map_document as map
    from ramify.mindmap import MindMap as MindMap
    from ramify.mindmap import Node as Node

__version__ = "0.1.0"

# Each public name is imported when it is first used, so that `ramify --help` does not wait for numpy.
_HOMES = {
    "Document": ("ramify.document", "Document"),
    "MindMap": ("ramify.mindmap", "MindMap"),
    "MindMapper": ("ramify.mapper", "MindMapper"),
    "Node": ("ramify.mindmap", "Node"),
    "RamifyError": ("ramify.errors", "RamifyError"),
    "batch": ("ramify.batch", ""),
    "load": ("ramify.export", "load_map"),
    "map": ("ramify.mapper", "map_document"),
    "read": ("ramify.document", "read"),
}

__all__ = ["Document", "MindMap", "MindMapper", "Node", "RamifyError", "batch", "load", "map", "read"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'ramify' has no attribute '{name}'")
    module, attribute = _HOMES[name]
    value = getattr(import_module(module), attribute) if attribute else import_module(module)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
