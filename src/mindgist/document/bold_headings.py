"""Headings that no markup or style states: short bold lines above text."""

from dataclasses import replace
from itertools import pairwise

from mindgist.document.block import Block

MAX_LENGTH = 120
"""Characters of a heading that only its look gives away."""
_MAX_SHARE = 0.3  # of all blocks
_SENTENCE_ENDS = (".", ",", ";", ":", "!", "…", "。", "！", "،", "؛")


def html_bold_headings(found: list[Block]) -> list[Block]:
    """Turn bold lines above prose into headings."""
    bold = [place for place, (block, after) in enumerate(pairwise(found)) if _is_bold_heading(block, after)]
    if len(bold) < 2:
        return found
    chosen = set(bold)
    level = 1 + max((block.level or 1 for block in found), default=1)
    return [
        replace(block, kind="heading", level=level) if place in chosen else block for place, block in enumerate(found)
    ]


def _is_bold_heading(block: Block, after: Block) -> bool:
    if not block.is_bold or block.kind != "paragraph" or block.depth or len(block.text) > 120 or block.link_share > 0.5:
        return False
    ended = block.text.endswith(_SENTENCE_ENDS)
    return (
        not ended and not (after.level or after.is_bold or after.kind == "aside") and len(after.text) > len(block.text)
    )


def with_bold_headings(blocks: list[Block]) -> list[Block]:
    """The blocks; where no style makes a heading, short ones in bold or capitals above text are headings."""
    if any(block.kind == "heading" for block in blocks):
        return blocks
    shown = [place for place, block in enumerate(blocks) if block.text and block.kind != "aside"]
    heads = {place for place in shown if _looks_like_heading(blocks[place])}
    last = next((place for place in reversed(shown) if place not in heads), -1)
    heads = {place for place in heads if place < last and blocks[place].kind != "title"}
    if not heads or len(heads) > _MAX_SHARE * len(shown):
        return blocks
    capitals = {place for place in heads if blocks[place].text.isupper()}
    lower = 2 if capitals and capitals != heads else 1
    return [
        replace(block, kind="heading", level=1 if place in capitals else lower) if place in heads else block
        for place, block in enumerate(blocks)
    ]


def _looks_like_heading(block: Block) -> bool:
    text = block.text
    if block.depth or block.kind == "row" or len(text) > MAX_LENGTH or text.endswith((".", ",", ";", ":", "!")):
        return False
    return sum(map(str.isalpha, text)) >= 3 and (block.is_bold or text.isupper())
