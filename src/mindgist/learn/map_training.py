"""The model of the default system, trained from scratch: the recipe behind ``mindgist train map``.

A data folder has

- ``corpus/``: articles with highlights (``.jsonl`` or ``.jsonl.xz``), read in the order of their names;
- ``benchmark/dev.jsonl``: annotated maps of news, beside those of ``drawn_maps``;
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
from functools import partial
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
from mindgist.graph.relation_graph import Floats
from mindgist.graph.supervised import WEIGHTS_FILE
from mindgist.graph.terms import WORDS_FILE, Lexicon
from mindgist.learn.checkpoint import check_settings
from mindgist.learn.corpus import TRAIN, CorpusArticle, read_corpus
from mindgist.learn.drawn_maps import drawn_maps
from mindgist.learn.map_examples import highlight_targets, map_example
from mindgist.learn.map_networks import MapModelConfig, train_highlight_network, train_map_networks

CORPUS = "corpus"
NEWS_MAPS, OTHER_MAPS, OTHER_LICENCES = "benchmark/dev.jsonl", "discourse/maps-train.jsonl", "discourse/train.jsonl"

ARTICLES = 5_000  # whose highlights are learned from, and whose words may be counted
MIN_SENTENCES, MAX_SENTENCES = 8, 90  # of such an article
MIN_HIGHLIGHTS = 2
WORDS = 30_000  # of the lexicon
ANNOTATED_WEIGHT = 10.0  # of a map of the benchmark, so that its 15 count nearly as much as the 210 drawn ones
CONFIG = MapModelConfig()

Arrays = dict[str, Any]


def train_map_model(
    data: Path, output: Path, report: Callable[[str], None] = print, leave_out: Collection[str] = ()
) -> None:
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
    files = {name: file_fingerprint(data / name)[:16] for name in maps}
    folder = make_folder(output / "training")
    settings = {
        "networks": asdict(CONFIG),
        "articles": ARTICLES,
        "words": WORDS,
        "data": files,
        "without": sorted(leave_out),
    }
    check_settings(folder / "settings.json", settings)

    def step(name: str, make: Callable[[], Arrays]) -> Arrays:
        """The arrays of a finished step, or those that ``make`` returns, which are kept."""
        path = folder / f"{name}.npz"
        if not path.is_file():
            report(f"training: {name}")
            _save(path, make())
        with np.load(path, allow_pickle=False) as arrays:
            return dict(arrays)

    torch.set_num_threads(1)  # the products are small, and the order of sums is fixed
    lexicon = Lexicon(step("words", lambda: {"words": most_frequent_words(_articles(data), WORDS)})["words"].tolist())
    articles = step("features of articles", lambda: _article_features(data, lexicon))
    rows = np.split(articles["rows"], np.cumsum(articles["lengths"])[:-1])
    learn_highlights = partial(train_highlight_network, articles["rows"], articles["targets"], CONFIG)
    highlight = step("highlight network", learn_highlights)
    annotated = [article for article in read_benchmark(data / NEWS_MAPS) if article.id not in leave_out]
    examples = [map_example(article, ANNOTATED_WEIGHT, is_news=True, lexicon=lexicon) for article in annotated]
    examples += [map_example(article, is_news=True, lexicon=lexicon) for article in drawn_maps(data / CORPUS)]
    examples += [map_example(article, lexicon=lexicon) for article in _shippable(data)]
    weights = step("networks", partial(train_map_networks, highlight, rows, examples, CONFIG))
    _save(output / WEIGHTS_FILE, weights)
    write_file(output / WORDS_FILE, "".join(f"{word}\n" for word in lexicon.words))
    training = asdict(CONFIG) | {"maps": len(examples), "articles": ARTICLES, "annotated_weight": ANNOTATED_WEIGHT}
    size = int(sum(array.size for array in weights.values()))
    write_json(output / "config.json", {"model": "supervised", "weights": size, "training": training, "data": files})
    shutil.rmtree(folder)
    report(f"the model is in {output}")


def _articles(data: Path) -> Iterable[CorpusArticle]:
    """The articles of the training split that have the usual size and several highlights."""
    usual = (
        article
        for article in read_corpus(data / CORPUS)
        if article.split == TRAIN
        and MIN_SENTENCES <= len(article.sentences) <= MAX_SENTENCES
        and len(article.highlights) >= MIN_HIGHLIGHTS
    )
    return islice(usual, ARTICLES)


def _article_features(data: Path, lexicon: Lexicon) -> Arrays:
    """The features of the sentences of all articles, their similarity to highlights, and the articles' lengths."""
    rows: list[Floats] = []
    targets: list[Floats] = []
    for article in _articles(data):
        rows.append(features(article.document, lexicon).sentences)
        targets.append(highlight_targets(article.document, article.highlights))
    if not rows:
        raise CorpusError(f"{data / CORPUS} has no training article with {MIN_HIGHLIGHTS} highlights")
    lengths = np.array([len(own) for own in rows])
    return {"rows": np.concatenate(rows), "targets": np.concatenate(targets), "lengths": lengths}


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
