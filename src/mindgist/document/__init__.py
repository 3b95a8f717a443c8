"""What was written: documents, their readers, sentences and words."""

from typing import TYPE_CHECKING

from mindgist.document.document import Document, Heading, Paragraph, Section, Sentence

if TYPE_CHECKING:
    from mindgist.document.reading import read, read_bytes, read_text

__all__ = ["Document", "Heading", "Paragraph", "Section", "Sentence", "read", "read_bytes", "read_text"]


def __getattr__(name: str) -> object:
    """Import readers on first use: `mindgist --help` lists the kinds of documents and reads none."""
    if name not in __all__:
        raise AttributeError(f"module 'mindgist.document' has no attribute '{name}'")
    from mindgist.document import reading

    return getattr(reading, name)
