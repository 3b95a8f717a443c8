"""Questions to a map: its own sentences, ranked by the words that they share with the question.

The ranking is BM25 over the sentences of a map. A word of a heading above a sentence counts as half a word of it, and
stronger nodes come first where little else decides. Nothing is generated.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mindgist.document.tokens import words
from mindgist.errors import OptionError
from mindgist.languages import language
from mindgist.mindmap.mindmap import MindMap, Node

# Chosen on questions from 400 articles of the corpus and from the headings of 41 documents (research/questions.py).
SATURATION = 1.5  # BM25's k1: how little a repeated word adds
LENGTH_WEIGHT = 0.9  # BM25's b: how much a long sentence loses
HEADING_WEIGHT = 0.5  # of a word in a heading above the sentence, in words of the sentence
STOP_WORD_WEIGHT = 0.5
RANK_WEIGHT = 0.5  # of the first node over the last, in BM25's score

ENGLISH_ENDINGS = ("ings", "ing", "ied", "ies", "ed", "es", "'s", "s", "ly")
MIN_STEM = 3  # letters
MAX_LEVELS = 150  # of ancestors that count; no document has more
MAX_QUESTION = 2000  # characters; every word of the question is looked for in every sentence


@dataclass(frozen=True, slots=True)
class Answer:
    """A sentence that may answer a question; ``score`` is the share of the question that it covers, from 0 to 1."""

    node: int
    text: str
    score: float
    start: int
    end: int
    page: int | None
    time_start: float | None
    above: tuple[str, ...]  # the labels of its ancestors, the centre first


def answers(mindmap: MindMap, question: str, count: int = 5) -> list[Answer]:
    """The sentences that share most with a question, best first; empty if none shares a word with it."""
    if len(question) > MAX_QUESTION:
        raise OptionError(f"the question has more than {MAX_QUESTION:,} characters; ask for one thing")
    code = mindmap.language or "en"
    asked = dict.fromkeys(_stems(question, code))
    if not asked:
        raise OptionError("the question has no words; ask for something that the document may say")
    places = [place for place, node in enumerate(mindmap.nodes) if node.sentence is not None]
    places = places or list(range(len(mindmap.nodes)))  # a map of another tool
    texts = [Counter(_stems(mindmap.nodes[place].text, code)) for place in places]
    weights = _weights(asked, texts, code)
    length = max(1.0, sum(text.total() for text in texts) / len(texts))
    # Headings above a sentence, but not the centre, which stands above all.
    headings = {
        place: _stems(node.text, code)
        for place, node in enumerate(mindmap.nodes)
        if node.sentence is None and node.parent is not None
    }
    ranked = []
    for number, (place, text) in enumerate(zip(places, texts, strict=True)):
        above = {word for up in _ancestors(mindmap.nodes, place) for word in headings.get(up, ())}
        norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * text.total() / length)
        score = 0.0
        for word, weight in weights.items():
            found = text[word] + HEADING_WEIGHT * (word in above)
            score += weight * found * (SATURATION + 1) / (found + norm)
        if score:
            ranked.append((score - RANK_WEIGHT * number / len(places), score, place))
    ranked.sort(key=lambda row: -row[0])
    total = sum(weights.values())
    return [_answer(mindmap, place, min(1.0, score / total)) for _, score, place in ranked[:count]]


def _answer(mindmap: MindMap, place: int, score: float) -> Answer:
    node = mindmap.nodes[place]
    path = [mindmap.label(mindmap.nodes[up]) for up in _ancestors(mindmap.nodes, place)]
    time = node.time_start
    return Answer(place, node.text, round(score, 4), node.start, node.end, node.page, time, tuple(path[::-1]))


def _weights(asked: dict[str, None], texts: Sequence[Counter[str]], code: str) -> dict[str, float]:
    """BM25's inverse document frequency of the question's words."""
    stop_words = {_stem(word, code) for word in language(code).stop_words}
    weights = {}
    for word in asked:
        holding = sum(word in text for text in texts)
        weight = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
        weights[word] = weight * (STOP_WORD_WEIGHT if word in stop_words else 1)
    return weights


def _ancestors(nodes: Sequence[Node], place: int) -> Iterator[int]:
    """The nearest ancestors of a node, the parent first."""
    up = nodes[place].parent
    for _ in range(MAX_LEVELS):
        if up is None:
            return
        yield up
        up = nodes[up].parent


def _stems(text: str, code: str) -> list[str]:
    return [_stem(word, code) for word in words(text)]


def _stem(word: str, code: str) -> str:
    """The word without an English ending; words of other languages stay whole."""
    ending = next((end for end in ENGLISH_ENDINGS if word.endswith(end)), "") if code == "en" else ""
    return word[: len(word) - len(ending)] if len(word) - len(ending) >= MIN_STEM else word
