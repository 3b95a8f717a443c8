"""From pseudo graphs on disk to what a trainer takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import CorpusError
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.examples import Example, examples_of
from mindgist.learn.glove import read_glove, vocabulary_of
from mindgist.learn.pseudo_graphs import read_pseudo_graphs

_HELD_OUT = 20  # every 20th article is held out where there are no annotated maps to validate on


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """Examples with the vocabulary that numbers their words, and the vectors that it starts from.

    ``articles`` is how many there are with those that are not annotated; the vocabulary knows the words of all.
    """

    examples: Sequence[Example]
    held_out: Sequence[Example]
    vocabulary: Vocabulary
    vectors: NDArray[np.float32]
    articles: int


def read_training_set(
    graphs: Path,
    articles: int | None = None,
    glove: Path | None = None,
    hold_out: bool = False,
    not_annotated: Sequence[CorpusArticle] = (),
) -> TrainingSet:
    """The first ``articles`` of a store of pseudo graphs (all of them, if None).

    ``not_annotated`` are further articles of the set: a run that stops before it comes to them needs only their words.
    """
    annotated = list(read_pseudo_graphs(graphs, articles))
    if articles is not None and len(annotated) + len(not_annotated) < articles:
        raise CorpusError(
            f"{graphs} has {len(annotated):,} annotated articles, not {articles:,}; "
            "annotate more with `mindgist teach annotate`, or train on fewer"
        )
    every = chain((one.article for one in annotated), not_annotated)
    sentences = (sentence for article in every for sentence in article.sentences)
    vocabulary, vectors = vocabulary_of(sentences, read_glove(glove))
    examples = examples_of(annotated, vocabulary)
    held_out = examples[::_HELD_OUT] if hold_out else []
    if hold_out:
        examples = [example for place, example in enumerate(examples) if place % _HELD_OUT]
    if not examples:
        raise CorpusError(f"no article of {graphs} is left to train on: of {len(annotated)}, too few have highlights")
    return TrainingSet(examples, held_out, vocabulary, vectors, len(examples) + len(not_annotated))
