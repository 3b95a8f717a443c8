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
from mindgist.labels.surface import capitalised, tidy, without_asides, without_dateline, without_full_stop, without_mark
from mindgist.labels.tags import tagger
from mindgist.labels.words import read_pieces, word_costs

_MAX_SIGNS = 40  # characters of a text without a word


def gists(sentences: Sequence[str]) -> list[str]:
    """The gist of each sentence. One of at most ``SHORT_WORDS`` words is its own gist."""
    return [_gist(sentence, None) for sentence in sentences]


def _gist(sentence: str, code: str | None) -> str:
    text = without_mark(without_dateline(sentence))
    pieces = read_pieces(text)
    words, start = pieces[1::2], 0
    if not words:  # signs only
        return " ".join(text.split())[:_MAX_SIGNS] or "…"
    is_short = len(words) <= SHORT_WORDS and sum(word_costs(words)) <= SHORT_WORDS
    if is_short and words[0] not in ("And", "But"):
        text = " ".join(text.split())
        found = tidy(without_full_stop(text)) or text
    else:
        if not tagger().is_english(words):
            return capitalised(clause_label(pieces, code), False)
        shorter = without_asides(text)
        pieces = pieces if shorter == text else read_pieces(shorter)
        found, start = shorten(pieces)
    return capitalised(found, start == 0 and words[0].lower() not in tagger().classes)


def node_gists(nodes: Sequence[LabelledNode], code: str | None) -> list[str]:
    """The gists of a map: a pronoun becomes a name if its parent is the sentence before.

    Siblings that have the same gist and not the same text show their whole text.
    """
    found = []
    for node in nodes:
        gist, parent = _gist(node.text, code), None if node.parent is None else nodes[node.parent]
        if parent is not None and node.sentence is not None and parent.sentence == node.sentence - 1:
            gist = with_antecedent(gist, parent.text, MAX_WORDS)
        found.append((node.parent, gist))
    count = Counter(found)
    return [node.text.strip() if count[own] > 1 else own[1] for node, own in zip(nodes, found, strict=True)]
