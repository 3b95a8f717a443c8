"""The model of the default system, trained from scratch: the recipe behind ``mindgist train map``.

A data folder has

- ``corpus/``: articles with highlights (``.jsonl`` or ``.jsonl.xz``), read in the order of their names;
- ``benchmark/dev.jsonl``: annotated maps of news;
- ``discourse/maps-train.jsonl``: annotated maps of other texts;
- ``discourse/train.jsonl``: a row for each of them with its ``id`` and ``shippable``, whether its licence allows it.

Most maps of news were drawn for this project. They are of articles of the corpus, and ``news_maps.jsonl`` holds no text
of them. A row is ``{"id": …, "map": [[place, parent], …]}``: the article's id, and for each node the place of its
sentence and that of its parent's, null for the root. A place is the number of characters before the sentence, without
white space, so that it does not depend on how sentences are split.

A stopped run continues from what was learned from the articles, in the folder ``training`` of the output. The same
data and versions give the same weights bit for bit; the command fixes the instruction set for that.
"""

import json
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mindgist.document import Document
from mindgist.document.tokens import words
from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle, read_benchmark, read_rows
from mindgist.evaluate.scoring import ArticleScorer, SimilarityTo
from mindgist.files import atomic_write, file_fingerprint, write_file, write_json
from mindgist.graph.features import features
from mindgist.graph.relation_graph import Floats
from mindgist.graph.supervised import WEIGHTS_FILE
from mindgist.graph.terms import WORDS_FILE, Lexicon
from mindgist.learn import map_networks
from mindgist.learn.checkpoint import check_settings
from mindgist.learn.corpus import TRAIN, CorpusArticle, read_corpus
from mindgist.learn.map_networks import CENTRE, UNKNOWN, MapExample

CORPUS = "corpus"
NEWS_MAPS, OTHER_MAPS, OTHER_LICENCES = "benchmark/dev.jsonl", "discourse/maps-train.jsonl", "discourse/train.jsonl"

ARTICLES = 5_000  # whose highlights are learned from, and whose words may be counted
MIN_SENTENCES, MAX_SENTENCES = 8, 90  # of such an article
MIN_HIGHLIGHTS = 2
WORDS = 30_000  # of the lexicon
ANNOTATED_WEIGHT = 10.0  # of a map of the benchmark, so that its 15 count nearly as much as the 210 drawn ones
CONFIG = map_networks.MapModelConfig()


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
    fingerprints = {name: file_fingerprint(data / name)[:16] for name in maps}
    folder = output / "training"
    settings = {"networks": asdict(CONFIG), "articles": ARTICLES, "words": WORDS}
    check_settings(folder, settings | {"data": fingerprints, "without": sorted(leave_out)})
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
    form = "a row needs 'id' and 'shippable'"
    licences = dict(read_rows(data / OTHER_LICENCES, lambda row: (row["id"], row["shippable"]), CorpusError, form))
    others = [article for article in read_benchmark(data / OTHER_MAPS) if licences.get(article.id)]
    examples += [map_example(article, lexicon=lexicon) for article in others]
    weights = map_networks.train_map_networks(highlight, rows, examples, CONFIG)
    _save(output / WEIGHTS_FILE, weights)
    write_file(output / WORDS_FILE, "".join(f"{word}\n" for word in lexicon.words))
    training = asdict(CONFIG) | {"maps": len(examples), "articles": ARTICLES, "annotated_weight": ANNOTATED_WEIGHT}
    size = int(sum(array.size for array in weights.values()))
    config = {"model": "supervised", "weights": size, "training": training, "data": fingerprints}
    write_json(output / "config.json", config)
    shutil.rmtree(folder)
    report(f"the model is in {output}")


