"""Training examples for the gist network: parsed sentences, and which of their words an editor kept."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from mindgist.evaluate.similarity import words_of
from mindgist.labels.gist_model import GistVocabulary, normal
from mindgist.labels.words import EDGE, gap_flags, pieces
from mindgist.learn.parses import ParsedWord, Parses, parsed_words

MAX_ENDINGS = 1500
_POOL_BATCHES = 50  # sentences of so many batches are sorted by length, so that a batch needs little padding
_COLUMNS = 8  # word, ending, shape, gap, head, relation, tag, kept (-1 if unknown)


def gist_vocabulary(sentences: Mapping[str, Sequence[ParsedWord]], max_words: int) -> GistVocabulary:
    """The most frequent words and endings of these sentences, and the relations and tags of their parses."""
    counts = Counter(normal(word) for sentence in sentences for word in pieces(sentence)[1::2])
    endings = Counter(word[-3:] for word in counts)
    words = sorted(counts, key=lambda word: (-counts[word], word))[:max_words]
    return GistVocabulary(
        words,
        sorted(endings, key=lambda ending: (-endings[ending], ending))[:MAX_ENDINGS],
        sorted({word.relation for parse in sentences.values() for word in parse}),
        sorted({word.tag for parse in sentences.values() for word in parse}),
    )


@dataclass(frozen=True, eq=False)
class Batch:
    """Padded sentences, each tensor of shape (sentences, positions); see ``GistModel``."""

    words: Tensor
    endings: Tensor
    shapes: Tensor
    gaps: Tensor
    heads: Tensor
    relations: Tensor
    tags: Tensor
    kept: Tensor  # 1 for a word that the editor kept, 0 for one left out, -1 if no editor shortened the sentence
    inside: Tensor  # False for padding


class GistExamples:
    """Parsed sentences with the highlight that shortens each, or None."""

    def __init__(self, highlights: Mapping[str, str | None], parses: Parses, max_words: int) -> None:
        parsed = {sentence: parsed_words(sentence, parses[sentence]) for sentence in highlights if sentence in parses}
        usable = {sentence: words for sentence, words in parsed.items() if words}
        self.vocabulary = gist_vocabulary(usable, max_words)
        relations = {name: number for number, name in enumerate(self.vocabulary.relations)}
        tags = {name: number for number, name in enumerate(self.vocabulary.tags)}
        self._rows = []
        for sentence, words in usable.items():
            parts = pieces(sentence)
            table = np.zeros((_COLUMNS, len(words)), dtype=np.int32)
            table[:3] = np.array([self.vocabulary.describe(word) for word in parts[1::2]]).T
            table[3] = [gap_flags(gap) for gap in parts[:-1:2]]
            table[3, 0] |= EDGE
            table[4:7] = np.array([(word.head, relations[word.relation], tags[word.tag]) for word in words]).T
            highlight = highlights[sentence]
            table[7] = -1 if highlight is None else kept_words(parts[1::2], highlight)
            self._rows.append(table)
        self._lengths = np.array([row.shape[1] for row in self._rows])

    def __len__(self) -> int:
        return len(self._rows)

    def batch_numbers(self, size: int, generator: np.random.Generator) -> list[npt.NDArray[np.intp]]:
        """The numbers of all sentences, in random batches of similar length."""
        order = generator.permutation(len(self._rows))
        batches = []
        for first in range(0, len(order), _POOL_BATCHES * size):
            pool = order[first : first + _POOL_BATCHES * size]
            pool = pool[np.argsort(self._lengths[pool], kind="stable")]
            batches += [pool[start : start + size] for start in range(0, len(pool), size)]
        return [batches[place] for place in generator.permutation(len(batches))]

    def batch(self, numbers: npt.NDArray[np.intp]) -> Batch:
        """The sentences with these numbers."""
        longest = int(self._lengths[numbers].max())
        columns = np.zeros((_COLUMNS + 1, len(numbers), longest), dtype=np.int64)
        for row, number in enumerate(numbers):
            length = self._lengths[number]
            columns[:_COLUMNS, row, :length] = self._rows[number]
            columns[_COLUMNS, row, :length] = 1
        words, endings, shapes, gaps, heads, relations, tags, kept, inside = torch.from_numpy(columns)
        return Batch(words, endings, shapes, gaps, heads, relations, tags, kept, inside.bool())


def kept_words(words: Sequence[str], highlight: str) -> list[int]:
    """For each word, 1 if it is in the longest common subsequence with the highlight."""
    parts = [(part, place) for place, word in enumerate(words) for part in words_of(word)]
    wanted = words_of(highlight)
    longest = [[0] * (len(wanted) + 1) for _ in range(len(parts) + 1)]  # of the ends from these positions on
    for left in range(len(parts) - 1, -1, -1):
        for right in range(len(wanted) - 1, -1, -1):
            same = parts[left][0] == wanted[right]
            longest[left][right] = (
                longest[left + 1][right + 1] + 1 if same else max(longest[left + 1][right], longest[left][right + 1])
            )
    kept, left, right = [0] * len(words), 0, 0
    while left < len(parts) and right < len(wanted):
        if parts[left][0] == wanted[right]:
            kept[parts[left][1]] = 1
            left, right = left + 1, right + 1
        elif longest[left + 1][right] >= longest[left][right + 1]:
            left += 1
        else:
            right += 1
    return kept
