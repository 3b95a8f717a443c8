"""Gists: what a sentence says in a few of its own words, in their order, case and spelling.

English sentences get the best label that a network finds among those that are true (``shorten``). Sentences in other
languages are cut at the end of a clause (``clauses``).
"""

from collections import Counter
from collections.abc import Sequence

from mindgist.labels.clauses import clause_label
from mindgist.labels.kinds import LabelledNode
from mindgist.labels.pronouns import with_antecedent
from mindgist.labels.shorten import MAX_WORDS, SHORT_WORDS, shorten
from mindgist.labels.surface import capitalised, tidy, without_dateline, without_full_stop, without_mark
from mindgist.labels.tags import tagger
from mindgist.labels.words import read_pieces, word_costs

_MAX_SIGNS = 40  # characters of a text without a word


def gists(sentences: Sequence[str], code: str | None = None) -> list[str]:
    """The gist of each sentence, with the code of their language if it is known.

    A sentence of at most ``SHORT_WORDS`` words is its own gist.
    """
    found = [""] * len(sentences)
    long: dict[int, list[str]] = {}  # the pieces of sentences that the network shortens, by their number
    for number, sentence in enumerate(sentences):
        text = without_mark(without_dateline(sentence))
        pieces = read_pieces(text)
        words = pieces[1::2]
        if not words:  # signs only
            found[number] = " ".join(text.split())[:_MAX_SIGNS] or "…"
        elif len(words) <= SHORT_WORDS and sum(word_costs(words)) <= SHORT_WORDS:
            text = " ".join(text.split())
            found[number] = _capitalised(tidy(without_full_stop(text)) or text, words)
        elif tagger().is_english(words):
            long[number] = pieces
        else:
            found[number] = capitalised(clause_label(pieces, code), False)
    for number, (label, from_start) in zip(long, shorten(list(long.values())), strict=True):
        found[number] = _capitalised(label, long[number][1::2] if from_start else ())
    return found


def _capitalised(label: str, words: Sequence[str]) -> str:
    """The label with a capital letter, unless it begins with the first of these words and that is a name."""
    return capitalised(label, bool(words) and words[0].lower() not in tagger().classes)


def node_gists(nodes: Sequence[LabelledNode], code: str | None) -> list[str]:
    """The gists of a map: a pronoun becomes a name if its parent is the sentence before.

    Siblings that have the same gist and not the same text show their whole text.
    """
    found = []
    for node, gist in zip(nodes, gists([node.text for node in nodes], code), strict=True):
        parent = None if node.parent is None else nodes[node.parent]
        if parent is not None and node.sentence is not None and parent.sentence == node.sentence - 1:
            gist = with_antecedent(gist, parent.text, MAX_WORDS)
        found.append((node.parent, gist))
    count = Counter(found)
    return [node.text.strip() if count[own] > 1 else own[1] for node, own in zip(nodes, found, strict=True)]
