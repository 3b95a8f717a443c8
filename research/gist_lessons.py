"""The sentences that a pretrained teacher of gists learns from, and those that it scores for the small network."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from mindgist.files import write_file
from mindgist.labels.gist_model import GistVocabulary
from mindgist.labels.gists import SHORT
from mindgist.labels.surface import without_dateline
from mindgist.labels.words import count_words
from mindgist.learn.clauses import read_parses
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.gist_course import LEARNED
from mindgist.learn.gist_examples import Batch, GistExamples
from mindgist.learn.shortenings import Shortening, part_of

_AT_THE_TOP = 10  # sentences of an article, where editors look for what to keep


class Lessons:
    """Pairs of a sentence and its highlight, and sentences of other texts that no editor shortened."""

    def __init__(self, found: Sequence[Shortening], parses: Sequence[Path], vocabulary: GistVocabulary) -> None:
        self._parsed = {text: tokens for path in parses for text, tokens in read_parses(path)}
        self._vocabulary = vocabulary
        known = {one.sentence for one in found}
        pairs = [one for one in found if one.part == "train" and one.shared >= LEARNED]
        Random(1).shuffle(pairs)
        plain = [sentence for sentence in self._parsed if sentence not in known]
        self.sentences = [*(one.sentence for one in pairs), *plain]
        self._highlights = [*(one.highlight for one in pairs), *[None] * len(plain)]

    def examples(self, numbers: Sequence[int]) -> tuple[list[str], GistExamples]:
        """Some of the sentences, with their candidates."""
        sentences = [self.sentences[number] for number in numbers]
        highlights = [self._highlights[number] for number in numbers]
        return sentences, GistExamples(sentences, highlights, self._parsed, self._vocabulary)

    def of(self, pairs: Sequence[Shortening]) -> GistExamples:
        """Pairs that are none of these."""
        sentences, highlights = [one.sentence for one in pairs], [one.highlight for one in pairs]
        return GistExamples(sentences, highlights, self._parsed, self._vocabulary)

    def scored(self, found: Sequence[Shortening], others: Sequence[str]) -> "Scored":
        """What the teacher is to score: sentences that no editor shortened, pairs it did not see, pairs it saw, others.

        As gists are made of them, without datelines. A pair is seen once: nothing is learned by heart.
        """
        far = [one for one in found if one.part == "train" and one.shared < LEARNED]
        told = [(sentence, highlight) for sentence, highlight in zip(self.sentences, self._highlights, strict=True)]
        plain = [sentence for sentence, highlight in told if highlight is None]
        pairs = [*((one.sentence, one.highlight) for one in far), *(pair for pair in told if pair[1] is not None)]
        sentences = [*plain, *(sentence for sentence, _ in pairs), *others]
        highlights = [*[None] * len(plain), *(highlight for _, highlight in pairs), *[None] * len(others)]
        news = [False] * len(plain) + [True] * (len(pairs) + len(others))
        return Scored([without_dateline(one) for one in sentences], highlights, np.array(news), self._vocabulary)

    def order(self, size: int) -> list[list[int]]:
        """All sentences in batches, of about the same length each, in a random order."""
        bare = GistExamples(self.sentences, [None] * len(self.sentences), {}, self._vocabulary)
        return bare.order(size, np.random.default_rng(0))

    def batches(self, order: Sequence[Sequence[int]]) -> Iterator[tuple[list[str], Batch, Tensor, Tensor]]:
        """The sentences of each batch, the batch, which of them have a highlight, and which a parse."""
        _, examples = self.examples([number for numbers in order for number in numbers])
        place = 0
        for numbers in order:
            sentences = [self.sentences[number] for number in numbers]
            told = torch.tensor([self._highlights[number] is not None for number in numbers])
            parsed = torch.tensor([sentence in self._parsed for sentence in sentences])
            yield sentences, examples.batch(range(place, place + len(numbers))), told, parsed
            place += len(numbers)


@dataclass(frozen=True)
class Scored:
    """Sentences for the small network to learn from what the teacher says of them."""

    sentences: list[str]
    highlights: list[str | None]
    news: npt.NDArray[np.bool_]
    vocabulary: GistVocabulary

    def examples(self, first: int, last: int) -> GistExamples:
        """Some of them, with their candidates."""
        return GistExamples(self.sentences[first:last], self.highlights[first:last], {}, self.vocabulary)

    def told(self) -> npt.NDArray[np.bool_]:
        """Which have a highlight."""
        return np.array([highlight is not None for highlight in self.highlights])


def other_sentences(articles: Iterable[CorpusArticle], found: Sequence[Shortening], kept: Path) -> list[str]:
    """A sentence of the first ones of each article to learn from, one that no editor shortened; kept in a file."""
    if not kept.is_file():
        known = {one.sentence for one in found}
        sentences: dict[str, None] = {}
        for article in articles:
            top = [" ".join(sentence.split()) for sentence in article.sentences[:_AT_THE_TOP]]
            fit = [one for one in top if one not in known and count_words(one) > SHORT]
            if fit and part_of(article.id) == "train":
                sentences[Random(article.id).choice(fit)] = None
        write_file(kept, "".join(f"{sentence}\n" for sentence in sentences))
    return kept.read_text(encoding="utf-8").splitlines()
