"""From pseudo graphs on disk to the examples, vocabulary and word vectors of a trainer."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import CorpusError
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.examples import Example, examples_of
from mindgist.learn.glove import read_glove, vocabulary_of
from mindgist.learn.pseudo_graphs import read_pseudo_graphs

_HOLD_OUT_EVERY = 20  # articles; only where there are no annotated maps to validate on


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
