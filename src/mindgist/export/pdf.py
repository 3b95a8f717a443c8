"""A map as PDF: one page in the layout of the picture, lines and letters as such, so that it is sharp at any size.

Latin, Greek and Cyrillic are set in the shipped font. Labels that need more (other scripts, which also need letters
joined or reordered) are drawn as small pictures with the system's fonts. All text can be searched and copied.
"""

import unicodedata

from mindgist.export.branch import centred
from mindgist.export.colours import INK, paint
from mindgist.export.layout import Box, Layout, arrange, is_bold
from mindgist.export.markup import attributes
from mindgist.export.pdf_objects import PdfFile, text_string
from mindgist.export.png import rasterize
from mindgist.export.svg import SIGN_SIZE, baseline, box_text, corner, curve, number, sign_place, sign_words, text_start
from mindgist.export.truetype import TrueTypeFont, shipped_font
from mindgist.mindmap import MindMap

_POINTS = 0.75  # of a unit of the layout, which is a pixel in the sense of CSS
_LONGEST_SIDE = 14_400  # points: what PDF allows
_SHARPNESS = 3.0  # pixels for a unit of the layout, in labels drawn as pictures
_ROUND = 0.5523  # how far the handles of a curve stand off that looks like a quarter of a circle
_FONT_NAMES = {False: "MINDGI+OpenSans", True: "MINDGI+OpenSans-Semibold"}


def to_pdf(mindmap: MindMap) -> bytes:
    """The picture as a page of its own size."""
    layout = arrange(centred(mindmap, as_seen=True))
    file = PdfFile()
    page = _Page(file, layout)
    scale = min(_POINTS, _LONGEST_SIDE / max(layout.width, layout.height))
    width, height = layout.width * scale, layout.height * scale
    drawn = f"{scale:.5f} 0 0 {-scale:.5f} 0 {height:.2f} cm\n" + "\n".join(page.draw())
    content = file.add_stream(drawn.encode("ascii"))
    pages = file.reserve()
    sheet = file.add(
        f"<< /Type /Page /Parent {pages} 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] "
        f"/Contents {content} 0 R /Resources {page.resources()} >>"
    )
    file.put(pages, f"<< /Type /Pages /Kids [{sheet} 0 R] /Count 1 >>")
    catalog = file.add(f"<< /Type /Catalog /Pages {pages} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>")
    centre = layout.boxes[0].branch
    title = text_string(centre.label)
    return file.content(catalog, file.add(f"<< /Title {title} /Producer (mindgist) >>"))


