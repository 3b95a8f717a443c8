"""Gists: what a sentence says in a few of its own words, in their order, case and spelling.

Rules for English leave out what may go so that the rest is true and whole (``shorten``). Sentences in other languages
are cut at the end of a clause (``clauses``).
"""

from collections import Counter
from collections.abc import Sequence

from mindgist.labels.clauses import clause_label
from mindgist.labels.kinds import LabelledNode
from mindgist.labels.pronouns import with_antecedent
from mindgist.labels.shorten import MAX_WORDS, SHORT_WORDS, shorten
from mindgist.labels.surface import (
    capitalised,
    tidy,
    without_asides,
    without_dateline,
    without_full_stop,
    without_list_mark,
)
from mindgist.labels.tags import tagger
from mindgist.labels.words import read_pieces, word_costs

_CONJUNCTIONS = ("And", "But")
_MAX_SIGNS = 40  # characters of a text without a word


def gists(sentences: Sequence[str]) -> list[str]:
    """The gist of each sentence. One of at most ``SHORT_WORDS`` words is its own gist."""
    return [_gist(sentence, None) for sentence in sentences]


def _gist(sentence: str, code: str | None) -> str:
    text = without_list_mark(without_dateline(sentence))
    pieces = read_pieces(text)
    words, start = pieces[1::2], 0
    if not words:  # signs only
        return " ".join(text.split())[:_MAX_SIGNS] or "…"
    is_short = len(words) <= SHORT_WORDS and sum(word_costs(words)) <= SHORT_WORDS
    if is_short and words[0] not in _CONJUNCTIONS:
        text = " ".join(text.split())
        found = tidy(without_full_stop(text)) or text
    else:
        if not tagger().is_english(words):
            return capitalised(clause_label(pieces, code), False)
        shorter = without_asides(text)
        pieces = pieces if shorter == text else read_pieces(shorter)
        found, start = shorten(pieces)
    return capitalised(found, start == 0 and words[0].lower() not in tagger().classes)


def node_gists(maps: Sequence[Sequence[LabelledNode]], languages: Sequence[str | None]) -> list[list[str]]:
    """The gists of all nodes of several maps.

    A pronoun becomes a name if its parent is the sentence before. Siblings with equal gists get longer ones.
    """
    return [
        _distinct(nodes, [_with_name(node, _gist(node.text, code), nodes) for node in nodes])
        for nodes, code in zip(maps, languages, strict=True)
    ]


def _distinct(nodes: Sequence[LabelledNode], labels: list[str]) -> list[str]:
    """The labels, with the whole text for siblings that have the same label and not the same text."""
    count = Counter(zip((node.parent for node in nodes), labels, strict=True))
    return [
        node.text.strip() if count[node.parent, label] > 1 else label for node, label in zip(nodes, labels, strict=True)
    ]


def _with_name(node: LabelledNode, gist: str, nodes: Sequence[LabelledNode]) -> str:
    if node.parent is None or node.sentence is None or nodes[node.parent].sentence != node.sentence - 1:
        return gist
    return with_antecedent(gist, nodes[node.parent].text, MAX_WORDS)
