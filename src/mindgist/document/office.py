"""What the parts of an Office Open XML file (DOCX, PPTX) are to each other: by relationships, never by their names."""

import posixpath
from dataclasses import dataclass

from mindgist.document.archive import Archive
from mindgist.document.xml import elements
from mindgist.errors import DocumentError

_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
STRICT = b"http://purl.oclc.org/ooxml/"
"""Begins the names of "strict" files, which differ from everyone else's in nothing but these names."""
_USUAL = (
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main", b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/presentationml/main", b"http://schemas.openxmlformats.org/presentationml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/main", b"http://schemas.openxmlformats.org/drawingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships",
     b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Relationship:
    """A part that another part names by an identifier; ``kind`` is 'styles', 'slide' and the like."""

    identifier: str
    kind: str
    target: str


def relationships(archive: Archive, part: str = "") -> list[Relationship]:
    """The parts that a part (or the whole file) names and that are there."""
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
    """The part that is the document itself; where a file does not say, it has its usual name."""
    for relationship in relationships(archive):
        if relationship.kind == "officeDocument":
            return relationship.target
    if usual not in archive.names:
        raise DocumentError("the file does not say which of its parts is the document, so it is broken or incomplete")
    return usual


def part(archive: Archive, name: str) -> bytes:
    """A part's XML, a strict file's in the usual names."""
    content = archive.read(name)
    for strict, usual in _USUAL if STRICT in content else ():
        content = content.replace(strict, usual)
    return content
