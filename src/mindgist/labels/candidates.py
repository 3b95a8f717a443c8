"""Which runs of words may be a gist: the rules of grammar that hold whatever the model thinks.

A candidate is one run of words, or two runs joined over an aside that stands between commas, dashes or brackets. It
begins and ends between words, never inside a name, never after an article or a preposition, and never ends on an
article, a preposition, a conjunction or an auxiliary.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mindgist.labels import word_rules as gb
from mindgist.labels import words as gw
from mindgist.labels.stream import Stream

FEWEST, MOST = 3, 12
_LONGEST_ASIDE = 24
_LONGEST_INNER = 12
_VERBS = gw.VERB | gw.PERHAPS_VERB | gw.AUXILIARY | gw.CLITIC

Places = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]
_Found = tuple[Places, Places, Places, Places, Places]


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

    @property
    def asides(self) -> int:
        """How many candidates have no aside: the number of the first that has one."""
        return int(np.searchsorted(self.open, 0, side="right"))

    def only(self, kept: Places) -> "Candidates":
        """Some of them."""
        return Candidates(self.start[kept], self.end[kept], self.open[kept], self.close[kept], self.words[kept])


def candidates(stream: Stream, strict: bool = True) -> Candidates:
    """Every candidate of every sentence.

    Without ``strict`` the rules that know verbs and clauses do not count: who learns has to see what is wrong, too.
    """
    starts, ends = may_start(stream, strict), may_end(stream, strict)
    single, joined = _runs(stream, starts, ends), _joined(stream, starts, ends, strict)
    found = Candidates(*(np.concatenate(pair) for pair in zip(single, joined, strict=True)))
    return _with_verb(stream, found) if strict else found


def _with_verb(stream: Stream, found: Candidates) -> Candidates:
    """The candidates that have a verb of their own, and one more for each relative clause, as far as is known.

    'An agent, who had followed him' has none before the relative, and no mark ends the clause. Where no candidate of a
    sentence has enough, all are kept.
    """
    relative = _has(stream.flags, gw.RELATIVE)
    verbs = _has(stream.flags, _VERBS)
    verbs[1:] &= ~_has(stream.flags[:-1], gw.TO)  # 'to build' is none
    sums = np.cumsum(verbs.astype(np.intp) - relative)
    before = sums.take(found.start - 1)
    own = sums.take(found.end) - before
    joined = found.asides
    own[joined:] -= sums.take(found.close[joined:]) - sums.take(found.open[joined:] - 1)
    enough = own > 0
    places = np.where(relative, np.arange(len(relative)), len(relative) - 1)
    following = np.minimum.accumulate(places[::-1])[::-1]  # the relative at each place or after it
    first = following.take(found.start + 1)
    clauses = np.flatnonzero(first <= found.end)
    first, before, end = first[clauses], before[clauses], found.end[clauses]
    outside = (first < found.open[clauses]) | (first > found.close[clauses])
    marks = np.cumsum(~_plain(stream.gaps))
    enough[clauses] &= ~outside | (sums[first - 1] > before) | (marks[end] > marks[first])
    enough &= _closed(stream, found)
    sentence = stream.sentence.take(found.start)
    without = np.bincount(sentence, enough, len(stream.first)) == 0
    if without.any():
        enough |= without[sentence]
    return found.only(np.flatnonzero(enough))


def _closed(stream: Stream, found: Candidates) -> Mask:
    """Which candidates close the brackets that they open, and no others but one that stands before them."""
    opened, closed = np.cumsum(_has(stream.gaps, gw.OPENS)), np.cumsum(_has(stream.gaps, gw.CLOSES))
    if not opened[-1]:
        return np.ones(len(found.start), dtype=np.bool_)
    within = opened.take(found.end) - opened.take(found.start) - closed.take(found.end + 1) + closed.take(found.start)
    whole: Mask = (within == 0) | ((within == -1) & _has(stream.gaps.take(found.start), gw.OPENS))
    return whole


def _runs(stream: Stream, starts: Mask, ends: Mask) -> _Found:
    """One run of words from each place where one may begin to each where one may end."""
    first = np.flatnonzero(starts)
    last = first[:, None] + np.arange(FEWEST - 1, MOST)
    beyond = (stream.first + stream.length).take(stream.sentence.take(first))  # the stop after the sentence
    which, more = np.nonzero(ends.take(last, mode="clip") & (last < beyond[:, None]))
    start, words = first[which], more + FEWEST
    none = np.zeros(len(start), dtype=np.intp)
    return start, start + words - 1, none, none, words


def may_start(stream: Stream, strict: bool = True) -> Mask:
    """Where a gist may begin."""
    rules, gaps, before = stream.rules, stream.gaps, stream.rules.copy()
    before[stream.first] &= ~gb.OPENING_NAME
    bad = _plain(gaps)
    verbs = _has(stream.flags, gw.VERB | gw.AUXILIARY) if strict else None
    if verbs is not None:  # their subject stands before them, if not side by side: an aside between
        verbs &= bad | ~(_has(gaps, gw.EDGE | gw.POINT | gw.STRONG) | _has(stream.flags, gw.CAPITAL))
    bad[1:] &= _has(before[:-1] & (rules[1:] >> gb.NEXT), gb.START_CLASHES if strict else gb.PLAIN_START_CLASHES)
    if verbs is not None:
        bad |= verbs
    bad |= _has(gaps, gw.APOSTROPHE | gw.OPENS if strict else gw.APOSTROPHE)
    bad[1:] |= _possessive(stream)[:-1]
    bad |= _has(rules, gb.NO_START | gb.NO_CLAUSE if strict else gb.NO_START)
    free = _has(gaps, gw.SPACE) & ~bad
    free |= _has(gaps, gw.EDGE)
    free &= ~_has(rules, gb.NO_WORD)
    return free


def may_end(stream: Stream, strict: bool = True) -> Mask:
    """Where a gist may end."""
    rules, gaps = stream.rules, stream.gaps
    bad = _possessive(stream)
    never = gb.NO_END | gb.NO_WORD
    bad |= _has(rules, never | gb.NAMES_SOURCE if strict else never)  # '…, police said' goes
    clashes = _has(rules[:-1] & (rules[1:] >> gb.NEXT), gb.END_CLASHES if strict else gb.PLAIN_END_CLASHES)
    clashes &= _plain(gaps[1:])
    bad[:-1] |= clashes
    bad[:-1] |= ~_has(gaps[1:], gw.SPACE | gw.EDGE)
    return ~bad


def _possessive(stream: Stream) -> Mask:
    """Whether a word is what an apostrophe ties to the one before."""
    return _has(stream.rules, gb.CLITIC) & _has(stream.gaps, gw.APOSTROPHE)


def _has(flags: gw.Flags, flag: int) -> Mask:
    found: Mask = (flags & flag) != 0
    return found


def _plain(gaps: gw.Flags) -> Mask:
    """Where two words stand side by side: nothing but a space between them, or the point of an abbreviation."""
    found: Mask = (gaps & ~gw.POINT) == gw.SPACE
    return found


def _joined(stream: Stream, starts: Mask, ends: Mask, strict: bool) -> _Found:
    """Candidates with an aside left out: some words before it, and as many after it as fit."""
    marked, inner = _between_marks(stream, strict), _before_verbs(stream, strict)
    clause_starts = starts & _opens_clause(stream)
    parts = [_around(stream, marked, starts, ends), _around(stream, inner, clause_starts, ends)]
    first, second, third, fourth, fifth = (np.concatenate(pair) for pair in zip(*parts, strict=True))
    return first, second, third, fourth, fifth


def _around(stream: Stream, asides: tuple[Places, Places], starts: Mask, ends: Mask) -> _Found:
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


def _between_marks(stream: Stream, strict: bool) -> tuple[Places, Places]:
    """The first and the last word of what stands between a mark and the next one or the one after that."""
    aside = gw.COMMA | gw.DASH | gw.OPENS | gw.CLOSES
    marks = np.flatnonzero(_has(stream.gaps, aside) & ~_has(stream.gaps, gw.EDGE) & (stream.sentence >= 0))
    opens = np.concatenate([marks[:-1], marks[:-2]])
    closes = np.concatenate([marks[1:], marks[2:]]) - 1
    inside = (stream.sentence[opens] == stream.sentence[closes + 1]) & (closes >= opens)
    after = stream.flags[closes + 1]
    inside &= (closes - opens < _LONGEST_ASIDE) & ~_has(after, gw.SUBORDINATE | gw.CONJUNCTION)
    if strict:  # what goes on after an aside is what was said of the subject
        inside &= _has(after, _VERBS | gw.PREPOSITION | gw.ADVERB)
    return opens[inside], closes[inside]


def _before_verbs(stream: Stream, strict: bool) -> tuple[Places, Places]:
    """What stands between a subject and its verb, from a preposition, a relative or 'and' on."""
    flags, plain = stream.flags, _plain(stream.gaps)
    attached = plain & _has(flags, gw.PREPOSITION | gw.SUBORDINATE)
    verbs = np.flatnonzero(plain & _has(flags, gw.VERB | gw.AUXILIARY) & (stream.sentence >= 0))
    opens = np.maximum(verbs[:, None] - np.arange(2, _LONGEST_INNER + 2), 0)
    which, run = np.nonzero(attached[opens] & (stream.sentence[opens] == stream.sentence[verbs][:, None]))
    first, last = opens[which, run], verbs[which] - 1
    if not strict:
        return first, last
    before = first - 1
    relatives, own = np.cumsum(_has(flags, gw.RELATIVE | gw.THAT)), np.cumsum(_has(flags, _VERBS))
    sure = np.cumsum(_has(flags, gw.VERB | gw.AUXILIARY))
    marks = np.cumsum(_has(stream.gaps, gw.COMMA | gw.STRONG | gw.DASH))
    clauses = relatives[last] - relatives[before]
    whole = clauses <= own[last] - own[before]  # a relative clause has its own verb
    whole &= (clauses > 0) | (sure[last] == sure[before])  # and what is none has no verb,
    whole &= marks[last] == marks[before]  # nor anything that ends another part of the sentence
    return first[whole], last[whole]


def _opens_clause(stream: Stream) -> Mask:
    """Where a clause may open: at the beginning, after a mark, after a conjunction or a verb."""
    found = ~_plain(stream.gaps)
    found[1:] |= _has(stream.flags[:-1], gw.CONJUNCTION | gw.VERB)
    return found
