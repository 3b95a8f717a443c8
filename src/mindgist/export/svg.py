"""A map as an SVG picture: no scripts, no links, nothing to load."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindgist.export.branch import centre_branch
from mindgist.export.constants import (
    BACKGROUND,
    BASELINE,
    CROSS_LINK_BULGE,
    CROSS_LINK_COLOUR,
    CROSS_LINK_DASH,
    FOLD_SIGN_FONT_SIZE,
    FOLD_SIGN_WIDTH,
    FONT_FAMILIES,
    INK,
    LINE_HEIGHT,
    paint,
)
from mindgist.export.layout import Box, Layout, arrange, linked_boxes
from mindgist.export.markup import escape_xml, xml_attributes
from mindgist.export.wrap import exact_width, is_right_to_left
from mindgist.mindmap import MindMap

CROSS_LINK_WIDTH = 1.5
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text in a picture, with its baseline. ``anchor`` says whether ``x`` is its start, middle or end."""

    text: str
    x: float
    y: float
    anchor: str
    font_size: float
    colour: str
    bold: bool = False
    right_to_left: bool = False


def to_svg(mindmap: MindMap) -> str:
    """Return the picture, with a title and a description for screen readers and tooltips with the nodes' positions."""
    return draw_svg(arrange(centre_branch(mindmap, visible_only=True)), len(mindmap))


def draw_svg(layout: Layout, node_count: int) -> str:
    """Return a layout as SVG."""
    width, height = format_number(layout.width), format_number(layout.height)
    lines = [
        f'<svg xmlns="{SVG_NAMESPACE}" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="{FONT_FAMILIES}">',
        f"<title>{escape_xml(layout.boxes[0].branch.label)}</title>",
        f"<desc>A mind-map of {node_count} nodes: the centre in the middle, branches to its right and left.</desc>",
        f'<rect width="{width}" height="{height}" fill="{BACKGROUND}"/>',
        '<g fill="none" stroke-linecap="round">',
        *(_path(*link) for link in drawn_links(layout.boxes)),
        "</g>",
        *(_box(box) for box in layout.boxes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def drawn_links(boxes: Sequence[Box]) -> Iterator[tuple[tuple[float, ...], str, float, str]]:
    """Yield the curve, colour, width and dashes of each link and cross-link."""
    for box in boxes:
        if box.parent:
            colours = paint(box.depth, box.main_branch)
            yield link_curve(box.parent, box), colours.link, colours.link_width, ""
    for one, other in linked_boxes(boxes):
        yield cross_link_curve(one, other), CROSS_LINK_COLOUR, CROSS_LINK_WIDTH, CROSS_LINK_DASH


def link_curve(parent: Box, child: Box) -> tuple[float, ...]:
    """Return the link between two boxes: the start, the control points and the end of a cubic curve.

    Links from the centre start inside its box, which is drawn over them.
    """
    inner = child.x if child.side > 0 else child.x + child.width  # the child's edge towards the centre
    share = 0.5 if parent.depth else 0.25  # of the parent's width, from its middle
    start = parent.x + parent.width / 2 + child.side * parent.width * share
    bend = (start + inner) / 2 if parent.depth else (start + 2 * inner) / 3
    return start, parent.middle, bend, parent.middle, (start + inner) / 2, child.middle, inner, child.middle


def cross_link_curve(one: Box, other: Box) -> tuple[float, ...]:
    """Return a curve in the form of ``link_curve``: between facing sides, or around the outside of both boxes."""
    if one.x + one.width < other.x or other.x + other.width < one.x:
        start, end = (one.x + one.width, other.x) if one.x < other.x else (one.x, other.x + other.width)
        bend = (start + end) / 2
    else:
        side = one.side or 1
        start, end = ((box.x + box.width) if side > 0 else box.x for box in (one, other))
        bend = (max(start, end) if side > 0 else min(start, end)) + side * CROSS_LINK_BULGE
    return start, one.middle, bend, one.middle, bend, other.middle, end, other.middle


def _path(curve: tuple[float, ...], colour: str, width: float, dash: str) -> str:
    start, end = (" ".join(map(format_number, part)) for part in (curve[:2], curve[2:]))
    style = f'stroke="{colour}" stroke-width="{width}"' + (f' stroke-dasharray="{dash}"' if dash else "")
    return f'<path d="M{start}C{end}" {style}/>'


def _box(box: Box) -> str:
    colours = paint(box.depth, box.main_branch)
    tooltip = escape_xml(box.branch.note or box.branch.label)
    data = {f"data-{name}": value for name, value in box.branch.details.items() if name not in ("text", "note")}
    frame = number_attributes(x=box.x, y=box.y, width=box.width, height=box.height, rx=corner_radius(box))
    return (
        f"<g{xml_attributes(data)}><title>{tooltip}</title>"
        f'<rect{frame} fill="{colours.fill}" stroke="{colours.border}"/>'
        f"{''.join(map(text_element, (*label_lines(box), *fold_sign(box))))}</g>"
    )


def label_lines(box: Box) -> Iterator[Line]:
    """Yield the lines of a box: centred in the centre, else on the side where the script begins."""
    style, colour = box.style, paint(box.depth, box.main_branch).text
    right_to_left = is_right_to_left(box.branch.label)
    x, anchor = box.x + style.padding_x, "start"
    if box.depth == 0:
        x, anchor = box.x + box.width / 2, "middle"
    elif right_to_left:
        x, anchor = box.x + box.width - style.padding_x, "end"
    for index, text in enumerate(box.lines):
        y = box.y + style.padding_y + style.font_size * (index * LINE_HEIGHT + BASELINE)
        yield Line(text, x, y, anchor, style.font_size, colour, index < box.bold_lines, right_to_left)


def fold_sign(box: Box) -> Iterator[Line]:
    """Yield how many nodes are folded away below a box, beside it."""
    if box.branch.hidden:
        x = box.x - FOLD_SIGN_WIDTH / 2 if box.side < 0 else box.x + box.width + FOLD_SIGN_WIDTH / 2
        yield Line(f"+{box.branch.hidden}", x, box.middle + 4, "middle", FOLD_SIGN_FONT_SIZE, INK)


def text_element(line: Line) -> str:
    """Return a line as SVG."""
    attributes = number_attributes(x=line.x, y=line.y) + f' fill="{line.colour}"'
    attributes += number_attributes(**{"font-size": line.font_size})
    attributes += f' text-anchor="{line.anchor}"' if line.anchor != "start" else ""
    attributes += ' font-weight="600"' if line.bold else ""
    if length := exact_width(line.text, line.font_size, line.bold):  # so that the text fits in any other font, too
        attributes += f'{number_attributes(textLength=length)} lengthAdjust="spacingAndGlyphs"'
    text = escape_xml(line.text)
    if line.right_to_left:  # some SVG programs ignore the direction attribute, but all respect Unicode's marks
        text = f"\N{RIGHT-TO-LEFT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return f"<text{attributes}>{text}</text>"


def corner_radius(box: Box) -> float:
    """Return the radius of a box's corners."""
    return min(box.height / 2, box.style.corner_radius)


def format_number(value: float) -> str:
    """Return a number with one decimal, or none if it is 0."""
    return f"{value:.1f}".removesuffix(".0")


def number_attributes(**numbers: float) -> str:
    """Return the attributes of an element, each with a space before it."""
    return "".join(f' {name}="{format_number(value)}"' for name, value in numbers.items())
