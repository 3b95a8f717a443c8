"""Gists: what a sentence says in a few of its own words, in their order, case and spelling.

A small network (``gist_model``) parses the sentence. Rules (``trim``, ``attribution``) say what may be left out so
that the rest is true and whole, and the network's probabilities choose among what they allow. The network knows
English. Sentences in other languages are cut at the end of a clause (``clauses``).
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from mindgist.labels.attribution import Clause, clauses, later_clauses
from mindgist.labels.clauses import clause_label
from mindgist.labels.gist_model import GistModel, GistVocabulary, Parse, load_gist_model
from mindgist.labels.kinds import LabelledNode
from mindgist.labels.parse_tree import FINITE_TAGS, WORD_CLASSES
from mindgist.labels.pronouns import with_antecedent
from mindgist.labels.sentence_tree import SentenceTree
from mindgist.labels.surface import capitalised, run_text, tidy, without_asides, without_dateline, without_full_stop
from mindgist.labels.trim import HANGING, MAX_WORDS, MAX_WORDS_FOR_TRUTH, MIN_WORDS, best_label, may_end, shortest_label
from mindgist.labels.words import COMMA, read_pieces, word_cost

SHORT_WORDS = 10  # a sentence of at most so many words is its own gist
_MAX_CUT_WORDS = 14  # of a label that ends in '…'
_MAX_WHOLE_WORDS = 20  # of a sentence that is shown whole because the cut would come before its verb
_MAX_SIGNS = 40  # characters of a text without a word
_FRONTED = frozenset("advcl prep npadvmod advmod ccomp".split())
_LOCK = Lock()  # the word table of a model grows while it runs
_BATCH_SENTENCES = 256  # fewer need more calls, more do not fit into the processor's cache


def gists(sentences: Sequence[str], short: Sequence[int] | None = None, model: GistModel | None = None) -> list[str]:
    """The gist of each sentence. One of at most ``short`` words is its own gist (default: ``SHORT_WORDS`` for all)."""
    model = model or load_gist_model()
    texts = [without_dateline(sentence) for sentence in sentences]
    split = [read_pieces(text) for text in texts]
    found, english = [""] * len(texts), []
    for number, (text, parts) in enumerate(zip(texts, split, strict=True)):
        words = parts[1::2]
        if sum(map(word_cost, words)) <= (short[number] if short else SHORT_WORDS):
            found[number] = _whole(text, words, model.vocabulary)
            continue
        shorter = without_asides(text)
        if shorter != text:
            split[number] = read_pieces(shorter)
        if model.vocabulary.is_english(words):
            english.append(number)
        else:
            found[number] = capitalised(clause_label(split[number]), False)
    for at in range(0, len(english), _BATCH_SENTENCES):
        batch = english[at : at + _BATCH_SENTENCES]
        with _LOCK:
            parses = model.parse([split[number] for number in batch])
        for number, parse in zip(batch, parses, strict=True):
            found[number] = _label(parse, model.vocabulary)
    return found


def node_gists(maps: Sequence[Sequence[LabelledNode]], gist_model: Path | None = None) -> list[list[str]]:
    """The gists of all nodes of several maps, by the model of a folder; None is the shipped one.

    A heading is its own gist unless it is too long. A pronoun becomes a name if its parent is the sentence before.
    Siblings with equal gists get longer ones.
    """
    nodes = [node for own in maps for node in own]
    max_words = [MAX_WORDS if node.sentence is None else SHORT_WORDS for node in nodes]
    found = iter(gists([node.text for node in nodes], max_words, load_gist_model(gist_model)))
    return [_distinct(own, [_with_name(node, next(found), own) for node in own]) for own in maps]


def _distinct(nodes: Sequence[LabelledNode], labels: list[str]) -> list[str]:
    """The labels, with longer ones for siblings that have the same label and not the same text."""
    for longer in (_cut_sentence, str.strip):
        count = Counter(zip((node.parent for node in nodes), labels, strict=True))
        labels = [
            longer(node.text) if count[node.parent, label] > 1 else label
            for node, label in zip(nodes, labels, strict=True)
        ]
    return labels


def _with_name(node: LabelledNode, gist: str, nodes: Sequence[LabelledNode]) -> str:
    if node.parent is None or node.sentence is None or nodes[node.parent].sentence != node.sentence - 1:
        return gist
    return with_antecedent(gist, nodes[node.parent].text, MAX_WORDS)


def _whole(text: str, words: list[str], vocabulary: GistVocabulary) -> str:
    """The gist of a short sentence."""
    text = " ".join(text.split())
    if not words:  # signs only
        return text[:_MAX_SIGNS] or "…"
    return capitalised(tidy(without_full_stop(text)) or text, words[0] not in vocabulary)


def _label(parse: Parse, vocabulary: GistVocabulary) -> str:
    """The label of a parsed sentence: its best clause that is short enough, else its beginning and '…'."""
    tree = SentenceTree(parse)
    found = clauses(tree)
    text, start = "", 0
    for clause in found:
        best = best_label(tree, clause.top)
        for later in later_clauses(tree, clause.top):
            other = best_label(tree, later.top)
            if other and (best is None or other[1] > best[1]):
                best, clause = other, later
        if best:
            start = (best[0] & -best[0]).bit_length() - 1
            if clause.pronoun in (None, start):
                text = _text(tree, best[0], clause)
                break
    return capitalised(text or _beginning(tree, found[0]), start == 0 and parse.words[0] not in vocabulary)


def _beginning(tree: SentenceTree, clause: Clause) -> str:
    """The sentence without what may go, cut at its end."""
    if sum(tree.costs) <= MAX_WORDS_FOR_TRUTH:
        return _text(tree, (1 << tree.length) - 1, clause)
    kept, words, end, verb = shortest_label(tree, clause.top), 0, 0, tree.length
    if kept.bit_count() <= MIN_WORDS:
        kept = tree.masks[tree.root]
    for index in range(tree.length):
        if kept >> index & 1:
            words += tree.costs[index]
            if words > (_MAX_CUT_WORDS if end > verb else MAX_WORDS_FOR_TRUTH):
                break
            if tree.tags[index] in FINITE_TAGS:
                verb = min(verb, index)
            if may_end(tree, index) or tree.lower[index] in WORD_CLASSES["limit"]:  # that there is a condition is shown
                end = index
    if end < verb and sum(tree.costs) <= _MAX_WHOLE_WORDS:
        return _text(tree, (1 << tree.length) - 1, Clause(tree.root))
    return _text(tree, kept & ((1 << end + 1) - 1), clause).rstrip(".!?") + "…"


def _text(tree: SentenceTree, kept: int, clause: Clause) -> str:
    """The kept words, with the signs that belong to them."""
    pieces = [piece for pair in zip(tree.gaps, [*tree.words, ""], strict=True) for piece in pair][:-1]
    if clause.pronoun is not None:
        pieces[2 * clause.pronoun + 1] = f"[{clause.name}]"
    text, start = "", None
    for index in range(tree.length + 1):
        inside = index < tree.length and kept >> index & 1
        if inside and start is None:
            start = index
        elif not inside and start is not None:
            run = run_text(pieces, start, index - 1)
            text += (_joint(tree, start, kept, clause.top) if text else "") + run
            start = None
    text = tidy(text)
    return f"“{text.strip(chr(34) + '“”')}”" if clause.quoted else text


def _joint(tree: SentenceTree, start: int, kept: int, top: int) -> str:
    """What stands between two runs of words: a comma after what is put before the subject, else a space."""
    before = (kept & ((1 << start) - 1)).bit_length() - 1
    for child in tree.children[top]:
        if tree.first[child] <= before <= tree.last[child] < top and tree.relations[child] in _FRONTED:
            marks = any(tree.flags[at] & COMMA for at in range(before + 1, start + 1))
            return ", " if marks and not tree.first[child] <= start <= tree.last[child] else " "
        if tree.first[child] == start and start > top and tree.relations[child] in ("parataxis", "ccomp"):
            return ", "
    return " "


def _cut_sentence(text: str) -> str:
    """The first words of a sentence, as many as a label may have."""
    words = text.split()
    if len(words) <= MAX_WORDS_FOR_TRUTH:
        return text.strip()
    end = next((at for at in range(MAX_WORDS_FOR_TRUTH, 3, -1) if words[at - 1].lower() not in HANGING), 3)
    return tidy(" ".join(words[:end])) + "…"
