"""The paper's teacher: a transformer that reads both sentences of a pair together (there: DistilBert).

Fine-tuning saves as it goes. Each step draws its dropout from a seed of its own, so that a killed run which resumes
ends with the same weights as an unbroken one.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mindgist.errors import ModelError, OptionError
from mindgist.learn.bare import bare
from mindgist.learn.checkpoint import checkpoint_config, save_checkpoint
from mindgist.learn.pairs import Pair
from mindgist.learn.resumable import resume_training, save_training
from mindgist.learn.teacher import Graph
from mindgist.learn.transformer import load_transformer

KIND = "cross-encoder"
_TRAINING = "cross-encoder-training"
_LONGEST = 160  # word pieces of both sentences together
_BATCH = 16  # pairs scored at a time; a fifth faster on a CPU than 64, whose activations leave the cache
_WINDOW = 32  # batches whose pairs are sorted by length together, so that little is padding


@dataclass(frozen=True, slots=True)
class FineTuning:
    """How a cross-encoder is fine-tuned; the defaults are the paper's."""

    learning_rate: float = 5e-5
    batch: int = 32
    epochs: int = 3
    warm_up: float = 0.06  # the share of the steps over which the rate rises; then it falls to 0 in a line
    save_every: int = 50  # steps
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.batch, self.epochs, self.save_every) < 1:
            raise OptionError("a batch, the epochs and the steps between two savings must each be at least 1")


class CrossEncoder:
    """A transformer that scores pairs of sentences, with its tokenizer."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model = model
        self.tokenizer = tokenizer

    @classmethod
    def pretrained(cls, name: str, seed: int = 0) -> "CrossEncoder":
        """A transformer from a local folder or a hub; a head that it lacks starts from the seed."""
        from transformers import AutoModelForSequenceClassification

        torch.manual_seed(seed)
        return cls(*load_transformer(AutoModelForSequenceClassification, name, num_labels=1))

    @classmethod
    def load(cls, folder: Path) -> "CrossEncoder":
        """A fine-tuned one."""
        config = checkpoint_config(folder)
        if config["kind"] != KIND:
            raise ModelError(f"the model in {folder} is a '{config['kind']}', where a '{KIND}' is needed")
        return cls.pretrained(str(folder / "transformer"))

    def save(self, folder: Path, config: dict[str, Any]) -> None:
        """Write the transformer as any other program can load it, and what it was trained with."""
        self.model.save_pretrained(folder / "transformer")
        self.tokenizer.save_pretrained(folder / "transformer")
        save_checkpoint(folder, KIND, {}, config)

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Tensor:
        """The scores of a batch of pairs before the sigmoid, shape (pairs,)."""
        first, second = ([bare(sentence) for sentence in side] for side in zip(*pairs, strict=True))
        batch = self.tokenizer(first, second, truncation=True, max_length=_LONGEST, padding=True, return_tensors="pt")
        return self.model(**batch).logits.squeeze(-1)

    @torch.inference_mode()
    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """How likely each first sentence governs its second, shape (pairs,)."""
        self.model.eval()
        order = sorted(range(len(pairs)), key=lambda index: sum(map(len, pairs[index])))
        scores = np.zeros(len(pairs), dtype=np.float32)
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            scores[rows] = torch.sigmoid(self.logits([pairs[row] for row in rows])).numpy()
        return scores

    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """How likely the first sentence of each pair governs the second, shape (pairs,)."""
        return self.score([(pair.governor, pair.governed) for pair in pairs])

    def graphs(self, articles: Sequence[Sequence[str]]) -> list[Graph]:
        """The governing scores of every ordered pair of each article's sentences; a sentence governs itself."""
        found = []
        for sentences in articles:
            count = len(sentences)
            graph = np.eye(count, dtype=np.float32)
            apart = [(i, j) for i in range(count) for j in range(count) if i != j]
            if apart:
                rows, columns = zip(*apart, strict=True)
                graph[rows, columns] = self.score([(sentences[i], sentences[j]) for i, j in apart])
            found.append(graph)
        return found


def fine_tune(
    encoder: CrossEncoder,
    pairs: Sequence[Pair],
    folder: Path,
    settings: FineTuning | None = None,
    report: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> None:
    """Fine-tune on pairs, going on where a run in this folder was stopped; ``report`` is told (step, steps, loss)."""
    settings = settings or FineTuning()
    batches = _batches(pairs, settings)
    steps = len(batches)
    optimizer = torch.optim.AdamW(encoder.model.parameters(), lr=settings.learning_rate, weight_decay=0.01)
    kept = asdict(settings) | {"pairs": len(pairs)}
    done = resume_training(folder / "training", _TRAINING, encoder.model, optimizer, kept)
    for step in range(done, steps):
        torch.manual_seed(settings.seed * 1_000_003 + step)
        for group in optimizer.param_groups:
            group["lr"] = settings.learning_rate * _rate(step, steps, settings.warm_up)
        batch = [pairs[row] for row in batches[step]]
        encoder.model.train()
        scores = encoder.logits([(pair.governor, pair.governed) for pair in batch])
        truth = torch.tensor([float(pair.governs) for pair in batch])
        loss = nn.functional.binary_cross_entropy_with_logits(scores, truth)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(encoder.model.parameters(), 1.0)
        optimizer.step()
        report(step + 1, steps, loss.item())
        if (step + 1) % settings.save_every == 0 and step + 1 < steps:
            save_training(folder / "training", _TRAINING, encoder.model, optimizer, kept, step + 1)
    encoder.model.eval()


def _batches(pairs: Sequence[Pair], settings: FineTuning) -> list[list[int]]:
    """The rows of every batch of every epoch: pairs of like length together, in an order that the seed decides."""
    generator = np.random.default_rng(settings.seed)
    lengths = np.array([len(pair.governor) + len(pair.governed) for pair in pairs])
    batches: list[list[int]] = []
    for _ in range(settings.epochs):
        order = generator.permutation(len(pairs))
        epoch: list[list[int]] = []
        for start in range(0, len(order), settings.batch * _WINDOW):
            window = order[start : start + settings.batch * _WINDOW]
            window = window[np.argsort(lengths[window], kind="stable")]
            epoch += [window[at : at + settings.batch].tolist() for at in range(0, len(window), settings.batch)]
        batches += [epoch[place] for place in generator.permutation(len(epoch))]
    return batches


def _rate(step: int, steps: int, warm_up: float) -> float:
    rising = max(1, round(warm_up * steps))
    return (step + 1) / rising if step < rising else (steps - step) / max(1, steps - rising)
