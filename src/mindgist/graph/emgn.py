"""EMGN (Hu et al. 2021): a trained network reads the whole document and scores every pair of sentences at once.

The network is trained with torch (``mindgist.learn.detector``) and runs here in numpy, from the same file of weights:
named arrays of float32 in a safetensors file, and nothing that could run. It holds the size of its header, the header
in JSON (the type, shape and place of each array) and the arrays.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import as_file, files
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.document.tokens import words
from mindgist.errors import MindgistError, ModelError
from mindgist.files import MAX_BYTES, MAX_MEGABYTES
from mindgist.graph.relation_graph import Floats, RelationGraph

WEIGHTS, WORDS = "model.safetensors", "vocabulary.txt"

PADDING = 0
UNKNOWN = 1
_RESERVED = 2  # PADDING and UNKNOWN

LONGEST_SENTENCE = 50  # words; the network was trained on sentences of at most so many, longer ones are cut

MAX_ENCODED = 512  # sentences encoded at once: bounds the memory for long documents


class Vocabulary:
    """The words that a network has vectors for; ``words[k]`` has the number k + 2.

    A word that is not among them is split as GloVe's tokens are: "john's" into "john" and "'s", "didn't" into "did" and
    "n't", "tax-free" into "tax" and "free". Parts that are unknown share the number ``UNKNOWN``.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self.words = tuple(known)
        self._numbers = {word: number for number, word in enumerate(self.words, start=_RESERVED)}
        if len(self._numbers) != len(self.words):
            raise ModelError("a vocabulary holds each word once")

    def __len__(self) -> int:
        """The number of rows in the table of vectors: the words and the two reserved numbers."""
        return len(self.words) + _RESERVED

    def numbers(self, sentence: str) -> list[int]:
        """The numbers of a sentence's words, at least one and at most ``LONGEST_SENTENCE``."""
        tokens = [part for word in words(sentence) for part in ([word] if word in self._numbers else parts(word))]
        return [self._numbers.get(token, UNKNOWN) for token in tokens[:LONGEST_SENTENCE]] or [UNKNOWN]


def parts(word: str) -> list[str]:
    """The tokens of a word as GloVe splits it, at apostrophes and hyphens."""
    found: list[str] = []
    for piece in word.replace("’", "'").split("-"):
        stem, apostrophe, ending = piece.partition("'")
        if piece.endswith("n't") and len(piece) > 3:
            found += [piece[:-3], "n't"]
        elif apostrophe:
            found += [stem, f"'{ending}"]
        else:
            found.append(piece)
    return found


class EmgnGraph:
    """The network with these weights as a source of relation graphs."""

    def __init__(self, weights: Mapping[str, Floats], vocabulary: Vocabulary) -> None:
        self._weights, self._vocabulary = weights, vocabulary
        self._word_encoder, self._sentence_encoder = (
            _Lstm(weights, f"{kind}_encoder") for kind in ("word", "sentence")
        )

    def __call__(self, document: Document) -> RelationGraph:
        sentences = [self._vocabulary.numbers(sentence.plain) for sentence in document.sentences]
        vectors = np.concatenate(
            [self._encoded(sentences[at : at + MAX_ENCODED]) for at in range(0, len(sentences), MAX_ENCODED)]
        )
        states = self._sentence_encoder.states(vectors, np.array([len(sentences)]))
        weights = self._weights
        start, end = (states @ weights[f"{side}.weight"].T + weights[f"{side}.bias"] for side in ("start", "end"))
        logits = start @ weights["bilinear"] @ end.T + weights["bias"]
        if "start_weight" in weights:  # the biaffine scorer
            logits += (start @ weights["start_weight"])[:, None] + end @ weights["end_weight"]
        return RelationGraph(np.asarray(0.5 + 0.5 * np.tanh(0.5 * logits)))

    def _encoded(self, sentences: Sequence[Sequence[int]]) -> Floats:
        """The sentences' vectors: the largest of their words' states."""
        counts = np.array([len(sentence) for sentence in sentences])
        vectors = self._weights["vectors"][np.concatenate(sentences)]
        states = self._word_encoder.states(vectors, counts)
        return np.asarray(np.maximum.reduceat(states, counts.cumsum() - counts))


