"""Sentences that an editor shortened: an article's sentence and a highlight made of its words, in their order."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import Article
from mindgist.evaluate.similarity import in_common, words_of
from mindgist.files import write_file
from mindgist.learn.corpus import CorpusArticle

MIN_SHARED = 0.7  # share of the highlight's words that stand in the sentence, in order
_MIN_SHARED_DISTINCT = 0.6  # the same for distinct words in any order: a fast test before the exact one
_MAX_KEPT = 0.9  # highlight's length over the sentence's: above, nothing was shortened
_MIN_WORDS = 3
_HELD_OUT_EVERY = 20  # one article in 20 is for choices (dev), another one for the report (test)

Part = Literal["train", "dev", "test"]


def part_of(article: str) -> Part:
    """Which part an article belongs to, by a hash of its id."""
    place = int(hashlib.sha256(article.encode()).hexdigest(), 16) % _HELD_OUT_EVERY
    return "test" if place == 0 else "dev" if place == 1 else "train"


@dataclass(frozen=True, slots=True)
class GistPair:
    """A sentence, the highlight that shortens it, and the share of the highlight's words that are the sentence's."""

    article: str
    sentence: str
    highlight: str
    shared: float

    @property
    def part(self) -> Part:
        """Which part the article belongs to."""
        return part_of(self.article)


def pairs_of(article: Article) -> Iterator[GistPair]:
    """Each highlight with the sentence that has most of its words in order; of several, the shortest."""
    sentences = [words_of(sentence) for sentence in article.sentences]
    for highlight in article.highlights:
        wanted = words_of(highlight)
        if len(wanted) < _MIN_WORDS:
            continue
        best = max(_matches(wanted, sentences), default=None)
        if best is not None and best[0] >= MIN_SHARED * len(wanted):
            sentence = " ".join(article.sentences[-best[2]].split())
            yield GistPair(article.id, sentence, highlight, best[0] / len(wanted))


def _matches(wanted: list[str], sentences: list[list[str]]) -> Iterator[tuple[int, int, int]]:
    """(words in common, -length, -index) of the sentences that may match; the largest is the best."""
    distinct = set(wanted)
    for index, words in enumerate(sentences):
        shared = len(distinct.intersection(words))
        if len(wanted) <= _MAX_KEPT * len(words) and shared >= _MIN_SHARED_DISTINCT * len(distinct):
            yield in_common(wanted, words), -len(words), -index


def collect_pairs(articles: Iterable[CorpusArticle], path: Path) -> list[GistPair]:
    """All pairs of a corpus; they are read from the file if it exists, else found and saved there.

    Training sentences that also stand in a held-out article are left out.
    """
    if not path.is_file():
        found = [pair for article in articles for pair in pairs_of(article)]
        write_file(path, "".join(json.dumps(asdict(pair), ensure_ascii=False) + "\n" for pair in found))
    try:
        with path.open(encoding="utf-8") as lines:
            found = [GistPair(**json.loads(line)) for line in lines]
    except (OSError, ValueError, TypeError) as error:
        raise CorpusError(f"cannot read the pairs in {path}: {error}; remove the file to find them again") from error
    held_out = {pair.sentence for pair in found if pair.part != "train"}
    return [pair for pair in found if pair.part != "train" or pair.sentence not in held_out]
