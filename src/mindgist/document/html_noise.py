"""What is never part of a page's text: scripts, hidden elements, edit buttons, reference marks."""

import re
from typing import TYPE_CHECKING

from mindgist.document.html_blocks import BLOCK_TAGS, HEADINGS, NEVER_SHOWN, REMOVED, REMOVED_BLOCK

if TYPE_CHECKING:
    from lxml.etree import _Element

# Marks that link to a heading, a wiki's edit buttons, text for screen readers.
_NOISE = re.compile(
    r"(?:^|[\s_-])(?:headerlink|header-anchor|permalink|mw-editsection|mw-jump-link|noprint|navbox|skip-?link|"
    r"screen-reader-text|visually-hidden|sr-only)(?:$|[\s_-])",
    re.IGNORECASE,
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_TABLE_OF_CONTENTS = re.compile(r"(?:^|[\s_-])toc(?:$|[\s_-])", re.IGNORECASE)
_NOTE_ROLES = ("doc-noteref", "doc-backlink")
_REFERENCE_MARK = re.compile(r"(?:^|[\s_-])(?:reference|footnote-ref|noteref)(?:$|[\s_-])", re.IGNORECASE)


def without_noise(page: "_Element", keep_contents: bool = False) -> "_Element":
    """The page without scripts, hidden elements, reference marks and, unless they are kept, tables of contents."""
    for element in list(page.iter()):
        if _is_noise(element) or (is_contents(element) and not keep_contents):
            remove(element)
    return page


def is_contents(element: "_Element") -> bool:
    """Whether an element is navigation or a table of contents."""
    if not isinstance(element.tag, str) or element.tag in ("html", "body", "main", "article"):
        return False
    return element.tag == "nav" or is_named(element, _TABLE_OF_CONTENTS)


def _is_noise(element: "_Element") -> bool:
    if not isinstance(element.tag, str) or element.getparent() is None:
        return False
    if element.tag in NEVER_SHOWN or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return "fallback-image" not in element.get("class", "")
    if _HIDDEN_STYLE.search(element.get("style", "")):
        return True
    if element.tag in ("html", "body", "main", "article") or element.tag in HEADINGS:
        return False
    if element.get("role") in _NOTE_ROLES or is_named(element, _NOISE):
        return True
    return element.tag == "sup" and is_named(element, _REFERENCE_MARK)


def is_named(element: "_Element", pattern: re.Pattern[str]) -> bool:
    """Whether the class or the identifier of an element matches."""
    return any(name is not None and pattern.search(name) for name in (element.get("class"), element.get("id")))


def remove(element: "_Element") -> None:
    """Empty an element of the page; the text after it stays."""
    if element.getparent() is not None:
        tag = REMOVED_BLOCK if element.tag in BLOCK_TAGS else REMOVED
        element.clear(keep_tail=True)
        element.tag = tag
