"""A small network that scores the candidates for a gist; numpy alone, all sentences of a batch at once.

Words are known by their vector, their last three letters, their shape, what they are to the rules, and by what stands
before them. Three convolutions look at each word's surroundings. A candidate is then scored by

    w · relu(first word + last word + all its words + its length [+ the aside it leaves out]) + v · (the same)

where "all its words" is a difference of running sums, so that a candidate costs as little as its two ends.
``mindgist.learn.gist_network`` is the same in torch, where it learns.
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
from mindgist.labels import words as gw
from mindgist.labels.candidates import Candidates
from mindgist.labels.stream import Chunks, Stream
from mindgist.labels.word_rules import word_rules

Floats = npt.NDArray[np.float32]

FLAG_BITS = 15
DILATIONS = (1, 2, 4)  # none beyond gist_stream.STOPS, or sentences would see their neighbours
UNKNOWN = 1  # the row of words that are not in the vocabulary; row 0 is the stop
_UNHEARD = (0, UNKNOWN)
_FILES = ("model.npz", "vocabulary.json")
_TEST_SENTENCE = "The engineers said on Monday that the old sea wall, which is broken, will be built again."


class GistVocabulary:
    """What the network knows of a word: flags, and the rows of its vector, of its ending and of its shape."""

    def __init__(self, words: list[str], endings: list[str], verbs: list[str], perhaps_verbs: list[str]) -> None:
        self.words, self.endings, self.verbs, self.perhaps_verbs = words, endings, verbs, perhaps_verbs
        verbal = dict.fromkeys(perhaps_verbs, gw.PERHAPS_VERB) | dict.fromkeys(verbs, gw.VERB | gw.PERHAPS_VERB)
        rows = {word: row for row, word in enumerate(words, start=2)}
        # What a word in small letters is: its flags and its row.
        self._plain = {
            word: (gw.CLASSES.get(word, 0) | verbal.get(word, 0), rows.get(word, UNKNOWN))
            for word in (*words, *perhaps_verbs, *verbs, *gw.CLASSES)
        }
        self._endings = {ending: row for row, ending in enumerate(endings, start=2)}
        self.known = WordTable(self.describe, 5)
        self.chunks = Chunks(self.known)

    def describe(self, word: str) -> tuple[int, int, int, int, int]:
        """The row of the table of known words: its flags, what the network knows of it, and what the rules do."""
        plain = normal(word)
        flags, row = self._plain.get(plain, _UNHEARD)
        flags |= gw.word_flags(word)
        if flags & gw.STOP:
            return flags, 0, 0, 0, word_rules(flags)
        if flags & gw.PERHAPS_VERB and word.endswith("s") and word.islower():
            flags |= gw.THIRD_PERSON
        elif row == UNKNOWN and word.islower():
            flags |= gw.PERHAPS_VERB
        return flags, row, self._endings.get(plain[-3:], UNKNOWN), _shape(word), word_rules(flags)


def normal(word: str) -> str:
    """A word as the vocabulary lists it: in lower case, and all numbers as one."""
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
    """The network of a folder, ready to score."""

    def __init__(self, folder: str | Path) -> None:
        folder = Path(folder)
        missing = [name for name in _FILES if not (folder / name).is_file()]
        if missing:
            raise ModelError(f"there is no model of gists in {folder} ({' and '.join(missing)} missing)")
        try:
            with (folder / _FILES[0]).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                self._arrays = {name: arrays[name].astype(np.float32) for name in arrays.files}
            listed = json.loads((folder / _FILES[1]).read_text(encoding="utf-8"))
            self.vocabulary = GistVocabulary(**listed)
            first = np.concatenate(list(self._arrays["convolution.0.weight"]), axis=1)  # (in, 3 hidden)
            self._of_words, of_gaps = first[: -gw.GAP_BITS].astype(np.float64), first[-gw.GAP_BITS :]
            bits = (np.arange(1 << gw.GAP_BITS)[:, None] >> np.arange(gw.GAP_BITS)) & 1
            self._gaps: Floats = _in_three(bits.astype(np.float32) @ of_gaps)  # of every kind of gap that there is
            self._gaps[1] += self._arrays["convolution.0.bias"]
            taps = (self._arrays[f"convolution.{layer}.weight"] for layer in range(1, len(DILATIONS)))
            self._taps = [np.concatenate([tap.T for tap in weight]) for weight in taps]  # (3 hidden, hidden)
            self._heads = np.stack(np.split(self._arrays["head.weight"], 5, axis=1))
            self._put_away_biases()
            self._projected: Floats = np.zeros((3, 0, first.shape[1] // 3), dtype=np.float32)
            self._ready, self._of = 0, 0
            self._rooms: dict[str, npt.NDArray[Any]] = {}
        except Exception as error:  # a damaged archive alone is of five kinds
            raise ModelError(f"the model of gists in {folder} cannot be used: {error!r}"[:500]) from error

    def score(self, stream: Stream, candidates: Candidates) -> Floats:
        """How good each candidate is; only comparable within a sentence."""
        arrays, width = self._arrays, len(self._arrays["aside"])
        heads = self._room("heads", 5 * len(stream.words), width).reshape(5, -1, width)
        first, last, inside, opens, closes = np.matmul(self._encode(stream).T, self._heads, out=heads)
        until = self._sums(stream, inside)
        before = np.subtract(until, inside, out=inside)
        # What a word says at each end of a candidate, or of its aside: with the sum of all words up to there.
        first -= before
        last += until
        hidden = self._room("candidates", len(candidates.start), width)
        more = self._room("more candidates", len(candidates.start), width)
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

    def _put_away_biases(self) -> None:
        """Add what the heads add for every candidate to what its length and its aside say: once, not for each word."""
        first, last, inside, opens, closes = np.split(self._arrays["head.bias"], 5)
        count = np.arange(len(self._arrays["length"]), dtype=np.float32)[:, None]
        self._arrays["length"] += first + last + count * inside
        self._arrays["aside"] += opens + closes

    def knows(self, stream: Stream) -> npt.NDArray[np.bool_]:
        """Which words are in the vocabulary."""
        known: npt.NDArray[np.bool_] = self.vocabulary.known.table[stream.words, 1] > UNKNOWN
        return known

    def _encode(self, stream: Stream) -> Floats:
        """What surrounds each word, (hidden, places): so that numpy goes along whole rows."""
        hidden, places = self._gaps.shape[2], len(stream.words)
        width = 3 * hidden
        # (places, hidden) each: what a word means to the next one, to itself and to the one before
        parts = self._room("parts", places, width).reshape(3, places, hidden)
        gaps = self._room("gaps", places, width).reshape(3, places, hidden)
        for table, of_gaps, out, more in zip(self._first_layer(), self._gaps, parts, gaps, strict=True):
            _take(table, stream.words, out)
            out += _take(of_gaps, stream.gaps, more)
        before, own, after = parts
        own[1:] += before[:-1]
        own[:-1] += after[1:]
        inside = stream.sentence >= 0
        x = self._room("x", hidden, places)
        np.multiply(own.T, _positive(own, inside[:, None]).T, out=x)
        for layer, dilation in enumerate(DILATIONS[1:], start=1):
            taps = np.matmul(self._taps[layer - 1], x, out=parts.reshape(width, places))  # what was there is used
            before, y, after = taps.reshape(3, hidden, places)
            y[:, dilation:] += before[:, :-dilation]
            y[:, :-dilation] += after[:, dilation:]
            y += self._arrays[f"convolution.{layer}.bias"][:, None]
            y *= _positive(y, inside)
            x += y
        return x

    def _room(self, name: str, rows: int, columns: int) -> Floats:
        """A table that is always in the same memory: new memory costs more than what is computed in it."""
        return _part(self._rooms, name, rows, columns, np.dtype(np.float32))

    def _sums(self, stream: Stream, rows: Floats) -> Floats:
        """The sum of the rows from each sentence's first word on."""
        width = rows.shape[1]
        sums = _part(self._rooms, "sums", len(rows), width, np.dtype(np.float64))
        np.cumsum(rows, axis=0, out=sums)  # in double precision, so that no sentence feels those before it
        before = np.repeat(sums[stream.first - 1], np.diff(stream.first, append=len(rows)), axis=0)
        found = self._room("until", len(rows), width)
        found[: stream.first[0]] = 0
        np.subtract(sums[stream.first[0] :], before, out=found[stream.first[0] :], casting="same_kind")
        return found

    def _first_layer(self) -> Floats:
        """The first convolution of every known word, in three parts: what sentences share is computed once."""
        known, done = self.vocabulary.known, self._projected
        if known.times_cleared != self._of:
            self._ready, self._of = 0, known.times_cleared
        if done.shape[1] < len(known.table):
            done = np.zeros((3, len(known.table), done.shape[2]), dtype=np.float32)
            done[:, : self._ready] = self._projected[:, : self._ready]
            self._projected = done
        if self._ready < len(known):
            rows = known.table[self._ready : len(known)]
            arrays = self._arrays
            bits = (rows[:, :1] >> np.arange(FLAG_BITS)) & (rows[:, :1] & gw.STOP == 0)  # a stop says nothing
            vectors = [arrays["words"][rows[:, 1]], arrays["endings"][rows[:, 2]], arrays["shapes"][rows[:, 3]], bits]
            # In double precision: what a word becomes must not depend, not in its last bit, on which words happened to
            # be met with it, or a batch that goes on would not end as an unbroken one does.
            described = np.concatenate(vectors, axis=1, dtype=np.float64) @ self._of_words
            done[:, self._ready : len(known)] = _in_three(described)
            self._ready = len(known)
        return done


def _part(
    rooms: dict[str, npt.NDArray[Any]], name: str, rows: int, columns: int, kind: np.dtype[Any]
) -> npt.NDArray[Any]:
    if name not in rooms or len(rooms[name]) < rows * columns:
        rooms[name] = np.empty(2 * rows * columns, dtype=kind)
    return rooms[name][: rows * columns].reshape(rows, columns)


def _in_three(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A table's columns as three tables: what a word means to the next one, to itself, to the one before."""
    return np.stack(np.split(table, 3, axis=1))


def _positive(values: Floats, inside: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """What is left of values: those above zero, of words alone. Sooner done than numpy's maximum."""
    found = values > 0
    found &= inside
    return found


def _take(table: npt.NDArray[Any], rows: npt.NDArray[np.signedinteger[Any]], out: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The rows of a table, put where they are told; all are known to be in it, so that nothing is checked twice."""
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
        raise ModelError(f"the model of gists in {folder} cannot be used: {error!r}"[:500]) from error
    return model
