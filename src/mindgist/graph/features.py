"""What is known of documents' sentences and of their pairs, as numbers that a model learns from.

The same numbers are made in training and at run time. Words weigh as they are rare in the document and, where they are
English, in general; scripts without spaces are compared by pairs of characters. Several documents are looked at side by
side (``layout``), and none of their numbers depends, not in its last bit, on which others stand beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.graph.cues import CUES, cues
from mindgist.graph.layout import Floats, Layout
from mindgist.graph.letters import Letters
from mindgist.graph.lexicon import Words

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
    """``sentences`` is (N, F), a row a sentence; ``pairs`` is (P, N, N), where [:, i, j] is about i governing j.

    Where several documents are looked at together, N counts the sentences of all, and ``pairs`` is (P, pairs of all).
    """

    sentences: Floats
    pairs: Floats


def features(document: Document) -> Features:
    """The features of a document, in the order of ``SENTENCE_FEATURES`` and ``PAIR_FEATURES``."""
    found = features_together([document], Layout.of([document]))
    return Features(found.sentences, found.pairs.reshape(-1, len(document), len(document)))


def features_together(documents: Sequence[Document], layout: Layout, more: int = 0) -> Features:
    """The features of several documents; ``more`` rows are left free after those of the pairs."""
    texts = [sentence.plain for document in documents for sentence in document.sentences]
    letters = Letters.of(texts)
    words, lengths = letters.words()
    pairs = np.empty((len(PAIR_FEATURES) + more, len(layout.governor)), np.float32)
    known = Words.of(words, lengths)
    marks = cues(letters, known)
    leans = marks[:, :3].max(axis=1)
    place = _Paragraphs.of(layout)
    likeness = _Likeness.of(_terms_of(letters, words, known), layout)
    alike = _Alike.of(likeness, layout)
    sentences = np.zeros((len(texts), len(SENTENCE_FEATURES)), np.float32)
    own = len(_PLACE) + len(_WORDS)
    near = own + len(CUES) + 1
    sentences[:, : len(_PLACE)] = np.array(_place(layout, place, marks, lengths), np.float32).T
    mean_length = np.log(np.bincount(layout.document, lengths) / layout.counts + 1)
    sentences[:, len(_PLACE) : own] = np.array(_own_words(likeness, alike, layout, lengths, mean_length), np.float32).T
    sentences[:, own : near - 1] = marks
    sentences[:, near - 1] = leans
    after, whole = near + len(_NEIGHBOUR_CUES), near + 2 * len(_NEIGHBOUR_CUES)
    beside = sentences[:, _NEIGHBOUR_COLUMNS]
    sentences[1:, near:after] = beside[:-1]
    sentences[:-1, after:whole] = beside[1:]
    sentences[layout.firsts, near:after] = 0
    sentences[layout.firsts + layout.counts - 1, after:whole] = 0
    cohesion = np.add.reduceat(alike.mean, layout.firsts) / layout.counts
    about = np.log([layout.counts + 1, layout.counts / layout.paragraph_counts])
    sentences[:, whole : -len(_DOCUMENT_CUES)] = np.column_stack([*about, mean_length, cohesion])[layout.document]
    means = np.add.reduceat(sentences[:, _DOCUMENT_COLUMNS], layout.firsts) / layout.counts[:, None]
    sentences[:, -len(_DOCUMENT_CUES) :] = means[layout.document]
    _fill_pairs(pairs, layout, place, alike, leans)
    return Features(sentences, pairs)


@dataclass(frozen=True, eq=False, slots=True)
class _Paragraphs:
    """For each sentence: the number of its paragraph in the document, its place in it, its length; and of how many."""

    number: NDArray[np.intp]
    inside: NDArray[np.intp]
    length: NDArray[np.intp]
    among: NDArray[np.intp]

    @classmethod
    def of(cls, layout: Layout) -> "_Paragraphs":
        sizes, counts = layout.paragraphs, layout.paragraph_counts
        number = np.arange(len(sizes)) - np.repeat(np.cumsum(counts) - counts, counts)
        inside = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return cls(np.repeat(number, sizes), inside, np.repeat(sizes, sizes), counts[layout.document])


def _place(
    layout: Layout, place: _Paragraphs, marks: Floats, lengths: NDArray[np.intp]
) -> tuple[NDArray[np.generic], ...]:
    index, count, paragraph = layout.index, layout.count, place.number
    whole = (lengths >= 6) & (marks[:, CUES.index("ends openly")] == 0)  # where a date, a name or a heading is none
    so_far = np.cumsum(whole) - whole
    so_far -= so_far[layout.firsts][layout.document]
    logs = np.log1p([index, count - 1 - index, paragraph, place.inside, so_far])
    return (
        logs[0], index / np.maximum(count - 1, 1), index == 0, logs[1], logs[2],
        paragraph / np.maximum(place.among - 1, 1), logs[3], place.inside == 0, place.inside == place.length - 1,
        np.log(place.length), paragraph == 0, paragraph == place.among - 1, whole, logs[4],
    )  # fmt: skip


@dataclass(frozen=True, eq=False, slots=True)
class _Likeness:
    """Which sentence has which term, what the terms weigh, and what two sentences share.

    ``sentence`` and ``term`` are as long as there are different terms in sentences, by term and then by sentence; a
    term belongs to one document.
    """

    sentence: NDArray[np.intp]
    term: NDArray[np.intp]
    document: NDArray[np.intp]
    """Of each term."""
    rarity: NDArray[np.float64]
    frequency: NDArray[np.intp]
    weights: NDArray[np.float64]
    total: NDArray[np.floating]
    norms: NDArray[np.floating]

    @classmethod
    def of(cls, words: Words, layout: Layout) -> "_Likeness":
        sentences = len(words.lengths)
        first, new = _first_places(words, layout)
        within = np.repeat(np.arange(sentences), words.lengths)
        entries = (np.cumsum(new) - 1)[first] * sentences + within
        entries.sort()
        different = np.ones(len(entries), bool)
        np.not_equal(entries[1:], entries[:-1], out=different[1:])
        term, sentence = np.divmod(entries[different], sentences)
        document = layout.document[within[new]]
        rarity = words.rarity[new]
        frequency = np.bincount(term, minlength=len(rarity))
        weights = rarity * np.log((layout.counts[document] + 1) / frequency)
        own = weights[term]
        total = np.bincount(sentence, own, minlength=sentences) + 1e-6
        norms = np.sqrt(np.bincount(sentence, own * own, minlength=sentences)) + 1e-6
        return cls(sentence, term, document, rarity, frequency, weights, total, norms)


def _first_places(words: Words, layout: Layout) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each word, where its document first has its stem; and the places where a stem comes first."""
    places = np.arange(len(words.stem))
    first = np.empty_like(places)
    seen = np.empty(int(words.stem.max(initial=0)) + 1, np.intp)
    ends = np.cumsum(np.add.reduceat(words.lengths, layout.firsts)).tolist()
    for start, end in zip([0, *ends], ends, strict=False):
        own = words.stem[start:end]
        seen[own[::-1]] = places[start:end][::-1]  # of places that are the same, the last one stays
        first[start:end] = seen[own]
    return first, first == places


