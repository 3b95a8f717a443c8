"""A map as PDF: one page in the layout of the pictures, as vector graphics and text.

Latin, Greek and Cyrillic labels use the shipped font. Other scripts may need shaping, so their labels are embedded as
images drawn with the system's fonts. All text can be searched and copied.
"""

import unicodedata

from mindgist.export.branch import centre_branch
from mindgist.export.colours import paint
from mindgist.export.constants import FOLD_SIGN_FONT_SIZE, INK
from mindgist.export.layout import Box, Layout, arrange, is_bold
from mindgist.export.markup import xml_attributes
from mindgist.export.pdf_objects import PdfFile, text_string
from mindgist.export.png import rasterize
from mindgist.export.svg import (
    SVG_NAMESPACE,
    baseline,
    box_text,
    corner_radius,
    fold_sign,
    format_number,
    link_curve,
    text_anchor,
)
from mindgist.export.truetype import TrueTypeFont, shipped_font
from mindgist.mindmap import MindMap

POINTS_PER_PIXEL = 0.75
MAX_SIDE = 14_400  # points, a limit of PDF
IMAGE_SCALE = 3.0  # image pixels per layout pixel, for labels drawn as images
CIRCLE_HANDLE = 0.5523  # the distance of a Bézier curve's control points that approximates a quarter of a circle
_FONT_NAMES = {False: "MINDGI+OpenSans", True: "MINDGI+OpenSans-Semibold"}


def to_pdf(mindmap: MindMap) -> bytes:
    """Return a PDF file with one page as large as the map."""
    layout = arrange(centre_branch(mindmap, visible_only=True))
    file = PdfFile()
    page = _Page(file, layout)
    scale = min(POINTS_PER_PIXEL, MAX_SIDE / max(layout.width, layout.height))
    width, height = layout.width * scale, layout.height * scale
    commands = f"{scale:.5f} 0 0 {-scale:.5f} 0 {height:.2f} cm\n" + "\n".join(page.draw())
    content = file.add_stream(commands.encode("ascii"))
    pages = file.reserve()
    sheet = file.add(
        f"<< /Type /Page /Parent {pages} 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] "
        f"/Contents {content} 0 R /Resources {page.resources()} >>"
    )
    file.put(pages, f"<< /Type /Pages /Kids [{sheet} 0 R] /Count 1 >>")
    catalog = file.add(f"<< /Type /Catalog /Pages {pages} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>")
    title = text_string(layout.boxes[0].branch.label)
    return file.content(catalog, file.add(f"<< /Title {title} /Producer (mindgist) >>"))


