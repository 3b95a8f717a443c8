"""The gist network in numpy: it parses a batch of sentences and says how likely an editor keeps each word.

The input of a word is its vector, the vectors of its last three letters and of its shape, and the flags of the gap
before it. Five convolutions follow. From their output come, for each word, the scores of the relations and tags, the
probability of being kept, and two vectors: the score of an arc is the product of the dependent's and the head's
vector plus a weight for their distance. ``mindgist.learn.gist_network`` is the same network in torch, for training.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mindgist.document.word_table import WordTable
from mindgist.errors import ModelError
from mindgist.labels.words import EDGE, GAP_BITS, gap_flags
from mindgist.languages import language

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]

DILATIONS = (1, 1, 2, 4, 8)
_PADDING = max(DILATIONS)  # rows between two sentences, so that none sees its neighbours
UNKNOWN = 1  # the row of words outside the vocabulary; row 0 is padding
MAX_DISTANCE = 32  # words between a dependent and its head; more count as many
SHAPES = 8
ROOT = "ROOT"
_FUNCTION_WORDS = language("en").word_classes["function"]
_MIN_FUNCTION_SHARE, _MIN_KNOWN_SHARE, _SURE_KNOWN_SHARE = 0.18, 0.5, 0.85  # of an English sentence's words
_FILES = ("model.npz", "vocabulary.json")
_TEST_SENTENCE = "The engineers said on Monday that the old sea wall, which is broken, will be built again."


class GistVocabulary:
    """The words and endings that the network has vectors for, and the relations and tags that it tells apart."""

    def __init__(self, words: list[str], endings: list[str], relations: list[str], tags: list[str]) -> None:
        self.words, self.endings, self.relations, self.tags = words, endings, relations, tags
        self._words = {word: row for row, word in enumerate(words, start=2)}
        self._endings = {ending: row for row, ending in enumerate(endings, start=2)}
        self.table = WordTable(self.describe, 3)

    def __contains__(self, word: str) -> bool:
        return normal(word) in self._words

    def is_english(self, words: list[str]) -> bool:
        """Whether a sentence is English, by the shares of function words and of words in the vocabulary."""
        letters = [word.lower() for word in words if word[0].isalpha()]
        function = sum(map(_FUNCTION_WORDS.__contains__, letters))
        known = sum(map(self._words.__contains__, letters))
        if function >= _MIN_FUNCTION_SHARE * len(letters) and known >= _MIN_KNOWN_SHARE * len(letters):
            return bool(letters)
        return known >= _SURE_KNOWN_SHARE * len(letters) and len(letters) >= 3

    def describe(self, word: str) -> tuple[int, int, int]:
        """The row of the word table: the rows of the vectors of word, ending and shape."""
        if not word:
            return 0, 0, 0
        plain = normal(word)
        return self._words.get(plain, UNKNOWN), self._endings.get(plain[-3:], UNKNOWN), _shape(word)


def normal(word: str) -> str:
    """A word as the vocabulary lists it: in lower case, all numbers as '0'."""
    return "0" if word[0].isdigit() else word.lower().replace("’", "'")


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


@dataclass(frozen=True, slots=True)
class Parse:
    """A parsed sentence: for each word its head (the root's is itself), relation, tag and probability of being kept."""

    words: list[str]
    gaps: list[str]
    """The text before each word and after the last one."""
    heads: list[int]
    relations: list[str]
    tags: list[str]
    keep: list[float]


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
            self.vocabulary = GistVocabulary(**json.loads((folder / _FILES[1]).read_text(encoding="utf-8")))
            taps = [self._arrays[f"convolution.{layer}.weight"] for layer in range(len(DILATIONS))]
            first, *self._taps = (np.concatenate(list(weight), axis=1) for weight in taps)  # (in, 3 hidden)
            self._of_words, of_gaps = first[:-GAP_BITS].astype(np.float64), first[-GAP_BITS:]
            bits = (np.arange(1 << GAP_BITS)[:, None] >> np.arange(GAP_BITS)) & 1
            self._gaps: Floats = bits.astype(np.float32) @ of_gaps  # of every combination of flags
            self._projected: Floats = np.zeros((0, first.shape[1]), dtype=np.float32)
            self._projected_rows, self._cleared = 0, 0
            vocabulary, width = self.vocabulary, self._arrays["out.bias"].shape[0]
            self._width = (width - len(vocabulary.relations) - len(vocabulary.tags) - 2) // 2  # of an arc's vectors
            self._root = vocabulary.relations.index(ROOT)
        except Exception as error:  # a damaged archive raises five kinds of errors
            raise ModelError(f"the gist model in {folder} cannot be used: {error!r}"[:500]) from error

    def parse(self, sentences: Sequence[list[str]]) -> list[Parse]:
        """Parse sentences, each given as its pieces (see ``words.pieces``) with at least one word."""
        lengths = np.array([len(pieces) // 2 for pieces in sentences])
        ends = np.cumsum(lengths + _PADDING)
        first = ends - lengths
        own = np.concatenate([np.arange(start, end) for start, end in zip(first, ends, strict=True)])
        rows, gaps = np.zeros((2, int(ends[-1]) + _PADDING), dtype=np.intp)
        words = [word for pieces in sentences for word in pieces[1::2]]
        rows[own] = self.vocabulary.table.rows(["", *words])[1:]  # row 0 is padding
        gaps[own] = [gap_flags(gap) for pieces in sentences for gap in pieces[:-1:2]]
        gaps[first] |= EDGE
        inside = np.zeros((len(rows), 1), dtype=np.float32)
        inside[own] = 1
        out = self._encode(rows, gaps, inside) @ self._arrays["out.weight"] + self._arrays["out.bias"]
        heads = self._heads(out, first, lengths)
        vocabulary, width = self.vocabulary, 2 * self._width
        relation_scores = out[own, width : width + len(vocabulary.relations)]
        relation_scores[:, self._root] = -np.inf  # 'heads' has chosen the root
        relations = [vocabulary.relations[which] for which in relation_scores.argmax(axis=1).tolist()]
        tags = [
            vocabulary.tags[which] for which in out[own, width + len(vocabulary.relations) : -2].argmax(axis=1).tolist()
        ]
        keep = (1 / (1 + np.exp(-out[own, -1]))).tolist()
        parses, start = [], 0
        for pieces, length, sentence_heads in zip(sentences, lengths.tolist(), heads, strict=True):
            end = start + length
            found = Parse(
                pieces[1::2], pieces[::2], sentence_heads, relations[start:end], tags[start:end], keep[start:end]
            )
            found.relations[next(at for at, head in enumerate(sentence_heads) if head == at)] = ROOT
            parses.append(found)
            start = end
        return parses

    def _heads(self, out: Floats, first: Places, lengths: Places) -> list[list[int]]:
        """The head of each word of each sentence: the best one, and one root."""
        longest = int(lengths.max())
        places = np.minimum(first[:, None] + np.arange(longest), len(out) - 1)
        outside = np.arange(longest) >= lengths[:, None]
        dependent, head = out[places, : self._width], out[places, self._width : 2 * self._width]
        distance = np.clip(np.arange(longest) - np.arange(longest)[:, None], -MAX_DISTANCE, MAX_DISTANCE)
        arcs = dependent @ head.transpose(0, 2, 1) / np.float32(self._width**0.5)
        arcs += self._arrays["distance"][distance + MAX_DISTANCE]
        arcs[np.broadcast_to(outside[:, None, :], arcs.shape)] = -np.inf
        diagonal = np.arange(longest)
        arcs[:, diagonal, diagonal] = -np.inf
        roots = np.where(outside, -np.inf, out[places, -2]).argmax(axis=1)
        best = arcs.argmax(axis=2)
        sentences = np.arange(len(first))
        best[sentences, roots] = roots
        ancestors = best
        for _ in range(longest.bit_length()):
            ancestors = np.take_along_axis(ancestors, ancestors, axis=1)
        cyclic = ((ancestors != roots[:, None]) & ~outside).any(axis=1).tolist()
        heads = [row[:length] for row, length in zip(best.tolist(), lengths.tolist(), strict=True)]
        for own, root, has_cycle in zip(heads, roots.tolist(), cyclic, strict=True):
            if has_cycle:
                _break_cycles(own, root)
        return heads

    def _encode(self, rows: Places, gaps: Places, inside: Floats) -> Floats:
        """The output of the convolutions, shape (positions, hidden)."""
        encoded = self._convolved(0, self._first_layer()[rows] + self._gaps[gaps]) * inside
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
        activated: Floats = np.maximum(found, 0, out=found)
        return activated

    def _first_layer(self) -> Floats:
        """The taps of the first convolution for all words in the table; computed once for each word."""
        table = self.vocabulary.table
        if table.times_cleared != self._cleared or len(table) < self._projected_rows:
            self._projected_rows, self._cleared = 0, table.times_cleared
        missing = len(table.table) - len(self._projected)
        if missing > 0:
            self._projected = np.pad(self._projected, ((0, missing), (0, 0)))
        if self._projected_rows < len(table):
            rows = table.table[self._projected_rows : len(table)]
            arrays = self._arrays
            vectors = [arrays["words"][rows[:, 0]], arrays["endings"][rows[:, 1]], arrays["shapes"][rows[:, 2]]]
            # In double precision: the result must not depend on the words computed together, not even in the last bit,
            # or a batch that was interrupted would not end like an uninterrupted one.
            described = np.concatenate(vectors, axis=1, dtype=np.float64) @ self._of_words
            self._projected[self._projected_rows : len(table)] = described
            self._projected_rows = len(table)
        return self._projected


def _break_cycles(heads: list[int], root: int) -> None:
    """Hang the first word of each cycle under the root."""
    for index in range(len(heads)):
        ancestor, steps = index, 0
        while ancestor != root and steps < len(heads):
            ancestor, steps = heads[ancestor], steps + 1
        if ancestor != root:
            heads[index] = root


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
