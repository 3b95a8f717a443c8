"""The sentences that a pretrained teacher of gists learns from and scores: pairs, and sentences that have a parse."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from ramify.learn.clauses import read_parses
from ramify.learn.gist_course import LEARNED
from ramify.learn.gist_examples import Batch, GistExamples
from ramify.learn.shortenings import Shortening
from ramify.mindmap.gist_model import GistVocabulary


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

    def unseen(self, order: Sequence[Sequence[int]]) -> list[int]:
        """The numbers of the sentences to score: first those without a highlight, then pairs that are in no batch."""
        seen = {number for numbers in order for number in numbers}
        numbers = range(len(self.sentences))
        plain = [number for number in numbers if self._highlights[number] is None]
        return [*plain, *(number for number in numbers if self._highlights[number] is not None and number not in seen)]

    def examples(self, numbers: Sequence[int]) -> tuple[list[str], GistExamples]:
        """Some of the sentences, with their candidates."""
        sentences = [self.sentences[number] for number in numbers]
        highlights = [self._highlights[number] for number in numbers]
        return sentences, GistExamples(sentences, highlights, self._parsed, self._vocabulary)

    def of(self, pairs: Sequence[Shortening]) -> GistExamples:
        """Pairs that are none of these."""
        sentences, highlights = [one.sentence for one in pairs], [one.highlight for one in pairs]
        return GistExamples(sentences, highlights, self._parsed, self._vocabulary)

    def told(self, numbers: Sequence[int]) -> npt.NDArray[np.bool_]:
        """Which of the sentences have a highlight."""
        return np.array([self._highlights[number] is not None for number in numbers])

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
