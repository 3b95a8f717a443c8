"""A small network that scores the candidates for a gist; numpy alone, all sentences of a batch at once.

Words are known by their vector, their last three letters, their shape, what they are to the rules, and by what stands
before them. Three convolutions look at each word's surroundings. A candidate is then scored by

    w · relu(first word + last word + all its words + its length [+ the aside it leaves out]) + v · (the same)

where "all its words" is a difference of running sums, so that a candidate costs as little as its two ends.
``ramify.learn.gist_network`` is the same in torch, where it learns.
"""

import json
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ramify.document.known import Known
from ramify.errors import ModelError
from ramify.mindmap import gist_words as gw
from ramify.mindmap.gist_rules import Candidates
from ramify.mindmap.gist_words import Stream

Floats = npt.NDArray[np.float32]

FLAG_BITS = 15
DILATIONS = (1, 2, 4)  # none beyond gist_words.STOPS, or sentences would see their neighbours
_ROWS = 64  # words that the first layer takes at once
UNKNOWN = 1  # the row of words that are not in the vocabulary; row 0 is the stop
_FILES = ("model.npz", "vocabulary.json")


class GistVocabulary:
    """What the network knows of a word: flags, and the rows of its vector, of its ending and of its shape."""

    def __init__(self, words: list[str], endings: list[str], verbs: list[str], perhaps_verbs: list[str]) -> None:
        self.words, self.endings, self.verbs, self.perhaps_verbs = words, endings, verbs, perhaps_verbs
        self._words = {word: row for row, word in enumerate(words, start=2)}
        self._endings = {ending: row for row, ending in enumerate(endings, start=2)}
        self._verbs = dict.fromkeys(perhaps_verbs, gw.PERHAPS_VERB) | dict.fromkeys(verbs, gw.VERB | gw.PERHAPS_VERB)
        self.known = Known(self.describe, 4)

    def describe(self, word: str) -> tuple[int, int, int, int]:
        """The row of the table of known words."""
        flags = gw.word_flags(word)
        if flags & gw.STOP:
            return flags, 0, 0, 0
        plain = normal(word)
        row = self._words.get(plain, UNKNOWN)
        flags |= self._verbs.get(plain, 0)
        if row == UNKNOWN and word.islower():
            flags |= gw.PERHAPS_VERB
        return flags, row, self._endings.get(plain[-3:], UNKNOWN), _shape(word)


def normal(word: str) -> str:
    """A word as the vocabulary lists it: in lower case, and all numbers as one."""
    return "0" if word[0].isdigit() else word.lower()


SHAPES = 8


