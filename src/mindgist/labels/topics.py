"""Topics: one to four words of a branch's own text that name what it is about.

Boosted trees, trained to find the words of headings in the sections below them (``mindgist.learn.topic_training``),
give the probability that a heading of the branch would have a word. The topic is the phrase with the best expected F1
against that heading. A heading is its own topic, and no topic is better than an uncertain one.
"""

import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindgist.document.language import language_of
from mindgist.errors import ModelError
from mindgist.labels import topic_words
from mindgist.labels.kinds import LabelledNode
from mindgist.labels.topic_words import FEATURES, Branches, BranchWords, Floats, Integers, Vocabulary, Words
from mindgist.labels.words import count_words
from mindgist.languages import language

MAX_WORDS = 4
HEADING_WORDS = 2.0  # content words of the average heading, for the expected F1
MIN_CERTAINTY = 0.3  # the probability that a topic shares half of its words with the heading of the section
MIN_NOUN = 0.45  # share of uses as a noun that the last word of a topic needs
PARTING_LIFT = 4.0  # a word so many times as frequent in the branch as outside parts it from its siblings
EXTENDED_PENALTY = 0.3  # on phrases that are always part of a longer one
UNSUPPORTED_PENALTY = 0.5  # on phrases that stand in one sentence only, and not in the governor
COMMON_PENALTY = 0.5  # on the most frequent English words as topics; less for rarer ones
ARRAYS = ("features", "cuts", "values", "base", "calibration")


class TopicModel:
    """Boosted trees in numpy. All nodes of one level of a tree compare the same feature with the same number."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], classes: dict[str, str]) -> None:
        """``arrays`` are those of ``ARRAYS``; ``classes`` are described in the model card."""
        self._features, self._cuts, self._values = arrays["features"].astype(np.intp), arrays["cuts"], arrays["values"]
        self._base, self._calibration = float(arrays["base"]), arrays["calibration"]
        trees, depth = self._features.shape
        if self._cuts.shape != (trees, depth) or self._values.shape != (trees, 2**depth):
            raise ValueError("its arrays do not fit each other")
        if self._features.max() >= len(FEATURES) or self._calibration.shape != (2,):
            raise ValueError("it was made for other features")
        self._classes = classes
        self._vocabularies: dict[str | None, Vocabulary] = {}

    @classmethod
    def read(cls, folder: Path) -> "TopicModel":
        """The model of a folder."""
        try:
            with (folder / "model.npz").open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                return cls({name: arrays[name] for name in ARRAYS}, read_classes())
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ModelError(f"there is no usable topic model in {folder}: {error}") from error

    def vocabulary(self, code: str | None) -> Vocabulary:
        """The vocabulary of a language."""
        return self._vocabularies.setdefault(code, Vocabulary(code, self._classes))

    def probabilities(self, rows: Floats) -> Floats:
        """The probability that a heading has the word of each row; less if the word is frequent outside the branch."""
        leaf = np.zeros((len(self._features), len(rows)), np.intp)
        columns = np.ascontiguousarray(rows.T, np.float32)
        for level in range(self._features.shape[1]):
            leaf = 2 * leaf + (columns[self._features[:, level]] > self._cuts[:, level, None])
        scores = self._base + np.take_along_axis(self._values, leaf, axis=1).sum(axis=0)
        lift = np.exp(rows[:, 0] - rows[:, 1])
        return np.asarray(np.minimum(lift / PARTING_LIFT, 1) / (1 + np.exp(-scores)))

    def certainty(self, expected: Floats) -> Floats:
        """The probability that a phrase with this expected F1 shares half of its words with the heading."""
        slope, base = self._calibration
        return np.asarray(1 / (1 + np.exp(-(slope * np.log(np.maximum(expected, 1e-6)) + base))))


@cache
def shipped_topic_model() -> TopicModel:
    """The shipped model."""
    with as_file(files("mindgist") / "models" / "topics") as folder:
        return TopicModel.read(folder)


def read_classes() -> dict[str, str]:
    """The class of English words: the shares of their uses as a noun and as a modifier, in tenths."""
    lines = (files("mindgist") / "models" / "topics" / "words.txt").read_text(encoding="utf-8").splitlines()
    return {word: line[:2] for line in lines for word in line[3:].split()}


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases that may be the topic of a branch: the place of one occurrence, and the expected F1."""

    branch: Integers
    start: Integers
    length: Integers
    expected: Floats


def node_topics(maps: Sequence[Sequence[LabelledNode]], _gist_model: Path | None = None) -> list[list[str]]:
    """The topics of all nodes of several maps; empty for leaves and where no topic is certain."""
    return [_map_topics(nodes, shipped_topic_model()) for nodes in maps]


