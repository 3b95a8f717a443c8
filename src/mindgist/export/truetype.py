"""The parts of a TrueType font that pictures need: the glyphs of characters, their widths, and subsets of glyphs."""

import struct
from collections.abc import Collection
from functools import cache, cached_property
from itertools import accumulate, pairwise
from pathlib import Path

FONT_FILES = {
    False: Path(__file__).parent / "fonts" / "OpenSans-Regular.ttf",
    True: Path(__file__).parent / "fonts" / "OpenSans-Semibold.ttf",
}

# The tables that a PDF needs; names, kerning and signatures are left out.
_SUBSET_TABLES = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")

# Flags of a component of a composite glyph.
_ARGUMENTS_ARE_WORDS, _MORE_COMPONENTS = 0x0001, 0x0020


class TrueTypeFont:
    """A font file in the form of the shipped ones.

    It has TrueType outlines with offsets of 16 bits, composite glyphs that are not scaled, and a single character map,
    for Unicode and of format 4.
    """

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        (count,) = struct.unpack_from(">H", self._data, 4)
        entries = (struct.unpack_from(">4sLLL", self._data, 12 + 16 * entry) for entry in range(count))
        self._tables = {tag.decode("ascii"): self._data[start : start + size] for tag, _, start, size in entries}
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

    def subset(self, glyphs: Collection[int]) -> bytes:
        """Return a font file with the outlines of these glyphs only; glyph numbers stay the same."""
        halves = struct.unpack_from(f">{self.glyph_count + 1}H", self._tables["loca"])
        outlines = [self._tables["glyf"][2 * start : 2 * end] for start, end in pairwise(halves)]
        kept: set[int] = set()
        waiting = [0, *glyphs]  # glyph 0 stands for missing characters
        while waiting:
            glyph = waiting.pop()
            if glyph not in kept:
                kept.add(glyph)
                waiting += _components(outlines[glyph])
        outlines = [outline if glyph in kept else b"" for glyph, outline in enumerate(outlines)]
        halves = tuple(accumulate((len(outline) // 2 for outline in outlines), initial=0))
        tables = {tag: self._tables[tag] for tag in _SUBSET_TABLES}
        tables |= {"glyf": b"".join(outlines), "loca": struct.pack(f">{len(halves)}H", *halves)}
        return _font_file(tables)


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


def _components(outline: bytes) -> list[int]:
    """Return the glyphs that a composite glyph consists of."""
    if not outline or struct.unpack_from(">h", outline)[0] >= 0:
        return []
    components, offset, flags = [], 10, _MORE_COMPONENTS
    while flags & _MORE_COMPONENTS:
        flags, glyph = struct.unpack_from(">HH", outline, offset)
        components.append(glyph)
        offset += 8 if flags & _ARGUMENTS_ARE_WORDS else 6
    return components


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
