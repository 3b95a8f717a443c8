"""Candidates: the runs of words that may be a gist, by rules of grammar that hold for any model.

A candidate is one run of words, or two runs joined over an aside that stands between commas, dashes or brackets. It
begins and ends between words, never inside a name, never after an article or a preposition, and never ends on an
article, a preposition, a conjunction or an auxiliary.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mindgist.labels import words as flag
from mindgist.labels.stream import Stream

MIN_WORDS, MAX_WORDS = 3, 12
_MAX_ASIDE_WORDS = 24
_MAX_INNER_WORDS = 12
_FUNCTION_WORDS = flag.FUNCTION | flag.PREPOSITION | flag.CONJUNCTION | flag.AUXILIARY | flag.DETERMINER
_VERBS = flag.VERB | flag.POSSIBLE_VERB | flag.AUXILIARY | flag.CLITIC

Places = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Runs of words from ``start`` to ``end`` in the stream, inclusive, without the aside from ``open`` to ``close``.

    Those without an aside come first; their ``open`` and ``close`` are 0, which is a stop.
    """

    start: Places
    end: Places
    open: Places
    close: Places
    words: Places

    @property
    def asides(self) -> int:
        """The index of the first candidate with an aside."""
        return int(np.searchsorted(self.open, 0, side="right"))

    def only(self, kept: Places) -> "Candidates":
        """The candidates with these indexes."""
        return Candidates(self.start[kept], self.end[kept], self.open[kept], self.close[kept], self.words[kept])


def candidates(stream: Stream, strict: bool = True) -> Candidates:
    """All candidates of all sentences.

    Without ``strict``, the rules about verbs and clauses are left out, so that training sees worse candidates too.
    """
    starts, ends = may_start(stream, strict), may_end(stream, strict)
    clause_starts = starts & _opens_clause(stream)
    found = (
        _runs(stream, starts, ends),
        _around(stream, _between_marks(stream, strict), starts, ends),
        _around(stream, _before_verbs(stream, strict), clause_starts, ends),
    )
    together = Candidates(*(np.concatenate(column) for column in zip(*found, strict=True)))
    return _with_verb(stream, together) if strict else together


def _with_verb(stream: Stream, found: Candidates) -> Candidates:
    """The candidates that have a verb of their own, and one more for each relative clause.

    'An agent, who had followed him' has no verb before the relative pronoun, and no mark ends the clause. If no
    candidate of a sentence has enough verbs, all are kept.
    """
    relative = _has(stream.flags, flag.RELATIVE)
    verbs = _has(stream.flags, _VERBS)
    verbs[1:] &= ~_has(stream.flags[:-1], flag.TO)  # 'to build' is none
    sums = np.cumsum(verbs.astype(np.intp) - relative)
    before = sums.take(found.start - 1)
    own = sums.take(found.end) - before
    joined = found.asides
    own[joined:] -= sums.take(found.close[joined:]) - sums.take(found.open[joined:] - 1)
    enough = own > 0
    places = np.where(relative, np.arange(len(relative)), len(relative) - 1)
    following = np.minimum.accumulate(places[::-1])[::-1]  # the next relative pronoun at or after each position
    first = following.take(found.start + 1)
    clauses = np.flatnonzero(first <= found.end)
    first, before, end = first[clauses], before[clauses], found.end[clauses]
    outside = (first < found.open[clauses]) | (first > found.close[clauses])
    marks = np.cumsum(~_plain(stream.gaps))
    enough[clauses] &= ~outside | (sums[first - 1] > before) | (marks[end] > marks[first])
    enough &= _closed(stream, found)
    sentence = stream.sentence.take(found.start)
    without = np.bincount(sentence, enough, len(stream.first)) == 0
    enough |= without[sentence]
    return found.only(np.flatnonzero(enough))


def _closed(stream: Stream, found: Candidates) -> Mask:
    """Which candidates have balanced brackets; one closing bracket may belong to an opening one right before."""
    opened, closed = np.cumsum(_has(stream.gaps, flag.OPENS)), np.cumsum(_has(stream.gaps, flag.CLOSES))
    within = opened.take(found.end) - opened.take(found.start) - closed.take(found.end + 1) + closed.take(found.start)
    whole: Mask = (within == 0) | ((within == -1) & _has(stream.gaps.take(found.start), flag.OPENS))
    return whole


