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
_VERBS = gw.VERB | gw.PERHAPS_VERB | gw.AUXILIARY | gw.CLITIC

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


def candidates(stream: Stream, strict: bool = True) -> Candidates:
    """Every candidate of every sentence.

    Without ``strict`` the rules that know verbs and clauses do not count: who learns has to see what is wrong, too.
    """
    starts, ends = may_start(stream, strict), may_end(stream, strict)
    runs = [_runs(stream, starts, ends, words) for words in range(FEWEST, MOST + 1)]
    start = np.concatenate([run for run, _ in runs])
    words = np.concatenate([np.full(len(run), count) for run, count in runs])
    none = np.zeros(len(start), dtype=np.intp)
    joined = _joined(stream, starts, ends, strict)
    single = (start, start + words - 1, none, none, words)
    found = Candidates(*(np.concatenate(pair) for pair in zip(single, joined, strict=True)))
    return _with_verb(stream, found) if strict else found


def _with_verb(stream: Stream, found: Candidates) -> Candidates:
    """The candidates that have a verb of their own, and one more for each relative clause, as far as is known.

    'An agent, who had followed him' has none before the relative, and no mark ends the clause. Where no candidate of a
    sentence has enough, all are kept.
    """
    relative = _has(stream.flags, gw.RELATIVE)
    sums = np.cumsum(_has(stream.flags, _VERBS).astype(np.intp) - relative)
    left_out = np.where(found.open > 0, sums[found.close] - sums[found.open - 1], 0)
    enough = sums[found.end] - sums[found.start - 1] - left_out > 0
    places = np.where(relative, np.arange(len(relative)), len(relative) - 1)
    first = np.minimum.accumulate(places[::-1])[::-1][found.start + 1]  # the next relative after the first word
    inside = (first <= found.end) & ((first < found.open) | (first > found.close))
    marks = np.cumsum(~_plain(stream.gaps))
    enough &= ~inside | (sums[first - 1] - sums[found.start - 1] > 0) | (marks[found.end] - marks[first] > 0)
    sentence = stream.sentence[found.start]
    without = np.bincount(sentence, enough, len(stream.first)) == 0
    kept = np.flatnonzero(enough | without[sentence])
    return Candidates(found.start[kept], found.end[kept], found.open[kept], found.close[kept], found.words[kept])


def _runs(stream: Stream, starts: Mask, ends: Mask, words: int) -> tuple[Places, int]:
    last = len(starts) - words + 1
    found = np.flatnonzero(starts[:last] & ends[words - 1 :])
    return found[stream.sentence[found] == stream.sentence[found + words - 1]], words


def may_start(stream: Stream, strict: bool = True) -> Mask:
    """Where a gist may begin."""
    flags, gaps = stream.flags, stream.gaps
    before, plain = _shifted(flags, 1), _plain(gaps)
    inside_name = plain & _has(before & flags, gw.CAPITAL) & ~_opening_word(before, gaps)
    dependent = plain & _has(before, gw.DETERMINER | gw.PREPOSITION | gw.NUMBER | gw.TITLE)
    possessed = _has(gaps, gw.APOSTROPHE) | (_has(_shifted(gaps, 1), gw.APOSTROPHE) & _has(before, gw.CLITIC))
    subordinate = _has(flags, gw.SUBORDINATE) & ~_has(flags, gw.CAPITAL)
    if strict:
        subordinate |= _has(gaps, gw.OPENS) | (plain & _has(flags, gw.PREPOSITION) & ~_has(before, gw.CONJUNCTION))
        verb = _has(flags, gw.VERB | gw.AUXILIARY)
        subordinate |= plain & (_has(before, gw.RELATIVE | gw.CONDITION) | (_has(before, gw.THAT) & verb))
    free = _has(gaps, gw.SPACE) & ~inside_name & ~dependent & ~possessed & ~subordinate
    return (free | _has(gaps, gw.EDGE)) & ~_has(flags, gw.SIGN | gw.STOP)


def may_end(stream: Stream, strict: bool = True) -> Mask:
    """Where a gist may end."""
    flags, gaps = stream.flags, _shifted(stream.gaps, -1)
    after, plain = _shifted(flags, -1), _plain(gaps)
    hanging = _has(flags, gw.DETERMINER | gw.PREPOSITION | gw.CONJUNCTION | gw.AUXILIARY)
    hanging &= plain | ~_has(flags, gw.PARTICLE)
    inside_name = plain & _has(flags & after, gw.CAPITAL)
    abbreviated = _has(flags, gw.TITLE) & _has(flags, gw.CAPITAL)
    clitic = _has(flags, gw.CLITIC) & _has(stream.gaps, gw.APOSTROPHE)
    counting = plain & _has(flags, gw.NUMBER) & _has(after, gw.LETTERS) & ~_has(after, gw.FUNCTION | gw.PREPOSITION)
    if strict:
        hanging |= plain & _has(after, gw.BOUND)
    free = _has(gaps, gw.SPACE | gw.EDGE) & ~hanging & ~inside_name & ~abbreviated & ~clitic & ~counting
    return free & ~_has(flags, gw.SIGN | gw.STOP)


def _has(flags: gw.Flags, flag: int) -> Mask:
    found: Mask = (flags & flag) != 0
    return found


def _plain(gaps: gw.Flags) -> Mask:
    """Where two words stand side by side: nothing but a space between them, or the point of an abbreviation."""
    return _has(gaps, gw.SPACE) & ~_has(gaps, ~(gw.SPACE | gw.POINT))


def _opening_word(before: gw.Flags, gaps: gw.Flags) -> Mask:
    """Whether the word before owes its capital to the sentence's beginning: a name may begin after it."""
    known = gw.FUNCTION | gw.PREPOSITION | gw.CONJUNCTION | gw.AUXILIARY | gw.DETERMINER
    return _has(before, known) & _has(_shifted(gaps, 1), gw.EDGE)


def _shifted(values: gw.Flags, places: int) -> gw.Flags:
    """Each place's value of the word before (1) or after (-1)."""
    return np.roll(values, places)  # the ends are stops, so what comes around says nothing


def _joined(stream: Stream, starts: Mask, ends: Mask, strict: bool) -> tuple[Places, Places, Places, Places, Places]:
    """Candidates with an aside left out: some words before it, and as many after it as fit."""
    marked, inner = _between_marks(stream, strict), _before_verbs(stream, strict)
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
    relatives, own = np.cumsum(_has(flags, gw.RELATIVE | gw.THAT)), np.cumsum(_has(flags, _VERBS))
    whole = relatives[last] - relatives[first - 1] <= own[last] - own[first - 1]  # a relative clause has its own verb
    return first[whole], last[whole]


def _opens_clause(stream: Stream) -> Mask:
    """Where a clause may open: at the beginning, after a mark, after a conjunction or a verb."""
    return ~_plain(stream.gaps) | _has(_shifted(stream.flags, 1), gw.CONJUNCTION | gw.VERB)
