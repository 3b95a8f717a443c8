"""Articles as the network learns from them: words as numbers, a graph to fit, highlights to be rewarded by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.detector import Batch
from mindgist.learn.pseudo_graphs import AnnotatedArticle
from mindgist.learn.refinement import nearest_sentence


@dataclass(frozen=True, eq=False)
class Example:
    """One article of a training set."""

    id: str
    sentences: tuple[str, ...]
    highlights: str  # all of them, joined
    numbers: list[list[int]]  # the words of each sentence
    graph: NDArray[np.float32]  # (N, N)

    @cached_property
    def nearest(self) -> int:
        """The sentence that is most like the highlights."""
        return nearest_sentence(self.sentences, self.highlights)


def examples_of(annotated: Iterable[AnnotatedArticle], vocabulary: Vocabulary) -> list[Example]:
    """The articles as examples. Those without highlights are left out: nothing could reward them."""
    return [
        Example(
            id=one.article.id,
            sentences=one.article.sentences,
            highlights=" ".join(one.article.highlights),
            numbers=[vocabulary.numbers(sentence) for sentence in one.article.sentences],
            graph=one.graph,
        )
        for one in annotated
        if one.article.highlights
    ]


def batch_of(examples: Sequence[Example]) -> tuple[Batch, Tensor]:
    """The examples side by side, and their graphs padded to one size, shape (D, N, N)."""
    batch = Batch.of([example.numbers for example in examples])
    most = batch.places.shape[1]
    targets = np.zeros((len(examples), most, most), dtype=np.float32)
    for row, example in enumerate(examples):
        count = len(example.sentences)
        targets[row, :count, :count] = example.graph
    return batch, torch.from_numpy(targets)