def _runs(stream: Stream, starts: Mask, ends: Mask) -> tuple[Places, ...]:
    """Runs of words between allowed starts and ends."""
    first = np.flatnonzero(starts)
    last = first[:, None] + np.arange(MIN_WORDS - 1, MAX_WORDS)
    beyond = (stream.first + stream.length).take(stream.sentence.take(first))  # the stop after the sentence
    which, more = np.nonzero(ends.take(last, mode="clip") & (last < beyond[:, None]))
    start, words = first[which], more + MIN_WORDS
    none = np.zeros(len(start), dtype=np.intp)
    return start, start + words - 1, none, none, words


def may_start(stream: Stream, strict: bool = True) -> Mask:
    """Where a gist may begin."""
    flags, gaps = stream.flags, stream.gaps
    before = np.roll(flags, 1)  # the flags of the word before
    plain, capital = _plain(gaps), _has(flags, flag.CAPITAL)
    # Pairs of words that only a space separates, and that a beginning must not separate.
    pairs = _has(before & flags, flag.CAPITAL)  # a name
    second = stream.first + 1  # the capital of a function word before it may be the sentence's
    pairs[second] &= ~_has(before[second], _FUNCTION_WORDS)
    pairs |= _has(before, flag.DETERMINER | flag.PREPOSITION | flag.NUMBER | flag.TITLE)
    if strict:
        pairs |= _has(before, flag.POINTS | flag.RELATIVE | flag.CONDITION)
        pairs |= _has(before, flag.THAT) & _has(flags, flag.VERB | flag.AUXILIARY | flag.THIRD_PERSON)
    bad = pairs & plain
    bad |= _has(gaps, flag.APOSTROPHE) | np.roll(_is_clitic(stream), 1)
    bad |= _has(flags, flag.SUBORDINATE) & ~capital
    if strict:
        bad |= _has(flags, flag.PREPOSITION) & ~capital
        bad |= _has(gaps, flag.OPENS)
        # The subject of a verb stands before it, directly or before an aside.
        opens_sentence = _has(gaps, flag.EDGE | flag.POINT | flag.STRONG) | capital
        bad |= _has(flags, flag.VERB | flag.AUXILIARY) & (plain | ~opens_sentence)
    allowed = (_has(gaps, flag.SPACE) & ~bad) | _has(gaps, flag.EDGE)
    return allowed & ~_has(flags, flag.SIGN | flag.STOP)


def may_end(stream: Stream, strict: bool = True) -> Mask:
    """Where a gist may end."""
    flags, after, gap_after = stream.flags, np.roll(stream.flags, -1), np.roll(stream.gaps, -1)
    needs_more = _has(flags, flag.DETERMINER | flag.PREPOSITION | flag.CONJUNCTION | flag.AUXILIARY)
    # Pairs of words that only a space separates, and that an end must not separate.
    pairs = _has(flags & after, flag.CAPITAL)  # a name
    counted = _has(after, flag.LETTERS) & ~_has(after, flag.FUNCTION | flag.PREPOSITION)
    pairs |= _has(flags, flag.NUMBER) & counted
    pairs |= needs_more  # a particle may end a clause: 'he gave up, …'
    if strict:
        pairs |= _has(after, flag.BOUND)
    bad = pairs & _plain(gap_after)
    bad |= needs_more & ~_has(flags, flag.PARTICLE)
    bad |= _has(flags, flag.TITLE) & _has(flags, flag.CAPITAL)
    bad |= _is_clitic(stream) | _has(flags, flag.SIGN | flag.STOP)
    if strict:
        bad |= _has(flags, flag.SAYS)  # '…, police said' goes
    return ~bad & _has(gap_after, flag.SPACE | flag.EDGE)


def _is_clitic(stream: Stream) -> Mask:
    """Which words an apostrophe ties to the word before: the 's' of 'it's'."""
    return _has(stream.flags, flag.CLITIC) & _has(stream.gaps, flag.APOSTROPHE)


