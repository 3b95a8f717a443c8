"""A passage: text as it is shown, with the place in the source of each of its pieces.

Readers leave out markup, quote markers and line breaks before a text is split into sentences. A passage records where
every kept piece came from, so offsets can still point into the source.
"""

from bisect import bisect_right
from typing import NamedTuple

from mindgist.document.sentences import sentence_spans


class Span(NamedTuple):
    """A part of a passage: its start and end in the source, and its words with white space folded."""

    start: int
    end: int
    plain: str


class Passage:
    """Text collected piece by piece.

    It stores one source offset per piece, not per character, because a file can have 50 million characters.
    """

    __slots__ = ("_ends", "_pieces", "_starts", "_verbatim")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._ends: list[int] = []  # offsets in the passage
        self._starts: list[int] = []  # offsets in the source
        self._verbatim: list[bool] = []

    @classmethod
    def from_slice(cls, source: str, start: int, end: int) -> "Passage":
        """A slice of the source, unchanged."""
        passage = cls()
        passage.add(source[start:end], start)
        return passage

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def add(self, text: str, start: int) -> None:
        """Append text that stands in the source at ``start``, character for character."""
        self._append(text, start, True)

    def add_substitute(self, text: str, start: int) -> None:
        """Append text that replaces what is in the source at ``start`` (an entity, a line break)."""
        self._append(text, start, False)

    def sentences(self) -> list[Span]:
        """The passage's sentences, in order."""
        text = "".join(self._pieces)
        if self._is_plain(text):
            first = self._starts[0]
            return [Span(first + start, first + end, text[start:end]) for start, end in sentence_spans(text)]
        return [self._span(text, start, end) for start, end in sentence_spans(text)]

    def plain(self) -> str:
        """Its words, with white space folded."""
        text = "".join(self._pieces)
        return text.strip() if self._is_plain(text) else " ".join(text.split())

    def whole(self) -> Span | None:
        """The whole passage as one span; None if it has no visible character."""
        text = "".join(self._pieces)
        stripped = text.strip()
        if not stripped:
            return None
        start = len(text) - len(text.lstrip())
        return self._span(text, start, start + len(stripped))

    def _is_plain(self, text: str) -> bool:
        """Whether it is one verbatim piece without white space to fold."""
        return self._verbatim == [True] and text.isprintable() and "  " not in text

    def _append(self, text: str, start: int, verbatim: bool) -> None:
        if text:
            self._pieces.append(text)
            self._ends.append(len(text) + (self._ends[-1] if self._ends else 0))
            self._starts.append(start)
            self._verbatim.append(verbatim)

    def _span(self, text: str, start: int, end: int) -> Span:
        return Span(self._source_offset(start), self._source_offset(end - 1) + 1, " ".join(text[start:end].split()))

    def _source_offset(self, offset: int) -> int:
        """The offset in the source of a character of the passage."""
        piece = bisect_right(self._ends, offset)
        into = offset - (self._ends[piece] - len(self._pieces[piece])) if self._verbatim[piece] else 0
        return self._starts[piece] + into
