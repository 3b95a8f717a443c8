"""Features of sentences and of pairs of sentences: the input of the supervised model, in training and at run time.

Documents are processed in batches (``layout``). The features of a document do not depend on the rest of its batch, not
even in the last bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.graph.cues import CUES, cues
from mindgist.graph.layout import Floats, Indexes, Layout
from mindgist.graph.letters import Letters
from mindgist.graph.lexicon import Lexicon, shipped_lexicon
from mindgist.graph.similarity import Similarity, Terms, similarities, terms_of

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
    """The features of a document: ``sentences`` is (N, F); ``pairs`` is (P, N, N), [:, i, j] for i as governor of j."""

    sentences: Floats
    pairs: Floats


def features(document: Document, lexicon: Lexicon | None = None) -> Features:
    """The features of a document, in the order of ``SENTENCE_FEATURES`` and ``PAIR_FEATURES``."""
    sentences, (pairs,) = features_of_batch([document], Layout.of([document]), lexicon or shipped_lexicon())
    return Features(sentences, pairs)


def features_of_batch(documents: Sequence[Document], layout: Layout, lexicon: Lexicon) -> tuple[Floats, list[Floats]]:
    """The features of the sentences of all documents, one document after the other, and of the pairs of each."""
    texts = [sentence.plain for document in documents for sentence in document.sentences]
    letters = Letters.of(texts)
    tokens, lengths = letters.words()
    words = lexicon.look_up(tokens, lengths)
    cues_found = cues(letters, words)
    leans = cues_found[:, :3].max(axis=1)  # on what was said before: opens with a pronoun or the like
    terms = Terms.of(terms_of(letters, tokens, words, lexicon), layout)
    similar = similarities(terms, layout)
    mean_length = np.log(np.bincount(layout.document, lengths) / layout.counts + 1)
    to_others = np.concatenate([each.of_sentences() for each in similar], axis=1)
    own = np.column_stack([
        *_position(layout, cues_found, lengths),
        *_word_features(terms, to_others, layout, lengths, mean_length),
        cues_found, leans,
    ]).astype(np.float32)  # fmt: skip
    of_neighbours = own[:, _NEIGHBOUR_COLUMNS]
    before, after = np.zeros((2, *of_neighbours.shape), np.float32)
    before[1:] = of_neighbours[:-1]
    after[:-1] = of_neighbours[1:]
    before[layout.firsts] = 0
    after[layout.firsts - 1] = 0
    cohesion = np.add.reduceat(to_others[0], layout.firsts) / layout.counts
    sizes = np.log([layout.counts + 1, layout.counts / layout.paragraph_counts])
    cue_means = np.add.reduceat(own[:, _DOCUMENT_COLUMNS], layout.firsts) / layout.counts[:, None]
    of_document = np.column_stack([*sizes, mean_length, cohesion, cue_means]).astype(np.float32)
    sentences = np.column_stack([own, before, after, of_document[layout.document]])
    opens = layout.index_in_paragraph == 0
    pairs = [
        _pair_features(each, layout.paragraph[place], opens[place], leans[place])
        for each, place in zip(similar, layout.slices, strict=True)
    ]
    return sentences, pairs


def _position(layout: Layout, cues_found: Floats, lengths: Indexes) -> tuple[NDArray[np.generic], ...]:
    """The features named ``_POSITION``."""
    index, count, paragraph = layout.index, layout.count, layout.paragraph
    paragraph_count = layout.paragraph_counts[layout.document]
    whole = (lengths >= MIN_WHOLE) & (cues_found[:, CUES.index("ends openly")] == 0)
    whole_so_far = np.cumsum(whole) - whole
    whole_so_far -= whole_so_far[layout.firsts][layout.document]
    logs = np.log1p([index, count - 1 - index, paragraph, layout.index_in_paragraph, whole_so_far])
    return (
        logs[0], index / np.maximum(count - 1, 1), index == 0, logs[1], logs[2],
        paragraph / np.maximum(paragraph_count - 1, 1), logs[3], layout.index_in_paragraph == 0,
        layout.index_in_paragraph == layout.paragraph_size - 1, np.log(layout.paragraph_size), paragraph == 0,
        paragraph == paragraph_count - 1, whole, logs[4],
    )  # fmt: skip


def _word_features(
    terms: Terms, to_others: NDArray[np.float64], layout: Layout, lengths: Indexes, mean_length: NDArray[np.float64]
) -> tuple[NDArray[np.generic], ...]:
    """The features named ``_WORDS``; ``to_others`` are those of ``Similarity.of_sentences``."""
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
    mean_cosine, *cosines = to_others
    length = np.log1p(lengths)
    return (
        length, length - mean_length[layout.document], np.log1p(total), rarity / count, novel / total,
        1 - not_repeated / total, spread / total / layout.count, mean_cosine * np.sqrt(layout.count), centroid,
        *cosines,
    )  # fmt: skip


def _pair_features(similarity: Similarity, paragraph: Indexes, opens: NDArray[np.bool_], leans: Floats) -> Floats:
    """The features named ``PAIR_FEATURES`` of a document, from one value of the others for each sentence."""
    count = len(paragraph)
    index = np.arange(count, dtype=np.int32)
    signed_distance = index - index[:, None]
    distance = np.abs(signed_distance)
    before, is_next = signed_distance > 0, signed_distance == 1
    between = paragraph - paragraph[:, None]
    together = between == 0
    logs = np.log(np.arange(1, count + 2)).astype(np.float32)
    cosine, covered = similarity.cosine, similarity.covered
    best_earlier = similarity.max_earlier
    best = np.maximum(best_earlier, similarity.max_later)
    found = np.empty((len(PAIR_FEATURES), count, count), np.float32)
    for row, values in enumerate((
        before, logs[np.maximum(distance, 1) - 1], is_next, distance.astype(np.float32) / np.float32(count), together,
        logs[np.abs(between)], between == 1, cosine, cosine / (best + 1e-6), covered,
        covered / (covered.max(axis=0) + 1e-6), covered.T, together & before & opens[:, None], opens & opens[:, None],
        is_next * leans, before & (cosine == best_earlier) & (best_earlier > 0),
    )):  # fmt: skip
        found[row] = values
    return found
