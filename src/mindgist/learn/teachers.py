"""The teachers: classifiers of sentence pairs, whose graphs EMGN is trained on.

The paper's form is the cross-encoder: a transformer reads both sentences of a pair together (the paper: DistilBert).
That takes N² passes for an article of N sentences. The fast teacher takes N: a transformer embeds each sentence once,
and a small head scores pairs of vectors. The head takes [u; v; u * v; |u - v|; u · v] and is not symmetric, so it
distinguishes the governor from the governed sentence.
"""

from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from mindgist.document import Document
from mindgist.errors import ModelError
from mindgist.graph import RelationGraph
from mindgist.graph.emgn import WEIGHTS
from mindgist.learn import checkpoint
from mindgist.learn.corpus import Pair, strip_style

EPOCHS = {"fast": 5, "cross": 3}  # of each form of teacher

# The head of the fast teacher and its training.
HEAD_UNITS = 256
HEAD_DROPOUT = 0.5
HEAD_RATE = 5e-4
HEAD_DECAY = 0.1
HEAD_BATCH = 256  # pairs

# Fine-tuning of the cross-encoder, as in the paper.
TUNING_RATE = 5e-5
TUNING_BATCH = 32  # pairs
SAVE_EVERY = 50  # steps
_WARM_UP = 0.06  # share of the steps in which the rate rises; then it falls linearly to 0
_LENGTH_NOISE = 40  # characters by which pairs of one batch may differ in length

_TRANSFORMER = "transformer"  # its folder in that of a saved cross-encoder
_MAX_PAIR_PIECES = 160  # word pieces of both sentences together
_SCORED = 16  # pairs at a time; a fifth faster on a CPU than 64, whose activations leave the cache

_MAX_PIECES = 128  # word pieces of a sentence; 99.9 % of the corpus's sentences are shorter
_EMBEDDED = 16  # texts at a time; small enough for a core's cache, a tenth faster than 64

Embed = Callable[[Sequence[str]], NDArray[np.float32]]  # makes a unit vector of each text, one a row


