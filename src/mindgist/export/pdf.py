"""A map as PDF: one page in the layout of the pictures, as vector graphics and text.

Latin, Greek and Cyrillic labels use the shipped font. Other scripts may need shaping, so their labels are embedded as
images drawn with the system's fonts. All text can be searched and copied.
"""

import re
import unicodedata

from mindgist.export.branch import centre_branch
from mindgist.export.constants import RIGHT_TO_LEFT, paint
from mindgist.export.font import shipped_font
from mindgist.export.layout import Box, arrange
from mindgist.export.pdf_objects import PdfFile, text_string
from mindgist.export.png import rasterize
from mindgist.export.svg import (
    SVG_NAMESPACE,
    Line,
    corner_radius,
    drawn_links,
    fold_sign,
    format_number,
    label_lines,
    number_attributes,
    text_element,
)
from mindgist.export.wrap import drawn_width
from mindgist.mindmap import MindMap

POINTS_PER_PIXEL = 0.75
MAX_SIDE = 14_400  # points, a limit of PDF
IMAGE_SCALE = 3.0  # image pixels per layout pixel, for labels drawn as images
ANCHOR_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of a line is left of its anchor
VISIBLE, INVISIBLE = 0, 3  # PDF's modes of drawing text
_LEFT_TO_RIGHT = re.compile(rf"([0-9A-Za-z](?:[^{RIGHT_TO_LEFT[1:]}*[0-9A-Za-z])?)")
FIRST_FREE_CODE = 0x8000  # of characters; the shipped fonts have fewer glyphs


def to_pdf(mindmap: MindMap) -> bytes:
    """Return a PDF file with one page as large as the map."""
    layout = arrange(centre_branch(mindmap, visible_only=True))
    file = PdfFile()
    page = _Page(file)
    scale = min(POINTS_PER_PIXEL, MAX_SIDE / max(layout.width, layout.height))
    width, height = layout.width * scale, layout.height * scale
    commands = [
        f"{scale:.5f} 0 0 {-scale:.5f} 0 {height:.2f} cm",
        "1 J 1 j",  # round ends and corners of lines
        *(_path(*link) for link in drawn_links(layout.boxes)),
        "[] 0 d",  # no dashes around boxes
        *(page.draw_box(box) for box in layout.boxes),
    ]
    content = file.add_stream("\n".join(commands).encode("ascii"))
    resources = page.resources()
    sheet = file.add(
        f"<< /Type /Page /Parent {file.next_number + 1} 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] "
        f"/Contents {content} 0 R /Resources {resources} >>"
    )
    pages = file.add(f"<< /Type /Pages /Kids [{sheet} 0 R] /Count 1 >>")
    catalog = file.add(f"<< /Type /Catalog /Pages {pages} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>")
    title = text_string(layout.boxes[0].branch.label)
    return file.content(catalog, file.add(f"<< /Title {title} /Producer (mindgist) >>"))


class _Page:
    """Draws boxes and collects the characters and images that the page uses."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._codes: dict[bool, dict[str, int]] = {False: {}, True: {}}  # of the characters, by boldness
        self._images: list[int] = []

    def draw_box(self, box: Box) -> str:
        """Return the commands that draw a box. A label that the font cannot show is an image under invisible text."""
        lines = list(label_lines(box))
        is_plain = all(map(_is_plain, lines))
        parts = [_frame(box)] if is_plain else [_frame(box), self._image(box, lines)]
        parts += [self._text(line, VISIBLE if is_plain else INVISIBLE) for line in lines]
        return "\n".join([*parts, *(self._text(sign, VISIBLE) for sign in fold_sign(box))])

    def resources(self) -> str:
        """Add the used fonts to the file and return the page's resources."""
        fonts = " ".join(
            f"/F{int(bold)} {self._file.add_font(bold, codes)} 0 R" for bold, codes in self._codes.items() if codes
        )
        images = " ".join(f"/P{index} {number} 0 R" for index, number in enumerate(self._images))
        return f"<< /Font << {fonts} >> /XObject << {images} >> >>"

    def _text(self, line: Line, mode: int) -> str:
        """Return the commands for a line of text.

        A character's code is its glyph number. Characters that the font lacks, in invisible text, get further codes.
        """
        text = unicodedata.normalize("NFC", line.text)
        text = _as_drawn(text) if line.right_to_left else text
        glyphs, codes = shipped_font(line.bold).glyphs, self._codes[line.bold]
        for character in text:
            codes.setdefault(character, glyphs.get(character, FIRST_FREE_CODE + len(codes)))
        digits = "".join(f"{codes[character]:04X}" for character in text)
        left = line.x - drawn_width(text, line.font_size, line.bold) * ANCHOR_SHARES[line.anchor]
        style = f"/F{int(line.bold)} {format_number(line.font_size)} Tf {mode} Tr {_colour(line.colour)} rg"
        return f"BT {style} 1 0 0 -1 {format_number(left)} {format_number(line.y)} Tm <{digits}> Tj ET"

    def _image(self, box: Box, lines: list[Line]) -> str:
        """Return the command that draws a label as an image."""
        inset = corner_radius(box) / 2  # inside the frame and its round corners
        x, y, width, height = box.x + inset, box.y + 1, box.width - 2 * inset, box.height - 2
        view = " ".join(map(format_number, (x, y, width, height)))
        size = number_attributes(width=width, height=height)
        fill = paint(box.depth, box.main_branch).fill
        svg = f'<svg xmlns="{SVG_NAMESPACE}"{size} viewBox="{view}">{"".join(map(text_element, lines))}</svg>'
        self._images.append(self._file.add_image(rasterize(svg, IMAGE_SCALE, fill)))
        matrix = " ".join(map(format_number, (width, 0, 0, -height, x, y + height)))
        return f"q {matrix} cm /P{len(self._images) - 1} Do Q"


def _as_drawn(text: str) -> str:
    """Return the characters of a right-to-left line from left to right, the order in which PDF readers expect them."""
    parts = _LEFT_TO_RIGHT.split(text)  # every second part is left to right
    return "".join(part if place % 2 else part[::-1] for place, part in reversed(list(enumerate(parts))))


def _is_plain(line: Line) -> bool:
    """Return whether the font has every character, and none needs shaping or reordering."""
    return all(
        character in shipped_font(line.bold).glyphs
        and unicodedata.category(character) not in ("Mn", "Me", "Cf")
        and unicodedata.bidirectional(character) not in ("R", "AL")
        for character in unicodedata.normalize("NFC", line.text)
    )


def _path(curve: tuple[float, ...], colour: str, width: float, dash: str) -> str:
    points = [format_number(value) for value in curve]
    path = f"{' '.join(points[:2])} m {' '.join(points[2:])} c S"
    return f"[{dash}] 0 d {_colour(colour)} RG {width} w {path}"


def _frame(box: Box) -> str:
    """Return a rectangle with round corners: a smaller one with a line of twice the radius around it, drawn twice."""
    colours, radius = paint(box.depth, box.main_branch), corner_radius(box)
    sides = (box.x + radius, box.y + radius, box.width - 2 * radius, box.height - 2 * radius)
    rectangle = " ".join(map(format_number, sides)) + " re B"
    layers = ((colours.border, 2 * radius + 1), (colours.fill, 2 * radius - 1))
    return "\n".join(
        f"{_colour(colour)} rg {_colour(colour)} RG {format_number(width)} w {rectangle}" for colour, width in layers
    )


def _colour(colour: str) -> str:
    return " ".join(f"{int(colour[start : start + 2], 16) / 255:.3f}" for start in (1, 3, 5))
