"""The model of the default system, trained from scratch: the recipe behind ``mindgist train map``.

A data folder has

- ``corpus/``: articles with highlights (``.jsonl`` or ``.jsonl.xz``), read in the order of their names;
- ``benchmark/dev.jsonl``: annotated maps of news;
- ``discourse/maps-train.jsonl``: annotated maps of other texts;
- ``discourse/train.jsonl``: a row for each of them with its ``id`` and ``shippable``, whether its licence allows it.

Finished steps are kept in the folder ``training`` of the output until the model is complete, so that a stopped run
continues. The same data and versions give the same weights bit for bit; the command fixes the instruction set for that.
"""

import json
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mindgist.document.tokens import words
from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import BenchmarkArticle, read_benchmark
from mindgist.files import atomic_write, file_fingerprint, make_folder, write_file, write_json
from mindgist.graph.features import features
from mindgist.graph.layout import Floats
from mindgist.graph.lexicon import WORDS_FILE, Lexicon
from mindgist.graph.supervised import WEIGHTS_FILE
from mindgist.learn.corpus import TRAIN, CorpusArticle, read_corpus
from mindgist.learn.ensembles import merge_models
from mindgist.learn.map_examples import MapExample, highlight_targets, map_example
from mindgist.learn.map_networks import MapModelConfig, train_highlight_network, train_map_networks
from mindgist.learn.training_state import check_settings

CORPUS = "corpus"
NEWS_MAPS, OTHER_MAPS, OTHER_LICENCES = "benchmark/dev.jsonl", "discourse/maps-train.jsonl", "discourse/train.jsonl"

ARTICLES = 5_000  # whose highlights are learned from, and whose words may be counted
MIN_SENTENCES, MAX_SENTENCES = 8, 90  # of such an article
MIN_HIGHLIGHTS = 2
WORDS = 30_000  # of the lexicon
NEWS_WEIGHT = 4.0  # of a news map; there are seven times as many others

# The model is the mean of two that differ in shape and dropout, which errs less than either.
VARIANTS: dict[str, dict[str, Any]] = {
    "wide": {},
    "narrow": {"kept_members": 16, "pair_members": 8, "pair_hidden": 8, "pair_dropout": 0.25,
               "pair_feature_dropout": 0.15},
}  # fmt: skip

Arrays = dict[str, Any]
Report = Callable[[str], None]


def train_map_model(data: Path, output: Path, report: Report = print, leave_out: Collection[str] = ()) -> None:
    """Train the model on a data folder and write it to the output folder: weights, words and configuration.

    Args:
        data: the data folder.
        output: the folder of the model.
        report: called with a line of text at the start of each step.
        leave_out: the ids of news maps that are not trained on, for cross-validation.
    """
    run = _Run(data, output, report, leave_out)
    weights = run.merged_variants()
    _save(output / WEIGHTS_FILE, weights)
    shutil.copyfile(run.folder / WORDS_FILE, output / WORDS_FILE)
    write_json(output / "config.json", run.configuration(weights))
    shutil.rmtree(run.folder)
    report(f"the model is in {output}")


