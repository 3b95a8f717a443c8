"""The colours of a map's picture: one for each main branch, all dark enough for white text on them.

Tests hold every pair of text and background to WCAG's contrast of 4.5 to 1.
"""

from dataclasses import dataclass

BACKGROUND = "#ffffff"
INK = "#1c2430"
_FAMILIES = ("#2456c9", "#b8430b", "#0b7268", "#7b3fc4", "#a8275f", "#2f7a26", "#8a5a00", "#0c6f99", "#b3261e")


@dataclass(frozen=True, slots=True)
class Paint:
    """What a box is painted with: its fill, its border, its text and the link to its parent."""

    fill: str
    border: str
    text: str
    link: str
    link_width: float


def paint(depth: int, family: int) -> Paint:
    """The centre dark, a main branch in its full colour, what stands under it in a tint of that colour."""
    if depth == 0:
        return Paint(INK, INK, "#ffffff", INK, 0)
    colour = _FAMILIES[family % len(_FAMILIES)]
    if depth == 1:
        return Paint(colour, colour, "#ffffff", colour, 3.2)
    return Paint(tint(colour, 0.93), tint(colour, 0.62), INK, tint(colour, 0.24), 2.0 if depth == 2 else 1.5)


def tint(colour: str, share: float) -> str:
    """A colour mixed with this share of white."""
    channels = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(channel + (255 - channel) * share):02x}" for channel in channels)
