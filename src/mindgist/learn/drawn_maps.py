"""Maps of CNN articles that were drawn for this project; ``news_maps.jsonl`` holds no text of the articles.

A row is ``{"id": …, "map": [[place, parent], …]}``: the article's id in the corpus, and for each node the place of its
sentence in the article and the place of its parent's, null for the root. A place is the number of characters before the
sentence, without white space, so that it does not depend on how sentences are split.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import numpy as np

from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle
from mindgist.learn.corpus import CorpusArticle, read_corpus

NEWS_MAPS_FILE = "news_maps.jsonl"

Places = list[tuple[int, int | None]]


def drawn_maps(corpus: Path) -> list[BenchmarkArticle]:
    """The articles of these maps, in the order of the file, with their maps."""
    rows = read_places()
    articles = {article.id: article for article in read_corpus(corpus, rows.keys())}
    if missing := len(rows.keys() - articles.keys()):
        raise CorpusError(
            f"{corpus} lacks {missing} of the {len(rows)} articles whose maps are trained on; name the whole CNN part "
            "of CNN/DailyMail"
        )
    return [_with_map(articles[name], places) for name, places in rows.items()]


def read_places() -> Mapping[str, Places]:
    """The rows of the file."""
    lines = (files("mindgist.learn") / NEWS_MAPS_FILE).read_text(encoding="utf-8").splitlines()
    return {row["id"]: row["map"] for row in map(json.loads, lines)}


def _with_map(article: CorpusArticle, places: Places) -> BenchmarkArticle:
    lengths = [len("".join(sentence.split())) for sentence in article.sentences]
    starts = np.cumsum([0, *lengths[:-1]])
    number_of = {place: number for number, (place, _) in enumerate(places)}
    nodes = tuple(
        AnnotatedNode(
            article.sentences[int(np.searchsorted(starts, place, side="right")) - 1],
            None if parent is None else number_of[parent],
        )
        for place, parent in places
    )
    return BenchmarkArticle(article.id, article.paragraphs, article.highlights, nodes, ())
