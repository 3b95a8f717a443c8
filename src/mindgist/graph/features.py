"""Features of sentences and of pairs of sentences: the input of the supervised model, in training and at run time.

Documents are processed in batches (``layout``). The features of a document do not depend on the rest of its batch, not
even in the last bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.graph.cues import CUES, ENGLISH_CUES, cues
from mindgist.graph.layout import Floats, Indexes, Layout
from mindgist.graph.letters import Letters
from mindgist.graph.lexicon import Lexicon, shipped_lexicon
from mindgist.graph.similarity import Similarity, Terms, terms_of

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
SENTENCE_FEATURES = (
    *_POSITION, *_WORDS, *CUES, "leans", *(f"before: {name}" for name in _NEIGHBOUR_CUES),
    *(f"next: {name}" for name in _NEIGHBOUR_CUES), *_DOCUMENT, *(f"document: {name}" for name in _DOCUMENT_CUES),
)  # fmt: skip
ENGLISH_FEATURES = [
    number for number, name in enumerate(SENTENCE_FEATURES)
    if name.removeprefix("before: ").removeprefix("next: ").removeprefix("document: ") in {*ENGLISH_CUES, "leans"}
]  # fmt: skip
"""The columns that depend on English words."""
_NEIGHBOUR_COLUMNS = [SENTENCE_FEATURES.index(name) for name in _NEIGHBOUR_CUES]
_DOCUMENT_COLUMNS = [SENTENCE_FEATURES.index(name) for name in _DOCUMENT_CUES]
PAIR_FEATURES = (
    "before", "distance", "adjacent", "relative distance", "same paragraph", "paragraphs between", "next paragraph",
    "cosine", "relative cosine", "covered", "relative covered", "covers", "opens the other's paragraph", "both open",
    "adjacent and leaning", "most alike before",
)  # fmt: skip

MIN_WHOLE = 6  # words of a whole sentence; shorter ones are dates, names or headings


@dataclass(frozen=True, eq=False, slots=True)
class Features:
    """The features of a document: ``sentences`` is (N, F); ``pairs`` is (P, N, N), [:, i, j] for i as governor of j.

    For a batch, N is the number of sentences of all documents, and ``pairs`` is (P, number of all pairs).
    """

    sentences: Floats
    pairs: Floats


def features(document: Document, lexicon: Lexicon | None = None) -> Features:
    """The features of a document, in the order of ``SENTENCE_FEATURES`` and ``PAIR_FEATURES``."""
    found = features_of_batch([document], Layout.of([document]), lexicon or shipped_lexicon())
    return Features(found.sentences, found.pairs.reshape(-1, len(document), len(document)))


def features_of_batch(
    documents: Sequence[Document], layout: Layout, lexicon: Lexicon, more_pair_rows: int = 0
) -> Features:
    """The features of several documents; ``more_pair_rows`` further rows of the pairs are left for other features."""
    texts = [sentence.plain for document in documents for sentence in document.sentences]
    letters = Letters.of(texts)
    tokens, lengths = letters.words()
    pairs = np.empty((len(PAIR_FEATURES) + more_pair_rows, len(layout.governor)), np.float32)
    words = lexicon.look_up(tokens, lengths)
    cues_found = cues(letters, words)
    leans = cues_found[:, :3].max(axis=1)  # on what was said before: opens with a pronoun or the like
    paragraphs = _Paragraphs.of(layout)
    terms = Terms.of(terms_of(letters, tokens, words, lexicon), layout)
    similarity = Similarity.of(terms, layout)
    sentences = np.zeros((len(texts), len(SENTENCE_FEATURES)), np.float32)
    first_word = len(_POSITION)
    first_cue = first_word + len(_WORDS)
    leaning = first_cue + len(CUES)
    sentences[:, :first_word] = np.array(_position(layout, paragraphs, cues_found, lengths), np.float32).T
    mean_length = np.log(np.bincount(layout.document, lengths) / layout.counts + 1)
    sentences[:, first_word:first_cue] = np.array(
        _word_features(terms, similarity, layout, lengths, mean_length), np.float32
    ).T
    sentences[:, first_cue:leaning] = cues_found
    sentences[:, leaning] = leans
    before = leaning + 1
    after, of_document = before + len(_NEIGHBOUR_CUES), before + 2 * len(_NEIGHBOUR_CUES)
    of_neighbours = sentences[:, _NEIGHBOUR_COLUMNS]
    sentences[1:, before:after] = of_neighbours[:-1]
    sentences[:-1, after:of_document] = of_neighbours[1:]
    sentences[layout.firsts, before:after] = 0
    sentences[layout.firsts + layout.counts - 1, after:of_document] = 0
    cohesion = np.add.reduceat(similarity.mean, layout.firsts) / layout.counts
    sizes = np.log([layout.counts + 1, layout.counts / layout.paragraph_counts])
    means = np.column_stack([*sizes, mean_length, cohesion])
    sentences[:, of_document : -len(_DOCUMENT_CUES)] = means[layout.document]
    cue_means = np.add.reduceat(sentences[:, _DOCUMENT_COLUMNS], layout.firsts) / layout.counts[:, None]
    sentences[:, -len(_DOCUMENT_CUES) :] = cue_means[layout.document]
    _fill_pairs(pairs, layout, paragraphs, similarity, leans)
    return Features(sentences, pairs)


@dataclass(frozen=True, eq=False, slots=True)
class _Paragraphs:
    """For each sentence: the number of its paragraph, its index in it, its size, and how many its document has."""

    number: Indexes
    index: Indexes
    size: Indexes
    count: Indexes

    @classmethod
    def of(cls, layout: Layout) -> "_Paragraphs":
        sizes, counts = layout.paragraph_sizes, layout.paragraph_counts
        number = np.arange(len(sizes)) - np.repeat(np.cumsum(counts) - counts, counts)
        index = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return cls(np.repeat(number, sizes), index, np.repeat(sizes, sizes), counts[layout.document])


def _position(
    layout: Layout, paragraphs: _Paragraphs, cues_found: Floats, lengths: Indexes
) -> tuple[NDArray[np.generic], ...]:
    """The features named ``_POSITION``."""
    index, count, paragraph = layout.index, layout.count, paragraphs.number
    whole = (lengths >= MIN_WHOLE) & (cues_found[:, CUES.index("ends openly")] == 0)
    whole_so_far = np.cumsum(whole) - whole
    whole_so_far -= whole_so_far[layout.firsts][layout.document]
    logs = np.log1p([index, count - 1 - index, paragraph, paragraphs.index, whole_so_far])
    return (
        logs[0], index / np.maximum(count - 1, 1), index == 0, logs[1], logs[2],
        paragraph / np.maximum(paragraphs.count - 1, 1), logs[3], paragraphs.index == 0,
        paragraphs.index == paragraphs.size - 1, np.log(paragraphs.size), paragraph == 0,
        paragraph == paragraphs.count - 1, whole, logs[4],
    )  # fmt: skip


def _word_features(
    terms: Terms, similarity: Similarity, layout: Layout, lengths: Indexes, mean_length: NDArray[np.float64]
) -> tuple[NDArray[np.generic], ...]:
    """The features named ``_WORDS``."""
    sentence, term, weight, total = terms.sentence, terms.term, terms.weight, terms.total
    frequency, sentences = terms.frequency, len(lengths)
    own = weight[term]
    last = np.cumsum(frequency) - 1  # of the pairs (sentence, term) of each term
    novel = np.bincount(sentence[last - frequency + 1], weight, minlength=sentences)
    not_repeated = np.bincount(sentence[last], weight, minlength=sentences)
    centre = frequency * weight
    centroid = np.bincount(sentence, own * centre[term], minlength=sentences) / terms.norm
    centroid /= np.sqrt(np.bincount(terms.document, centre * centre, len(layout.counts)))[layout.document] + 1e-6
    count = np.maximum(np.bincount(sentence, minlength=sentences), 1)
    spread = np.bincount(sentence, own * (frequency[term] - 1), minlength=sentences)
    rarity = np.bincount(sentence, terms.rarity[term], minlength=sentences)
    to_previous = np.zeros(sentences + 1, np.float32)
    not_first = np.flatnonzero(layout.index)
    to_previous[not_first] = similarity.cosine[layout.first_pairs[not_first] + layout.index[not_first] - 1]
    to_first = similarity.cosine[layout.first_pairs]
    length = np.log1p(lengths)
    return (
        length, length - mean_length[layout.document], np.log1p(total), rarity / count, novel / total,
        1 - not_repeated / total, spread / total / layout.count, similarity.mean * np.sqrt(layout.count), centroid,
        to_first, to_previous[:-1], to_previous[1:], similarity.max_earlier, similarity.max_later,
    )  # fmt: skip


def _fill_pairs(pairs: Floats, layout: Layout, paragraphs: _Paragraphs, similarity: Similarity, leans: Floats) -> None:
    """Fill in the features named ``PAIR_FEATURES``."""
    distance = np.abs(layout.distance)
    is_next = layout.distance == 1
    number = paragraphs.number.astype(np.int32)
    between = layout.of_governed(number) - layout.of_governor(number)
    counts = layout.of_governor(layout.count.astype(np.float32))
    logs = np.log(np.arange(1, int(layout.counts.max()) + 2)).astype(np.float32)
    before, together, opens = layout.distance > 0, between == 0, paragraphs.index == 0
    governor_opens = layout.of_governor(opens)
    best_earlier = layout.of_governed(similarity.max_earlier)
    best = np.maximum(similarity.max_earlier, similarity.max_later)
    for row, values in enumerate((
        before, logs[np.maximum(distance, 1) - 1], is_next, distance.astype(np.float32) / counts, together,
        logs[np.abs(between)], between == 1, similarity.cosine,
        similarity.cosine / layout.of_governed(best + 1e-6), similarity.covered,
        similarity.covered / layout.of_governed(similarity.max_covers + 1e-6), similarity.covers,
        together & before & governor_opens, layout.of_governed(opens) & governor_opens,
        is_next * layout.of_governed(leans), (similarity.cosine_before == best_earlier) & (best_earlier > 0),
    )):  # fmt: skip
        pairs[row] = values
