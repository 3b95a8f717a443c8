"""Training examples for the gist network: sentences with all candidates, their scores and which ones are complete."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from mindgist.evaluate.similarity import in_common, words_of
from mindgist.labels.candidates import candidates
from mindgist.labels.gist_model import GistVocabulary, normal
from mindgist.labels.stream import STOPS, stream
from mindgist.labels.words import pieces, read_pieces
from mindgist.learn.clauses import Clauses, Parses, Token

MAX_ENDINGS = 1000
_CHUNK_SENTENCES = 2000  # go through the rules at once
_POOL_BATCHES = 50  # sentences of so many batches are sorted by length, so that a batch needs little padding

Floats = npt.NDArray[np.float32]


def gist_vocabulary(sentences: Iterable[str], verbs: tuple[list[str], list[str]], max_words: int) -> GistVocabulary:
    """The most frequent words and endings of these sentences."""
    counts = Counter(normal(word) for sentence in sentences for word in pieces(sentence)[1::2])
    endings = Counter(word[-3:] for word in counts)
    words = sorted(counts, key=lambda word: (-counts[word], word))[:max_words]
    return GistVocabulary(words, sorted(endings, key=lambda end: (-endings[end], end))[:MAX_ENDINGS], *verbs)


@dataclass(frozen=True, eq=False)
class Batch:
    """Padded sentences and their candidates; a candidate's positions count through all rows of the batch."""

    words: Tensor  # (sentences, positions, 4): flags, word, ending and shape, see GistVocabulary
    gaps: Tensor  # (sentences, positions): what stands before each word
    inside: Tensor  # (sentences, positions): False for padding
    sentence: Tensor  # (candidates,): the row
    ends: Tensor  # (candidates, 4): start, end, and the aside's start and end (0 without one)
    length: Tensor  # (candidates,): words
    score: Tensor  # (candidates,): against the highlight, from 0 to 1
    complete: Tensor  # (candidates,): 1 for a complete clause


class GistExamples:
    """Sentences with their candidates. ``highlights`` may be None for sentences that no editor shortened."""

    def __init__(
        self, sentences: Sequence[str], highlights: Sequence[str | None], parses: Parses, vocabulary: GistVocabulary
    ) -> None:
        starts = range(0, len(sentences), _CHUNK_SENTENCES)
        parts = [_encode(sentences[start : start + _CHUNK_SENTENCES], vocabulary) for start in starts]
        words, gaps, lengths, counts, tables = (np.concatenate(column) for column in zip(*parts, strict=True))
        self._words, self._gaps = torch.from_numpy(words), torch.from_numpy(gaps)
        self._lengths, self._counts = lengths, counts
        self._first_words = np.cumsum(lengths + STOPS) - lengths - STOPS
        self._offsets = np.concatenate([[0], np.cumsum(counts)])
        self._candidates = tables
        self.scores, self.complete = np.zeros(len(tables), np.float32), np.zeros(len(tables), np.float32)
        for number, (sentence, highlight) in enumerate(zip(sentences, highlights, strict=True)):
            own = slice(self._offsets[number], self._offsets[number + 1])
            if highlight is not None:
                self.scores[own] = _scores(sentence, highlight, tables[own])
            if sentence in parses:
                self.complete[own] = _complete(sentence, parses[sentence], tables[own])

    def batch_numbers(self, size: int, generator: np.random.Generator) -> list[npt.NDArray[np.intp]]:
        """The numbers of all sentences that have candidates, in random batches of similar length."""
        order = generator.permutation(np.flatnonzero(self._counts))
        batches = []
        for first in range(0, len(order), _POOL_BATCHES * size):
            pool = order[first : first + _POOL_BATCHES * size]
            pool = pool[np.argsort(self._lengths[pool], kind="stable")]
            batches += [pool[start : start + size] for start in range(0, len(pool), size)]
        return [batches[place] for place in generator.permutation(len(batches))]

    def batch(self, numbers: npt.NDArray[np.intp]) -> Batch:
        """The sentences with these numbers, padded on both sides as far as a layer of the network looks."""
        lengths, counts = self._lengths[numbers], self._counts[numbers]
        offset = np.arange(-STOPS, int(lengths.max()) + STOPS)
        inside = torch.from_numpy((offset >= 0) & (offset < lengths[:, None]))
        positions = np.clip(self._first_words[numbers][:, None] + offset, 0, len(self._words) - 1)
        after_last = torch.from_numpy((offset >= 0) & (offset <= lengths[:, None]))  # its gap belongs to the sentence
        row = np.repeat(np.arange(len(numbers)), counts)
        own = np.concatenate([np.arange(self._offsets[n], self._offsets[n + 1]) for n in numbers])
        ends = self._candidates[own, :4]
        return Batch(
            words=self._words[torch.from_numpy(positions)] * inside[..., None],
            gaps=self._gaps[torch.from_numpy(positions)] * after_last,
            inside=inside,
            sentence=torch.from_numpy(row),
            ends=torch.from_numpy(np.where(ends < 0, 0, ends + row[:, None] * len(offset) + STOPS)),
            length=torch.from_numpy(self._candidates[own, 4]),
            score=torch.from_numpy(self.scores[own]),
            complete=torch.from_numpy(self.complete[own]),
        )


def _encode(sentences: Sequence[str], vocabulary: GistVocabulary) -> tuple[npt.NDArray[np.int64], ...]:
    """Words, gaps, lengths, counts of candidates, and the candidates: start, end, aside's start and end, words."""
    words = stream([read_pieces(sentence) for sentence in sentences], vocabulary.table)
    found = candidates(words, strict=False)
    sentence = words.sentence[found.start]
    order = np.argsort(sentence, kind="stable")
    table = np.stack([found.start, found.end, found.open, found.close, found.words], axis=1)[order]
    first = words.first[sentence[order]][:, None]
    without_aside = table[:, 2] == 0
    table[:, :4] -= first
    table[without_aside, 2:4] = -1
    rows = vocabulary.table.table[words.words, :4].astype(np.int64)
    counts = np.bincount(sentence, minlength=len(sentences))
    return rows[STOPS:], words.gaps[STOPS:].astype(np.int64), words.length, counts, table  # stops follow each sentence


def _scores(sentence: str, highlight: str, table: npt.NDArray[np.int64]) -> Floats:
    """The score of each candidate against the highlight; it is the metric of ``mindgist.evaluate.similarity``."""
    wanted, words = words_of(highlight), [word.lower() for word in pieces(sentence)[1::2]]
    scores = []
    for start, end, aside_start, aside_end, count in table.tolist():
        chosen = words[start : end + 1]
        if aside_start >= 0:
            chosen = words[start:aside_start] + words[aside_end + 1 : end + 1]
        scores.append(2 * in_common(wanted, chosen) / (len(wanted) + count))
    return np.array(scores, dtype=np.float32)


def _complete(sentence: str, tokens: Sequence[Token], table: npt.NDArray[np.int64]) -> Floats:
    clauses = Clauses(sentence, tokens)
    complete = []
    for start, end, aside_start, aside_end, _ in table.tolist():
        words = (1 << end + 1) - (1 << start)
        if aside_start >= 0:
            words &= ~((1 << aside_end + 1) - (1 << aside_start))
        complete.append(clauses.is_complete(words))
    return np.array(complete, dtype=np.float32)
