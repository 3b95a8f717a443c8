"""The parts of an Office Open XML file (DOCX, PPTX), found by their relationships, not by their names."""

import posixpath
from dataclasses import dataclass

from mindgist.document.archive import Archive
from mindgist.document.xml import elements
from mindgist.errors import DocumentError

_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
STRICT = b"http://purl.oclc.org/ooxml/"
"""Prefix of the namespaces in "strict" files, which otherwise equal the usual ones."""
_TRANSITIONAL_NAMESPACES = (
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main", b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/presentationml/main", b"http://schemas.openxmlformats.org/presentationml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/main", b"http://schemas.openxmlformats.org/drawingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships",
     b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Relationship:
    """A reference from one part to another; ``kind`` is 'styles', 'slide' and the like."""

    identifier: str
    kind: str
    target: str


def relationships(archive: Archive, part: str = "") -> list[Relationship]:
    """The existing parts that a part, or the whole file, refers to."""
    folder, name = posixpath.split(part)
    place = posixpath.join(folder, "_rels", name + ".rels")
    if place not in archive.names:
        return []
    found = []
    for element in elements(archive.read(place), _RELATIONSHIP, f"the file's {place}"):
        target = element.get("Target", "")
        target = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        if target in archive.names:
            found.append(Relationship(element.get("Id", ""), element.get("Type", "").rpartition("/")[2], target))
    return found


def main_part(archive: Archive, usual: str) -> str:
    """The part that is the document itself; ``usual`` if the file does not state it."""
    for relationship in relationships(archive):
        if relationship.kind == "officeDocument":
            return relationship.target
    if usual not in archive.names:
        raise DocumentError("the file does not say which of its parts is the document, so it is broken or incomplete")
    return usual


def part(archive: Archive, name: str) -> bytes:
    """A part's XML, with the namespaces of strict files replaced by the usual ones."""
    content = archive.read(name)
    for strict, usual in _TRANSITIONAL_NAMESPACES if STRICT in content else ():
        content = content.replace(strict, usual)
    return content
