"""The bytes of a PDF file: objects, streams, fonts and images. pdf.py draws the page."""

import struct
import zlib
from collections.abc import Mapping

from mindgist.export.font import FONT_FILES, shipped_font

_TO_UNICODE = """\
/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
{ranges}
endcmap CMapName currentdict /CMap defineresource pop end end
"""


class PdfFile:
    """A PDF file. Methods that add an object return its number; ``content`` returns the whole file."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    @property
    def next_number(self) -> int:
        """The number of the object that is added next."""
        return len(self._objects) + 1

    def add(self, body: str | bytes) -> int:
        """Add an object."""
        self._objects.append(body.encode("ascii") if isinstance(body, str) else body)
        return len(self._objects)

    def add_stream(self, data: bytes, entries: str = "", compressed: bool = False) -> int:
        """Add a stream; ``compressed`` says that the data is already compressed."""
        body = data if compressed else zlib.compress(data, 9)
        head = f"<< /Length {len(body)} /Filter /FlateDecode {entries} >>\nstream\n".encode("ascii")
        return self.add(head + body + b"\nendstream")

    def add_font(self, bold: bool, codes: Mapping[str, int]) -> int:
        """Add a font and the codes of the used characters; searching and copying give the characters back."""
        name, data = FONT_FILES[bold].stem, FONT_FILES[bold].read_bytes()
        file = self.add_stream(data, f"/Length1 {len(data)}")
        descriptor = self.add(
            f"<< /Type /FontDescriptor /FontName /{name} /Flags 32 /FontBBox [-550 -270 1220 1048] /ItalicAngle 0 "
            f"/Ascent 1069 /Descent -293 /CapHeight 714 /StemV 80 /FontFile2 {file} 0 R >>"
        )
        own_widths = shipped_font(bold).widths
        widths = " ".join(f"{code} [{own_widths[one]}]" for one, code in codes.items() if one in own_widths)
        descendant = self.add(
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity /DW 600 /W [{widths}] "
            f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/FontDescriptor {descriptor} 0 R >>"
        )
        to_unicode = self.add_stream(_to_unicode(codes))
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
            if kind == b"IDAT":
                data.append(png[offset + 8 : offset + 8 + size])
            offset += size + 12
        drop_alpha = self.add(
            "<< /FunctionType 4 /Domain [0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1] /Length 7 >>\nstream\n{ pop }\nendstream"
        )
        return self.add_stream(
            b"".join(data),
            f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8 "
            f"/ColorSpace [/DeviceN [/red /green /blue /opacity] /DeviceRGB {drop_alpha} 0 R] "
            f"/DecodeParms << /Predictor 15 /Colors 4 /BitsPerComponent 8 /Columns {width} >>",
            compressed=True,
        )

    def content(self, catalog: int, information: int) -> bytes:
        """Return the file; the arguments are the numbers of its catalog and its document information."""
        pieces = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
        length, offsets = len(pieces[0]), []
        for number, body in enumerate(self._objects, start=1):
            offsets.append(length)
            pieces.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
            length += len(pieces[-1])
        table = [
            f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n",
            *(f"{place:010} 00000 n \n" for place in offsets),
        ]
        trailer = f"trailer\n<< /Size {len(offsets) + 1} /Root {catalog} 0 R /Info {information} 0 R >>\n"
        end = f"startxref\n{length}\n%%EOF\n"
        return b"".join(pieces) + "".join([*table, trailer, end]).encode("ascii")


def text_string(text: str) -> str:
    """Return a text outside the page's content, such as a title."""
    return f"<FEFF{_utf_16(text)}>"


def _to_unicode(codes: Mapping[str, int]) -> bytes:
    """Return the character map from codes to Unicode."""
    characters = {code: character for character, code in codes.items()}
    ranges = "\n".join(
        f"1 beginbfchar <{code:04X}> <{_utf_16(text)}> endbfchar" for code, text in sorted(characters.items())
    )
    return _TO_UNICODE.format(ranges=ranges).encode("ascii")


def _utf_16(text: str) -> str:
    return text.encode("utf-16-be", "replace").hex().upper()
