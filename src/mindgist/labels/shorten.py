"""Short labels of English sentences: of those that stay true, the one that the network scores best.

The network (``network``) knows which words a reader needs, and ``cuts`` which ones a label must not leave out.
"""

from collections.abc import Sequence

import numpy as np

from mindgist.labels.cuts import Flags, forbidden_cuts
from mindgist.labels.network import Floats, PathScores, shipped_network
from mindgist.labels.surface import run_text, tidy
from mindgist.labels.tags import FINITE, tagger
from mindgist.labels.words import word_costs
from mindgist.languages import language

SHORT_WORDS = 12  # a sentence up to this length is its own label
MAX_WORDS = 30  # of a label; what goes on is cut and ends with '…'
WORD_PENALTY = 0.31  # of each kept word; chosen so that labels of news have eleven words on average
MIN_CHANCE = 0.07  # of leaving out some words, else they stay
_IMPOSSIBLE = -1e4
_BATCH = 32  # sentences of like length
_VERBS = FINITE | {*"BPG"}  # tags, with those of other forms
_HANGING = language("en").word_classes["hanging"]


def shorten(sentences: Sequence[list[str]]) -> list[tuple[str, bool]]:
    """The label of each sentence, given as its pieces, and whether it begins with the sentence's first word."""
    found: dict[int, tuple[str, bool]] = {}
    by_length = sorted(range(len(sentences)), key=lambda number: len(sentences[number]))
    for start in range(0, len(by_length), _BATCH):
        numbers = by_length[start : start + _BATCH]
        batch = [sentences[number] for number in numbers]
        lengths = [len(pieces) // 2 for pieces in batch]
        scores = shipped_network().path_scores(batch)
        scores.kept[...] -= WORD_PENALTY
        for own, pieces in zip(scores.skips, batch, strict=True):
            count = len(pieces) // 2 + 2
            own[:count, :count][forbidden_cuts(pieces)] = _IMPOSSIBLE
        scores.skips[unlikely(scores, lengths)] = _IMPOSSIBLE
        paths = best_paths(scores, lengths)
        for number, pieces, path, commas in zip(numbers, batch, paths, scores.commas, strict=True):
            has_verb = any(_may_be_verb(pieces[2 * place - 1]) for place in path)
            if not has_verb and any(map(_may_be_verb, pieces[1::2])):
                path = list(range(1, len(pieces) // 2 + 1))
            found[number] = _written(pieces, path, commas), path[0] == 1
    return [found[number] for number in range(len(sentences))]


def _may_be_verb(word: str) -> bool:
    return not _VERBS.isdisjoint(tagger().classes.get(word.lower(), "V"))


def unlikely(scores: PathScores, lengths: Sequence[int]) -> Flags:
    """[b, i, j]: that word j hardly ever follows word i among all labels of sentence b, weighted by their scores."""
    every, places = np.arange(len(lengths)), np.arange(scores.kept.shape[1])
    steps = np.exp((scores.skips + scores.kept[:, None]).astype(np.float64))
    before, after = np.zeros((2, *scores.kept.shape))  # sums over all paths up to and from a place
    before[:, 0] = after[every, np.array(lengths) + 1] = 1
    for place in places[1:]:
        before[:, place] = np.einsum("bi,bi->b", before[:, :place], steps[:, :place, place])
    for place in places[-2::-1]:
        after[:, place] += np.einsum("bj,bj->b", steps[:, place, place + 1 :], after[:, place + 1 :])
    chance = before[:, :, None] * steps * (after / after[:, :1])[:, None]
    return np.asarray((chance < MIN_CHANCE) & (places > places[:, None] + 1))


def best_paths(scores: PathScores, lengths: Sequence[int]) -> list[list[int]]:
    """The places of the kept words of the best label of each sentence."""
    every, places = np.arange(len(lengths)), scores.kept.shape[1]
    best = np.zeros((places, len(lengths)), np.float32)  # of the labels up to each place
    came_from = np.zeros((places, len(lengths)), np.intp)
    skips = np.ascontiguousarray(scores.skips.transpose(2, 1, 0))
    skips[1:, 0][np.arange(1, places)[:, None] == np.array(lengths) + 1] = 2 * _IMPOSSIBLE  # no label is empty
    for place in range(1, places):
        values = best[:place] + skips[place, :place]
        came_from[place] = values.argmax(axis=0)
        best[place] = values[came_from[place], every] + scores.kept[:, place]
    found = []
    for number, length in enumerate(lengths):
        path, place = [], int(came_from[length + 1, number])
        while place:
            path.append(place)
            place = int(came_from[place, number])
        found.append(path[::-1])
    return found


def _written(pieces: list[str], path: Sequence[int], commas: Floats) -> str:
    """The words of a path with the signs that belong to them; cut if there are too many."""
    words = [pieces[2 * place - 1] for place in path]
    fitting = len(words)
    while fitting > 1 and sum(word_costs(words[:fitting])) > MAX_WORDS:
        fitting -= 1
    while 1 < fitting < len(words) and words[fitting - 1].lower() in _HANGING:
        fitting -= 1
    text, first = "", path[0]
    for before, after in zip(path[:fitting], [*path[1:fitting], 0], strict=True):
        if after != before + 1:
            text += run_text(pieces, first - 1, before - 1)
            if after:
                text += ", " if commas[before, after] > 0 else " "
            first = after
    return tidy(text) if fitting == len(words) else tidy(text).rstrip(".") + "…"
