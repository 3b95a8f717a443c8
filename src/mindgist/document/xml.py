"""XML from anywhere: no entity is resolved, nothing is fetched, and depth and size are bounded."""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from lxml.etree import _Element


def elements(content: bytes, tag: str, what: str) -> "Iterator[_Element]":
    """The elements of one tag, each when it is complete, those inside it before it; then it is forgotten."""
    for event, element in events(content, (tag,), what):
        if event == "end":
            yield element


def events(content: bytes, tags: tuple[str, ...], what: str) -> "Iterator[tuple[str, _Element]]":
    """('start', element) and ('end', element) for each element of these tags; after its end it is forgotten.

    libxml2's own limits stay on: 256 levels, 10 MB a text node, and no expansion of entities beyond reason.
    """
    from lxml import etree

    parsed = etree.iterparse(
        BytesIO(content), events=("start", "end"), tag=tags, resolve_entities=False, no_network=True, load_dtd=False,
        huge_tree=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        for event, element in parsed:
            yield event, element
            if event == "end":
                _forget(element)
    except etree.LxmlError as error:
        raise DocumentError(f"{what} is not well-formed XML ({error})") from error
    except (LookupError, ValueError, AssertionError) as error:  # an unknown encoding, a name that is none
        raise DocumentError(f"{what} cannot be parsed ({error})") from error


def _forget(element: "_Element") -> None:
    """Free what was read, so that memory does not grow with the file."""
    parent = element.getparent()
    element.clear(keep_tail=True)
    if parent is not None:
        while element.getprevious() is not None:
            del parent[0]
