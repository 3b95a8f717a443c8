"""Snippets: key phrases by RAKE (Rose et al. 2010) on one sentence, as the benchmark's annotation used it.

A sentence is cut at punctuation and at the stop words of the SMART list; what lies between are its phrases. A
word's score is its degree over its frequency, a phrase's score the sum over its words.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from mindgist.labels.kinds import LabelledNode
from mindgist.languages import language

# What may separate phrases: a stop word without a hyphen after it, punctuation, a hyphen between spaces.
_CUT = re.compile(r"\b\w++(?!-)|[.!?,;:\t\\\"()'’–|]|\s-\s")
_WORD = re.compile(r"[\w+/-]+")  # a hyphenated compound is one word


@cache
def _cutting() -> frozenset[str]:
    """What separates phrases: the stop words of the SMART list, and punctuation."""
    return language("en").stop_words.union(".!?,;:\t\\\"()'’–|")


def phrase_scores(sentence: str) -> dict[str, float]:
    """The phrases of a sentence in the order they occur, in lower case, with their scores."""
    phrases = _phrases(sentence)
    counted = [[word for word in _WORD.findall(phrase) if not _is_number(word)] for phrase in phrases]
    frequency: dict[str, int] = defaultdict(int)
    degree: dict[str, int] = defaultdict(int)
    for words in counted:
        for word in words:
            frequency[word] += 1
            degree[word] += len(words)
    return {
        phrase: sum(degree[word] / frequency[word] for word in words)
        for phrase, words in zip(phrases, counted, strict=True)
    }


def _phrases(sentence: str) -> list[str]:
    text = sentence.lower()
    cutting = _cutting()
    phrases = []
    start = 0
    for match in _CUT.finditer(text):
        found = match[0]
        if found in cutting or found[0].isspace():
            phrases.append(text[start : match.start()].strip())
            start = match.end()
    phrases.append(text[start:].strip())
    return [phrase for phrase in phrases if phrase]


def _is_number(word: str) -> bool:
    if word[0].isalpha():  # nearly every word; avoids the exception
        return word in ("nan", "inf", "infinity")
    try:
        float(word)
    except ValueError:
        return False
    return True


def best_phrases(sentence: str) -> list[str]:
    """The phrases that tie for best, in the order they occur; the whole sentence where all phrases tie."""
    scores = phrase_scores(sentence)
    best = max(scores.values(), default=0)
    tied = [phrase for phrase, score in scores.items() if score == best]
    return tied if len(tied) < len(scores) else [sentence]


def key_snippet(sentence: str) -> str:
    """The best phrase; the first if several tie (docs/decisions/key-snippets.md)."""
    return best_phrases(sentence)[0]


_WORD_CHARACTER = re.compile(r"\w")
_APOSTROPHES_BEFORE = re.compile(r"(?:(?<!\w)\w+['’])+$")
_APOSTROPHES_AFTER = re.compile(r"(?:['’]\w+)+")


def shown_snippet(sentence: str) -> str:
    """The key snippet in the sentence's own spelling and in whole words.

    RAKE's phrases, which the metrics compare, are in lower case and cut at apostrophes ('ll make', 'ancestors wouldn').
    """
    snippet = key_snippet(sentence)
    lowered = sentence.lower()
    start = lowered.find(snippet.lower()) if len(lowered) == len(sentence) else -1
    while start >= 0:
        end = start + len(snippet)
        if not _WORD_CHARACTER.match(sentence, start - 1, start) and not _WORD_CHARACTER.match(sentence, end):
            before, after = _APOSTROPHES_BEFORE.search(sentence, 0, start), _APOSTROPHES_AFTER.match(sentence, end)
            return sentence[before.start() if before else start : after.end() if after else end]
        start = lowered.find(snippet.lower(), start + 1)
    return snippet


def node_snippets(maps: Sequence[Sequence[LabelledNode]], _model: object = None) -> list[list[str]]:
    """The snippets of all nodes of several maps."""
    return [[shown_snippet(node.text) for node in nodes] for nodes in maps]
