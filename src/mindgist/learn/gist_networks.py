"""The networks behind gists, in torch: the one that ships, and a transformer that teaches it.

Both give each word a score for being kept in the label, and each pair of words a score for following each other
(``mindgist.labels.network``). They learn to make the written label likely among all labels of its sentence.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from mindgist.labels.network import DISTANCE_CLASSES, DISTANCES, ENDINGS, SHAPES, distance_class, ending_of, shape_of
from mindgist.labels.words import FLAGS, gap_flags
from mindgist.learn.checkpoint import load_transformer

UNITS = 64  # of each layer
RANK = 24  # of the scores of skips
TEACHER_DROPOUT, STUDENT_DROPOUT, UNKNOWN_SHARE = 0.1, 0.03, 0.04
MAX_PIECES = 160  # word pieces that the teacher reads of a sentence

Scores = tuple[Tensor, Tensor, Tensor]
"""kept, skips and commas of ``mindgist.labels.network.PathScores``, shapes (B, N), (B, N, N) and (B, N, N)"""


class Label(NamedTuple):
    """A sentence as its pieces, and the places of the words that its label keeps, counted from 1."""

    pieces: list[str]
    kept: list[int]
    commas: Sequence[int] = ()  # of the kept words that follow a comma where words were left out


class PathHeads(nn.Module):
    """Turns vectors of words into the scores of ``mindgist.labels.PathScores``."""

    def __init__(self, units: int, rank: int) -> None:
        super().__init__()
        self.rank = rank
        self.heads = nn.Linear(units, 2 * rank + 5)
        self.start, self.end = (nn.Parameter(0.1 * torch.randn(2 * rank + 5)) for _ in range(2))
        self.distances = nn.Parameter(torch.zeros(DISTANCE_CLASSES))

    def forward(self, states: Tensor, lengths: Tensor) -> Scores:
        """(kept, skips, commas), shapes (B, N) and (B, N, N), of states of shape (B, N - 2, units)."""
        found, every = self.heads(states), torch.arange(len(lengths))
        size = len(found), 1, found.shape[2]
        padded = torch.cat([self.start.expand(size), found, torch.zeros(size)], dim=1)
        at_end = torch.zeros(padded.shape[:2], dtype=torch.bool)
        at_end[every, lengths + 1] = True
        padded = torch.where(at_end[..., None], self.end, padded)
        places = padded.shape[1]
        before, after = padded[..., : self.rank], padded[..., self.rank : 2 * self.rank]
        skips = before @ after.transpose(1, 2) + padded[:, :, None, -5] + padded[:, None, :, -4]
        skips = skips + self.distances[torch.from_numpy(distance_class(places))]
        skips = skips * (torch.arange(places) > torch.arange(places)[:, None] + 1)
        kept = torch.where(at_end, 0.0, padded[..., -1])
        kept = torch.cat([torch.zeros(len(kept), 1), kept[:, 1:]], dim=1)
        return kept, skips, padded[:, :, None, -3] + padded[:, None, :, -2]


class Student(nn.Module):
    """The network that ships, in torch."""

    def __init__(self, words: Sequence[str], units: int = UNITS, rank: int = RANK) -> None:
        super().__init__()
        self.numbers = {word: number for number, word in enumerate(words, start=1)}
        self.words, self.endings, self.shapes = (
            nn.Embedding(count, units) for count in (len(words) + 1, ENDINGS, SHAPES)
        )
        for table in (self.words, self.endings, self.shapes):
            nn.init.normal_(table.weight, std=0.3)
        self.marks = nn.Linear(2 * FLAGS, units)
        self.layers = nn.ModuleList(nn.Linear(3 * units, units) for _ in DISTANCES)
        self.dropout = nn.Dropout(STUDENT_DROPOUT)
        self.heads = PathHeads(units, rank)

    def forward(self, batch: Sequence[Sequence[str]]) -> Scores:
        lengths = torch.tensor([len(pieces) // 2 for pieces in batch])
        longest = int(lengths.max())
        rows = np.zeros((len(batch), longest, 3), np.int64)
        marks = np.zeros((len(batch), longest, 2 * FLAGS), np.float32)
        for number, pieces in enumerate(batch):
            words = pieces[1::2]
            rows[number, : len(words)] = [
                (self.numbers.get(word.lower().replace("’", "'"), 0), ending_of(word), shape_of(word)) for word in words
            ]
            marks[number, : len(words)] = marks_of(pieces)
        word, ending, shape = torch.from_numpy(rows).unbind(dim=2)
        if self.training:
            word = word * (torch.rand(word.shape) >= UNKNOWN_SHARE)
        states = self.words(word) + self.endings(ending) + self.shapes(shape) + self.marks(torch.from_numpy(marks))
        inside = (torch.arange(longest) < lengths[:, None])[..., None]
        states = self.dropout(states) * inside
        for distance, layer in zip(DISTANCES, self.layers, strict=True):
            wide = functional.pad(states, (0, 0, distance, distance))
            around = torch.cat([wide[:, : -2 * distance], states, wide[:, 2 * distance :]], dim=2)
            states = states + self.dropout(torch.relu(layer(around)))
            states = functional.layer_norm(states, states.shape[2:]) * inside
        found: Scores = self.heads(states, lengths)
        return found

    def weights(self) -> dict[str, Any]:
        """The weights as ``mindgist.labels.network`` reads them, in half precision."""
        before, after = self.marks.weight.T.chunk(2)
        found = {
            "words": self.words.weight, "endings": self.endings.weight, "shapes": self.shapes.weight,
            "marks_before": before, "marks_after": after, "marks_bias": self.marks.bias,
            "heads": self.heads.heads.weight.T, "heads_bias": self.heads.heads.bias,
            "start": self.heads.start, "end": self.heads.end, "distances": self.heads.distances,
        }  # fmt: skip
        for name, parameter in self.layers.named_parameters():
            found[f"layer_{name}"] = parameter.t()
        return {name: tensor.detach().numpy().astype(np.float16) for name, tensor in found.items()}


class Teacher(nn.Module):
    """A transformer with the same heads. It reads the pieces of words and the marks around them."""

    def __init__(self, transformer: str) -> None:
        from transformers import AutoModel

        super().__init__()
        self.encoder, self.tokenizer = load_transformer(AutoModel, transformer)
        units = self.encoder.config.hidden_size
        self.marks = nn.Linear(2 * FLAGS + SHAPES, units)
        self.dropout = nn.Dropout(TEACHER_DROPOUT)
        self.heads = PathHeads(units, 2 * RANK)

    def forward(self, batch: Sequence[Sequence[str]]) -> Scores:
        options = {"padding": True, "truncation": True, "max_length": MAX_PIECES, "return_tensors": "pt"}
        read = self.tokenizer([list(pieces[1::2]) for pieces in batch], is_split_into_words=True, **options)
        vectors = self.encoder(input_ids=read["input_ids"], attention_mask=read["attention_mask"]).last_hidden_state
        lengths = torch.tensor([len(pieces) // 2 for pieces in batch])
        first = torch.zeros(len(batch), int(lengths.max()), dtype=torch.long)  # the first piece of each word
        marks = np.zeros((*first.shape, 2 * FLAGS + SHAPES), np.float32)
        for number, pieces in enumerate(batch):
            for place, word in reversed([*enumerate(read.word_ids(number))]):
                if word is not None:
                    first[number, word] = place
            own = np.array([shape_of(word) for word in pieces[1::2]])
            marks[number, : len(own)] = np.concatenate([marks_of(pieces), np.eye(SHAPES)[own]], axis=1)
        states = vectors.gather(1, first[..., None].expand(-1, -1, vectors.shape[2]))
        found: Scores = self.heads(self.dropout(states + self.marks(torch.from_numpy(marks))), lengths)
        return found


def marks_of(pieces: Sequence[str]) -> Any:
    """The marks before and after each word, shape (words, 2 · FLAGS)."""
    flags = np.array(list(map(gap_flags, pieces[::2])))
    bits = (flags[:, None] >> np.arange(FLAGS)) & 1
    return np.concatenate([bits[:-1], bits[1:]], axis=1)


def loss_of(scores: Scores, labels: Sequence[Label]) -> Tensor:
    """The negative log-probability of labels among all labels of their sentences, and that of their commas."""
    kept, skips, commas = scores
    every = torch.arange(len(labels))
    ends = torch.tensor([len(label.pieces) // 2 + 1 for label in labels])
    sums = [torch.zeros(len(labels))]  # over all paths to each place, in logarithms
    for place in range(1, kept.shape[1]):
        sums.append(torch.logsumexp(torch.stack(sums, 1) + skips[:, :place, place], 1) + kept[:, place])
    of_all = torch.stack(sums, 1)[every, ends]
    paths = [[0, *label.kept, end] for label, end in zip(labels, ends.tolist(), strict=True)]
    steps = [
        (number, before, after, after in label.commas)
        for number, (label, path) in enumerate(zip(labels, paths, strict=True))
        for before, after in pairwise(path)
    ]
    sentence, before, after, has_comma = torch.tensor(steps).T
    own = torch.zeros(len(labels)).index_add(0, sentence, skips[sentence, before, after] + kept[sentence, after])
    loss = (of_all - own).mean()
    inner = (before > 0) & (after > before + 1) & (after < ends[sentence])
    if any(label.commas for label in labels):
        logits = commas[sentence, before, after][inner]
        loss = loss + functional.binary_cross_entropy_with_logits(logits, has_comma[inner].float())
    return loss


@torch.inference_mode()
def best_path(kept: Tensor, skips: Tensor, length: int) -> list[int]:
    """The places of the words of the best label of one sentence."""
    best, came_from = [torch.tensor(0.0)], [0]
    for place in range(1, length + 2):
        values = torch.stack(best) + skips[:place, place]
        came_from.append(int(values.argmax()))
        best.append(values.max() + kept[place])
    found, place = [], came_from[length + 1]
    while place:
        found.append(place)
        place = came_from[place]
    return found[::-1]


def batches(labels: Sequence[Sequence[str]], size: int, generator: np.random.Generator) -> list[list[int]]:
    """The numbers of sentences of like length together, batches in random order."""
    order = np.argsort([len(pieces) // 2 + 4 * generator.random() for pieces in labels], kind="stable")
    found = [order[start : start + size].tolist() for start in range(0, len(order), size)]
    return [found[number] for number in generator.permutation(len(found))]


def fit(
    model: nn.Module, labels: Sequence[Label], epochs: int, size: int,
    rates: Sequence[tuple[Iterable[nn.Parameter], float]], seed: int, on_step: Callable[[int, int], None],
) -> None:  # fmt: skip
    """Train with AdamW and a one-cycle schedule; ``rates`` are groups of parameters with their highest rate."""
    generator = np.random.default_rng(seed)
    torch.manual_seed(seed)
    sentences = [label.pieces for label in labels]
    every = [batch for _ in range(epochs) for batch in batches(sentences, size, generator)]
    groups = [{"params": list(parameters)} for parameters, _ in rates]
    highest = [rate for _, rate in rates]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, highest, total_steps=len(every) + 1, pct_start=0.15)
    model.train()
    for step, batch in enumerate(every, start=1):
        chosen = [labels[number] for number in batch]
        loss = loss_of(model([label.pieces for label in chosen]), chosen)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        on_step(step, len(every))
    model.eval()
