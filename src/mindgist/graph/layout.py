"""Index arrays for a batch of documents: their sentences, one document after the other.

numpy takes as long to start an operation as to go through an article, so the sentences of several small documents are
processed together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document

Indexes = NDArray[np.intp]
Floats = NDArray[np.float32]


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


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """The layout of a batch."""

    # For each document.
    counts: Indexes
    """The number of its sentences."""
    firsts: Indexes
    """The number of its first sentence."""
    paragraph_counts: Indexes
    """The number of its paragraphs."""
    slices: list[slice]
    """Where its sentences are."""

    # For each sentence.
    document: Indexes
    """The number of its document."""
    index: Indexes
    """Its index in its document."""
    paragraph: Indexes
    """The index of its paragraph in its document."""
    index_in_paragraph: Indexes
    paragraph_size: Indexes
    """The number of sentences of its paragraph."""

    @classmethod
    def of(cls, documents: Sequence[Document]) -> "Layout":
        """The layout of these documents."""
        own_sizes = [[len(paragraph) for paragraph in document.paragraphs if len(paragraph)] for document in documents]
        sizes = np.array([size for own in own_sizes for size in own], np.intp)
        counts = np.array([len(document) for document in documents], np.intp)
        paragraph_counts = np.array([len(own) for own in own_sizes], np.intp)
        ends = np.cumsum(counts)
        firsts = ends - counts
        slices = [slice(*bounds) for bounds in zip(firsts.tolist(), ends.tolist(), strict=True)]
        return cls(
            counts, firsts, paragraph_counts, slices, np.repeat(np.arange(len(counts)), counts), _indexes(counts),
            np.repeat(_indexes(paragraph_counts), sizes), _indexes(sizes), np.repeat(sizes, sizes),
        )  # fmt: skip

    @property
    def count(self) -> Indexes:
        """For each sentence, the number of sentences of its document."""
        return self.counts[self.document]


def _indexes(sizes: Indexes) -> Indexes:
    """The index of each member in its group, for groups of these sizes."""
    return np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
