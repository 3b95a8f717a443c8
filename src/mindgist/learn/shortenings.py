"""Sentences that an editor shortened: an article's sentence and the highlight made of it, its words in order."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from mindgist.errors import CorpusError
from mindgist.evaluate.article import Article
from mindgist.evaluate.gists import in_common, words_of
from mindgist.files import write_file
from mindgist.learn.corpus import CorpusArticle

LEAST_SHARED = 0.7  # of the highlight's words stand in the sentence, in order
_MOST_KEPT = 0.9  # of the sentence's words are as many as the highlight has: else nothing was shortened
_FEWEST_WORDS = 3
_EVERY = 20  # one article of so many is held out for choices, one for the report

Part = Literal["train", "dev", "test"]


def part_of(article: str) -> Part:
    """What an article is for: learning, choices or the report; by a hash of its name, whatever else there is."""
    place = int(hashlib.sha256(article.encode()).hexdigest(), 16) % _EVERY
    return "test" if place == 0 else "dev" if place == 1 else "train"


@dataclass(frozen=True, slots=True)
class Shortening:
    """A sentence, the highlight that shortens it, and the share of the highlight's words that are the sentence's."""

    article: str
    sentence: str
    highlight: str
    shared: float

    @property
    def part(self) -> Part:
        """What the article is for."""
        return part_of(self.article)


def shortenings(article: Article) -> Iterator[Shortening]:
    """Each highlight with the sentence that has most of its words in order (the shortest of several such)."""
    split = [words_of(sentence) for sentence in article.sentences]
    for highlight in article.highlights:
        wanted = words_of(highlight)
        if len(wanted) < _FEWEST_WORDS:
            continue
        best = max(_likely(wanted, split), default=None)
        if best is not None and best[0] >= LEAST_SHARED * len(wanted):
            sentence = " ".join(article.sentences[-best[2]].split())
            yield Shortening(article.id, sentence, highlight, best[0] / len(wanted))


def _likely(wanted: list[str], split: list[list[str]]) -> Iterator[tuple[int, int, int]]:
    """(words in common, length, place), the last two negative so that the largest is the best."""
    distinct = set(wanted)
    for place, words in enumerate(split):
        if len(wanted) <= _MOST_KEPT * len(words) and len(distinct.intersection(words)) >= 0.6 * len(distinct):
            yield in_common(wanted, words), -len(words), -place


def collect(articles: Iterable[CorpusArticle], path: Path) -> list[Shortening]:
    """All shortenings of a corpus, from the file where they are kept, or found and kept there.

    A sentence that is held out in one article does not come back for learning from another.
    """
    if not path.is_file():
        found = [shortening for article in articles for shortening in shortenings(article)]
        write_file(path, "".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in found))
    try:
        with path.open(encoding="utf-8") as lines:
            found = [Shortening(**json.loads(line)) for line in lines]
    except (OSError, ValueError, TypeError) as error:
        raise CorpusError(f"cannot read the shortenings in {path}: {error}") from error
    held_out = {shortening.sentence for shortening in found if shortening.part != "train"}
    return [one for one in found if one.part != "train" or one.sentence not in held_out]
