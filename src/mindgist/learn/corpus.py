"""Articles with highlights, and the sentence pairs made of them, which teach which sentence governs which.

A corpus is a folder of ``.jsonl`` or ``.jsonl.xz`` files, one such file, or a folder of ``.story`` files. A row is
``{"id": …, "split": …, "article": …, "highlights": …}``: the article with one paragraph a line, the
highlights as a list or one a line, the split 'train' by default.

In the paper a highlight governs each sentence of a paragraph if it is similar to one or some of the paragraph's
sentences; similarity is the cosine of TF-IDF vectors. For each such pair there is a negative one, in which one of the
two sentences is drawn at random. The sentence-pair teacher uses the article's own sentence nearest to the highlight
instead of the highlight.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import log, sqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindgist.document.tokens import words
from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import Article, read_rows, read_story, split_paragraphs

TRAIN = "train"
MAX_SENTENCES = 50  # of an article, as in the paper
MAX_WORDS = 50  # of each of them
_ENDINGS = (".jsonl", ".jsonl.xz")

Governors = Literal["sentences", "highlights"]
"""What governs in positive pairs: the article's sentences nearest to highlights, or (the paper) the highlights.

With highlights, a classifier learns to tell a highlight's style from a sentence's, which is useless inside an article.
"""

MIN_COSINE = 0.27  # from which on a highlight and a sentence are similar
MIN_SIMILAR_SHARE = 0.25  # of a paragraph's sentences that must be exceeded for it to be governed
RANDOM_GOVERNOR_SHARE = 0.5  # of the negatives that replace the governor; the others replace the governed sentence
SAME_ARTICLE_SHARE = 0.5  # of the sentence-pair teacher's negatives that are drawn from the same article
HELD_OUT_SHARE = 0.1  # of the articles, whose pairs are kept for testing
_SEED = 0

# "LONDON, England (CNN) -- ", "(CNN)", "(EW.com) -- "; a source other than CNN needs the dashes.
_DATELINE = re.compile(r"(?:[A-Z][\w.,'’-]*\s+){0,6}\((?:CNN\)\s*|[\w .]{2,30}\)\s*(?=--|—|–))(?:--|—|–)?\s*")


@dataclass(frozen=True)
class CorpusArticle(Article):
    """An article of a corpus."""

    split: str = TRAIN


def fits(article: CorpusArticle) -> bool:
    """Whether an article is of the training split and within the paper's limits of 50 sentences of 50 words."""
    if article.split != TRAIN or not 1 <= len(article.sentences) <= MAX_SENTENCES:
        return False
    return all(len(words(sentence)) <= MAX_WORDS for sentence in article.sentences)


def read_corpus(path: str | Path, ids: Collection[str] | None = None) -> Iterator[CorpusArticle]:
    """Yield the articles of a corpus that have a sentence, or those with these ids, files in alphabetical order."""
    path = Path(path)
    files = [path] if path.is_file() else sorted(file for file in path.glob("*") if file.name.endswith(_ENDINGS))
    stories = [] if files else sorted(path.glob("*.story"))
    if not files and not stories:
        raise CorpusError(f"there is no corpus at {path}; name a folder of .jsonl, .jsonl.xz or .story files")

    def article_of(row: dict[str, Any]) -> CorpusArticle | None:
        if ids is not None and str(row["id"]) not in ids:
            return None
        highlights = row["highlights"].splitlines() if isinstance(row["highlights"], str) else row["highlights"]
        texts = (" ".join(str(one).split()) for one in highlights)
        paragraphs = split_paragraphs(str(row["article"]).splitlines())
        return CorpusArticle(str(row["id"]), paragraphs, tuple(filter(None, texts)), str(row.get("split", TRAIN)))

    form = "a row needs 'id', 'article' and 'highlights'"
    of_rows = chain.from_iterable(read_rows(file, article_of, CorpusError, form) for file in files)
    named = (story for story in stories if ids is None or story.stem in ids)
    of_stories = (CorpusArticle(story.stem, *read_story(story)) for story in named)
    yield from (article for article in chain(of_rows, of_stories) if article and article.paragraphs)


