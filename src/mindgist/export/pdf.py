"""A map as PDF: one page in the layout of the pictures, as vector graphics and text.

Latin, Greek and Cyrillic labels use the shipped font. Other scripts may need shaping, so their labels are embedded as
images drawn with the system's fonts. All text can be searched and copied.
"""

import re
import struct
import unicodedata
import zlib
from collections.abc import Mapping

from mindgist.export import picture
from mindgist.export.constants import RIGHT_TO_LEFT
from mindgist.export.font import FONT_FILES, ZERO_WIDTH, drawn_width, shipped_font
from mindgist.export.layout import Box, arrange
from mindgist.export.picture import Line, format_numbers, number_attributes
from mindgist.mindmap import MindMap

POINTS_PER_PIXEL = 0.75
MAX_SIDE = 14_400  # points, a limit of PDF
IMAGE_SCALE = 3.0  # image pixels per layout pixel, for labels drawn as images
ANCHOR_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of a line is left of its anchor
VISIBLE, INVISIBLE = 0, 3  # PDF's modes of drawing text
_LEFT_TO_RIGHT = re.compile(rf"([0-9A-Za-z](?:[^{RIGHT_TO_LEFT[1:]}*[0-9A-Za-z])?)")
FIRST_FREE_CODE = 0x8000  # of characters; the shipped fonts have fewer glyphs
_TO_UNICODE = """\
/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
{ranges}
endcmap CMapName currentdict /CMap defineresource pop end end
"""


def to_pdf(mindmap: MindMap) -> bytes:
    """Return a PDF file with one page as large as the map."""
    layout = arrange(mindmap)
    pdf = _Pdf()
    scale = min(POINTS_PER_PIXEL, MAX_SIDE / max(layout.width, layout.height))
    width, height = layout.width * scale, layout.height * scale
    commands = [
        f"{scale:.5f} 0 0 {-scale:.5f} 0 {height:.2f} cm",
        "1 J 1 j",  # round ends and corners of lines
        *(_path(*link) for link in picture.drawn_links(layout.boxes)),
        "[] 0 d",  # no dashes around boxes
        *(pdf.draw_box(box) for box in layout.boxes),
    ]
    content = pdf.add_stream(zlib.compress("\n".join(commands).encode("ascii"), 9))
    fonts = " ".join(f"/F{int(bold)} {pdf.add_font(bold, codes)} 0 R" for bold, codes in pdf.codes.items() if codes)
    images = " ".join(f"/P{index} {number} 0 R" for index, number in enumerate(pdf.images))
    page = pdf.add(
        f"<< /Type /Page /Parent {len(pdf.objects) + 2} 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] "
        f"/Contents {content} 0 R /Resources << /Font << {fonts} >> /XObject << {images} >> >> >>"
    )
    pages = pdf.add(f"<< /Type /Pages /Kids [{page} 0 R] /Count 1 >>")
    catalog = pdf.add(f"<< /Type /Catalog /Pages {pages} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>")
    title = _utf_16(layout.boxes[0].branch.label)
    return pdf.content(catalog, pdf.add(f"<< /Title <FEFF{title}> /Producer (mindgist) >>"))


