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
from mindgist.labels.stream import Stream, stream
from mindgist.labels.surface import run_text, tidy, without_dateline, without_full_stop
from mindgist.labels.words import read_pieces

SHORT_WORDS = 10  # a sentence of at most so many words is its own gist
_MIN_CUT = 3
_MIN_FIRST_CLAUSE = 5  # words of a first clause that can stand alone, in languages with spaces
_MIN_LATER_CLAUSE = 4  # words; a shorter clause further on mostly says who said it
_LOCK = Lock()  # the word table of a model grows while it runs
_BATCH_SENTENCES = 256  # fewer need more calls, more do not fit into the processor's cache


def gists(sentences: Sequence[str], short: Sequence[int] | None = None, model: GistModel | None = None) -> list[str]:
    """The gist of each sentence. One of at most ``short`` words is its own gist (default: ``SHORT_WORDS`` for all)."""
    model = model or load_gist_model()
    texts = [without_dateline(sentence) for sentence in sentences]
    split = [read_pieces(text) for text in texts]
    limits = short or [SHORT_WORDS] * len(texts)
    found = [""] * len(texts)
    long = [number for number, limit in enumerate(limits) if len(split[number]) // 2 > limit]
    with _LOCK:
        for at in range(0, len(long), _BATCH_SENTENCES):
            batch = long[at : at + _BATCH_SENTENCES]
            for number, gist in zip(batch, _shortened([split[number] for number in batch], model), strict=True):
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
    return tidy(without_full_stop(text)) or text or "…"


def _shortened(sentences: list[list[str]], model: GistModel) -> list[str]:
    """The gists of long sentences, each given as its pieces."""
    words = stream(sentences, model.vocabulary.table)
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
    pieces, texts = words.pieces, []
    ends = (places.tolist() for places in (chosen.start, chosen.end, chosen.open, chosen.close))
    for start, end, opens, closes in zip(*ends, strict=True):
        if opens:
            text = f"{run_text(pieces, start, opens - 1)} {run_text(pieces, closes + 1, end)}"
        else:
            text = run_text(pieces, start, end)
        texts.append(tidy(text))
    return texts


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
    parts = words.pieces[2 * first : 2 * (first + length) + 1]
    gaps = words.gaps[first : first + length + 1].tolist()  # before the first word and after each word
    marks = flag.COMMA | flag.STRONG | flag.POINT | flag.DASH | flag.OPENS | flag.CLOSES | flag.EDGE
    bounds = [
        place
        for place, gap in enumerate(gaps)
        if gap & marks and (gap & (flag.SPACE | flag.EDGE) or _separates(parts, place))
    ]
    spaced = any(gap & flag.SPACE for gap in gaps)
    start, clause = 0, _longest(0, bounds, _MIN_FIRST_CLAUSE if spaced else _MIN_CUT)
    if not clause:
        start = max(bounds, key=lambda place: (_longest(place, bounds, _MIN_LATER_CLAUSE), -place))
        clause = _longest(start, bounds, _MIN_LATER_CLAUSE)
    if not clause:
        start, clause = 0, _cut(parts[1::2], gaps[1:])
    text = run_text(words.pieces, first + start, first + start + clause - 1)
    return tidy(text) or parts[1]


def _separates(parts: list[str], gap: int) -> bool:
    """Whether a mark without a space ends a clause: not inside '12,500' or 'U.S.', but always in Chinese."""
    before, after = "".join(parts[: 2 * gap]), "".join(parts[2 * gap :])
    return not (before.rpartition(" ")[2] + after.partition(" ")[0]).isascii()


def _longest(start: int, bounds: list[int], fewest: int) -> int:
    """The number of words in the longest run of clauses from ``start`` that fits; 0 if none does."""
    return max((end - start for end in bounds if fewest <= end - start <= MAX_WORDS), default=0)


def _cut(words: list[str], gaps: list[int]) -> int:
    """The number of words to keep if no clause ends: whole compounds, and no short lower-case word at the end.

    ``gaps`` are those after the words. In most languages with spaces, short lower-case words are articles and
    prepositions.
    """
    most = min(len(words), SHORT_WORDS)
    whole = [count for count in range(1, most + 1) if gaps[count - 1] & flag.SPACE]
    for count in reversed(whole):
        word = words[count - 1]
        if count >= _MIN_CUT and (len(word) > 3 or not word.islower()):
            return count
    return whole[-1] if whole else most
