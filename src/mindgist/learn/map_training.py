"""The model of the default system, trained from scratch: the recipe behind ``mindgist train map``.

A data folder has

- ``corpus/``: articles with highlights (``.jsonl`` or ``.jsonl.xz``), read in the order of their names;
- ``benchmark/dev.jsonl``: annotated maps of news, beside the drawn ones of ``map_examples``;
- ``discourse/maps-train.jsonl``: annotated maps of other texts;
- ``discourse/train.jsonl``: a row for each of them with its ``id`` and ``shippable``, whether its licence allows it.

What was learned from the articles is kept in the folder ``training`` of the output until the model is complete, so
that a stopped run continues. The same data and versions give the same weights bit for bit; the command fixes the
instruction set for that.
"""

import shutil
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
from mindgist.evaluate.benchmark import BenchmarkArticle, read_benchmark, read_rows
from mindgist.files import atomic_write, file_fingerprint, make_folder, write_file, write_json
from mindgist.graph.features import features
from mindgist.graph.supervised import WEIGHTS_FILE
from mindgist.graph.terms import WORDS_FILE, Lexicon
from mindgist.learn.checkpoint import check_settings
from mindgist.learn.corpus import TRAIN, CorpusArticle, read_corpus
from mindgist.learn.map_examples import drawn_maps, highlight_targets, map_example
from mindgist.learn.map_networks import MapModelConfig, train_highlight_network, train_map_networks

CORPUS = "corpus"
NEWS_MAPS, OTHER_MAPS, OTHER_LICENCES = "benchmark/dev.jsonl", "discourse/maps-train.jsonl", "discourse/train.jsonl"

ARTICLES = 5_000  # whose highlights are learned from, and whose words may be counted
MIN_SENTENCES, MAX_SENTENCES = 8, 90  # of such an article
MIN_HIGHLIGHTS = 2
WORDS = 30_000  # of the lexicon
ANNOTATED_WEIGHT = 10.0  # of a map of the benchmark, so that its 15 count nearly as much as the 210 drawn ones
CONFIG = MapModelConfig()


def train_map_model(
    data: Path, output: Path, report: Callable[[str], None] = print, leave_out: Collection[str] = ()
) -> None:
    """Train the model on a data folder and write it to the output folder: weights, words and configuration.

    ``report`` is called with a line of text at the start of each step. ``leave_out`` has the ids of news maps that are
    not trained on, for cross-validation.
    """
    maps = (NEWS_MAPS, OTHER_MAPS, OTHER_LICENCES)
    missing = [name for name in (CORPUS, *maps) if not (data / name).exists()]
    if missing:
        raise CorpusError(f"the data folder {data} lacks {', '.join(missing)}")
    files = {name: file_fingerprint(data / name)[:16] for name in maps}
    folder = make_folder(output / "training")
    settings = {"networks": asdict(CONFIG), "articles": ARTICLES, "words": WORDS}
    check_settings(folder / "settings.json", settings | {"data": files, "without": sorted(leave_out)})
    torch.set_num_threads(1)  # the products are small, and the order of sums is fixed
    learned = folder / "articles.npz"
    if not learned.is_file():
        report("training: words, features and highlights of articles")
        _save(learned, _learned_from_articles(data / CORPUS))
    with np.load(learned, allow_pickle=False) as arrays:
        highlight = dict(arrays)
    most_frequent, features_of_all, lengths = (highlight.pop(name) for name in ("words", "rows", "lengths"))
    lexicon, rows = Lexicon(most_frequent.tolist()), np.split(features_of_all, np.cumsum(lengths)[:-1])
    report("training: networks")
    annotated = [article for article in read_benchmark(data / NEWS_MAPS) if article.id not in leave_out]
    examples = [map_example(article, ANNOTATED_WEIGHT, is_news=True, lexicon=lexicon) for article in annotated]
    examples += [map_example(article, is_news=True, lexicon=lexicon) for article in drawn_maps(data / CORPUS)]
    examples += [map_example(article, lexicon=lexicon) for article in _shippable(data)]
    weights = train_map_networks(highlight, rows, examples, CONFIG)
    _save(output / WEIGHTS_FILE, weights)
    write_file(output / WORDS_FILE, "".join(f"{word}\n" for word in lexicon.words))
    training = asdict(CONFIG) | {"maps": len(examples), "articles": ARTICLES, "annotated_weight": ANNOTATED_WEIGHT}
    size = int(sum(array.size for array in weights.values()))
    write_json(output / "config.json", {"model": "supervised", "weights": size, "training": training, "data": files})
    shutil.rmtree(folder)
    report(f"the model is in {output}")


def _learned_from_articles(corpus: Path) -> dict[str, Any]:
    """The weights of the highlight network, and of all articles the words, the features of sentences, the lengths."""
    usual = filter(_is_usual, read_corpus(corpus))
    articles = list(islice(usual, ARTICLES))
    if not articles:
        raise CorpusError(f"{corpus} has no training article with {MIN_HIGHLIGHTS} highlights")
    most_frequent = most_frequent_words(articles, WORDS)
    lexicon = Lexicon(most_frequent)
    rows = [features(article.document, lexicon).sentences for article in articles]
    targets = np.concatenate([highlight_targets(article.document, article.highlights) for article in articles])
    highlight = train_highlight_network(np.concatenate(rows), targets, CONFIG)
    lengths = np.array([len(own) for own in rows])
    return highlight | {"words": np.array(most_frequent), "rows": np.concatenate(rows), "lengths": lengths}


def _is_usual(article: CorpusArticle) -> bool:
    """Whether an article is of the training split and has the usual size and several highlights."""
    is_sized = MIN_SENTENCES <= len(article.sentences) <= MAX_SENTENCES
    return article.split == TRAIN and is_sized and len(article.highlights) >= MIN_HIGHLIGHTS


def most_frequent_words(articles: Iterable[CorpusArticle], count: int) -> list[str]:
    """The most frequent words of these articles, in this order; of equally frequent ones the first in the alphabet."""
    counts: Counter[str] = Counter()
    for article in articles:
        for sentence in article.sentences:
            counts.update(words(sentence))
    return sorted(counts, key=lambda word: (-counts[word], word))[:count]


def _shippable(data: Path) -> list[BenchmarkArticle]:
    """The maps of texts whose licence allows to ship a model that was trained on them."""

    def id_if_shippable(row: dict[str, Any]) -> str | None:
        return row["id"] if row["shippable"] else None

    form = "a row needs 'id' and 'shippable'"
    allowed = set(read_rows(data / OTHER_LICENCES, id_if_shippable, CorpusError, form))
    return [article for article in read_benchmark(data / OTHER_MAPS) if article.id in allowed]


def _save(path: Path, arrays: dict[str, Any]) -> None:
    with atomic_write(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **arrays)
