"""Which dependents of a parsed sentence a label may leave out.

A dependent is LOCKED (it belongs to its head, or the rest would be false without it), SOFT (the clause reads better
with it) or FREE.
"""

import re
from functools import cached_property

from mindgist.labels.parse_tree import CLAUSES, SEPARATES, SUBJECTS, WORD_CLASSES, ParseTree
from mindgist.labels.words import SPACE

FREE, SOFT, LOCKED = 0, 1, 2
_NEGATION, _LIMIT = WORD_CLASSES["negation"], WORD_CLASSES["limit"]
_TIME, _TIME_PREPOSITION = WORD_CLASSES["time"], WORD_CLASSES["time_preposition"]
_NEEDS_COMPLEMENT, _SAY = WORD_CLASSES["needs_complement"], WORD_CLASSES["say"]
_LIMITS_STRETCH = frozenset("only if unless until till except without whether lest".split())
_COMPLEMENTS = frozenset("dobj dative xcomp ccomp attr acomp oprd".split())
_WITHOUT_OPTIONS = frozenset("prep agent mark cc aux auxpass det advmod".split())  # words that need all dependents
_ADVERBIALS = frozenset("prep advcl npadvmod agent".split())
_ARTICLES = frozenset(("the", "a", "an"))
_PROPER, _COMMON, _PLURAL = ("NNP", "NNPS"), ("NN", "NNS"), ("NNS", "NNPS")
_NOMINAL = (*_PROPER, *_COMMON, "CD", "PRP", "DT", "$")
_YEAR = re.compile(r"(?:1\d|20)\d\d")


class SentenceTree(ParseTree):
    """A parsed sentence with the level of each dependent."""

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
            if self.flags[index + 1] & SEPARATES or index == self.length - 1:
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
            (index > 0 and not self.flags[index] & (SPACE | SEPARATES))
            or (self._limited >> index & 1 and not separated)
            or word in _NEGATION
            or word.endswith("n't")
            or (word in _LIMIT and self.relations[index] not in CLAUSES)
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
        if self.child(index, "dobj") is not None and not self._has_complement(head):  # 'clarifying and enforcing rules'
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
        if marks & {"when", "once", "where"} and not self._is_past(head):  # a rule, not an event
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
            return self._fronted_level(index)
        only = self._is_only_complement(index)
        in_modifier = only and self.relations[head] in ("acl", "relcl")
        if not separated and (in_modifier or self.lower[head] in _NEEDS_COMPLEMENT):
            return LOCKED
        if self._is_time(index):
            return FREE if self.tags[head] in ("VBD", "VBN") or self.says_when(index) else SOFT
        if separated or self.relations[index] == "agent":
            return FREE
        takes_part = self.relations[before] == "dobj" and not self.children[before] and self.tags[before] == "NN"
        return SOFT if only or takes_part or self.lower[index] in ("to", "into", "as", "onto") else FREE

    def _fronted_level(self, index: int) -> int:
        """The level of a phrase before the verb: it limits what is said in general ('In a democracy, people …')."""
        head = self.heads[index]
        subject = self.child(head, *SUBJECTS)
        if self._is_past(head) or self._is_time(index) or subject is None:
            return FREE
        general = self.tags[subject] == "NNS" and not self._is_definite(subject)
        return LOCKED if general else SOFT

    def _is_past(self, index: int) -> bool:
        return self.tags[index] == "VBD" or any(
            self.tags[child] == "VBD" or self.lower[child] in ("has", "have")
            for child in self.children[index]
            if self.relations[child] in ("aux", "auxpass")
        )

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

    def _has_complement(self, index: int) -> bool:
        return any(
            self.relations[child] in _COMPLEMENTS or self.relations[child] == "prep" for child in self.children[index]
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
