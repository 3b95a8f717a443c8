"""Training of the networks of ``mindgist.graph.supervised``.

Each is an ensemble of networks with one hidden layer and a linear shortcut, trained together and saved as one wide
network.

1. ``highlight``: how similar a sentence is to an editor's highlight, from many articles (distant supervision).
2. ``kept``: whether a map keeps a sentence. It reads the output of ``highlight``.
3. ``pair``: which kept sentence governs which, a softmax over the kept ones. It reads the output of ``kept``, which for
   the training maps comes from networks that were trained without them (cross-fitting).
4. ``centre``: which kept sentence is the root.
5. The news classifier (``news_classifier``).

Networks 2 to 4 exist twice, for news and for other texts, each from the maps of its kind: what makes a sentence
important, and under which it belongs, differs between them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import Parameter
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from mindgist.graph.features import ENGLISH_CUES, SENTENCE_FEATURES, Features, salience_features
from mindgist.graph.relation_graph import Floats
from mindgist.graph.supervised import KINDS, MAX_DEVIATIONS, NEWS, SupervisedGraph
from mindgist.learn.news_classifier import train_news_classifier

LEARNING_RATE = 5e-3  # the largest of the schedule
WEIGHT_DECAY = 3e-2
HIGHLIGHT_BATCH = 4096  # sentences
KEPT_BATCH = 1500  # sentences
MAP_BATCH = 24  # maps
CENTRE_LOSS_WEIGHT = 0.3
MASKED = -1e4  # logit of padding
IGNORED = -100  # the target that torch's cross entropy leaves out
CENTRE, UNKNOWN = -1, -2  # governors that are no sentence

Weights = dict[str, Floats]
Network = dict[str, Parameter]


@dataclass(frozen=True, eq=False, slots=True)
class MapExample:
    """The features of a document and its annotated map."""

    features: Features
    kept: NDArray[np.bool_]  # which sentences the map keeps
    governors: NDArray[np.intp]  # of each sentence: CENTRE for the root, UNKNOWN if it is not kept or none is known
    weight: float = 1.0  # in the loss over all examples
    is_news: bool = False


@dataclass(frozen=True, slots=True)
class MapModelConfig:
    """The shape of the networks and how they are trained."""

    kept_members: int = 16
    pair_members: int = 8
    kept_hidden: int = 16
    pair_hidden: int = 8
    centre_hidden: int = 8
    highlight_hidden: int = 32
    kept_epochs: int = 80
    pair_steps: int = 150
    highlight_steps: int = 600
    dropout: float = 0.4
    feature_dropout: float = 0.3
    pair_dropout: float = 0.25
    pair_feature_dropout: float = 0.15
    folds: int = 4
    seed: int = 0


def train_map_networks(
    highlight: Weights, articles: Sequence[Floats], examples: Sequence[MapExample], config: MapModelConfig
) -> Weights:
    """All weights of ``SupervisedGraph``.

    ``highlight`` is what ``train_highlight_network`` returned. ``articles`` are the features of the sentences of news
    articles, for the news classifier. At least one of the examples is news and one is another text.
    """
    # Texts in other languages get these means for what depends on English words, so they are those of texts other than
    # news.
    others = [example.features.sentences for example in examples if not example.is_news]
    usual = np.concatenate([SupervisedGraph(highlight).with_highlight_score(own) for own in others])
    weights = highlight | {"mean": usual.mean(axis=0), "deviation": usual.std(axis=0) + 1e-3}
    source = SupervisedGraph(weights)
    rows = [source.standardized(example.features.sentences) for example in examples]
    for kind in KINDS:
        chosen = [one for one in zip(rows, examples, strict=True) if one[1].is_news == (kind == NEWS)]
        own_rows, own_examples = zip(*chosen, strict=True)
        saliences = _cross_fitted_saliences(own_rows, own_examples, config)
        networks = train_kept_network(own_rows, own_examples, config)
        networks |= train_relation_networks(own_rows, saliences, own_examples, config)
        weights |= {f"{kind}_{name}": values for name, values in networks.items()}
    # Texts in other languages are no news: what the news maps teach was learned from English.
    is_cue = np.isin(SENTENCE_FEATURES, list(ENGLISH_CUES))
    others += [np.where(is_cue, np.float32(0), own) for own in others]
    weights |= train_news_classifier(*([source.standardized(own) for own in texts] for texts in (articles, others)))
    return {name: np.asarray(values, np.float32) for name, values in weights.items()}


def _cross_fitted_saliences(
    rows: Sequence[Floats], examples: Sequence[MapExample], config: MapModelConfig
) -> list[Floats]:
    """The salience of the sentences of each map, by a network that was trained on the maps of the other folds."""
    sources = []
    for fold in range(config.folds):
        seen = [place for place in range(len(examples)) if place % config.folds != fold]
        networks = train_kept_network([rows[place] for place in seen], [examples[place] for place in seen], config)
        sources.append(SupervisedGraph(networks))
    return [sources[place % config.folds].network("kept", own) for place, own in enumerate(rows)]


def train_highlight_network(rows: Floats, targets: Floats, config: MapModelConfig) -> Weights:
    """The network that predicts ``targets``, with the mean and the deviation of each feature in the articles."""
    torch.manual_seed(config.seed)
    mean, deviation = rows.mean(axis=0), rows.std(axis=0) + 1e-3
    standard = torch.from_numpy(((rows - mean) / deviation).clip(-MAX_DEVIATIONS, MAX_DEVIATIONS))
    wanted = torch.from_numpy(targets)
    network = new_network(1, standard.shape[1], config.highlight_hidden)
    epochs = max(1, config.highlight_steps * HIGHLIGHT_BATCH // max(len(rows), HIGHLIGHT_BATCH))

    def loss(batch: Tensor) -> Tensor:
        return ((outputs(network, standard[batch][None], 0)[0] - wanted[batch]) ** 2).mean()

    train(network.values(), shuffled(len(rows), HIGHLIGHT_BATCH), epochs, loss)
    return as_one("highlight", network) | {"article_mean": mean, "article_deviation": deviation}


def train_kept_network(rows: Sequence[Floats], examples: Sequence[MapExample], config: MapModelConfig) -> Weights:
    """The network that predicts which sentences are kept, from the standardized features of each example."""
    torch.manual_seed(config.seed)
    standard = torch.from_numpy(np.concatenate(rows))
    kept = torch.from_numpy(np.concatenate([example.kept for example in examples]).astype(np.float32))
    weight = torch.tensor([example.weight for example in examples for _ in example.kept])
    weight = weight / weight.mean()
    network = new_network(config.kept_members, standard.shape[1], config.kept_hidden)

    def loss(batch: Tensor) -> Tensor:
        inputs = dropout(standard[batch].expand(config.kept_members, -1, -1), config.feature_dropout)
        logits = outputs(network, inputs, config.dropout)
        wanted = kept[batch].expand(config.kept_members, -1)
        losses = binary_cross_entropy_with_logits(logits, wanted, reduction="none")
        return (losses * weight[batch]).mean() * config.kept_members

    train(network.values(), shuffled(len(standard), KEPT_BATCH), config.kept_epochs, loss)
    return as_one("kept", network)


class _Maps:
    """The kept sentences of all examples as tensors, padded to the longest map."""

    def __init__(self, rows: Sequence[Floats], saliences: Sequence[Floats], examples: Sequence[MapExample]) -> None:
        kept = [np.flatnonzero(example.kept) for example in examples]
        pairs = [
            np.concatenate([example.features.pairs, salience_features(salience)])[:, own[:, None], own]
            for example, salience, own in zip(examples, saliences, kept, strict=True)
        ]
        flat = np.concatenate([own.reshape(len(own), -1) for own in pairs], axis=1)
        self.mean, self.deviation = flat.mean(axis=1), flat.std(axis=1) + 1e-3
        self.lengths = torch.tensor([len(own) for own in kept])
        longest = int(self.lengths.max())
        self.weights = torch.tensor([example.weight for example in examples])
        self.weights = self.weights / self.weights.mean()
        self.sentences = torch.zeros(len(kept), longest, rows[0].shape[1])
        self.pairs = torch.zeros(len(kept), longest, longest, len(self.mean))
        self.governors = torch.full((len(kept), longest), IGNORED)
        self.centres = torch.zeros(len(kept), dtype=torch.long)
        for number, (example, own, relation) in enumerate(zip(examples, kept, pairs, strict=True)):
            size, governors = len(own), example.governors[own]
            self.sentences[number, :size] = torch.from_numpy(rows[number][own])
            standard = (relation.transpose(1, 2, 0) - self.mean) / self.deviation
            self.pairs[number, :size, :size] = torch.from_numpy(standard)
            places = np.where(np.isin(governors, own), np.searchsorted(own, governors), IGNORED)
            self.governors[number, :size] = torch.from_numpy(places)
            self.centres[number] = int((governors == CENTRE).argmax())

    def batches(self) -> list[Tensor]:
        """Random batches of maps of like length, so that little is padded."""
        noisy = self.lengths + 4 * torch.randn(len(self.lengths))
        batches = noisy.argsort().split(MAP_BATCH)
        return [batches[number] for number in torch.randperm(len(batches))]


def train_relation_networks(
    rows: Sequence[Floats], saliences: Sequence[Floats], examples: Sequence[MapExample], config: MapModelConfig
) -> Weights:
    """The networks that predict who governs whom and who is the centre, trained together on the same maps."""
    torch.manual_seed(config.seed)
    maps = _Maps(rows, saliences, examples)
    members, features, hidden_units = config.pair_members, rows[0].shape[1], config.pair_hidden
    centre = new_network(members, features, config.centre_hidden)
    pair = new_network(members, len(maps.mean), hidden_units)
    sides = [Parameter(torch.randn(members, features, hidden_units) * features**-0.5) for _ in range(2)]

    def loss(batch: Tensor) -> Tensor:
        longest = int(maps.lengths[batch].max())
        padding = torch.arange(longest) >= maps.lengths[batch][:, None]
        sentences = dropout(
            maps.sentences[batch, :longest].expand(members, -1, -1, -1), config.pair_feature_dropout
        )  # (members, documents, sentences, features)
        pairs = dropout(
            maps.pairs[batch, :longest, :longest].expand(members, -1, -1, -1, -1), config.pair_feature_dropout / 2
        )
        of_governor, of_governed = (torch.einsum("mdnf,mfh->mdnh", sentences, side) for side in sides)
        hidden = torch.einsum("mdijp,mph->mdijh", pairs, pair["hidden"])
        hidden = hidden + of_governor[:, :, :, None] + of_governed[:, :, None]
        hidden = dropout(torch.relu(hidden + pair["bias"][:, None, None]), config.pair_dropout)
        scores = torch.einsum("mdijh,mho->mdijo", hidden, pair["out"])[..., 0]
        scores = scores + torch.einsum("mdijp,mpo->mdijo", pairs, pair["linear"])[..., 0]
        scores = scores.masked_fill(padding[None, :, :, None], MASKED) + MASKED * torch.eye(longest)
        wanted = maps.governors[batch, :longest].expand(members, -1, -1)
        losses = cross_entropy(scores.transpose(2, 3).reshape(-1, longest), wanted.reshape(-1), reduction="none")
        weight = maps.weights[batch]
        pair_loss = (losses.view(members, len(batch), longest) * weight[:, None]).sum() / (wanted[0] >= 0).sum()
        roots = outputs(centre, sentences.reshape(members, -1, features), config.pair_dropout)
        roots = roots.view(members, len(batch), longest).masked_fill(padding, MASKED)
        centres = maps.centres[batch].expand(members, -1).reshape(-1)
        centre_losses = cross_entropy(roots.reshape(-1, longest), centres, reduction="none").view(members, -1)
        return pair_loss + CENTRE_LOSS_WEIGHT * (centre_losses * weight).mean(dim=1).sum()

    epochs = -(-config.pair_steps // len(maps.batches()))
    train([*centre.values(), *pair.values(), *sides], maps.batches, epochs, loss)
    one = as_one("pair", pair)
    hidden = (one["pair_hidden"] / maps.deviation[:, None]).T
    governor, governed = (np.concatenate(side.detach().numpy(), axis=1).T for side in sides)
    return as_one("centre", centre) | {  # the weights of pairs include the standardization of their features
        "pair_hidden": hidden,
        "pair_bias": one["pair_bias"] - hidden @ maps.mean,
        "pair_out": one["pair_out"],
        "pair_linear": one["pair_linear"] / maps.deviation,
        "governor_hidden": governor,
        "governed_hidden": governed,
    }


def new_network(members: int, features: int, hidden: int) -> Network:
    """The random start of an ensemble."""
    return {
        "hidden": Parameter(torch.randn(members, features, hidden) * features**-0.5),
        "bias": Parameter(torch.zeros(members, 1, hidden)),
        "out": Parameter(torch.randn(members, hidden, 1) * hidden**-0.5),
        "linear": Parameter(torch.zeros(members, features, 1)),
        "base": Parameter(torch.zeros(members, 1, 1)),
    }


def outputs(network: Network, rows: Tensor, rate: float) -> Tensor:
    """The outputs of all members, shape (members, rows), for rows of shape (members, rows, features)."""
    hidden = torch.relu(rows @ network["hidden"] + network["bias"])
    return (dropout(hidden, rate) @ network["out"] + rows @ network["linear"] + network["base"])[..., 0]


def dropout(values: Tensor, rate: float) -> Tensor:
    """The values, of which a random share is 0; the others are scaled up."""
    return values * (torch.rand_like(values) > rate) / (1 - rate) if rate else values


def as_one(name: str, network: Network) -> Weights:
    """The mean of an ensemble as one wide network."""
    members = len(network["hidden"])
    values = {key: parameter.detach().numpy() for key, parameter in network.items()}
    return {
        f"{name}_hidden": np.concatenate(values["hidden"], axis=1),
        f"{name}_bias": values["bias"].reshape(-1),
        f"{name}_out": values["out"].reshape(-1) / members,
        f"{name}_linear": values["linear"].mean(axis=0)[:, 0],
        f"{name}_base": values["base"].mean(axis=0)[0],
    }


def train(
    parameters: Iterable[Parameter], batches: Callable[[], Sequence[Tensor]], epochs: int,
    loss: Callable[[Tensor], Tensor],
) -> None:  # fmt: skip
    """Minimize the loss of each batch with AdamW and a one-cycle schedule."""
    steps = epochs * len(batches())
    optimizer = torch.optim.AdamW(parameters, lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=steps)
    for _ in range(epochs):
        for batch in batches():
            value = loss(batch)
            optimizer.zero_grad()
            value.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()


def shuffled(count: int, size: int) -> Callable[[], Sequence[Tensor]]:
    """A function that returns random batches of row numbers."""
    return lambda: torch.randperm(count).split(size)