class Teacher:
    """A classifier of sentence pairs, and a graph source."""

    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        """Return the probability that each pair's first sentence governs its second, shape (pairs,)."""
        raise NotImplementedError

    def graphs(self, articles: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return the scores of all ordered pairs of each article's sentences."""
        found = []
        for sentences in articles:
            graph = np.eye(len(sentences), dtype=np.float32)
            graph[graph == 0] = self.probabilities([Pair(*two, False) for two in permutations(sentences, 2)])
            found.append(graph)
        return found

    def __call__(self, document: Document) -> RelationGraph:
        (scores,) = self.graphs([[sentence.plain for sentence in document.sentences]])
        return RelationGraph(scores)


class SentenceEncoder:
    """Mean-pooled, unit-length sentence vectors of a transformer, of texts without datelines and final full stops."""

    def __init__(self, name: str) -> None:
        from transformers import AutoModel

        self._model, self._tokenizer = checkpoint.load_transformer(AutoModel, name)

    @torch.inference_mode()
    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of the texts, shape (texts, size), rounded to float16 (an error below 0.0005)."""
        pieces = self._tokenizer([strip_style(text) for text in texts], truncation=True, max_length=_MAX_PIECES)
        numbers = pieces["input_ids"]
        order = sorted(range(len(texts)), key=lambda index: len(numbers[index]))
        vectors = np.zeros((len(texts), self._model.config.hidden_size), dtype=np.float16)
        for start in range(0, len(order), _EMBEDDED):
            rows = order[start : start + _EMBEDDED]
            batch = self._tokenizer.pad({"input_ids": [numbers[row] for row in rows]}, return_tensors="pt")
            hidden = self._model(**batch).last_hidden_state  # (batch, pieces, size)
            mask = batch["attention_mask"].unsqueeze(-1).to(hidden.dtype)
            pooled = (hidden * mask).sum(dim=1) / mask.sum(dim=1)
            vectors[rows] = torch.nn.functional.normalize(pooled, dim=-1).numpy()
        return vectors.astype(np.float32)


class PairHead(nn.Module):
    """One hidden layer over [u; v; u * v; |u - v|; u · v] of two unit vectors; returns logits.

    The cosine u · v is a feature of its own because it is the best single one and few pairs then suffice to weigh it.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self._scale = size**0.5  # scales the components of a unit vector to the order of 1
        self.governor = nn.Linear(size, HEAD_UNITS)
        self.governed, self.product, self.difference = (nn.Linear(size, HEAD_UNITS, bias=False) for _ in range(3))
        self.cosine = nn.Linear(1, HEAD_UNITS, bias=False)
        self.dropout = nn.Dropout(HEAD_DROPOUT)
        self.score = nn.Linear(HEAD_UNITS, 1)

    def forward(self, governors: Tensor, governed: Tensor) -> Tensor:
        """Return the logits of pairs that broadcast against each other: (…, size), (…, size) to (…).

        The layer is written as a sum of five, so that the terms of u and of v are computed once for each sentence.
        """
        governors, governed = self._scale * governors, self._scale * governed
        product = governors * governed
        hidden = self.governor(governors) + self.governed(governed)
        hidden = hidden + self.product(product) + self.difference((governors - governed).abs())
        hidden = hidden + self.cosine(product.mean(dim=-1, keepdim=True))
        return self.score(self.dropout(torch.relu(hidden))).squeeze(-1)


class FastTeacher(Teacher):
    """A head with its embedding."""

    KIND = "fast-teacher"

    def __init__(self, embed: Embed, head: PairHead) -> None:
        self._embed = embed
        self._head = head.eval()

    def save(self, folder: Path, config: dict[str, Any]) -> None:
        checkpoint.save_checkpoint(folder, self.KIND, self._head.state_dict(), config)

    @torch.inference_mode()
    def graphs(self, articles: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        vectors = torch.from_numpy(self._embed([sentence for article in articles for sentence in article]))
        parts = vectors.split([len(article) for article in articles])
        return [torch.sigmoid(self._head(part[:, None], part[None, :])).numpy() for part in parts]

    @torch.inference_mode()
    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        return np.asarray(torch.sigmoid(self._head(*_vectors_of(pairs, self._embed))).numpy())


def train_head(pairs: Sequence[Pair], embed: Embed, epochs: int = EPOCHS["fast"], seed: int = 0) -> FastTeacher:
    """Train the head of a fast teacher on pairs, which takes seconds."""
    torch.manual_seed(seed)
    governors, governed = _vectors_of(pairs, embed)
    truth = torch.tensor([float(pair.governs) for pair in pairs])
    head = PairHead(governors.shape[1])
    optimizer = torch.optim.AdamW(head.parameters(), lr=HEAD_RATE, weight_decay=HEAD_DECAY)
    for _ in range(epochs):
        for rows in torch.randperm(len(pairs)).split(HEAD_BATCH):
            loss = nn.functional.binary_cross_entropy_with_logits(head(governors[rows], governed[rows]), truth[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return FastTeacher(embed, head)


def _vectors_of(pairs: Sequence[Pair], embed: Embed) -> tuple[Tensor, Tensor]:
    governors, governed = [pair.governor for pair in pairs], [pair.governed for pair in pairs]
    return torch.from_numpy(embed(governors)), torch.from_numpy(embed(governed))


class CrossEncoder(Teacher):
    """A transformer that reads both sentences of a pair; a missing classification head is drawn from the seed."""

    KIND = "cross-encoder"

    def __init__(self, name: str, seed: int = 0) -> None:
        from transformers import AutoModelForSequenceClassification

        torch.manual_seed(seed)
        self.model, self.tokenizer = checkpoint.load_transformer(AutoModelForSequenceClassification, name, num_labels=1)

    def save(self, folder: Path, config: dict[str, Any]) -> None:
        """Write the transformer in the format of transformers, and its configuration."""
        self.model.save_pretrained(folder / _TRANSFORMER)
        self.tokenizer.save_pretrained(folder / _TRANSFORMER)
        checkpoint.save_checkpoint(folder, self.KIND, {}, config)

    def logits(self, pairs: Sequence[Pair]) -> Tensor:
        sides = [[strip_style(getattr(pair, side)) for pair in pairs] for side in ("governor", "governed")]
        options = {"truncation": True, "max_length": _MAX_PAIR_PIECES, "padding": True, "return_tensors": "pt"}
        return self.model(**self.tokenizer(*sides, **options)).logits.squeeze(-1)

    @torch.inference_mode()
    def probabilities(self, pairs: Sequence[Pair]) -> NDArray[np.float32]:
        self.model.eval()
        order = np.argsort(_lengths(pairs), kind="stable")
        scores = np.zeros(len(pairs), dtype=np.float32)
        for start in range(0, len(order), _SCORED):
            rows = order[start : start + _SCORED]
            scores[rows] = torch.sigmoid(self.logits([pairs[row] for row in rows])).numpy()
        return scores


def fine_tune(
    encoder: CrossEncoder, pairs: Sequence[Pair], folder: Path, epochs: int = EPOCHS["cross"], seed: int = 0,
    on_step: Callable[[int, int], None] = lambda step, steps: None,
) -> None:  # fmt: skip
    """Fine-tune on pairs, resuming a stopped run in this folder. ``on_step(step, steps)`` follows each step.

    Each step seeds its own dropout, so a resumed run ends with the same weights as an uninterrupted one.
    """
    model, batches = encoder.model, _batches(pairs, epochs, seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=TUNING_RATE, weight_decay=0.01)
    rising = max(1, round(_WARM_UP * len(batches)))
    checkpoint.check_settings(folder, {"pairs": len(pairs), "epochs": epochs, "seed": seed})
    first = checkpoint.resume(folder, model, optimizer).get("step", 0)
    model.train()
    for step in range(first, len(batches)):
        torch.manual_seed(seed * 1_000_003 + step)
        rate = min((step + 1) / rising, (len(batches) - step) / max(1, len(batches) - rising))
        optimizer.param_groups[0]["lr"] = TUNING_RATE * rate
        batch = [pairs[row] for row in batches[step]]
        truth = torch.tensor([float(pair.governs) for pair in batch])
        optimizer.zero_grad()
        nn.functional.binary_cross_entropy_with_logits(encoder.logits(batch), truth).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        on_step(step + 1, len(batches))
        if (step + 1) % SAVE_EVERY == 0 and step + 1 < len(batches):
            checkpoint.save_state(folder, model, optimizer, {"step": step + 1})
    model.eval()


def _lengths(pairs: Sequence[Pair]) -> NDArray[np.float64]:
    return np.array([len(pair.governor) + len(pair.governed) for pair in pairs], dtype=np.float64)


def _batches(pairs: Sequence[Pair], epochs: int, seed: int) -> list[NDArray[np.intp]]:
    """Return the rows of each batch of each epoch: pairs of similar length together, batches in random order."""
    generator = np.random.default_rng(seed)
    batches: list[NDArray[np.intp]] = []
    for _ in range(epochs):
        order = np.argsort(_lengths(pairs) + generator.uniform(0, _LENGTH_NOISE, len(pairs)))
        epoch = [order[start : start + TUNING_BATCH] for start in range(0, len(order), TUNING_BATCH)]
        batches += [epoch[place] for place in generator.permutation(len(epoch))]
    return batches


def load_teacher(folder: Path) -> Teacher:
    """Load a trained teacher of either form."""
    config = checkpoint.checkpoint_config(folder)
    if config["model"] == CrossEncoder.KIND:
        return CrossEncoder(str(folder / _TRANSFORMER))
    if config["model"] != FastTeacher.KIND:
        raise ModelError(f"the model in {folder} is a '{config['model']}', which scores no pairs of sentences")
    try:
        weights = load_file(folder / WEIGHTS)
        head = PairHead(weights["governor.weight"].shape[1])
        head.load_state_dict(weights)
        return FastTeacher(SentenceEncoder(str(config["transformer"])), head)
    except (OSError, SafetensorError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ModelError(f"cannot load the fast teacher in {folder}: {error}") from error
