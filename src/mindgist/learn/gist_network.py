"""The network of ``mindgist.labels.gist_model`` in torch, for training."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from mindgist.labels.candidates import MAX_WORDS
from mindgist.labels.gist_model import DILATIONS, SHAPES, UNKNOWN, GistVocabulary
from mindgist.labels.words import FLAG_BITS, GAP_BITS
from mindgist.learn.gist_examples import Batch
from mindgist.learn.glove import WordVectors

_VECTOR_SCALE = 0.4  # standard deviation of the first word vectors


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """Widths: of the vectors of words, endings and shapes, of the convolutions, and of a candidate's features."""

    word: int = 32
    ending: int = 8
    shape: int = 4
    hidden: int = 24
    candidate: int = 8


class GistNetwork(nn.Module):
    """Scores candidates; ``mindgist.labels.gist_model`` describes how."""

    def __init__(self, vocabulary: GistVocabulary, shape: NetworkShape, dropout: float) -> None:
        super().__init__()
        self.words = nn.Embedding(len(vocabulary.words) + 2, shape.word, padding_idx=0)
        self.endings = nn.Embedding(len(vocabulary.endings) + 2, shape.ending, padding_idx=0)
        self.shapes = nn.Embedding(SHAPES, shape.shape, padding_idx=0)
        width = shape.word + shape.ending + shape.shape + FLAG_BITS + GAP_BITS
        self.convolutions = nn.ModuleList(
            nn.Conv1d(width if not layer else shape.hidden, shape.hidden, 3, dilation=dilation, padding=dilation)
            for layer, dilation in enumerate(DILATIONS)
        )
        self.head = nn.Linear(shape.hidden, 5 * shape.candidate)
        self.length = nn.Embedding(MAX_WORDS + 1, shape.candidate)
        self.aside = nn.Parameter(torch.zeros(shape.candidate))
        self.out = nn.Linear(shape.candidate, 1, bias=False)
        self.linear = nn.Linear(shape.candidate, 1, bias=False)
        self._dropout = nn.Dropout(dropout)
        self._unknown = dropout / 2  # share of words replaced by the unknown word, so that its vector is trained too

    @torch.no_grad()
    def start_from(self, glove: WordVectors, vocabulary: GistVocabulary) -> None:
        """Initialize the word vectors with the first principal components of GloVe's."""
        place = {word: index for index, word in enumerate(glove.words)}
        rows = np.array([place.get(word, -1) for word in vocabulary.words])
        vectors = np.where(rows[:, None] >= 0, glove.vectors[rows], 0).astype(np.float32)
        left, weights, _ = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)
        components = (left * weights)[:, : self.words.embedding_dim]
        scaled = _VECTOR_SCALE * components / max(1e-6, float(components.std()))
        self.words.weight[2:, : scaled.shape[1]].copy_(torch.from_numpy(scaled))

    def forward(self, batch: Batch) -> Tensor:
        """The score of each candidate."""
        inside = batch.inside[..., None].float()
        parts = self.head(self._encode(batch, inside)) * inside
        hidden = _candidate_features(parts, batch, self.aside) + self.length(batch.length)
        scores: Tensor = (self.out(functional.relu(hidden)) + self.linear(hidden))[:, 0]
        return scores

    def _encode(self, batch: Batch, inside: Tensor) -> Tensor:
        flags, words, endings, shapes = batch.words.unbind(-1)
        if self.training:
            words = torch.where((torch.rand(words.shape) < self._unknown) & (words > UNKNOWN), UNKNOWN, words)
        vectors = [self._dropout(self.words(words)), self.endings(endings), self.shapes(shapes)]
        bits = [
            (flags[..., None] >> torch.arange(FLAG_BITS)) & 1,
            (batch.gaps[..., None] >> torch.arange(GAP_BITS)) & 1,
        ]
        hidden = torch.cat([*vectors, *bits], dim=-1)
        for layer, convolution in enumerate(self.convolutions):
            found = functional.relu(convolution(hidden.transpose(1, 2)).transpose(1, 2)) * inside
            hidden = self._dropout(found) if not layer else hidden + self._dropout(found)
        return hidden

    def arrays(self) -> dict[str, npt.NDArray[np.float16]]:
        """The weights in the layout of ``GistModel``, in half precision."""
        found: dict[str, Tensor] = {
            "words": self.words.weight, "endings": self.endings.weight, "shapes": self.shapes.weight,
            "head.weight": self.head.weight.T, "head.bias": self.head.bias, "length": self.length.weight,
            "aside": self.aside, "out": self.out.weight[0], "linear": self.linear.weight[0],
        }  # fmt: skip
        for layer, convolution in enumerate(self.convolutions):
            assert isinstance(convolution, nn.Conv1d)
            assert convolution.bias is not None
            found[f"convolution.{layer}.weight"] = convolution.weight.permute(2, 1, 0)
            found[f"convolution.{layer}.bias"] = convolution.bias
        return {
            name: np.ascontiguousarray(weight.detach().numpy().astype(np.float16)) for name, weight in found.items()
        }


def _candidate_features(parts: Tensor, batch: Batch, aside: Tensor) -> Tensor:
    """The features of each candidate: of its first and last word, of all its words, and of the aside it leaves out.

    ``parts`` holds five vectors for each word. A sum over words is a difference of cumulative sums.
    """
    first, last, within, opens, closes = parts.flatten(0, 1).chunk(5, dim=1)
    sums = within.view(*batch.inside.shape, -1).cumsum(1).flatten(0, 1)
    before = sums - within
    start, end, aside_start, aside_end = batch.ends.unbind(1)
    features = (first - before)[start] + (last + sums)[end]
    asides = aside_start.nonzero()[:, 0]
    left_out = (opens + before)[aside_start[asides]] + (closes - sums)[aside_end[asides]] + aside
    return features.index_add(0, asides, left_out)
