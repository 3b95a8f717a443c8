"""The memory of a process that maps thousands of documents.

    python benchmarks/memory.py --corpus FOLDER [--documents 20000] [--record]

Maps articles in groups, as a batch worker does, and records the resident memory.
"""

import argparse
import gc
import json
import lzma
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from measure import record


def main() -> None:
    """Map, print the memory, and record it if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="a folder of *.jsonl.xz articles")
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--graph", help="instead of the default")
    parser.add_argument("--record", action="store_true", help="write the figures to results/memory.json")
    options = parser.parse_args()
    from mindgist.batch.options import BatchOptions
    from mindgist.batch.rows import written
    from mindgist.document import read_text
    from mindgist.mapper import MindMapper
    from mindgist.mindmap import with_labels

    mapper, form = MindMapper.named(options.graph), BatchOptions()
    held: dict[int, float] = {}
    articles = texts(options.corpus, options.documents)
    number = 0
    while some := [read_text(text) for text in islice(articles, 50)]:
        maps = with_labels([mindmap.cut() for mindmap in mapper.map_all(some)])
        for mindmap, document in zip(maps, some, strict=True):
            written(mindmap, document, form)
        number += len(some)
        if number % (options.documents // 20) == 0:
            del maps, mindmap, document
            gc.collect()
            held[number] = resident_megabytes()
            print(number, held[number], flush=True)
    first, last = held[options.documents // 10], held[options.documents]
    figures = {
        "graph": options.graph or "the default", "megabytes_held": held, "last over the first tenth": last / first,
    }  # fmt: skip
    print(json.dumps(figures))
    if options.record:
        print(record("memory", figures))


def texts(corpus: Path, most: int) -> Iterator[str]:
    """Articles of a corpus, one file after the other."""
    for file in sorted(corpus.glob("*.jsonl.xz")):
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                if not most:
                    return
                most -= 1
                yield json.loads(line)["article"]


def resident_megabytes() -> float:
    """What this process holds now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return round(pages * 4096 / 1e6, 1)


if __name__ == "__main__":
    main()
