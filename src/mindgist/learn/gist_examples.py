"""What the network of gists learns from: sentences, each candidate's score and whether it is complete."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from mindgist.evaluate.gists import in_common, words_of
from mindgist.labels.candidates import candidates
from mindgist.labels.gist_model import GistVocabulary, normal
from mindgist.labels.stream import STOPS, chunks_of, stream
from mindgist.labels.words import pieces
from mindgist.learn.clauses import Clauses, Token

_AT_ONCE = 2000
_ENDINGS = 1000

Parses = Mapping[str, Sequence[Token]]


def gist_vocabulary(sentences: Iterable[str], verbs: tuple[list[str], list[str]], most: int) -> GistVocabulary:
    """The most frequent words and endings of these sentences."""
    counts = Counter(normal(word) for sentence in sentences for word in pieces(sentence)[1::2])
    endings = Counter(word[-3:] for word in counts)
    words = sorted(counts, key=lambda word: (-counts[word], word))[:most]
    return GistVocabulary(words, sorted(endings, key=lambda end: (-endings[end], end))[:_ENDINGS], *verbs)


@dataclass(frozen=True, eq=False)
class Batch:
    """Sentences side by side, padded with stops; candidates name places in all of them, row by row."""

    words: Tensor  # (sentences, places, 4): as GistVocabulary describes them
    gaps: Tensor  # (sentences, places)
    inside: Tensor  # (sentences, places)
    which: Tensor  # (candidates): the sentence
    ends: Tensor  # (candidates, 4): start, end, open, close
    length: Tensor  # (candidates)
    reward: Tensor  # (candidates): the score against the highlight
    complete: Tensor  # (candidates): 1 for a complete clause


class GistExamples:
    """Sentences with all their candidates; sentences that have none, or too few words, are left out."""

    def __init__(
        self, sentences: Sequence[str], highlights: Sequence[str | None], parses: Parses, vocabulary: GistVocabulary
    ) -> None:
        rows: list[npt.NDArray[np.int64]] = []
        words, gaps, self.first, self.length, counts = [], [], [], [], []
        rewards, complete = [], []
        places = 0
        for at in range(0, len(sentences), _AT_ONCE):
            part = sentences[at : at + _AT_ONCE]
            made = stream([chunks_of(sentence) for sentence in part], vocabulary.chunks)
            found = candidates(made, strict=False)
            number = made.sentence[found.start]
            order = np.argsort(number, kind="stable")
            table = np.stack([found.start, found.end, found.open, found.close, found.words], axis=1)[order]
            asides = table[:, 2] > 0
            table[:, :2] -= made.first[number[order]][:, None]
            table[asides, 2:4] -= made.first[number[order]][asides][:, None]
            table[~asides, 2:4] = -1
            rows.append(table)
            counts += np.bincount(number, minlength=len(part)).tolist()
            words.append(vocabulary.known.table[made.words, :4])
            gaps.append(made.gaps)
            self.first += (made.first + places).tolist()
            self.length += made.length.tolist()
            places += len(made.words)
            ends = np.cumsum(counts[at:])
            for place, sentence in enumerate(part):
                own = table[ends[place] - counts[at + place] : ends[place]]
                rewards.append(_rewards(sentence, highlights[at + place], own))
                complete.append(_complete(sentence, parses.get(sentence), own))
        self._words = torch.from_numpy(np.concatenate(words).astype(np.int64))
        self._gaps = torch.from_numpy(np.concatenate(gaps).astype(np.int64))
        self.candidates = np.concatenate(rows)
        self.rewards, self.complete = np.concatenate(rewards), np.concatenate(complete)
        self.counts = np.array(counts)
        self.offsets = np.concatenate([[0], np.cumsum(self.counts)])
        self.usable = np.flatnonzero(self.counts)

    def batches(self, size: int, generator: np.random.Generator | None = None) -> Iterator[tuple[list[int], Batch]]:
        """The sentences in batches of about the same length; in another order with a generator."""
        for numbers in self.order(size, generator):
            yield numbers, self.batch(numbers)

    def order(self, size: int, generator: np.random.Generator | None = None) -> list[list[int]]:
        """Which sentences are in which batch."""
        length = np.array(self.length)
        order = self.usable if generator is None else generator.permutation(self.usable)
        pool = len(order) if generator is None else 50 * size
        batches = []
        for at in range(0, len(order), max(1, pool)):
            near = order[at : at + pool]
            near = near[np.argsort(length[near], kind="stable")]
            batches += [near[first : first + size].tolist() for first in range(0, len(near), size)]
        return batches if generator is None else [batches[place] for place in generator.permutation(len(batches))]

    def batch(self, numbers: Sequence[int]) -> Batch:
        """These sentences, with STOPS stops on both sides."""
        first, length = np.array(self.first)[numbers], np.array(self.length)[numbers]
        offset = np.arange(-STOPS, int(length.max()) + STOPS)
        places = np.clip(first[:, None] + offset, 0, len(self._words) - 1)
        inside = (offset >= 0) & (offset < length[:, None])
        counts = self.counts[numbers]
        which = np.repeat(np.arange(len(numbers)), counts)
        own = np.concatenate([np.arange(self.offsets[n], self.offsets[n + 1]) for n in numbers])
        ends = self.candidates[own, :4]
        base = which[:, None] * len(offset) + STOPS
        gaps = self._gaps[torch.from_numpy(places)] * torch.from_numpy((offset >= 0) & (offset <= length[:, None]))
        return Batch(
            words=self._words[torch.from_numpy(places)] * torch.from_numpy(inside)[..., None],
            gaps=gaps,
            inside=torch.from_numpy(inside),
            which=torch.from_numpy(which),
            ends=torch.from_numpy(np.where(ends < 0, 0, ends + base)),
            length=torch.from_numpy(self.candidates[own, 4]),
            reward=torch.from_numpy(self.rewards[own]),
            complete=torch.from_numpy(self.complete[own]),
        )


def _rewards(sentence: str, highlight: str | None, table: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """The score of each candidate against the highlight; the metric itself, so that nothing else is learned."""
    if highlight is None:
        return np.zeros(len(table), dtype=np.float32)
    wanted, words = words_of(highlight), [word.lower() for word in pieces(sentence)[1::2]]
    rewards = []
    for start, end, opens, closes, count in table.tolist():
        chosen = words[start : end + 1] if opens < 0 else words[start:opens] + words[closes + 1 : end + 1]
        rewards.append(2 * in_common(wanted, chosen) / (len(wanted) + count))
    return np.array(rewards, dtype=np.float32)


def _complete(sentence: str, tokens: Sequence[Token] | None, table: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    if tokens is None:
        return np.zeros(len(table), dtype=np.float32)
    clauses = Clauses(sentence, tokens)
    found = []
    for start, end, opens, closes, _ in table.tolist():
        bits = (1 << end + 1) - (1 << start)
        if opens >= 0:
            bits &= ~((1 << closes + 1) - (1 << opens))
        found.append(clauses.complete(bits))
    return np.array(found, dtype=np.float32)
