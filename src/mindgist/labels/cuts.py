"""Which cuts a label must not make: those that would make it untrue, and those that surely break it.

A label leaves out words between two kept ones. What denies, doubts, limits or counts stays as long as what it acts on
stays, a claim keeps who makes it, a number its unit, a name its last part, and a subject its own verb. The word classes
are data of English (``languages/en.toml``).
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mindgist.labels.words import CLOSES, COMMA, DASH, OPENS, POINT, STRONG, gap_flags
from mindgist.languages import language

Flags = NDArray[np.bool_]
Places = Sequence[int]

_SEPARATES = COMMA | STRONG | DASH | OPENS | CLOSES | POINT
_SOURCE_REACH = 6  # words between who claims something and the verb
_COUNT_REACH = 3  # words from 'more than' to its number
_MIN_PART = 4  # words of a part up to a word that limits it alone: "who came only …", but not "but only …"
_MAX_OPENING = 3  # words before a clause that begins a label: "However, if …"

_ENGLISH = language("en")
_CLASSES = {**_ENGLISH.word_classes, "operator": _ENGLISH.operators - _ENGLISH.word_classes["limit"]}
_CLASSES_OF: dict[str, list[str]] = {}
for _name in (
    "operator", "limit", "late", "count", "unit", "say", "claim", "partisan", "auxiliary", "joint", "leaning",
    "dependent", "hanging",
):  # fmt: skip
    for _word in _CLASSES[_name]:
        _CLASSES_OF.setdefault(_word, []).append(_name)
_PAIRS = _CLASSES["limit_pair"] | _CLASSES["count_pair"]
_DATES = _ENGLISH.weekdays | _ENGLISH.months
_SINGLES_OUT = re.compile(rf"{'|'.join(_CLASSES['singling'])}|.*n't|\d+(?:st|nd|rd|th)|.{{3,}}est")


def forbidden_cuts(pieces: Sequence[str]) -> Flags:
    """[i, j]: that word j must not follow word i in a label of the sentence with these pieces.

    Words have the places 1 to n, the beginning of the sentence 0, and its end n + 1.
    """
    words = " ".join(pieces[1::2]).lower().replace("’", "'").split(" ")
    places: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(words, start=1):
        for name in _CLASSES_OF.get(word, ()):
            places[name].append(place)
    for place, pair in enumerate(map("_".join, pairwise(words)), start=1):
        if pair in _PAIRS:
            places["pair"].append(place)
            places["limit" if pair in _CLASSES["limit_pair"] else "count"].append(place)
    # Whether a comma or a stronger mark, or nothing, stands before each place.
    begins_part = np.array([True, True, *(gap_flags(gap) & _SEPARATES for gap in pieces[2:-1:2]), True], bool)
    cuts = _cuts_of_limits(words, places, begins_part)
    cuts |= _between(places["operator"], len(words)) & ~begins_part
    for verb in places["auxiliary"]:  # no subject gets the verb of the next one: "The wall was old and roofs were new"
        joint = max((place for place in places["joint"] if place < verb), default=0)
        other = max((place for place in places["auxiliary"] if place < joint), default=0)
        cuts[[start for start in range(1, other) if not begins_part[start + 1]], verb] = True
    for place in places["count"]:
        cuts[:place, place + 1 : place + 1 + _COUNT_REACH] = True
    units = [place for place in places["unit"] if place > 1 and not words[place - 2].isalpha()]
    cuts[places["pair"] + [place - 1 for place in units] + _names(pieces, words)] = True  # the next word has to follow
    cuts[:, units] = True  # the word before has to stand before it
    cuts[0, places["leaning"] + [place for place in places["dependent"] if place > _MAX_OPENING]] = True
    cuts[places["hanging"] + [place + 1 for place in places["pair"]], -1] = True
    if words[0] in _CLASSES["dependent"] or words[0] in _CLASSES["limit_first"]:  # the main clause comes later
        commas = (place for place in range(2, len(words)) if gap_flags(pieces[2 * place]) & COMMA)
        cuts[1 : next(commas, 1) + 1, -1] = True
    np.fill_diagonal(cuts[:, 1:], False)
    cuts[0, 1] = 1 in places["joint"]  # no label begins with 'and'
    return cuts


def _cuts_of_limits(words: Sequence[str], places: dict[str, list[int]], begins_part: Flags) -> Flags:
    """The cuts that would leave out a word that limits the whole statement.

    The part that it stands in may go as a whole if it is an addition: 'who …', 'and …'.
    """
    limits = places["limit"] + places["claim"]
    if words[0] in _CLASSES["limit_first"]:
        limits.append(1)
    for place in places["late"]:  # 'the first … since', 'not … before'
        limits += [place] * any(map(_SINGLES_OUT.fullmatch, words[:place]))
    for one, other in (("partisan", "say"), ("say", "partisan")):  # 'critics … say'
        limits += [
            place for place in places[one]
            if any(abs(place - near) <= _SOURCE_REACH for near in places[other])
        ]  # fmt: skip
    cuts = _between(limits, len(words))
    for place in limits:
        start = int(np.flatnonzero(begins_part[: place + 1])[-1]) - 1  # the last word before the part
        if place - start >= _MIN_PART and words[start] in _CLASSES["added" if start else "fronted"]:
            cuts[start, place + 1 + int(begins_part[place + 1 :].argmax())] = False
    return cuts


def _between(places: Places, count: int) -> Flags:
    """[i, j]: whether one of these places lies between i and j."""
    is_place = np.zeros(count + 2, np.intp)
    is_place[list(places)] = 1
    up_to = is_place.cumsum()
    return np.asarray(up_to - is_place > up_to[:, None])


def _names(pieces: Sequence[str], words: Sequence[str]) -> list[int]:
    """The words with a capital that another such word follows, which is no date."""
    capitals = [place for place, word in enumerate(pieces[1::2], start=1) if word[0].isupper()]
    return [
        place for place, after in pairwise(capitals)
        if after == place + 1 and pieces[2 * place] == " " and words[place] not in _DATES
    ]  # fmt: skip
