"""Gists: what a sentence says, in three to ten of its own words, in their order, their case and their spelling.

A small network, trained on what editors left out of sentences (``mindgist.learn.gist_teaching``), chooses
among the runs of words that grammar allows (``candidates``). It knows English; sentences in other languages, and
those where no run will do, are cut at the end of a clause, else after ten words.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from mindgist.labels import words as gw
from mindgist.labels.candidates import MOST, Candidates, candidates
from mindgist.labels.gist_model import GistModel, load_gist_model
from mindgist.labels.kinds import LabelledNode
from mindgist.labels.pronouns import with_antecedent
from mindgist.labels.stream import Stream, chunks_of, stream
from mindgist.labels.surface import closed, finished, run_text, without_dateline, without_full_stop
from mindgist.labels.words import pieces

SHORT = 10  # words; a sentence of no more stays as it is
_FEWEST = 3
_FEWEST_AT_FIRST = 5  # words of a beginning that says something, in languages with spaces
_APART = 4  # words of a clause that is no beginning: fewer say who said it, in any language
_ONE_AT_A_TIME = Lock()  # the table of known words grows as words are met
_AT_ONCE = 1024  # sentences: fewer cost more calls, more would keep much memory for little time


def gists(sentences: Sequence[str], short: Sequence[int] | None = None, model: GistModel | None = None) -> list[str]:
    """The gist of each sentence, all at once.

    ``short`` says for each up to how many words it stays as it is (else ``SHORT``).
    """
    model = model or load_gist_model()
    texts = [without_dateline(sentence) for sentence in sentences]
    split = [chunks_of(text) for text in texts]
    limits = short or [SHORT] * len(texts)
    found: list[str | None] = [None] * len(texts)
    with _ONE_AT_A_TIME:
        count = model.vocabulary.chunks.count
        # No chunk is less than a word, so that those of few chunks alone are to be counted.
        long = [
            number
            for number, (chunks, limit) in enumerate(zip(split, limits, strict=True))
            if len(chunks) > limit or count(chunks) > limit
        ]
        for at in range(0, len(long), _AT_ONCE):
            part = long[at : at + _AT_ONCE]
            for number, gist in zip(part, _shortened([split[number] for number in part], model), strict=True):
                found[number] = gist
    return [gist or _whole(text) for gist, text in zip(found, texts, strict=True)]


def node_gists(maps: Sequence[Sequence[LabelledNode]], gist_model: Path | None = None) -> list[list[str]]:
    """The gists of all nodes of several maps, by the model of a folder; None is the shipped one.

    A heading is its own gist unless it is too long. A pronoun becomes a name if its parent is the sentence before.
    """
    nodes = [node for own in maps for node in own]
    texts = [node.text for node in nodes]
    max_words = [MOST if node.sentence is None else SHORT for node in nodes]
    found = iter(gists(texts, max_words, load_gist_model(gist_model)))
    return [[_with_name(node, next(found), own) for node in own] for own in maps]


def _with_name(node: LabelledNode, gist: str, nodes: Sequence[LabelledNode]) -> str:
    if node.parent is None or node.sentence is None or nodes[node.parent].sentence != node.sentence - 1:
        return gist
    return with_antecedent(gist, nodes[node.parent].text, MOST)


def _whole(text: str) -> str:
    """A sentence that is short already."""
    text = text.strip()
    return finished(without_full_stop(text)) or text or "…"


def _shortened(sentences: list[list[str]], model: GistModel) -> list[str]:
    words = stream(sentences, model.vocabulary.chunks)
    chosen = _chosen(words, model)
    numbers = words.sentence[chosen.start].tolist()
    found = dict(zip(numbers, _texts(words, chosen), strict=True))
    return [found.get(number) or _first_clause(words, number) for number in range(len(sentences))]


def _chosen(words: Stream, model: GistModel) -> Candidates:
    """The best candidate of each sentence that the network can say something of."""
    found = candidates(words)
    number = words.sentence[found.start]
    scores = model.score(words, found)
    best = np.full(len(words.first), -np.inf, dtype=np.float32)
    np.maximum.at(best, number, scores)
    winners = np.flatnonzero((scores >= best[number]) & _english(words, model)[number])
    _, first = np.unique(number[winners], return_index=True)
    return found.only(winners[first])


def _texts(words: Stream, chosen: Candidates) -> list[str]:
    """The chosen words as they are shown."""

    def places(of: npt.NDArray[np.intp]) -> tuple[list[int], list[int]]:
        chunk = words.chunk[of]
        return chunk.tolist(), (of - words.opens[chunk]).tolist()

    chunks, start, end = words.chunks, places(chosen.start), places(chosen.end)
    goes_on = (words.sentence[chosen.end + 1] >= 0).tolist()
    texts = [run_text(chunks, *run) for run in zip(*start, *end, goes_on, strict=True)]
    asides = np.flatnonzero(chosen.open)
    before, after = places(chosen.open[asides] - 1), places(chosen.close[asides] + 1)
    for at, stop, ending, following, inside in zip(asides.tolist(), *before, *after, strict=True):
        head = run_text(chunks, start[0][at], start[1][at], stop, ending, True)
        tail = run_text(chunks, following, inside, end[0][at], end[1][at], goes_on[at])
        texts[at] = f"{head} {tail}"
    return [closed(text) for text in texts]


def _english(words: Stream, model: GistModel) -> npt.NDArray[np.bool_]:
    """Which sentences are English: by the share of function words, and of words that the network has seen."""
    number, flags = words.sentence + 1, words.flags  # 0 is the stops'
    letters = (flags & gw.LETTERS) != 0
    count = np.maximum(np.bincount(number, letters)[1:], 1)
    function = np.bincount(number, (flags & gw.FUNCTION) != 0)[1:] / count
    seen = np.bincount(number, model.knows(words) & letters)[1:] / count
    return ((function >= 0.18) & (seen >= 0.5)) | ((seen >= 0.85) & (count >= 3))


def _first_clause(words: Stream, number: int) -> str:
    """The longest run of clauses that fits: from the beginning, else from wherever one does; else the first words."""
    first, length = int(words.first[number]), int(words.length[number])
    gaps = words.gaps[first : first + length + 1].tolist()  # before the first word, after each
    marks = gw.COMMA | gw.STRONG | gw.POINT | gw.DASH | gw.OPENS | gw.CLOSES | gw.EDGE
    bounds = [place for place, gap in enumerate(gaps) if gap & marks and _parts(words, first + place)]
    spaced = any(gap & gw.SPACE for gap in gaps)
    start, clause = 0, _longest(0, bounds, _FEWEST_AT_FIRST if spaced else _FEWEST)
    if not clause:
        start = max(bounds, key=lambda place: (_longest(place, bounds, _APART), -place))
        clause = _longest(start, bounds, _APART)
    if not clause:
        start, clause = 0, _cut(words, first, min(length, SHORT), gaps[1:])
    return finished(_run(words, first + start, first + start + clause - 1)) or _word(words, first)


def _parts(words: Stream, place: int) -> bool:
    """Whether a mark before a word parts anything: not the one inside '12,500' or 'U.S.', but any in Chinese."""
    return bool(words.gaps[place] & (gw.SPACE | gw.EDGE)) or not words.chunks[int(words.chunk[place])].isascii()


def _run(words: Stream, start: int, end: int) -> str:
    chosen = Candidates(*(np.array([value]) for value in (start, end, 0, 0, end - start + 1)))
    return _texts(words, chosen)[0]


def _word(words: Stream, place: int) -> str:
    chunk = int(words.chunk[place])
    return pieces(words.chunks[chunk])[2 * (place - int(words.opens[chunk])) + 1]


def _longest(start: int, bounds: list[int], fewest: int) -> int:
    """How many words the clauses from a boundary on have, as many of them as fit; 0 if none does."""
    return max((end - start for end in bounds if fewest <= end - start <= MOST), default=0)


def _cut(words: Stream, first: int, most: int, ends: list[int]) -> int:
    """How many words to keep where no clause ends: not in the middle of a compound, not up to a short small word.

    In most languages that are written with spaces the short words in small letters are articles and prepositions.
    """
    whole = [count for count in range(1, most + 1) if ends[count - 1] & gw.SPACE]
    for count in reversed(whole):
        word = _word(words, first + count - 1)
        if count >= _FEWEST and (len(word) > 3 or not word.islower()):
            return count
    return whole[-1] if whole else most
