"""The readers on real documents, beside other tools: `python research/documents.py ../shared/documents`.

For each file: the words that are kept, and their order. What was measured is kept in `results/documents.json`, and a
file is measured again only when it or a reader has changed (`--again`: all of them).

Web pages: word F1 against the gold texts (multisets of lower-cased words), ours, trafilatura and readability-lxml.
PDF: of the words of pdftotext, those that we have; of our runs of five words, those that it has, too ("order"), and
the other way round ("agreement"); the same for pdftext; and, at the ends of lines in columns that stand side by side,
how often a text goes over into the other column (see columns.py; `pdftotext -layout`, which prints lines across the
page, shows what that finds). Word and EPUB: of pandoc's words, those that we have, the TeX that it makes of formulas
aside.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import mean, median
from typing import Any

import library
from columns import seams
from library import provenance
from mindgist import files
from mindgist.document import Document, read
from mindgist.document.tokens import words
from mindgist.errors import MindgistError
from mindgist.mapper import MindMapper

RESULT = library.RESULTS / "documents.json"
READERS = Path(__file__).parent.parent / "src" / "mindgist" / "document"
TOOLS = ("trafilatura", "readability-lxml", "pdftext", "lxml", "pypdfium2", "nupunkt")
RUN = 5


def shares(found: list[str], expected: list[str], run: int = 1) -> tuple[float, float]:
    """Of the runs of words found, those expected; of those expected, those found."""
    ours, theirs = runs(found, run), runs(expected, run)
    common = (ours & theirs).total()
    return common / max(1, ours.total()), common / max(1, theirs.total())


def runs(text: list[str], length: int) -> Counter[tuple[str, ...]]:
    """The runs of so many words in a text."""
    return Counter(zip(*(text[start:] for start in range(length)), strict=False))


def f1(found: list[str], expected: list[str]) -> float:
    """The harmonic mean of both shares; 1 where there is nothing to find."""
    precision, recall = shares(found, expected)
    if not found and not expected:
        return 1.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def of_html(path: Path, document: Document | None) -> dict[str, Any]:
    """F1 of three extractors."""
    gold = path.parent.parent / "html-gold" / path.name
    if not gold.is_file():
        return {"others": bool(words(trafilatura_text(path)))}
    from lxml import html

    expected = words(" ".join(html.fromstring(gold.read_text(encoding="utf-8") or "<p></p>").itertext()))
    return {
        "ours": f1(words(document.text if document else ""), expected),
        "trafilatura": f1(words(trafilatura_text(path)), expected),
        "readability": f1(words(readability_text(path)), expected),
    }


def trafilatura_text(path: Path) -> str:
    """The main text that trafilatura finds."""
    import trafilatura

    return trafilatura.extract(path.read_bytes(), include_comments=False) or ""


def readability_text(path: Path) -> str:
    """The main text that readability-lxml finds."""
    from lxml import html
    from readability import Document as Page

    try:
        return " ".join(html.fromstring(Page(path.read_bytes()).summary()).itertext())
    except Exception:  # it fails in many ways
        return ""


def of_pdf(path: Path, document: Document | None) -> dict[str, Any]:
    """Words kept and order, against pdftotext and pdftext."""
    ours = words(document.text if document else "")
    result: dict[str, Any] = {"columns": columns(path)}
    texts = {"pdftotext": spoken(["pdftotext", str(path), "-"]), "pdftext": pdftext_text(path)}
    for name, text in texts.items():
        theirs = words(re.sub(r"(?<=\w)-\n(?=[a-z])", "", text))
        order, agreement = shares(ours, theirs, RUN)
        result[name] = {"words": len(theirs), "kept": shares(ours, theirs)[1], "order": order, "agreement": agreement}
    places = seams(path)
    texts |= {"ours": document.text if document else "", "layout": spoken(["pdftotext", "-layout", str(path), "-"])}
    result["seams"] = {name: places.mixed(text) for name, text in texts.items()}
    result["others"] = bool(words(texts["pdftotext"]))
    return result


def columns(path: Path) -> int:
    """How many columns most of the file's pages have."""
    from mindgist.document.pdf.file import pdf_text

    try:
        pages = pdf_text(path.read_bytes()).pages
    except MindgistError:
        return 1
    counts = [len({line.column_left // 50 for line in page if len(line.text) > 15}) for page in pages if page]
    beside = [
        any(a.column != b.column and abs(a.baseline - b.baseline) < 2 for a in page for b in page[:80])
        for page in pages
    ]
    return 2 if counts and sum(beside) > 0.5 * len(beside) else 1


def pdftext_text(path: Path) -> str:
    """What pdftext takes out."""
    try:
        from pdftext.extraction import plain_text_output

        return str(plain_text_output(str(path)))
    except Exception:  # of a protected or broken file
        return ""


def of_pandoc(path: Path, document: Document | None) -> dict[str, Any]:
    """The share of pandoc's words that we have; formulas as MathML, without the TeX that it makes of them."""
    from lxml import html

    page = spoken(["pandoc", "--mathml", "-t", "html", str(path)])
    page = re.sub(r"<annotation.*?</annotation>", "", page, flags=re.DOTALL)
    theirs = words(" ".join(html.fromstring(f"<div>{page}</div>").itertext()))
    ours = words(f"{document.title or ''} {document.text}" if document else "")
    return {"words": len(theirs), "kept": shares(ours, theirs)[1] if theirs else 1.0, "others": bool(theirs)}


def of_text(path: Path, document: Document | None) -> dict[str, Any]:
    """Nothing to compare with."""
    return {"others": bool(path.read_bytes().strip())}


MEASURES: dict[str, Callable[[Path, Document | None], dict[str, Any]]] = {
    "html": of_html,
    "pdf": of_pdf,
    "docx": of_pandoc,
    "epub": of_pandoc,
    "text": of_text,
}


def spoken(command: list[str]) -> str:
    """What a tool writes to its standard output."""
    return subprocess.run(command, capture_output=True, check=False).stdout.decode("utf-8", "replace")


def measure(folder: Path, again: bool) -> None:
    """Measure each file that is new, then the whole."""
    known = store_read() if not again else {}
    readers = files.file_fingerprint(*sorted(READERS.glob("*.py")))
    rows: dict[str, Any] = known.get("files", {})
    mapper = MindMapper.named("lead", "star")
    for kind, of in MEASURES.items():
        for path in sorted((folder / kind).iterdir()):
            mark = files.fingerprint(files.file_fingerprint(path), readers)[:16]
            name = f"{kind}/{path.name}"
            if rows.get(name, {}).get("mark") == mark:
                continue
            row: dict[str, Any] = {"mark": mark}
            document = None
            try:
                document = read(path)
                mindmap = mapper(document)
                row["roots"] = sum(node.parent is None for node in mindmap.nodes)
                row["titled"] = document.title is None or mindmap.title is not None
                row["language"] = document.language
            except MindgistError as error:
                row["refused"] = str(error).partition(": ")[2][:100]
            rows[name] = row | of(path, document)
            print(name, rows[name], file=sys.stderr)
            library.write_json(RESULT, known | {"files": rows})
    library.write_json(RESULT, {"summary": summary(rows), "files": rows, "run": provenance() | {"tools": tools()}})
    print(summary(rows))


def tools() -> dict[str, str]:
    """The versions of what is compared, and of the libraries that read."""
    found = {"pandoc": spoken(["pandoc", "--version"]).partition("\n")[0]}
    for name in TOOLS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def summary(rows: dict[str, Any]) -> dict[str, Any]:
    """The figures that the issue asks for."""

    def of(kind: str) -> list[dict[str, Any]]:
        return [row for name, row in rows.items() if name.startswith(f"{kind}/")]

    gold = [row for row in of("html") if "ours" in row]
    pdfs = [row for row in of("pdf") if row["pdftotext"]["words"] > RUN and "refused" not in row]
    one, two = ([row for row in pdfs if row["columns"] == count] for count in (1, 2))
    return {
        "html": {"pages": len(gold)}
        | {who: mean(row[who] for row in gold) for who in ("ours", "trafilatura", "readability")},
        "pdf": {
            "one column": len(one),
            "agreement with pdftotext, one column, median": median(row["pdftotext"]["agreement"] for row in one),
            "order against pdftotext, one column, median": median(row["pdftotext"]["order"] for row in one),
            "words of pdftotext kept, median": median(row["pdftotext"]["kept"] for row in pdfs),
            "agreement with pdftext, one column, median": median(row["pdftext"]["agreement"] for row in one),
            "two columns": len(two),
            "ends of lines in columns": {
                name: mixing(two, name) for name in ("ours", "pdftotext", "pdftext", "layout")
            },
        },
        "docx": {"files": len(of("docx")), "kept": mean(row["kept"] for row in of("docx"))},
        "epub": {"files": len(of("epub")), "kept": mean(row["kept"] for row in of("epub"))},
        "refused though others read them": [
            name for name, row in rows.items() if "refused" in row and row.get("others")
        ],
        "one root": mean(row["roots"] == 1 for row in rows.values() if "roots" in row),
        "title kept": mean(row["titled"] for row in rows.values() if "roots" in row),
    }


def mixing(rows: list[dict[str, Any]], name: str) -> dict[str, int]:
    """Of the ends of lines that a text has, in all files, those after which it goes over into another column."""
    across, all_of_them = (sum(row["seams"][name][which] for row in rows) for which in (0, 1))
    return {"found": all_of_them, "mixed": across}


def store_read() -> dict[str, Any]:
    """What was measured before."""
    import json

    found: dict[str, Any] = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.is_file() else {}
    return found


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--again", action="store_true")
    given = options.parse_args()
    measure(given.folder, given.again)
