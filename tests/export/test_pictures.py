"""PNG and PDF: drawn in the same places as the SVG, in every script."""

import struct
import sys
import zlib
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from export.maps import hostile_map, plain_map, star
from mindgist.document import Document
from mindgist.errors import ExportError
from mindgist.export import render
from mindgist.export.branch import centred
from mindgist.export.layout import arrange
from mindgist.export.pdf import to_pdf
from mindgist.export.png import rasterize, to_png
from mindgist.export.svg import to_svg
from mindgist.export.truetype import FONT_FILES, TrueTypeFont
from mindgist.export.wrap import exact_width, text_width
from mindgist.mapper import map_document
from mindgist.mindmap import MindMap


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack_from(">LL", png, 16)
    return width, height


def test_lines_fit_into_their_boxes_in_any_font() -> None:
    """An SVG names its font and cannot bring it along: each line says how long it is to be drawn."""
    svg = ElementTree.fromstring(render(plain_map(), ".svg"))
    form = "{http://www.w3.org/2000/svg}"
    boxes = [group for group in svg.iter(f"{form}g") if group.find(f"{form}rect") is not None]
    assert boxes
    for group in boxes:
        frame, lines = group.find(f"{form}rect"), group.find(f"{form}g")
        assert frame is not None
        assert lines is not None
        for line in lines:
            assert 0 < float(line.get("textLength", 0)) <= float(frame.get("width", 0)) - 10
            assert line.get("lengthAdjust") == "spacingAndGlyphs"


def test_a_line_that_the_font_lacks_is_as_long_as_it_is() -> None:
    assert exact_width("Wand", 10) == pytest.approx(text_width("Wand", 10) / 1.02)
    assert exact_width("東京 and more", 10) is None
    svg = to_svg(map_document(Document.from_sentences([["東京都は大きい。", "東京都に住む人が多い。"]])))
    assert "textLength" not in svg


def test_a_png_has_two_pixels_a_unit() -> None:
    layout = arrange(centred(plain_map()))
    width, height = size_of(to_png(plain_map()))
    assert (width, height) == pytest.approx((2 * layout.width, 2 * layout.height), abs=2)


def test_a_huge_map_is_drawn_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindgist.export.png._LONGEST_SIDE", 500)
    assert max(size_of(to_png(star(100)))) <= 501
    monkeypatch.setattr("mindgist.export.png._MOST_PIXELS", 10_000)
    width, height = size_of(to_png(star(100)))
    assert width * height <= 11_000


def test_without_the_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ExportError, match="pip install resvg-py"):
        to_png(plain_map())
    assert to_pdf(plain_map()).startswith(b"%PDF-1.7")  # Latin needs no picture


def test_what_is_no_picture_is_an_error() -> None:
    with pytest.raises(ExportError, match="could not be drawn"):
        rasterize("<svg", 1)


def test_the_shipped_fonts() -> None:
    for path in FONT_FILES.values():
        font = TrueTypeFont(path)
        for character in "aZ0é€–ЖяΩω":
            assert ord(character) in font.glyphs
        assert ord("漢") not in font.glyphs
        assert 0.2 < font.width("i") < font.width("m") < 1.1


def test_a_font_cut_to_some_glyphs_keeps_those_and_their_parts() -> None:
    font = TrueTypeFont(FONT_FILES[False])
    accented = font.glyphs[ord("é")]
    small = font.subset([accented])
    assert len(small) < len(FONT_FILES[False].read_bytes()) / 3
    assert len(font.subset([accented])) > len(font.subset([font.glyphs[ord("i")]]))
    (count,) = struct.unpack_from(">H", small, 4)
    tags = {struct.unpack_from(">4s", small, 12 + 16 * place)[0] for place in range(count)}
    assert {b"glyf", b"loca", b"head", b"hmtx"} <= tags


def test_the_pdfs_own_table_is_right() -> None:
    """The table of places at a PDF's end says where each object begins."""
    content = render(hostile_map(), ".pdf")
    start = int(content.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    rows = content[start:].split(b"\n")[3:]
    places = [int(row[:10]) for row in rows if row.endswith(b"00000 n ")]
    assert len(places) > 10
    for number, place in enumerate(places, start=1):
        assert content[place:].startswith(b"%d 0 obj" % number)


def test_scripts_beyond_the_shipped_font_become_pictures_with_their_words() -> None:
    root = plain_map().nodes[0]
    han = render(MindMap("T", (replace(root, text="漢字とかな"),)), ".pdf")
    assert b"/Subtype /Image" in han
    assert b"/Subtype /Image" not in render(MindMap("T", (root,)), ".pdf")
    assert "漢".encode("utf-16-be").hex().upper().encode() in b"".join(_streams(han))


def _streams(pdf: bytes) -> list[bytes]:
    found = []
    for part in pdf.split(b"stream\n")[1:]:
        try:
            found.append(zlib.decompressobj().decompress(part))
        except zlib.error:
            continue
    return found
