"""A map as an SVG picture: no scripts, no links, nothing to load."""

from collections.abc import Iterator, Sequence

from mindgist.export.branch import centre_branch
from mindgist.export.colours import paint
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
)
from mindgist.export.layout import Box, Layout, arrange, linked_boxes
from mindgist.export.markup import escape_xml, xml_attributes
from mindgist.export.wrap import exact_width, is_right_to_left
from mindgist.mindmap import MindMap

CROSS_LINK_WIDTH = 1.5
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


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


def _path(curve: tuple[float, ...], colour: str, width: float, dash: str = "") -> str:
    x0, y0, x1, y1, x2, y2, x3, y3 = map(format_number, curve)
    style = f'stroke="{colour}" stroke-width="{width}"' + (f' stroke-dasharray="{dash}"' if dash else "")
    return f'<path d="M{x0} {y0}C{x1} {y1} {x2} {y2} {x3} {y3}" {style}/>'


def cross_link_curve(one: Box, other: Box) -> tuple[float, ...]:
    """Return a curve in the form of ``link_curve``: between facing sides, or around the outside of both boxes."""
    if one.x + one.width < other.x or other.x + other.width < one.x:
        x0, x3 = (one.x + one.width, other.x) if one.x < other.x else (one.x, other.x + other.width)
        x1 = x2 = (x0 + x3) / 2
    else:
        side = one.side or 1
        x0, x3 = ((box.x + box.width) if side > 0 else box.x for box in (one, other))
        x1 = x2 = (max(x0, x3) if side > 0 else min(x0, x3)) + side * CROSS_LINK_BULGE
    return x0, one.middle, x1, one.middle, x2, other.middle, x3, other.middle


def _box(box: Box) -> str:
    colours = paint(box.depth, box.main_branch)
    tooltip = escape_xml(box.branch.note or box.branch.label)
    data = {f"data-{name}": value for name, value in box.branch.details.items() if name not in ("text", "note")}
    frame = number_attributes(x=box.x, y=box.y, width=box.width, height=box.height, rx=corner_radius(box))
    return (
        f"<g{xml_attributes(data)}><title>{tooltip}</title>"
        f'<rect{frame} fill="{colours.fill}" stroke="{colours.border}"/>'
        f"{box_text(box, colours.text)}{_fold_sign(box)}</g>"
    )


def _fold_sign(box: Box) -> str:
    if not box.branch.hidden:
        return ""
    text, x, y = fold_sign(box)
    style = f'font-size="{format_number(FOLD_SIGN_FONT_SIZE)}" fill="{INK}" text-anchor="middle"'
    return f"<text{number_attributes(x=x, y=y)} {style}>{text}</text>"


def fold_sign(box: Box) -> tuple[str, float, float]:
    """Return how many nodes are folded away below a box as text, and the text's middle and baseline beside the box."""
    x = box.x - FOLD_SIGN_WIDTH / 2 if box.side < 0 else box.x + box.width + FOLD_SIGN_WIDTH / 2
    return f"+{box.branch.hidden}", x, box.middle + 4


def box_text(box: Box, fill: str) -> str:
    """Return the lines of a box as SVG."""
    x, anchor = text_anchor(box)
    group = {"fill": fill, "font-size": format_number(box.style.font_size)}
    if anchor != "start":
        group["text-anchor"] = anchor
    # Some SVG programs ignore the direction attribute, but all respect Unicode's direction marks.
    right_to_left = is_right_to_left(box.branch.label)
    before, after = ("\N{RIGHT-TO-LEFT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}") if right_to_left else ("", "")
    lines = []
    for index, line in enumerate(box.lines):
        bold = index < box.bold_lines
        attributes = number_attributes(x=x, y=baseline(box, index)) + (' font-weight="600"' if bold else "")
        if length := exact_width(line, box.style.font_size, bold):  # so that the text fits in any other font, too
            attributes += f'{number_attributes(textLength=length)} lengthAdjust="spacingAndGlyphs"'
        lines.append(f"<text{attributes}>{before}{escape_xml(line)}{after}</text>")
    return f"<g{xml_attributes(group)}>{''.join(lines)}</g>"


def corner_radius(box: Box) -> float:
    """Return the radius of a box's corners."""
    return min(box.height / 2, box.style.corner_radius)


def text_anchor(box: Box) -> tuple[float, str]:
    """Return the x coordinate of the lines, and whether it is their 'start', 'middle' or 'end'."""
    if box.depth == 0:
        return box.x + box.width / 2, "middle"
    if is_right_to_left(box.branch.label):
        return box.x + box.width - box.style.padding_x, "end"
    return box.x + box.style.padding_x, "start"


def baseline(box: Box, line: int) -> float:
    """Return the y coordinate of a line's baseline."""
    return box.y + box.style.padding_y + box.style.font_size * (line * LINE_HEIGHT + BASELINE)


def format_number(value: float) -> str:
    """Return a number with one decimal, or none if it is 0."""
    return f"{value:.1f}".removesuffix(".0")


def number_attributes(**numbers: float) -> str:
    """Return the attributes of an element, each with a space before it."""
    return "".join(f' {name}="{format_number(value)}"' for name, value in numbers.items())
