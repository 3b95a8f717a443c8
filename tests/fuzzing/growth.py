"""How the time and memory of every reader and importer grow with hostile inputs: 1, 2 and 4 MB, and 50 MB.

    python tests/fuzzing/growth.py [targets] [--record]

Each token of a format is repeated on lines, repeated on one line, and nested. Every input is read in its own process.
With --record, the worst of each target go to benchmarks/results/hostile-growth.json and into docs/safety.md.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "document"), str(HERE.parent / "export"), str(HERE)]

from samples import CONTAINER, archive, docx_of, html_page, odt_of, package, pptx_of, slide, word_document  # noqa: E402

from mindgist.document import read_bytes  # noqa: E402
from mindgist.document.pdf import reader  # noqa: E402
from mindgist.errors import MindgistError  # noqa: E402
from run import read, targets  # noqa: E402

sys.path.insert(0, str(HERE.parent.parent / "research"))
from library import provenance  # noqa: E402

MEGABYTES = (4, 2, 1, 50)
_IN_PROCESS = reader.in_process
KEPT = 2  # inputs, by time and by memory, that are measured at all sizes
MAX_SECONDS = 30
MAX_MEGABYTES = 1000
"""Peak memory that reading may take, whatever the input."""
PAGE = HERE.parent.parent / "docs" / "safety.md"
RECORD = HERE.parent.parent / "benchmarks" / "results" / "hostile-growth.json"
TABLE = re.compile(r"(?<=<!-- growth -->\n).*?(?=<!-- /growth -->)", re.DOTALL)

WIDE = "a table of one row"  # as wide as the size allows
TEXT = (
    " ",
    "a",
    "a ",
    "A. ",
    "a\n\n",
    "- a\n",
    "1. a\n",
    "> ",
    "====\n",
    "# a\n",
    "1.1 A\n\n",
    "。",
    "A b:\n",
    "| a |\n",
)
MARKS = ("> ", "- ", "- a\n", "* a\n  ", "|a|b|\n|-|-|\n", "|a", "[", "[a](", "![a](", "`", "*a*", "_a ", "<div>",
         "&amp;",
         "# a\n", "1. a\n", "~~~\n", "[a]: b\n", "\\", "<p>a\n\n", ": a\n", "a\n\n",
         "---\n", "<!--", "<a>", WIDE)  # fmt: skip
TAGS = ("<p>a", "<div>a", "<br>", "<b>", "<a href=x>a</a>", "<table><tr><td>a", "<ul><li>a", "<h1>a</h1>", "<svg>",
        "&amp;",
        "<!--", "<script>", "<p a=b>a</p>", "a. ", "<", "<p>A.</p>", "<td>", "<section>a", "<form>a")  # fmt: skip
JSON = ("[", "{},", '{"text":"a"},', '"a",', '{"a":', "1,", " ")


WORKBOOK = '[{"rootTopic": {"title": "a", "children": {"attached": [TOPICS]}}}]'


def tagged(*names: str) -> tuple[str, ...]:
    """Elements of these names: empty, with a text, open, and with an attribute."""
    return tuple(form.format(name) for name in names for form in ("<{0}/>", "<{0}>a</{0}>", "<{0}>", "<{0} a='b'/>"))


WORD = (
    *tagged("w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:pPr", "w:pStyle"),
    "<w:p><w:r><w:t>a</w:t></w:r></w:p>",
)
ODT = tagged(
    "text:p", "text:h", "text:s", "text:span", "text:list", "table:table", "table:table-row", "table:table-cell"
)
SLIDE = (*tagged("p:sp", "p:txBody", "a:p", "a:r", "a:t", "a:tbl", "a:pPr"), "<p:txBody/><a:p/>")
BOOK = ('<item id="c" href="a.xhtml" media-type="text/html"/>', '<item id="#" href="#" media-type="text/html"/>',
        '<itemref idref="#"/>', "<item/>", "<dc:title>a</dc:title>")  # fmt: skip
RTF = (
    "{",
    r"\par a",
    r"\'e9",
    r"{\*\a",
    r"\u8217?",
    r"\cell ",
    r"\row ",
    r"\trowd ",
    "}",
    r"\bin9 ",
    "\\",
    r"{\field ",
    "a",
)
NODE = ('<node TEXT="a">', '<node TEXT="a"/>', '<attribute NAME="a" VALUE="b"/>', "<richcontent>", "a", "&amp;")
OUTLINE = ('<outline text="a">', '<outline text="a"/>', "<body>", "a")
PDF = ("BT (a) Tj ET\n", "(a) Tj\n", "q ", "/F1 9 Tf\n", "1 0 0 1 0 14 Tm (a b) Tj\n")


def _pdf(body: str) -> bytes:
    stream = f"BT /F1 12 Tf 50 700 Td (The tide rises.) Tj {body} ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]  # fmt: skip
    return (
        b"%PDF-1.4\n"
        + b"".join(b"%d 0 obj%s endobj\n" % pair for pair in enumerate(objects, 1))
        + b"trailer<</Root 1 0 R>>"
    )


def _numbered(body: str) -> str:
    """Each # as a number of its own."""
    pieces = body.split("#")
    return "".join(f"{piece}{number}" for number, piece in enumerate(pieces[:-1])) + pieces[-1]


