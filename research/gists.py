"""Gists: teach the shipped model, compare it with simpler ways on held-out articles, and keep the figures.

    python research/gists.py --corpus CORPUS --work WORK --parses WORK/corpus.conllu --parses WORK/other.conllu

Everything that takes long is kept in WORK and not done again: the shortened sentences, the network after each epoch.
``research/gist_parses.py`` makes the parses. ``--shipped`` measures the model that mindgist ships instead (it
has gone on learning, see ``research/gist_teacher.py``), and keeps what is recorded already and no model changes: the
tagger, the best words, the best clauses. The reading of 200 gists is a list beside the figures (``gists-read.md``).
"""

import argparse
import gc
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import library
from gist_systems import SIMPLE, Shorten, scores
from gist_tagger import tagged
from library import provenance
from mindgist.evaluate.gists import gist_score, in_common, words_of
from mindgist.labels.candidates import candidates
from mindgist.labels.gist_model import GistModel, load_gist_model
from mindgist.labels.gists import gists
from mindgist.labels.stream import chunks_of, stream
from mindgist.labels.words import pieces
from mindgist.learn.clauses import read_parses
from mindgist.learn.corpus import read_corpus
from mindgist.learn.gist_course import teach_gists
from mindgist.learn.gist_examples import GistExamples
from mindgist.learn.shortenings import Shortening, collect, part_of
from mindgist.learn.training import use_threads

_RECORD = library.RESULTS / "gists.json"
_TIMED = 2000
_ARTICLES = 120
_REPEATS = 60
_PART = 1000  # sentences, nearly as many as go through the network at once


def main() -> None:
    """Teach, compare, time, keep."""
    options = _options()
    use_threads(1)
    model = options.work / "model"
    recorded = library.read_json(_RECORD) if options.shipped else None
    if not options.shipped and not (model / "model.npz").is_file():
        teach_gists(options.corpus, model, options.parses)
    used = load_gist_model() if options.shipped else GistModel(model)
    found = collect([], model / "learning" / "shortenings.jsonl")
    test = [one for one in found if one.part == "test"]
    systems: dict[str, Shorten] = {
        **SIMPLE,
        "word tagger": lambda sentences: tagged(sentences, found, options.work / "tagger.npz"),
        "gists": lambda sentences: gists(sentences, model=used),
    }
    result: dict[str, Any] = {"held out": "one article of 20, by a hash of its name", "systems": {}}
    for name, shorten in systems.items():
        kept = recorded["systems"].get(name) if recorded and name == "word tagger" else None
        result["systems"][name] = kept or scores(shorten, test)
        print(name, result["systems"][name], flush=True)
    result["pairs"] = {part: [sum(one.part == part and one.shared >= least for one in found) for least in (0.7, 0.8)]
                       for part in ("train", "dev", "test")}  # fmt: skip
    result["best candidate"] = _best_candidate(test)
    if recorded:
        result |= {name: recorded[name] for name in ("best of ten words", "best complete clause, dev")}
        result["kept from"] = recorded.get("kept from") or {
            name: recorded[name] for name in ("command", "commit", "versions")
        }
    else:
        dev = [one for one in found if one.part == "dev"]
        result["best of ten words"] = _best_of_ten(test)
        result["best complete clause, dev"] = _best_complete(dev, options.parses)
    held_out = (article for article in read_corpus(options.corpus) if part_of(article.id) == "test")
    articles = [list(article.sentences) for article in islice(held_out, _ARTICLES)]
    batches = {
        "shortened sentences": [one.sentence for one in test[:_TIMED]],
        "all sentences": [text for article in articles for text in article][:_TIMED],
        "64 articles": [text for article in articles[:64] for text in article],  # as ``mindgist batch`` takes them
    }
    result["microseconds a sentence"] = {
        kind: {"words": float(np.mean([len(words_of(text)) for text in batch])), **_times(batch, used)}
        for kind, batch in batches.items()
    }
    print(result["microseconds a sentence"])
    library.write_json(_RECORD, result | provenance())


