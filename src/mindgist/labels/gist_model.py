"""The gist network in numpy: it scores the candidates of a batch of sentences.

The input of a word is its vector, the vectors of its last three letters and of its shape, its flags, and the flags
of the gap before it. Three convolutions follow. The score of a candidate is

    w · relu(h) + v · h,  h = first word + last word + sum of its words + its length [+ the aside that it leaves out]

The sum is a difference of cumulative sums, so a candidate costs the same whatever its length.
``mindgist.learn.gist_network`` is the same network in torch, for training.
"""

import json
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mindgist.document.word_table import WordTable
from mindgist.errors import ModelError
from mindgist.labels import words as flag
from mindgist.labels.candidates import Candidates
from mindgist.labels.stream import Stream

Floats = npt.NDArray[np.float32]

FLAG_BITS = 15
DILATIONS = (1, 2, 4)  # at most stream.STOPS, or a sentence would see its neighbours
UNKNOWN = 1  # the row of words outside the vocabulary; row 0 is the stop
_UNKNOWN_WORD = (0, UNKNOWN)
_FILES = ("model.npz", "vocabulary.json")
_TEST_SENTENCE = "The engineers said on Monday that the old sea wall, which is broken, will be built again."


class GistVocabulary:
    """The words and endings that the network has vectors for, and the words that are verbs."""

    def __init__(self, words: list[str], endings: list[str], verbs: list[str], perhaps_verbs: list[str]) -> None:
        self.words, self.endings, self.verbs, self.perhaps_verbs = words, endings, verbs, perhaps_verbs
        verbal = dict.fromkeys(perhaps_verbs, flag.PERHAPS_VERB) | dict.fromkeys(verbs, flag.VERB | flag.PERHAPS_VERB)
        rows = {word: row for row, word in enumerate(words, start=2)}
        # The flags and the row of a word in lower case.
        self._plain = {
            word: (flag.CLASSES.get(word, 0) | verbal.get(word, 0), rows.get(word, UNKNOWN))
            for word in (*words, *perhaps_verbs, *verbs, *flag.CLASSES)
        }
        self._endings = {ending: row for row, ending in enumerate(endings, start=2)}
        self.table = WordTable(self.describe, 4)

    def describe(self, word: str) -> tuple[int, int, int, int]:
        """The row of the word table: flags, and the rows of the vectors of word, ending and shape."""
        plain = normal(word)
        flags, row = self._plain.get(plain, _UNKNOWN_WORD)
        flags |= flag.word_flags(word)
        if flags & flag.STOP:
            return flags, 0, 0, 0
        if flags & flag.PERHAPS_VERB and word.endswith("s") and word.islower():
            flags |= flag.THIRD_PERSON
        elif row == UNKNOWN and word.islower():
            flags |= flag.PERHAPS_VERB
        return flags, row, self._endings.get(plain[-3:], UNKNOWN), _shape(word)


def normal(word: str) -> str:
    """A word as the vocabulary lists it: in lower case, all numbers as '0'."""
    return "0" if word[0].isdigit() else word.lower()


SHAPES = 8


def _shape(word: str) -> int:
    if word.islower() and word[0].isalpha():
        return 1
    if word[0].isdigit():
        return 6 if len(word) == 4 and word.isdigit() else 5
    if not word[0].isalnum():
        return 7
    if len(word) == 1:
        return 4
    return 3 if word.isupper() else 2