def _map_topics(nodes: Sequence[LabelledNode], model: TopicModel) -> list[str]:
    branches = Branches.of([node.parent for node in nodes])
    topics = [""] * len(nodes)
    for governor in branches.governor.tolist():
        if nodes[governor].sentence is None or _is_name(nodes[governor].text):
            topics[governor] = nodes[governor].text.rstrip(" :")
    wanted = np.array([not topics[governor] for governor in branches.governor.tolist()], bool)
    if not wanted.any():
        return topics
    texts = [node.text for node in nodes]
    words = topic_words.read_words(texts, model.vocabulary(language_of("\n".join(texts))))
    order = np.array([-1 if node.sentence is None else node.sentence for node in nodes])
    title = frozenset(map(topic_words.stem_of, texts[0].split())) if nodes[0].sentence is None else frozenset[str]()
    found = topic_words.branch_words(words, branches, order, title)
    phrases = branch_phrases(words, branches, found, model.probabilities(found.features))
    certain = model.certainty(phrases.expected) >= MIN_CERTAINTY
    chosen: dict[int, tuple[int, ...]] = {}
    for place in np.argsort(-phrases.expected, kind="stable").tolist():
        if not certain[place]:
            break
        branch, start = int(phrases.branch[place]), int(phrases.start[place])
        stems = tuple(sorted(words.stem[start : start + phrases.length[place]].tolist()))
        if wanted[branch] and branch not in chosen and not _taken(branch, stems, chosen, branches):
            chosen[branch] = stems
            topics[branches.governor[branch]] = _shown(words, branches, branch, start, int(phrases.length[place]))
    return topics


def _is_name(text: str) -> bool:
    """Whether a sentence is a name, such as the lead of a list."""
    is_short = count_words(text) <= MAX_WORDS and text[-1:] not in ".?!…"
    words = text.lower().rstrip(" :").split()
    stops = language("en").stop_words.intersection(words)
    return is_short and len(stops) < len(words) and stops <= topic_words.LINKS


def _taken(branch: int, stems: tuple[int, ...], chosen: dict[int, tuple[int, ...]], branches: Branches) -> bool:
    """Whether a sibling, or a branch around or below, has this topic."""
    parent = branches.parent
    same = [other for other, own in chosen.items() if own == stems]
    return any(parent[other] in (parent[branch], branch) or parent[branch] == other for other in same)


def branch_phrases(words: Words, branches: Branches, found: BranchWords, probability: Floats) -> Phrases:
    """The phrases of all branches, each once a branch, with their expected F1."""
    stems, count = int(words.stem.max(initial=0)) + 1, len(words.texts)
    keys = found.branch * stems + found.stem
    first_pair = np.searchsorted(branches.node, np.arange(int(words.node.max(initial=0)) + 2))
    content, noun = words.flags(topic_words.CONTENT), words.known[:, topic_words.NOUN]
    capital = words.flags(topic_words.CAPITAL) & (words.position > 0)
    inside = content | words.flags(topic_words.LINK)
    head = content & ~words.flags(topic_words.NUMBER) & ~words.flags(topic_words.ODD) & ((noun >= MIN_NOUN) | capital)
    modifier = (noun + words.known[:, topic_words.MODIFIER] >= MIN_NOUN) | capital | ~content
    joined_next = np.append(words.joined[1:], False)
    extended_before = words.joined & np.append(False, (content & modifier | capital)[:-1]) & (words.position > 0)
    extended_after = joined_next & np.append((content & (noun > 0.5) | capital)[1:], False)
    parts: list[tuple[Integers, Integers, Integers, Floats]] = []
    unbroken, same = np.ones(count, bool), words.stem.copy()
    for length in range(1, MAX_WORDS + 1):
        starts = count - length + 1
        if starts < 1:
            break
        last = slice(length - 1, count)
        if length > 1:
            middle = inside[length - 2 : count - 1] & modifier[length - 2 : count - 1]
            unbroken = unbroken[:starts] & words.joined[last] & (middle if length > 2 else modifier[:starts])
            same = np.unique(same[:starts] * stems + words.stem[last], return_inverse=True)[1]
        start = np.flatnonzero(unbroken & content[:starts] & head[last])
        repeats = np.diff(first_pair)[words.node[start]]
        pair = np.repeat(first_pair[words.node[start]] - np.cumsum(repeats) + repeats, repeats) + np.arange(
            repeats.sum()
        )
        start, branch = np.repeat(start, repeats), branches.branch[pair]
        row = np.unique(branch * (count + 1) + same[start], return_inverse=True)[1]
        total, content_words = np.zeros(len(start)), np.zeros(len(start))
        for offset in range(length):
            is_content = content[start + offset]
            place = np.minimum(np.searchsorted(keys, branch * stems + words.stem[start + offset]), len(keys) - 1)
            total += np.where(is_content, probability[place], 0)
            content_words += is_content
        extended = np.bincount(row, extended_before[start] | extended_after[start + length - 1]) / np.bincount(row)
        first = np.unique(row, return_index=True)[1]
        node = words.node[start]
        in_governor = np.bincount(row, node == branches.governor[branch]) > 0
        supported = in_governor | (np.bincount(row, node != node[first][row]) > 0)
        expected = 2 * total[first] / (content_words[first] + HEADING_WORDS) * (1 - EXTENDED_PENALTY * extended)
        expected *= np.where(supported, 1, 1 - UNSUPPORTED_PENALTY)
        if length == 1:
            common = np.where(capital[start[first]], 0, 1 - words.known[start[first], topic_words.RARITY])
            expected *= 1 - COMMON_PENALTY * common
        parts.append((branch[first], start[first], np.full(len(first), length), expected))
    return Phrases(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _shown(words: Words, branches: Branches, branch: int, start: int, length: int) -> str:
    """A phrase as it is most often written in a branch, with a capital; a part of a name becomes the whole name."""
    places = np.flatnonzero(np.isin(words.node, branches.node[branches.branch == branch])).tolist()
    stems = words.stem[start : start + length].tolist()
    in_name = words.flags(topic_words.CAPITAL) & words.flags(topic_words.CONTENT)
    counts: Counter[tuple[int, str]] = Counter()
    for begin in places:
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
