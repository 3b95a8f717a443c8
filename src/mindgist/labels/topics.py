"""Topics: one to four words of a branch's own text that name what it is about.

A regression, trained to find the words of headings in the sections below them (``mindgist.learn.topic_training``),
gives the probability that a heading of the branch would have a word. A second one, trained on judged topics, gives the
probability that a phrase of such words names the branch, in the eyes of a reader. A heading is its own topic, and no
topic is better than an uncertain one.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from mindgist.document.language import language_of
from mindgist.errors import ModelError
from mindgist.labels.kinds import LabelledNode
from mindgist.labels.repeated_phrases import RepeatedPhrases
from mindgist.labels.surface import without_dateline
from mindgist.labels.tags import FINITE, tagger
from mindgist.labels.topic_phrases import MAX_WORDS, PHRASE_FEATURES, Phrases, branch_phrases, shown_phrase
from mindgist.labels.topic_words import FEATURES, Branches, BranchWords, Flags, Floats, branch_words, read_words
from mindgist.labels.words import count_words
from mindgist.languages import language
from mindgist.languages.language import Language

MIN_PROBABILITY = 0.72  # that a topic names its branch
CHECKED_WORDS = 24  # of a branch, to tell its language
MAX_DIGITS = 2  # of a sentence that is a name
MAX_LETTERS = 20  # of its longest word in English
PARTING_LIFT = 4.0  # a word so many times as frequent in the branch as outside parts it from its siblings
FILE = "model.json"


@dataclass(frozen=True, slots=True)
class TopicModel:
    """Two logistic regressions: the weights of ``FEATURES`` and of ``PHRASE_FEATURES``, each with the intercept."""

    weights: Floats
    phrase_weights: Floats

    @classmethod
    def read(cls, folder: Path) -> "TopicModel":
        try:
            content = json.loads((folder / FILE).read_text(encoding="utf-8"))
            weights, phrase_weights = (
                np.array([float(content[key][name]) for name in (*names, "intercept")])
                for key, names in (("weights", FEATURES), ("phrase weights", PHRASE_FEATURES))
            )
            return cls(weights, phrase_weights)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"there is no usable topic model in {folder}: {error}") from error

    def probabilities(self, found: BranchWords) -> Floats:
        """The probability that a heading has each word; less if the word is frequent outside the branch."""
        scores = found.features @ self.weights[:-1] + self.weights[-1]
        return np.asarray(np.minimum(found.lift / PARTING_LIFT, 1) / (1 + np.exp(-scores)))

    def quality(self, phrases: Phrases) -> Floats:
        """The probability that a phrase names its branch."""
        return np.asarray(1 / (1 + np.exp(-phrases.features @ self.phrase_weights[:-1] - self.phrase_weights[-1])))


@cache
def shipped_topic_model() -> TopicModel:
    """The shipped model."""
    with as_file(files("mindgist") / "models" / "topics") as folder:
        return TopicModel.read(folder)


def node_topics(nodes: Sequence[LabelledNode], code: str | None) -> list[str]:
    """The topics of a map's nodes; empty for leaves and where no topic is certain."""
    branches = Branches.of([node.parent for node in nodes])
    topics = [""] * len(nodes)
    texts = [without_dateline(node.text) for node in nodes]
    own = language(code or language_of("\n".join(texts)) or "")
    for governor in branches.governor.tolist():
        if nodes[governor].sentence is None or _is_name(nodes[governor].text, own):
            topics[governor] = texts[governor].rstrip(" :：")
    wanted = np.array([not topics[governor] for governor in branches.governor.tolist()], bool)
    if not wanted.any():
        return topics
    if own.code != "en":
        return _repeated_topics(topics, texts, branches, wanted, own)
    words = read_words(texts)
    if not words.texts:  # only marks
        return topics
    order = np.array([-1 if node.sentence is None else node.sentence for node in nodes])
    found = branch_words(words, branches, order)
    model = shipped_topic_model()
    probability = model.probabilities(found)
    kept = wanted[branches.branch]
    without_topic = replace(branches, branch=branches.branch[kept], node=branches.node[kept])
    phrases = branch_phrases(words, without_topic, found, probability)
    quality = model.quality(phrases)
    chosen: dict[int, tuple[int, ...]] = {}
    parent = branches.parent.tolist()
    for place in np.argsort(-quality, kind="stable").tolist():
        if quality[place] < MIN_PROBABILITY:
            break
        branch, start, length = (int(values[place]) for values in (phrases.branch, phrases.start, phrases.length))
        stems = tuple(sorted(words.stem[start : start + length].tolist()))
        # No sibling and no branch around or below has the same topic.
        near = [other for other in chosen if parent[other] in (parent[branch], branch) or parent[branch] == other]
        if branch in chosen or any(chosen[other] == stems for other in near):
            continue
        inside = np.isin(words.node, branches.node[branches.branch == branch])
        first = np.flatnonzero(inside)[:CHECKED_WORDS].tolist()
        if tagger().is_english([words.texts[place] for place in first]):  # and no data or quotation
            chosen[branch] = stems
            topics[branches.governor[branch]] = shown_phrase(words, inside, start, length)
    return topics


def _repeated_topics(
    topics: list[str], texts: Sequence[str], branches: Branches, wanted: Flags, own: Language
) -> list[str]:
    """The topics of branches in another language than English. No phrase names two branches."""
    phrases = RepeatedPhrases(texts, own)
    found = []
    for branch in np.flatnonzero(wanted).tolist():
        governor, members = int(branches.governor[branch]), {*branches.node[branches.branch == branch].tolist()}
        found += [(*scored, governor) for scored in phrases.naming(members, governor)]
    for _, topic, governor in sorted(found, key=lambda one: -one[0]):
        if not topics[governor] and topic not in topics:
            topics[governor] = topic
    return topics


def _is_name(text: str, own: Language) -> bool:
    """Whether a sentence is a name, such as the lead of a list."""
    name = text.rstrip(" :：")
    if text[-1:] in ".?!…。？！؟" or not name[:1].isalpha() or sum(map(str.isdigit, name)) > MAX_DIGITS:
        return False
    words = name.split()
    stops = (own.stop_words | own.not_nouns | own.frequent_words).intersection(name.lower().split())
    if own.code == "en":
        has_verb = not (FINITE - {"V"}).isdisjoint(tagger().tags(words, [0] * len(words)))
        is_clause = has_verb or tagger().classes.get(words[-1].lower()) == "V"  # 'Ann wrote', but 'tools needed'
        is_data = max(map(len, words)) > MAX_LETTERS
        fits = count_words(name) <= MAX_WORDS and stops <= own.noun_links - {words[-1].lower()}
        return fits and not is_clause and not is_data
    # Less is known about its words.
    is_whole = own.noun_breaks.isdisjoint(name) and not name.endswith(tuple(own.no_noun_end))
    return count_words(name) <= MAX_WORDS / 2 and not stops and is_whole
