"""PNG and PDF, in all scripts."""

import random
import struct
import zlib
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from export.maps import folded_map, hostile_map, plain_map, star
from mindgist.document import Document
from mindgist.errors import ExportError
from mindgist.export import render
from mindgist.export.constants import paint
from mindgist.export.font import FONT_FILES, exact_width, shipped_font, text_width
from mindgist.export.layout import arrange
from mindgist.export.pdf import FIRST_FREE_CODE
from mindgist.export.picture import font_warning, rasterize, to_png, to_svg
from mindgist.mapper import map_document
from mindgist.mindmap import MindMap, Node


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack_from(">LL", png, 16)
    return width, height


def test_svg_lines_have_a_fixed_length() -> None:
    """An SVG cannot embed its font, so each line has a length that fits in any font."""
    svg = ElementTree.fromstring(render(plain_map(), ".svg"))
    form = "{http://www.w3.org/2000/svg}"
    boxes = [group for group in svg.iter(f"{form}g") if group.find(f"{form}rect") is not None]
    assert boxes
    for group in boxes:
        frame, lines = group.find(f"{form}rect"), group.findall(f"{form}text")
        assert frame is not None
        assert lines
        for line in lines:
            assert 0 < float(line.get("textLength", 0)) <= float(frame.get("width", 0)) - 10
            assert line.get("lengthAdjust") == "spacingAndGlyphs"


def test_svg_lines_with_missing_characters_have_no_fixed_length() -> None:
    assert exact_width("Wand", 10) == pytest.approx(text_width("Wand", 10) / 1.02)
    assert exact_width("東京 and more", 10) is None
    svg = to_svg(map_document(Document.from_sentences([["東京都は大きい。", "東京都に住む人が多い。"]])))
    assert "textLength" not in svg


def test_png_size() -> None:
    layout = arrange(plain_map())
    width, height = size_of(to_png(plain_map()))
    assert (width, height) == pytest.approx((2 * layout.width, 2 * layout.height), abs=2)


def test_png_leaves_out_folded_nodes() -> None:
    layout = arrange(folded_map())
    assert size_of(to_png(folded_map())) == pytest.approx((2 * layout.width, 2 * layout.height), abs=2)


def test_huge_png_is_scaled_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindgist.export.picture.MAX_PNG_SIDE", 500)
    assert max(size_of(to_png(star(100)))) <= 501
    monkeypatch.setattr("mindgist.export.constants.MAX_PNG_PIXELS", 10_000)
    width, height = size_of(to_png(star(100)))
    assert width * height <= 11_000


def test_invalid_svg_raises_an_error() -> None:
    with pytest.raises(ExportError, match="could not be drawn"):
        rasterize("<svg", 1)


def test_shipped_fonts() -> None:
    for bold in FONT_FILES:
        font = shipped_font(bold)
        assert font.keys() >= set("aZ0é€–ЖяΩω")
        assert "漢" not in font
        assert 200 < font["i"].width < font["m"].width < 1100
        assert max(glyph.number for glyph in font.values()) < FIRST_FREE_CODE


def test_pdf_cross_reference_table() -> None:
    """The table at the end of a PDF has the offset of each object."""
    content = render(hostile_map(), ".pdf")
    start = int(content.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    rows = content[start:].split(b"\n")[3:]
    places = [int(row[:10]) for row in rows if row.endswith(b"00000 n ")]
    assert len(places) > 10
    for number, place in enumerate(places, start=1):
        assert content[place:].startswith(b"%d 0 obj" % number)


def test_pdf_embeds_other_scripts_as_searchable_images() -> None:
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


def test_a_picture_without_fonts_for_its_script_has_a_warning() -> None:
    def warning(label: str, ending: str = ".png") -> str | None:
        return font_warning(MindMap(None, (Node(None, None, 1.0, 0, 0, label),)), ending)

    assert warning("Plain Ελληνικά Русский") is None
    assert warning("\U0001e290\U0001e291", ".svg") is None
    assert "no font on this machine has Toto characters" in (warning("\U0001e290\U0001e291") or "")


def test_neighbouring_branches_have_different_colours() -> None:
    nodes = [Node(None, None, 1.0, 0, 0, "Centre")]
    order = random.Random(3).sample(range(30), 30)
    nodes += [Node(place, 0, 0.5, 10 * place + 1, 10 * place + 9, f"Branch {place}") for place in order]
    for size in range(2, 32):
        boxes = arrange(MindMap("Centre", tuple(nodes[:size]))).boxes
        colours = [paint(1, box.main_branch).fill for box in boxes[1:]]
        assert all(one != other for one, other in pairwise(colours))