class _Page:
    """Draws a layout and collects the glyphs and images that the page uses."""

    def __init__(self, file: PdfFile, layout: Layout) -> None:
        self._file = file
        self._boxes = layout.boxes
        self._used_glyphs: dict[bool, dict[int, str]] = {False: {}, True: {}}  # the character of each, by boldness
        self._hidden_codes: dict[str, int] = {}  # codes of the characters of labels drawn as images
        self._images: list[int] = []

    def draw(self) -> list[str]:
        """Return the drawing commands: links first, boxes over them."""
        links = [_link(self._boxes[box.parent], box) for box in self._boxes if box.parent is not None]
        boxes = []
        for box in self._boxes:
            boxes += [_frame(box), self._label(box)]
            if box.branch.hidden:
                boxes.append(self._fold_sign(box))
        return ["1 J", *links, *boxes]

    def resources(self) -> str:
        """Add the used fonts to the file and return the page's resources."""
        fonts = {
            _font_key(bold): self._file.add_font(_FONT_NAMES[bold], shipped_font(bold), used, used)
            for bold, used in self._used_glyphs.items()
            if used
        }
        if self._hidden_codes:
            characters = {code: character for character, code in self._hidden_codes.items()}
            fonts["F2"] = self._file.add_font("MINDGI+Hidden", shipped_font(False), (), characters)
        images = " ".join(f"/P{index} {number} 0 R" for index, number in enumerate(self._images))
        named = " ".join(f"/{key} {number} 0 R" for key, number in fonts.items())
        return f"<< /Font << {named} >> /XObject << {images} >> >>"

    def _label(self, box: Box) -> str:
        font = shipped_font(is_bold(box.branch, box.depth))
        return self._text(box) if all(_is_plain(line, font) for line in box.lines) else self._image(box)

    def _text(self, box: Box) -> str:
        bold, size = is_bold(box.branch, box.depth), box.style.font_size
        x, anchor = text_anchor(box)
        ink = paint(box.depth, box.main_branch).text
        parts = [f"BT /{_font_key(bold)} {format_number(size)} Tf {_colour(ink)} rg"]
        for index, line in enumerate(box.lines):
            line = unicodedata.normalize("NFC", line)
            left = x - (size * shipped_font(bold).width(line) / 2 if anchor == "middle" else 0)
            parts.append(self._line(line, bold, left, baseline(box, index)))
        return "\n".join([*parts, "ET"])

    def _fold_sign(self, box: Box) -> str:
        text, x, y = fold_sign(box)
        left = x - FOLD_SIGN_FONT_SIZE * shipped_font(False).width(text) / 2
        font = f"/{_font_key(False)} {format_number(FOLD_SIGN_FONT_SIZE)} Tf {_colour(INK)} rg"
        return f"BT {font} {self._line(text, False, left, y)} ET"

    def _line(self, text: str, bold: bool, x: float, y: float) -> str:
        glyphs = [shipped_font(bold).glyphs[ord(character)] for character in text]
        self._used_glyphs[bold].update(zip(glyphs, text, strict=True))
        return _show_codes(glyphs, x, y)

    def _image(self, box: Box) -> str:
        """Draw a label as an image, with its text in invisible letters over it."""
        inset = corner_radius(box) / 2  # inside the frame and its round corners
        x, y, width, height = box.x + inset, box.y + 1, box.width - 2 * inset, box.height - 2
        view = {
            "xmlns": SVG_NAMESPACE,
            "width": format_number(width),
            "height": format_number(height),
            "viewBox": " ".join(map(format_number, (x, y, width, height))),
        }
        colours = paint(box.depth, box.main_branch)
        ground = xml_attributes(
            {"x": x - 1, "y": y - 1, "width": width + 2, "height": height + 2, "fill": colours.fill}
        )
        svg = f"<svg{xml_attributes(view)}><rect{ground}/>{box_text(box, colours.text)}</svg>"
        self._images.append(self._file.add_image(rasterize(svg, IMAGE_SCALE)))
        matrix = " ".join(map(format_number, (width, 0, 0, -height, x, y + height)))
        parts = [
            f"q {matrix} cm",
            f"/P{len(self._images) - 1} Do Q",
            f"BT 3 Tr /F2 {format_number(box.style.font_size)} Tf",
        ]
        for index, line in enumerate(box.lines):
            codes = [self._hidden_codes.setdefault(character, len(self._hidden_codes) + 1) for character in line]
            parts.append(_show_codes(codes, box.x + box.style.padding_x, baseline(box, index)))
        return "\n".join([*parts, "0 Tr ET"])


def _font_key(bold: bool) -> str:
    return "F1" if bold else "F0"


def _show_codes(codes: list[int], x: float, y: float) -> str:
    digits = "".join(f"{code:04X}" for code in codes)
    return f"1 0 0 -1 {format_number(x)} {format_number(y)} Tm <{digits}> Tj"


def _is_plain(line: str, font: TrueTypeFont) -> bool:
    """Return whether the font has every character, and none needs shaping or reordering."""
    return all(
        ord(character) in font.glyphs
        and unicodedata.category(character) not in ("Mn", "Me", "Cf")
        and unicodedata.bidirectional(character) not in ("R", "AL")
        for character in unicodedata.normalize("NFC", line)
    )


def _link(parent: Box, child: Box) -> str:
    colours = paint(child.depth, child.main_branch)
    points = [format_number(value) for value in link_curve(parent, child)]
    path = f"{' '.join(points[:2])} m {' '.join(points[2:4])} l {' '.join(points[4:])} c S"
    return f"{_colour(colours.link)} RG {colours.link_width} w {path}"


def _frame(box: Box) -> str:
    """Return a rectangle with round corners, from its upper left corner clockwise."""
    colours = paint(box.depth, box.main_branch)
    left, top, right, bottom, radius = box.x, box.y, box.x + box.width, box.y + box.height, corner_radius(box)
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top), (right, top)]
    path = [f"{format_number(left + radius)} {format_number(top)} m"]
    for (x0, y0), (x1, y1), (x2, y2) in zip(corners, corners[1:], corners[2:], strict=False):
        start = _towards(x1, x0, radius), _towards(y1, y0, radius)
        end = _towards(x1, x2, radius), _towards(y1, y2, radius)
        handles = [(x1 + (x - x1) * (1 - CIRCLE_HANDLE), y1 + (y - y1) * (1 - CIRCLE_HANDLE)) for x, y in (start, end)]
        path.append(f"{format_number(start[0])} {format_number(start[1])} l")
        path.append(" ".join(format_number(value) for point in (*handles, end) for value in point) + " c")
    return f"{_colour(colours.fill)} rg {_colour(colours.border)} RG 1 w {' '.join(path)} h B"


def _towards(start: float, end: float, distance: float) -> float:
    """Move a coordinate by a distance towards another; equal coordinates stay."""
    return start + (distance if end > start else -distance if end < start else 0.0)


def _colour(colour: str) -> str:
    return " ".join(f"{int(colour[start : start + 2], 16) / 255:.3f}" for start in (1, 3, 5))
