"""How time and memory grow with a document's length: 50 to 100,000 sentences, as text, Markdown, HTML and PDF.

    python benchmarks/growth.py [--lengths 50 500 …] [--record]

Each document is mapped in its own process. Measures processor seconds (with child processes, which read PDF) and peak
memory.
"""

import argparse
import json
import os
import resource
import time
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from measure import RESULTS, in_a_process, record

LENGTHS = (50, 500, 2_000, 10_000, 30_000, 100_000)
KINDS = ("txt", "md", "html", "pdf")
_PARAGRAPH = 5  # sentences
_SECTION = 40  # sentences


def main() -> None:
    """Measure, print, and record if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--record", action="store_true", help="write the figures to results/growth.json")
    options = parser.parse_args()
    rows = [row for row in _recorded() if (row["kind"], row["length"]) not in product(options.kinds, options.lengths)]
    for kind, length in product(options.kinds, options.lengths):
        rows.append(in_a_process("growth", "grown", length, kind))
        print(json.dumps(rows[-1]), flush=True)
        if options.record:  # after each document, because the longest take minutes
            record("growth", {"rows": rows, "time of 100,000 over 10,000 sentences": _ratios(rows)})
    print(json.dumps(_ratios(rows)))


def _recorded() -> list[dict[str, Any]]:
    """The results of earlier runs, of other kinds or lengths."""
    path = RESULTS / "growth.json"
    return list(json.loads(path.read_text(encoding="utf-8"))["figures"]["rows"]) if path.exists() else []


def grown(length: int, kind: str) -> dict[str, Any]:
    """Time and memory to map a document of this many sentences; called in its own process."""
    from mindgist.document import read_bytes
    from mindgist.document.pdf import reader as pdf_reader
    from mindgist.mapper import MindMapper

    pdf_reader.MAX_SECONDS = 3_600  # by the clock, and others may be at work; what counts here is processor time
    content = content_of(length, kind)
    mapper = MindMapper.named()
    mapper(read_bytes(b"Rain falls. Rivers rise. Fields drown."))  # load everything before measuring
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = _seconds(), time.perf_counter()
    document = read_bytes(content)
    read = _seconds()
    mapper(document).cut().with_labels()
    end = _seconds()
    return {
        "kind": kind,
        "length": length,
        "sentences": len(document),
        "megabytes": round(len(content) / 1e6, 2),
        "read_s": round(read - start[0], 3),
        "map_s": round(end - read, 3),
        "processor_s": round(end - start[0], 3),
        "clock_s": round(time.perf_counter() - start[1], 3),
        "peak_mb_above_start": round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base) / 1024),
    }


def _seconds() -> float:
    """The processor time of this process and its children, ended or running (Linux)."""
    ended = sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )
    children = [pid for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()]
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in children]
    return ended + sum(int(own[11]) + int(own[12]) for own in fields) / os.sysconf("SC_CLK_TCK")


def content_of(length: int, kind: str) -> bytes:
    """A document of this many sentences: plain text, or sections with headings."""
    from texts import made_up

    sentences = [sentence for line in made_up(length, 1).splitlines() for sentence in _sentences(line)]
    paragraphs = [" ".join(sentences[start : start + _PARAGRAPH]) for start in range(0, length, _PARAGRAPH)]
    if kind == "txt":
        return "\n\n".join(paragraphs).encode()
    sections = [paragraphs[start : start + _SECTION // _PARAGRAPH] for start in range(0, len(paragraphs), 8)]
    titles = [" ".join(section[0].split()[:4]) for section in sections]
    if kind == "md":
        parts = [f"## {title}\n\n" + "\n\n".join(section) for title, section in zip(titles, sections, strict=True)]
        return ("# A long report\n\n" + "\n\n".join(parts)).encode()
    if kind == "html":
        parts = [
            f"<h2>{title}</h2>" + "".join(f"<p>{paragraph}</p>" for paragraph in section)
            for title, section in zip(titles, sections, strict=True)
        ]
        return f"<html><body><article><h1>A long report</h1>{''.join(parts)}</article></body></html>".encode()
    return _pdf(titles, sections)


def _pdf(titles: list[str], sections: list[list[str]]) -> bytes:
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    styles = getSampleStyleSheet()
    flow = [Paragraph("A long report", styles["Title"])]
    for title, section in zip(titles, sections, strict=True):
        flow.append(Paragraph(title, styles["Heading2"]))
        flow += [Paragraph(paragraph, styles["BodyText"]) for paragraph in section]
    file = BytesIO()
    SimpleDocTemplate(file).build(flow)
    return file.getvalue()


def _sentences(line: str) -> list[str]:
    return [f"{part}." for part in line.strip().rstrip(".").split(". ") if part]


def _ratios(rows: list[dict[str, Any]]) -> dict[str, float]:
    by_kind = {
        kind: {row["sentences"] // 1000: row["processor_s"] for row in rows if row["kind"] == kind} for kind in KINDS
    }
    return {kind: round(found[100] / found[10], 2) for kind, found in by_kind.items() if {10, 100} <= found.keys()}


if __name__ == "__main__":
    main()
