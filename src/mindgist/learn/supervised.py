"""Training the networks of ``mindgist.graph.supervised``: small ones, each an ensemble that runs as one.

1. ``highlight``: how like an editor's highlight a sentence is, from many articles (distant supervision).
2. ``kept``: whether a map keeps a sentence, from maps; it also reads the first one's answer.
3. ``pair``: which kept sentence governs which, from maps, a softmax over those kept; it also reads the second one's
   answer, which for the maps it learns from must come from networks that have not seen them.
4. ``centre``: which kept sentence is the root.
5. ``kind``: whether a document is news, from articles of news and from the other maps' texts; a linear one.

The third and the fourth there are twice, for news from its own maps alone, for other texts from all: the two kinds are
built differently, and what other texts teach makes news worse. What is kept is learned better from all.

The members of an ensemble differ in their start and in what drops out. Their mean is again one network, as wide as
all of them together: that is what is saved.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import Parameter
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from mindgist.graph.salience_features import salience_features
from mindgist.graph.supervised import FARTHEST, KINDS, NEWS, SupervisedGraph
from mindgist.learn.map_examples import MapExample
from mindgist.learn.text_kinds import fit_kind, wordless

Floats = NDArray[np.float32]
Weights = dict[str, Floats]

_MAPS = 24  # that are learned from at once


@dataclass(frozen=True, slots=True)
class PeopleConfig:
    """How the networks are shaped and trained."""

    kept_members: int = 8
    pair_members: int = 4
    kept_hidden: int = 16
    pair_hidden: int = 16
    centre_hidden: int = 8
    highlight_hidden: int = 32
    kept_epochs: int = 80
    pair_steps: int = 150
    highlight_steps: int = 600
    kind_penalty: float = 0.005
    learning_rate: float = 5e-3
    decay: float = 3e-2
    dropout: float = 0.4
    feature_dropout: float = 0.3
    pair_dropout: float = 0.4
    pair_feature_dropout: float = 0.3
    folds: int = 4
    temperature: float = 1.0
    seed: int = 0


def _network(members: int, features: int, hidden: int) -> dict[str, Parameter]:
    return {
        "hidden": Parameter(torch.randn(members, features, hidden) * features**-0.5),
        "bias": Parameter(torch.zeros(members, 1, hidden)),
        "out": Parameter(torch.randn(members, hidden, 1) * hidden**-0.5),
        "linear": Parameter(torch.zeros(members, features, 1)),
        "base": Parameter(torch.zeros(members, 1, 1)),
    }


def _dropped(values: Tensor, rate: float) -> Tensor:
    return values * (torch.rand_like(values) > rate) / (1 - rate) if rate else values


def _answers(network: dict[str, Parameter], rows: Tensor, dropout: float) -> Tensor:
    """(members, rows, features) -> (members, rows)."""
    hidden = torch.relu(rows @ network["hidden"] + network["bias"])
    return (_dropped(hidden, dropout) @ network["out"] + rows @ network["linear"] + network["base"])[..., 0]


def _as_one(name: str, network: dict[str, Parameter]) -> Weights:
    """The ensemble's mean as one wide network."""
    members = len(network["hidden"])
    found = {key: value.detach().numpy() for key, value in network.items()}
    return {
        f"{name}_hidden": np.concatenate(found["hidden"], axis=1),
        f"{name}_bias": found["bias"].reshape(-1),
        f"{name}_out": found["out"].reshape(-1) / members,
        f"{name}_linear": found["linear"].mean(axis=0)[:, 0],
        f"{name}_base": found["base"].mean(axis=0)[0],
    }


def _fit(
    parameters: Sequence[Parameter], config: PeopleConfig, batches: Callable[[], Sequence[Tensor]], epochs: int,
    loss: Callable[[Tensor], Tensor],
) -> None:  # fmt: skip
    steps = epochs * len(batches())
    optimizer = torch.optim.AdamW(list(parameters), lr=config.learning_rate, weight_decay=config.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, config.learning_rate, total_steps=steps)
    for _ in range(epochs):
        for batch in batches():
            value = loss(batch)
            optimizer.zero_grad()
            value.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()


def _shuffled(count: int, size: int) -> Callable[[], Sequence[Tensor]]:
    return lambda: torch.randperm(count).split(size)


