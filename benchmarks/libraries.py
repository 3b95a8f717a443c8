"""What libraries would cost that could stand in for code of our own: docs/decisions/by-hand.md.

    python benchmarks/libraries.py [--transformer FOLDER]

Needs fpdf2 and fonttools, and with --transformer sentence-transformers, somewhere on Python's path. Records
results/libraries.json.
"""

import argparse
import io
import json
import logging
import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import mindgist
from measure import in_turns, record  # first: it holds numpy to one thread
from mindgist.export.branch import centred
from mindgist.export.colours import paint
from mindgist.export.layout import arrange, is_bold
from mindgist.export.pdf import to_pdf
from mindgist.export.svg import baseline, corner, curve, text_start
from mindgist.export.truetype import FONT_FILES, shipped_font

EXAMPLE = Path(__file__).parent.parent / "examples" / "night-trains.md"
OTHER_SCRIPTS = (
    "日本語の文章です。これは二番目の文です。\n\nالعربية لغة جميلة. هذه جملة ثانية.\n\nЭто предложение. Ελληνικά εδώ.\n"
)
_POINTS = 0.75
_ROUNDS = 7


def main() -> None:
    """Measure, print, record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--transformer", help="a folder with a sentence transformer, to compare the encoders")
    options = parser.parse_args()
    for name in ("fpdf", "fontTools"):
        logging.getLogger(name).setLevel(logging.ERROR)
    maps = {"Latin": mindgist.map(EXAMPLE, nodes=60), "other scripts": mindgist.map(OTHER_SCRIPTS, nodes=10)}
    figures: dict[str, Any] = {f"PDF, {name}": pdf(mindmap) for name, mindmap in maps.items()}
    figures["a font cut to 30 glyphs"] = subsets()
    if options.transformer:
        figures["160 sentence vectors"] = encoders(options.transformer)
    print(json.dumps(figures, indent=1))
    record("libraries", figures)


def pdf(mindmap: mindgist.MindMap) -> dict[str, Any]:
    """Time and size of the file, whether it is the same each time, and how many of the map's words it gives back."""
    ways: dict[str, Callable[[], bytes]] = {"ours": lambda: to_pdf(mindmap), "fpdf2": lambda: by_fpdf2(mindmap)}
    seconds = in_turns(ways, _ROUNDS)
    words = [word for node in mindmap.nodes for word in node.text.split()]
    found = {}
    for name, way in ways.items():
        content = way()
        text = subprocess.run(["pdftotext", "-", "-"], input=content, capture_output=True, check=True).stdout.decode()
        letters = "".join(text.split())
        found[name] = {
            "milliseconds": round(1000 * median(seconds[name]), 1),
            "kilobytes": round(len(content) / 1000, 1),
            "words found again": f"{sum(word in letters for word in words)} of {len(words)}",
        }
    return found


def by_fpdf2(mindmap: mindgist.MindMap) -> bytes:
    """The same layout as ``export/pdf.py`` draws, drawn by fpdf2."""
    from fpdf import FPDF

    layout = arrange(centred(mindmap))
    page = FPDF(unit="pt", format=(layout.width * _POINTS, layout.height * _POINTS))
    page.set_auto_page_break(False)
    page.add_page()
    for bold, style in ((False, ""), (True, "B")):
        page.add_font("Open Sans", style, FONT_FILES[bold])
    for box in layout.boxes:
        if box.parent is not None:
            colours = paint(box.depth, box.family)
            values = [value * _POINTS for value in curve(layout.boxes[box.parent], box)]
            points = list(zip(values[::2], values[1::2], strict=True))
            page.set_draw_color(colours.link)
            page.set_line_width(colours.link_width * _POINTS)
            page.line(*points[0], *points[1])
            page.bezier(points[1:])
    for box in layout.boxes:
        colours = paint(box.depth, box.family)
        page.set_fill_color(colours.fill)
        page.set_draw_color(colours.border)
        frame = [value * _POINTS for value in (box.x, box.y, box.width, box.height)]
        page.rect(*frame, style="DF", round_corners=True, corner_radius=corner(box) * _POINTS)
        page.set_font("Open Sans", "B" if is_bold(box.branch, box.depth) else "", box.style.size * _POINTS)
        page.set_text_color(colours.text)
        x, anchor = text_start(box)
        for place, line in enumerate(box.lines):
            left = x * _POINTS - (page.get_string_width(line) / 2 if anchor == "middle" else 0)
            page.text(left, baseline(box, place) * _POINTS, line)
    return bytes(page.output())


def subsets() -> dict[str, float]:
    """What it takes to cut the shipped font to the letters of a pangram, in milliseconds."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    letters = "The quick brown fox jumps over the lazy dog äöüß"
    glyphs = [shipped_font(False).glyphs[ord(letter)] for letter in letters]

    def theirs() -> bytes:
        font, target = TTFont(FONT_FILES[False], recalcTimestamp=False), io.BytesIO()
        subsetter = Subsetter(Options(retain_gids=True))
        subsetter.populate(gids=glyphs)
        subsetter.subset(font)
        font.save(target)
        return target.getvalue()

    seconds = in_turns({"ours": lambda: shipped_font(False).subset(glyphs), "fontTools": theirs}, _ROUNDS)
    return {name: round(1000 * median(each), 2) for name, each in seconds.items()}


def encoders(folder: str) -> dict[str, Any]:
    """Our encoder of sentences against sentence-transformers': how far they differ, and the time."""
    import numpy as np
    from sentence_transformers import SentenceTransformer

    from mindgist.learn.embeddings import SentenceEncoder

    texts = [sentence.plain for sentence in mindgist.read(EXAMPLE).sentences] * 4
    ours, theirs = SentenceEncoder(folder), SentenceTransformer(folder)
    theirs.max_seq_length = 128

    def encoded() -> Any:
        return theirs.encode(texts, batch_size=64, normalize_embeddings=True, show_progress_bar=False)

    seconds = in_turns({"ours": lambda: ours(texts), "sentence-transformers": encoded}, 3)
    return {
        "largest difference": float(np.abs(ours(texts) - encoded()).max()),
        **{f"{name}, seconds": round(median(each), 2) for name, each in seconds.items()},
    }


if __name__ == "__main__":
    main()
