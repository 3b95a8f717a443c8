"""A parsed sentence as a tree, and which of its dependents a label may leave out.

A dependent is LOCKED (it belongs to its head, or the rest would be false without it), SOFT (the clause reads better
with it) or FREE. The relations and tags are those of spaCy's English models.
"""

import re
from functools import cached_property

from mindgist.labels.gist_model import Parse
from mindgist.labels.words import COMMA, DASH, EDGE, OPENS, SPACE, STRONG, gap_flags, word_cost
from mindgist.languages import language

FREE, SOFT, LOCKED = 0, 1, 2
WORD_CLASSES = language("en").word_classes
_NEGATION, _LIMIT = WORD_CLASSES["negation"], WORD_CLASSES["limit"]
_TIME, _TIME_PREPOSITION = WORD_CLASSES["time"], WORD_CLASSES["time_preposition"]
_NEEDS_COMPLEMENT, _SAY = WORD_CLASSES["needs_complement"], WORD_CLASSES["say"]
_COMPLEMENTS = frozenset("dobj dative xcomp ccomp attr acomp oprd".split())
_CLAUSES = frozenset("advcl acl relcl appos parataxis conj ccomp csubj".split())
SUBJECTS = frozenset("nsubj nsubjpass csubj csubjpass expl".split())
_WITHOUT_OPTIONS = frozenset("prep agent mark cc aux auxpass det advmod".split())  # words that need all dependents
_MISTAKEN_COMPLEMENTS = frozenset("conj relcl acl advcl parataxis".split())
_ADVERBIALS = frozenset("prep advcl npadvmod agent".split())
_LIMITS_STRETCH = frozenset("only if unless until till except without whether lest".split())
_ARTICLES = frozenset(("the", "a", "an"))
_PROPER, _COMMON, _PLURAL = ("NNP", "NNPS"), ("NN", "NNS"), ("NNS", "NNPS")
FINITE_TAGS = ("VBD", "VBZ", "VBP", "MD")
_NOMINAL = (*_PROPER, *_COMMON, "CD", "PRP", "DT", "$")
_SEPARATES = COMMA | STRONG | DASH | OPENS | EDGE
_YEAR = re.compile(r"(?:1\d|20)\d\d")


