"""Write viewer/font-widths.js anew: what the page needs to know of the shipped font to measure its labels."""

from pathlib import Path

from mindgist.export.truetype import shipped_font
from mindgist.export.wrap import character_width, is_wide

TARGET = Path(__file__).parent.parent / "src" / "mindgist" / "export" / "viewer" / "font-widths.js"


def font_widths_module() -> str:
    """The module: runs of characters with their widths, and the ranges of characters that are as wide as high."""
    return f"""// Written by docs/generate_font_widths.py from the fonts in export/fonts: do not edit.
//
// A run is the code point it begins with and the widths of its characters, in thousandths of the font's size.
// prettier-ignore
export const FONT_WIDTHS = {{
  regular: {_runs(bold=False)},
  bold: {_runs(bold=True)},
}};
// From the first to the last code point of each range, characters are as wide as they are high.
// prettier-ignore
export const WIDE_RANGES = {_wide_ranges()};
"""


def _runs(bold: bool) -> str:
    runs: list[tuple[int, list[int]]] = []
    for code in sorted(shipped_font(bold).glyphs):
        if not runs or code != runs[-1][0] + len(runs[-1][1]):
            runs.append((code, []))
        runs[-1][1].append(character_width(chr(code), bold))
    return "[" + ",".join(f"[{first},[{','.join(map(str, widths))}]]" for first, widths in runs) + "]"


def _wide_ranges() -> str:
    ranges: list[list[int]] = []
    for code in range(0x40000):
        if is_wide(chr(code)):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "[" + ",".join(f"[{first},{last}]" for first, last in ranges) + "]"


if __name__ == "__main__":
    TARGET.write_text(font_widths_module(), encoding="utf-8")
    print(f"wrote {TARGET.name}")
