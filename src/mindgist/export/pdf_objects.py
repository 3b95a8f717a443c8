"""The bytes of a PDF file: objects, streams, fonts and pictures. What is drawn on the page is in pdf.py."""

import struct
import zlib
from collections.abc import Mapping

from mindgist.export.truetype import TrueTypeFont

_TO_UNICODE = """\
/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
{ranges}
endcmap CMapName currentdict /CMap defineresource pop end end
"""


class PdfFile:
    """Objects are added one by one, each known by its number; ``content`` writes them all."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        """A number for an object that is made later."""
        self._objects.append(b"null")
        return len(self._objects)

    def add(self, body: str | bytes) -> int:
        """Add an object."""
        number = self.reserve()
        self.put(number, body)
        return number

    def put(self, number: int, body: str | bytes) -> None:
        """Make a reserved object."""
        self._objects[number - 1] = body.encode("ascii") if isinstance(body, str) else body

    def add_stream(self, data: bytes, entries: str = "", packed: bool = False) -> int:
        """Add a stream; ``packed`` says that the data is compressed already."""
        body = data if packed else zlib.compress(data, 9)
        head = f"<< /Length {len(body)} /Filter /FlateDecode {entries} >>\nstream\n".encode("ascii")
        return self.add(head + body + b"\nendstream")

    def add_font(self, name: str, font: TrueTypeFont, characters: Mapping[int, str]) -> int:
        """Add a font cut to the glyphs that are used; ``characters`` says what each of them means, for searching."""
        program = font.subset(characters)
        file = self.add_stream(program, f"/Length1 {len(program)}")
        descriptor = self.add(
            f"<< /Type /FontDescriptor /FontName /{name} /Flags 32 /FontBBox [-550 -270 1220 1048] /ItalicAngle 0 "
            f"/Ascent 1069 /Descent -293 /CapHeight 714 /StemV 80 /FontFile2 {file} 0 R >>"
        )
        widths = " ".join(f"{glyph} [{font.widths[glyph]}]" for glyph in sorted(characters))
        return self._composite_font(name, descriptor, widths, characters)

    def add_hidden_font(self, name: str, font: TrueTypeFont, characters: Mapping[int, str]) -> int:
        """Add a font for words that are drawn as a picture: its codes only say what stands there."""
        program = font.subset(())
        file = self.add_stream(program, f"/Length1 {len(program)}")
        descriptor = self.add(
            f"<< /Type /FontDescriptor /FontName /{name} /Flags 32 /FontBBox [0 -270 1000 1048] /ItalicAngle 0 "
            f"/Ascent 1069 /Descent -293 /CapHeight 714 /StemV 80 /FontFile2 {file} 0 R >>"
        )
        return self._composite_font(name, descriptor, "", characters)

    def _composite_font(self, name: str, descriptor: int, widths: str, characters: Mapping[int, str]) -> int:
        descendant = self.add(
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity /DW 600 /W [{widths}] "
            f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/FontDescriptor {descriptor} 0 R >>"
        )
        codes = self.add_stream(_to_unicode(characters))
        return self.add(
            f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
            f"/DescendantFonts [{descendant} 0 R] /ToUnicode {codes} 0 R >>"
        )

    def add_picture(self, png: bytes) -> int:
        """Add a PNG picture of 8 bits with an opacity channel, all of it opaque, without unpacking it.

        PDF knows PNG's compression but no opacity beside the colours: a colour space of four inks, the fourth of
        which is dropped, takes the data as it is.
        """
        width, height = struct.unpack_from(">LL", png, 16)
        data, place = [], 8
        while place < len(png):
            size, kind = struct.unpack_from(">L4s", png, place)
            if kind == b"IDAT":
                data.append(png[place + 8 : place + 8 + size])
            place += size + 12
        drop = self.add(
            "<< /FunctionType 4 /Domain [0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1] /Length 7 >>\nstream\n{ pop }\nendstream"
        )
        return self.add_stream(
            b"".join(data),
            f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8 "
            f"/ColorSpace [/DeviceN [/red /green /blue /opacity] /DeviceRGB {drop} 0 R] "
            f"/DecodeParms << /Predictor 15 /Colors 4 /BitsPerComponent 8 /Columns {width} >>",
            packed=True,
        )

    def content(self, catalog: int, information: int) -> bytes:
        """The whole file."""
        pieces = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
        length, places = len(pieces[0]), []
        for number, body in enumerate(self._objects, start=1):
            places.append(length)
            pieces.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
            length += len(pieces[-1])
        table = [f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n", *(f"{place:010} 00000 n \n" for place in places)]
        trailer = f"trailer\n<< /Size {len(places) + 1} /Root {catalog} 0 R /Info {information} 0 R >>\n"
        end = f"startxref\n{length}\n%%EOF\n"
        return b"".join(pieces) + "".join([*table, trailer, end]).encode("ascii")


def text_string(text: str) -> str:
    """A text outside of the page, such as a title."""
    return f"<FEFF{text.encode('utf-16-be', 'replace').hex().upper()}>"


def _to_unicode(characters: Mapping[int, str]) -> bytes:
    entries = [
        f"<{code:04X}> <{text.encode('utf-16-be', 'replace').hex().upper()}>"
        for code, text in sorted(characters.items())
    ]
    blocks = [entries[start : start + 100] for start in range(0, len(entries), 100)]  # a block holds 100 at most
    ranges = "\n".join("\n".join([f"{len(block)} beginbfchar", *block, "endbfchar"]) for block in blocks)
    return _TO_UNICODE.format(ranges=ranges).encode("ascii")