class GistModel:
    """A trained network, read from a folder."""

    def __init__(self, folder: str | Path) -> None:
        folder = Path(folder)
        missing = [name for name in _FILES if not (folder / name).is_file()]
        if missing:
            raise ModelError(f"there is no gist model in {folder} ({' and '.join(missing)} missing)")
        try:
            with (folder / _FILES[0]).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                self._arrays = {name: arrays[name].astype(np.float32) for name in arrays.files}
            listed = json.loads((folder / _FILES[1]).read_text(encoding="utf-8"))
            self.vocabulary = GistVocabulary(**listed)
            first = np.concatenate(list(self._arrays["convolution.0.weight"]), axis=1)  # (in, 3 hidden)
            self._of_words, of_gaps = first[: -flag.GAP_BITS].astype(np.float64), first[-flag.GAP_BITS :]
            bits = (np.arange(1 << flag.GAP_BITS)[:, None] >> np.arange(flag.GAP_BITS)) & 1
            self._gaps: Floats = _in_three(bits.astype(np.float32) @ of_gaps)  # of every combination of flags
            self._gaps[1] += self._arrays["convolution.0.bias"]
            taps = (self._arrays[f"convolution.{layer}.weight"] for layer in range(1, len(DILATIONS)))
            self._taps = [np.concatenate([tap.T for tap in weight]) for weight in taps]  # (3 hidden, hidden)
            self._heads = np.stack(np.split(self._arrays["head.weight"], 5, axis=1))
            self._fold_biases()
            self._projected: Floats = np.zeros((3, 0, first.shape[1] // 3), dtype=np.float32)
            self._projected_rows, self._cleared = 0, 0
            self._buffers: dict[str, npt.NDArray[Any]] = {}
        except Exception as error:  # a damaged archive raises five kinds of errors
            raise ModelError(f"the gist model in {folder} cannot be used: {error!r}"[:500]) from error

    def score(self, stream: Stream, candidates: Candidates) -> Floats:
        """The score of each candidate; comparable within a sentence only."""
        arrays, width = self._arrays, len(self._arrays["aside"])
        heads = self._buffer("heads", 5 * len(stream.words), width).reshape(5, -1, width)
        first, last, inside, opens, closes = np.matmul(self._encode(stream).T, self._heads, out=heads)
        until = self._sums(stream, inside)
        before = np.subtract(until, inside, out=inside)
        # Add the cumulative sums to the vectors of the first and last words.
        first -= before
        last += until
        hidden = self._buffer("candidates", len(candidates.start), width)
        more = self._buffer("more candidates", len(candidates.start), width)
        _take(arrays["length"], candidates.words, hidden)
        hidden += _take(first, candidates.start, more)
        hidden += _take(last, candidates.end, more)
        asides = candidates.asides
        if asides < len(hidden):
            opens += before
            closes -= until
            aside, more = hidden[asides:], more[asides:]
            aside += _take(opens, candidates.open[asides:], more)
            aside += _take(closes, candidates.close[asides:], more)
            aside += arrays["aside"]
        linear = hidden @ arrays["linear"]
        scores: Floats = np.maximum(hidden, 0, out=hidden) @ arrays["out"] + linear
        return scores

    def _fold_biases(self) -> None:
        """Add the biases of the heads to the vectors of lengths and asides, once, instead of to each word."""
        first, last, inside, opens, closes = np.split(self._arrays["head.bias"], 5)
        count = np.arange(len(self._arrays["length"]), dtype=np.float32)[:, None]
        self._arrays["length"] += first + last + count * inside
        self._arrays["aside"] += opens + closes

    def knows(self, stream: Stream) -> npt.NDArray[np.bool_]:
        """Which words of the stream are in the vocabulary."""
        known: npt.NDArray[np.bool_] = self.vocabulary.table.table[stream.words, 1] > UNKNOWN
        return known

    def _encode(self, stream: Stream) -> Floats:
        """The output of the convolutions, shape (hidden, positions)."""
        hidden, places = self._gaps.shape[2], len(stream.words)
        width = 3 * hidden
        # The taps of the first convolution, (positions, hidden) each: for the next word, itself, the word before.
        parts = self._buffer("parts", places, width).reshape(3, places, hidden)
        gaps = self._buffer("gaps", places, width).reshape(3, places, hidden)
        for table, of_gaps, out, more in zip(self._first_layer(), self._gaps, parts, gaps, strict=True):
            _take(table, stream.words, out)
            out += _take(of_gaps, stream.gaps, more)
        before, own, after = parts
        own[1:] += before[:-1]
        own[:-1] += after[1:]
        inside = stream.sentence >= 0
        x = self._buffer("x", hidden, places)
        np.multiply(own.T, _relu_mask(own, inside[:, None]).T, out=x)
        for layer, dilation in enumerate(DILATIONS[1:], start=1):
            taps = np.matmul(
                self._taps[layer - 1], x, out=parts.reshape(width, places)
            )  # its old content is no longer needed
            before, y, after = taps.reshape(3, hidden, places)
            y[:, dilation:] += before[:, :-dilation]
            y[:, :-dilation] += after[:, dilation:]
            y += self._arrays[f"convolution.{layer}.bias"][:, None]
            y *= _relu_mask(y, inside)
            x += y
        return x

    def _buffer(self, name: str, rows: int, columns: int) -> Floats:
        """An array in reused memory: allocating it anew costs more than the computation."""
        return _reshaped(self._buffers, name, rows, columns, np.dtype(np.float32))

    def _sums(self, stream: Stream, rows: Floats) -> Floats:
        """The cumulative sums of the rows within each sentence."""
        width = rows.shape[1]
        sums = _reshaped(self._buffers, "sums", len(rows), width, np.dtype(np.float64))
        np.cumsum(rows, axis=0, out=sums)  # in double precision, so that earlier sentences do not change later ones
        before = np.repeat(sums[stream.first - 1], np.diff(stream.first, append=len(rows)), axis=0)
        found = self._buffer("until", len(rows), width)
        found[: stream.first[0]] = 0
        np.subtract(sums[stream.first[0] :], before, out=found[stream.first[0] :], casting="same_kind")
        return found

    def _first_layer(self) -> Floats:
        """The first convolution of all words in the table, one array for each tap; computed once for each word."""
        known, done = self.vocabulary.table, self._projected
        if known.times_cleared != self._cleared:
            self._projected_rows, self._cleared = 0, known.times_cleared
        if done.shape[1] < len(known.table):
            done = np.zeros((3, len(known.table), done.shape[2]), dtype=np.float32)
            done[:, : self._projected_rows] = self._projected[:, : self._projected_rows]
            self._projected = done
        if self._projected_rows < len(known):
            rows = known.table[self._projected_rows : len(known)]
            arrays = self._arrays
            bits = (rows[:, :1] >> np.arange(FLAG_BITS)) & (rows[:, :1] & flag.STOP == 0)  # stops have no features
            vectors = [arrays["words"][rows[:, 1]], arrays["endings"][rows[:, 2]], arrays["shapes"][rows[:, 3]], bits]
            # In double precision: the result must not depend on the words computed together, not even in the last bit,
            # or a batch that was interrupted would not end like an uninterrupted one.
            described = np.concatenate(vectors, axis=1, dtype=np.float64) @ self._of_words
            done[:, self._projected_rows : len(known)] = _in_three(described)
            self._projected_rows = len(known)
        return done


def _reshaped(
    buffers: dict[str, npt.NDArray[Any]], name: str, rows: int, columns: int, kind: np.dtype[Any]
) -> npt.NDArray[Any]:
    if name not in buffers or len(buffers[name]) < rows * columns:
        buffers[name] = np.empty(2 * rows * columns, dtype=kind)
    return buffers[name][: rows * columns].reshape(rows, columns)


def _in_three(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The columns of a table as three tables, one for each tap of the convolution."""
    return np.stack(np.split(table, 3, axis=1))


def _relu_mask(values: Floats, inside: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Where relu keeps a value: above zero and inside a sentence. Multiplying by it is faster than np.maximum."""
    found = values > 0
    found &= inside
    return found


def _take(table: npt.NDArray[Any], rows: npt.NDArray[np.signedinteger[Any]], out: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The rows of a table, written to ``out``; mode 'clip' skips the check of indexes, which are valid."""
    return np.take(table, rows, axis=0, out=out, mode="clip")


@lru_cache(4)
def load_gist_model(folder: Path | None = None) -> GistModel:
    """The model of a folder, checked on a sentence; None for the model that comes with mindgist."""
    if folder is None:
        with as_file(files("mindgist") / "models" / "gist") as shipped:
            return GistModel(shipped)
    from mindgist.labels.gists import gists  # which imports this module

    model = GistModel(folder)
    try:  # arrays of wrong shapes fail here and not in the middle of a run
        gists([_TEST_SENTENCE], model=model)
    except Exception as error:
        raise ModelError(f"the gist model in {folder} cannot be used: {error!r}"[:500]) from error
    return model
