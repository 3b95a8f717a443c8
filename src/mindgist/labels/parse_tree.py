"""A parsed sentence as a tree. The relations and tags are those of spaCy's English models."""

from mindgist.labels.gist_model import Parse
from mindgist.labels.words import COMMA, DASH, EDGE, OPENS, STRONG, gap_flags, word_cost
from mindgist.languages import language

WORD_CLASSES = language("en").word_classes
SUBJECTS = frozenset("nsubj nsubjpass csubj csubjpass expl".split())
CLAUSES = frozenset("advcl acl relcl appos parataxis conj ccomp csubj".split())
FINITE_TAGS = ("VBD", "VBZ", "VBP", "MD")
SEPARATES = COMMA | STRONG | DASH | OPENS | EDGE
_NEGATION, _SAY = WORD_CLASSES["negation"], WORD_CLASSES["say"]
_MISTAKEN_COMPLEMENTS = frozenset("conj relcl acl advcl parataxis".split())


class ParseTree:
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
            if self.negated[index] and self.relations[index] not in CLAUSES:
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
        return self.flags[self.first[index]] & SEPARATES != 0

    def is_authority(self, index: int) -> bool:
        """Whether the words of a subtree name a source whose word counts as fact."""
        words = self.span(index)
        return bool(WORD_CLASSES["authority"].intersection(words)) and not WORD_CLASSES["partisan"].intersection(words)
