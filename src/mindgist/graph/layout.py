"""Index arrays for a batch of documents: their sentences and their pairs of sentences, one document after the other.

numpy takes as long to start an operation as to go through an article, so several small documents are processed
together: that doubles the speed of a batch. The pairs of a document are (0, 0), (0, 1) and so on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document

Indexes = NDArray[np.intp]
Floats = NDArray[np.float32]
Scalar = TypeVar("Scalar", bound=np.generic)


def groups_of_like_size(counts: Sequence[int], max_pairs: int) -> Iterator[list[int]]:
    """Groups of documents (by number) of like length, such that each group, padded to its longest, has few pairs.

    A document that alone has more than ``max_pairs`` is a group of its own.
    """
    group: list[int] = []
    for number in sorted(range(len(counts)), key=counts.__getitem__):
        if group and (len(group) + 1) * counts[number] ** 2 > max_pairs:
            yield group
            group = []
        group.append(number)
    if group:
        yield group


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of a batch."""

    counts: Indexes
    """Sentences of each document."""
    paragraph_sizes: Indexes
    """Sentences of each paragraph, over all documents."""
    paragraph_counts: Indexes
    """Paragraphs of each document."""

    @classmethod
    def of(cls, documents: Sequence[Document]) -> "Layout":
        """The layout of these documents."""
        sizes = [[len(paragraph) for paragraph in document.paragraphs if len(paragraph)] for document in documents]
        return cls(
            np.array([len(document) for document in documents], np.intp),
            np.array([size for own in sizes for size in own], np.intp),
            np.array([len(own) for own in sizes], np.intp),
        )

    @classmethod
    def of_one_paragraph(cls, count: int) -> "Layout":
        """The layout of one document with so many sentences in one paragraph."""
        return cls(np.array([count]), np.array([count]), np.array([1]))

    # For each document.

    @cached_property
    def firsts(self) -> Indexes:
        """The number of its first sentence."""
        return np.asarray(np.cumsum(self.counts) - self.counts)

    @cached_property
    def sentence_slices(self) -> list[slice]:
        """Where its sentences are."""
        return _slices(self.counts)

    @cached_property
    def pair_slices(self) -> list[slice]:
        """Where its pairs are."""
        return _slices(self.counts**2)

    # For each sentence.

    @cached_property
    def document(self) -> Indexes:
        """The number of its document."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @cached_property
    def index(self) -> Indexes:
        """Its index in its document."""
        return np.arange(len(self.document)) - self.firsts[self.document]

    @cached_property
    def starts(self) -> NDArray[np.bool_]:
        """Whether it starts a paragraph."""
        found = np.zeros(len(self.document), np.bool_)
        found[np.cumsum(self.paragraph_sizes) - self.paragraph_sizes] = True
        return found

    @cached_property
    def count(self) -> Indexes:
        """The number of sentences of its document."""
        return self.counts[self.document]

    @cached_property
    def first_pairs(self) -> Indexes:
        """The number of the first pair with it as governor."""
        return np.asarray(np.cumsum(self.count) - self.count)

    # For each pair of a governor and a governed sentence.

    @cached_property
    def governor(self) -> NDArray[np.int32]:
        """The number of the governor."""
        return np.repeat(np.arange(len(self.count), dtype=np.int32), self.count)

    @cached_property
    def governed(self) -> NDArray[np.int32]:
        """The number of the governed sentence."""
        offsets = (self.first_pairs - self.firsts[self.document]).astype(np.int32)
        return np.arange(int(self.count.sum()), dtype=np.int32) - np.repeat(offsets, self.count)

    @cached_property
    def distance(self) -> NDArray[np.int32]:
        """How many sentences the governed one is after the governor; negative if it is before."""
        return self.governed - self.governor

    def of_governor(self, values: NDArray[Scalar]) -> NDArray[Scalar]:
        """For each pair, the value of its governor."""
        return np.repeat(values, self.count)

    def of_governed(self, values: NDArray[Scalar]) -> NDArray[Scalar]:
        """For each pair, the value of its governed sentence."""
        return np.take(values, self.governed)


def _slices(lengths: Indexes) -> list[slice]:
    ends = np.cumsum(lengths).tolist()
    return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
