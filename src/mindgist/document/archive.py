"""Zip archives of XML, which is what DOCX, PPTX, ODT and EPUB files are, read in memory and within limits.

The sizes that an archive states are not trusted: bytes are counted while they are unpacked. Members are stored or
deflated: other methods unpack in Python without a bound on memory. XML is parsed without entities and without network,
in bounded depth and size.
"""

import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from mindgist.errors import DocumentError
from mindgist.files import MAX_BYTES

if TYPE_CHECKING:
    from lxml.etree import _Element

MAX_MEMBERS = 10_000
MAX_TAGS = 2_000_000  # of a part in XML, and as many attributes; a page of a Word file has about a thousand
_BROKEN = (BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)


class Archive:
    """The members of a zip archive, by name."""

    def __init__(self, content: bytes) -> None:
        # Counted before zipfile makes an object of each: a file of 50 MB can have a million empty members.
        if content.count(b"PK\x01\x02") > MAX_MEMBERS:
            raise DocumentError(f"the archive has more than {MAX_MEMBERS:,} members, so it is no document")
        try:
            self._zip = ZipFile(BytesIO(content))
        except _BROKEN as error:
            raise DocumentError(f"the archive is broken or incomplete ({error}); fetch or save it again") from error
        self.names = frozenset(self._zip.namelist())
        self._left = 200_000_000  # bytes of all members that a reader asks for, unpacked

    def read(self, name: str) -> bytes:
        try:
            member = self._zip.getinfo(name)
        except KeyError as error:
            raise DocumentError(f"the archive lacks {name}, so it is broken or incomplete") from error
        content = read_member(self._zip, member, min(MAX_BYTES, self._left))
        self._left -= len(content)
        return content


def read_member(archive: ZipFile, member: ZipInfo, max_bytes: int = MAX_BYTES) -> bytes:
    """Unpack a member of a zip archive, up to this many bytes."""
    name = member.filename
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise DocumentError(f"the archive's {name} is compressed by an unusual method; pack it again with deflate")
    try:
        with archive.open(member) as file:
            content = file.read(max_bytes + 1)
    except _BROKEN as error:
        raise DocumentError(f"the archive's {name} cannot be unpacked ({error})") from error
    if len(content) > max_bytes:
        most = max_bytes // 1_000_000
        raise DocumentError(f"the archive's {name} unpacks to more than {most} MB, which no document needs")
    return content


def local_name(element: "_Element") -> str:
    """The name of an element without its namespace, which differs between editions of a format."""
    return str(element.tag).rpartition("}")[2]


def attribute(element: "_Element | None", name: str) -> str:
    """The value of an attribute, whatever its namespace; empty without the attribute or the element."""
    stated = element.attrib.items() if element is not None else ()
    return next((str(value) for key, value in stated if str(key).rpartition("}")[2] == name), "")


def elements(content: bytes, tag: str, what: str) -> "Iterator[_Element]":
    """The elements of one tag, inner ones first. Each is freed after it was yielded."""
    for event, element in events(content, (tag,), what):
        if event == "end":
            yield element


def events(content: bytes, tags: tuple[str, ...], what: str) -> "Iterator[tuple[str, _Element]]":
    """('start', element) and ('end', element) for each element of these tags. Each is freed after its end.

    The tag '{*}p' stands for that name in any namespace.

    libxml2's limits stay on: 256 levels, 10 MB per text node, bounded expansion of entities.
    """
    from lxml import etree

    if content.count(b"<") > MAX_TAGS or content.count(b"=") > MAX_TAGS:
        raise DocumentError(f"{what} has more than {MAX_TAGS:,} tags or attributes, which no document has")
    parsed = etree.iterparse(
        BytesIO(content), events=("start", "end"), tag=tags, resolve_entities=False, no_network=True, load_dtd=False,
        huge_tree=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        for event, element in parsed:
            yield event, element
            if event == "end":  # memory must not grow with the file
                element.clear(keep_tail=True)
                parent = element.getparent()
                while parent is not None and element.getprevious() is not None:
                    del parent[0]
    except etree.LxmlError as error:
        raise DocumentError(f"{what} is not well-formed XML ({error})") from error
    except (LookupError, ValueError, AssertionError) as error:  # an unknown encoding, an invalid name
        raise DocumentError(f"{what} cannot be parsed ({error})") from error
