"""The colours of the nodes and links in pictures: one for each main branch, all dark enough for white text.

Tests check every pair of text and background against WCAG's contrast of 4.5 to 1.
"""

from dataclasses import dataclass

from mindgist.export.constants import (
    BACKGROUND,
    BORDER_SHARE,
    BRANCH_COLOURS,
    FILL_SHARE,
    INK,
    LINK_SHARE,
    LINK_WIDTHS,
)


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a node, and the colour and width of the link to its parent."""

    fill: str
    border: str
    text: str
    link: str
    link_width: float


def paint(depth: int, branch: int) -> Paint:
    """Return the colours of a node: dark for the centre, full for main branch number ``branch``, tinted below it."""
    width = LINK_WIDTHS[min(depth, len(LINK_WIDTHS) - 1)]
    if depth == 0:
        return Paint(INK, INK, BACKGROUND, INK, width)
    colour = BRANCH_COLOURS[branch % len(BRANCH_COLOURS)]
    if depth == 1:
        return Paint(colour, colour, BACKGROUND, colour, width)
    return Paint(tint(colour, FILL_SHARE), tint(colour, BORDER_SHARE), INK, tint(colour, LINK_SHARE), width)


def tint(colour: str, share: float) -> str:
    """Mix this share of a colour with white."""
    channels = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - channel) * share):02x}" for channel in channels)
