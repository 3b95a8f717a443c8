"""The readers on real documents beside other tools: python benchmarks/documents.py FOLDER [--record].

FOLDER has a folder for each kind of file. Web pages: word F1 against the gold texts, and F1 over the segments that
"web-gold/segments.json" lists as part of the main text ("with") or not ("without"), ours and trafilatura's, also on
every second page from the first ("first half") and from the second. PDF and pdftotext: the share of its words that we
have ("kept"), the share of its five-word runs that we have ("agreement"), and the share of ours that it has ("order").
Scans: pages of these PDFs as JPEG with 150 dpi, turned by 1 degree, with noise: the share of a page's words that are
recognised. DOCX and EPUB: the share of pandoc's words that we have. Tools that are not installed are left out.
"""

import argparse
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import mean, median
from typing import Any

from lxml import html

from measure import record
from mindgist.document import read, read_bytes
from mindgist.document.content import content_only
from mindgist.document.tokens import words
from mindgist.errors import MindgistError
from mindgist.mindmap.section_plan import sections_of

RUN = 5  # words
MIN_SCAN_WORDS, MAX_SCANS = 200, 14  # words of a page that is scanned, and pages in all: one of each file


def main() -> None:
    """Measure all kinds of files, print the figures, and record them if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--scans", action="store_true", help="the scans and nothing else; they take minutes")
    parser.add_argument("--web", action="store_true", help="the web pages and nothing else")
    options = parser.parse_args()
    if options.scans:
        name, figures = "scans", _scans(options.folder / "pdf")
    else:
        name, figures = "web-pages" if options.web else "documents", _documents(options.folder, options.web)
    print(figures)
    if options.record:
        record(name, figures)


def _documents(folder: Path, only_web: bool) -> dict[str, Any]:
    figures = {"html": _web_pages(folder / "html", folder / "html-gold"), "segments": _segments(folder / "web-gold")}
    if shutil.which("pdftotext") and not only_web:
        figures["pdf"] = _pdf_files(folder / "pdf")
    if shutil.which("pandoc") and not only_web:
        figures |= {kind: _office_files(folder / kind) for kind in ("docx", "epub")}
    return figures


def _web_pages(pages: Path, gold_pages: Path) -> dict[str, Any]:
    extractors = _page_extractors()
    scores: dict[str, list[float]] = {name: [] for name in extractors}
    for gold in sorted(gold_pages.iterdir()):
        expected = words(_text_of(gold.read_text(encoding="utf-8")))
        for name, extract in extractors.items():
            scores[name].append(_f1(words(_or_empty(extract, pages / gold.name)), expected))
    return {"pages": len(scores["ours"])} | {name: mean(found) for name, found in scores.items()}


def _segments(folder: Path) -> dict[str, Any]:
    pages = sorted(json.loads((folder / "segments.json").read_text(encoding="utf-8")), key=lambda page: page["file"])
    figures: dict[str, Any] = {"pages": len(pages)}
    for name, extract in _page_extractors().items():
        counts = []
        for page in pages:
            text = " ".join(_or_empty(extract, folder / page["file"]).split())
            found = _count_inside(page["with"], text)
            counts.append((found, _count_inside(page["without"], text), len(page["with"]) - found))
        for part, rows in {"": counts, ", first half": counts[::2], ", second half": counts[1::2]}.items():
            found, wrong, missed = map(sum, zip(*rows, strict=True))
            figures[name + part] = 2 * found / (2 * found + wrong + missed)
    return figures


def _count_inside(segments: list[str], text: str) -> int:
    return sum(" ".join(segment.split()) in text for segment in segments)


def _page_extractors() -> dict[str, Callable[[Path], str]]:
    extractors: dict[str, Callable[[Path], str]] = {"ours": lambda path: read(path).text, "ours, mapped": _mapped_text}
    if find_spec("trafilatura"):
        import trafilatura

        extractors["trafilatura"] = lambda path: trafilatura.extract(path.read_bytes(), include_comments=False) or ""
    return extractors


def _mapped_text(path: Path) -> str:
    """The title, the headings and the sentences that a map can show."""
    document = content_only(read(path))
    sections = sections_of(document.body)
    headed = [(section.heading, [one.plain for each in section.paragraphs for one in each]) for section in sections]
    return " ".join([document.title or "", *(" ".join([one.plain if one else "", *texts]) for one, texts in headed)])


def _pdf_files(folder: Path) -> dict[str, Any]:
    rows = []
    for path, ours in _read_all(folder):
        theirs = words(re.sub(r"(?<=\w)-\n(?=[a-z])", "", _output("pdftotext", str(path), "-")))
        if len(theirs) > RUN:
            order, agreement = _shares(ours, theirs, RUN)
            rows.append({"kept": _shares(ours, theirs)[1], "order": order, "agreement": agreement})
    return {"files": len(rows)} | {name: median(row[name] for row in rows) for name in rows[0]}


def _scans(folder: Path) -> dict[str, Any]:
    recalls = {}
    for path in sorted(folder.iterdir()):
        for number in range(1, 4):
            expected = words(_output("pdftotext", "-f", str(number), "-l", str(number), str(path), "-"))
            if len(expected) >= MIN_SCAN_WORDS and len(recalls) < MAX_SCANS:
                recalls[path.stem] = _shares(words(read_bytes(_scan(path, number)).text), expected)[1]
                break
    figures = {"mean": mean(recalls.values()), "median": median(recalls.values()), "min": min(recalls.values())}
    return {"pages": len(recalls)} | figures | {"recalls": recalls}


def _scan(path: Path, number: int) -> bytes:
    """Return a page as a bad scan."""
    import cv2
    import numpy as np
    from pypdfium2 import PdfDocument

    picture = PdfDocument(path)[number - 1].render(scale=150 / 72).to_numpy()[:, :, :3].astype(np.float32)
    size = picture.shape[1::-1]
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), 1.0, 1.0)
    turned = cv2.warpAffine(picture, turn, size, borderValue=(255,) * 3)
    noisy = np.clip(turned + np.random.default_rng(number).normal(0, 12, turned.shape), 0, 255).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 70])[1])


def _office_files(folder: Path) -> dict[str, Any]:
    kept = []
    for path, ours in _read_all(folder):
        page = _output("pandoc", "--mathml", "-t", "html", str(path))
        theirs = words(_text_of(re.sub(r"<annotation.*?</annotation>", "", page, flags=re.DOTALL)))  # without TeX
        kept.append(_shares(ours, theirs)[1] if theirs else 1.0)
    return {"files": len(kept), "kept": mean(kept)}


def _read_all(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    for path in sorted(folder.iterdir()):
        yield path, words(_or_empty(lambda path: f"{read(path).title or ''} {read(path).text}", path))


def _or_empty(extract: Callable[[Path], str], path: Path) -> str:
    try:
        return extract(path)
    except MindgistError:
        return ""


def _text_of(page: str) -> str:
    return " ".join(html.fromstring(f"<div>{page}</div>").itertext())


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, check=False).stdout.decode("utf-8", "replace")


def _shares(found: list[str], expected: list[str], length: int = 1) -> tuple[float, float]:
    """Return the share of the found runs of words that are expected, and of the expected ones that are found."""
    ours, theirs = (Counter(zip(*(text[at:] for at in range(length)), strict=False)) for text in (found, expected))
    common = (ours & theirs).total()
    return common / max(1, ours.total()), common / max(1, theirs.total())


def _f1(found: list[str], expected: list[str]) -> float:
    if not found and not expected:
        return 1.0
    precision, recall = _shares(found, expected)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


if __name__ == "__main__":
    main()
