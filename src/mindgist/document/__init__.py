"""What was written: documents, their readers, sentences and words."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mindgist.document.document import Document, Heading, Paragraph, Section, Sentence
    from mindgist.document.reading import read, read_bytes, read_text

__all__ = ["Document", "Heading", "Paragraph", "Section", "Sentence", "read", "read_bytes", "read_text"]

_READERS = ("read", "read_bytes", "read_text")


def __getattr__(name: str) -> object:
    """Import what is asked for: `mindgist --help` lists the kinds of documents and reads none."""
    if name not in __all__:
        raise AttributeError(f"module 'mindgist.document' has no attribute '{name}'")
    home = import_module(f"mindgist.document.{'reading' if name in _READERS else 'document'}")
    value: object = getattr(home, name)
    globals()[name] = value
    return value
