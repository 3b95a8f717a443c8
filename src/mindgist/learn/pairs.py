"""Sentence pairs that teach who governs whom, made of articles and their highlights as in the paper.

Highlights sum up an article, so they are governors: a highlight governs each sentence of a paragraph when it is
similar to one or some of the paragraph's sentences. Similarity is the cosine of TF-IDF vectors. For every such
pair there is one of which either sentence was drawn at random, so that none governs the other. The article's own
sentence that is most like a highlight may stand in its place.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from mindgist.document.tokens import words
from mindgist.errors import CorpusError, OptionError
from mindgist.learn.corpus import CorpusArticle


@dataclass(frozen=True, slots=True)
class Pair:
    """Whether the first sentence governs the second."""

    governor: str
    governed: str
    governs: bool


@dataclass(frozen=True, slots=True)
class PairSettings:
    """How pairs are made of articles.

    A paragraph is governed when a highlight is similar to one or some of its sentences (the paper's words): here to
    more than a quarter, from a cosine of 0.27 on. Asking for more than half gives pairs that are told apart as well as
    the paper reports (98 %, not 93 %), but they teach likeness alone, and maps get worse (docs/teacher.md).
    """

    similar: float = 0.27  # the cosine from which on a highlight and a sentence are similar
    share: float = 0.25  # the share of a paragraph's sentences that must be exceeded by the similar ones
    random_governors: float = 0.5  # the share of negatives that a random governor makes, not a random governed sentence
    own_negatives: float = 0.0  # the share of negatives whose random sentence is of the same article; the paper's is 0
    stand_ins: bool = False  # whether the article's own sentence that is most like a highlight governs in its place
    held_out: float = 0.1  # the share of the articles whose pairs are kept for testing
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("similar", "share", "random_governors", "own_negatives", "held_out"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"'{name}' of the pairs must lie between 0 and 1, not {getattr(self, name)}")


GOVERNORS = {"sentences": PairSettings(stand_ins=True, own_negatives=0.5), "highlights": PairSettings()}
"""What governs in the pairs of a teacher.

In the paper highlights do. A classifier then learns to tell their style from a sentence's, and in an article, where all
are sentences, that says nothing; with the article's own sentences in their places there is no style to learn.
"""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs to learn from and pairs to test with; no article has pairs in both."""

    train: tuple[Pair, ...]
    test: tuple[Pair, ...]


class TfIdf:
    """TF-IDF vectors whose document frequencies are counted over a sample's sentences."""

    def __init__(self, sentences: Iterable[str]) -> None:
        frequency: Counter[str] = Counter()
        count = 0
        for sentence in sentences:
            frequency.update(set(words(sentence)))
            count += 1
        self._weight = {word: log((1 + count) / (1 + often)) for word, often in frequency.items()}
        self._unseen = log(1 + count)

    def vector(self, text: str) -> dict[str, float]:
        """The text's vector of length 1, by word; empty for a text of no words."""
        counts = Counter(words(text))
        vector = {word: often * self._weight.get(word, self._unseen) for word, often in counts.items()}
        length = sqrt(sum(weight * weight for weight in vector.values()))
        return {word: weight / length for word, weight in vector.items()} if length else {}


def cosine(left: dict[str, float], right: dict[str, float]) -> float:
    """The cosine of two vectors of length 1."""
    if len(left) > len(right):
        left, right = right, left
    return sum(weight * right[word] for word, weight in left.items() if word in right)


def make_pairs(articles: Sequence[CorpusArticle], settings: PairSettings | None = None) -> Pairs:
    """Balanced pairs from articles, those of a share of the articles held out."""
    settings = settings or PairSettings()
    if len(articles) < 4:
        raise CorpusError(f"pairs need several articles (negatives come from others), not {len(articles)}")
    generator = np.random.default_rng(settings.seed)
    order = generator.permutation(len(articles))
    held_out = min(max(2, round(settings.held_out * len(articles))), len(articles) - 2)
    tfidf = TfIdf(sentence for article in articles for sentence in article.sentences)
    parts = []
    for chosen in (order[held_out:], order[:held_out]):
        parts.append(_pairs([articles[index] for index in sorted(chosen)], tfidf, settings, generator))
        if not parts[-1]:
            raise CorpusError(
                f"no highlight of {len(chosen)} articles is similar to a paragraph; give more articles, or lower the "
                f"threshold of {settings.similar}"
            )
    return Pairs(*parts)


def governed_paragraphs(
    article: CorpusArticle, tfidf: TfIdf, settings: PairSettings
) -> list[tuple[str, tuple[str, ...]]]:
    """(highlight, paragraph) for every paragraph that a highlight governs."""
    vectors = [[tfidf.vector(sentence) for sentence in paragraph] for paragraph in article.paragraphs]
    found = []
    for highlight in article.highlights:
        vector = tfidf.vector(highlight)
        for paragraph, others in zip(article.paragraphs, vectors, strict=True):
            similar = sum(cosine(vector, other) >= settings.similar for other in others)
            if similar > settings.share * len(others):
                found.append((highlight, paragraph))
    return found


def _pairs(
    articles: Sequence[CorpusArticle], tfidf: TfIdf, settings: PairSettings, generator: np.random.Generator
) -> tuple[Pair, ...]:
    pairs: list[Pair] = []
    for place, article in enumerate(articles):
        found = governed_paragraphs(article, tfidf, settings)
        for highlight, paragraph in found:
            governed = {sentence for name, other in found if name == highlight for sentence in other}
            governor = _stand_in(highlight, article, tfidf) if settings.stand_ins else highlight
            for sentence in paragraph:
                if sentence == governor:
                    continue
                pairs.append(Pair(governor, sentence, True))
                own = generator.random() < settings.own_negatives
                drawn = _draw(article if own else _another(articles, place, generator), governed, generator)
                # Beside a stand-in, what must be told apart is which of an article's sentences govern.
                if (own and settings.stand_ins) or generator.random() < settings.random_governors:
                    pairs.append(Pair(drawn, sentence, False))
                else:
                    pairs.append(Pair(governor, drawn, False))
    return tuple(pairs[index] for index in generator.permutation(len(pairs)))


def _stand_in(highlight: str, article: CorpusArticle, tfidf: TfIdf) -> str:
    """The article's sentence that is most like the highlight; the first of those that are equally like it."""
    vector = tfidf.vector(highlight)
    return max(article.sentences, key=lambda sentence: cosine(vector, tfidf.vector(sentence)))


def _another(articles: Sequence[CorpusArticle], place: int, generator: np.random.Generator) -> CorpusArticle:
    """An article drawn from the others."""
    other = int(generator.integers(len(articles) - 1))
    return articles[other + (other >= place)]


def _draw(article: CorpusArticle, governed: set[str], generator: np.random.Generator) -> str:
    """A sentence drawn from an article, from those that are not governed where there are any."""
    free = [sentence for sentence in article.sentences if sentence not in governed] or article.sentences
    return free[int(generator.integers(len(free)))]
