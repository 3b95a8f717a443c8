"""The paper's teacher: a transformer that reads both sentences of a pair together (the paper: DistilBert)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mindgist.files import make_folder
from mindgist.learn.checkpoint import check_settings, resume, save_checkpoint, save_state
from mindgist.learn.embeddings import load_transformer
from mindgist.learn.pairs import Pair, strip_style

KIND = "cross-encoder"
TRANSFORMER = "transformer"  # its folder in that of a saved cross-encoder
_MAX_WORD_PIECES = 160  # of both sentences together
_SCORED = 16  # pairs at a time; a fifth faster on a CPU than 64, whose activations leave the cache
_LENGTH_NOISE = 40  # characters by which pairs of one batch may differ in length

# Fine-tuning, as in the paper.
EPOCHS = 3
LEARNING_RATE = 5e-5
BATCH = 32  # pairs
SAVE_EVERY = 50  # steps
_WARM_UP = 0.06  # share of the steps in which the rate rises; then it falls linearly to 0


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
        for start in range(0, len(order), _SCORED):
            rows = order[start : start + _SCORED]
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
    epochs: int = EPOCHS,
    seed: int = 0,
    on_step: Callable[[int, int], None] = lambda step, steps: None,
) -> None:
    """Fine-tune on pairs, resuming a stopped run in this folder. ``on_step(step, steps)`` follows each step.

    Each step seeds its own dropout, so a resumed run ends with the same weights as an uninterrupted one.
    """
    model, batches = encoder.model, _batches(pairs, epochs, seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE, weight_decay=0.01)
    rising = max(1, round(_WARM_UP * len(batches)))
    check_settings(make_folder(folder) / "settings.json", {"pairs": len(pairs), "epochs": epochs, "seed": seed})
    record = resume(folder, model, optimizer)
    model.train()
    for step in range(record["step"] if record else 0, len(batches)):
        torch.manual_seed(seed * 1_000_003 + step)
        rate = min((step + 1) / rising, (len(batches) - step) / max(1, len(batches) - rising))
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * rate
        batch = [pairs[row] for row in batches[step]]
        truth = torch.tensor([float(pair.governs) for pair in batch])
        optimizer.zero_grad()
        nn.functional.binary_cross_entropy_with_logits(encoder.logits(batch), truth).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        on_step(step + 1, len(batches))
        if (step + 1) % SAVE_EVERY == 0 and step + 1 < len(batches):
            save_state(folder, model, optimizer, {"step": step + 1})
    model.eval()


def _lengths(pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Return how many characters each pair has."""
    return np.array([len(pair.governor) + len(pair.governed) for pair in pairs], dtype=np.float64)


def _batches(pairs: Sequence[Pair], epochs: int, seed: int) -> list[NDArray[np.intp]]:
    """Return the rows of each batch of each epoch: pairs of similar length together, batches in random order."""
    generator = np.random.default_rng(seed)
    batches: list[NDArray[np.intp]] = []
    for _ in range(epochs):
        order = np.argsort(_lengths(pairs) + generator.uniform(0, _LENGTH_NOISE, len(pairs)))
        epoch = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
        batches += [epoch[place] for place in generator.permutation(len(epoch))]
    return batches
