"""Gists on the pairs of a benchmark's articles, beside the protocol's reference points, which are of such articles.

    python research/gist_benchmark.py ../shared/benchmark/dev.jsonl

The pairs are found by the rule of the corpus's: each highlight with the sentence that has most of its words in order,
at least 70 %, or 80 %. A few articles have few pairs, so the standard error stands beside every score.
"""

import argparse
from pathlib import Path

import library
from gist_systems import SIMPLE, scores
from library import provenance
from mindgist.evaluate.benchmark import read_benchmark
from mindgist.files import file_fingerprint
from mindgist.labels.gists import gists
from mindgist.learn.shortenings import shortenings

_KEPT = library.RESULTS / "gists-benchmark.json"


def main() -> None:
    """Score the simple labels and the shipped gists, and keep the figures beside those of other files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark", type=Path)
    path: Path = parser.parse_args().benchmark
    articles = read_benchmark(path)
    pairs = [pair for article in articles for pair in shortenings(article)]
    found = {name: scores(shorten, pairs) for name, shorten in (SIMPLE | {"gists": gists}).items()}
    for name, figures in found.items():
        print(name, figures)
    kept = library.read_json(_KEPT) or {}
    run = provenance() | {"benchmark": {path.name: file_fingerprint(path)[:16]}}
    library.write_json(_KEPT, kept | {path.name: {"articles": len(articles), "systems": found, "run": run}})


if __name__ == "__main__":
    main()
