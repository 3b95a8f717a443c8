"""A map as a picture (SVG): no scripts, no links, nothing that is fetched."""

from mindgist.export.branch import centred
from mindgist.export.colours import BACKGROUND, INK, paint
from mindgist.export.layout import INDENT, LINE, SIGN, Box, Layout, arrange, is_bold
from mindgist.export.markup import attributes, quoted
from mindgist.export.wrap import exact_width, from_right
from mindgist.mindmap import MindMap

FONTS = "'Open Sans', 'Noto Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
_FROM_RIGHT, _ENDS = "\N{RIGHT-TO-LEFT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
SIGN_SIZE = 11.0
BASELINE = 1.04  # from the top of a line to where its letters stand, in sizes of the font


def to_svg(mindmap: MindMap) -> str:
    """The picture, with the map's title and size for those who cannot see it, and each node's place as its tooltip."""
    return draw(arrange(centred(mindmap, as_seen=True)), len(mindmap))


def draw(layout: Layout, nodes: int) -> str:
    """The layout as SVG."""
    width, height = number(layout.width), number(layout.height)
    centre = layout.boxes[0].branch
    head = attributes(
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": width,
            "height": height,
            "viewBox": f"0 0 {width} {height}",
            "font-family": FONTS,
        }
    )
    lines = [
        f"<svg{head}>",
        f"<title>{quoted(centre.label)}</title>",
        f"<desc>A mind-map of {nodes} nodes: the centre in the middle, branches to its right and left.</desc>",
        f'<rect width="{width}" height="{height}" fill="{BACKGROUND}"/>',
        '<g fill="none" stroke-linecap="round">',
        *(_link(layout.boxes[box.parent], box) for box in layout.boxes if box.parent is not None),
        "</g>",
        *(_box(box) for box in layout.boxes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def curve(parent: Box, child: Box) -> tuple[float, ...]:
    """The link between two boxes: where it starts, then the start, two handles and the end of a cubic curve.

    A link runs straight to the outer edge of the parent's column before it bends, so that it crosses no box. Links
    of the centre start inside its box, which is drawn over them, so that all seem to come from one place.
    """
    inner = child.x if child.side > 0 else child.x + child.width  # the child's edge towards the centre
    if child.stacked:
        x, bottom = (parent.x if child.side > 0 else parent.x + parent.width) + child.side * INDENT / 2, parent.middle
        return x, bottom, x, bottom, x, child.middle, x, child.middle, inner, child.middle
    if parent.depth == 0:
        start = edge = parent.x + parent.width / 2 + child.side * parent.width / 4
        bend = (edge + 2 * inner) / 3
    else:
        start, edge = (parent.x + parent.width if child.side > 0 else parent.x), parent.edge
        bend = (edge + inner) / 2
    level = parent.middle
    return start, level, edge, level, bend, level, (edge + inner) / 2, child.middle, inner, child.middle


def _link(parent: Box, child: Box) -> str:
    colours = paint(child.depth, child.family)
    sx, sy, x0, y0, x1, y1, x2, y2, x3, y3 = map(number, curve(parent, child))
    line = "" if (sx, sy) == (x0, y0) else f"H{x0}"
    path = f"M{sx} {sy}{line}C{x1} {y1} {x2} {y2} {x3} {y3}"
    return f'<path d="{path}" stroke="{colours.link}" stroke-width="{colours.link_width}"/>'


def _box(box: Box) -> str:
    colours = paint(box.depth, box.family)
    note = box.branch.note or box.branch.label
    data = {f"data-{name}": value for name, value in box.branch.details.items() if name not in ("text", "note")}
    frame = {
        "x": number(box.x),
        "y": number(box.y),
        "width": number(box.width),
        "height": number(box.height),
        "rx": number(corner(box)),
        "fill": colours.fill,
        "stroke": colours.border,
    }
    return (
        f"<g{attributes(data)}><title>{quoted(note)}</title><rect{attributes(frame)}/>{box_text(box, colours.text)}"
        f"{_sign(box)}</g>"
    )


def _sign(box: Box) -> str:
    if not box.branch.hidden:
        return ""
    x, y = sign_place(box)
    at = {"x": number(x), "y": number(y), "font-size": number(SIGN_SIZE), "fill": INK, "text-anchor": "middle"}
    return f"<text{attributes(at)}>{sign_words(box)}</text>"


def sign_words(box: Box) -> str:
    """What tells how many are folded away under a box."""
    return f"+{box.branch.hidden}"


def sign_place(box: Box) -> tuple[float, float]:
    """The middle of the sign and the line that it stands on, at the box's outer side."""
    return (box.x - SIGN / 2 if box.side < 0 else box.x + box.width + SIGN / 2), box.middle + 4


def box_text(box: Box, fill: str) -> str:
    """The lines of a box."""
    style, bold = box.style, is_bold(box.branch, box.depth)
    x, anchor = text_start(box)
    text = {"fill": fill, "font-size": number(style.size)}
    if bold:
        text["font-weight"] = "600"
    if anchor != "start":
        text["text-anchor"] = anchor
    # Not every program that draws SVG knows its attribute for the direction, but all know Unicode's own marks.
    before, after = (_FROM_RIGHT, _ENDS) if from_right(box.branch.label) else ("", "")
    lines = "".join(
        f"<text{attributes(_line(box, place, x, bold))}>{before}{quoted(line)}{after}</text>"
        for place, line in enumerate(box.lines)
    )
    return f"<g{attributes(text)}>{lines}</g>"


def _line(box: Box, place: int, x: float, bold: bool) -> dict[str, str]:
    """Where a line stands and how long it is: programs without the font draw another's letters, which must fit, too."""
    at = {"x": number(x), "y": number(baseline(box, place))}
    if length := exact_width(box.lines[place], box.style.size, bold):
        at |= {"textLength": number(length), "lengthAdjust": "spacingAndGlyphs"}
    return at


def corner(box: Box) -> float:
    """The radius of a box's corners."""
    return min(box.height / 2, (14.0, 10.0, 7.0)[min(box.depth, 2)])


def text_start(box: Box) -> tuple[float, str]:
    """Where lines are anchored: the centre's in the middle, others at the edge where their script begins."""
    if box.depth == 0:
        return box.x + box.width / 2, "middle"
    if from_right(box.branch.label):
        return box.x + box.width - box.style.beside, "end"
    return box.x + box.style.beside, "start"


def baseline(box: Box, line: int) -> float:
    """How far down the letters of a line stand."""
    return box.y + box.style.above + box.style.size * (line * LINE + BASELINE)


def number(value: float) -> str:
    """A coordinate with one decimal, or none where it has none."""
    return f"{value:.1f}".removesuffix(".0")
