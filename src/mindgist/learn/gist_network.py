"""The network of ``mindgist.labels.gist_model`` in torch, for training."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from mindgist.labels.gist_model import DILATIONS, MAX_DISTANCE, SHAPES, UNKNOWN, GistVocabulary
from mindgist.labels.words import GAP_BITS
from mindgist.learn.gist_examples import Batch
from mindgist.learn.glove import WordVectors

_VECTOR_SCALE = 0.4  # standard deviation of the first word vectors
_UNKNOWN_SHARE = 0.06  # share of words replaced by the unknown word, so that its vector is trained too


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """Widths: of the vectors of words, endings and shapes, of the convolutions, and of an arc's two vectors."""

    word: int = 50
    ending: int = 16
    shape: int = 6
    hidden: int = 48
    arc: int = 32


@dataclass(frozen=True, eq=False)
class Scores:
    """The output of the network for a batch; an arc from a word to itself says that it is the root."""

    arcs: Tensor  # (sentences, dependents, heads)
    relations: Tensor  # (sentences, positions, relations)
    tags: Tensor  # (sentences, positions, tags)
    kept: Tensor  # (sentences, positions)


class GistNetwork(nn.Module):
    """Parses sentences and scores words; ``mindgist.labels.gist_model`` describes how."""

    def __init__(self, vocabulary: GistVocabulary, shape: NetworkShape, dropout: float) -> None:
        super().__init__()
        self.words = nn.Embedding(len(vocabulary.words) + 2, shape.word, padding_idx=0)
        self.endings = nn.Embedding(len(vocabulary.endings) + 2, shape.ending, padding_idx=0)
        self.shapes = nn.Embedding(SHAPES, shape.shape, padding_idx=0)
        width = shape.word + shape.ending + shape.shape + GAP_BITS
        self.convolutions = nn.ModuleList(
            nn.Conv1d(width if not layer else shape.hidden, shape.hidden, 3, dilation=dilation, padding=dilation)
            for layer, dilation in enumerate(DILATIONS)
        )
        self._parts = [shape.arc, shape.arc, len(vocabulary.relations), len(vocabulary.tags), 1, 1]
        self.out = nn.Linear(shape.hidden, sum(self._parts))
        self.distance = nn.Parameter(torch.zeros(2 * MAX_DISTANCE + 1))
        self._dropout = nn.Dropout(dropout)

    @torch.no_grad()
    def start_from(self, glove: WordVectors, vocabulary: GistVocabulary) -> None:
        """Initialize the word vectors with GloVe's."""
        place = {word: index for index, word in enumerate(glove.words)}
        rows = np.array([place.get(word, -1) for word in vocabulary.words])
        vectors = np.where(rows[:, None] >= 0, glove.vectors[rows], 0).astype(np.float32)
        width = min(self.words.embedding_dim, vectors.shape[1])
        scaled = _VECTOR_SCALE * vectors[:, :width] / max(1e-6, float(vectors.std()))
        self.words.weight[2:, :width].copy_(torch.from_numpy(scaled))

    def forward(self, batch: Batch) -> Scores:
        """The scores of all words and arcs."""
        encoded = self._encode(batch, batch.inside[..., None].float())
        dependent, head, relations, tags, root, kept = self.out(encoded).split(self._parts, dim=-1)
        positions = torch.arange(batch.words.shape[1])
        distance = (positions - positions[:, None]).clamp(-MAX_DISTANCE, MAX_DISTANCE) + MAX_DISTANCE
        arcs = dependent @ head.transpose(1, 2) / dependent.shape[-1] ** 0.5 + self.distance[distance]
        arcs = arcs.masked_fill(~batch.inside[:, None, :], -1e9)
        itself = torch.eye(len(positions), dtype=torch.bool)
        return Scores(torch.where(itself, root.expand_as(arcs), arcs), relations, tags, kept[..., 0])

    def _encode(self, batch: Batch, inside: Tensor) -> Tensor:
        words = batch.words
        if self.training:
            words = torch.where((torch.rand(words.shape) < _UNKNOWN_SHARE) & (words > UNKNOWN), UNKNOWN, words)
        gaps = (batch.gaps[..., None] >> torch.arange(GAP_BITS)) & 1
        vectors = [
            self._dropout(self.words(words)),
            self._dropout(self.endings(batch.endings)),
            self.shapes(batch.shapes),
        ]
        hidden = torch.cat([*vectors, gaps], dim=-1) * inside
        for layer, convolution in enumerate(self.convolutions):
            found = functional.relu(convolution(hidden.transpose(1, 2)).transpose(1, 2)) * inside
            hidden = self._dropout(found) if not layer else hidden + self._dropout(found)
        return hidden

    def arrays(self) -> dict[str, npt.NDArray[np.float16]]:
        """The weights in the layout of ``GistModel``, in half precision."""
        found: dict[str, Tensor] = {
            "words": self.words.weight, "endings": self.endings.weight, "shapes": self.shapes.weight,
            "out.weight": self.out.weight.T, "out.bias": self.out.bias, "distance": self.distance,
        }  # fmt: skip
        for layer, convolution in enumerate(self.convolutions):
            assert isinstance(convolution, nn.Conv1d)
            assert convolution.bias is not None
            found[f"convolution.{layer}.weight"] = convolution.weight.permute(2, 1, 0)
            found[f"convolution.{layer}.bias"] = convolution.bias
        return {
            name: np.ascontiguousarray(weight.detach().numpy().astype(np.float16)) for name, weight in found.items()
        }
