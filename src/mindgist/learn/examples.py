"""Annotated articles as a training set: with a vocabulary, in batches, some of them held out."""

from collections.abc import Sequence
from dataclasses import dataclass
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

_HOLD_OUT_EVERY = 20  # articles; only where there are no annotated maps to validate on


def batch_of(articles: Sequence[AnnotatedArticle], vocabulary: Vocabulary) -> tuple[Batch, Tensor]:
    """The articles side by side, and their graphs padded to one size, shape (D, N, N)."""
    batch = Batch.of([[vocabulary.numbers(sentence) for sentence in one.sentences] for one in articles])
    most = batch.places.shape[1]
    targets = np.zeros((len(articles), most, most), dtype=np.float32)
    for row, one in enumerate(articles):
        count = len(one.sentences)
        targets[row, :count, :count] = one.graph
    return batch, torch.from_numpy(targets)


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """Examples, the vocabulary that numbers their words, and the words' initial vectors."""

    examples: Sequence[AnnotatedArticle]
    held_out: Sequence[AnnotatedArticle]
    vocabulary: Vocabulary
    vectors: NDArray[np.float32]


def read_training_set(
    graphs: Path, articles: int | None = None, glove: Path | None = None, hold_out: bool = False
) -> TrainingSet:
    """Read the first ``articles`` of a folder of pseudo graphs (all of them, if None)."""
    annotated = list(read_pseudo_graphs(graphs, articles))
    if articles is not None and len(annotated) < articles:
        raise CorpusError(f"{graphs} has {len(annotated):,} annotated articles, not {articles:,}; train on fewer")
    sentences = (sentence for one in annotated for sentence in one.article.sentences)
    vocabulary, vectors = vocabulary_of(sentences, read_glove(glove))
    examples = [one for one in annotated if one.highlights]  # nothing could reward the others
    held_out = examples[::_HOLD_OUT_EVERY] if hold_out else []
    if hold_out:
        examples = [example for place, example in enumerate(examples) if place % _HOLD_OUT_EVERY]
    if not examples:
        raise CorpusError(f"no article of {graphs} is left to train on: of {len(annotated)}, too few have highlights")
    return TrainingSet(examples, held_out, vocabulary, vectors)
