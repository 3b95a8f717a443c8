"""Kill ``mindgist batch`` many times and compare its output with that of an uninterrupted run.

    python benchmarks/kills.py --corpus FOLDER --scratch FOLDER [--documents 4000] [--kills 20] [--seed 0] [--record]

At random moments, kill -9 hits the parent or one of its workers; a killed parent is started again with the same
command. A run that ends before all kills are used is checked, and the next run begins.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from signal import SIGKILL
from typing import Any

from batch import corpus_of, fingerprint
from measure import record


def main() -> None:
    """Kill, go on, compare, print, and record where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="a folder of *.jsonl.xz articles")
    parser.add_argument("--scratch", type=Path, required=True)
    parser.add_argument("--documents", type=int, default=4_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", action="store_true", help="write the figures to results/kills.json")
    options = parser.parse_args()
    corpus = corpus_of(options.corpus, options.scratch, options.documents)
    whole, output = options.scratch / "whole", options.scratch / "killed"
    shutil.rmtree(whole, ignore_errors=True)
    start = time.perf_counter()
    subprocess.run(command(corpus, whole), check=True, capture_output=True)
    seconds = time.perf_counter() - start
    expected = fingerprint(whole)
    draw = random.Random(options.seed)
    figures: dict[str, Any] = {
        "documents": options.documents, "seed": options.seed, "kills of the parent": 0, "kills of a worker": 0,
        "complete runs": 0, "identical": 0, "each document once": 0,
    }  # fmt: skip
    while figures["kills of the parent"] + figures["kills of a worker"] < options.kills:
        shutil.rmtree(output, ignore_errors=True)
        run_with_kills(corpus, output, options.kills, seconds, draw, figures)
        figures["complete runs"] += 1
        figures["identical"] += fingerprint(output) == expected
        figures["each document once"] += ids(output) == [f"article-{number}" for number in range(options.documents)]
        print(json.dumps(figures), flush=True)
    if options.record:
        print(record("kills", figures))
    if figures["identical"] != figures["complete runs"]:
        sys.exit("the output of a killed run differs")


def run_with_kills(
    corpus: Path, output: Path, kills: int, seconds: float, draw: random.Random, figures: dict[str, Any]
) -> None:
    """One run to its end, with kills at moments drawn from the time that an unbroken one takes."""
    while True:
        process = subprocess.Popen(command(corpus, output), stderr=subprocess.DEVNULL)
        while figures["kills of the parent"] + figures["kills of a worker"] < kills:
            try:
                process.wait(draw.uniform(0.1, seconds / 4))
                break
            except subprocess.TimeoutExpired:
                pass
            workers = children(process.pid)
            if workers and draw.random() < 0.5:
                subprocess.run(["kill", "-9", str(draw.choice(workers))], check=False)
                figures["kills of a worker"] += 1
                continue
            process.send_signal(SIGKILL)
            process.wait()
            figures["kills of the parent"] += 1
            break
        else:
            process.wait()
        if process.returncode == 0:
            return


def command(corpus: Path, output: Path) -> list[str]:
    """The command of a batch on two workers."""
    program = str(Path(sys.executable).with_name("mindgist"))
    return [program, "batch", str(corpus), "-o", str(output), "--workers", "2", "--shard-documents", "50"]


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True, check=False)
    return [int(number) for number in found.stdout.split()]


def ids(output: Path) -> list[str]:
    """The documents of an output folder, in order."""
    files = sorted(output.glob("shard-*.jsonl"))
    return [json.loads(line)["id"] for file in files for line in file.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
