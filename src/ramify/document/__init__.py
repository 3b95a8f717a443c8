"""What was written: documents, their readers, sentences and words."""

from ramify.document.document import Document, Heading, Paragraph, Section, Sentence
from ramify.document.read import read, read_bytes, read_text

__all__ = ["Document", "Heading", "Paragraph", "Section", "Sentence", "read", "read_bytes", "read_text"]
