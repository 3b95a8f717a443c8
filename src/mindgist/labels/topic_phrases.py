"""The phrases that may be the topic of a branch, and how well each would name it."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from mindgist.labels import topic_words as column
from mindgist.labels.topic_features import Branches, BranchWords
from mindgist.labels.topic_words import CONTENT, Flags, Floats, Integers, Words

MAX_WORDS = 4
HEADING_WORDS = 2.0  # content words of the average heading, for the expected F1
EXTENDED_PENALTY = 0.3  # on phrases that are always part of a longer one …
CUT_PENALTY = 0.7  # … and of a longer name, or that end before the last noun
UNSUPPORTED_PENALTY = 0.5  # on phrases that stand in one sentence only, and not in the governor
COMMON_PENALTY = 0.7  # on the most frequent English words as topics; less for rarer ones


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases that may be the topic of a branch: the place of one occurrence, and the expected F1."""

    branch: Integers
    start: Integers
    length: Integers
    expected: Floats


@dataclass(frozen=True, slots=True)
class _Grammar:
    """Which words may stand where in a topic."""

    content: Flags
    head: Flags
    """May be the last word."""
    inside: Flags
    """May stand before the last word, unless it is the first and no content word."""
    extended: tuple[Flags, Flags]
    """A phrase that begins (ends) here is part of a longer one."""
    cut: tuple[Flags, Flags]
    """A phrase that begins (ends) here is part of a longer name, or lacks its last noun."""

    @classmethod
    def of(cls, words: Words) -> "_Grammar":
        """The grammar of a map's words: "the" only in "of the", no stop word but links, a noun before a link."""
        content, number, odd, link, article, capital, quantity, noun, other = words.flags
        inside_capital = capital & (words.position > 0)
        joined_next = _next(words.joined)
        before_link = joined_next & _next(link)
        modifier = content & (np.where(before_link, noun & ~quantity, noun | other) | inside_capital)
        name = capital & (content | inside_capital)
        return cls(
            content,
            content & ~number & ~odd & (noun | inside_capital),
            modifier | (link & (~article | (words.joined & _previous(link)))),
            (
                words.joined & _previous(modifier | inside_capital) & (words.position > 0),
                joined_next & _next((content & noun) | inside_capital),
            ),
            (
                words.joined & name & _previous(name),
                joined_next & ((name & _next(name | number)) | _next(content & noun)),
            ),
        )


def _previous(flags: Flags) -> Flags:
    return np.append(False, flags[:-1])


def _next(flags: Flags) -> Flags:
    return np.append(flags[1:], False)


def branch_phrases(words: Words, branches: Branches, found: BranchWords, probability: Floats) -> Phrases:
    """The phrases of all branches, each once a branch, with their expected F1."""
    grammar, stems = _Grammar.of(words), found.stems
    parts: list[tuple[Integers, Integers, Integers, Floats]] = []
    begin = np.flatnonzero(grammar.content)  # of all that may become a phrase
    same = words.stem[begin]  # equal for equal phrases
    goes_on = _next(words.joined) & grammar.inside
    for length in range(1, MAX_WORDS + 1):
        if length > 1:
            longer = goes_on[begin + length - 2]
            begin = begin[longer]
            same = np.unique(same[longer] * stems + words.stem[begin + length - 1], return_inverse=True)[1]
        ends = np.flatnonzero(grammar.head[begin + length - 1])
        item, pair = branches.expand(words.node[begin[ends]])
        start, branch = begin[ends][item], branches.branch[pair]
        keys = branch * (len(words.texts) + 1) + same[ends][item]
        first, row, times = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)[1:]
        one, own = start[first], branch[first]
        inside = one[:, None] + np.arange(length)
        is_content = grammar.content[inside]
        chance = np.where(is_content, probability[found.rows(own[:, None], words.stem[inside])], 0)
        expected = 2 * chance.sum(axis=1) / (is_content.sum(axis=1) + HEADING_WORDS)
        extended, cut = (
            np.bincount(row, at_start[start] | at_end[start + length - 1]) / times
            for at_start, at_end in (grammar.extended, grammar.cut)
        )
        node = words.node[start]
        supported = np.bincount(row, (node == branches.governor[branch]) | (node != node[first][row])) > 0
        expected *= (1 - EXTENDED_PENALTY * extended) * (1 - CUT_PENALTY * (cut == 1))
        expected *= 1 - UNSUPPORTED_PENALTY * ~supported
        if length == 1:
            is_common = ~words.flags[column.CAPITAL, one] | (words.position[one] == 0)
            expected *= 1 - COMMON_PENALTY * is_common * (1 - words.rarity[one])
        parts.append((own, one, np.full(len(one), length), expected))
    return Phrases(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def shown_phrase(words: Words, branches: Branches, branch: int, start: int, length: int) -> str:
    """A phrase as it is most often written in a branch, with a capital; a part of a name becomes the whole name."""
    stems = words.stem[start : start + length].tolist()
    places = np.flatnonzero(words.stem == stems[0])
    places = places[np.isin(words.node[places], branches.node[branches.branch == branch])]
    in_name = words.flags[column.CAPITAL] & (words.flags[CONTENT] | (words.position > 0))
    counts: Counter[tuple[int, str]] = Counter()
    for begin in places.tolist():
        end = begin + length
        if words.stem[begin:end].tolist() != stems or not words.joined[begin + 1 : end].all():
            continue
        if in_name[begin:end].all():
            first, last = begin, end
            while words.gaps[first] == " " and in_name[first - 1]:
                first -= 1
            while last < len(in_name) and words.gaps[last] == " " and in_name[last]:
                last += 1
            if last - first <= MAX_WORDS:
                begin, end = first, last
        parts = [words.gaps[each] + words.texts[each] for each in range(begin + 1, end)]
        counts[end - begin, words.texts[begin] + "".join(parts)] += 1
    longest = max(size for size, _ in counts)
    shown = max((times, text) for (size, text), times in counts.items() if size == longest)[1]
    return shown[0].upper() + shown[1:] if shown.split()[0].islower() else shown
