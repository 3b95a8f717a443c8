"""How similar the sentences of a document are, by the terms they share; for a batch of documents.

A term is the stem of a word, or a pair of characters in scripts without spaces. It weighs more the rarer it is in the
document and in general.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mindgist.graph.layout import Floats, Indexes, Layout
from mindgist.graph.letters import Letters
from mindgist.graph.lexicon import Lexicon, Words

_FIRST_UNSPACED = "\u3040"  # from this character on, ``tokens.words`` gives single characters


@dataclass(frozen=True, eq=False, slots=True)
class Terms:
    """The terms of a batch. Each belongs to one document.

    ``sentence`` and ``term`` are the two sides of the pairs "this sentence has this term", sorted by term and then by
    sentence. ``document``, ``rarity``, ``frequency`` (in sentences) and ``weight`` have an entry for each term;
    ``total`` and ``norm`` are the sum and the Euclidean norm of the weights of each sentence.
    """

    sentence: Indexes
    term: Indexes
    document: Indexes
    rarity: NDArray[np.float64]
    frequency: Indexes
    weight: NDArray[np.float64]
    total: NDArray[np.floating]
    norm: NDArray[np.floating]

    @classmethod
    def of(cls, words: Words, layout: Layout) -> "Terms":
        """The terms of these words."""
        sentences = len(words.lengths)
        first, is_first = _first_occurrences(words, layout)
        sentence_of_word = np.repeat(np.arange(sentences), words.lengths)
        entries = (np.cumsum(is_first) - 1)[first] * sentences + sentence_of_word
        entries.sort()
        is_new = np.ones(len(entries), bool)
        np.not_equal(entries[1:], entries[:-1], out=is_new[1:])
        term, sentence = np.divmod(entries[is_new], sentences)
        document = layout.document[sentence_of_word[is_first]]
        rarity = words.rarity[is_first]
        frequency = np.bincount(term, minlength=len(rarity))
        weight = rarity * np.log((layout.counts[document] + 1) / frequency)
        own = weight[term]
        total = np.bincount(sentence, own, minlength=sentences) + 1e-6
        norm = np.sqrt(np.bincount(sentence, own * own, minlength=sentences)) + 1e-6
        return cls(sentence, term, document, rarity, frequency, weight, total, norm)

    def matrices(self, layout: Layout) -> list[Floats]:
        """For each document the weights of the terms that at least two of its sentences share, (sentences, terms)."""
        is_shared = self.frequency > 1
        kept = is_shared[self.term]
        term, sentence = self.term[kept], self.sentence[kept]
        widths = np.bincount(self.document[is_shared], minlength=len(layout.counts))
        column = np.cumsum(is_shared) - 1 - (np.cumsum(widths) - widths)[self.document]
        widths = np.maximum(widths, 1)
        ends = np.cumsum(layout.counts * widths)
        starts = ends - layout.counts * widths
        table = np.zeros(int(ends[-1]), np.float32)
        of = layout.document[sentence]
        table[starts[of] + layout.index[sentence] * widths[of] + column[term]] = self.weight[term]
        return [
            table[start:end].reshape(-1, width)
            for start, end, width in zip(starts.tolist(), ends.tolist(), widths.tolist(), strict=True)
        ]


def terms_of(letters: Letters, words: Sequence[str], known: Words, lexicon: Lexicon) -> Words:
    """The words as terms: in scripts without spaces, each character is joined with the next one."""
    ends = np.cumsum(known.lengths).tolist() if letters.not_ascii else []
    own = {number: words[ends[number] - int(known.lengths[number]) : ends[number]] for number in letters.not_ascii}
    unspaced = {number: _joined(some) for number, some in own.items() if max(some, default="") >= _FIRST_UNSPACED}
    if not unspaced:
        return known
    terms = list(words)
    for number, some in unspaced.items():  # as many terms as there were words
        terms[ends[number] - len(some) : ends[number]] = some
    return lexicon.look_up(terms, known.lengths)


def _joined(words: Sequence[str]) -> list[str]:
    return [
        word + after if word >= _FIRST_UNSPACED and after >= _FIRST_UNSPACED else word
        for word, after in pairwise((*words, ""))
    ]


def _first_occurrences(words: Words, layout: Layout) -> tuple[Indexes, NDArray[np.bool_]]:
    """For each word: the first word of its document with the same stem, and whether that is the word itself."""
    numbers = np.arange(len(words.stem))
    first = np.empty_like(numbers)
    seen = np.empty(int(words.stem.max(initial=0)) + 1, np.intp)
    ends = np.cumsum(np.add.reduceat(words.lengths, layout.firsts)).tolist()
    for start, end in zip([0, *ends], ends, strict=False):
        own = words.stem[start:end]
        seen[own[::-1]] = numbers[start:end][::-1]  # of several assignments to one place, numpy keeps the last
        first[start:end] = seen[own]
    return first, first == numbers


@dataclass(frozen=True, eq=False, slots=True)
class Similarity:
    """The similarity of each pair (governor, governed) of a layout, and its extremes for each sentence."""

    cosine: Floats
    covered: Floats
    """The share of the governed sentence's weight that the governor has too."""
    covers: Floats
    """The share of the governor's weight that the governed sentence has too."""
    cosine_before: Floats
    """The cosine if the governor comes first, else 0."""
    mean: NDArray[np.float64]
    """Of the cosines of a sentence."""
    max_earlier: Floats
    max_later: Floats
    max_covers: Floats

    @classmethod
    def of(cls, terms: Terms, layout: Layout) -> "Similarity":
        """The similarities by these terms."""
        cosine, covered, covers = np.empty((3, len(layout.governor)), np.float32)
        for matrix, pairs, own in zip(
            terms.matrices(layout), layout.pair_slices, layout.sentence_slices, strict=True
        ):  # one by one: the last bit of a product depends on the other rows
            shared = (matrix > 0).astype(np.float32) @ matrix.T
            shared /= terms.total[own]
            matrix /= terms.norm[own, None]
            cosine[pairs] = (matrix @ matrix.T).reshape(-1)
            covered[pairs] = shared.reshape(-1)
            covers[pairs] = shared.T.reshape(-1)
        for values in (cosine, covered, covers):
            values[layout.first_pairs + layout.index] = 0  # a sentence and itself
        before = np.where(layout.distance > 0, cosine, np.float32(0))
        mean = np.add.reduceat(cosine, layout.first_pairs) / layout.count
        later = np.maximum.reduceat(before, layout.first_pairs)
        # The cosine is symmetric, so the row of a sentence has its cosines with earlier ones too.
        after = np.where(layout.distance < 0, cosine, np.float32(0))
        earlier = np.maximum.reduceat(after, layout.first_pairs)
        return cls(
            cosine, covered, covers, before, mean, earlier, later, np.maximum.reduceat(covers, layout.first_pairs)
        )
