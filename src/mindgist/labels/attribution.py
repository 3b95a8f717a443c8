"""The clause of a sentence that its label shows, and who says it.

'Police said that the road is closed' may become 'The road is closed', because the police count as an authority, and
'Cairn Energy said it plans …' becomes '[Cairn Energy] plans …'. What critics say, and what is doubted or denied,
keeps its source.
"""

from dataclasses import dataclass

from mindgist.labels.parse_tree import SUBJECTS, WORD_CLASSES
from mindgist.labels.sentence_tree import LOCKED, SentenceTree
from mindgist.labels.words import QUOTE

_PRONOUNS = frozenset(("it", "he", "she", "they"))
_OPENS_QUESTION = frozenset("if whether how why what who which when where".split())
_OPINION = frozenset(("must", "should", "ought"))
_SELF = frozenset("said says announced confirmed stated added revealed".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """The head of a clause; the pronoun and the name that replaces it; whether it stands in quotation marks."""

    top: int
    pronoun: int | None = None
    name: str = ""
    quoted: bool = False


def clauses(tree: SentenceTree) -> list[Clause]:
    """The clauses that a label may show: what is said, without its source, before the whole sentence."""
    found = [Clause(tree.root)]
    while True:
        reported = _reported(tree, found[0].top)
        if reported is None:
            return found
        found.insert(0, reported)


def later_clauses(tree: SentenceTree, top: int) -> list[Clause]:
    """The clauses that are joined to another by 'and' and can stand alone."""
    return [
        Clause(child)
        for child in tree.children[top]
        if tree.relations[child] == "conj"
        and tree.levels[child] != LOCKED
        and tree.child(child, "cc") is not None
        and _has_full_subject(tree, child)
    ]


def _has_full_subject(tree: SentenceTree, top: int) -> bool:
    subject, mask = tree.child(top, "nsubj", "nsubjpass"), tree.masks[top]
    in_one_piece = (mask // (mask & -mask) + 1).bit_count() == 1
    return in_one_piece and subject is not None and subject < top and tree.tags[subject] in ("NN", "NNS", "NNP", "NNPS")


def _reported(tree: SentenceTree, verb: int) -> Clause | None:
    """What a verb of saying reports, if that may stand without the source."""
    top, source = tree.child(verb, "ccomp"), tree.child(verb, "nsubj")
    if tree.lower[verb] not in WORD_CLASSES["say"] or top is None or source is None or not _is_plain(tree, verb, top):
        return None
    subject = tree.child(top, *SUBJECTS)
    if subject is None:
        return None
    quoted = tree.flags[tree.first[top]] & tree.flags[tree.last[top] + 1] & QUOTE != 0
    is_pronoun = tree.lower[subject] in _PRONOUNS
    if is_pronoun and source < subject and tree.lower[verb] in _SELF and _agrees(tree, source, tree.lower[subject]):
        return Clause(top, subject, _noun_phrase(tree, source))
    personal = is_pronoun or WORD_CLASSES["first_person"].intersection(tree.span(top))
    return Clause(top, quoted=quoted) if quoted or (not personal and _is_fact(tree, verb, source)) else None


def _is_plain(tree: SentenceTree, verb: int, top: int) -> bool:
    """Whether a statement is reported as it is: not denied, doubted, asked or wished."""
    auxiliaries = [
        child for child in tree.children[verb] if tree.relations[child] in ("aux", "auxpass", "neg", "advcl")
    ]
    return (
        all(tree.lower[child] in ("has", "have", "had") for child in auxiliaries)
        and tree.is_verbal(top)
        and tree.lower[tree.first[top]] not in _OPENS_QUESTION
        and not any(tree.lower[child] in _OPINION for child in tree.children[top])
    )


def _is_fact(tree: SentenceTree, verb: int, source: int) -> bool:
    if WORD_CLASSES["partisan"].intersection(tree.span(source)):
        return False
    return tree.is_authority(source) or tree.lower[verb] in WORD_CLASSES["factive"]


def _agrees(tree: SentenceTree, source: int, pronoun: str) -> bool:
    """Whether a pronoun can stand for the source of the statement."""
    if pronoun == "they":
        return tree.tags[source] in ("NNS", "NNPS")
    return tree.tags[source] == "NNP" or (pronoun == "it" and tree.tags[source] == "NN")


def _noun_phrase(tree: SentenceTree, head: int) -> str:
    """A noun with what stands before it."""
    first = tree.first[head]
    return "".join(tree.gaps[at] + tree.words[at] for at in range(first, head + 1)).strip(' "“”')