class _Lstm:
    """A bidirectional LSTM. The axes of its arrays are gates, directions, units and sequences, in this order.

    A sigmoid is half a tanh of half the argument plus one half. So the weights of three gates are halved, and one call
    of tanh computes all gates.
    """

    def __init__(self, weights: Mapping[str, Floats], name: str) -> None:
        def gates(kind: str) -> Floats:
            """The parameters of a kind; the gates are input, forget, output and cell."""
            ways = [weights[f"{name}.{way}_lstm.{kind}"] for way in ("forward", "backward")]
            found = np.stack([way.reshape(4, len(way) // 4, -1)[[0, 1, 3, 2]] for way in ways], axis=1)
            found[:3] *= 0.5
            return found

        self._input, self._recurrent = gates("weight_ih_l0"), gates("weight_hh_l0")
        self._bias = gates("bias_ih_l0") + gates("bias_hh_l0")

    def states(self, inputs: Floats, counts: NDArray[np.intp]) -> Floats:
        """The states of sequences that follow each other in ``inputs``, shape (inputs, 2 hidden).

        Step t reads the t-th element of each sequence that has one, and backward the t-th from its end. The longest
        sequences come first, so that those still running are the first ones, and nothing is padded.
        """
        hidden = self._recurrent.shape[2]
        order = np.argsort(-counts, kind="stable")
        running = np.arange(counts.max())[:, None] < counts[order]
        step, sequence = np.nonzero(running)
        ends = counts.cumsum()[order]
        forward, backward = (ends - counts[order])[sequence] + step, ends[sequence] - 1 - step
        read = np.ascontiguousarray(inputs[np.stack([forward, backward])].transpose(0, 2, 1))
        projected = self._input @ read
        projected += self._bias
        found = np.empty((2, hidden, len(inputs)), np.float32)
        cell = state = np.zeros((2, hidden, len(counts)), np.float32)
        first = 0
        for count in running.sum(axis=1).tolist():
            now = slice(first, first + count)
            gates = self._recurrent @ state[..., :count]
            gates += projected[..., now]
            np.tanh(gates, out=gates)
            sigmoids = gates[:3]
            sigmoids += 1
            sigmoids *= 0.5
            cell = gates[1] * cell[..., :count]
            cell += gates[0] * gates[3]
            state = np.tanh(cell)
            state *= gates[2]
            found[..., now] = state
            first += count
        states = np.empty((len(inputs), 2 * hidden), np.float32)
        states[forward, :hidden], states[backward, hidden:] = found[0].T, found[1].T
        return states


def emgn_graph(model: str | Path | None = None) -> EmgnGraph:
    """The model of a folder (``model.safetensors`` and ``vocabulary.txt``), or the one that comes with mindgist."""
    with as_file(Path(model) if model else files("mindgist") / "models" / "emgn") as folder:
        missing = [name for name in (WEIGHTS, WORDS) if not (folder / name).is_file()]
        if missing:
            raise ModelError(
                f"there is no model in {folder} ({' and '.join(missing)} missing); train one with `mindgist train emgn`"
            )
        try:
            vocabulary = Vocabulary((folder / WORDS).read_text(encoding="utf-8").split())
            weights = read_weights(folder / WEIGHTS)
            if len(weights["vectors"]) != len(vocabulary):
                raise ValueError("there is not one vector for each word")
            network = EmgnGraph(weights, vocabulary)
            network(Document.from_sentences([["A trial.", "It shows whether the shapes of the weights fit together."]]))
        except (OSError, UnicodeError, KeyError, IndexError, TypeError, ValueError, MindgistError) as error:
            raise ModelError(f"the model in {folder} cannot be used: {error}") from error
    return network


def read_weights(path: Path) -> dict[str, Floats]:
    """The arrays of finite float32 numbers in a file, by name; any other file is a ValueError."""
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"{path.name} is larger than {MAX_MEGABYTES} MB")
    content = memoryview(path.read_bytes())
    start = 8 + int.from_bytes(content[:8], "little")
    try:
        header = json.loads(bytes(content[8:start]))
        header.pop("__metadata__", None)
        return {name: _array(content[start:], **entry) for name, entry in header.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path.name} is no safetensors file of finite float32 numbers ({error})") from error


def _array(data: memoryview, dtype: str, shape: list[int], data_offsets: list[int]) -> Floats:
    first, last = data_offsets
    if dtype != "F32" or last - first != 4 * prod(shape) or not 0 <= first <= last <= len(data):
        raise ValueError(f"an array of {dtype}, {shape} does not fit the bytes {first} to {last}")
    array = np.frombuffer(data[first:last], dtype="<f4").astype(np.float32, copy=False).reshape(shape)
    if not np.isfinite(array).all():
        raise ValueError("a number is not finite")
    return array
