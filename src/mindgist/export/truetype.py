"""As much of a TrueType font as a PDF needs: glyphs of characters, their widths, and the font cut to some glyphs."""

import struct
from collections.abc import Collection
from functools import cache, cached_property
from pathlib import Path

FONT_FILES = {
    False: Path(__file__).parent / "fonts" / "OpenSans-Regular.ttf",
    True: Path(__file__).parent / "fonts" / "OpenSans-Semibold.ttf",
}

# The tables that a PDF needs of a font; the rest (names, kerning, signatures) stays out.
_KEPT = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")

# Flags of a glyph that is composed of others.
_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x0001, 0x0008, 0x0020, 0x0040, 0x0080


class TrueTypeFont:
    """A font file with TrueType outlines and a Unicode character map of format 4."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        (count,) = struct.unpack_from(">H", self._data, 4)
        entries = (struct.unpack_from(">4sLLL", self._data, 12 + 16 * place) for place in range(count))
        self._tables = {tag.decode("ascii"): self._data[start : start + size] for tag, _, start, size in entries}
        self._unit = struct.unpack_from(">H", self._tables["head"], 18)[0]
        self._glyph_count = struct.unpack_from(">H", self._tables["maxp"], 4)[0]

    @cached_property
    def glyphs(self) -> dict[int, int]:
        """The number of the glyph of each character."""
        table = self._tables["cmap"]
        for place in range(struct.unpack_from(">H", table, 2)[0]):
            platform, encoding, start = struct.unpack_from(">HHL", table, 4 + 8 * place)
            if (platform, encoding) == (3, 1):
                return self._mapped(table[start:])
        raise ValueError("the font has no Unicode character map")

    @staticmethod
    def _mapped(table: bytes) -> dict[int, int]:
        """Format 4: segments of characters whose glyphs follow each other, or stand in a list behind them."""
        segments = struct.unpack_from(">H", table, 6)[0] // 2
        ends, starts, shifts, offsets = (
            struct.unpack_from(f">{segments}H", table, 14 + 2 * segments * column + (2 if column else 0))
            for column in range(4)
        )
        glyphs = {}
        for segment in range(segments):
            for character in range(starts[segment], min(ends[segment], 0xFFFE) + 1):
                glyph = character
                if offsets[segment]:
                    own = 16 + 2 * segments * 3 + 2 * segment  # the offset counts from where it stands itself
                    place = own + offsets[segment] + 2 * (character - starts[segment])
                    glyph = struct.unpack_from(">H", table, place)[0]
                    if glyph == 0:
                        continue
                glyphs[character] = (glyph + shifts[segment]) & 0xFFFF
        return glyphs

    @cached_property
    def widths(self) -> list[int]:
        """Each glyph's width in thousandths of the font's size."""
        known = struct.unpack_from(">H", self._tables["hhea"], 34)[0]
        widths = [struct.unpack_from(">H", self._tables["hmtx"], 4 * glyph)[0] for glyph in range(known)]
        widths += [widths[-1]] * (self._glyph_count - known)  # the last width holds for all that follow
        return [round(1000 * width / self._unit) for width in widths]

    def width(self, text: str) -> float:
        """How wide a text is, in sizes of the font."""
        return sum(self.widths[self.glyphs[ord(character)]] for character in text) / 1000

    def subset(self, glyphs: Collection[int]) -> bytes:
        """The font with the outlines of these glyphs only; numbers stay as they are."""
        starts = self._starts()
        outlines, places = [], [0]
        kept = self._with_components(glyphs, starts)
        for glyph in range(self._glyph_count):
            outline = self._tables["glyf"][starts[glyph] : starts[glyph + 1]] if glyph in kept else b""
            outlines.append(outline + b"\0" * (-len(outline) % 4))
            places.append(places[-1] + len(outlines[-1]))
        head = bytearray(self._tables["head"])
        struct.pack_into(">h", head, 50, 1)  # places are written in the long form
        tables = {tag: self._tables[tag] for tag in _KEPT if tag in self._tables}
        tables |= {"glyf": b"".join(outlines), "loca": struct.pack(f">{len(places)}L", *places), "head": bytes(head)}
        return _font_file(tables)

    def _starts(self) -> tuple[int, ...]:
        """Where each glyph's outline begins, and where the last one ends."""
        if struct.unpack_from(">h", self._tables["head"], 50)[0]:
            return struct.unpack_from(f">{self._glyph_count + 1}L", self._tables["loca"])
        halves = struct.unpack_from(f">{self._glyph_count + 1}H", self._tables["loca"])
        return tuple(2 * half for half in halves)

    def _with_components(self, glyphs: Collection[int], starts: tuple[int, ...]) -> set[int]:
        """The glyphs with those they are composed of, and glyph 0, which stands for what is missing."""
        kept: set[int] = set()
        waiting = [0, *glyphs]
        while waiting:
            glyph = waiting.pop()
            if glyph not in kept:
                kept.add(glyph)
                waiting += _components(self._tables["glyf"][starts[glyph] : starts[glyph + 1]])
        return kept


@cache
def shipped_font(bold: bool) -> TrueTypeFont:
    """The font of the pictures and of the page."""
    return TrueTypeFont(FONT_FILES[bold])


def _components(outline: bytes) -> list[int]:
    if not outline or struct.unpack_from(">h", outline)[0] >= 0:
        return []
    found, place, flags = [], 10, _MORE
    while flags & _MORE:
        flags, glyph = struct.unpack_from(">HH", outline, place)
        found.append(glyph)
        place += 4 + (4 if flags & _WORDS else 2)
        place += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
    return found


def _font_file(tables: dict[str, bytes]) -> bytes:
    entry_selector = len(tables).bit_length() - 1
    search_range = 16 << entry_selector
    head = struct.pack(">LHHHH", 0x00010000, len(tables), search_range, entry_selector, 16 * len(tables) - search_range)
    start = len(head) + 16 * len(tables)
    entries, bodies = [], []
    for tag, table in sorted(tables.items()):
        padded = table + b"\0" * (-len(table) % 4)
        checksum = sum(struct.unpack(f">{len(padded) // 4}L", padded)) & 0xFFFFFFFF
        entries.append(struct.pack(">4sLLL", tag.encode("ascii"), checksum, start, len(table)))
        bodies.append(padded)
        start += len(padded)
    return head + b"".join(entries) + b"".join(bodies)
