"""Whether a run of words is a complete clause, by a parse of its sentence (CoNLL-U, Universal Dependencies).

Editors' highlights say what to keep; a parser's trees say what can stand alone. A choice of words is complete if
one finite verb governs it all, with its subject, its objects and its helpers, and nothing in it lacks what it cannot
be without (an article's noun, a preposition's object, the rest of a name). Parses are needed to teach, not to run.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mindgist.errors import CorpusError
from mindgist.labels.words import pieces

# What a word can lose without harm; all other dependents belong to it.
_OPTIONAL = frozenset(
    "punct advcl acl acl:relcl appos parataxis conj cc cc:preconj discourse vocative dep list advmod nmod obl "
    "nmod:tmod obl:tmod nmod:npmod obl:npmod dislocated".split()
)
_SUBJECTS = frozenset("nsubj nsubjpass nsubj:pass csubj csubjpass csubj:pass expl".split())
_STANDING = frozenset("root ccomp conj parataxis".split())
_FINITE = frozenset("VBD VBZ VBP MD".split())
_COMPLEMENTS = frozenset("dobj obj iobj xcomp ccomp".split())
_OBLIQUE = frozenset("nmod obl".split())
_NEGATIONS = frozenset("not n't never no hardly barely rarely neither nor".split())


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a parse: its head's number counts from 1, 0 is the root."""

    form: str
    tag: str
    head: int
    relation: str
    space: bool


def verbs(parses: Iterable[Sequence[Token]], least: int = 20) -> tuple[list[str], list[str]]:
    """The words that are nearly always finite verbs (a subject ends before them), and those that now and then are."""
    seen: Counter[str] = Counter()
    surely: Counter[str] = Counter()
    perhaps: Counter[str] = Counter()
    for tokens in parses:
        for token in tokens:
            word = token.form.lower()
            seen[word] += 1
            surely[word] += token.tag in ("VBD", "VBZ", "MD")
            perhaps[word] += token.tag in ("VBD", "VBZ", "MD", "VBP", "VB")
    known = sorted(word for word in seen if word.isalpha())
    return (
        [word for word in known if seen[word] >= least and surely[word] >= 0.8 * seen[word]],
        [word for word in known if seen[word] >= least / 10 and perhaps[word] >= 0.03 * seen[word]],
    )


def read_parses(path: str | Path) -> Iterator[tuple[str, list[Token]]]:
    """The sentences of a CoNLL-U file with their tokens."""
    try:
        with Path(path).open(encoding="utf-8") as lines:
            text, tokens = "", []
            for line in lines:
                line = line.rstrip("\n")
                if line.startswith("# text = "):
                    text = line[9:]
                elif line and not line.startswith("#"):
                    fields = line.split("\t")
                    if fields[0].isdecimal():
                        head, space = int(fields[6]), "SpaceAfter=No" not in fields[9]
                        tokens.append(Token(fields[1], fields[4], head, fields[7], space))
                elif not line and tokens:
                    yield text, tokens
                    text, tokens = "", []
    except (OSError, UnicodeError, ValueError, IndexError) as error:
        raise CorpusError(f"cannot read {path} as CoNLL-U: {error}") from error


class Clauses:
    """A parsed sentence; choices of its words are told as bits, the first word the lowest."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._bits = _word_bits(text, tokens)
        self._children: list[list[int]] = [[] for _ in range(len(tokens) + 1)]
        for index, token in enumerate(tokens):
            self._children[token.head].append(index)
        self._arcs = [  # (the dependent's words, its head's words)
            (self._bits[index], self._bits[token.head - 1] if token.head else 0)
            for index, token in enumerate(tokens)
            if self._bits[index] and (not token.head or self._bits[token.head - 1])
        ]
        self._needed = [
            (self._bits[token.head - 1], self._bits[index])
            for index, token in enumerate(tokens)
            if token.head and self._bits[index] and not self._can_go(index)
        ]
        self._heads = 0
        for index in range(len(tokens)):
            if self._can_stand(index):
                self._heads |= self._bits[index]

    def complete(self, chosen: int) -> bool:
        """Whether the chosen words are a complete clause."""
        for head, dependent in self._needed:
            if chosen & head and dependent & ~chosen:
                return False
        tops = 0
        top = 0
        for dependent, head in self._arcs:
            if chosen & dependent and not chosen & head:
                tops += 1
                top |= dependent
        return tops == 1 and bool(top & self._heads)

    def _can_stand(self, index: int) -> bool:
        """Whether a word can be the head of all that is shown."""
        token = self._tokens[index]
        children = [self._tokens[child] for child in self._children[index + 1]]
        if token.relation not in _STANDING:
            return False
        if any(child.relation == "mark" and child.form.lower() != "that" for child in children):
            return False
        if token.relation != "root" and any(child.tag in ("WRB", "WP", "WDT") for child in children):
            return False
        subject = any(child.relation in _SUBJECTS for child in children)
        helpers = [child for child in children if child.relation in ("aux", "auxpass", "aux:pass", "cop")]
        finite = token.tag in _FINITE or any(child.tag in _FINITE for child in helpers)
        if subject:
            return finite
        if token.relation != "root":
            return False
        return (token.tag == "VB" and not helpers) or not (finite or token.tag.startswith("V"))  # a call; a heading

    def _can_go(self, index: int) -> bool:
        """Whether a dependent may be missing where its head stands."""
        token = self._tokens[index]
        form = token.form.lower()
        relation = token.relation
        if relation == "mark":
            return form == "that"
        if relation not in _OPTIONAL or form in _NEGATIONS:
            return False
        own = {self._tokens[child].form.lower() for child in self._children[index + 1]}
        if own & {"than", "as"}:
            return False
        if relation in _OBLIQUE:
            head = self._tokens[token.head - 1]
            if not head.tag.startswith("V"):
                return "of" not in own or index < token.head - 1
            return not self._first_complement(index)
        return not (relation == "advmod" and form in ("as", "so", "too", "more", "less"))

    def _first_complement(self, index: int) -> bool:
        """Whether a phrase with a preposition is what its verb has for an object: 'depends on the weather'."""
        head = self._tokens[index].head
        others = [child for child in self._children[head] if child != index]
        if any(self._tokens[child].relation in _COMPLEMENTS for child in others):
            return False
        if any(self._tokens[child].relation in ("auxpass", "aux:pass") for child in others):
            return False
        return all(self._tokens[child].relation not in _OBLIQUE or child > index for child in others if child >= head)


def _word_bits(text: str, tokens: Sequence[Token]) -> list[int]:
    """Which words of the sentence, as gists count them, each token covers; 0 for punctuation."""
    parts = pieces(text)
    spans, place = [], 0
    for part in range(1, len(parts), 2):
        place += len(parts[part - 1])
        spans.append((place, place + len(parts[part])))
        place += len(parts[part])
    bits, start, word = [], 0, 0
    for token in tokens:
        start = text.find(token.form, start)
        if start < 0:
            raise CorpusError(f"the parse of {text[:60]!r} has other words than its text")
        end = start + len(token.form)
        while word < len(spans) and spans[word][1] <= start:
            word += 1
        found, inside = 0, word
        while inside < len(spans) and spans[inside][0] < end:
            found |= 1 << inside
            inside += 1
        bits.append(0 if token.relation == "punct" else found)
        start = end
    return bits
