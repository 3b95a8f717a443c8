"""The model of the default system, trained from scratch: the recipe behind ``mindgist train map``.

A data folder has

- ``corpus/``: articles with highlights (``.jsonl`` or ``.jsonl.xz``), read in the order of their names;
- ``benchmark/dev.jsonl``: annotated maps of news;
- ``discourse/maps-train.jsonl``: annotated maps of other texts;
- ``discourse/train.jsonl``: a row for each of them with its ``id`` and ``shippable``, whether its licence allows it.

The same data and versions give the same weights bit for bit; the command fixes the instruction set for that. A run
takes two minutes of one core, so a stopped run starts again.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict
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
from mindgist.learn.map_examples import highlight_targets, map_example
from mindgist.learn.map_networks import MapModelConfig, train_highlight_network, train_map_networks

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

Report = Callable[[str], None]


def train_map_model(data: Path, output: Path, report: Report = print, leave_out: Collection[str] = ()) -> None:
    """Train the model on a data folder and write it to the output folder: weights, words and configuration.

    Args:
        data: the data folder.
        output: the folder of the model.
        report: called with a line of text at the start of each step.
        leave_out: the ids of news maps that are not trained on, for cross-validation.
    """
    maps = (NEWS_MAPS, OTHER_MAPS, OTHER_LICENCES)
    missing = [name for name in (CORPUS, *maps) if not (data / name).exists()]
    if missing:
        raise CorpusError(f"the data folder {data} lacks {', '.join(missing)}")
    torch.set_num_threads(1)  # the products are small, and the order of sums is fixed
    news = [article for article in read_benchmark(data / NEWS_MAPS) if article.id not in leave_out]
    others = _shippable(data)
    report("training: counting words")
    lexicon = Lexicon(most_frequent_words(_articles(data), WORDS))
    report("training: features of articles")
    rows, targets = _article_features(data, lexicon)
    report("training: highlight network")
    highlight = train_highlight_network(np.concatenate(rows), np.concatenate(targets), MapModelConfig())
    examples = [map_example(article, NEWS_WEIGHT, is_news=True, lexicon=lexicon) for article in news]
    examples += [map_example(article, lexicon=lexicon) for article in others]
    configs = {name: MapModelConfig(**own) for name, own in VARIANTS.items()}
    models = []
    for name, config in configs.items():
        report(f"training: networks, {name}")
        models.append(train_map_networks(highlight, rows, examples, config))
    weights: dict[str, Any] = merge_models(models)
    with atomic_write(make_folder(output) / WEIGHTS_FILE) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **weights)
    write_file(output / WORDS_FILE, "".join(f"{word}\n" for word in lexicon.words))
    training = {name: asdict(config) for name, config in configs.items()}
    configuration = {
        "model": "supervised",
        "weights": int(sum(array.size for array in weights.values())),
        "training": training | {"maps": len(examples), "articles": ARTICLES, "news_weight": NEWS_WEIGHT},
        "data": {name: file_fingerprint(data / name)[:16] for name in maps},
    }
    write_json(output / "config.json", configuration)
    report(f"the model is in {output}")


def _articles(data: Path) -> Iterable[CorpusArticle]:
    """The articles of the training split that have the usual size and several highlights."""
    articles = (article for article in read_corpus(data / CORPUS) if article.split == TRAIN)
    usual = (
        article
        for article in articles
        if MIN_SENTENCES <= len(article.sentences) <= MAX_SENTENCES and len(article.highlights) >= MIN_HIGHLIGHTS
    )
    return islice(usual, ARTICLES)


def _article_features(data: Path, lexicon: Lexicon) -> tuple[list[Floats], list[Floats]]:
    """The features of the sentences of each article, and their similarity to highlights."""
    rows: list[Floats] = []
    targets: list[Floats] = []
    for article in _articles(data):
        rows.append(features(article.document, lexicon).sentences)
        targets.append(highlight_targets(article.document, article.highlights))
    if not rows:
        raise CorpusError(f"{data / CORPUS} has no training article with {MIN_HIGHLIGHTS} highlights")
    return rows, targets


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
