"""Headings that no markup or style states: short lines in bold or capitals above text."""

from dataclasses import replace
from itertools import pairwise

from mindgist.document.block import Block

MAX_LENGTH = 120
"""Characters of a heading that only its look gives away."""
_MIN_LETTERS = 3
_MAX_SHARE = 0.3  # of all blocks; where more look like headings, bold is the style of the text
_SENTENCE_ENDS = tuple(".,;:!…。！،؛")


def with_bold_headings(blocks: list[Block]) -> list[Block]:
    """The blocks; short lines in bold above text become headings, one level below all others.

    Lines in capitals count too where there is no other heading.
    """
    lowest_level = max((block.level for block in blocks), default=0)
    shown = [position for position, block in enumerate(blocks) if block.text and block.kind != "aside"]
    chosen = {
        position
        for position, following in pairwise(shown)
        if _looks_like_heading(blocks[position], lowest_level == 0) and blocks[following].kind != "heading"
    }
    if len(chosen) < (2 if lowest_level else 1) or len(chosen) > _MAX_SHARE * len(shown):
        return blocks
    return [
        replace(block, kind="heading", level=lowest_level + 1) if position in chosen else block
        for position, block in enumerate(blocks)
    ]


def _looks_like_heading(block: Block, allow_capitals: bool) -> bool:
    text = block.text
    if block.kind != "paragraph" or block.depth or len(text) > MAX_LENGTH or text.endswith(_SENTENCE_ENDS):
        return False
    if block.link_share > 0.5 or sum(map(str.isalpha, text)) < _MIN_LETTERS:
        return False
    return block.is_bold or (allow_capitals and text.isupper())
