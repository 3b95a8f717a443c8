"""Training the judge that tells news from other texts, for ``mindgist.graph.supervised``."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from mindgist.graph.cues import CUES
from mindgist.graph.features import SENTENCE_FEATURES
from mindgist.graph.layout import Floats
from mindgist.graph.lexicon import ANYWHERE, STARTS

# What a text's kind is told by: how it is written, not how long it is or how it is cut into paragraphs.
_TELLING = [
    number for number, name in enumerate(SENTENCE_FEATURES)
    if name in {*CUES, "length", "weight", "rarity", "novelty", "recurs", "spread", "central", "centroid",
                "like the one before", "document's length", "document's cohesion"}
]  # fmt: skip
_ENGLISH = [SENTENCE_FEATURES.index(name) for name in CUES[: len(STARTS) + len(ANYWHERE)]]


def fit_kind(news: Sequence[Floats], others: Sequence[Floats], penalty: float) -> dict[str, Floats]:
    """What tells news from other texts: weights of a document's mean sentence and of its first one.

    Besides, what the mean sentence of news is like: a document that is unlike any of it is none, whatever the weights
    say of texts that they have never seen.
    """
    both = [*news, *others]
    rows = np.array([np.concatenate([own[:, _TELLING].mean(axis=0), own[0, _TELLING]]) for own in both])
    mean, deviation = rows.mean(axis=0), rows.std(axis=0) + 1e-2
    standard = torch.from_numpy((rows - mean) / deviation)
    wanted = torch.tensor([1.0] * len(news) + [0.0] * len(others))
    share = torch.tensor([0.5 / len(news)] * len(news) + [0.5 / len(others)] * len(others))
    line, base = torch.zeros(standard.shape[1], requires_grad=True), torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.LBFGS([line, base], max_iter=500, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimizer.zero_grad()
        losses = binary_cross_entropy_with_logits(standard @ line + base, wanted, reduction="none")
        value = (losses * share).sum() + penalty * (line**2).sum()
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    found = line.detach().numpy() / deviation
    weights = np.zeros((2, both[0].shape[1]), np.float32)
    weights[:, _TELLING] = found.reshape(2, -1)
    means = np.array([own.mean(axis=0) for own in news])
    scale = np.zeros(means.shape[1])
    scale[_TELLING] = 1 / (means[:, _TELLING].std(axis=0) + 0.1) / len(_TELLING) ** 0.5
    unlike = (((means - means.mean(axis=0)) * scale) ** 2).sum(axis=1)
    return {
        "kind_mean": weights[0],
        "kind_first": weights[1],
        "kind_base": np.asarray(base.detach().numpy()[0] - found @ mean),
        "kind_usual": means.mean(axis=0),
        "kind_scale": scale,
        "kind_farthest": np.asarray(np.quantile(unlike, 0.99)),
    }


def wordless(rows: Floats) -> Floats:
    """The features of the same text in another language, as far as mindgist knows: none of its words are cues."""
    found = rows.copy()
    found[:, _ENGLISH] = 0
    return found
