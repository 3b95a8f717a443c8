"""What the viewer shows, as JSON: a map, and the text that it was made from."""

from collections.abc import Iterator, Mapping
from typing import Any

from mindgist.document import Document, Heading, Section, Sentence
from mindgist.mindmap import MindMap, with_centre


def map_content(mindmap: MindMap, document: Document | Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a map in its file form, with the size to show it at, and with its document (None if not given)."""
    mindmap = with_centre(mindmap)
    size = min(mindmap.size or len(mindmap), len(mindmap))
    text = document_content(document) if isinstance(document, Document) else document
    return {**mindmap.to_dict(), "size": size, "document": text}


def document_content(document: Document) -> dict[str, Any]:
    """Return a document's text, and the offsets of its pages, sentences and headings."""
    return {
        "title": document.title,
        "text": document.text,
        "pages": list(document.pages),
        "sentences": [_position(document, sentence) for sentence in document.sentences],
        "blocks": list(_blocks(document, document.body)),
    }


def _blocks(document: Document, section: Section) -> Iterator[dict[str, Any]]:
    if section.heading:
        yield {"heading": {"level": section.heading.level, **_position(document, section.heading)}}
    for paragraph in section.paragraphs:
        sentences = paragraph.sentences
        yield {"first": sentences[0].index, "last": sentences[-1].index}
    for subsection in section.sections:
        yield from _blocks(document, subsection)


def _position(document: Document, passage: Sentence | Heading) -> dict[str, Any]:
    """Return the offsets, and the plain text only if markup makes it differ from the text at these offsets."""
    position: dict[str, Any] = {"start": passage.start, "end": passage.end}
    if " ".join(document.text[passage.start : passage.end].split()) != passage.plain:
        position["plain"] = passage.plain
    return position
