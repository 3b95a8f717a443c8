"""Whether columns are mixed, told by the places of the words: `pdftotext -bbox-layout` gives blocks, lines and boxes.

On a page where two blocks of prose stand side by side, the last words of a line on the left can be followed by the
first words of its own block's next line, or by those of the line beside it. Of the runs of six words across each such
place, a text has the first kind where its columns are in order, and the second where they are mixed.
"""

import subprocess
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from mindgist.document.tokens import words

_XHTML = "{http://www.w3.org/1999/xhtml}"
_FEWEST_LINES = 4  # of a block that is a column of prose
_FEWEST_WORDS = 4  # of its lines, on average: a table's cells have fewer
_SAME_LINE = 0.5  # of a line's height

Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seams:
    """The runs of words across the ends of lines: on into the next line, and over into the other column."""

    onwards: frozenset[Run]
    across: frozenset[Run]

    def mixed(self, text: str) -> tuple[int, int]:
        """How many of a text's runs go across, and how many go either way."""
        found = words(text)
        said = set(zip(*(found[start:] for start in range(6)), strict=False))
        across = len(said & self.across)
        return across, across + len(said & self.onwards)


@dataclass(frozen=True, slots=True)
class _Line:
    left: float
    right: float
    top: float
    bottom: float
    words: list[str]


def seams(path: Path) -> Seams:
    """The seams of all pages of a PDF that have columns of prose side by side."""
    from lxml import etree

    command = ["pdftotext", "-bbox-layout", str(path), "-"]
    content = subprocess.run(command, capture_output=True, check=False).stdout
    onwards: set[Run] = set()
    across: set[Run] = set()
    if not content:
        return Seams(frozenset(), frozenset())
    page_tree = etree.fromstring(content, etree.XMLParser(recover=True, huge_tree=True))
    for page in page_tree.iter(f"{_XHTML}page"):
        blocks = [[_line(line) for line in block.iter(f"{_XHTML}line")] for block in page.iter(f"{_XHTML}block")]
        prose = [block for block in blocks if _is_prose(block)]
        for left in prose:
            for right in prose:
                if max(line.right for line in left) <= min(line.left for line in right):
                    _add(left, right, onwards, across)
    return Seams(frozenset(onwards), frozenset(across - onwards))


def _add(left: list[_Line], right: list[_Line], onwards: set[Run], across: set[Run]) -> None:
    for line, following in pairwise(left):
        beside = [other for other in right if abs(other.bottom - line.bottom) < _SAME_LINE * (line.bottom - line.top)]
        if beside and min(map(len, (line.words, following.words, beside[0].words))) > 2:
            onwards.add((*line.words[-3:], *following.words[:3]))
            across.add((*line.words[-3:], *beside[0].words[:3]))


def _is_prose(block: list[_Line]) -> bool:
    return len(block) >= _FEWEST_LINES and sum(len(line.words) for line in block) >= _FEWEST_WORDS * len(block)


def _line(element: object) -> _Line:
    box = {name: float(element.get(name)) for name in ("xMin", "xMax", "yMin", "yMax")}  # type: ignore[attr-defined]
    said = [one for word in element.iter(f"{_XHTML}word") for one in words(word.text or "")]  # type: ignore[attr-defined]
    return _Line(box["xMin"], box["xMax"], box["yMin"], box["yMax"], said)
