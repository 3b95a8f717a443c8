"""Gists against simpler labels, on sentences that editors shortened: the figures of docs/gists.md.

    python research/gists.py --pairs MODEL/training/pairs.jsonl --compressions compressions-open.jsonl

MODEL is a folder of ``mindgist train gists``, whose test pairs are scored. ``--compressions`` adds news sentences of
other sources with a short form, one {"sentence", "short"} a line. ``--model`` scores another gist model.
"""

import argparse
import gc
import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import library
from mindgist.evaluate.similarity import gist_score, words_of
from mindgist.labels.gist_model import GistModel, load_gist_model
from mindgist.labels.gists import gists
from mindgist.labels.snippets import key_snippet
from mindgist.labels.trim import MAX_WORDS, MIN_WORDS
from mindgist.labels.words import COMMA, DASH, EDGE, POINT, STRONG, gap_flags, pieces
from mindgist.learn.gist_pairs import collect_pairs

_CLOSE = 0.8  # the second column: pairs with at least this share of the highlight's words
_TIMED_SENTENCES = 500
_TIMED_ROUNDS = 5

Pairs = Sequence[tuple[str, str]]
"""(sentence, short form)"""


def main() -> None:
    """Score all labels, time gists, and write the record."""
    options = _options()
    model = load_gist_model(options.model)
    test = [pair for pair in collect_pairs([], options.pairs) if pair.part == "test"]
    sets: dict[str, Pairs] = {
        "pairs of 70 %": [(pair.sentence, pair.highlight) for pair in test],
        "pairs of 80 %": [(pair.sentence, pair.highlight) for pair in test if pair.shared >= _CLOSE],
    }
    if options.compressions:
        rows = [json.loads(line) for line in options.compressions.read_text(encoding="utf-8").splitlines()]
        sets["compressions"] = [(row["sentence"], row["short"]) for row in rows]
    record: dict[str, Any] = {}
    for name, pairs in sets.items():
        record[name] = {label: _figures(make, pairs) for label, make in _labels(model).items()}
        print(name, json.dumps(record[name], indent=1), flush=True)
    record["microseconds a sentence"] = _times([pair.sentence for pair in test[:_TIMED_SENTENCES]], model)
    record["operators"] = _operators(model)
    library.write_json(library.RESULTS / "gists.json", record | {"run": library.provenance()})


def _labels(model: GistModel) -> dict[str, Callable[[list[str]], list[str]]]:
    return {
        "whole sentence": list,
        "first 10 words": lambda sentences: [_first_words(sentence, 10) for sentence in sentences],
        "first clause": lambda sentences: [_first_clause(sentence) for sentence in sentences],
        "RAKE snippet": lambda sentences: [key_snippet(sentence) for sentence in sentences],
        "gists": lambda sentences: gists(sentences, model=model),
    }


def _figures(make: Callable[[list[str]], list[str]], pairs: Pairs) -> dict[str, float]:
    """The mean score in percent with its standard error, and the length of the labels in words."""
    labels = make([sentence for sentence, _ in pairs])
    scores = 100 * np.array([gist_score(label, short) for label, (_, short) in zip(labels, pairs, strict=True)])
    lengths = [len(words_of(label)) for label in labels]
    return {
        "pairs": len(pairs), "score": scores.mean(), "standard error": scores.std(ddof=1) / len(scores) ** 0.5,
        "median words": float(np.median(lengths)), "mean words": float(np.mean(lengths)), "most words": max(lengths),
    }  # fmt: skip


def _first_words(sentence: str, count: int) -> str:
    return "".join(pieces(sentence)[1 : 2 * count])


def _first_clause(sentence: str) -> str:
    """Up to the first punctuation mark after at least three words, twelve words at most."""
    for count, gap in enumerate(pieces(sentence)[2::2], start=1):
        if count == MAX_WORDS or (count >= MIN_WORDS and gap_flags(gap) & (COMMA | DASH | POINT | STRONG | EDGE)):
            return _first_words(sentence, count)
    return sentence


def _operators(model: GistModel) -> dict[str, int]:
    """False labels among the sentences of tests/labels/operators.tsv, whose meaning hangs on one word."""
    path = Path(__file__).parent.parent / "tests" / "labels" / "operators.tsv"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    labels = gists([sentence for _, _, sentence in rows], model=model)
    false = [
        label
        for (operator, claim, _), label in zip(rows, labels, strict=True)
        if re.search(claim, label) and not re.search(operator, label, re.IGNORECASE)
    ]
    return {"sentences": len(rows), "false": len(false), "cut": sum(label.endswith("…") for label in labels)}


def _times(sentences: list[str], model: GistModel) -> dict[str, float]:
    """Processor time of a sentence in a batch; 'new words' is a process that has seen none of them."""
    known, new = [], []
    gists(sentences, model=model)
    gc.disable()
    for _ in range(_TIMED_ROUNDS):
        known.append(_time(sentences, model))
        model.vocabulary.table.clear()
        new.append(_time(sentences, model))
    gc.enable()
    return {"known words": min(known) / len(sentences), "new words": min(new) / len(sentences)}


def _time(sentences: list[str], model: GistModel) -> float:
    start = time.process_time()
    gists(sentences, model=model)
    return 1e6 * (time.process_time() - start)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--compressions", type=Path)
    parser.add_argument("--model", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