def _epub(body: str) -> bytes:
    chapter = body if not any(token.replace("#", "") in body.replace("#", "") for token in BOOK) else ""
    members = {"META-INF/container.xml": CONTAINER, "OEBPS/a.xhtml": html_page(f"<p>The tide rises.</p>{chapter}")}
    items = '<item id="a" href="a.xhtml" media-type="text/html"/>' + ("" if chapter else _numbered(body))
    return archive(members | {"OEBPS/book.opf": package(items, '<itemref idref="a"/>')})


CSV = ("a,", "a,b\n", '"a" ', '"a', "\n", ",", "a;", "a\t", "a.\n")
CUES = (
    "00:00:01.000 --> 00:00:02.000\nA b.\n\n",
    "00:01.000 --> 00:02.000\n",
    "a\n",
    "<b>a",
    "\n\n",
    "NOTE a\n\n",
    "1\n",
)

FORMATS: dict[str, tuple[tuple[str, ...], Callable[[str], bytes]]] = {
    "text": (TEXT, str.encode),
    "markdown": (MARKS, str.encode),
    "html": (TAGS, lambda body: html_page(f"<p>The tide rises.</p>{body}").encode()),
    "csv": (CSV, lambda body: f"name,text\nTides,The tide rises.\n{body}".encode()),
    "json": ((*JSON, '{"a":"The sea rises."},', '"a":1,'), lambda body: f'[{body}"The tide rises."]'.encode()),
    "transcript": (CUES, lambda body: f"WEBVTT\n\n00:00.000 --> 00:01.000\nThe tide.\n\n{body}".encode()),
    "pdf": (PDF, _pdf),
    "docx": (WORD, lambda body: docx_of(word_document(body))),
    "odt": (ODT, odt_of),
    "rtf": (RTF, lambda body: (r"{\rtf1\ansi The tide rises. " + body + "}").encode()),
    "pptx": (SLIDE, lambda body: pptx_of([slide("Tides", ["The tide rises."], body)])),
    "epub": ((*TAGS, *BOOK), _epub),
    ".json": (JSON, lambda body: f'{{"nodes": [{body}{{"text": "a"}}]}}'.encode()),
    ".md": (MARKS, str.encode),
    ".mm": (NODE, lambda body: f'<map><node TEXT="a">{body}</node></map>'.encode()),
    ".xmind": (JSON, lambda body: archive({"content.json": WORKBOOK.replace("TOPICS", body)})),
    ".opml": (OUTLINE, lambda body: f"<opml><body>{body}</body></opml>".encode()),
}  # fmt: skip