def _terms_of(letters: Letters, words: Sequence[str], known: Words) -> Words:
    """The words; a character of an unspaced script goes with the one after it."""
    ends = np.cumsum(known.lengths).tolist() if letters.apart else []
    own = {place: words[ends[place] - int(known.lengths[place]) : ends[place]] for place in letters.apart}
    unspaced = {place: _terms(some) for place, some in own.items() if max(some, default="") >= _UNSPACED}
    if not unspaced:
        return known
    terms = list(words)
    for place, some in unspaced.items():  # as many as there were words
        terms[ends[place] - len(some) : ends[place]] = some
    return Words.of(terms, known.lengths)


def _terms(tokens: Sequence[str]) -> list[str]:
    return [
        word + after if word >= _UNSPACED and after >= _UNSPACED else word for word, after in pairwise((*tokens, ""))
    ]


@dataclass(frozen=True, eq=False, slots=True)
class _Alike:
    """How alike two sentences are, for each pair of the layout; and the most of it, for each sentence."""

    cosine: Floats
    covered: Floats
    """How much of what the second says (by weight) the first says too."""
    covers: Floats
    """The other way round."""
    before: Floats
    """The cosine where the governor stands before, else 0."""
    mean: NDArray[np.float64]
    earlier: Floats
    later: Floats
    most_covered: Floats

    @classmethod
    def of(cls, likeness: _Likeness, layout: Layout) -> "_Alike":
        cosine, covered, covers = np.empty((3, len(layout.governor)), np.float32)
        for among, square, first in zip(_tables(likeness, layout), layout.squares, layout.firsts.tolist(), strict=True):
            own = slice(first, first + len(among))
            shared = (among > 0).astype(np.float32) @ among.T
            shared /= likeness.total[own]
            among /= likeness.norms[own, None]
            cosine[square] = (among @ among.T).reshape(-1)
            covered[square] = shared.reshape(-1)
            covers[square] = shared.T.reshape(-1)
        for table in (cosine, covered, covers):
            table[layout.rows + layout.index] = 0
        before = np.where(layout.ahead > 0, cosine, np.float32(0))
        mean = np.add.reduceat(cosine, layout.rows) / layout.count
        later = np.maximum.reduceat(before, layout.rows)
        # Cosines are the same both ways, so what stands before a sentence is found in its own row.
        earlier = np.maximum.reduceat(np.where(layout.ahead < 0, cosine, np.float32(0)), layout.rows)
        most_covered = np.maximum.reduceat(covers, layout.rows)
        return cls(cosine, covered, covers, before, mean, earlier, later, most_covered)


