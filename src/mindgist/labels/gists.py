"""Gists: what a sentence says in a few of its own words, in their order, case and spelling.

A small network, trained on what editors left out of sentences (``mindgist.learn.gist_recipe``), chooses among the runs
of words that grammar allows (``candidates``). It knows English. Sentences in other languages, and those without an
allowed run, are cut at the end of a clause, else after ten words.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from mindgist.labels import words as flag
from mindgist.labels.candidates import MAX_WORDS, Candidates, candidates
from mindgist.labels.gist_model import GistModel, load_gist_model
from mindgist.labels.kinds import LabelledNode
from mindgist.labels.pronouns import with_antecedent
from mindgist.labels.stream import Stream, chunks_of, stream
from mindgist.labels.surface import closed, finished, run_text, without_dateline, without_full_stop
from mindgist.labels.words import pieces

SHORT_WORDS = 10  # a sentence of at most so many words is its own gist
_MIN_CUT = 3
_MIN_FIRST_CLAUSE = 5  # words of a first clause that can stand alone, in languages with spaces
_MIN_LATER_CLAUSE = 4  # words; a shorter clause further on mostly says who said it
_LOCK = Lock()  # the word tables of a model grow while it runs
_BATCH_SENTENCES = 1024  # fewer need more calls, more need much memory and save little time


def gists(sentences: Sequence[str], short: Sequence[int] | None = None, model: GistModel | None = None) -> list[str]:
    """The gist of each sentence. One of at most ``short`` words is its own gist (default: ``SHORT_WORDS`` for all)."""
    model = model or load_gist_model()
    texts = [without_dateline(sentence) for sentence in sentences]
    split = [chunks_of(text) for text in texts]
    limits = short or [SHORT_WORDS] * len(texts)
    found: list[str | None] = [None] * len(texts)
    with _LOCK:
        count = model.vocabulary.chunks.count
        # A chunk has at least one word, so words are only counted in sentences of few chunks.
        long = [
            number
            for number, (chunks, limit) in enumerate(zip(split, limits, strict=True))
            if len(chunks) > limit or count(chunks) > limit
        ]
        for at in range(0, len(long), _BATCH_SENTENCES):
            part = long[at : at + _BATCH_SENTENCES]
            for number, gist in zip(part, _shortened([split[number] for number in part], model), strict=True):
                found[number] = gist
    return [gist or _whole(text) for gist, text in zip(found, texts, strict=True)]


def node_gists(maps: Sequence[Sequence[LabelledNode]], gist_model: Path | None = None) -> list[list[str]]:
    """The gists of all nodes of several maps, by the model of a folder; None is the shipped one.

    A heading is its own gist unless it is too long. A pronoun becomes a name if its parent is the sentence before.
    """
    nodes = [node for own in maps for node in own]
    texts = [node.text for node in nodes]
    max_words = [MAX_WORDS if node.sentence is None else SHORT_WORDS for node in nodes]
    found = iter(gists(texts, max_words, load_gist_model(gist_model)))
    return [[_with_name(node, next(found), own) for node in own] for own in maps]


def _with_name(node: LabelledNode, gist: str, nodes: Sequence[LabelledNode]) -> str:
    if node.parent is None or node.sentence is None or nodes[node.parent].sentence != node.sentence - 1:
        return gist
    return with_antecedent(gist, nodes[node.parent].text, MAX_WORDS)


def _whole(text: str) -> str:
    """The gist of a short sentence."""
    text = text.strip()
    return finished(without_full_stop(text)) or text or "…"


def _shortened(sentences: list[list[str]], model: GistModel) -> list[str]:
    words = stream(sentences, model.vocabulary.chunks)
    chosen = _chosen(words, model)
    numbers = words.sentence[chosen.start].tolist()
    found = dict(zip(numbers, _texts(words, chosen), strict=True))
    return [found.get(number) or _first_clause(words, number) for number in range(len(sentences))]


def _chosen(words: Stream, model: GistModel) -> Candidates:
    """The best candidate of each English sentence that has one."""
    found = candidates(words)
    number = words.sentence[found.start]
    scores = model.score(words, found)
    best = np.full(len(words.first), -np.inf, dtype=np.float32)
    np.maximum.at(best, number, scores)
    winners = np.flatnonzero((scores >= best[number]) & _english(words, model)[number])
    _, first = np.unique(number[winners], return_index=True)
    return found.only(winners[first])


def _texts(words: Stream, chosen: Candidates) -> list[str]:
    """The texts of the chosen candidates."""

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
    """Which sentences are English, by the shares of function words and of words in the vocabulary."""
    number, flags = words.sentence + 1, words.flags  # 0 for stops
    letters = (flags & flag.LETTERS) != 0
    count = np.maximum(np.bincount(number, letters)[1:], 1)
    function = np.bincount(number, (flags & flag.FUNCTION) != 0)[1:] / count
    seen = np.bincount(number, model.knows(words) & letters)[1:] / count
    return ((function >= 0.18) & (seen >= 0.5)) | ((seen >= 0.85) & (count >= 3))


def _first_clause(words: Stream, number: int) -> str:
    """The longest run of clauses that fits: from the beginning, else from further on; else the first words."""
    first, length = int(words.first[number]), int(words.length[number])
    gaps = words.gaps[first : first + length + 1].tolist()  # before the first word and after each word
    marks = flag.COMMA | flag.STRONG | flag.POINT | flag.DASH | flag.OPENS | flag.CLOSES | flag.EDGE
    bounds = [place for place, gap in enumerate(gaps) if gap & marks and _parts(words, first + place)]
    spaced = any(gap & flag.SPACE for gap in gaps)
    start, clause = 0, _longest(0, bounds, _MIN_FIRST_CLAUSE if spaced else _MIN_CUT)
    if not clause:
        start = max(bounds, key=lambda place: (_longest(place, bounds, _MIN_LATER_CLAUSE), -place))
        clause = _longest(start, bounds, _MIN_LATER_CLAUSE)
    if not clause:
        start, clause = 0, _cut(words, first, min(length, SHORT_WORDS), gaps[1:])
    return finished(_run(words, first + start, first + start + clause - 1)) or _word(words, first)


def _parts(words: Stream, place: int) -> bool:
    """Whether a mark before a word separates: not inside '12,500' or 'U.S.', but always in Chinese."""
    return bool(words.gaps[place] & (flag.SPACE | flag.EDGE)) or not words.chunks[int(words.chunk[place])].isascii()


def _run(words: Stream, start: int, end: int) -> str:
    chosen = Candidates(*(np.array([value]) for value in (start, end, 0, 0, end - start + 1)))
    return _texts(words, chosen)[0]


def _word(words: Stream, place: int) -> str:
    chunk = int(words.chunk[place])
    return pieces(words.chunks[chunk])[2 * (place - int(words.opens[chunk])) + 1]


def _longest(start: int, bounds: list[int], fewest: int) -> int:
    """The number of words in the longest run of clauses from ``start`` that fits; 0 if none does."""
    return max((end - start for end in bounds if fewest <= end - start <= MAX_WORDS), default=0)


def _cut(words: Stream, first: int, most: int, ends: list[int]) -> int:
    """The number of words to keep if no clause ends: whole compounds, and no short lower-case word at the end.

    In most languages with spaces, short lower-case words are articles and prepositions.
    """
    whole = [count for count in range(1, most + 1) if ends[count - 1] & flag.SPACE]
    for count in reversed(whole):
        word = _word(words, first + count - 1)
        if count >= _MIN_CUT and (len(word) > 3 or not word.islower()):
            return count
    return whole[-1] if whole else most
