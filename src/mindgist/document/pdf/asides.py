"""What belongs to the text of a PDF but not to its map: formulas, the authors under a title."""

import re
from collections.abc import Sequence

from mindgist.document.block import Block
from mindgist.document.tokens import words

SENTENCE_END = re.compile(r"[.!?…:;。！？][\"'”’)\]]*$")
_NUMBER_CELL = re.compile(r"[$€£+-]{0,2}\d[\d.,:/%()\s–-]{0,30}$")
_FORMULA = re.compile(r"[=<>∑∫∂√∈⊆+^{}\\]")
_MIN_WORDS = 0.35  # share of a text's letters that stand in words of three letters or more
_MAX_FRAGMENT = 1_000  # characters
_MIN_PROSE = 100  # characters of the first paragraph under a title and authors


def is_fragment(text: str) -> bool:
    """Whether a text is a formula or a scrap: it has hardly a word of three letters, in a script that has such."""
    if len(text) > _MAX_FRAGMENT:
        return False
    found = words(text)
    if any(word > "\u0530" and word.isalpha() for word in found):
        return False
    letters = sum(len(word) for word in found if len(word) > 2 and word.isalpha())
    return letters < _MIN_WORDS * len(text.replace(" ", ""))


def is_data(cells: Sequence[str]) -> bool:
    """Whether cells are those of a table's row with a name and numbers, and not of a formula."""
    has_name = any(len(word) > 2 and word.isalpha() for cell in cells for word in words(cell))
    return has_name and any(map(_NUMBER_CELL.match, cells)) and not any(map(_FORMULA.search, cells))


def with_front_matter_aside(blocks: list[Block]) -> list[Block]:
    """The blocks, with authors, addresses and dates between the title and the text as asides."""
    title = next((place for place, block in enumerate(blocks) if block.kind == "title"), None)
    if title is None:
        return blocks
    end = title + 1
    while end < len(blocks) and not _begins_text(blocks[end], blocks[title]):
        end += 1
    # Under the title of a short piece, lines without an end are its text: more of it must follow.
    if sum(block.kind in ("paragraph", "row") for block in blocks[end:]) < end - title - 1:
        return blocks
    return [*blocks[: title + 1], *(block.as_aside() for block in blocks[title + 1 : end]), *blocks[end:]]


def _begins_text(block: Block, title: Block) -> bool:
    if block.page != title.page or block.kind in ("title", "heading") or block.depth:
        return True
    return len(block.text) >= _MIN_PROSE and bool(SENTENCE_END.search(block.text))