class _Pdf:
    """The objects of a PDF file, and what its page uses. Methods that add an object return its number."""

    def __init__(self) -> None:
        self.objects: list[bytes] = []
        self.codes: dict[bool, dict[str, int]] = {False: {}, True: {}}  # of the used characters, by boldness
        self.images: list[int] = []  # their numbers

    def add(self, body: str | bytes) -> int:
        self.objects.append(body.encode("ascii") if isinstance(body, str) else body)
        return len(self.objects)

    def add_stream(self, compressed: bytes, entries: str = "") -> int:
        head = f"<< /Length {len(compressed)} /Filter /FlateDecode {entries} >>\nstream\n".encode("ascii")
        return self.add(head + compressed + b"\nendstream")

    def add_font(self, bold: bool, codes: Mapping[str, int]) -> int:
        """Add a font and the codes of the used characters; searching and copying give the characters back."""
        name, data = FONT_FILES[bold].stem, FONT_FILES[bold].read_bytes()
        file = self.add_stream(zlib.compress(data, 9), f"/Length1 {len(data)}")
        descriptor = self.add(
            f"<< /Type /FontDescriptor /FontName /{name} /Flags 32 /FontBBox [-550 -270 1220 1048] /ItalicAngle 0 "
            f"/Ascent 1069 /Descent -293 /CapHeight 714 /StemV 80 /FontFile2 {file} 0 R >>"
        )
        font = shipped_font(bold)
        widths = " ".join(f"{code} [{font[one].width}]" for one, code in codes.items() if one in font)
        descendant = self.add(
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity /DW 600 /W [{widths}] "
            f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/FontDescriptor {descriptor} 0 R >>"
        )
        characters = sorted((code, character) for character, code in codes.items())
        ranges = "\n".join(f"1 beginbfchar <{code:04X}> <{_utf_16(one)}> endbfchar" for code, one in characters)
        to_unicode = self.add_stream(zlib.compress(_TO_UNICODE.format(ranges=ranges).encode("ascii"), 9))
        return self.add(
            f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
            f"/DescendantFonts [{descendant} 0 R] /ToUnicode {to_unicode} 0 R >>"
        )

    def add_image(self, png: bytes) -> int:
        """Add an opaque PNG image of 8 bits with an alpha channel, without decompressing it.

        PDF supports PNG's compression, but no alpha channel beside the colours. A colour space with four components
        that drops the fourth takes the data as it is.
        """
        width, height = struct.unpack_from(">LL", png, 16)
        data, offset = [], 8
        while offset < len(png):
            size, kind = struct.unpack_from(">L4s", png, offset)
            data += [png[offset + 8 : offset + 8 + size]] if kind == b"IDAT" else []
            offset += size + 12
        drop_alpha = self.add(
            "<< /FunctionType 4 /Domain [0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1] /Length 7 >>\nstream\n{ pop }\nendstream"
        )
        return self.add_stream(
            b"".join(data),
            f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8 "
            f"/ColorSpace [/DeviceN [/red /green /blue /opacity] /DeviceRGB {drop_alpha} 0 R] "
            f"/DecodeParms << /Predictor 15 /Colors 4 /BitsPerComponent 8 /Columns {width} >>",
        )

    def content(self, catalog: int, information: int) -> bytes:
        """Return the file; the arguments are the numbers of its catalog and its document information."""
        content = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        table = f"xref\n0 {len(self.objects) + 1}\n0000000000 65535 f \n"
        for number, body in enumerate(self.objects, start=1):
            table += f"{len(content):010} 00000 n \n"
            content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        trailer = f"trailer\n<< /Size {len(self.objects) + 1} /Root {catalog} 0 R /Info {information} 0 R >>\n"
        return bytes(content) + f"{table}{trailer}startxref\n{len(content)}\n%%EOF\n".encode("ascii")

    def draw_box(self, box: Box) -> str:
        """Return the commands that draw a box. A label that the font cannot show is an image under invisible text."""
        lines = list(picture.label_lines(box))
        is_plain = all(map(_is_plain, lines))
        parts = [_frame(box)] if is_plain else [_frame(box), self._image(box, lines)]
        parts += [self._text(line, VISIBLE if is_plain else INVISIBLE) for line in lines]
        return "\n".join([*parts, *(self._text(sign, VISIBLE) for sign in picture.fold_sign(box))])

    def _text(self, line: Line, mode: int) -> str:
        """Return the commands for a line of text.

        A character's code is its glyph number. Characters that the font lacks, in invisible text, get further codes.
        """
        text = unicodedata.normalize("NFC", line.text)
        text = _as_drawn(text) if line.right_to_left else text
        font, codes = shipped_font(line.bold), self.codes[line.bold]
        for character in text:
            code = font[character].number if character in font else FIRST_FREE_CODE + len(codes)
            codes.setdefault(character, code)
        digits = "".join(f"{codes[character]:04X}" for character in text)
        left = line.x - drawn_width(text, line.font_size, line.bold) * ANCHOR_SHARES[line.anchor]
        style = f"/F{int(line.bold)} {format_numbers(line.font_size)} Tf {mode} Tr {_colour(line.colour)} rg"
        return f"BT {style} 1 0 0 -1 {format_numbers(left, line.y)} Tm <{digits}> Tj ET"

    def _image(self, box: Box, lines: list[Line]) -> str:
        inset = box.corner_radius / 2  # inside the frame and its round corners
        x, y, width, height = box.x + inset, box.y + 1, box.width - 2 * inset, box.height - 2
        view = format_numbers(x, y, width, height)
        size = number_attributes(width=width, height=height)
        drawn = "".join(map(picture.text_element, lines))
        svg = f'<svg xmlns="{picture.SVG_NAMESPACE}"{size} viewBox="{view}">{drawn}</svg>'
        self.images.append(self.add_image(picture.rasterize(svg, IMAGE_SCALE, box.colours.fill)))
        return f"q {format_numbers(width, 0, 0, -height, x, y + height)} cm /P{len(self.images) - 1} Do Q"


def _as_drawn(text: str) -> str:
    """Return the characters of a right-to-left line from left to right, the order in which PDF readers expect them."""
    parts = _LEFT_TO_RIGHT.split(text)  # every second part is left to right
    return "".join(part if place % 2 else part[::-1] for place, part in reversed(list(enumerate(parts))))


def _is_plain(line: Line) -> bool:
    """Return whether the font has every character, and none needs shaping. It has no right-to-left characters."""
    text = unicodedata.normalize("NFC", line.text)
    return set(text) <= shipped_font(line.bold).keys() and ZERO_WIDTH.isdisjoint(map(unicodedata.category, text))


def _path(curve: tuple[float, ...], colour: str, width: float, dash: str) -> str:
    path = f"{format_numbers(*curve[:2])} m {format_numbers(*curve[2:])} c S"
    return f"[{dash}] 0 d {_colour(colour)} RG {width} w {path}"


def _frame(box: Box) -> str:
    """Return a rectangle with round corners: a smaller one with a line of twice the radius around it, drawn twice."""
    colours, radius = box.colours, box.corner_radius
    sides = format_numbers(box.x + radius, box.y + radius, box.width - 2 * radius, box.height - 2 * radius)
    layers = ((_colour(colours.border), 2 * radius + 1), (_colour(colours.fill), 2 * radius - 1))
    return "\n".join(f"{paint} rg {paint} RG {format_numbers(width)} w {sides} re B" for paint, width in layers)


def _colour(colour: str) -> str:
    return " ".join(f"{int(colour[start : start + 2], 16) / 255:.3f}" for start in (1, 3, 5))


def _utf_16(text: str) -> str:
    return text.encode("utf-16-be", "replace").hex().upper()
