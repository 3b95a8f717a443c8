"""The network of ``mindgist.labels.gist_model`` in torch, where it learns; ``arrays`` is what numpy runs with."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from mindgist.labels.candidates import MOST
from mindgist.labels.gist_model import DILATIONS, FLAG_BITS, SHAPES, UNKNOWN, GistVocabulary
from mindgist.labels.words import GAP_BITS
from mindgist.learn.gist_examples import Batch

_STATE = {  # what the parts are called here that are called otherwise in a model's file
    "words": "words.weight", "endings": "endings.weight", "shapes": "shapes.weight", "length": "length.weight",
    "out": "out.weight", "linear": "linear.weight",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """How large the network is that learns; the one that runs has fewer channels (``gist_distilling``)."""

    word: int = 32
    ending: int = 8
    shape: int = 4
    hidden: int = 48
    candidate: int = 16


class GistNetwork(nn.Module):
    """Scores candidates; see ``mindgist.labels.gist_model`` for how."""

    def __init__(self, vocabulary: GistVocabulary, shape: NetworkShape, dropout: float = 0.2) -> None:
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
        self.length = nn.Embedding(MOST + 1, shape.candidate)
        self.aside = nn.Parameter(torch.zeros(shape.candidate))
        self.out = nn.Linear(shape.candidate, 1, bias=False)
        self.linear = nn.Linear(shape.candidate, 1, bias=False)
        self._dropout = nn.Dropout(dropout)
        self._unknown = dropout / 2  # the share of words that are hidden, so that rare ones are learned too

    def forward(self, batch: Batch) -> Tensor:
        """The score of each candidate."""
        inside = batch.inside[..., None].float()
        parts = self.head(self._encode(batch, inside)) * inside
        hidden = of_candidates(parts, batch, self.aside) + self.length(batch.length)
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

    @classmethod
    def of_arrays(
        cls, vocabulary: GistVocabulary, arrays: Mapping[str, npt.NDArray[np.floating]], dropout: float = 0.2
    ) -> "GistNetwork":
        """The network that numpy runs with, to go on learning."""
        word, ending, kind = (arrays[name].shape[1] for name in ("words", "endings", "shapes"))
        shape = NetworkShape(word, ending, kind, len(arrays["convolution.0.bias"]), len(arrays["aside"]))
        network = cls(vocabulary, shape, dropout)
        state = network.state_dict()
        for name, value in arrays.items():
            own = _STATE.get(name, name.replace("convolution.", "convolutions."))
            turned = value.transpose(2, 1, 0) if value.ndim == 3 else value.T if name == "head.weight" else value
            state[own].copy_(torch.from_numpy(np.array(turned, dtype=np.float32)).reshape(state[own].shape))
        return network

    def arrays(self) -> dict[str, npt.NDArray[np.float16]]:
        """The weights as numpy runs with them, in half precision."""
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


def of_candidates(parts: Tensor, batch: Batch, aside: Tensor) -> Tensor:
    """What each candidate's words say together: its first, its last, all within, and what is left out of it.

    ``parts`` are five numbers of features for each word; sums over stretches are differences of running sums.
    """
    first, last, within, opens, closes = parts.flatten(0, 1).chunk(5, dim=1)
    sums = within.view(*batch.inside.shape, -1).cumsum(1).flatten(0, 1)
    before = sums - within
    start, end, opened, closed = batch.ends.unbind(1)
    hidden = (first - before)[start] + (last + sums)[end]
    asides = opened.nonzero()[:, 0]
    left_out = (opens + before)[opened[asides]] + (closes - sums)[closed[asides]] + aside
    return hidden.index_add(0, asides, left_out)