class _Run:
    """The steps of a training run; each is loaded if it was finished before."""

    def __init__(self, data: Path, output: Path, report: Report, leave_out: Collection[str]) -> None:
        maps = (NEWS_MAPS, OTHER_MAPS, OTHER_LICENCES)
        missing = [name for name in (CORPUS, *maps) if not (data / name).exists()]
        if missing:
            raise CorpusError(f"the data folder {data} lacks {', '.join(missing)}")
        self._data = data
        self._output = output
        self._leave_out = leave_out
        self._report = report
        self.folder = output / "training"
        make_folder(self.folder)
        self._files = {name: file_fingerprint(data / name)[:16] for name in maps}
        settings = {"variants": VARIANTS, "articles": ARTICLES, "words": WORDS, "data": self._files}
        check_settings(self.folder / "settings.json", settings | {"without": sorted(leave_out)})

    def configuration(self, weights: Arrays) -> dict[str, Any]:
        """The content of ``config.json``."""
        training: dict[str, Any] = {name: asdict(MapModelConfig(**own)) for name, own in VARIANTS.items()}
        maps = len(self._news()) + len(_shippable(self._data))
        return {
            "model": "supervised",
            "weights": int(sum(array.size for array in weights.values())),
            "training": training | {"maps": maps, "articles": ARTICLES, "news_weight": NEWS_WEIGHT},
            "data": self._files,
        }

    def merged_variants(self) -> Arrays:
        """The weights of the model."""
        torch.set_num_threads(1)  # the products are small, and the order of sums is fixed
        articles = self._step("highlights", "features of articles", self._highlights)
        rows = np.split(articles["rows"], np.cumsum(articles["lengths"])[:-1])
        highlight = self._step(
            "highlight-network", "highlight network",
            lambda: train_highlight_network(articles["rows"], articles["targets"], MapModelConfig()),
        )  # fmt: skip
        configs = {name: MapModelConfig(**own) for name, own in VARIANTS.items()}
        models = [
            self._step(
                name, f"networks, {name}",
                partial(train_map_networks, highlight, rows, self._examples, config),
            )
            for name, config in configs.items()
        ]  # fmt: skip
        return merge_models(models)

    @cached_property
    def _lexicon(self) -> Lexicon:
        path = self.folder / WORDS_FILE
        if not path.is_file():
            self._report("counting words")
            words = most_frequent_words(self._articles(), WORDS)
            write_file(path, "".join(f"{word}\n" for word in words))
        return Lexicon.read(self.folder)

    def _articles(self) -> Iterable[CorpusArticle]:
        """The articles of the training split that have the usual size and several highlights."""
        articles = (article for article in read_corpus(self._data / CORPUS) if article.split == TRAIN)
        usual = (
            article
            for article in articles
            if MIN_SENTENCES <= len(article.sentences) <= MAX_SENTENCES and len(article.highlights) >= MIN_HIGHLIGHTS
        )
        return islice(usual, ARTICLES)

    def _highlights(self) -> Arrays:
        """The features of the sentences of all articles, their similarity to highlights, and the articles' lengths."""
        rows: list[Floats] = []
        targets: list[Floats] = []
        for article in self._articles():
            rows.append(features(article.document, self._lexicon).sentences)
            targets.append(highlight_targets(article.document, article.highlights))
        if not rows:
            raise CorpusError(f"{self._data / CORPUS} has no training article with {MIN_HIGHLIGHTS} highlights")
        lengths = np.array([len(own) for own in rows])
        return {"rows": np.concatenate(rows), "targets": np.concatenate(targets), "lengths": lengths}

    def _news(self) -> list[BenchmarkArticle]:
        articles = read_benchmark(self._data / NEWS_MAPS)
        return [article for article in articles if article.id not in self._leave_out]

    @cached_property
    def _examples(self) -> list[MapExample]:
        news = [map_example(article, NEWS_WEIGHT, is_news=True, lexicon=self._lexicon) for article in self._news()]
        return news + [map_example(article, lexicon=self._lexicon) for article in _shippable(self._data)]

    def _step(self, name: str, title: str, make: Callable[[], Arrays]) -> Arrays:
        """The arrays of a finished step, or those that ``make`` returns, which are kept."""
        path = self.folder / f"{name}.npz"
        if not path.is_file():
            self._report(f"training: {title}")
            _save(path, make())
        with np.load(path, allow_pickle=False) as arrays:
            return {array: arrays[array] for array in arrays.files}


def most_frequent_words(articles: Iterable[CorpusArticle], count: int) -> list[str]:
    """The most frequent words of these articles, in this order; of equally frequent ones the first in the alphabet."""
    counts: Counter[str] = Counter()
    for article in articles:
        for sentence in article.sentences:
            counts.update(words(sentence))
    return sorted(counts, key=lambda word: (-counts[word], word))[:count]


def _shippable(data: Path) -> list[BenchmarkArticle]:
    """The maps of texts whose licence allows to ship a model that was trained on them."""
    path = data / OTHER_LICENCES
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        allowed = {row["id"] for row in rows if row["shippable"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CorpusError(f"cannot read {path}: a row needs 'id' and 'shippable' ({error!r})") from error
    return [article for article in read_benchmark(data / OTHER_MAPS) if article.id in allowed]


def _save(path: Path, arrays: Arrays) -> None:
    with atomic_write(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **arrays)
