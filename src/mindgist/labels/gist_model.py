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

import numpy as np
import numpy.typing as npt

from mindgist.document.word_table import WordTable
from mindgist.errors import ModelError
from mindgist.labels import words as flag
from mindgist.labels.candidates import Candidates
from mindgist.labels.stream import Stream

Floats = npt.NDArray[np.float32]

DILATIONS = (1, 2, 4)  # at most stream.STOPS, or a sentence would see its neighbours
UNKNOWN = 1  # the row of words outside the vocabulary; row 0 is the stop
_UNKNOWN_WORD = (0, UNKNOWN)
_FILES = ("model.npz", "vocabulary.json")
_TEST_SENTENCE = "The engineers said on Monday that the old sea wall, which is broken, will be built again."


class GistVocabulary:
    """The words and endings that the network has vectors for, and the words that are verbs."""

    def __init__(self, words: list[str], endings: list[str], verbs: list[str], perhaps_verbs: list[str]) -> None:
        self.words, self.endings, self.verbs, self.perhaps_verbs = words, endings, verbs, perhaps_verbs
        verbal = dict.fromkeys(perhaps_verbs, flag.POSSIBLE_VERB) | dict.fromkeys(verbs, flag.VERB | flag.POSSIBLE_VERB)
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
        if flags & flag.POSSIBLE_VERB and word.endswith("s") and word.islower():
            flags |= flag.THIRD_PERSON
        elif row == UNKNOWN and word.islower():
            flags |= flag.POSSIBLE_VERB
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
            taps = [self._arrays[f"convolution.{layer}.weight"] for layer in range(len(DILATIONS))]
            first, *self._taps = (np.concatenate(list(weight), axis=1) for weight in taps)  # (in, 3 hidden)
            self._of_words, of_gaps = first[: -flag.GAP_BITS].astype(np.float64), first[-flag.GAP_BITS :]
            bits = (np.arange(1 << flag.GAP_BITS)[:, None] >> np.arange(flag.GAP_BITS)) & 1
            self._gaps: Floats = bits.astype(np.float32) @ of_gaps  # of every combination of flags
            self._projected: Floats = np.zeros((0, first.shape[1]), dtype=np.float32)
            self._projected_rows, self._cleared = 0, 0
        except Exception as error:  # a damaged archive raises five kinds of errors
            raise ModelError(f"the gist model in {folder} cannot be used: {error!r}"[:500]) from error

    def score(self, stream: Stream, candidates: Candidates) -> Floats:
        """The score of each candidate; comparable within a sentence only."""
        arrays = self._arrays
        heads = self._encode(stream) @ arrays["head.weight"] + arrays["head.bias"]
        first, last, inside, opens, closes = np.split(heads, 5, axis=1)
        # In double precision, so that earlier sentences do not change the sums of later ones.
        until = np.cumsum(inside, axis=0, dtype=np.float64)
        before = until - inside
        hidden = ((first - before)[candidates.start] + (last + until)[candidates.end]).astype(np.float32)
        hidden += arrays["length"][candidates.words]
        asides = candidates.asides
        left_out = (opens + before)[candidates.open[asides:]] + (closes - until)[candidates.close[asides:]]
        hidden[asides:] += left_out.astype(np.float32) + arrays["aside"]
        scores: Floats = np.maximum(hidden, 0) @ arrays["out"] + hidden @ arrays["linear"]
        return scores

    def knows(self, stream: Stream) -> npt.NDArray[np.bool_]:
        """Which words of the stream are in the vocabulary."""
        in_vocabulary: npt.NDArray[np.bool_] = self.vocabulary.table.table[stream.words, 1] > UNKNOWN
        return in_vocabulary

    def _encode(self, stream: Stream) -> Floats:
        """The output of the convolutions, shape (positions, hidden)."""
        inside = (stream.sentence >= 0)[:, None]
        taps = self._first_layer()[stream.words] + self._gaps[stream.gaps]
        encoded = self._convolved(0, taps) * inside
        for layer, weight in enumerate(self._taps, start=1):
            encoded += self._convolved(layer, encoded @ weight) * inside
        return encoded

    def _convolved(self, layer: int, taps: Floats) -> Floats:
        """The output of a layer, given what each word adds to the word after it, to itself and to the word before."""
        dilation = DILATIONS[layer]
        to_next, own, to_previous = np.split(taps, 3, axis=1)
        found = own + self._arrays[f"convolution.{layer}.bias"]
        found[dilation:] += to_next[:-dilation]
        found[:-dilation] += to_previous[dilation:]
        activated: Floats = np.maximum(found, 0)
        return activated

    def _first_layer(self) -> Floats:
        """The taps of the first convolution for all words in the table; computed once for each word."""
        table = self.vocabulary.table
        if table.times_cleared != self._cleared:
            self._projected_rows, self._cleared = 0, table.times_cleared
        missing = len(table.table) - len(self._projected)
        if missing > 0:
            self._projected = np.pad(self._projected, ((0, missing), (0, 0)))
        if self._projected_rows < len(table):
            rows = table.table[self._projected_rows : len(table)]
            arrays = self._arrays
            bits = (rows[:, :1] >> np.arange(flag.FLAG_BITS)) & (rows[:, :1] & flag.STOP == 0)  # stops have no features
            vectors = [arrays["words"][rows[:, 1]], arrays["endings"][rows[:, 2]], arrays["shapes"][rows[:, 3]], bits]
            # In double precision: the result must not depend on the words computed together, not even in the last bit,
            # or a batch that was interrupted would not end like an uninterrupted one.
            described = np.concatenate(vectors, axis=1, dtype=np.float64) @ self._of_words
            self._projected[self._projected_rows : len(table)] = described
            self._projected_rows = len(table)
        return self._projected


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
