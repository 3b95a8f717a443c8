"""The paper's teacher: a transformer that reads both sentences of a pair together (the paper: DistilBert)."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mindgist.learn.checkpoint import save_checkpoint, train_steps
from mindgist.learn.embeddings import load_transformer
from mindgist.learn.pairs import Pair, strip_style

KIND = "cross-encoder"
TRANSFORMER = "transformer"  # its folder in that of a saved cross-encoder
_MAX_WORD_PIECES = 160  # of both sentences together
_BATCH = 16  # pairs scored at a time; a fifth faster on a CPU than 64, whose activations leave the cache
_LENGTH_NOISE = 40  # characters by which pairs of one batch may differ in length


@dataclass(frozen=True, slots=True)
class FineTuning:
    """Settings of fine-tuning; the defaults are the paper's."""

    learning_rate: float = 5e-5
    batch: int = 32
    epochs: int = 3
    warm_up: float = 0.06  # share of the steps in which the rate rises; then it falls linearly to 0
    save_every: int = 50  # steps
    seed: int = 0


class CrossEncoder:
    """A transformer with its tokenizer that scores sentence pairs."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model, self.tokenizer = model, tokenizer

    @classmethod
    def pretrained(cls, name: str, seed: int = 0) -> "CrossEncoder":
        """Load a transformer; a missing classification head is initialized from the seed."""
        from transformers import AutoModelForSequenceClassification

        torch.manual_seed(seed)
        return cls(*load_transformer(AutoModelForSequenceClassification, name, num_labels=1))

    def save(self, folder: Path, config: dict[str, Any]) -> None:
        """Write the transformer in the format of transformers, and its configuration."""
        self.model.save_pretrained(folder / TRANSFORMER)
        self.tokenizer.save_pretrained(folder / TRANSFORMER)
        save_checkpoint(folder, KIND, {}, config)

    def logits(self, pairs: Sequence[Pair]) -> Tensor:
        """Return the logits of a batch of pairs, shape (pairs,)."""
        sides = [[strip_style(getattr(pair, side)) for pair in pairs] for side in ("governor", "governed")]
        options = {"truncation": True, "max_length": _MAX_WORD_PIECES, "padding": True, "return_tensors": "pt"}
        return self.model(**self.tokenizer(*sides, **options)).logits.squeeze(-1)

    @torch.inference_mode()
    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """Return the probability that each pair's first sentence governs its second, shape (pairs,)."""
        self.model.eval()
        order = np.argsort(_lengths(pairs), kind="stable")
        scores = np.zeros(len(pairs), dtype=np.float32)
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            scores[rows] = torch.sigmoid(self.logits([pairs[row] for row in rows])).numpy()
        return scores

    def graphs(self, articles: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return the scores of all ordered pairs of each article's sentences, with a diagonal of 1."""
        found = []
        for sentences in articles:
            graph = np.eye(len(sentences), dtype=np.float32)
            apart = np.argwhere(graph == 0)
            graph[graph == 0] = self.probabilities([Pair(sentences[i], sentences[j], False) for i, j in apart])
            found.append(graph)
        return found


def fine_tune(
    encoder: CrossEncoder,
    pairs: Sequence[Pair],
    folder: Path,
    settings: FineTuning,
    on_step: Callable[[int, int, float], None] = lambda step, steps, loss: None,
) -> None:
    """Fine-tune on pairs, resuming a stopped run in this folder. ``on_step(step, steps, loss)`` follows each step."""
    batches = _batches(pairs, settings)
    optimizer = torch.optim.AdamW(encoder.model.parameters(), lr=settings.learning_rate, weight_decay=0.01)
    rising = max(1, round(settings.warm_up * len(batches)))

    def loss_of_step(step: int) -> Tensor:
        rate = min((step + 1) / rising, (len(batches) - step) / max(1, len(batches) - rising))
        for group in optimizer.param_groups:
            group["lr"] = settings.learning_rate * rate
        batch = [pairs[row] for row in batches[step]]
        truth = torch.tensor([float(pair.governs) for pair in batch])
        return nn.functional.binary_cross_entropy_with_logits(encoder.logits(batch), truth)

    run = asdict(settings) | {"pairs": len(pairs)}
    training = folder / "training"
    train_steps(training, encoder.model, optimizer, run, loss_of_step, len(batches), settings.save_every, 1.0, on_step)


def _lengths(pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Return how many characters each pair has."""
    return np.array([len(pair.governor) + len(pair.governed) for pair in pairs], dtype=np.float64)


def _batches(pairs: Sequence[Pair], settings: FineTuning) -> list[NDArray[np.intp]]:
    """Return the rows of each batch of each epoch: pairs of similar length together, batches in random order."""
    generator = np.random.default_rng(settings.seed)
    batches: list[NDArray[np.intp]] = []
    for _ in range(settings.epochs):
        order = np.argsort(_lengths(pairs) + generator.uniform(0, _LENGTH_NOISE, len(pairs)))
        epoch = [order[start : start + settings.batch] for start in range(0, len(order), settings.batch)]
        batches += [epoch[place] for place in generator.permutation(len(epoch))]
    return batches
