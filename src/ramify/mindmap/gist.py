"""Gists: what a sentence says, in three to ten of its own words, in their order, their case and their spelling.

A small network, taught by what editors left out when they shortened sentences (``ramify.learn.gist_teaching``), chooses
among the runs of words that grammar allows (``gist_rules``). It knows English; sentences in other languages, and
those where no run will do, are cut at the end of a clause, else after ten words.
"""

from collections.abc import Sequence
from itertools import repeat

import numpy as np
import numpy.typing as npt

from ramify.mindmap import gist_words as gw
from ramify.mindmap.gist_model import UNKNOWN, GistModel
from ramify.mindmap.gist_rules import MOST, candidates
from ramify.mindmap.gist_text import finished, run_text, without_dateline, without_full_stop
from ramify.mindmap.gist_words import Stream, pieces, stream

SHORT = 10  # words; a sentence of no more stays as it is
HEADING = MOST  # and so does a heading: its words were chosen to be shown
_FEWEST = 3
_AT_ONCE = 4096  # sentences, so that a library's sentences do not all stand in memory as numbers


def gists(
    sentences: Sequence[str], short: Sequence[int] | None = None, model: GistModel | None = None
) -> list[str]:
    """The gist of each sentence, all at once.

    ``short`` says for each up to how many words it stays as it is (else ``SHORT``).
    """
    found = [_short(sentence, limit) for sentence, limit in zip(sentences, short or repeat(SHORT), strict=False)]
    long = [number for number, gist in enumerate(found) if gist is None]
    for at in range(0, len(long), _AT_ONCE):
        part = long[at : at + _AT_ONCE]
        for number, gist in zip(part, _shortened([sentences[number] for number in part], model), strict=True):
            found[number] = gist
    return [gist or "…" for gist in found]


def _short(sentence: str, limit: int) -> str | None:
    """The sentence itself where it is short already; None where it has to be shortened."""
    text = without_dateline(sentence).strip()
    parts = pieces(text)
    if len(parts) // 2 > limit:
        return None
    return finished(without_full_stop(text)) or text


def _shortened(sentences: list[str], model: GistModel | None) -> list[str]:
    model = model or GistModel.shipped()
    words = stream([without_dateline(sentence) for sentence in sentences], model.vocabulary.known)
    chosen = _chosen(words, model)
    return [
        _gist(words, number, choice) if choice is not None else _first_clause(words, number)
        for number, choice in enumerate(chosen)
    ]


def _chosen(words: Stream, model: GistModel) -> list[tuple[int, int, int, int] | None]:
    """The best candidate of each sentence: start, end, and the aside between; None where the network cannot say."""
    found = candidates(words)
    number = words.sentence[found.start]
    scores = model.score(words, found)
    best = np.full(len(words.first), -np.inf, dtype=np.float32)
    np.maximum.at(best, number, scores)
    winners = np.flatnonzero(scores >= best[number])
    numbers, first = np.unique(number[winners], return_index=True)
    known = _english(words)
    chosen: list[tuple[int, int, int, int] | None] = [None] * len(words.first)
    rows = np.stack([found.start, found.end, found.open, found.close], axis=1)[winners[first]].tolist()
    for sentence, row in zip(numbers.tolist(), rows, strict=True):
        if known[sentence]:
            chosen[sentence] = tuple(row)
    return chosen


def _english(words: Stream) -> npt.NDArray[np.bool_]:
    """Which sentences are English: by the share of function words, and of words that the network has seen."""
    inside = words.sentence >= 0
    number, flags = words.sentence[inside], words.words[inside]
    count = np.maximum(np.bincount(number, (flags[:, 0] & gw.LETTERS) != 0), 1)
    function = np.bincount(number, (flags[:, 0] & gw.FUNCTION) != 0) / count
    seen = np.bincount(number, (flags[:, 1] > UNKNOWN) & ((flags[:, 0] & gw.LETTERS) != 0)) / count
    return ((function >= 0.18) & (seen >= 0.5)) | ((seen >= 0.85) & (count >= 3))


def _gist(words: Stream, number: int, choice: tuple[int, int, int, int]) -> str:
    start, end, opens, closes = choice
    if not opens:
        return finished(run_text(words.pieces, start, end))
    return finished(run_text(words.pieces, start, opens - 1) + " " + run_text(words.pieces, closes + 1, end))


def _first_clause(words: Stream, number: int) -> str:
    """The longest run of clauses from the beginning that fits, else the first words."""
    first = int(words.first[number])
    length = int(words.length[number])
    ends = words.gaps[first + 1 : first + min(length, MOST) + 1].tolist()  # what stands after each word
    marks = gw.COMMA | gw.STRONG | gw.POINT | gw.DASH | gw.CLOSES | gw.EDGE
    clause = max((count for count, gap in enumerate(ends, start=1) if gap & marks and count >= _FEWEST), default=0)
    if not clause:
        clause = _cut(words, first, min(length, SHORT), ends)
    return finished(run_text(words.pieces, first, first + clause - 1)) or words.pieces[2 * first + 1]


def _cut(words: Stream, first: int, most: int, ends: list[int]) -> int:
    """How many words to keep where no clause ends: not in the middle of a compound, not up to a short small word.

    In most languages that are written with spaces the short words in small letters are articles and prepositions.
    """
    whole = [count for count in range(1, most + 1) if ends[count - 1] & gw.SPACE]
    for count in reversed(whole):
        word = words.pieces[2 * (first + count) - 1]
        if count >= _FEWEST and (len(word) > 3 or not word.islower()):
            return count
    return whole[-1] if whole else most
