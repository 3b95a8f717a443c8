"""What the viewer is given: a map as JSON, with the text it was made of and the places of its sentences."""

from collections.abc import Iterator
from typing import Any

from mindgist.document import Document, Heading, Section, Sentence
from mindgist.mindmap import MindMap, with_centre


def map_content(mindmap: MindMap, document: Document | None = None) -> dict[str, Any]:
    """A map's form, with the size to show it at, and with its document where there is one."""
    mindmap = with_centre(mindmap)
    size = min(mindmap.size or len(mindmap), len(mindmap))
    return {**mindmap.to_dict(), "size": size, "document": document_content(document) if document else None}


def document_content(document: Document) -> dict[str, Any]:
    """A document's text, and where its pages, sentences and headings are in it."""
    return {
        "title": document.title,
        "text": document.text,
        "pages": list(document.pages),
        "sentences": [_place(document, sentence) for sentence in document.sentences],
        "blocks": list(_blocks(document, document.body)),
    }


def _blocks(document: Document, section: Section) -> Iterator[dict[str, Any]]:
    if section.heading:
        yield {"heading": {"level": section.heading.level, **_place(document, section.heading)}}
    for paragraph in section.paragraphs:
        sentences = paragraph.sentences
        yield {"first": sentences[0].index, "last": sentences[-1].index}
    for under in section.sections:
        yield from _blocks(document, under)


def _place(document: Document, words: Sentence | Heading) -> dict[str, Any]:
    """The offsets; and the words themselves only where markup makes them differ from the text at that place."""
    place: dict[str, Any] = {"start": words.start, "end": words.end}
    if " ".join(document.text[words.start : words.end].split()) != words.plain:
        place["plain"] = words.plain
    return place
