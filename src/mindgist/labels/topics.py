"""Topics: one to four words of a branch's own text that name what it is about.

Boosted trees, trained to find the words of headings in the sections below them (``mindgist.learn.topic_training``),
give the probability that a heading of the branch would have a word. The topic is the phrase with the best expected F1
against that heading. A heading is its own topic, and no topic is better than an uncertain one.
"""

import zipfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindgist.document.language import language_of
from mindgist.errors import ModelError
from mindgist.labels.kinds import LabelledNode
from mindgist.labels.repeated_phrases import RepeatedPhrases
from mindgist.labels.topic_features import FEATURES, Branches, branch_words
from mindgist.labels.topic_phrases import MAX_WORDS, branch_phrases, shown_phrase
from mindgist.labels.topic_words import Flags, Floats, Vocabulary, read_words, stem_of
from mindgist.labels.words import count_words
from mindgist.languages import language
from mindgist.languages.language import Language

MIN_CERTAINTY = 0.21  # the probability that a topic shares half of its words with the heading of the section
PARTING_LIFT = 4.0  # a word so many times as frequent in the branch as outside parts it from its siblings
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


def node_topics(maps: Sequence[Sequence[LabelledNode]], languages: Sequence[str | None]) -> list[list[str]]:
    """The topics of all nodes of several maps; empty for leaves and where no topic is certain."""
    model = shipped_topic_model()
    return [_map_topics(nodes, code, model) for nodes, code in zip(maps, languages, strict=True)]


def _map_topics(nodes: Sequence[LabelledNode], code: str | None, model: TopicModel) -> list[str]:
    branches = Branches.of([node.parent for node in nodes])
    topics = [""] * len(nodes)
    texts = [node.text for node in nodes]
    own = language(code or language_of("\n".join(texts)) or "")
    for governor in branches.governor.tolist():
        if nodes[governor].sentence is None or _is_name(nodes[governor].text, own):
            topics[governor] = texts[governor].rstrip(" :：")
    wanted = np.array([not topics[governor] for governor in branches.governor.tolist()], bool)
    if not wanted.any():
        return topics
    if own.code != "en":
        return _repeated_topics(topics, texts, branches, wanted, own)
    words = read_words(texts, model.vocabulary(own.code))
    if not words.texts:  # only marks
        return topics
    order = np.array([-1 if node.sentence is None else node.sentence for node in nodes])
    title = frozenset(map(stem_of, texts[0].split())) if nodes[0].sentence is None else frozenset[str]()
    found = branch_words(words, branches, order, title)
    probability = np.zeros(len(found.branch))
    rows = wanted[found.branch]
    probability[rows] = model.probabilities(found.features[rows])
    phrases = branch_phrases(words, branches.only(wanted), found, probability)
    certain = model.certainty(phrases.expected) >= MIN_CERTAINTY
    chosen: dict[int, tuple[int, ...]] = {}
    for place in np.argsort(-phrases.expected, kind="stable").tolist():
        if not certain[place]:
            break
        branch, start = int(phrases.branch[place]), int(phrases.start[place])
        stems = tuple(sorted(words.stem[start : start + phrases.length[place]].tolist()))
        if branch not in chosen and not _taken(branch, stems, chosen, branches):
            chosen[branch] = stems
            topics[branches.governor[branch]] = shown_phrase(words, branches, branch, start, int(phrases.length[place]))
    return topics


def _repeated_topics(
    topics: list[str], texts: Sequence[str], branches: Branches, wanted: Flags, own: Language
) -> list[str]:
    """The topics of branches in another language than English. No phrase names two branches."""
    phrases = RepeatedPhrases(texts, own)
    members: dict[int, set[int]] = defaultdict(set)
    for branch, node in zip(branches.branch.tolist(), branches.node.tolist(), strict=True):
        members[int(branches.governor[branch])].add(node)
    found = [
        (*scored, governor)
        for governor in branches.governor[wanted].tolist()
        for scored in phrases.naming(members[governor], governor)
    ]
    for _, topic, governor in sorted(found, key=lambda one: -one[0]):
        if not topics[governor] and topic not in topics:
            topics[governor] = topic
    return topics


def _is_name(text: str, own: Language) -> bool:
    """Whether a sentence is a name, such as the lead of a list."""
    name = text.lower().rstrip(" :：")
    words = name.split()
    stops = (own.stop_words | own.not_nouns | own.frequent_words).intersection(words)
    if own.code == "en":
        is_short, are_links = count_words(name) <= MAX_WORDS, len(stops) < len(words) and stops <= own.noun_links
    else:  # less is known about its words
        is_short = count_words(name) <= MAX_WORDS / 2 and sum(map(str.isdigit, name)) < 3
        are_links = not stops and own.noun_breaks.isdisjoint(name) and not name.endswith(tuple(own.no_noun_end))
    return is_short and are_links and text[-1:] not in ".?!…。？！؟"


def _taken(branch: int, stems: tuple[int, ...], chosen: dict[int, tuple[int, ...]], branches: Branches) -> bool:
    """Whether a sibling, or a branch around or below, has this topic."""
    parent = branches.parent
    same = [other for other, own in chosen.items() if own == stems]
    return any(parent[other] in (parent[branch], branch) or parent[branch] == other for other in same)
