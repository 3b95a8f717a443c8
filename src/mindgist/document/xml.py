"""Parses untrusted XML: no entities, no network, bounded depth and size."""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from lxml.etree import _Element


def elements(content: bytes, tag: str, what: str) -> "Iterator[_Element]":
    """The elements of one tag, inner ones first. Each is freed after it was yielded."""
    for event, element in events(content, (tag,), what):
        if event == "end":
            yield element


def events(content: bytes, tags: tuple[str, ...], what: str) -> "Iterator[tuple[str, _Element]]":
    """('start', element) and ('end', element) for each element of these tags. Each is freed after its end.

    libxml2's limits stay on: 256 levels, 10 MB per text node, bounded expansion of entities.
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
                _free(element)
    except etree.LxmlError as error:
        raise DocumentError(f"{what} is not well-formed XML ({error})") from error
    except (LookupError, ValueError, AssertionError) as error:  # an unknown encoding, an invalid name
        raise DocumentError(f"{what} cannot be parsed ({error})") from error


def _free(element: "_Element") -> None:
    """Free an element and its earlier siblings, so that memory does not grow with the file."""
    parent = element.getparent()
    element.clear(keep_tail=True)
    if parent is not None:
        while element.getprevious() is not None:
            del parent[0]