def _has(flags: flag.Flags, mask: int) -> Mask:
    found: Mask = (flags & mask) != 0
    return found


def _plain(gaps: flag.Flags) -> Mask:
    """Where only a space, or the point of an abbreviation, is between a word and the one before."""
    found: Mask = (gaps & ~flag.POINT) == flag.SPACE
    return found


def _around(stream: Stream, asides: tuple[Places, Places], starts: Mask, ends: Mask) -> tuple[Places, ...]:
    """Candidates with an aside left out: some words before it, and as many after it as fit."""
    opens, closes = asides
    sentence = stream.sentence
    before = np.maximum(opens[:, None] - np.arange(1, MAX_WORDS - 1), 0)  # the first word's places, (asides, 10)
    which, run = np.nonzero(starts[before] & (sentence[before] == sentence[opens][:, None]))
    start, left = before[which, run], run + 1
    after = np.minimum(closes[which][:, None] + np.arange(1, MAX_WORDS), len(sentence) - 1)  # the last word's
    words = left[:, None] + np.arange(1, MAX_WORDS)
    fits = ends[after] & (sentence[after] == sentence[start][:, None]) & (words >= MIN_WORDS) & (words <= MAX_WORDS)
    row, run = np.nonzero(fits)
    return start[row], after[row, run], opens[which[row]], closes[which[row]], words[row, run]


def _between_marks(stream: Stream, strict: bool) -> tuple[Places, Places]:
    """The first and last words of asides between a mark and one of the next two marks."""
    aside = flag.COMMA | flag.DASH | flag.OPENS | flag.CLOSES
    marks = np.flatnonzero(_has(stream.gaps, aside) & ~_has(stream.gaps, flag.EDGE) & (stream.sentence >= 0))
    opens = np.concatenate([marks[:-1], marks[:-2]])
    closes = np.concatenate([marks[1:], marks[2:]]) - 1
    inside = (stream.sentence[opens] == stream.sentence[closes + 1]) & (closes >= opens)
    after = stream.flags[closes + 1]
    inside &= (closes - opens < _MAX_ASIDE_WORDS) & ~_has(after, flag.SUBORDINATE | flag.CONJUNCTION)
    if strict:  # after the aside, the sentence goes on with what the subject does
        inside &= _has(after, _VERBS | flag.PREPOSITION | flag.ADVERB)
    return opens[inside], closes[inside]


def _before_verbs(stream: Stream, strict: bool) -> tuple[Places, Places]:
    """The first and last words of asides between a subject and its verb: from a preposition, a relative or 'and' on."""
    flags, plain = stream.flags, _plain(stream.gaps)
    attached = plain & _has(flags, flag.PREPOSITION | flag.SUBORDINATE)
    verbs = np.flatnonzero(plain & _has(flags, flag.VERB | flag.AUXILIARY) & (stream.sentence >= 0))
    opens = np.maximum(verbs[:, None] - np.arange(2, _MAX_INNER_WORDS + 2), 0)
    which, run = np.nonzero(attached[opens] & (stream.sentence[opens] == stream.sentence[verbs][:, None]))
    first, last = opens[which, run], verbs[which] - 1
    if not strict:
        return first, last
    before = first - 1
    relatives, own = np.cumsum(_has(flags, flag.RELATIVE | flag.THAT)), np.cumsum(_has(flags, _VERBS))
    sure = np.cumsum(_has(flags, flag.VERB | flag.AUXILIARY))
    marks = np.cumsum(_has(stream.gaps, flag.COMMA | flag.STRONG | flag.DASH))
    clauses = relatives[last] - relatives[before]
    whole = clauses <= own[last] - own[before]  # a relative clause has its own verb
    whole &= (clauses > 0) | (sure[last] == sure[before])  # other asides have none
    whole &= marks[last] == marks[before]  # and no mark ends another part of the sentence inside
    return first[whole], last[whole]


def _opens_clause(stream: Stream) -> Mask:
    """Where a clause may open: at the beginning, after a mark, after a conjunction or a verb."""
    found = ~_plain(stream.gaps)
    found[1:] |= _has(stream.flags[:-1], flag.CONJUNCTION | flag.VERB)
    return found