def _best_candidate(test: Sequence[Shortening]) -> dict[str, float]:
    """What a perfect choice among the candidates would score: with the rules, with and without asides."""
    vocabulary = load_gist_model().vocabulary
    found = []
    for at in range(0, len(test), 500):
        part = test[at : at + 500]
        made = stream([chunks_of(one.sentence) for one in part], vocabulary.chunks)
        split = [pieces(one.sentence)[1::2] for one in part]
        options = candidates(made)
        best = np.zeros((len(part), 2))
        for start, end, opens, closes in zip(options.start, options.end, options.open, options.close, strict=True):
            number = made.sentence[start]
            first, own = made.first[number], split[number]
            words = own[start - first : (opens or end + 1) - first]
            words += own[closes + 1 - first : end + 1 - first] if opens else []
            score = gist_score(" ".join(words), part[number].highlight)
            best[number, 1] = max(best[number, 1], score)
            best[number, 0] = max(best[number, 0], 0.0 if opens else score)
        found.append(best)
    alone, joined = 100 * np.concatenate(found).mean(axis=0)
    return {"one run": alone, "also two runs": joined}


def _best_of_ten(test: Sequence[Shortening]) -> dict[str, dict[str, float]]:
    """The best run of at most ten words and the best choice of ten: what the protocol calls 75 and 87."""
    found = np.zeros((len(test), 2))
    for row, one in zip(found, test, strict=True):
        words, wanted = words_of(one.sentence), words_of(one.highlight)
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + 10) + 1):
                run = words[start:end]
                row[0] = max(row[0], 2 * in_common(wanted, run) / (len(run) + len(wanted)))
        kept = min(10, in_common(wanted, words))
        row[1] = 2 * kept / (kept + len(wanted))
    near = np.array([one.shared >= 0.8 for one in test])
    return {
        name: {"70 %": 100 * column.mean(), "80 %": 100 * column[near].mean()}
        for name, column in zip(("run", "words"), found.T, strict=True)
    }


def _best_complete(dev: Sequence[Shortening], parses: Sequence[Path]) -> dict[str, float]:
    """What a perfect choice among complete clauses of at most twelve words would score, of sentences that have one."""
    wanted = {one.sentence: one for one in dev}
    parsed = {text: tokens for path in parses for text, tokens in read_parses(path) if text in wanted}
    pairs = [one for one in dev if one.sentence in parsed]
    if not pairs:
        return {}
    vocabulary = load_gist_model().vocabulary
    rows = GistExamples([one.sentence for one in pairs], [one.highlight for one in pairs], parsed, vocabulary)
    best = np.zeros(len(pairs))
    np.maximum.at(best, np.repeat(np.arange(len(pairs)), rows.counts), rows.rewards * rows.complete)
    has = np.add.reduceat(np.append(rows.complete, 0), rows.offsets[:-1]) * (rows.counts > 0) > 0
    near = has & np.array([one.shared >= 0.8 for one in pairs])
    return {"share with one": 100 * has.mean(), "70 %": 100 * best[has].mean(), "80 %": 100 * best[near].mean()}


def _times(sentences: list[str], model: GistModel) -> dict[str, float]:
    """Processor time; the fastest of several runs of each part of the batch: other work disturbs some.

    'new words' is a process that has seen none of them: there the batch is one part.
    """
    gists(sentences, model=model)
    gc.disable()  # as timeit does
    parts = [sentences[at : at + _PART] for at in range(0, len(sentences), _PART)]
    known, new = [], []
    for _ in range(_REPEATS):
        known.append([_time(part, model) for part in parts])
        model.vocabulary.chunks.clear()
        new.append(_time(sentences, model))
    gc.enable()
    return {"new words": min(new) / len(sentences), "known words": sum(map(min, *known)) / len(sentences)}


def _time(sentences: list[str], model: GistModel) -> float:
    start = time.process_time()
    gists(sentences, model=model)
    return 1e6 * (time.process_time() - start)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--shipped", action="store_true")
    parser.add_argument("--parses", type=Path, action="append", default=[])
    return parser.parse_args()


if __name__ == "__main__":
    main()