def _shape(word: str) -> int:
    if word[0].isdigit():
        return 6 if len(word) == 4 and word.isdigit() else 5
    if not word[0].isalnum():
        return 7
    if word.islower():
        return 1
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
            self._of_words, of_gaps = first[: -gw.GAP_BITS], first[-gw.GAP_BITS :]
            bits = (np.arange(1 << gw.GAP_BITS)[:, None] >> np.arange(gw.GAP_BITS)) & 1
            self._gaps: Floats = bits.astype(np.float32) @ of_gaps  # of every kind of gap that there is
            hidden = first.shape[1] // 3
            self._gaps[:, hidden : 2 * hidden] += self._arrays["convolution.0.bias"]
            self._put_away_biases()
            self._projected: Floats = np.zeros((0, first.shape[1]), dtype=np.float32)
            self._ready = 0
            self._rooms: dict[str, npt.NDArray[Any]] = {}
        except Exception as error:  # a damaged archive alone is of five kinds
            raise ModelError(f"the model of gists in {folder} cannot be used: {error!r}"[:500]) from error

    @classmethod
    def default(cls) -> "GistModel":
        """The model that comes with ramify; another, where ``use_gist_model`` was told so."""
        return _used[0] if _used else _shipped()

    def score(self, stream: Stream, candidates: Candidates) -> Floats:
        """How good each candidate is; only comparable within a sentence."""
        arrays, width = self._arrays, len(self._arrays["aside"])
        heads = np.matmul(self._encode(stream), arrays["head.weight"], out=self._room("heads", stream, 5 * width))
        sums = np.cumsum(heads[:, 2 * width : 3 * width], axis=0, out=self._sums("sums", stream, width))
        parts = heads.reshape(-1, width)  # five rows for each place: first, last, inside, opens, closes
        hidden = self._room("candidates", candidates.start, width)
        more = self._room("more candidates", candidates.start, width)
        _take(parts, 5 * candidates.start, hidden)
        hidden += _take(parts, 5 * candidates.end + 1, more)
        hidden += _take(arrays["length"], candidates.words, more)
        within = _take(sums, candidates.end, self._sums("until", candidates.start, width))
        within -= _take(sums, candidates.start - 1, self._sums("before", candidates.start, width))
        hidden += within
        single = np.searchsorted(candidates.open, 0, side="right")  # candidates without an aside come first
        opens, closes, aside, more = candidates.open[single:], candidates.close[single:], hidden[single:], more[single:]
        aside += _take(parts, 5 * opens + 3, more)
        aside += _take(parts, 5 * closes + 4, more)
        within = _take(sums, opens - 1, self._sums("until", opens, width))
        within -= _take(sums, closes, self._sums("before", opens, width))
        aside += within
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
        """What surrounds each word, (places, hidden)."""
        stops = np.flatnonzero(stream.sentence < 0)
        # (places, 3 hidden): what a word means to the next one, to itself and to the one before
        width = self._gaps.shape[1]
        hidden = width // 3
        parts = _take(self._first_layer(), stream.words, self._room("parts", stream, width))
        parts += _take(self._gaps, stream.gaps, self._room("gaps", stream, width))
        x = self._room("x", stream, hidden)
        x[0] = 0
        np.add(parts[1:, hidden : 2 * hidden], parts[:-1, :hidden], out=x[1:])
        x[:-1] += parts[1:, 2 * hidden :]
        np.maximum(x, 0, out=x)
        x[stops] = 0
        turned = self._room("parts", stream, width).reshape(3, -1, hidden)  # what was there has been used
        for layer, dilation in enumerate(DILATIONS[1:], start=1):
            before, y, after = np.matmul(x, self._arrays[f"convolution.{layer}.weight"], out=turned)
            y += self._arrays[f"convolution.{layer}.bias"]
            y[dilation:] += before[:-dilation]
            y[:-dilation] += after[dilation:]
            np.maximum(y, 0, out=y)
            y[stops] = 0
            x += y
        return x

    def _room(self, name: str, like: Stream | npt.NDArray[np.intp], columns: int) -> Floats:
        """A table of as many rows, always in the same memory: new memory costs more than what is computed in it."""
        return _part(self._rooms, name, like, columns, np.dtype(np.float32))

    def _sums(self, name: str, like: Stream | npt.NDArray[np.intp], columns: int) -> npt.NDArray[np.float64]:
        """The same in double precision, so that no sentence feels the sums of those before it."""
        return _part(self._rooms, name, like, columns, np.dtype(np.float64))

    def _first_layer(self) -> Floats:
        """The first convolution of every known word: what many sentences have in common is computed once."""
        known, done = self.vocabulary.known, self._projected
        if len(known) < self._ready:  # it was emptied
            self._ready = 0
        if len(done) < len(known.table):
            done = np.zeros((len(known.table), done.shape[1]), dtype=np.float32)
            done[: self._ready] = self._projected[: self._ready]
            self._projected = done
        if self._ready < len(known):
            # Always as many rows at once: what a word becomes must not depend, not in its last bit, on which words
            # happened to be met with it, or a batch that goes on would not end as an unbroken one does.
            new = len(known) - self._ready
            rows = np.zeros((-(-new // _ROWS) * _ROWS, known.table.shape[1]), dtype=known.table.dtype)
            rows[:new] = known.table[self._ready : len(known)]
            arrays = self._arrays
            bits = (rows[:, :1] >> np.arange(FLAG_BITS)) & (rows[:, :1] & gw.STOP == 0)  # a stop says nothing
            vectors = [arrays["words"][rows[:, 1]], arrays["endings"][rows[:, 2]], arrays["shapes"][rows[:, 3]], bits]
            described = np.concatenate(vectors, axis=1, dtype=np.float32).reshape(-1, _ROWS, len(self._of_words))
            done[self._ready : len(known)] = (described @ self._of_words).reshape(len(rows), -1)[:new]
            self._ready = len(known)
        return done


def _part(
    rooms: dict[str, npt.NDArray[Any]],
    name: str,
    like: Stream | npt.NDArray[np.intp],
    columns: int,
    kind: np.dtype[Any],
) -> npt.NDArray[Any]:
    rows = len(like.words) if isinstance(like, Stream) else len(like)
    if name not in rooms or len(rooms[name]) < rows * columns:
        rooms[name] = np.empty(2 * rows * columns, dtype=kind)
    return rooms[name][: rows * columns].reshape(rows, columns)


def _take(table: npt.NDArray[Any], rows: npt.NDArray[np.signedinteger[Any]], out: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The rows of a table, put where they are told; all are known to be in it, so that nothing is checked twice."""
    return np.take(table, rows, axis=0, out=out, mode="clip")


_used: list["GistModel"] = []


def use_gist_model(folder: str | Path) -> None:
    """Find the gists of this process with the model of a folder that ``ramify teach gists`` made."""
    from ramify.mindmap.gist import gists  # which is made of this

    model = GistModel(folder)
    try:  # one of other shapes is told here, and not in the middle of work
        gists(
            ["The engineers said on Monday that the old sea wall, which is broken, will be built again."], model=model
        )
    except Exception as error:
        raise ModelError(f"the model of gists in {folder} cannot be used: {error!r}"[:500]) from error
    _used[:] = [model]


@cache
def _shipped() -> GistModel:
    with as_file(files("ramify") / "models" / "gist") as folder:
        return GistModel(folder)
