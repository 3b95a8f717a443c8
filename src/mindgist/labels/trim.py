"""Which words of a parsed sentence a label keeps.

A label is a clause without some of its dependents. Of all that ``SentenceTree.levels`` allows, the best one has the
highest expected score against an editor's short form, by the network's probabilities that an editor keeps a word.
"""

from mindgist.labels.parse_tree import FINITE_TAGS, SUBJECTS, WORD_CLASSES
from mindgist.labels.sentence_tree import LOCKED, SOFT, SentenceTree
from mindgist.labels.words import COMMA, STRONG

MIN_WORDS, MAX_WORDS, MAX_WORDS_FOR_TRUTH = 3, 12, 16
HANGING = WORD_CLASSES["hanging"]
_MAY_END_CLAUSE = frozenset("to for with on at by from in of about like is are was were".split())  # 'what it is'
_BINDING = frozenset("a an the no not never only few hardly to that".split())  # what follows needs them
_NO_BEGINNING = frozenset("that which who whom whose than of to ago and or but nor".split())
_SUBJECT_PRONOUNS = frozenset(("i", "he", "she", "we", "they"))
_BE = frozenset("is are was were be been".split())
_PREDICATES = frozenset("attr acomp ccomp xcomp oprd prep advcl nsubj".split())
_JOINING = frozenset(("and", "or", "but", "nor", "yet"))
_OBJECT_TAGS = frozenset(("NN", "PR", "CD", "DT", "JJ"))
_NOT_APART = frozenset("% of another than why how whether".split())  # what stands before them cannot end a label
_PAIRS = frozenset((("up", "to"), ("long", "as")))
_PREMODIFIERS = frozenset("amod compound nummod det poss quantmod aux auxpass neg nmod predet advmod".split())
_LIMITS = ((SOFT, MAX_WORDS), (SOFT, 14), (LOCKED, MAX_WORDS), (LOCKED, MAX_WORDS_FOR_TRUTH))
"""What must stay, and the most words, from the strictest limit on."""
_GAP_PENALTY = 0.04  # of a label's expected score, for each place where words were left out
_LENGTH_SHARE = 0.5  # of the expected length of a short form, in the expected score; less favours short labels
# How often editors keep a part, divided by the network's mean probability of its words; from 4,000 training pairs.
_PART_VALUES = {"prep": 1.3, "advcl": 0.8, "conj": 0.65, "appos": 0.9, "acl": 1.2, "relcl": 1.2, "agent": 1.1}
_SEPARATED_VALUES = {
    "prep": 0.6, "advcl": 0.5, "conj": 0.4, "appos": 0.7, "acl": 0.5, "relcl": 0.2, "parataxis": 0.3, "ccomp": 0.3
}  # fmt: skip
_TIME_VALUE = 0.4  # of a day or a time of day, which says little
_MAX_CHOICES = 500  # labels of a clause that are compared
_MAX_TRIED = 30  # labels whose words are checked, the best ones first


def best_label(tree: SentenceTree, top: int) -> tuple[int, float] | None:
    """The words of the best label with this clause, as a bit mask, and its expected score; None if all are too long."""
    for lowest, most in _LIMITS:
        found = _best(tree, top, lowest, most)
        if found:
            return found
    return None


def shortest_label(tree: SentenceTree, top: int) -> int:
    """The words of this clause that no label leaves out, as a bit mask; all words if these do not fit together."""
    kept = _choices(tree, top, LOCKED, 0)[0][0]
    return kept if _fits(tree, kept) else tree.masks[top]


def _best(tree: SentenceTree, top: int, lowest: int, most: int) -> tuple[int, float] | None:
    total = sum(tree.keep)
    scored = [
        (gain / (words + _LENGTH_SHARE * total) - _GAP_PENALTY * _count_gaps(kept), kept)
        for kept, words, gain in _choices(tree, top, lowest, most)
        if MIN_WORDS <= words <= most
    ]
    scored.sort(reverse=True)
    for score, mask in scored[:_MAX_TRIED]:
        kept = _without_loose_conjunctions(tree, mask)
        if _fits(tree, kept) and _is_sentence(tree, kept, top):
            return kept, score
    return None


def _choices(tree: SentenceTree, top: int, lowest: int, most: int) -> list[tuple[int, int, float]]:
    """All labels of at most so many words: (mask, words, expected words that an editor keeps); the first has least.

    A part is a dependent below the level ``lowest`` with all that belongs to it. A label keeps any parts whose heads
    it keeps.
    """
    own: dict[int, tuple[int, int, float]] = {top: (0, 0, 0.0)}
    part = {top: top}
    dropped = _leading(tree, top)
    levels = tree.levels
    for index in tree.order:
        if index != top:
            head = tree.heads[index]
            if head not in part or head == index or index in dropped:
                continue
            if levels[index] >= lowest:
                part[index] = part[head]
            else:
                part[index] = index
                own[index] = 0, 0, 0.0
        elif index not in part:
            continue
        mask, words, gain = own[part[index]]
        cost = tree.costs[index]
        own[part[index]] = mask | 1 << index, words + cost, gain + cost * tree.keep[index]
    found = [own.pop(top)]
    for index, (mask, words, gain) in own.items():
        gain *= _part_value(tree, index)
        if len(found) > _MAX_CHOICES:
            break
        head = 1 << tree.heads[index]
        found += [
            (other[0] | mask, other[1] + words, other[2] + gain)
            for other in found
            if other[0] & head and other[1] + words <= most
        ]
    return found


