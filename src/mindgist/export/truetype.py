"""The parts of a TrueType font that pictures need: the glyphs of characters, their widths, and subsets of glyphs."""

import struct
from collections.abc import Collection
from functools import cache, cached_property
from pathlib import Path

FONT_FILES = {
    False: Path(__file__).parent / "fonts" / "OpenSans-Regular.ttf",
    True: Path(__file__).parent / "fonts" / "OpenSans-Semibold.ttf",
}

# The tables that a PDF needs; names, kerning and signatures are left out.
_SUBSET_TABLES = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")

# Flags of a component of a composite glyph.
_ARGUMENTS_ARE_WORDS, _HAS_SCALE, _MORE_COMPONENTS, _HAS_X_AND_Y_SCALE, _HAS_MATRIX = (
    0x0001,
    0x0008,
    0x0020,
    0x0040,
    0x0080,
)


class TrueTypeFont:
    """A font file with TrueType outlines and a Unicode character map of format 4."""

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
        table = self._tables["cmap"]
        for entry in range(struct.unpack_from(">H", table, 2)[0]):
            platform, encoding, start = struct.unpack_from(">HHL", table, 4 + 8 * entry)
            if (platform, encoding) == (3, 1):
                return _read_character_map(table[start:])
        raise ValueError("the font has no Unicode character map")

    @cached_property
    def widths(self) -> list[int]:
        """The width of each glyph in thousandths of the font size."""
        count = struct.unpack_from(">H", self._tables["hhea"], 34)[0]
        widths = [struct.unpack_from(">H", self._tables["hmtx"], 4 * glyph)[0] for glyph in range(count)]
        widths += [widths[-1]] * (self.glyph_count - count)  # the last width holds for all further glyphs
        return [round(1000 * width / self._units_per_em) for width in widths]

    def subset(self, glyphs: Collection[int]) -> bytes:
        """Return a font file with the outlines of these glyphs only; glyph numbers stay the same."""
        starts = self._outline_starts()
        kept = self._with_components(glyphs, starts)
        outlines, offsets = [], [0]
        for glyph in range(self.glyph_count):
            outline = self._tables["glyf"][starts[glyph] : starts[glyph + 1]] if glyph in kept else b""
            outlines.append(outline + b"\0" * (-len(outline) % 4))
            offsets.append(offsets[-1] + len(outlines[-1]))
        head = bytearray(self._tables["head"])
        struct.pack_into(">h", head, 50, 1)  # "loca" has long offsets
        tables = {tag: self._tables[tag] for tag in _SUBSET_TABLES if tag in self._tables}
        tables |= {"glyf": b"".join(outlines), "loca": struct.pack(f">{len(offsets)}L", *offsets), "head": bytes(head)}
        return _font_file(tables)

    def _outline_starts(self) -> tuple[int, ...]:
        """Return the offset of each glyph's outline, and the end of the last one."""
        if struct.unpack_from(">h", self._tables["head"], 50)[0]:
            return struct.unpack_from(f">{self.glyph_count + 1}L", self._tables["loca"])
        halves = struct.unpack_from(f">{self.glyph_count + 1}H", self._tables["loca"])
        return tuple(2 * half for half in halves)

    def _with_components(self, glyphs: Collection[int], starts: tuple[int, ...]) -> set[int]:
        """Return the glyphs with their components, and glyph 0, which stands for missing characters."""
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
        offset += 4 + (4 if flags & _ARGUMENTS_ARE_WORDS else 2)
        offset += 2 if flags & _HAS_SCALE else 4 if flags & _HAS_X_AND_Y_SCALE else 8 if flags & _HAS_MATRIX else 0
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