class SentenceTree:
    """A parsed sentence. Sets of words are bit masks, the first word is the lowest bit."""

    def __init__(self, parse: Parse) -> None:
        self.words, self.gaps, self.tags, self.keep = parse.words, parse.gaps, parse.tags, parse.keep
        self.relations, self.heads = parse.relations, parse.heads
        self.length = length = len(parse.words)
        self.lower = [word.lower() for word in parse.words]
        if any("’" in gap for gap in self.lower):
            self.lower = [word.replace("’", "'") for word in self.lower]
        self.costs = [word_cost(word) for word in parse.words]
        self.flags = [gap_flags(gap) for gap in parse.gaps]
        self.flags[0] |= EDGE
        self.children: list[list[int]] = [[] for _ in parse.words]
        self.root = 0
        for index, head in enumerate(parse.heads):
            if head == index:
                self.root = index
            else:
                self.children[head].append(index)
        self._attach_conjunctions()
        self._find_complements()
        self.order = [self.root]  # heads before their dependents
        for index in self.order:
            self.order.extend(self.children[index])
        self.first, self.last = list(range(length)), list(range(length))
        self.masks = [1 << index for index in range(length)]  # the words of each subtree
        self.negated = [
            (lower in _NEGATION and (word == lower or not index)) or lower.endswith("n't")
            for index, (word, lower) in enumerate(zip(self.words, self.lower, strict=True))
        ]  # no name such as 'The Only Way'
        for index in reversed(self.order[1:]):
            head = self.heads[index]
            self.first[head] = min(self.first[head], self.first[index])
            self.last[head] = max(self.last[head], self.last[index])
            self.masks[head] |= self.masks[index]
            if self.negated[index] and self.relations[index] not in _CLAUSES:
                self.negated[head] = True
        for index in self.order:
            if self.relations[index] in ("xcomp", "ccomp") and self.negated[self.heads[index]]:
                self.negated[index] = True

    def _attach_conjunctions(self) -> None:
        """Hang each 'and' under the conjunct after it, so that they stay or go together."""
        for index, relation in enumerate(self.relations):
            if relation == "cc" and index != self.root:
                head = self.heads[index]
                later = [child for child in self.children[head] if child > index and self.relations[child] == "conj"]
                if later:
                    self.children[head].remove(index)
                    self.children[later[0]].insert(0, index)
                    self.heads[index] = later[0]

    def _find_complements(self) -> None:
        """Call a clause the complement of its verb if it opens with 'that' or its verb is one of saying."""
        for index, relation in enumerate(self.relations):
            head = self.heads[index]
            if relation not in _MISTAKEN_COMPLEMENTS or not (self.is_verbal(index) and self.is_verbal(head)):
                continue
            words = {self.lower[child]: self.relations[child] for child in self.children[index]}
            is_reported = self.lower[head] in _SAY and SUBJECTS.intersection(words.values())
            if is_reported and (relation == "advcl" or "cc" in words.values() or self.child(head, "ccomp") is not None):
                is_reported = False
            if is_reported or (words.get("that") == "mark" and "so" not in words):
                self.relations[index] = "ccomp"

    def child(self, index: int, *relations: str) -> int | None:
        """The first dependent with one of these relations."""
        return next((child for child in self.children[index] if self.relations[child] in relations), None)

    def is_verbal(self, index: int) -> bool:
        """Whether a word is the head of a clause."""
        tag = self.tags[index]
        return tag[0] == "V" or tag == "MD" or self.child(index, "aux", "auxpass") is not None

    def span(self, index: int) -> list[str]:
        """The words from the first to the last of a subtree, in lower case."""
        return self.lower[self.first[index] : self.last[index] + 1]

    def is_separated(self, index: int) -> bool:
        """Whether a comma, a dash or a bracket stands before a subtree."""
        return self.flags[self.first[index]] & _SEPARATES != 0

    def is_authority(self, index: int) -> bool:
        """Whether the words of a subtree name a source whose word counts as fact."""
        words = self.span(index)
        return bool(WORD_CLASSES["authority"].intersection(words)) and not WORD_CLASSES["partisan"].intersection(words)

    @cached_property
    def levels(self) -> list[int]:
        """For each word, how firmly it belongs to its head: FREE, SOFT or LOCKED."""
        return [
            _RULES[relation](self, index) if relation in _RULES and not self._is_bound(index) else LOCKED
            for index, relation in enumerate(self.relations)
        ]

    @cached_property
    def _limited(self) -> int:
        """The words of all phrases that limit a statement ('only in …', 'if …'); nothing of them may go."""
        found = end = 0
        for index in range(self.length - 1, -1, -1):
            if self.flags[index + 1] & _SEPARATES or index == self.length - 1:
                end = index  # of the stretch without a mark
            word = self.lower[index]
            if word in _LIMIT or word == "only":
                head = self.heads[index]
                found |= self.masks[head if self.relations[index] == "mark" and head != self.root else index]
                if word in _LIMITS_STRETCH:
                    found |= (1 << end + 1) - (1 << index)
        return found

    def _is_bound(self, index: int) -> bool:
        """Whether a dependent of any kind belongs to its head: it denies, limits or compares, or is glued to it."""
        word, head, first = self.lower[index], self.heads[index], self.first[index]
        separated = self.is_separated(index)
        return (
            (index > 0 and not self.flags[index] & (SPACE | _SEPARATES))
            or (self._limited >> index & 1 and not separated)
            or word in _NEGATION
            or word.endswith("n't")
            or (word in _LIMIT and self.relations[index] not in _CLAUSES)
            or (first > 0 and self.lower[first - 1] in ("not", "only", "never"))
            or self.relations[head] in _WITHOUT_OPTIONS
            or (index > head and self._is_bound_after(index, separated))
        )

    def _is_bound_after(self, index: int, separated: bool) -> bool:
        """Whether a dependent after its head is compared with it, or says what is denied."""
        relation, head, opening = self.relations[index], self.heads[index], self.lower[self.first[index]]
        if self.negated[head] and relation in _ADVERBIALS and self.is_verbal(head):
            return not separated  # 'is not open on Sundays'
        if opening == "than" or (opening == "as" and relation != "advcl" and not separated):
            return True
        return relation in ("advcl", "prep", "acl") and any(
            self.lower[child] in WORD_CLASSES["degree"] and self.relations[child] in ("advmod", "amod", "predet")
            for child in self.children[head]
        )  # 'too weak to walk'

    def _adverb_level(self, index: int) -> int:
        if self.lower[index] in WORD_CLASSES["kept_adverb"] or self.negated[index] or self.tags[index] == "WRB":
            return LOCKED
        return FREE if self.is_verbal(self.heads[index]) else LOCKED

    def _noun_adverb_level(self, index: int) -> int:
        free = self.is_verbal(self.heads[index]) and _TIME.intersection(self.span(index)) and not self.negated[index]
        return FREE if free else LOCKED

    def _compound_level(self, index: int) -> int:
        """The level of what stands before a name: 'Birmingham poet Benjamin Zephaniah'."""
        head = self.heads[index]
        title = self.tags[index] in _COMMON and self.tags[head] in _PROPER and index < head - 1
        title = title and self.words[index + 1][0].isupper() and self.lower[index] not in WORD_CLASSES["time"]
        return FREE if title and not self._is_definite(head) and self.words[index].islower() else LOCKED

    def _modifier_level(self, index: int) -> int:
        """The level of a relative clause or participle: without a comma, it may say which ones are meant."""
        head = self.heads[index]
        if self.relations[index] == "acl" and (self.tags[index] == "VB" or self.lower[self.first[index]] == "that"):
            return SOFT
        if (self.is_separated(index) and index > head) or self.tags[head] in _PROPER:
            return FREE
        if not self._is_definite(head) or self.lower[self.heads[head]] == "of":  # 'most of the wine that is sold here'
            return LOCKED
        return SOFT if self.tags[head] in _PLURAL else FREE

    def _is_definite(self, index: int) -> bool:
        return any(self.lower[child] in _ARTICLES for child in self.children[index])

    def _apposition_level(self, index: int) -> int:
        return FREE if self.is_separated(index) else LOCKED

    def _conjunct_level(self, index: int) -> int:
        head = self.heads[index]
        if not self.is_verbal(index) or not self.is_verbal(head) or self.lower[index] in _NEEDS_COMPLEMENT:
            return LOCKED
        joined = {self.lower[child] for child in self.children[index] if self.relations[child] == "cc"}
        if joined & {"or", "nor"}:
            return LOCKED
        return LOCKED if joined & {"but", "yet"} and self.child(index, *SUBJECTS) is None else FREE

    def _adverbial_clause_level(self, index: int) -> int:
        head, first = self.heads[index], self.first[index]
        opening = self.lower[first : first + 2]
        marks = {self.lower[child] for child in self.children[index] if self.relations[child] in ("mark", "advmod")}
        if _LIMIT & marks or _LIMIT.intersection(opening) or opening in (["as", "long"], ["in", "case"]):
            return LOCKED
        if "when" in marks and self.tags[head] not in ("VBD", "VBN"):  # a rule, not an event
            return LOCKED
        if self.is_separated(index) or index < head:
            return self._attribution_level(index)
        if not marks and self.lower[head] in _NEEDS_COMPLEMENT:
            return LOCKED
        return SOFT if (not marks or "that" in marks) and self._is_only_complement(index) else FREE

    def _attribution_level(self, index: int) -> int:
        """The level of a clause after a comma: ', critics say' stays, ', police said' may go."""
        is_source = self.lower[index] in _SAY and self.child(index, "nsubj") is not None
        if self.relations[index] == "ccomp" and not (
            is_source and index > self.heads[index] and self.is_separated(index)
        ):
            return LOCKED
        if self.relations[index] == "parataxis" and not self.is_separated(index):
            return LOCKED
        return FREE if not is_source or self.is_authority(index) or self.lower[index] == "reported" else LOCKED

    def _preposition_level(self, index: int) -> int:
        word, head = self.lower[index], self.heads[index]
        objects = {self.lower[child] for child in self.children[index] if child > index}
        verbal = self.is_verbal(head)
        if not objects or self.negated[index] or objects & WORD_CLASSES["limiting_noun"]:
            return LOCKED
        if word == "according":
            return FREE if self.is_authority(index) else LOCKED
        if verbal:
            return self._verb_preposition_level(index)
        if word == "of" or self.tags[head] not in _NOMINAL:
            return LOCKED
        bare_subject = self.relations[head] in SUBJECTS and not (self.tags[head] in _PROPER or self._is_definite(head))
        return LOCKED if bare_subject and not self.is_separated(index) else FREE

    def _verb_preposition_level(self, index: int) -> int:
        """The level of a prepositional phrase that depends on a verb."""
        head, separated, before = self.heads[index], self.is_separated(index), index - 1
        if index < head:
            return FREE
        if self._is_time(index):
            return FREE if self.tags[head] in ("VBD", "VBN") or self.says_when(index) else SOFT
        only = self._is_only_complement(index)
        if not separated and (self.lower[head] in _NEEDS_COMPLEMENT or (only and self.relations[head] == "acl")):
            return LOCKED
        if separated or self.relations[index] == "agent":
            return FREE
        takes_part = self.relations[before] == "dobj" and not self.children[before] and self.tags[before] == "NN"
        return SOFT if only or takes_part or self.lower[index] in ("to", "into", "as", "onto") else FREE

    def says_when(self, index: int) -> bool:
        """Whether a dependent names a day or another time, and nothing else."""
        if self.relations[index] != "prep":
            return self.relations[index] == "npadvmod"
        return any(self.lower[child] in _TIME for child in self.children[index])

    def _is_time(self, index: int) -> bool:
        """Whether a prepositional phrase says when."""
        objects = self.children[index]
        if self.lower[index] in _TIME_PREPOSITION or any(self.lower[child] in _TIME for child in objects):
            return True
        return self.lower[index] in ("in", "by", "since") and any(
            _YEAR.fullmatch(self.words[child]) for child in objects
        )

    def _is_only_complement(self, index: int) -> bool:
        """Whether a dependent after its verb takes the place of an object: 'depends on the weather'."""
        head = self.heads[index]
        return index > head and not any(
            self.relations[child] in _COMPLEMENTS
            or (head < child < index and self.relations[child] in ("prep", "advcl") and not self._is_time(child))
            for child in self.children[head]
            if child != index
        )


_RULES = {
    "advmod": SentenceTree._adverb_level, "npadvmod": SentenceTree._noun_adverb_level,
    "compound": SentenceTree._compound_level, "relcl": SentenceTree._modifier_level,
    "acl": SentenceTree._modifier_level, "appos": SentenceTree._apposition_level,
    "intj": SentenceTree._apposition_level, "meta": SentenceTree._apposition_level,
    "conj": SentenceTree._conjunct_level, "advcl": SentenceTree._adverbial_clause_level,
    "parataxis": SentenceTree._attribution_level, "ccomp": SentenceTree._attribution_level,
    "prep": SentenceTree._preposition_level, "agent": SentenceTree._preposition_level,
}  # fmt: skip
