"""Articles as the network learns from them: words as numbers, a graph to fit, highlights to be rewarded by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mindgist.errors import CorpusError
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.detector import Batch
from mindgist.learn.glove import read_glove, vocabulary_of
from mindgist.learn.pseudo_graphs import AnnotatedArticle, read_pseudo_graphs
from mindgist.learn.refinement import nearest_sentence

_HOLD_OUT_EVERY = 20  # articles; only where there are no annotated maps to validate on


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


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """Examples, the vocabulary that numbers their words, and the words' initial vectors."""

    examples: Sequence[Example]
    held_out: Sequence[Example]
    vocabulary: Vocabulary
    vectors: NDArray[np.float32]


def read_training_set(
    graphs: Path, articles: int | None = None, glove: Path | None = None, hold_out: bool = False
) -> TrainingSet:
    """Read the first ``articles`` of a folder of pseudo graphs (all of them, if None)."""
    annotated = list(read_pseudo_graphs(graphs, articles))
    if articles is not None and len(annotated) < articles:
        raise CorpusError(
            f"{graphs} has {len(annotated):,} annotated articles, not {articles:,}; "
            "annotate more with `mindgist teach annotate`, or train on fewer"
        )
    sentences = (sentence for one in annotated for sentence in one.article.sentences)
    vocabulary, vectors = vocabulary_of(sentences, read_glove(glove))
    examples = examples_of(annotated, vocabulary)
    held_out = examples[::_HOLD_OUT_EVERY] if hold_out else []
    if hold_out:
        examples = [example for place, example in enumerate(examples) if place % _HOLD_OUT_EVERY]
    if not examples:
        raise CorpusError(f"no article of {graphs} is left to train on: of {len(annotated)}, too few have highlights")
    return TrainingSet(examples, held_out, vocabulary, vectors)
