"""The blocks of raw HTML inside Markdown, with their offsets in the source."""

import re
from collections.abc import Iterator
from html import unescape

from mindgist.document.block import Block
from mindgist.document.passage import Passage

_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<(?P<close>/?)(?P<name>[a-zA-Z][\w-]{0,20})[^<>]{0,5000}>", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|\w{1,31});")
_BLOCKS = frozenset(
    "address article aside blockquote br center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li main ol "
    "p picture section summary table tbody td tfoot th thead tr ul".split()
)
_NO_WORDS = frozenset("script style svg pre template noscript".split())
_LEVELS = {f"h{level}": level for level in range(1, 7)}


def html_blocks(text: str, start: int, end: int, outer_depth: int) -> Iterator[Block]:
    """The blocks of a range of HTML; code and invisible elements are left out."""
    passage = Passage()
    level = depth = 0
    skipped = ""
    place = start
    for tag in [*_TAG.finditer(text, start, end), None]:
        if not skipped:
            _add(passage, text, place, tag.start() if tag else end)
        place = tag.end() if tag else end
        name = (tag["name"] or "").lower() if tag else "p"
        closes = bool(tag and tag["close"])
        if skipped or name in _NO_WORDS:
            skipped = "" if closes and name == skipped else (skipped or (name if not closes else ""))
        elif name in _BLOCKS:
            if passage.plain():
                if level:
                    yield Block.from_passage(passage, "heading", level)
                else:
                    yield Block.from_passage(passage, depth=outer_depth + depth)
            passage = Passage()
            level = _LEVELS.get(name, 0) if not closes else 0
            depth = max(0, depth + (-1 if closes else 1)) if name in ("ul", "ol") else depth


def _add(passage: Passage, text: str, start: int, end: int) -> None:
    for entity in _ENTITY.finditer(text, start, end):
        passage.add(text[start : entity.start()], start)
        passage.add(unescape(entity[0]), entity.start(), verbatim=False)
        start = entity.end()
    passage.add(text[start:end], start)