def _learned_from_articles(corpus: Path) -> dict[str, Any]:
    """The weights of the highlight network, and of all articles the words, the features of sentences, the lengths."""
    usual = (
        article for article in read_corpus(corpus)
        if article.split == TRAIN and len(article.highlights) >= MIN_HIGHLIGHTS
        and MIN_SENTENCES <= len(article.sentences) <= MAX_SENTENCES
    )  # fmt: skip
    articles = list(islice(usual, ARTICLES))
    if not articles:
        raise CorpusError(f"{corpus} has no training article with {MIN_HIGHLIGHTS} highlights")
    most_frequent = most_frequent_words(articles, WORDS)
    lexicon = Lexicon(most_frequent)
    rows = [features(article.document, lexicon).sentences for article in articles]
    targets = np.concatenate([highlight_targets(article.document, article.highlights) for article in articles])
    highlight = map_networks.train_highlight_network(np.concatenate(rows), targets, CONFIG)
    lengths = np.array([len(own) for own in rows])
    return highlight | {"words": np.array(most_frequent), "rows": np.concatenate(rows), "lengths": lengths}


def most_frequent_words(articles: Iterable[CorpusArticle], count: int) -> list[str]:
    """The most frequent words of these articles, in this order; of equally frequent ones the first in the alphabet."""
    counts = Counter(word for article in articles for sentence in article.sentences for word in words(sentence))
    return sorted(counts, key=lambda word: (-counts[word], word))[:count]


def _save(path: Path, arrays: dict[str, Any]) -> None:
    with atomic_write(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **arrays)


def map_example(
    article: BenchmarkArticle, weight: float = 1.0, is_news: bool = False, lexicon: Lexicon | None = None
) -> MapExample:
    """An annotated article as an example.

    A node that is no sentence of the article is left out, and its children get its parent. If the root is none (some
    maps have the title there), the first sentence takes its place.
    """
    sentences = ArticleScorer(article).aligned
    nodes = article.map
    placed = [(node, sentence) for node, sentence in zip(nodes, sentences, strict=True) if sentence is not None]
    centre = next((sentence for node, sentence in placed if node.parent is None), 0)
    kept = np.zeros(len(article.document), bool)
    governors = np.full(len(article.document), UNKNOWN, np.intp)
    kept[centre], governors[centre] = True, CENTRE
    for node, sentence in placed:
        if governors[sentence] != UNKNOWN:
            continue
        parent = node.parent
        while parent is not None and sentences[parent] is None:
            parent = nodes[parent].parent
        governor = centre if parent is None else sentences[parent]
        kept[sentence] = True
        if governor is not None and governor != sentence:
            governors[sentence] = governor
    return MapExample(features(article.document, lexicon), kept, governors, weight, is_news)


def highlight_targets(document: Document, highlights: Sequence[str]) -> Floats:
    """How similar each sentence is to a highlight, standardized within the article; shape (N,)."""
    texts = [sentence.text for sentence in document.sentences]
    nearest = SimilarityTo(list(highlights)).rouge(texts).mean(axis=2).max(axis=0)
    return np.asarray((nearest - nearest.mean()) / (nearest.std() + 1e-3), np.float32)


def drawn_maps(corpus: Path) -> list[BenchmarkArticle]:
    """The articles of the drawn maps, in the order of the file, with their maps."""
    rows = read_places()
    articles = {article.id: article for article in read_corpus(corpus, rows.keys())}
    if missing := len(rows.keys() - articles.keys()):
        raise CorpusError(
            f"{corpus} lacks {missing} of the {len(rows)} articles whose maps are trained on; name the whole CNN part "
            "of CNN/DailyMail"
        )
    found = []
    for name, places in rows.items():
        article = articles[name]
        starts = np.cumsum([0, *(len("".join(sentence.split())) for sentence in article.sentences[:-1])])
        sentences = np.searchsorted(starts, [place for place, _ in places], side="right") - 1
        number_of = {place: number for number, (place, _) in enumerate(places)}
        nodes = tuple(
            AnnotatedNode(article.sentences[sentence], None if parent is None else number_of[parent])
            for sentence, (_, parent) in zip(sentences, places, strict=True)
        )
        found.append(BenchmarkArticle(name, article.paragraphs, article.highlights, nodes, ()))
    return found


def read_places() -> dict[str, list[tuple[int, int | None]]]:
    """The rows of ``news_maps.jsonl``: the (place, parent) of each node by the article's id."""
    lines = (files("mindgist.learn") / "news_maps.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row["map"] for row in map(json.loads, lines)}
