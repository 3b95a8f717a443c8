"""Features of sentences and of pairs of sentences: the input of the supervised model, in training and at run time.

Cues say how a sentence is written: opening words, quotations, questions. Word classes are English. Texts in other
languages have the cues of punctuation, digits and capitals only.

Some features of pairs come from salience, such as whether i is the last salient sentence before j. Which sentences a
map keeps is not decided yet when pairs are scored. So where a feature counts the kept sentences between two others, it
adds up their probabilities of being kept.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.document.tokens import words
from mindgist.graph.relation_graph import Floats, Strengths
from mindgist.graph.terms import Lexicon, Terms, shipped_lexicon
from mindgist.languages import language

Integers = NDArray[np.intp]
_OPENING_WORDS, _CUE_WORDS = language("en").opening_words, language("en").cue_words
_MARKS = (
    "starts with a quotation", "holds a quotation", "ends a quotation", "asks", "exclaims", "ends with a colon",
    "ends openly", "starts small", "numbers", "names", "commas", "brackets",
)  # fmt: skip
CUES = (*(f"starts: {name}" for name in _OPENING_WORDS), *_CUE_WORDS, *_MARKS)
ENGLISH_CUES = CUES[: -len(_MARKS)]
_COUNTED_TO = {"key words": 3, "holds a quotation": 2, "numbers": 4, "names": 6, "commas": 4}
_MOST = np.array([_COUNTED_TO.get(name, 1) for name in CUES], np.float32)
_SHARES = [CUES.index(name) for name in ("first person", "second person", "anaphors")]  # of the words, times ten

MAX_WORDS = 60  # of a sentence in which words of the classes are counted

_OPENING_OF = {word: number for number, group in enumerate(_OPENING_WORDS.values()) for word in group}
_CLASSES_OF: dict[str, list[int]] = {}
for _number, _group in enumerate(_CUE_WORDS.values(), start=len(_OPENING_WORDS)):
    for _word in _group:
        _CLASSES_OF.setdefault(_word, []).append(_number)

_QUOTES = frozenset("\"“”«»「」『』'‘`")
_CLOSING = ('"', "”", "»")
_AFTER_END = "\"”’'»)"
_NAME = re.compile(r" [A-Z](?<=[a-z0-9,;:'\"’”]..)")  # a capital that does not begin a sentence

_POSITION = (
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
    "speech", "holds a quotation", "first person", "second person", "asks", "numbers", "names", "anaphors",
    "forms of be", "brackets", "whole",
)  # fmt: skip
_DOCUMENT = ("document's sentences", "document's paragraphs", "document's length", "document's cohesion")
_OF_SENTENCE = (*_POSITION, *_WORDS, *CUES, "leans")
SENTENCE_FEATURES = (
    *_OF_SENTENCE, *(f"before: {name}" for name in _NEIGHBOUR_CUES), *(f"next: {name}" for name in _NEIGHBOUR_CUES),
    *_DOCUMENT, *(f"document: {name}" for name in _DOCUMENT_CUES),
)  # fmt: skip
ENGLISH_FEATURES = [
    number for number, name in enumerate(SENTENCE_FEATURES)
    if name.removeprefix("before: ").removeprefix("next: ").removeprefix("document: ") in {*ENGLISH_CUES, "leans"}
]  # fmt: skip
"""The columns that depend on English words."""
_NEIGHBOUR_COLUMNS = [_OF_SENTENCE.index(name) for name in _NEIGHBOUR_CUES]
_DOCUMENT_COLUMNS = [_OF_SENTENCE.index(name) for name in _DOCUMENT_CUES]
PAIR_FEATURES = (
    "before", "distance", "adjacent", "relative distance", "same paragraph", "paragraphs between", "next paragraph",
    "cosine", "relative cosine", "covered", "relative covered", "covers", "opens the other's paragraph", "both open",
    "adjacent and leaning", "most alike before",
)  # fmt: skip
SALIENCE_FEATURES = (
    "kept between", "the last kept before", "the next kept after", "governor's salience", "its own salience",
    "difference", "a stronger one between", "lead over those between", "strongest", "rank",
)  # fmt: skip

MIN_WHOLE = 6  # words of a whole sentence; shorter ones are dates, names or headings
MAX_LEAD = 3.0  # log-odds; a larger lead in salience says no more
NO_SALIENCE = np.float32(-9)  # log-odds; where there is no sentence between two others


@dataclass(frozen=True, eq=False, slots=True)
class Features:
    """The features of a document: ``sentences`` is (N, F); ``pairs`` is (P, N, N), [:, i, j] for i as governor of j."""

    sentences: Floats
    pairs: Floats
    starts: NDArray[np.bool_]
    """Which sentences start a paragraph."""


def features(document: Document, lexicon: Lexicon | None = None) -> Features:
    """The features of a document, in the order of ``SENTENCE_FEATURES`` and ``PAIR_FEATURES``."""
    texts = [sentence.plain for sentence in document.sentences]
    tokens = [words(text) for text in texts]
    lengths = np.array([len(own) for own in tokens])
    terms = Terms(tokens, lexicon or shipped_lexicon())
    cosine, covered = terms.similarities()
    cues_found = cues(texts, tokens)
    leans = cues_found[:, :3].max(axis=1)  # on what was said before: opens with a pronoun or the like
    sizes = np.array([len(paragraph) for paragraph in document.paragraphs if len(paragraph)])
    paragraph = np.repeat(np.arange(len(sizes)), sizes)
    in_paragraph = np.arange(len(texts)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    mean_length = np.log(lengths.mean() + 1)
    own = np.concatenate([
        _position(sizes, paragraph, in_paragraph, cues_found, lengths),
        _word_features(terms, cosine, lengths, mean_length), cues_found.T, leans[None],
    ]).T  # fmt: skip
    around = np.zeros((len(texts) + 2, len(_NEIGHBOUR_CUES)))
    around[1:-1] = own[:, _NEIGHBOUR_COLUMNS]
    means = own[:, _DOCUMENT_COLUMNS].mean(axis=0)
    of_document = [np.log(len(texts) + 1), np.log(len(texts) / len(sizes)), mean_length, cosine.mean(), *means]
    sentences = np.hstack([own, around[:-2], around[2:], np.tile(of_document, (len(texts), 1))])
    pairs = _pairs(paragraph, in_paragraph == 0, cosine, covered, leans)
    return Features(sentences.astype(np.float32), pairs, in_paragraph == 0)


def _position(
    sizes: Integers, paragraph: Integers, in_paragraph: Integers, cues_found: Floats, lengths: Integers
) -> Strengths:
    """The features named ``_POSITION``, a row for each."""
    count, paragraphs = len(paragraph), len(sizes)
    index, size = np.arange(count), sizes[paragraph]
    whole = (lengths >= MIN_WHOLE) & (cues_found[:, CUES.index("ends openly")] == 0)
    logs = np.log1p([index, count - 1 - index, paragraph, in_paragraph, np.cumsum(whole) - whole])
    return np.array([
        logs[0], index / max(count - 1, 1), index == 0, logs[1], logs[2], paragraph / max(paragraphs - 1, 1), logs[3],
        in_paragraph == 0, in_paragraph == size - 1, np.log(size), paragraph == 0, paragraph == paragraphs - 1, whole,
        logs[4],
    ])  # fmt: skip


def _word_features(terms: Terms, cosine: Floats, lengths: Integers, mean_length: float) -> Strengths:
    """The features named ``_WORDS``, a row for each."""
    has, weight, frequency, total = terms.has, terms.weight, terms.frequency, terms.total
    count = len(has)
    first, last = has.argmax(axis=0), count - 1 - has[::-1].argmax(axis=0)
    novel, not_repeated = (np.bincount(which, weight, minlength=count) for which in (first, last))
    centre = frequency * weight
    centroid = has @ (weight * centre) / terms.norm / (np.sqrt(centre @ centre) + 1e-6)
    to_next, earlier = np.append(cosine.diagonal(1), 0), np.triu(cosine)
    length = np.log1p(lengths)
    return np.array([
        length, length - mean_length, np.log1p(total), has @ terms.rarity / np.maximum(has.sum(axis=1), 1),
        novel / total, 1 - not_repeated / total, has @ (weight * (frequency - 1)) / total / count,
        cosine.mean(axis=1) * np.sqrt(count), centroid, cosine[0], np.append(0, to_next[:-1]), to_next,
        earlier.max(axis=0), earlier.max(axis=1),
    ])  # fmt: skip


def _pairs(paragraph: Integers, opens: NDArray[np.bool_], cosine: Floats, covered: Floats, leans: Floats) -> Floats:
    """The features named ``PAIR_FEATURES``."""
    count = len(paragraph)
    index, logs = np.arange(count), np.log(np.arange(1, count + 2))
    distance, between = index - index[:, None], paragraph - paragraph[:, None]
    before, together = distance > 0, between == 0
    earlier = np.where(before, cosine, 0)
    best_earlier = earlier.max(axis=0)
    found = np.empty((len(PAIR_FEATURES), count, count), np.float32)
    for row, values in enumerate((
        before, logs[np.maximum(np.abs(distance), 1) - 1], distance == 1, np.abs(distance) / count, together,
        logs[np.abs(between)], between == 1, cosine, cosine / (cosine.max(axis=0) + 1e-6), covered,
        covered / (covered.max(axis=0) + 1e-6), covered.T, together & before & opens[:, None], opens & opens[:, None],
        (distance == 1) * leans, (earlier == best_earlier) & (best_earlier > 0),
    )):  # fmt: skip
        found[row] = values
    return found


def salience_features(salience: Floats) -> Floats:
    """The features of every pair, shape (features, N, N), from the log-odds that each sentence is kept, shape (N,)."""
    count = len(salience)
    probability = (1 / (1 + np.exp(-salience))).clip(0.02, 0.98)
    after = np.arange(count) > np.arange(count)[:, None]
    values = np.stack([probability, np.log1p(-probability)])
    sums = np.cumsum(values, axis=1, dtype=np.float64)
    between = ((sums - values)[:, None] - sums[:, :, None]) * after  # the sums over the sentences between i and j
    number_between, none_between = between + between.swapaxes(1, 2)
    none_between = np.exp(none_between)
    highest = np.full(after.shape, NO_SALIENCE, np.float32)  # the highest salience between i and j
    highest[:, 1:] = np.maximum.accumulate(np.where(after, salience, NO_SALIENCE), axis=1)[:, :-1]
    highest = np.maximum(highest, highest.T)
    own, rank = salience[:, None], np.empty(count, np.intp)
    rank[np.argsort(-salience, kind="stable")] = np.arange(count)
    found = np.empty((len(SALIENCE_FEATURES), count, count), np.float32)
    for row, values in enumerate((
        np.log1p(number_between), none_between * after, none_between * ~after, own, salience, own - salience,
        highest > own, (own - highest).clip(-MAX_LEAD, MAX_LEAD), (rank == 0)[:, None], np.log1p(rank)[:, None],
    )):  # fmt: skip
        found[row] = values
    return found


def cues(texts: Sequence[str], tokens: Sequence[Sequence[str]]) -> Floats:
    """The cues of sentences with these words, in the columns of ``CUES``; most of them are between 0 and 1."""
    counts = np.array([_cue_counts(text, own) for text, own in zip(texts, tokens, strict=True)], np.float32)
    found: Floats = np.minimum(counts, _MOST)
    found /= _MOST
    found[:, _SHARES] = counts[:, _SHARES] / np.array([max(len(own), 1) for own in tokens])[:, None] * 10
    return found


def _cue_counts(text: str, tokens: Sequence[str]) -> list[float]:
    found = [0.0] * len(CUES)
    for place, value in ((1, 0.5), (0, 1.0)):  # "In fact", "But the"
        if place < len(tokens) and tokens[place] in _OPENING_OF:
            found[_OPENING_OF[tokens[place]]] = value
    for word in _CLASSES_OF.keys() & tokens[:MAX_WORDS]:
        for column in _CLASSES_OF[word]:
            found[column] += 1
    end = text.rstrip(_AFTER_END)[-1:]
    found[-len(_MARKS) :] = [
        text[:1] in _QUOTES, sum(map(text.count, ('"', "''", "“", "”", "「", "«"))), text.endswith(_CLOSING),
        end in ("?", "？"), end in ("!", "！"), end in (":", "："), end.isalnum(), text[:1].islower(),
        sum([word < ":" for word in tokens]), len(_NAME.findall(text)), text.count(","), "(" in text or "[" in text,
    ]  # fmt: skip
    return found
