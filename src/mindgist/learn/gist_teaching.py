"""Teaches the network of gists: to come near editors' highlights, by complete clauses."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load, save
from torch import Tensor

from mindgist.files import make_folder, write_file, write_json
from mindgist.labels.gist_model import GistVocabulary
from mindgist.learn.gist_examples import Batch, GistExamples
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.gist_softmax import log_softmax, rate, sums
from mindgist.learn.glove import WordVectors

Report = Callable[[int, int, float], None]
_STATE = "state.safetensors"
_PROGRESS = "progress.json"


@dataclass(frozen=True, slots=True)
class GistTeaching:
    """How the network is taught.

    A candidate is worth its score against the highlight, and ``completeness`` more if it is a complete clause; the
    network learns the distribution that is proportional to exp(worth / temperature). Sentences without a highlight
    teach completeness alone, one batch of them after ``every`` batches of the others.
    """

    epochs: int = 4
    batch: int = 64
    learning_rate: float = 2e-3
    temperature: float = 0.1
    completeness: float = 0.4
    every: int = 4
    seed: int = 0
    shape: NetworkShape = field(default_factory=NetworkShape)


@dataclass(frozen=True, slots=True)
class Measured:
    """Gists of held-out sentences: score in percent, share of complete clauses in percent, median length in words."""

    score: float
    complete: float
    words: float


class GistTeacher:
    """A network in the making, in a folder from which a stopped run goes on after its last whole epoch."""

    def __init__(self, folder: Path, teaching: GistTeaching, vocabulary: GistVocabulary, glove: WordVectors) -> None:
        self.folder, self.teaching, self.vocabulary = make_folder(folder), teaching, vocabulary
        torch.manual_seed(teaching.seed)
        self.network = GistNetwork(vocabulary, teaching.shape)
        self._start_from(glove)

    def run(
        self, train: GistExamples, plain: GistExamples | None, dev: GistExamples, report: Report | None = None
    ) -> list[dict[str, float]]:
        """Teach until all epochs are done; gives what was measured on ``dev`` after each."""
        teaching = self.teaching
        steps = -(-len(train.usable) // teaching.batch)
        optimizer = torch.optim.Adam(self.network.parameters(), lr=teaching.learning_rate)
        history = self._resume(optimizer)
        for epoch in range(len(history), teaching.epochs):
            generator = np.random.default_rng((teaching.seed, epoch))
            torch.manual_seed(teaching.seed * 1000 + epoch)
            self.network.train()
            more = _endless(plain, teaching.batch, generator) if plain is not None and len(plain.usable) else None
            total = 0.0
            for step, (_, batch) in enumerate(train.batches(teaching.batch, generator)):
                loss = self._loss(batch)
                if more is not None and step % teaching.every == 0:
                    loss = loss + 0.5 * self._completeness_loss(next(more))
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
                optimizer.param_groups[0]["lr"] = teaching.learning_rate * rate(
                    (epoch + step / steps) / teaching.epochs
                )
                optimizer.step()
                total += loss.item()
                if report:
                    report(epoch * steps + step + 1, teaching.epochs * steps, total / (step + 1))
            history.append({"loss": total / steps, **asdict(measure(self.network, dev))})
            self._save(optimizer, history)
        return history

    def finished(self) -> list[dict[str, float]]:
        """What was measured, if all epochs were done before; the network is as it was then. Else nothing."""
        history = self._resume(torch.optim.Adam(self.network.parameters()))
        return history if len(history) >= self.teaching.epochs else []

    def _loss(self, batch: Batch) -> Tensor:
        scores = log_softmax(self.network(batch), batch)
        worth = batch.reward + self.teaching.completeness * batch.complete
        wanted = log_softmax(worth / self.teaching.temperature, batch).exp()
        return -(wanted * scores).sum() / len(batch.inside)

    def _completeness_loss(self, batch: Batch) -> Tensor:
        """The less of the distribution lies on complete clauses, the more; sentences without one say nothing."""
        chance = sums(log_softmax(self.network(batch), batch).exp() * batch.complete, batch)
        told = sums(batch.complete, batch) > 0
        return -(chance[told].clamp(min=1e-6).log()).sum() / len(batch.inside)

    def _start_from(self, glove: WordVectors) -> None:
        """Begin with GloVe's vectors, turned so that the most telling directions come first."""
        place = {word: index for index, word in enumerate(glove.words)}
        rows = [place.get(word, -1) for word in self.vocabulary.words]
        vectors = np.where(np.array(rows)[:, None] >= 0, glove.vectors[rows], 0).astype(np.float32)
        left, weights, _ = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)
        turned = (left * weights)[:, : self.teaching.shape.word]
        with torch.no_grad():
            start = self.network.words.weight[2:, : turned.shape[1]]
            start.copy_(torch.from_numpy(0.4 * turned / max(1e-6, float(turned.std()))))

    def _resume(self, optimizer: torch.optim.Optimizer) -> list[dict[str, float]]:
        path = self.folder / _PROGRESS
        if not path.is_file():
            return []
        progress = json.loads(path.read_text(encoding="utf-8"))
        if progress["teaching"] != asdict(self.teaching):
            return []
        state = load((self.folder / _STATE).read_bytes())
        self.network.load_state_dict({name[2:]: value for name, value in state.items() if name[0] == "n"})
        for number, (_, parameter) in enumerate(self.network.named_parameters()):
            names = ("step", "exp_avg", "exp_avg_sq")
            optimizer.state[parameter] = {name: state[f"o.{number}.{name}"] for name in names}
        return list(progress["history"])

    def _save(self, optimizer: torch.optim.Optimizer, history: list[dict[str, float]]) -> None:
        state = {f"n.{name}": value.contiguous() for name, value in self.network.state_dict().items()}
        for number, parameter in enumerate(self.network.parameters()):
            state |= {f"o.{number}.{name}": value.contiguous() for name, value in optimizer.state[parameter].items()}
        write_file(self.folder / _STATE, save(state))
        write_json(self.folder / _PROGRESS, {"teaching": asdict(self.teaching), "history": history})


@torch.no_grad()
def measure(network: GistNetwork, examples: GistExamples) -> Measured:
    """What the network chooses for each of the sentences, against their highlights."""
    network.eval()
    chosen: list[int] = []
    for numbers, batch in examples.batches(256):
        scores = network(batch).numpy()
        at = 0
        for number in numbers:
            count = int(examples.counts[number])
            chosen.append(int(examples.offsets[number]) + int(scores[at : at + count].argmax()))
            at += count
    if not chosen:
        return Measured(0.0, 0.0, 0.0)
    rewards, complete = examples.rewards[chosen], examples.complete[chosen]
    length = float(np.median(examples.candidates[chosen, 4]))
    return Measured(100 * float(rewards.mean()), 100 * float(complete.mean()), length)


def write_model(folder: Path, network: GistNetwork, vocabulary: GistVocabulary, facts: dict[str, Any]) -> None:
    """Write a network as numpy runs with it, its vocabulary, and how it came about."""
    make_folder(folder)
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **network.arrays())
    write_file(folder / "model.npz", packed.getvalue())
    words = {name: getattr(vocabulary, name) for name in ("words", "endings", "verbs", "perhaps_verbs")}
    write_file(folder / "vocabulary.json", json.dumps(words, ensure_ascii=False) + "\n")
    write_json(folder / "config.json", facts)


def _endless(examples: GistExamples, size: int, generator: np.random.Generator) -> Iterator[Batch]:
    while True:
        for _, batch in examples.batches(size, generator):
            yield batch