def bodies(token: str, size: int) -> dict[str, str]:
    """A token in every form, each of this many bytes."""
    if token == WIDE:
        return {"": f"{'|a' * (size // 4)}\n{'|-' * (size // 4)}\n"}
    line = token.replace("\n", " ")
    forms = {"on lines": f"{token}\n" if not token.endswith("\n") else token, "on one line": line}
    found = {name: form * (size // len(form.encode())) for name, form in forms.items()}
    if opened := re.match(r"<([\w:]+)[^/]*?>", token):  # an element in itself, as deep as the size allows
        close = f"</{opened[1]}>"
        found["nested"] = opened[0] * (size // len(opened[0] + close)) + close * (size // len(opened[0] + close))
    elif token in ("[", "{", "> ", "- ", '{"a":'):
        found["nested"] = "".join(f"{token * depth}a\n" for depth in range(1, 40)) * (size // (40 * 40))
    return found


def measured(target: str, content: bytes) -> tuple[float, int]:
    """The processor seconds and the peak megabytes of reading, in a child, above what its parent has.

    An input that is neither read nor refused ends the measurement.
    """
    before = (
        int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    )  # the child's share
    child = os.fork()
    if not child:
        try:
            read_pdf(content) if target == "pdf" else read(target, content)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"reading {target} ended with {status}")
    return round(usage.ru_utime + usage.ru_stime, 2), usage.ru_maxrss // 1024 - before


def read_pdf(content: bytes) -> None:
    """Read a PDF as users do, in a process with limits; ``read`` does it in this one."""
    reader.in_process = _IN_PROCESS
    with suppress(MindgistError):
        read_bytes(content, kind="pdf")
    reader._worker.stop()  # so that its time and memory are counted


def main() -> None:
    """Measure, print, record."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("targets", nargs="*")
    options.add_argument("--record", action="store_true")
    chosen = options.parse_args()
    read("text", b"The tide rises. Walls break.")  # import what all need before the forks
    for target in chosen.targets or targets():
        worst = grown(target)
        print(target, json.dumps(worst, ensure_ascii=False), flush=True)
        if chosen.record:
            known = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
            known[target] = worst | {"run": provenance()}
            RECORD.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            page = PAGE.read_text(encoding="utf-8")
            PAGE.write_text(page.replace(TABLE.findall(page)[0], table(known)), encoding="utf-8")


def grown(target: str) -> dict[str, dict[str, object]]:
    """The slowest and the largest input of each size.

    Every token has its turn at 4 MB. The worst of them are measured at the other sizes.
    """
    tokens, wrap = FORMATS.get(target, (TEXT, str.encode))
    forms = [(token, form) for token in tokens for form in bodies(token, 100)]
    found: dict[str, dict[str, object]] = {}
    for megabytes in MEGABYTES:
        rows = []
        for token, form in forms:
            body = bodies(token, 1_000_000 * megabytes - 2000)[form]
            rows.append((*measured(target, wrap(body)), token, form))
            if rows[-1][0] > MAX_SECONDS or rows[-1][1] > MAX_MEGABYTES:
                print(f"  {target} {megabytes} MB: {rows[-1]}", flush=True)
        slowest, largest = (sorted(rows, key=lambda row: row[key], reverse=True)[:KEPT] for key in (0, 1))
        found[str(megabytes)] = {
            "seconds": slowest[0][0], "slowest": f"{slowest[0][2].strip()} {slowest[0][3]}",
            "megabytes": largest[0][1], "largest": f"{largest[0][2].strip()} {largest[0][3]}", "inputs": len(rows),
        }  # fmt: skip
        forms = list(dict.fromkeys((row[2], row[3]) for row in (*slowest, *largest)))
    return found


def table(known: dict[str, dict[str, dict[str, object]]]) -> str:
    """The table of the page: for each target the slowest and the largest input of each size."""
    sizes = [str(size) for size in sorted(MEGABYTES)]
    lines = [f"| reader | {' | '.join(f'{size} MB' for size in sizes)} |", "| --- |" + " --- |" * len(sizes)]
    for target, rows in known.items():
        cells = (f"{rows[size]['seconds']} s, {rows[size]['megabytes']} MB" if size in rows else "" for size in sizes)
        lines.append(f"| {target} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
