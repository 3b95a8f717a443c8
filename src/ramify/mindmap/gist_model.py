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

import numpy as np
import numpy.typing as npt

from ramify.errors import ModelError
from ramify.mindmap import gist_words as gw
from ramify.mindmap.gist_rules import Candidates
from ramify.mindmap.gist_words import Known, Stream

Floats = npt.NDArray[np.float32]

FLAG_BITS = 15
DILATIONS = (1, 2, 4)  # none beyond gist_words.STOPS, or sentences would see their neighbours
UNKNOWN = 1  # the row of words that are not in the vocabulary; row 0 is the stop
_FILES = ("model.npz", "vocabulary.json")


class GistVocabulary:
    """What the network knows of a word: flags, and the rows of its vector, of its ending and of its shape."""

    def __init__(self, words: list[str], endings: list[str], verbs: list[str]) -> None:
        self.words, self.endings, self.verbs = words, endings, verbs
        self._words = {word: row for row, word in enumerate(words, start=2)}
        self._endings = {ending: row for row, ending in enumerate(endings, start=2)}
        self._verbs = frozenset(verbs)
        self.known = Known(self.describe, 4)

    def describe(self, word: str) -> tuple[int, int, int, int]:
        """The row of the table of known words."""
        flags = gw.word_flags(word)
        if flags & gw.STOP:
            return flags, 0, 0, 0
        plain = normal(word)
        if plain in self._verbs:
            flags |= gw.VERB
        return flags, self._words.get(plain, UNKNOWN), self._endings.get(plain[-3:], UNKNOWN), _shape(word)


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
            with np.load(folder / _FILES[0], allow_pickle=False) as arrays:
                self._arrays = {name: arrays[name].astype(np.float32) for name in arrays.files}
            listed = json.loads((folder / _FILES[1]).read_text(encoding="utf-8"))
            self.vocabulary = GistVocabulary(listed["words"], listed["endings"], listed["verbs"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"the model of gists in {folder} cannot be used: {error!r}") from error

    @classmethod
    def shipped(cls) -> "GistModel":
        """The model that comes with ramify."""
        return _shipped()

    def score(self, stream: Stream, candidates: Candidates) -> Floats:
        """How good each candidate is; only comparable within a sentence."""
        arrays = self._arrays
        heads = self._encode(stream) @ arrays["head.weight"] + arrays["head.bias"]
        heads *= (stream.sentence >= 0)[:, None]
        first, last, inside, opens, closes = np.split(heads, 5, axis=1)
        until = _running(inside, stream)
        before = until - inside
        first, last = first - before, last + until
        hidden = first[candidates.start] + last[candidates.end] + arrays["length"][candidates.words]
        single = np.searchsorted(candidates.open, 0, side="right")  # candidates without an aside come first
        if single < len(hidden):
            opens, closes = opens + before, closes - until
            hidden[single:] += opens[candidates.open[single:]] + closes[candidates.close[single:]] + arrays["aside"]
        linear = hidden @ arrays["linear"]
        scores: Floats = np.maximum(hidden, 0, out=hidden) @ arrays["out"] + linear
        return scores

    def _encode(self, stream: Stream) -> Floats:
        """What surrounds each word, (places, hidden)."""
        arrays = self._arrays
        inside = (stream.sentence >= 0)[:, None]
        words, gaps = stream.words, stream.gaps
        x = np.concatenate(
            [
                arrays["words"][words[:, 1]],
                arrays["endings"][words[:, 2]],
                arrays["shapes"][words[:, 3]],
                (words[:, :1] >> np.arange(FLAG_BITS)) & 1,
                (gaps[:, None] >> np.arange(gw.GAP_BITS)) & 1,
            ],
            axis=1,
            dtype=np.float32,
        )
        for layer, dilation in enumerate(DILATIONS):
            weight = arrays[f"convolution.{layer}.weight"]  # (3, in, out)
            y = x @ weight[1] + arrays[f"convolution.{layer}.bias"]
            y[dilation:] += x[:-dilation] @ weight[0]
            y[:-dilation] += x[dilation:] @ weight[2]
            np.maximum(y, 0, out=y)
            y *= inside
            x = y if layer == 0 else x + y
        return x


def _running(values: Floats, stream: Stream) -> Floats:
    """Sums from each sentence's first word on; in double precision, so that no sentence feels those before it."""
    sums = np.cumsum(values, axis=0, dtype=np.float64)
    base = np.zeros_like(sums)
    before = np.repeat(sums[stream.first - 1], stream.length, axis=0)
    base[stream.sentence >= 0] = before
    return (sums - base).astype(np.float32)


@cache
def _shipped() -> GistModel:
    with as_file(files("ramify") / "models" / "gist") as folder:
        return GistModel(folder)
