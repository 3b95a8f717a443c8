"""Which runs of words may be a gist: the rules of grammar that hold whatever the model thinks.

A candidate is one run of words, or two runs joined over an aside that stands between commas, dashes or brackets. It
begins and ends between words, never inside a name, never after an article or a preposition, and never ends on an
article, a preposition, a conjunction or an auxiliary.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ramify.mindmap import gist_words as gw
from ramify.mindmap.gist_words import Stream

FEWEST, MOST = 3, 12
_LONGEST_ASIDE = 24
_LONGEST_INNER = 12

Places = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Runs from ``start`` to ``end`` (places in the stream, both inside), less the aside from ``open`` to ``close``.

    Those without an aside come first; for them ``open`` and ``close`` are 0, which is a stop.
    """

    start: Places
    end: Places
    open: Places
    close: Places
    words: Places


def candidates(stream: Stream) -> Candidates:
    """Every candidate of every sentence."""
    starts, ends = may_start(stream), may_end(stream)
    runs = [_runs(stream, starts, ends, words) for words in range(FEWEST, MOST + 1)]
    start = np.concatenate([run for run, _ in runs])
    words = np.concatenate([np.full(len(run), count) for run, count in runs])
    none = np.zeros(len(start), dtype=np.intp)
    joined = _joined(stream, starts, ends)
    single = (start, start + words - 1, none, none, words)
    return Candidates(*(np.concatenate(pair) for pair in zip(single, joined, strict=True)))


def _runs(stream: Stream, starts: Mask, ends: Mask, words: int) -> tuple[Places, int]:
    last = len(starts) - words + 1
    inside = stream.sentence[:last] == stream.sentence[words - 1 :]
    return np.flatnonzero(starts[:last] & ends[words - 1 :] & inside), words


def may_start(stream: Stream) -> Mask:
    """Where a gist may begin."""
    flags, gaps = stream.flags, stream.gaps
    before, edge = _shifted(flags, 1), (gaps & gw.EDGE) != 0
    plain = _plain(gaps)
    inside_name = plain & _both(before, flags, gw.CAPITAL) & ~_opening_word(before, gaps)
    dependent = plain & ((before & (gw.DETERMINER | gw.PREPOSITION | gw.NUMBER | gw.TITLE)) != 0)
    possessive = (_shifted(gaps, 1) & gw.APOSTROPHE) * (before & gw.CLITIC) != 0
    possessive |= (gaps & gw.APOSTROPHE) != 0
    subordinate = ((flags & gw.SUBORDINATE) != 0) & ((flags & gw.CAPITAL) == 0)
    free = ((gaps & gw.SPACE) != 0) & ~inside_name & ~dependent & ~possessive & ~subordinate
    return (free | edge) & ((flags & (gw.SIGN | gw.STOP)) == 0)


def may_end(stream: Stream) -> Mask:
    """Where a gist may end."""
    flags, gaps = stream.flags, _shifted(stream.gaps, -1)
    after, edge = _shifted(flags, -1), (gaps & gw.EDGE) != 0
    plain = _plain(gaps)
    hanging = (flags & (gw.DETERMINER | gw.PREPOSITION | gw.CONJUNCTION | gw.AUXILIARY)) != 0
    hanging &= ((flags & gw.PARTICLE) == 0) | plain
    inside_name = plain & _both(flags, after, gw.CAPITAL)
    abbreviated = (flags & gw.TITLE) * (flags & gw.CAPITAL) != 0
    clitic = ((flags & gw.CLITIC) != 0) & ((stream.gaps & gw.APOSTROPHE) != 0)
    counts = plain & ((flags & gw.NUMBER) != 0) & ((after & gw.LETTERS) != 0) & ((after & (gw.FUNCTION | gw.PREPOSITION)) == 0)
    free = ((gaps & gw.SPACE) != 0) | edge
    return free & ~hanging & ~inside_name & ~abbreviated & ~clitic & ~counts & ((flags & (gw.SIGN | gw.STOP)) == 0)


def _plain(gaps: gw.Flags) -> Mask:
    """Where two words stand side by side: nothing but a space between them, or the point of an abbreviation."""
    return ((gaps & ~np.int32(gw.SPACE | gw.POINT)) == 0) & ((gaps & gw.SPACE) != 0)


