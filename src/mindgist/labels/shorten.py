"""Short labels of English sentences: of those that stay true, the one that the network scores best.

The network (``mindgist.labels.network``) knows which words a reader needs. What a label may never leave out is decided
here: words that deny, doubt, limit or count as long as what they act on stays, claims without who claims it, numbers
without their units, and the last part of a name.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mindgist.labels.network import Floats, PathScores, shipped_network
from mindgist.labels.surface import run_text, tidy
from mindgist.labels.tags import FINITE, tagger
from mindgist.labels.words import CLOSES, COMMA, DASH, OPENS, POINT, STRONG, gap_flags, word_costs
from mindgist.languages import language

SHORT_WORDS = 12  # a sentence up to this length is its own label
MAX_WORDS = 30  # of a label; what goes on is cut and ends with '…'
WORD_PENALTY = 0.32  # of each kept word; chosen so that labels of news have eleven words on average
MIN_CHANCE = 0.1  # of leaving out some words, else they stay
_IMPOSSIBLE = -1e4
_SOURCE_REACH = 6  # words between who claims something and the verb
_COUNT_REACH = 3  # words from 'more than' to its number
_MIN_PART = 4  # words of a part up to a word that limits it alone: "who came only …", but not "but only …"
_MAX_OPENING = 3  # words before a clause that begins a label: "However, if …"
_SEPARATES = COMMA | STRONG | DASH | OPENS | CLOSES | POINT
_BATCH = 32  # sentences of like length
_VERBS = FINITE | {"B"}  # tags, with that of commands
_SAYING = ("say", "claim", "partisan")  # classes of words

_ENGLISH = language("en")
_CLASSES = _ENGLISH.word_classes
_JOINTS = frozenset({"and", "or", "but", "nor"})
_DATES = _ENGLISH.weekdays | _ENGLISH.months
# What a word does in a sentence, the most important last.
_ROLES = {word: name for name in ("auxiliary", "count", "unit", *_SAYING, "late") for word in _CLASSES[name]}
_ROLES |= dict.fromkeys(_ENGLISH.operators, "operator") | dict.fromkeys(_CLASSES["limit"], "limit")
_PAIRS = _CLASSES["limit_pair"] | _CLASSES["count_pair"]
_WITH_ROLE = {pair.partition("_")[0] for pair in _PAIRS}
_WITH_ROLE |= _CLASSES["limit_first"] | _ROLES.keys()

_SINGLES_OUT = re.compile(rf"{'|'.join(_CLASSES['singling'])}|.*n't|\d+(?:st|nd|rd|th)|.{{3,}}est")

Flags = NDArray[np.bool_]


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
            own[:count, :count][forbidden(pieces)] = _IMPOSSIBLE
        scores.skips[unlikely(scores, lengths)] = _IMPOSSIBLE
        paths = best_paths(scores, lengths)
        for number, pieces, path, commas in zip(numbers, batch, paths, scores.commas, strict=True):
            has_verb = any(_may_be_verb(pieces[2 * place - 1]) for place in path)
            if not has_verb and any(map(_may_be_verb, pieces[1::2])):
                path = list(range(1, len(pieces) // 2 + 1))
            found[number] = _written(pieces, path, commas), path[0] == 1
    return [found[number] for number in range(len(sentences))]


def _may_be_verb(word: str) -> bool:
    return not _VERBS.isdisjoint(tagger().classes.get(word.lower(), ""))


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


def forbidden(pieces: Sequence[str]) -> Flags:
    """[i, j]: that word j may not follow word i in a label, because something between them has to stay."""
    words = " ".join(pieces[1::2]).lower().replace("’", "'").split(" ")
    roles: dict[str | None, list[int]] = {}
    for place, word in enumerate(words, start=1):
        if word in _WITH_ROLE:
            roles.setdefault(_role(words, place), []).append(place)
    pairs = [place for place, pair in enumerate(map("_".join, pairwise(words)), start=1) if pair in _PAIRS]
    ends_part = np.array([True, True, *(gap_flags(gap) & _SEPARATES for gap in pieces[2:-1:2]), True], bool)
    found = _between(roles.get("limit", ()), len(words))
    for place in roles.get("limit", ()):  # the part that it stands in may go as a whole: 'who …', 'and …'
        start = int(np.flatnonzero(ends_part[: place + 1])[-1]) - 1
        if place - start >= _MIN_PART and words[start] in _CLASSES["added" if start else "fronted"]:
            found[start, place + 1 + int(ends_part[place + 1 :].argmax())] = False
    if "operator" in roles:
        found |= _between(roles["operator"], len(words)) & ~ends_part
    verbs = roles.get("auxiliary", ())
    for verb in verbs:  # no subject gets the verb of the next one: "The wall was old and the roofs were new"
        joint = max((place for place in range(2, verb) if words[place - 1] in _JOINTS), default=0)
        other = max((place for place in verbs if place < joint), default=0)
        found[[start for start in range(1, other) if not ends_part[start + 1]], verb] = True
    for place in roles.get("count", ()):
        found[:place, place + 1 : place + 1 + _COUNT_REACH] = True
    capitals = [place for place, word in enumerate(pieces[1::2], start=1) if word[0].isupper()]
    names = [
        place for place, after in pairwise(capitals)
        if after == place + 1 and pieces[2 * place] == " " and words[place] not in _DATES
    ]  # fmt: skip
    units = [place for place in roles.get("unit", ()) if place > 1 and not words[place - 2].isalpha()]
    found[names + pairs + [place - 1 for place in units]] = True  # the next word has to follow
    found[:, units] = True  # the word before has to stand before it
    early = [
        place for place, word in enumerate(words, start=1)
        if word in _CLASSES["leaning"] or (place > _MAX_OPENING and word in _CLASSES["dependent"])
    ]  # fmt: skip
    found[0, early] = True
    hanging = [place for place, word in enumerate(words, start=1) if word in _CLASSES["hanging"]]
    hanging += [place + 1 for place in pairs]
    if words[0] in _CLASSES["dependent"] or words[0] in _CLASSES["limit_first"]:  # the main clause comes later
        hanging += range(
            1, next((place for place in range(2, len(words)) if gap_flags(pieces[2 * place]) & COMMA), 1) + 1
        )
    found[hanging, -1] = True
    np.fill_diagonal(found[:, 1:], False)
    found[0, 1] = words[0] in _JOINTS
    return found


def _between(places: Sequence[int], count: int) -> Flags:
    """[i, j]: whether one of these places lies between i and j."""
    is_place = np.zeros(count + 2, np.intp)
    is_place[list(places)] = 1
    up_to = is_place.cumsum()
    return np.asarray(up_to - is_place > up_to[:, None])


def _role(words: Sequence[str], place: int) -> str | None:
    """What a word does in its sentence; None if it may be left out."""
    word, pair = words[place - 1], "_".join(words[place - 1 : place + 1])
    if pair in _CLASSES["limit_pair"] or (place == 1 and word in _CLASSES["limit_first"]):
        return "limit"
    if pair in _CLASSES["count_pair"]:
        return "count"
    role = _ROLES.get(word)
    near = words[max(0, place - 1 - _SOURCE_REACH) : place + _SOURCE_REACH]
    if role == "late":  # 'the first … since', 'not … before'
        return "limit" if any(map(_SINGLES_OUT.fullmatch, words[:place])) else None
    if role == "partisan":
        return None if _CLASSES["say"].isdisjoint(near) else "limit"
    if role == "say":
        return None if _CLASSES["partisan"].isdisjoint(near) else "limit"
    return "limit" if role == "claim" else role


def _written(pieces: list[str], path: Sequence[int], commas: Floats) -> str:
    """The words of a path with the signs that belong to them; cut if there are too many."""
    words = [pieces[2 * place - 1] for place in path]
    fitting = len(words)
    while fitting > 1 and sum(word_costs(words[:fitting])) > MAX_WORDS:
        fitting -= 1
    while 1 < fitting < len(words) and words[fitting - 1].lower() in _CLASSES["hanging"]:
        fitting -= 1
    text, first = "", path[0]
    for before, after in zip(path[:fitting], [*path[1:fitting], 0], strict=True):
        if after != before + 1:
            text += run_text(pieces, first - 1, before - 1)
            if after:
                text += ", " if commas[before, after] > 0 else " "
            first = after
    return tidy(text) if fitting == len(words) else tidy(text).rstrip(".") + "…"
