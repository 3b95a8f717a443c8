"""Gists: what a sentence says, in three to ten of its own words, in their order, their case and their spelling.

A small network, taught by what editors left out when they shortened sentences (``ramify.learn.gist_teaching``), chooses
among the runs of words that grammar allows (``gist_rules``). It knows English; sentences in other languages, and
those where no run will do, are cut at the end of a clause, else after ten words.
"""

from collections.abc import Sequence
from threading import Lock

import numpy as np
import numpy.typing as npt

from ramify.mindmap import gist_words as gw
from ramify.mindmap.gist_model import GistModel
from ramify.mindmap.gist_rules import MOST, candidates
from ramify.mindmap.gist_text import finished, run_text, without_dateline, without_full_stop
from ramify.mindmap.gist_words import Stream, pieces, stream

SHORT = 10  # words; a sentence of no more stays as it is
HEADING = MOST  # and so does a heading: its words were chosen to be shown
_FEWEST = 3
_APART = 4  # words of a clause that is no beginning: fewer say who said it, in any language
_ONE_AT_A_TIME = Lock()  # the table of known words grows as words are met
_AT_ONCE = 256  # sentences: what the network makes of them stays in the processor's own memory


def gists(sentences: Sequence[str], short: Sequence[int] | None = None, model: GistModel | None = None) -> list[str]:
    """The gist of each sentence, all at once.

    ``short`` says for each up to how many words it stays as it is (else ``SHORT``).
    """
    texts = [without_dateline(sentence) for sentence in sentences]
    split = [pieces(text) for text in texts]
    limits = short or [SHORT] * len(texts)
    long = [number for number, parts in enumerate(split) if len(parts) // 2 > limits[number]]
    found: dict[int, str] = {}
    with _ONE_AT_A_TIME:
        for at in range(0, len(long), _AT_ONCE):
            part = long[at : at + _AT_ONCE]
            found.update(zip(part, _shortened([split[number] for number in part], model), strict=True))
    return [found.get(number) or _whole(text) for number, text in enumerate(texts)]


def _whole(text: str) -> str:
    """A sentence that is short already."""
    text = text.strip()
    return finished(without_full_stop(text)) or text or "…"


def _shortened(sentences: list[list[str]], model: GistModel | None) -> list[str]:
    model = model or GistModel.default()
    words = stream(sentences, model.vocabulary.known)
    return [
        _gist(words, choice) if choice is not None else _first_clause(words, number)
        for number, choice in enumerate(_chosen(words, model))
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
    known = _english(words, model)
    chosen: list[tuple[int, int, int, int] | None] = [None] * len(words.first)
    rows = np.stack([found.start, found.end, found.open, found.close], axis=1)[winners[first]].tolist()
    for sentence, row in zip(numbers.tolist(), rows, strict=True):
        if known[sentence]:
            chosen[sentence] = tuple(row)
    return chosen


def _english(words: Stream, model: GistModel) -> npt.NDArray[np.bool_]:
    """Which sentences are English: by the share of function words, and of words that the network has seen."""
    number, flags = words.sentence + 1, words.flags  # 0 is the stops'
    letters = (flags & gw.LETTERS) != 0
    count = np.maximum(np.bincount(number, letters)[1:], 1)
    function = np.bincount(number, (flags & gw.FUNCTION) != 0)[1:] / count
    seen = np.bincount(number, model.knows(words) & letters)[1:] / count
    return ((function >= 0.18) & (seen >= 0.5)) | ((seen >= 0.85) & (count >= 3))


def _gist(words: Stream, choice: tuple[int, int, int, int]) -> str:
    start, end, opens, closes = choice
    if not opens:
        return finished(run_text(words.pieces, start, end))
    return finished(run_text(words.pieces, start, opens - 1) + " " + run_text(words.pieces, closes + 1, end))


def _first_clause(words: Stream, number: int) -> str:
    """The longest run of clauses that fits: from the beginning, else from wherever one does; else the first words."""
    first, length = int(words.first[number]), int(words.length[number])
    gaps = words.gaps[first : first + length + 1].tolist()  # before the first word, after each
    marks = gw.COMMA | gw.STRONG | gw.POINT | gw.DASH | gw.CLOSES | gw.EDGE
    bounds = [place for place, gap in enumerate(gaps) if gap & marks]
    start, clause = 0, _longest(0, bounds, _FEWEST)
    if not clause:
        start = max(bounds, key=lambda place: (_longest(place, bounds, _APART), -place))
        clause = _longest(start, bounds, _APART)
    if not clause:
        start, clause = 0, _cut(words, first, min(length, SHORT), gaps[1:])
    return finished(run_text(words.pieces, first + start, first + start + clause - 1)) or words.pieces[2 * first + 1]


def _longest(start: int, bounds: list[int], fewest: int) -> int:
    """How many words the clauses from a boundary on have, as many of them as fit; 0 if none does."""
    return max((end - start for end in bounds if fewest <= end - start <= MOST), default=0)


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
