"""A map as a picture: SVG without scripts, links and things to load, and PNG drawn from it."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mindgist.errors import ExportError
from mindgist.export import constants
from mindgist.export.branch import centre_branch
from mindgist.export.font import FONT_FILES, exact_width, is_right_to_left, shipped_font
from mindgist.export.layout import Box, Layout, arrange, linked_boxes
from mindgist.export.markup import escape_xml, xml_attributes
from mindgist.mindmap import MindMap

CROSS_LINK_WIDTH = 1.5
SVG_NAMESPACE = "http://www.w3.org/2000/svg"
MAX_PNG_SIDE = 30_000  # pixels
_CJK_SCRIPTS = {"BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "KATAKANA"}
_NO_CHARACTER = "\ufdd0"  # no font has it


class Line(NamedTuple):
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
    return _svg(arrange(mindmap), len(mindmap))


def _svg(layout: Layout, node_count: int) -> str:
    width, height = format_numbers(layout.width), format_numbers(layout.height)
    links = "".join(f"{_path(*link)}\n" for link in drawn_links(layout.boxes))
    boxes = "\n".join(map(_box, layout.boxes))
    size = f'width="{width}" height="{height}"'
    return f"""\
<svg xmlns="{SVG_NAMESPACE}" {size} viewBox="0 0 {width} {height}" font-family="{constants.FONT_FAMILIES}">
<title>{escape_xml(layout.boxes[0].branch.label)}</title>
<desc>A mind-map of {node_count} nodes: the centre in the middle, branches to its right and left.</desc>
<rect {size} fill="{constants.BACKGROUND}"/>
<g fill="none" stroke-linecap="round">
{links}</g>
{boxes}
</svg>
"""


def drawn_links(boxes: Sequence[Box]) -> Iterator[tuple[tuple[float, ...], str, float, str]]:
    """Yield the curve, colour, width and dashes of each link and cross-link."""
    for box in boxes:
        if box.parent:
            yield link_curve(box.parent, box), box.colours.link, box.colours.link_width, ""
    for one, other in linked_boxes(boxes):
        yield cross_link_curve(one, other), constants.CROSS_LINK_COLOUR, CROSS_LINK_WIDTH, constants.CROSS_LINK_DASH


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
        bend = (max(start, end) if side > 0 else min(start, end)) + side * constants.CROSS_LINK_BULGE
    return start, one.middle, bend, one.middle, bend, other.middle, end, other.middle


def _path(curve: tuple[float, ...], colour: str, width: float, dash: str) -> str:
    style = f'stroke="{colour}" stroke-width="{width}"' + (f' stroke-dasharray="{dash}"' if dash else "")
    return f'<path d="M{format_numbers(*curve[:2])}C{format_numbers(*curve[2:])}" {style}/>'


def _box(box: Box) -> str:
    tooltip = escape_xml(box.branch.note or box.branch.label)
    data = {f"data-{name}": value for name, value in box.branch.details.items() if name not in ("text", "note")}
    frame = number_attributes(x=box.x, y=box.y, width=box.width, height=box.height, rx=box.corner_radius)
    return (
        f"<g{xml_attributes(data)}><title>{tooltip}</title>"
        f'<rect{frame} fill="{box.colours.fill}" stroke="{box.colours.border}"/>'
        f"{''.join(map(text_element, (*label_lines(box), *fold_sign(box))))}</g>"
    )


def label_lines(box: Box) -> Iterator[Line]:
    """Yield the lines of a box: centred in the centre, else on the side where the script begins."""
    style, colour = box.style, box.colours.text
    right_to_left = is_right_to_left(box.branch.label)
    x, anchor = box.x + style.padding_x, "start"
    if box.depth == 0:
        x, anchor = box.x + box.width / 2, "middle"
    elif right_to_left:
        x, anchor = box.x + box.width - style.padding_x, "end"
    for index, text in enumerate(box.lines):
        y = box.y + style.padding_y + style.font_size * (index * constants.LINE_HEIGHT + constants.BASELINE)
        yield Line(text, x, y, anchor, style.font_size, colour, index < box.bold_lines, right_to_left)


def fold_sign(box: Box) -> Iterator[Line]:
    """Yield how many nodes are folded away below a box, beside it."""
    if box.branch.hidden:
        x = box.x - constants.FOLD_SIGN_WIDTH / 2 if box.side < 0 else box.x + box.width + constants.FOLD_SIGN_WIDTH / 2
        yield Line(f"+{box.branch.hidden}", x, box.middle + 4, "middle", constants.FOLD_SIGN_FONT_SIZE, constants.INK)


def text_element(line: Line) -> str:
    """Return a line as SVG."""
    attributes = f'{number_attributes(x=line.x, y=line.y)} fill="{line.colour}"'
    attributes += f' font-size="{format_numbers(line.font_size)}"'
    attributes += f' text-anchor="{line.anchor}"' if line.anchor != "start" else ""
    attributes += ' font-weight="600"' if line.bold else ""
    if length := exact_width(line.text, line.font_size, line.bold):  # so that the text fits in any other font, too
        attributes += f'{number_attributes(textLength=length)} lengthAdjust="spacingAndGlyphs"'
    text = escape_xml(line.text)
    if line.right_to_left:  # some SVG programs ignore the direction attribute, but all respect Unicode's marks
        text = f"\N{RIGHT-TO-LEFT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return f"<text{attributes}>{text}</text>"


def format_numbers(*values: float) -> str:
    """Return numbers with one decimal, or none if it is 0."""
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in values)


def number_attributes(**numbers: float) -> str:
    """Return the attributes of an element, each with a space before it."""
    return "".join(f' {name}="{format_numbers(value)}"' for name, value in numbers.items())


def to_png(mindmap: MindMap) -> bytes:
    """Return the picture at PNG_SCALE, or smaller if it would be too large."""
    layout = arrange(mindmap)
    scale = min(
        constants.PNG_SCALE,
        (constants.MAX_PNG_PIXELS / (layout.width * layout.height)) ** 0.5,
        MAX_PNG_SIDE / max(layout.width, layout.height),
    )
    return rasterize(_svg(layout, len(mindmap)), scale)


def font_warning(mindmap: MindMap, ending: str) -> str | None:
    """Return a message if a picture with this ending lacks labels because no font on this machine has their script."""
    if ending not in (".png", ".pdf"):
        return None
    labels = "".join(branch.label for _, branch in centre_branch(mindmap.cut(), visible_only=True).walk())
    scripts: dict[str, str] = {}  # the most frequent character of each
    for character, _ in Counter(labels).most_common():
        if character.isalpha() and character not in shipped_font(bold=False):
            scripts.setdefault(unicodedata.name(character, "UNKNOWN").split()[0].split("-")[0], character)
    blank = _draw_character(_NO_CHARACTER)
    missing = [name for name, character in scripts.items() if _draw_character(character) == blank]
    if not missing:
        return None
    package = "fonts-noto-cjk" if set(missing) & _CJK_SCRIPTS else "fonts-noto-core"
    names = " and ".join(name if name == "CJK" else name.capitalize() for name in sorted(missing))
    return f"no font on this machine has {names} characters, so the picture lacks them; install one, such as {package}"


def _draw_character(character: str) -> bytes:
    text = f'<text x="4" y="30" font-size="24">{character}</text>'
    return rasterize(f'<svg xmlns="{SVG_NAMESPACE}" width="40" height="40">{text}</svg>', 1.0)


def rasterize(svg: str, scale: float, background: str = constants.BACKGROUND) -> bytes:
    """Convert SVG to PNG: Latin, Greek and Cyrillic in the shipped font, other scripts in the system's fonts."""
    from resvg_py import svg_to_bytes

    fonts, family = list(map(str, FONT_FILES.values())), "Open Sans"
    try:
        return bytes(svg_to_bytes(
            svg, zoom=scale, font_files=fonts, font_family=family, sans_serif_family=family, background=background
        ))  # fmt: skip
    except ValueError as error:
        raise ExportError(f"the picture could not be drawn: {error}") from error