def _part_value(tree: SentenceTree, index: int) -> float:
    """How much more, or less, often editors keep such a part than the network's probabilities of its words say."""
    if tree.says_when(index):
        return _TIME_VALUE
    separated = tree.is_separated(index) and index > tree.heads[index]
    return (_SEPARATED_VALUES if separated else _PART_VALUES).get(tree.relations[index], 1.0)


def _count_gaps(kept: int) -> int:
    """The number of places inside a label where words were left out."""
    kept //= kept & -kept
    return (kept ^ kept >> 1).bit_count() // 2


def _leading(tree: SentenceTree, top: int) -> set[int]:
    """The words that tie a clause to the one before it: 'that', 'and', 'however'."""
    first = tree.first[top]
    is_tie = tree.tags[first] == "CC" or tree.flags[first + 1] & COMMA
    found = {first} if is_tie and tree.lower[first] in WORD_CLASSES["connective"] and first != top else set()
    if top != tree.root:
        found.update(child for child in tree.children[top] if child < top and tree.relations[child] in ("mark", "cc"))
    return found


def _without_loose_conjunctions(tree: SentenceTree, kept: int) -> int:
    """The words without an 'and' after which something was left out."""
    for index in range(tree.length):
        if tree.tags[index] == "CC" and kept >> index & 1 and not kept >> (index + 1) & 1:
            kept &= ~(1 << index)
    return kept


def _is_sentence(tree: SentenceTree, kept: int, top: int) -> bool:
    """Whether a label has a verb, if the sentence has one, and a subject, unless the verb opens the clause."""
    before = (1 << top) - 1
    if tree.lower[top] in _BE and not any(
        tree.relations[child] in _PREDICATES and kept >> child & 1 and not tree.is_separated(child)
        for child in tree.children[top]
        if child > top
    ):
        return False
    if tree.tags[top] in ("VBD", "VBZ", "VBN") and tree.first[top] < top and tree.child(top, *SUBJECTS) is None:
        return False
    if tree.is_verbal(top):
        return not tree.masks[top] & before or kept & before != 0
    finite = [index for index, tag in enumerate(tree.tags) if tag in FINITE_TAGS]
    return not finite or any(kept >> index & 1 for index in finite)


def _fits(tree: SentenceTree, kept: int) -> bool:
    """Whether the words before and after each place where something was left out fit together."""
    start = (kept & -kept).bit_length() - 1
    if start and (
        tree.lower[start] in _NO_BEGINNING
        or tree.tags[start] in FINITE_TAGS  # the subject is missing
        or tree.flags[start + 1] & COMMA
        or _is_object(tree, start, start - 1)
    ):
        return False
    before = -1  # the kept word before
    for index in range(tree.length):
        if kept >> index & 1:
            if 0 <= before < index - 1 and not _may_follow(tree, index, before):
                return False
            before = index
        elif before == index - 1 >= 0 and not may_end(tree, before):
            return False
    return True


def _may_follow(tree: SentenceTree, index: int, before: int) -> bool:
    """Whether a kept word may follow another one, although what stood between them was left out."""
    word, head = tree.lower[index], index
    while head != tree.root and tree.first[tree.heads[head]] == index:
        head = tree.heads[head]
    relation = tree.relations[head]
    fits = True
    if relation == "ccomp":
        fits = tree.heads[head] == before or word == "that" or tree.flags[index] & STRONG != 0
    elif relation in ("conj", "parataxis"):
        fits = word in _JOINING or tree.lower[head] in WORD_CLASSES["say"]
    elif relation == "advcl" and tree.child(head, *SUBJECTS) is not None:
        fits = tree.child(head, "mark", "advmod", "aux") is not None
    elif word in _SUBJECT_PRONOUNS:
        fits = False
    is_bound = tree.gaps[index] == " " and tree.lower[index - 1] in _BINDING
    lacks_noun = word == "that" and tree.tags[index - 1] in ("NN", "NNS") and tree.heads[index] != before
    return fits and not is_bound and not lacks_noun and not _is_object(tree, index, index - 1)


def _is_object(tree: SentenceTree, index: int, verb: int) -> bool:
    """Whether a word seems to be the object of the verb right before it, which was left out."""
    if tree.gaps[index] != " " or tree.tags[verb][0] != "V" or tree.lower[verb] in WORD_CLASSES["say"]:
        return False
    return tree.tags[index][:2] in _OBJECT_TAGS and tree.relations[index] not in SUBJECTS


def may_end(tree: SentenceTree, index: int) -> bool:
    """Whether a label may end, or leave something out, after a word."""
    word, after = tree.lower[index], index + 1
    plain = after < tree.length and tree.gaps[after] == " "
    if (word in HANGING and (plain or word not in _MAY_END_CLAUSE)) or tree.gaps[after].startswith("-"):
        return False
    if not plain:
        return True
    next_word, tag, binds = tree.words[after], tree.tags[index], tree.heads[index] > index
    if next_word in _NOT_APART or word.endswith(("'s", "n't")) or (word, next_word) in _PAIRS:
        return False
    if tree.words[index][0].isupper() and next_word[0].isupper() and (index or tag[:2] == "NN"):
        return tree.relations[after] in ("appos", "npadvmod")
    is_number = tag in ("CD", "$") and (binds or tree.tags[after] == "CD")
    return not is_number and not (binds and tree.relations[index] in _PREMODIFIERS and tree.heads[index] == after)
