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
    grammar = _Grammar.of(words)
    start, length, same = _runs(words, grammar, found.stems)
    # Each phrase, once for each branch and place; those that are equal have the same row.
    item, pair = branches.expand(words.node[start])
    start, length, branch = start[item], length[item], branches.branch[pair]
    keys = (length * len(branches.governor) + branch) * len(words.texts) + same[item]
    first, row, times = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)[1:]
    one, own, size, end = start[first], branch[first], length[first], start + length - 1
    offset = np.arange(MAX_WORDS)
    inside = np.minimum(one[:, None] + offset, len(words.texts) - 1)
    is_content = grammar.content[inside] & (offset < size[:, None])
    chance = np.where(is_content, probability[found.rows(own[:, None], words.stem[inside])], 0)
    expected = 2 * chance.sum(axis=1) / (is_content.sum(axis=1) + HEADING_WORDS)
    extended, cut = (
        np.bincount(row, at_start[start] | at_end[end]) / times for at_start, at_end in (grammar.extended, grammar.cut)
    )
    node = words.node[start]
    supported = np.bincount(row, (node == branches.governor[branch]) | (node != node[first][row])) > 0
    is_common = (size == 1) & ~(words.flags[column.CAPITAL, one] & (words.position[one] > 0))
    expected *= (1 - EXTENDED_PENALTY * extended) * (1 - CUT_PENALTY * (cut == 1))
    expected *= 1 - UNSUPPORTED_PENALTY * ~supported
    expected *= 1 - COMMON_PENALTY * is_common * (1 - words.rarity[one])
    return Phrases(own, one, size, expected)


def _runs(words: Words, grammar: _Grammar, stems: int) -> tuple[Integers, Integers, Integers]:
    """(First word, number of words, number of the phrase) of each run of words that is a phrase."""
    found = []
    start = np.flatnonzero(grammar.content)
    same = words.stem[start]
    goes_on = _next(words.joined) & grammar.inside
    for length in range(1, MAX_WORDS + 1):
        if length > 1:
            longer = goes_on[start + length - 2]
            start = start[longer]
            same = np.unique(same[longer] * stems + words.stem[start + length - 1], return_inverse=True)[1]
        ends = grammar.head[start + length - 1]
        found.append((start[ends], np.full(np.count_nonzero(ends), length), same[ends]))
    starts, lengths, numbers = (np.concatenate(part) for part in zip(*found, strict=True))
    return starts, lengths, numbers


def shown_phrase(words: Words, branches: Branches, branch: int, start: int, length: int) -> str:
    """A phrase as it is most often written in a branch, with a capital; a part of a name becomes the whole name."""
    stems = words.stem[start : start + length].tolist()
    places = np.flatnonzero(words.stem == stems[0])
    nodes = {*branches.node[branches.branch == branch].tolist()}
    in_name = words.flags[column.CAPITAL] & (words.flags[CONTENT] | (words.position > 0))
    counts: Counter[tuple[int, str]] = Counter()
    for begin, node in zip(places.tolist(), words.node[places].tolist(), strict=True):
        end = begin + length
        if node not in nodes or words.stem[begin:end].tolist() != stems or not words.joined[begin + 1 : end].all():
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
