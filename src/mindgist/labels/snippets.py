"""Snippets: key phrases by RAKE (Rose et al. 2010) on one sentence, as the benchmark's annotation used it.

People are shown noun phrases instead (``shown_snippet``).

A sentence is cut at punctuation and at the stop words of the SMART list; what lies between are its phrases. A
word's score is its degree over its frequency, a phrase's score the sum over its words.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from mindgist.labels.kinds import LabelledNode
from mindgist.labels.tags import tagger
from mindgist.labels.words import gap_flags, read_pieces
from mindgist.languages import language

# What may separate phrases: a stop word without a hyphen after it, punctuation, a hyphen between spaces.
_CUT = re.compile(r"\b\w++(?!-)|[.!?,;:\t\\\"()'’–|]|\s-\s")
_WORD = re.compile(r"[\w+/-]+")  # a hyphenated compound is one word
_CUTTING = language("en").stop_words.union(".!?,;:\t\\\"()'’–|")  # stop words of the SMART list, and punctuation
_NUMBER = re.compile(r"[+-]?(?:\d+(?:_\d+)*(?:e[+-]?\d+(?:_\d+)*)?|nan|inf(?:inity)?)")


def phrase_scores(sentence: str) -> dict[str, float]:
    """The phrases of a sentence in the order they occur, in lower case, with their scores."""
    parts = _CUT.sub(_instead_of_cut, sentence.lower().replace("\0", " ")).split("\0")
    phrases = [phrase for phrase in map(str.strip, parts) if phrase]
    counted = [[word for word in _WORD.findall(phrase) if not _NUMBER.fullmatch(word)] for phrase in phrases]
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


def _instead_of_cut(found: re.Match[str]) -> str:
    return "\0" if found[0] in _CUTTING or found[0][0].isspace() else found[0]


def best_phrases(sentence: str) -> list[str]:
    """The phrases that tie for best, in the order they occur; the whole sentence where all phrases tie."""
    scores = phrase_scores(sentence)
    best = max(scores.values(), default=0)
    tied = [phrase for phrase, score in scores.items() if score == best]
    return tied if len(tied) < len(scores) else [sentence]


def key_snippet(sentence: str) -> str:
    """The best phrase; the first if several tie (docs/decisions/key-snippets.md)."""
    return best_phrases(sentence)[0]


_PLAIN_WORD = re.compile(r"\w(?:[\w’'.&-]*\w)?")
_NOUN_PHRASE = re.compile(r"(?:[JQN] ){0,3}N")  # in a string of tags, with spaces where the words have one between them


def shown_snippet(sentence: str) -> str:
    """The snippet of a sentence as people see it: its longest noun phrase, a name before others; else the sentence.

    RAKE's phrases, which the metrics compare, are in lower case and often no phrases ('ll make', 'lake differ').
    """
    pieces = read_pieces(sentence)
    words, gaps = pieces[1::2], pieces[::2]
    if not tagger().is_english(words):
        return sentence
    days = language("en").word_classes["day"]
    tags = [
        tag if _PLAIN_WORD.fullmatch(word) and word.lower() not in days else "|"
        for tag, word in zip(tagger().tags(words, list(map(gap_flags, gaps))), words, strict=True)
    ]
    joined = "".join((" " if gap == " " else "|") + tag for gap, tag in zip(gaps, tags, strict=False))
    runs = [words[found.start() // 2 : found.end() // 2] for found in _NOUN_PHRASE.finditer(joined)]
    best = max(runs, key=lambda run: (len(run), any(word[0].isupper() for word in run)), default=None)
    return " ".join(best) if best else sentence


def node_snippets(nodes: Sequence[LabelledNode], _: str | None) -> list[str]:
    """The snippets of a map's nodes."""
    return [shown_snippet(node.text) for node in nodes]
