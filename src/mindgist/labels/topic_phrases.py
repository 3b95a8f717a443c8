"""The phrases that may be the topic of a branch, with features that tell how well each would name it."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from mindgist.labels.topic_words import CAPITAL, CONTENT, Branches, BranchWords, Flags, Floats, Integers, Words

MAX_WORDS = 4
HEADING_WORDS = 2.0  # content words of the average heading, for the expected F1
FAR = 40  # words; the position in the governor of phrases that stand elsewhere

PHRASE_FEATURES = (
    "expected F1", "position in governor", "one word", "rarity", "nodes with last word", "share of branch",
    "share of map with last word", "rarest word", "of the centre",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases that may be the topic of a branch: the place of one occurrence, and a row of features."""

    branch: Integers
    start: Integers
    length: Integers
    features: Floats


def _grammar(words: Words) -> tuple[Flags, Flags, Flags]:
    """Which words may be the first and the last of a topic, and which may stand before the last one.

    "The" is only in "of the", and no stop words but links are inside, after nouns. The first is no number, no later
    part of a name, and not after a noun; the last is no earlier part of a name, and no noun before another or "of".
    """
    content, number, odd, link, of, article, capital, quantity, noun, other = words.flags
    inside_capital = capital & (words.position > 0)
    name = capital & (content | inside_capital)
    joined_next = _next(words.joined)
    before_link = joined_next & _next(link)
    in_name = _previous(name | (capital & other)) | (_previous(of & words.joined) & _previous(_previous(name)))
    modifier = content & (np.where(before_link, noun & ~quantity, noun | other) | inside_capital)
    goes_on = (name & _next(name | number)) | _next((content & noun) | of)
    first = content & ~number & ~(words.joined & (_previous(content & noun) | (capital & in_name)))
    last = content & ~number & ~odd & (noun | inside_capital) & ~(joined_next & goes_on)
    return first, last, modifier | (link & (~article | (words.joined & _previous(link))))


def _previous(flags: Flags) -> Flags:
    return np.append(False, flags[:-1])


def _next(flags: Flags) -> Flags:
    return np.append(flags[1:], False)


def branch_phrases(words: Words, branches: Branches, found: BranchWords, probability: Floats) -> Phrases:
    """The phrases of all branches, each once a branch, with their features."""
    start, length, same = _runs(words, found.stems)
    # Each phrase, once for each branch and place; those that are equal have the same row.
    item, pair = branches.expand(words.node[start])
    start, length, branch = start[item], length[item], branches.branch[pair]
    keys = (length * len(branches.governor) + branch) * len(words.texts) + same[item]
    first, row = np.unique(keys, return_index=True, return_inverse=True)[1:]
    one, own, size, node = start[first], branch[first], length[first], words.node[start]
    offset = np.arange(MAX_WORDS)
    inside = np.minimum(one[:, None] + offset, len(words.texts) - 1)
    is_content = words.flags[CONTENT, inside] & (offset < size[:, None])
    content = is_content.sum(axis=1)
    rows = found.rows(own[:, None], words.stem[inside])
    chance = np.where(is_content, probability[rows], 0)
    position = np.full(len(one), FAR)
    in_governor = np.flatnonzero(node == branches.governor[branch])[::-1]  # the first use is written last
    position[row[in_governor]] = np.minimum(words.position[start[in_governor]], FAR)
    last = one + size - 1
    count = words.node.max() + 1
    with_phrase = np.bincount(np.unique(row * count + node) // count)
    with_stem = np.bincount(np.unique(words.stem * count + words.node) // count)
    rarity = words.rarity[inside]
    features = np.column_stack((
        np.log(2 * chance.sum(axis=1) / (content + HEADING_WORDS)),
        position / FAR,
        content == 1,
        np.where(is_content, rarity, 1).min(axis=1),
        np.log(found.nodes[found.rows(own, words.stem[last])]),
        with_phrase / np.bincount(branches.branch, minlength=len(branches.governor))[own],
        with_stem[words.stem[last]] / count,
        np.where(is_content, rarity, 0).max(axis=1),
        branches.parent[own] == -1,
    ))  # fmt: skip
    return Phrases(own, one, size, features)


def _runs(words: Words, stems: int) -> tuple[Integers, Integers, Integers]:
    """(First word, number of words, number of the phrase) of each run of words that is a phrase."""
    found = []
    first, last, before_last = _grammar(words)
    start = np.flatnonzero(first)
    same = words.stem[start]
    goes_on = _next(words.joined) & before_last
    for length in range(1, MAX_WORDS + 1):
        if length > 1:
            longer = goes_on[start + length - 2]
            start = start[longer]
            same = np.unique(same[longer] * stems + words.stem[start + length - 1], return_inverse=True)[1]
        ends = last[start + length - 1]
        found.append((start[ends], np.full(np.count_nonzero(ends), length), same[ends]))
    starts, lengths, numbers = (np.concatenate(part) for part in zip(*found, strict=True))
    return starts, lengths, numbers


def shown_phrase(words: Words, inside: Flags, start: int, length: int) -> str:
    """A phrase as the words of a branch most often have it, with a capital; a part of a name becomes the whole name."""
    stems = words.stem[start : start + length].tolist()
    in_name = words.flags[CAPITAL] & (words.flags[CONTENT] | (words.position > 0))
    counts: Counter[tuple[int, str]] = Counter()
    for begin in np.flatnonzero(inside & (words.stem == stems[0])).tolist():
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