def _both(before: gw.Flags, after: gw.Flags, flag: int) -> Mask:
    return (before & after & flag) != 0


def _opening_word(before: gw.Flags, gaps: gw.Flags) -> Mask:
    """Whether the word before owes its capital to the sentence's beginning: a name may begin after it."""
    known = (before & (gw.FUNCTION | gw.PREPOSITION | gw.CONJUNCTION | gw.AUXILIARY | gw.DETERMINER)) != 0
    return known & ((_shifted(gaps, 1) & gw.EDGE) != 0)


def _shifted(values: gw.Flags, places: int) -> gw.Flags:
    """Each place's value of the word before (1) or after (-1)."""
    return np.roll(values, places)  # the ends are stops, so what comes around says nothing


def _joined(stream: Stream, starts: Mask, ends: Mask) -> tuple[Places, Places, Places, Places, Places]:
    """Candidates with an aside left out: some words before it, and as many after it as fit."""
    marked, inner = _between_marks(stream), _before_verbs(stream)
    clause_starts = starts & _opens_clause(stream)
    parts = [_around(stream, marked, starts, ends), _around(stream, inner, clause_starts, ends)]
    first, second, third, fourth, fifth = (np.concatenate(pair) for pair in zip(*parts, strict=True))
    return first, second, third, fourth, fifth


def _around(
    stream: Stream, asides: tuple[Places, Places], starts: Mask, ends: Mask
) -> tuple[Places, Places, Places, Places, Places]:
    opens, closes = asides
    sentence = stream.sentence
    before = np.maximum(opens[:, None] - np.arange(1, MOST - 1), 0)  # the first word's places, (asides, 10)
    which, run = np.nonzero(starts[before] & (sentence[before] == sentence[opens][:, None]))
    start, left = before[which, run], run + 1
    after = np.minimum(closes[which][:, None] + np.arange(1, MOST), len(sentence) - 1)  # the last word's
    words = left[:, None] + np.arange(1, MOST)
    fits = ends[after] & (sentence[after] == sentence[start][:, None]) & (words >= FEWEST) & (words <= MOST)
    row, run = np.nonzero(fits)
    return start[row], after[row, run], opens[which[row]], closes[which[row]], words[row, run]


def _between_marks(stream: Stream) -> tuple[Places, Places]:
    """The first and the last word of what stands between a mark and the next one or the one after that."""
    aside = gw.COMMA | gw.DASH | gw.OPENS | gw.CLOSES
    marks = np.flatnonzero(((stream.gaps & aside) != 0) & ((stream.gaps & gw.EDGE) == 0) & (stream.sentence >= 0))
    opens = np.concatenate([marks[:-1], marks[:-2]])
    closes = np.concatenate([marks[1:], marks[2:]]) - 1
    inside = (stream.sentence[opens] == stream.sentence[closes + 1]) & (closes >= opens)
    inside &= closes - opens < _LONGEST_ASIDE
    return opens[inside], closes[inside]


def _before_verbs(stream: Stream) -> tuple[Places, Places]:
    """What stands between a subject and its verb: from a preposition, a relative or 'and' to the word before the verb."""
    flags, plain = stream.flags, _plain(stream.gaps)
    attached = plain & ((flags & (gw.PREPOSITION | gw.SUBORDINATE)) != 0)
    verbs = np.flatnonzero(plain & ((flags & (gw.VERB | gw.AUXILIARY)) != 0) & (stream.sentence >= 0))
    opens = verbs[:, None] - np.arange(2, _LONGEST_INNER + 2)
    which, run = np.nonzero(attached[opens] & (stream.sentence[opens] == stream.sentence[verbs][:, None]))
    return opens[which, run], verbs[which] - 1


def _opens_clause(stream: Stream) -> Mask:
    """Where a clause may open: at the beginning, after a mark, after a conjunction or a verb."""
    before = _shifted(stream.flags, 1)
    return ~_plain(stream.gaps) | ((before & (gw.CONJUNCTION | gw.VERB)) != 0)
