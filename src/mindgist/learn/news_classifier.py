"""Training of the linear classifier that tells news from other texts, for ``mindgist.graph.supervised``."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from mindgist.graph.features import CUES, SENTENCE_FEATURES
from mindgist.graph.relation_graph import Floats

MAX_ITERATIONS = 500
PENALTY = 0.005  # of the squared weights
USUAL_SHARE = 0.99  # of the news articles are near enough to the mean of news

# The features that the classifier reads: how a text is written, not how long it is or how it is cut into paragraphs.
_FEATURES = [
    number for number, name in enumerate(SENTENCE_FEATURES)
    if name in {*CUES, "length", "weight", "rarity", "novelty", "recurs", "spread", "central", "centroid",
                "like the one before", "document's length", "document's cohesion"}
]  # fmt: skip


def train_news_classifier(news: Sequence[Floats], others: Sequence[Floats]) -> dict[str, Floats]:
    """Logistic regression on the mean sentence and the first sentence of a document.

    ``news`` and ``others``, which count the same, have the standardized features of the sentences of each text. Beside
    its weights, the result has the mean sentence of news and a distance from it beyond which a document is no news,
    whatever the weights say.
    """
    both = [*news, *others]
    rows = np.array([np.concatenate([own[:, _FEATURES].mean(axis=0), own[0, _FEATURES]]) for own in both])
    mean, deviation = rows.mean(axis=0), rows.std(axis=0) + 1e-2
    standard = torch.from_numpy((rows - mean) / deviation)
    wanted = torch.tensor([1.0] * len(news) + [0.0] * len(others))
    share = torch.tensor([0.5 / len(news)] * len(news) + [0.5 / len(others)] * len(others))
    slopes, base = torch.zeros(standard.shape[1], requires_grad=True), torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.LBFGS([slopes, base], max_iter=MAX_ITERATIONS, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimizer.zero_grad()
        losses = binary_cross_entropy_with_logits(standard @ slopes + base, wanted, reduction="none")
        value = (losses * share).sum() + PENALTY * (slopes**2).sum()
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    raw_slopes = slopes.detach().numpy() / deviation
    weights = np.zeros((2, both[0].shape[1]), np.float32)
    weights[:, _FEATURES] = raw_slopes.reshape(2, -1)
    means = np.array([own.mean(axis=0) for own in news])
    scale = np.zeros(means.shape[1])
    scale[_FEATURES] = 1 / (means[:, _FEATURES].std(axis=0) + 0.1) / len(_FEATURES) ** 0.5
    distances = (((means - means.mean(axis=0)) * scale) ** 2).sum(axis=1)
    return {
        "kind_mean": weights[0],
        "kind_first": weights[1],
        "kind_base": np.asarray(base.detach().numpy()[0] - raw_slopes @ mean),
        "kind_usual": means.mean(axis=0),
        "kind_scale": scale,
        "kind_farthest": np.asarray(np.quantile(distances, USUAL_SHARE)),
    }
