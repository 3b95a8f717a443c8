"""A small network that chooses as a large one would by expected score: what is learned slowly is run in no time.

The large network says how likely each candidate is what an editor would keep. The candidate that shares most words with
all that are likely scores better than the likeliest one; the small network learns to find it in a single pass.
"""

from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from mindgist.labels.gist_model import GistVocabulary
from mindgist.labels.gists import SHORT
from mindgist.learn.gist_examples import Batch, GistExamples
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.gist_softmax import log_softmax, rate, sums


@dataclass(frozen=True, slots=True)
class GistDistilling:
    """How the small network is taught.

    ``expected`` is what the expected score counts beside the large network's own logarithms, ``longer`` what each word
    beyond ten costs: chosen on held-out articles, so that the median gist has ten words.
    """

    sentences: int = 25_000
    epochs: int = 3
    batch: int = 64
    learning_rate: float = 3e-3
    dropout: float = 0.05
    expected: float = 5.0
    longer: float = 0.2
    hidden: int = 16
    candidate: int = 8


def distilled(
    large: GistNetwork,
    vocabulary: GistVocabulary,
    examples: GistExamples,
    shape: NetworkShape,
    seed: int = 0,
    distilling: GistDistilling | None = None,
) -> tuple[GistNetwork, float]:
    """The small network, taught by the large one (of that shape) on these sentences, and its mean loss."""
    distilling = distilling or GistDistilling()
    large.eval()
    torch.manual_seed(seed)
    fewer = replace(
        shape, hidden=min(shape.hidden, distilling.hidden), candidate=min(shape.candidate, distilling.candidate)
    )
    small = _smaller(large, vocabulary, fewer, distilling.dropout)
    small.train()
    optimizer = torch.optim.Adam(small.parameters(), lr=distilling.learning_rate)
    steps = distilling.epochs * -(-len(examples.usable) // distilling.batch)
    step, total = 0, 0.0
    for epoch in range(distilling.epochs):
        generator = np.random.default_rng((seed, epoch))
        for _, batch in examples.batches(distilling.batch, generator):
            wanted = _wanted(large, batch, distilling)
            loss = (wanted.exp() * (wanted - log_softmax(small(batch), batch))).sum() / len(batch.inside)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(small.parameters(), 1.0)
            optimizer.param_groups[0]["lr"] = distilling.learning_rate * rate(step / steps)
            optimizer.step()
            step, total = step + 1, total + loss.item()
    return small.eval(), total / max(1, step)


@torch.no_grad()
def _wanted(large: GistNetwork, batch: Batch, distilling: GistDistilling) -> Tensor:
    """What the small network is to think of each candidate, as logarithms."""
    likely = log_softmax(large(batch), batch)
    beyond = (batch.length - SHORT).clamp(min=0)
    expected = expected_scores(likely, batch)
    return log_softmax(likely + distilling.expected * expected - distilling.longer * beyond, batch)


def expected_scores(likely: Tensor, batch: Batch) -> Tensor:
    """What each candidate would score against all others, by how likely (as logarithms) they are."""
    chance = likely.exp().double()
    start, end, opens, closes = batch.ends.unbind(1)
    asides = opens.nonzero()[:, 0]
    steps = torch.zeros(batch.inside.numel() + 1, dtype=torch.float64)
    steps.index_add_(0, start, chance).index_add_(0, end + 1, -chance)
    steps.index_add_(0, opens[asides], -chance[asides]).index_add_(0, closes[asides] + 1, chance[asides])
    kept = torch.cat([torch.zeros(1, dtype=torch.float64), steps.cumsum(0).cumsum(0)])  # each word's chance, summed up
    shared = kept[end + 1] - kept[start]
    shared[asides] -= kept[closes[asides] + 1] - kept[opens[asides]]
    length = sums(chance * batch.length, batch)[batch.which]
    return (2 * shared / (batch.length + length)).float()


@torch.no_grad()
def _smaller(large: GistNetwork, vocabulary: GistVocabulary, shape: NetworkShape, dropout: float) -> GistNetwork:
    """A network to begin with: the channels of the large one from which the largest weights go out."""
    small = GistNetwork(vocabulary, shape, dropout)
    old = large.state_dict()
    leaving = large.head.weight.abs().sum(0)
    for layer in range(1, len(large.convolutions)):
        leaving = leaving + old[f"convolutions.{layer}.weight"].abs().sum((0, 2))
    channels = leaving.topk(shape.hidden).indices.sort().values
    telling = (large.out.weight[0].abs() + large.linear.weight[0].abs()).topk(shape.candidate).indices.sort().values
    heads = torch.cat([telling + part * len(large.aside) for part in range(5)])
    state = small.state_dict()
    for name in state:
        weight = old[name]
        if name.startswith("convolutions"):
            weight = weight[channels] if "bias" in name or ".0." in name else weight[channels][:, channels]
        elif name.startswith("head"):
            weight = weight[heads] if "bias" in name else weight[heads][:, channels]
        elif name in ("length.weight", "out.weight", "linear.weight"):
            weight = weight[:, telling]
        elif name == "aside":
            weight = weight[telling]
        state[name].copy_(weight)
    return small
