"""What is known of a document's sentences and of their pairs, as numbers that a model learns from.

The same numbers are made in training and at run time. Nothing here needs a dictionary: words weigh as they are rare
in the document and, where they are English, in general; scripts without spaces are compared by pairs of characters.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise, repeat
from itertools import count as count_from
from math import log

import numpy as np
from numpy.typing import NDArray

from ramify.document import Document
from ramify.document.tokens import words
from ramify.graph.cues import CUES, cues

Floats = NDArray[np.float32]

_STEM = 6  # letters that two forms of a word share, as far as a language-free rule can tell
_COMMON = 20  # the most common words, which all weigh next to nothing
_UNSPACED = "\u3040"  # the first of the characters that words() gives one by one

_PLACE = (
    "index", "place", "first", "from the end", "paragraph", "paragraph's place", "in paragraph", "opens its paragraph",
    "closes its paragraph", "paragraph's length", "in the first paragraph", "in the last paragraph", "whole",
    "whole so far",
)  # fmt: skip
_WORDS = (
    "length", "relative length", "weight", "rarity", "novelty", "recurs", "spread", "central", "centroid",
    "like the first", "like the one before", "like the next", "most like an earlier", "most like a later",
)  # fmt: skip
_NEIGHBOUR_CUES = ("starts: pronoun", "starts with a quotation", "speech", "asks", "ends with a colon", "leans")
_DOCUMENT_CUES = (
    "speech", "holds a quotation", "own persons", "your persons", "asks", "numbers", "names", "leaning words", "is",
    "brackets", "whole",
)  # fmt: skip
_DOCUMENT = ("document's sentences", "document's paragraphs", "document's length", "document's cohesion")
SENTENCE_FEATURES = (
    *_PLACE, *_WORDS, *CUES, "leans", *(f"before: {name}" for name in _NEIGHBOUR_CUES),
    *(f"next: {name}" for name in _NEIGHBOUR_CUES), *_DOCUMENT, *(f"document: {name}" for name in _DOCUMENT_CUES),
)  # fmt: skip
_NEIGHBOUR_COLUMNS = [SENTENCE_FEATURES.index(name) for name in _NEIGHBOUR_CUES]
_DOCUMENT_COLUMNS = [SENTENCE_FEATURES.index(name) for name in _DOCUMENT_CUES]
PAIR_FEATURES = (
    "before", "distance", "adjacent", "relative distance", "same paragraph", "paragraphs between", "next paragraph",
    "cosine", "relative cosine", "covered", "relative covered", "covers", "opens the other's paragraph", "both open",
    "adjacent and leaning", "most alike before",
)  # fmt: skip


@dataclass(frozen=True, eq=False, slots=True)
class Features:
    """``sentences`` is (N, F), a row a sentence; ``pairs`` is (P, N, N), where [:, i, j] is about i governing j."""

    sentences: Floats
    pairs: Floats


def features(document: Document) -> Features:
    """The features of a document, in the order of ``SENTENCE_FEATURES`` and ``PAIR_FEATURES``."""
    texts = [sentence.plain for sentence in document.sentences]
    tokens = [words(text) for text in texts]
    count = len(texts)
    layout = _Layout.of([len(paragraph) for paragraph in document.paragraphs])
    likeness = _Likeness.of(texts, tokens)
    lengths = np.fromiter(map(len, tokens), np.float32, count)
    marks = cues(texts, tokens)
    leans = marks[:, :3].max(axis=1)
    sentences = np.zeros((count, len(SENTENCE_FEATURES)), np.float32)
    own = len(_PLACE) + len(_WORDS)
    near = own + len(CUES) + 1
    sentences[:, : len(_PLACE)] = _place(layout, marks, lengths).T
    sentences[:, len(_PLACE) : own] = _own_words(likeness, lengths).T
    sentences[:, own : near - 1] = marks
    sentences[:, near - 1] = leans
    after, whole = near + len(_NEIGHBOUR_CUES), near + 2 * len(_NEIGHBOUR_CUES)
    beside = sentences[:, _NEIGHBOUR_COLUMNS]
    sentences[1:, near:after] = beside[:-1]
    sentences[:-1, after:whole] = beside[1:]
    sentences[:, whole:-len(_DOCUMENT_CUES)] = [
        log(count + 1), log(count / len(layout.starts)), log(float(lengths.mean()) + 1), float(likeness.cosine.mean()),
    ]  # fmt: skip
    sentences[:, -len(_DOCUMENT_CUES) :] = sentences[:, _DOCUMENT_COLUMNS].mean(axis=0)
    return Features(sentences, _pairs(layout, likeness, leans))


@dataclass(frozen=True, eq=False, slots=True)
class _Layout:
    """Where each sentence stands: its paragraph, its place in it from the start and from the end."""

    starts: NDArray[np.intp]
    lengths: NDArray[np.intp]
    paragraph: NDArray[np.intp]
    inside: NDArray[np.intp]
    after: NDArray[np.intp]

    @classmethod
    def of(cls, lengths: Sequence[int]) -> "_Layout":
        sizes = np.array([length for length in lengths if length], np.intp)
        starts = np.cumsum(sizes) - sizes
        paragraph = np.repeat(np.arange(len(sizes)), sizes)
        inside = np.arange(int(sizes.sum())) - starts[paragraph]
        return cls(starts, sizes, paragraph, inside, sizes[paragraph] - 1 - inside)


def _place(layout: _Layout, marks: Floats, lengths: Floats) -> NDArray[np.floating]:
    count, paragraphs = len(lengths), len(layout.starts)
    index = np.arange(count)
    paragraph = layout.paragraph
    openly = marks[:, CUES.index("ends openly")]
    whole = (lengths >= 6) & (openly == 0)  # a sentence, where a date, a name or a heading is none
    return np.stack([
        np.log1p(index), index / max(count - 1, 1), index == 0, np.log1p(count - 1 - index),
        np.log1p(paragraph), paragraph / max(paragraphs - 1, 1), np.log1p(layout.inside), layout.inside == 0,
        layout.after == 0, np.log(layout.lengths[paragraph]), paragraph == 0, paragraph == paragraphs - 1,
        whole, np.log1p(np.cumsum(whole) - whole),
    ])  # fmt: skip


@dataclass(frozen=True, eq=False, slots=True)
class _Likeness:
    """Which sentence has which term, what the terms weigh, and what two sentences share.

    ``sentence`` and ``term`` are as long as there are different terms in sentences, by term and then by sentence.
    """

    sentence: NDArray[np.intp]
    term: NDArray[np.intp]
    rarity: NDArray[np.float64]
    frequency: NDArray[np.intp]
    weights: NDArray[np.float64]
    total: NDArray[np.float64]
    norms: NDArray[np.float64]
    cosine: Floats
    covered: Floats
    """[i, j]: how much of what j says (by weight) i says too."""

    @classmethod
    def of(cls, texts: Sequence[str], tokens: Sequence[Sequence[str]]) -> "_Likeness":
        count = len(tokens)
        rows, columns, rarities = _entries(texts, tokens)
        entries = np.array(columns, np.intp) * count + rows
        entries.sort()
        different = np.empty(len(entries), bool)
        different[:1] = True
        np.not_equal(entries[1:], entries[:-1], out=different[1:])
        term, sentence = np.divmod(entries[different], count)
        rarity = np.array(rarities)
        frequency = np.bincount(term, minlength=len(rarity))
        weights = rarity * np.log((count + 1) / frequency)
        own = weights[term]
        total = np.asarray(np.bincount(sentence, own, minlength=count) + 1e-6)
        norms = np.asarray(np.sqrt(np.bincount(sentence, own * own, minlength=count)) + 1e-6)
        shared = frequency > 1
        kept = shared[term]
        place = np.cumsum(shared) - 1
        among = np.zeros((count, max(int(shared.sum()), 1)), np.float32)
        among[sentence[kept], place[term[kept]]] = own[kept]
        covered = (among > 0).astype(np.float32) @ among.T
        covered /= total
        among /= norms[:, None]
        cosine = among @ among.T
        np.fill_diagonal(cosine, 0)
        np.fill_diagonal(covered, 0)
        return cls(sentence, term, rarity, frequency, weights, total, norms, cosine, covered)


def _entries(texts: Sequence[str], tokens: Sequence[Sequence[str]]) -> tuple[NDArray[np.intp], list[int], list[float]]:
    """(sentence, term) for each word, and how rare each term is in general."""
    own = [word if text.isascii() else _terms(word) for text, word in zip(texts, tokens, strict=True)]
    numbers: dict[str, int] = defaultdict(count_from().__next__)
    columns = [numbers[word[:_STEM]] for word in chain.from_iterable(own)]
    rows = np.repeat(np.arange(len(own)), [len(one) for one in own])
    return rows, columns, list(map(_rarity().get, numbers, repeat(1.0)))


def _terms(tokens: Sequence[str]) -> list[str]:
    """The words; a character of an unspaced script goes with the one after it."""
    return [
        word + after if word >= _UNSPACED and after >= _UNSPACED else word for word, after in pairwise((*tokens, ""))
    ]


@cache
def _rarity() -> dict[str, float]:
    """How rare a stem is in English, from 0 to 1, by the rank of its most common word; one outside it has 1."""
    known = (files("ramify") / "models" / "people" / "words.txt").read_text(encoding="utf-8").split()
    least, most = log(_COMMON), log(len(known) + _COMMON)
    found: dict[str, float] = {}
    for rank, word in enumerate(known):
        found.setdefault(word[:_STEM], (log(rank + _COMMON) - least) / (most - least))
    return found


def _own_words(likeness: _Likeness, lengths: Floats) -> NDArray[np.floating]:
    sentence, term, weights, cosine = likeness.sentence, likeness.term, likeness.weights, likeness.cosine
    frequency, total = likeness.frequency, likeness.total
    count = len(lengths)
    own = weights[term]
    ends = np.cumsum(frequency) - 1
    novel = np.bincount(sentence[ends - frequency + 1], weights, minlength=count)
    ending = np.bincount(sentence[ends], weights, minlength=count)  # what is not heard of again
    centre = frequency * weights
    centroid = np.bincount(sentence, own * centre[term], minlength=count) / likeness.norms
    centroid /= np.sqrt(centre @ centre) + 1e-6
    terms = np.maximum(np.bincount(sentence, minlength=count), 1)
    spread = np.bincount(sentence, own * (frequency[term] - 1), minlength=count)
    beside = np.zeros(count + 1)
    beside[1:-1] = cosine.diagonal(1)
    upper = np.triu(cosine)
    return np.stack([
        np.log1p(lengths), np.log1p(lengths) - log(float(lengths.mean()) + 1), np.log1p(total),
        np.bincount(sentence, likeness.rarity[term], minlength=count) / terms, novel / total, 1 - ending / total,
        spread / total / count, cosine.mean(axis=1) * count**0.5, centroid,
        cosine[0], beside[:-1], beside[1:], upper.max(axis=0), upper.max(axis=1),
    ])  # fmt: skip


def _pairs(layout: _Layout, likeness: _Likeness, leans: Floats) -> Floats:
    count = len(layout.paragraph)
    index = np.arange(count)
    ahead = index - index[:, None]
    apart = np.abs(ahead)
    between = layout.paragraph - layout.paragraph[:, None]
    before, together, opens = ahead > 0, between == 0, layout.inside == 0
    cosine, covered = likeness.cosine, likeness.covered
    earlier = np.where(before, cosine, 0)
    best = earlier.max(axis=0)
    pairs = np.empty((len(PAIR_FEATURES), count, count), np.float32)
    for number, values in enumerate((
        before, np.log(np.maximum(apart, 1)), ahead == 1, apart / count, together, np.log1p(np.abs(between)),
        between == 1, cosine, cosine / (cosine.max(axis=0) + 1e-6), covered, covered / (covered.max(axis=0) + 1e-6),
        covered.T,
        together & before & opens[:, None], opens & opens[:, None], (ahead == 1) * leans,
        (earlier == best) & (best > 0),
    )):  # fmt: skip
        pairs[number] = values
    return pairs
