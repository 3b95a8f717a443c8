"""Gists against simpler labels, on sentences that editors shortened: the figures of docs/gists.md.

    python research/gists.py --corpus CORPUS --compressions compressions-open.jsonl

CORPUS has articles with highlights. A pair is a highlight and the sentence of its article that has most of its words
in order, at least 70 %. One article in 20 is for choices (dev), another one for the report (test). ``--compressions``
adds news sentences of other sources with a short form, one {"sentence", "short"} a line.
"""

import argparse
import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rouge_score_rs import RougeScorer

import library
from mindgist.evaluate.benchmark import Article
from mindgist.labels.gists import gists
from mindgist.labels.snippets import key_snippet
from mindgist.labels.words import COMMA, DASH, EDGE, POINT, STRONG, gap_flags, pieces
from mindgist.learn.corpus import read_corpus

_MIN_SHARED, _CLOSE = 0.7, 0.8  # share of the highlight's words that stand in the sentence, in order
_MAX_KEPT = 0.9  # highlight's length over the sentence's: above, nothing was shortened
_HELD_OUT_EVERY = 20
_PARTS = {0: "test", 1: "dev"}
_TIMED_SENTENCES, _TIMED_ROUNDS = 500, 5

_ROUGE_L = RougeScorer(["rougeL"], use_stemmer=False)

Pairs = Sequence[tuple[str, str]]
"""(sentence, short form)"""


def main() -> None:
    """Score all labels, time gists, and write the record."""
    options = _options()
    found: dict[str, list[tuple[str, str, float]]] = {"test": [], "dev": []}
    for article in read_corpus(options.corpus):
        part = _PARTS.get(int(hashlib.sha256(article.id.encode()).hexdigest(), 16) % _HELD_OUT_EVERY)
        if part:
            found[part] += _pairs(article)
    sets: dict[str, Pairs] = {
        "pairs of 70 %": [pair[:2] for pair in found["test"]],
        "pairs of 80 %": [pair[:2] for pair in found["test"] if pair[2] >= _CLOSE],
        "dev pairs": [pair[:2] for pair in found["dev"]],
    }
    if options.compressions:
        rows = [json.loads(line) for line in options.compressions.read_text(encoding="utf-8").splitlines()]
        sets["compressions"] = [(row["sentence"], row["short"]) for row in rows]
    record: dict[str, Any] = {}
    for name, pairs in sets.items():
        record[name] = {label: _figures(make, pairs) for label, make in _LABELS.items()}
        print(name, json.dumps(record[name], indent=1), flush=True)
    record["microseconds a sentence"] = _time([sentence for sentence, *_ in found["test"][:_TIMED_SENTENCES]])
    record["operators"] = _operators()
    library.write_json(library.RESULTS / "gists.json", record | {"run": library.provenance()})


def words_of(text: str) -> list[str]:
    """The words of a gist or a highlight that are counted."""
    return re.findall(r"\w+", text.lower())


def rouge_l(wanted: Sequence[str], texts: Sequence[str]) -> list[Any]:
    """ROUGE-L of each pair of texts: precision, recall and F1 of the longest common subsequence of their words."""
    return [score["rougeL"] for score in _ROUGE_L.score_batch(list(wanted), list(texts))]


def _pairs(article: Article) -> Iterator[tuple[str, str, float]]:
    """Each highlight with the sentence that has most of its words in order; of several, the shortest."""
    lengths = {sentence: len(words_of(sentence)) for sentence in article.sentences}
    for highlight in article.highlights:
        words = len(words_of(highlight))
        longer = [sentence for sentence, length in lengths.items() if words <= _MAX_KEPT * length]
        if words < 3 or not longer:
            continue
        shares = [score.recall for score in rouge_l([highlight] * len(longer), longer)]
        share, _, sentence = max(zip(shares, (-lengths[one] for one in longer), longer, strict=True))
        if share >= _MIN_SHARED:
            yield " ".join(sentence.split()), highlight, share


def _figures(make: Callable[[list[str]], list[str]], pairs: Pairs) -> dict[str, float]:
    """The mean score in percent with its standard error, and the length of the labels in words."""
    labels = make([sentence for sentence, _ in pairs])
    scores = 100 * np.array([score.fmeasure for score in rouge_l([short for _, short in pairs], labels)])
    lengths = [len(words_of(label)) for label in labels]
    return {
        "pairs": len(pairs), "score": scores.mean(), "standard error": scores.std(ddof=1) / len(scores) ** 0.5,
        "median words": float(np.median(lengths)), "mean words": float(np.mean(lengths)), "most words": max(lengths),
        "with …": sum("…" in label for label in labels) / len(labels),
    }  # fmt: skip


def _first_words(sentence: str, count: int) -> str:
    return "".join(pieces(sentence)[1 : 2 * count])


def _first_clause(sentence: str) -> str:
    """Up to the first punctuation mark after at least three words, twelve words at most."""
    for count, gap in enumerate(pieces(sentence)[2::2], start=1):
        if count == 12 or (count >= 3 and gap_flags(gap) & (COMMA | DASH | POINT | STRONG | EDGE)):
            return _first_words(sentence, count)
    return sentence


_LABELS: dict[str, Callable[[list[str]], list[str]]] = {
    "whole sentence": list,
    "first 10 words": lambda sentences: [_first_words(sentence, 10) for sentence in sentences],
    "first clause": lambda sentences: [_first_clause(sentence) for sentence in sentences],
    "RAKE snippet": lambda sentences: [key_snippet(sentence) for sentence in sentences],
    "gists": gists,
}


def _operators() -> dict[str, int]:
    """False labels among the sentences of tests/labels/operators.tsv, whose meaning hangs on one word."""
    path = Path(__file__).parent.parent / "tests" / "labels" / "operators.tsv"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    labels = gists([sentence for _, _, sentence in rows])
    false = [
        label
        for (operator, claim, _), label in zip(rows, labels, strict=True)
        if re.search(claim, label) and not re.search(operator, label, re.IGNORECASE)
    ]
    return {"sentences": len(rows), "false": len(false), "with …": sum("…" in label for label in labels)}


def _time(sentences: list[str]) -> float:
    """Processor time of a sentence, in microseconds."""
    times = []
    for _ in range(_TIMED_ROUNDS):
        start = time.process_time()
        gists(sentences)
        times.append(time.process_time() - start)
    return 1e6 * min(times) / len(sentences)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--compressions", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