def fit_highlight(rows: Floats, targets: Floats, config: PeopleConfig) -> Weights:
    """The network that knows highlights, with the mean and the deviation of every feature in its articles."""
    torch.manual_seed(config.seed)
    mean, deviation = rows.mean(axis=0), rows.std(axis=0) + 1e-3
    standard = torch.from_numpy(((rows - mean) / deviation).clip(-FARTHEST, FARTHEST))
    wanted = torch.from_numpy(targets)
    network = _network(1, standard.shape[1], config.highlight_hidden)
    size = 4096
    epochs = max(1, config.highlight_steps * size // len(rows))

    def loss(batch: Tensor) -> Tensor:
        return ((_answers(network, standard[batch][None], 0)[0] - wanted[batch]) ** 2).mean()

    _fit(list(network.values()), config, _shuffled(len(rows), size), epochs, loss)
    return _as_one("highlight", network) | {"article_mean": mean, "article_deviation": deviation}


def fit_kept(rows: Sequence[Floats], examples: Sequence[MapExample], config: PeopleConfig) -> Weights:
    """The network that knows what is kept; ``rows`` are the examples' sentences as ``SupervisedGraph`` reads them."""
    torch.manual_seed(config.seed)
    standard = torch.from_numpy(np.concatenate(rows))
    kept = torch.from_numpy(np.concatenate([example.kept for example in examples]).astype(np.float32))
    weight = torch.from_numpy(np.repeat(
        np.array([example.weight for example in examples], np.float32), [len(own) for own in rows]
    ))  # fmt: skip
    weight = weight / weight.mean()
    network = _network(config.kept_members, standard.shape[1], config.kept_hidden)

    def loss(batch: Tensor) -> Tensor:
        read = _dropped(standard[batch].expand(config.kept_members, -1, -1), config.feature_dropout)
        answers = _answers(network, read, config.dropout)
        wanted = kept[batch].expand(config.kept_members, -1)
        losses = binary_cross_entropy_with_logits(answers, wanted, reduction="none")
        return (losses * weight[batch]).mean() * config.kept_members

    _fit(list(network.values()), config, _shuffled(len(standard), 1500), config.kept_epochs, loss)
    return _as_one("kept", network)


class _Maps:
    """The kept sentences of all examples side by side, padded to the longest."""

    def __init__(self, rows: Sequence[Floats], saliences: Sequence[Floats], examples: Sequence[MapExample]) -> None:
        kept = [np.flatnonzero(example.kept) for example in examples]
        longest, count = max(map(len, kept)), len(examples)
        pairs = [
            np.concatenate([example.features.pairs, salience_features(salience)])[:, own[:, None], own]
            for example, salience, own in zip(examples, saliences, kept, strict=True)
        ]
        flat = np.concatenate([own.reshape(len(own), -1) for own in pairs], axis=1)
        self.mean, self.deviation = flat.mean(axis=1), flat.std(axis=1) + 1e-3
        self.lengths = torch.tensor([len(own) for own in kept])
        self.sentences = torch.zeros(count, longest, rows[0].shape[1])
        self.pairs = torch.zeros(count, longest, longest, len(self.mean))
        self.governors = torch.full((count, longest), -100)
        self.centres = torch.zeros(count, dtype=torch.long)
        self.weights = torch.tensor([example.weight for example in examples])
        self.weights = self.weights / self.weights.mean()
        for number, (example, own, relation) in enumerate(zip(examples, kept, pairs, strict=True)):
            size = len(own)
            self.sentences[number, :size] = torch.from_numpy(rows[number][own])
            standard = (relation.transpose(1, 2, 0) - self.mean) / self.deviation
            self.pairs[number, :size, :size] = torch.from_numpy(standard)
            place = {int(sentence): position for position, sentence in enumerate(own)}
            self.centres[number] = place[example.centre]
            for position, sentence in enumerate(own):
                self.governors[number, position] = place.get(int(example.governors[sentence]), -100)

    def batches(self, size: int) -> list[Tensor]:
        """Documents of like length together, so that little is padded."""
        noisy = self.lengths + 4 * torch.randn(len(self.lengths))
        batches = noisy.argsort().split(size)
        return [batches[number] for number in torch.randperm(len(batches))]


def fit_relations(
    rows: Sequence[Floats], saliences: Sequence[Floats], examples: Sequence[MapExample], config: PeopleConfig
) -> Weights:
    """The networks that know who governs whom and who is the centre, trained side by side on the same maps."""
    torch.manual_seed(config.seed)
    maps = _Maps(rows, saliences, examples)
    members, features, kinds, wide = config.pair_members, rows[0].shape[1], len(maps.mean), config.pair_hidden
    centre = _network(members, features, config.centre_hidden)
    pair = _network(members, kinds, wide)
    sides = [Parameter(torch.randn(members, features, wide) * features**-0.5) for _ in range(2)]

    def loss(batch: Tensor) -> Tensor:
        longest = int(maps.lengths[batch].max())
        padding = torch.arange(longest) >= maps.lengths[batch][:, None]
        sentences = _dropped(
            maps.sentences[batch, :longest].expand(members, -1, -1, -1), config.pair_feature_dropout
        )  # (members, documents, sentences, features)
        pairs = _dropped(
            maps.pairs[batch, :longest, :longest].expand(members, -1, -1, -1, -1), config.pair_feature_dropout / 2
        )
        above, below = (torch.einsum("mdnf,mfh->mdnh", sentences, side) for side in sides)
        hidden = torch.einsum("mdijp,mph->mdijh", pairs, pair["hidden"]) + above[:, :, :, None] + below[:, :, None]
        hidden = _dropped(torch.relu(hidden + pair["bias"][:, None, None]), config.pair_dropout)
        scores = torch.einsum("mdijh,mho->mdijo", hidden, pair["out"])[..., 0]
        scores = scores + torch.einsum("mdijp,mpo->mdijo", pairs, pair["linear"])[..., 0]
        scores = scores.masked_fill(padding[None, :, :, None], -1e4) - 1e4 * torch.eye(longest)
        wanted = maps.governors[batch, :longest].expand(members, -1, -1)
        losses = cross_entropy(scores.transpose(2, 3).reshape(-1, longest), wanted.reshape(-1), reduction="none")
        weight = maps.weights[batch]
        governed = (losses.view(members, len(batch), longest) * weight[:, None]).sum() / (wanted[0] >= 0).sum()
        rows_of = sentences.reshape(members, -1, features)
        roots = _answers(centre, rows_of, config.pair_dropout).view(members, len(batch), longest)
        roots = roots.masked_fill(padding, -1e4)
        centres = maps.centres[batch].expand(members, -1).reshape(-1)
        central = cross_entropy(roots.reshape(-1, longest), centres, reduction="none").view(members, -1) * weight
        return governed + 0.3 * central.mean(dim=1).sum()

    epochs = -(-config.pair_steps // len(maps.batches(_MAPS)))
    _fit([*centre.values(), *pair.values(), *sides], config, lambda: maps.batches(_MAPS), epochs, loss)
    return _as_one("centre", centre) | _pairs_as_one(pair, sides, maps, config.temperature)


def _pairs_as_one(pair: dict[str, Parameter], sides: Sequence[Parameter], maps: _Maps, temperature: float) -> Weights:
    """The pair networks as one that reads features as they are: means and deviations go into the weights."""
    one = _as_one("pair", pair)
    hidden = (one["pair_hidden"] / maps.deviation[:, None]).T
    governor, governed = (np.concatenate(side.detach().numpy(), axis=1).T for side in sides)
    return {
        "pair_hidden": hidden,
        "pair_bias": one["pair_bias"] - hidden @ maps.mean,
        "pair_out": one["pair_out"] / temperature,
        "pair_linear": one["pair_linear"] / maps.deviation / temperature,
        "governor_hidden": governor,
        "governed_hidden": governed,
    }


def fit_people(
    highlight: Weights, articles: Sequence[Floats], examples: Sequence[MapExample], config: PeopleConfig
) -> Weights:
    """All weights of ``SupervisedGraph``, from maps, from articles of news and from the network that knows highlights.

    ``articles`` are the features of their sentences. Texts in other languages are no news: what the maps of news teach
    was said in English. At least one map has to be of news, and one of another text.
    """
    read = [SupervisedGraph.of(highlight).read(example.features.sentences) for example in examples]
    all_read = np.concatenate(read)
    known = highlight | {"mean": all_read.mean(axis=0), "deviation": all_read.std(axis=0) + 1e-3}
    reader = SupervisedGraph.of(known)
    rows = [reader.sentences(example.features.sentences) for example in examples]
    saliences: list[Floats] = [np.zeros(0, np.float32)] * len(examples)
    for fold in range(config.folds):
        seen = [number for number in range(len(examples)) if number % config.folds != fold]
        kept = fit_kept([rows[number] for number in seen], [examples[number] for number in seen], config)
        judge = SupervisedGraph.of(known | kept)
        for number in range(fold, len(examples), config.folds):
            saliences[number] = judge.network("kept", rows[number])
    known |= fit_kept(rows, examples, config)
    for kind in KINDS:
        own = [number for number, example in enumerate(examples) if example.news or kind != NEWS]
        relations = fit_relations(
            [rows[number] for number in own], [saliences[number] for number in own],
            [examples[number] for number in own], config,
        )  # fmt: skip
        known |= {f"{kind}_{name}": values for name, values in relations.items()}
    others = [example.features.sentences for example in examples if not example.news]
    others += [wordless(own) for own in others]
    known |= fit_kind(list(map(reader.sentences, articles)), list(map(reader.sentences, others)), config.kind_penalty)
    return {name: np.asarray(values, np.float32) for name, values in known.items()}


def merged(several: Sequence[Weights]) -> Weights:
    """The weights of one model that answers with the mean of several, which read the same features."""
    first, share = several[0], 1 / len(several)
    found: Weights = {}
    for name, own in first.items():
        all_of = [weights[name] for weights in several]
        if name in ("mean", "deviation") or name.startswith(("article", "highlight", "kind")):
            found[name] = own
        elif name.endswith(("pair_hidden", "governor_hidden", "governed_hidden")):
            found[name] = np.concatenate(all_of)
        elif name.endswith(("_hidden", "_bias")):
            found[name] = np.concatenate(all_of, axis=-1)
        elif name.endswith("_out"):
            found[name] = np.concatenate(all_of) * np.float32(share)
        else:
            found[name] = np.mean(all_of, axis=0, dtype=np.float32)
    return found