def _tables(likeness: _Likeness, layout: Layout) -> list[Floats]:
    """For each document the weights of the terms that some of its sentences share, (sentences, terms)."""
    shared = likeness.frequency > 1
    kept = shared[likeness.term]
    term, sentence = likeness.term[kept], likeness.sentence[kept]
    widths = np.bincount(likeness.document[shared], minlength=len(layout.counts))
    column = np.cumsum(shared) - 1 - (np.cumsum(widths) - widths)[likeness.document]
    widths = np.maximum(widths, 1)
    ends = np.cumsum(layout.counts * widths)
    table = np.zeros(int(ends[-1]), np.float32)
    of = layout.document[sentence]
    begins = ends - layout.counts * widths
    table[begins[of] + layout.index[sentence] * widths[of] + column[term]] = likeness.weights[term]
    return [
        table[begin:end].reshape(-1, width)
        for begin, end, width in zip(begins.tolist(), ends.tolist(), widths.tolist(), strict=True)
    ]


def _own_words(
    likeness: _Likeness, alike: _Alike, layout: Layout, lengths: NDArray[np.intp], mean_length: NDArray[np.float64]
) -> tuple[NDArray[np.generic], ...]:
    sentence, term, weights, total = likeness.sentence, likeness.term, likeness.weights, likeness.total
    frequency, sentences = likeness.frequency, len(lengths)
    own = weights[term]
    ends = np.cumsum(frequency) - 1
    novel = np.bincount(sentence[ends - frequency + 1], weights, minlength=sentences)
    ending = np.bincount(sentence[ends], weights, minlength=sentences)  # what is not heard of again
    centre = frequency * weights
    centroid = np.bincount(sentence, own * centre[term], minlength=sentences) / likeness.norms
    centroid /= np.sqrt(np.bincount(likeness.document, centre * centre, len(layout.counts)))[layout.document] + 1e-6
    terms = np.maximum(np.bincount(sentence, minlength=sentences), 1)
    spread = np.bincount(sentence, own * (frequency[term] - 1), minlength=sentences)
    rarity = np.bincount(sentence, likeness.rarity[term], minlength=sentences)
    beside = np.zeros(sentences + 1, np.float32)
    follows = np.flatnonzero(layout.index)
    beside[follows] = alike.cosine[layout.rows[follows] + layout.index[follows] - 1]
    first = alike.cosine[layout.rows]
    length = np.log1p(lengths)
    return (
        length, length - mean_length[layout.document], np.log1p(total), rarity / terms, novel / total,
        1 - ending / total, spread / total / layout.count, alike.mean * np.sqrt(layout.count), centroid, first,
        beside[:-1], beside[1:], alike.earlier, alike.later,
    )  # fmt: skip


def _fill_pairs(pairs: Floats, layout: Layout, place: _Paragraphs, alike: _Alike, leans: Floats) -> None:
    ahead = layout.ahead
    apart = np.abs(ahead)
    next_ = ahead == 1
    paragraph = place.number.astype(np.int32)
    between = layout.of_governed(paragraph) - layout.of_governor(paragraph)
    counts = layout.of_governor(layout.count.astype(np.float32))
    logs = np.log(np.arange(1, int(layout.counts.max()) + 2)).astype(np.float32)
    before, together, opens = ahead > 0, between == 0, place.inside == 0
    first_opens = layout.of_governor(opens)
    best = layout.of_governed(alike.earlier)
    most = np.maximum(alike.earlier, alike.later)
    for number, values in enumerate((
        before, logs[np.maximum(apart, 1) - 1], next_, apart.astype(np.float32) / counts, together,
        logs[np.abs(between)], between == 1, alike.cosine, alike.cosine / layout.of_governed(most + 1e-6),
        alike.covered, alike.covered / layout.of_governed(alike.most_covered + 1e-6), alike.covers,
        together & before & first_opens, layout.of_governed(opens) & first_opens, next_ * layout.of_governed(leans),
        (alike.before == best) & (best > 0),
    )):  # fmt: skip
        pairs[number] = values
