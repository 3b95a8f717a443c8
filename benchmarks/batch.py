"""``mindgist batch`` over a corpus with one and two workers, locally and on Ray. All outputs must be the same.

    python benchmarks/batch.py --corpus FOLDER --scratch FOLDER [--documents 20000] [--ray] [--record]

Measures clock time, which needs a quiet machine, and the processor time of all processes, with Ray's own (Linux).
Results are kept in the scratch folder, and a finished run is not repeated. Start-up is measured separately: it ends
when as many shards are done as there are workers.
"""

import argparse
import hashlib
import json
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from measure import record
from texts import articles


def main() -> None:
    """Run what has not run yet, print it, and record it where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="a folder of *.jsonl.xz articles")
    parser.add_argument("--scratch", type=Path, required=True)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--record", action="store_true", help="write the figures to results/batch.json")
    options = parser.parse_args()
    corpus = corpus_of(options.corpus, options.scratch, options.documents)
    figures: dict[str, Any] = {"documents": options.documents}
    for name, engine, workers in (("local 1", "local", 1), ("local 2", "local", 2), ("ray 2", "ray", 2)):
        if engine == "local" or options.ray:
            figures[name] = measured(name, corpus, options.scratch, engine, workers)
            print(name, json.dumps(figures[name]), flush=True)
    figures["two workers over one"] = round(
        figures["local 2"]["documents_a_second"] / figures["local 1"]["documents_a_second"], 2
    )
    if options.ray:
        steady = {name: figures[name]["documents_a_second_once_started"] for name in ("local 2", "ray 2")}
        figures["local over ray, start-up aside"] = round(steady["local 2"] / steady["ray 2"], 3)
        each = {name: figures[name]["processor_ms_a_document"] for name in ("local 2", "ray 2")}
        figures["ray over local, processor time"] = round(each["ray 2"] / each["local 2"], 3)
    figures["same output"] = len({found["output"] for found in figures.values() if isinstance(found, dict)}) == 1
    print(json.dumps(figures, indent=1))
    if options.record:
        print(record("batch", figures))


def corpus_of(folder: Path, scratch: Path, documents: int) -> Path:
    """So many articles as JSON Lines."""
    scratch.mkdir(parents=True, exist_ok=True)
    path = scratch / f"articles-{documents}.jsonl"
    if not path.exists():
        waiting = path.with_suffix(".part")
        with waiting.open("w", encoding="utf-8") as file:
            for number, text in enumerate(articles(documents, folder)):
                file.write(json.dumps({"id": f"article-{number}", "text": text}) + "\n")
        waiting.rename(path)
    return path


def measured(name: str, corpus: Path, scratch: Path, engine: str, workers: int) -> dict[str, Any]:
    """One run, unless its figures are there already."""
    import mindgist.batch

    kept = scratch / f"{corpus.stem}, {name}.json"
    if kept.exists():
        found: dict[str, Any] = json.loads(kept.read_text())
        return found
    output = scratch / "output"
    shutil.rmtree(output, ignore_errors=True)
    marks: list[tuple[float, int, float]] = []
    start = time.perf_counter()
    summary = mindgist.batch.run(
        [corpus], output, engine=engine, workers=workers,
        progress=lambda done, *_: marks.append((time.perf_counter() - start, done, family_seconds())),
    )  # fmt: skip
    seconds = time.perf_counter() - start
    first_seconds, first_documents, first_processor = marks[workers - 1]
    last_seconds, last_documents, _ = marks[-1]
    _, until, processor = marks[len(marks) * 3 // 4]  # towards the end a worker may be gone, and its time with it
    found = {
        "seconds": round(seconds, 2),
        "documents_a_second": round(summary.documents / seconds, 1),
        "documents_a_second_once_started": round(
            (last_documents - first_documents) / (last_seconds - first_seconds), 1
        ),
        "processor_ms_a_document": round(1000 * (processor - first_processor) / (until - first_documents), 3),
        "start_s": round(first_seconds, 2),
        "errors": summary.errors,
        "output": fingerprint(output),
        "load": [round(load, 1) for load in os.getloadavg()],
    }
    kept.write_text(json.dumps(found))
    return found


def fingerprint(folder: Path) -> str:
    """Of all files of an output folder, their names and contents."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(str(file.relative_to(folder)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def family_seconds() -> float:
    """The processor time of this process and of all that it has started, and those in turn, that live or have ended."""
    seconds, parents = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
            seconds[int(folder.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    family = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(seconds.get(process, 0.0) for process in family)


if __name__ == "__main__":
    main()