class _Page:
    """Draws a layout, and gathers the glyphs and pictures that the page needs."""

    def __init__(self, file: PdfFile, layout: Layout) -> None:
        self._file = file
        self._boxes = layout.boxes
        self._used: dict[bool, dict[int, str]] = {False: {}, True: {}}
        self._hidden: dict[str, int] = {}  # characters inside pictures, with a code for each
        self._pictures: list[int] = []

    def draw(self) -> list[str]:
        """The links, then the boxes over them."""
        links = [_link(self._boxes[box.parent], box) for box in self._boxes if box.parent is not None]
        boxes = []
        for box in self._boxes:
            colours = paint(box.depth, box.family)
            boxes += [_frame(box), self._label(box, colours.text, colours.fill)]
            if box.branch.hidden:
                boxes.append(self._sign(box))
        return ["1 J", *links, *boxes]

    def resources(self) -> str:
        """The fonts and pictures that were used."""
        fonts = {
            _font_key(bold): self._file.add_font(_FONT_NAMES[bold], shipped_font(bold), used)
            for bold, used in self._used.items()
            if used
        }
        if self._hidden:
            codes = {code: character for character, code in self._hidden.items()}
            fonts["F2"] = self._file.add_hidden_font("MINDGI+Hidden", shipped_font(False), codes)
        pictures = " ".join(f"/P{place} {number} 0 R" for place, number in enumerate(self._pictures))
        named = " ".join(f"/{key} {number} 0 R" for key, number in fonts.items())
        return f"<< /Font << {named} >> /XObject << {pictures} >> >>"

    def _label(self, box: Box, ink: str, ground: str) -> str:
        bold = is_bold(box.branch, box.depth)
        if all(_is_plain(line, shipped_font(bold)) for line in box.lines):
            return self._set(box, bold, ink)
        return self._pictured(box, ink, ground)

    def _set(self, box: Box, bold: bool, ink: str) -> str:
        font, size = shipped_font(bold), box.style.size
        x, anchor = text_start(box)
        parts = [f"BT /{_font_key(bold)} {number(size)} Tf {_colour(ink)} rg"]
        for place, line in enumerate(box.lines):
            line = unicodedata.normalize("NFC", line)
            left = x - (size * font.width(line) / 2 if anchor == "middle" else 0)
            parts.append(self._words(line, bold, left, baseline(box, place)))
        return "\n".join([*parts, "ET"])

    def _sign(self, box: Box) -> str:
        """How many are folded away under a box, beside it."""
        words, (x, y) = sign_words(box), sign_place(box)
        left = x - SIGN_SIZE * shipped_font(False).width(words) / 2
        font = f"/{_font_key(False)} {number(SIGN_SIZE)} Tf {_colour(INK)} rg"
        return f"BT {font} {self._words(words, False, left, y)} ET"

    def _words(self, words: str, bold: bool, x: float, y: float) -> str:
        glyphs = [shipped_font(bold).glyphs[ord(character)] for character in words]
        self._used[bold].update(zip(glyphs, words, strict=True))
        codes = "".join(f"{glyph:04X}" for glyph in glyphs)
        return f"1 0 0 -1 {number(x)} {number(y)} Tm <{codes}> Tj"

    def _pictured(self, box: Box, ink: str, ground: str) -> str:
        """The label as a picture, and its words over it in invisible letters."""
        inset = corner(box) / 2  # inside the frame and its round corners
        x, y, width, height = box.x + inset, box.y + 1, box.width - 2 * inset, box.height - 2
        view = {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": number(width),
            "height": number(height),
            "viewBox": " ".join(map(number, (x, y, width, height))),
        }
        behind = attributes({"x": x - 1, "y": y - 1, "width": width + 2, "height": height + 2, "fill": ground})
        svg = f"<svg{attributes(view)}><rect{behind}/>{box_text(box, ink)}</svg>"
        self._pictures.append(self._file.add_picture(rasterize(svg, _SHARPNESS)))
        parts = [
            f"q {number(width)} 0 0 {number(-height)} {number(x)} {number(y + height)} cm",
            f"/P{len(self._pictures) - 1} Do Q",
            f"BT 3 Tr /F2 {number(box.style.size)} Tf",
        ]
        for place, line in enumerate(box.lines):
            codes = "".join(f"{self._hidden.setdefault(c, len(self._hidden) + 1):04X}" for c in line)
            left, down = box.x + box.style.beside, baseline(box, place)
            parts.append(f"1 0 0 -1 {number(left)} {number(down)} Tm <{codes}> Tj")
        return "\n".join([*parts, "0 Tr ET"])


def _font_key(bold: bool) -> str:
    return "F1" if bold else "F0"


def _is_plain(line: str, font: TrueTypeFont) -> bool:
    """Whether the font has every character, and none needs to be joined to or ordered among its neighbours."""
    return all(
        ord(character) in font.glyphs
        and unicodedata.category(character) not in ("Mn", "Me", "Cf")
        and unicodedata.bidirectional(character) not in ("R", "AL")
        for character in unicodedata.normalize("NFC", line)
    )


def _link(parent: Box, child: Box) -> str:
    colours = paint(child.depth, child.family)
    points = [number(value) for value in curve(parent, child)]
    path = f"{' '.join(points[:2])} m {' '.join(points[2:4])} l {' '.join(points[4:])} c S"
    return f"{_colour(colours.link)} RG {colours.link_width} w {path}"


def _frame(box: Box) -> str:
    """A rectangle with round corners, from its upper left corner on."""
    colours = paint(box.depth, box.family)
    left, top, right, bottom, radius = box.x, box.y, box.x + box.width, box.y + box.height, corner(box)
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top), (right, top)]
    path = [f"{number(left + radius)} {number(top)} m"]
    for (x0, y0), (x1, y1), (x2, y2) in zip(corners, corners[1:], corners[2:], strict=False):
        before = _towards(x1, x0, radius), _towards(y1, y0, radius)
        after = _towards(x1, x2, radius), _towards(y1, y2, radius)
        near = 1 - _ROUND
        handles = [(x1 + (x - x1) * near, y1 + (y - y1) * near) for x, y in (before, after)]
        path.append(f"{number(before[0])} {number(before[1])} l")
        path.append(" ".join(number(value) for point in (*handles, after) for value in point) + " c")
    return f"{_colour(colours.fill)} rg {_colour(colours.border)} RG 1 w {' '.join(path)} h B"


def _towards(here: float, there: float, distance: float) -> float:
    """A coordinate moved by a distance towards another, or not at all where they are equal."""
    return here + (distance if there > here else -distance if there < here else 0.0)


def _colour(colour: str) -> str:
    return " ".join(f"{int(colour[place : place + 2], 16) / 255:.3f}" for place in (1, 3, 5))
