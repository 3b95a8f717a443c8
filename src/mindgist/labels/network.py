"""The network that decides which words of an English sentence its label keeps.

A label is a path through the sentence: from its beginning over the kept words to its end. The network gives each word a
score for being kept, and each pair of words a score for following each other in the label although words between
them are left out. The score of a label is the sum of these scores.

The vector of a word is the sum of those of the word itself, its last letters, its shape and the marks around it. Layers
of convolutions with growing distance tell each word about the words around it. ``mindgist.learn.gist_training`` trains
the network with torch; here it runs as a few matrix products over all sentences of a map.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import ModelError
from mindgist.labels.words import FLAGS, gap_flags

Floats = NDArray[np.float32]
WEIGHTS_FILE, WORDS_FILE = "weights.npz", "words.txt"
DISTANCES = (1, 2, 4, 8, 1)  # of the words that each layer joins
ENDINGS = 2048  # vectors of the last three letters of words, by their checksum
LOWER, CAPITALISED, CAPITALS, DIGITS, OTHER = range(5)  # shapes of words
SHAPES = 5
DISTANCE_CLASSES = 8  # of skips: by the logarithm of the number of words left out
_MARGIN = max(DISTANCES)  # empty rows between two sentences


class PathScores(NamedTuple):
    """The scores of the labels of several sentences, whose words have the places 1 to n.

    Place 0 is the beginning of a sentence and place n + 1 its end. Shorter sentences are padded.
    """

    kept: Floats  # of each place, shape (sentences, places)
    skips: Floats  # [b, i, j]: that j follows i in the label of sentence b; 0 if j = i + 1
    commas: Floats  # the same: above 0 if a comma stands where words are left out


def shape_of(word: str) -> int:
    """The shape of a word."""
    if not word.isalpha():
        return DIGITS if any(map(str.isdigit, word)) else OTHER
    if word.islower():
        return LOWER
    return CAPITALS if len(word) > 1 and word.isupper() else CAPITALISED


def ending_of(word: str) -> int:
    """The number of the vector of a word's last three letters."""
    return crc32(word[-3:].encode()) % ENDINGS


def distance_class(count: int) -> NDArray[np.intp]:
    """The class of the distance from each place to each other one, shape (count, count)."""
    places = np.arange(count)
    left_out = np.maximum(places - places[:, None] - 1, 1)
    return np.asarray(np.minimum((1.5 * np.log2(left_out)).astype(np.intp), DISTANCE_CLASSES - 1))


class LabelNetwork:
    """The network with these weights, which knows these words, the most frequent first."""

    def __init__(self, weights: Mapping[str, Floats], words: Sequence[str]) -> None:
        self._weights = weights
        numbers = {word: number for number, word in enumerate(words, start=1)}  # 0: any other word

        @lru_cache(30_000)
        def describe(word: str) -> tuple[int, int, int]:
            return numbers.get(word.lower().replace("’", "'"), 0), ending_of(word), shape_of(word)

        self._describe = describe
        bits = (np.arange(1 << FLAGS)[:, None] >> np.arange(FLAGS)) & 1  # of all sets of marks
        self._before = np.asarray(bits @ weights["marks_before"] + weights["marks_bias"], np.float32)
        self._after = np.asarray(bits @ weights["marks_after"], np.float32)

    @classmethod
    def read(cls, folder: Path) -> "LabelNetwork":
        try:
            with np.load(folder / WEIGHTS_FILE, allow_pickle=False) as arrays:
                weights = {name: arrays[name].astype(np.float32) for name in arrays.files}
            network = cls(weights, (folder / WORDS_FILE).read_text(encoding="utf-8").split())
            network.path_scores([["", "a", " ", "b", ""]])  # arrays that do not fit together raise an error
            return network
        except (OSError, ValueError, KeyError, IndexError) as error:
            raise ModelError(f"there is no usable model of gists in {folder}: {error}") from error

    def path_scores(self, sentences: Sequence[Sequence[str]]) -> PathScores:
        """The scores for the labels of sentences, each given as its pieces: [gap, word, gap, …, gap]."""
        lengths = [len(pieces) // 2 for pieces in sentences]
        weights, places = self._weights, max(lengths) + 2
        sentence = np.repeat(np.arange(len(lengths)), lengths)
        place = np.concatenate([np.arange(1, length + 1) for length in lengths])
        ends = np.array(lengths) + 1
        heads = self._states(sentences, lengths) @ weights["heads"] + weights["heads_bias"]
        rank = (heads.shape[1] - 5) // 2
        padded = np.zeros((len(lengths), places, heads.shape[1]), np.float32)
        padded[sentence, place] = heads
        padded[:, 0], padded[np.arange(len(lengths)), ends] = weights["start"], weights["end"]
        padded[:, 0, -1] = padded[np.arange(len(lengths)), ends, -1] = 0
        before, after = padded[..., :rank], padded[..., rank : 2 * rank]
        skips = before @ after.transpose(0, 2, 1)
        skips += padded[:, :, None, -5] + padded[:, None, :, -4]
        skips += weights["distances"][distance_class(places)]
        skips *= np.arange(places) > np.arange(places)[:, None] + 1
        return PathScores(padded[..., -1], skips, padded[:, :, None, -3] + padded[:, None, :, -2])

    def _states(self, sentences: Sequence[Sequence[str]], lengths: Sequence[int]) -> Floats:
        """The vectors of all words after the last layer, sentence after sentence."""
        words = [word for pieces in sentences for word in pieces[1::2]]
        flags = [list(map(gap_flags, pieces[::2])) for pieces in sentences]
        before = [flag for own in flags for flag in own[:-1]]
        after = [flag for own in flags for flag in own[1:]]
        number, ending, shape = np.array(list(map(self._describe, words))).T
        weights = self._weights
        found = weights["words"][number] + weights["endings"][ending] + weights["shapes"][shape]
        found += self._before[before] + self._after[after]
        starts = accumulate((length + _MARGIN for length in lengths[:-1]), initial=_MARGIN)
        rows = np.concatenate([np.arange(start, start + length) for start, length in zip(starts, lengths, strict=True)])
        table = np.zeros((rows[-1] + 1 + _MARGIN, found.shape[1]), np.float32)
        for layer, distance in enumerate(DISTANCES):
            table[rows] = found
            around = np.concatenate([table[rows - distance], found, table[rows + distance]], axis=1)
            wide = around @ weights[f"layer_{layer}.weight"] + weights[f"layer_{layer}.bias"]
            found = found + np.maximum(wide, 0)
            found -= found.mean(axis=1, keepdims=True)
            found /= np.sqrt(np.einsum("nd,nd->n", found, found)[:, None] / found.shape[1] + 1e-5)
        return np.asarray(found)


@cache
def shipped_network() -> LabelNetwork:
    """The network that comes with mindgist."""
    with as_file(files("mindgist") / "models" / "gists") as folder:
        return LabelNetwork.read(folder)
