"""The parts of a TrueType font that pictures need: the glyphs of characters and their widths."""

import struct
from functools import cache, cached_property
from pathlib import Path

FONT_FILES = {
    False: Path(__file__).parent / "fonts" / "OpenSans-Regular.ttf",
    True: Path(__file__).parent / "fonts" / "OpenSans-Semibold.ttf",
}


class TrueTypeFont:
    """A font file in the form of the shipped ones.

    It has a single character map, for Unicode and of format 4.
    """

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()  # of the whole file
        (count,) = struct.unpack_from(">H", self.data, 4)
        entries = (struct.unpack_from(">4sLLL", self.data, 12 + 16 * entry) for entry in range(count))
        self._tables = {tag.decode("ascii"): self.data[start : start + size] for tag, _, start, size in entries}
        self._units_per_em = struct.unpack_from(">H", self._tables["head"], 18)[0]
        self.glyph_count = struct.unpack_from(">H", self._tables["maxp"], 4)[0]

    @cached_property
    def glyphs(self) -> dict[int, int]:
        """The glyph number of each character."""
        (start,) = struct.unpack_from(">L", self._tables["cmap"], 8)
        return _read_character_map(self._tables["cmap"][start:])

    @cached_property
    def widths(self) -> list[int]:
        """The width of each glyph in thousandths of the font size."""
        count = struct.unpack_from(">H", self._tables["hhea"], 34)[0]
        widths = [struct.unpack_from(">H", self._tables["hmtx"], 4 * glyph)[0] for glyph in range(count)]
        widths += [widths[-1]] * (self.glyph_count - count)  # the last width holds for all further glyphs
        return [round(1000 * width / self._units_per_em) for width in widths]


@cache
def shipped_font(bold: bool) -> TrueTypeFont:
    """Return the font of the pictures and of the page."""
    return TrueTypeFont(FONT_FILES[bold])


def _read_character_map(table: bytes) -> dict[int, int]:
    """Read a character map of format 4: segments of characters with consecutive glyphs or with a list of glyphs."""
    segments = struct.unpack_from(">H", table, 6)[0] // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{segments}H", table, 14 + 2 * segments * column + (2 if column else 0))
        for column in range(4)
    )
    glyphs = {}
    for segment in range(segments):
        for character in range(starts[segment], min(ends[segment], 0xFFFE) + 1):
            glyph = character
            if offsets[segment]:
                own_offset = 16 + 2 * segments * 3 + 2 * segment  # the segment's offset is relative to this
                offset = own_offset + offsets[segment] + 2 * (character - starts[segment])
                glyph = struct.unpack_from(">H", table, offset)[0]
                if glyph == 0:
                    continue
            glyphs[character] = (glyph + deltas[segment]) & 0xFFFF
    return glyphs