def training_articles(corpus: Path, limit: int) -> list[CorpusArticle]:
    """The first articles of a corpus that fit."""
    articles = list(islice(filter(fits, read_corpus(corpus)), limit))
    if not articles:
        raise CorpusError(f"{corpus} has no article of the training split within 50 sentences of 50 words")
    return articles


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sentences and whether the first governs the second."""

    governor: str
    governed: str
    governs: bool


class Pairs(NamedTuple):
    """Pairs for training and for testing; no article has pairs in both."""

    train: tuple[Pair, ...]
    test: tuple[Pair, ...]


def strip_style(sentence: str) -> str:
    """Return the sentence without dateline and final full stop, or unchanged if nothing else would be left.

    Highlights have neither, sentences have both. A teacher that sees these marks learns them instead of what governs
    what, so every teacher reads its texts through this function.
    """
    dateline = _DATELINE.match(sentence)
    return sentence[dateline.end() if dateline else 0 :].rstrip(". ") or sentence


def accuracy_and_f1(probabilities: NDArray[np.float32], pairs: Sequence[Pair]) -> tuple[float, float]:
    """Return the accuracy and F1 (of the positive class) of a teacher's probabilities, at a threshold of 0.5."""
    predicted = probabilities >= 0.5
    truth = np.array([pair.governs for pair in pairs])
    true_positives = int((predicted & truth).sum())
    errors = int((predicted != truth).sum())
    f1 = 2 * true_positives / (2 * true_positives + errors) if true_positives else 0.0
    return float((predicted == truth).mean()), f1


class TfIdf:
    """TF-IDF vectors with document frequencies counted over sentences."""

    def __init__(self, sentences: Iterable[str]) -> None:
        sets = [set(words(sentence)) for sentence in sentences]
        frequency = Counter(chain.from_iterable(sets))
        self._weight = {word: log((1 + len(sets)) / (1 + often)) for word, often in frequency.items()}
        self._unseen = log(1 + len(sets))

    def vector(self, text: str) -> dict[str, float]:
        """Return the text's unit vector as a dictionary by word; empty for a text without words."""
        counts = Counter(words(text))
        vector = {word: often * self._weight.get(word, self._unseen) for word, often in counts.items()}
        length = sqrt(sum(weight * weight for weight in vector.values()))
        return {word: weight / length for word, weight in vector.items()} if length else {}


def cosine(left: dict[str, float], right: dict[str, float]) -> float:
    """Return the cosine of two unit vectors."""
    return sum(weight * right.get(word, 0.0) for word, weight in left.items())


def make_pairs(articles: Sequence[CorpusArticle], governors: Governors = "sentences") -> Pairs:
    """Make balanced pairs from articles; the pairs of some of the articles are held out."""
    if len(articles) < 4:
        raise CorpusError(f"pairs need at least 4 articles (negatives come from others), not {len(articles)}")
    generator = np.random.default_rng(_SEED)
    order = generator.permutation(len(articles))
    held_out = min(max(2, round(HELD_OUT_SHARE * len(articles))), len(articles) - 2)
    tfidf = TfIdf(sentence for article in articles for sentence in article.sentences)
    parts = []
    for chosen in (order[held_out:], order[:held_out]):
        parts.append(_make_pairs([articles[index] for index in sorted(chosen)], tfidf, governors, generator))
        if not parts[-1]:
            raise CorpusError(f"no highlight of {len(chosen)} articles is similar to a paragraph; give more articles")
    return Pairs(*parts)


def governed_paragraphs(article: CorpusArticle, tfidf: TfIdf) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return (highlight, the sentence nearest to it, paragraph) for each paragraph that a highlight governs."""
    vectors = [[tfidf.vector(sentence) for sentence in paragraph] for paragraph in article.paragraphs]
    found = []
    for highlight in article.highlights:
        vector = tfidf.vector(highlight)
        cosines = [[cosine(vector, other) for other in others] for others in vectors]
        of_all = list(chain.from_iterable(cosines))
        nearest = article.sentences[of_all.index(max(of_all))]
        for paragraph, own in zip(article.paragraphs, cosines, strict=True):
            if sum(value >= MIN_COSINE for value in own) > MIN_SIMILAR_SHARE * len(own):
                found.append((highlight, nearest, paragraph))
    return found


def _make_pairs(
    articles: Sequence[CorpusArticle], tfidf: TfIdf, governors: Governors, generator: np.random.Generator
) -> tuple[Pair, ...]:
    same_article_share = SAME_ARTICLE_SHARE if governors == "sentences" else 0.0
    pairs: list[Pair] = []
    for place, article in enumerate(articles):
        found = governed_paragraphs(article, tfidf)
        for highlight, nearest, paragraph in found:
            governed = {sentence for name, _, other in found if name == highlight for sentence in other}
            governor = nearest if governors == "sentences" else highlight
            for sentence in paragraph:
                if sentence == governor:
                    continue
                pairs.append(Pair(governor, sentence, True))
                same = generator.random() < same_article_share
                source = article
                if not same:
                    other = int(generator.integers(len(articles) - 1))
                    source = articles[other + (other >= place)]  # not this one
                free = [one for one in source.sentences if one not in governed] or source.sentences
                drawn = free[int(generator.integers(len(free)))]
                # Within an article, the teacher must learn which of its sentences govern: replace the governor.
                replaced = same or generator.random() < RANDOM_GOVERNOR_SHARE
                pairs.append(Pair(drawn, sentence, False) if replaced else Pair(governor, drawn, False))
    return tuple(pairs[index] for index in generator.permutation(len(pairs)))
