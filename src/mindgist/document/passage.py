"""A passage: words as a reader sees them, each character still knowing its place in the source.

Readers leave things out of a text (markup, the marker of a quoted line, line breaks) before it is split into
sentences. A passage remembers where every kept character came from, so nothing loses its place.
"""

from bisect import bisect_right
from typing import NamedTuple

from mindgist.document.sentences import sentence_spans


class Span(NamedTuple):
    """A piece of a passage: its words, and the slice of the source it stands in."""

    start: int
    end: int
    plain: str


class Passage:
    """Text gathered piece by piece, each of which knows where in the source it stands.

    A place is kept for every piece, not for every character: a file can be 50 million of them.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._ends: list[int] = []  # of the pieces, in the passage
        self._starts: list[int] = []  # of the pieces, in the source
        self._verbatim: list[bool] = []

    @classmethod
    def of_slice(cls, source: str, start: int, end: int) -> "Passage":
        """The passage that is a slice of the source as it stands."""
        passage = cls()
        passage.add(source[start:end], start)
        return passage

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def add(self, text: str, start: int) -> None:
        """Append text that stands in the source at ``start``, character for character."""
        self._append(text, start, True)

    def add_substitute(self, text: str, start: int) -> None:
        """Append text that stands for what is in the source at ``start`` (an entity, a line break)."""
        self._append(text, start, False)

    def sentences(self) -> list[Span]:
        """The passage's sentences, in order."""
        text = "".join(self._pieces)
        if self._is_plain(text):
            (first,) = self._starts
            return [Span(first + start, first + end, text[start:end]) for start, end in sentence_spans(text)]
        return [self._span(text, start, end) for start, end in sentence_spans(text)]

    def plain(self) -> str:
        """Its words as a reader sees them."""
        text = "".join(self._pieces)
        return text.strip() if self._is_plain(text) else " ".join(text.split())

    def _is_plain(self, text: str) -> bool:
        """Whether there is nothing to look up and nothing to fold."""
        return self._verbatim == [True] and text.isprintable() and "  " not in text

    def whole(self) -> Span | None:
        """The passage as one piece, or None where it holds no visible character."""
        text = "".join(self._pieces)
        stripped = text.strip()
        if not stripped:
            return None
        start = len(text) - len(text.lstrip())
        return self._span(text, start, start + len(stripped))

    def _append(self, text: str, start: int, verbatim: bool) -> None:
        if text:
            self._pieces.append(text)
            self._ends.append(len(text) + (self._ends[-1] if self._ends else 0))
            self._starts.append(start)
            self._verbatim.append(verbatim)

    def _span(self, text: str, start: int, end: int) -> Span:
        return Span(self._place(start), self._place(end - 1) + 1, " ".join(text[start:end].split()))

    def _place(self, character: int) -> int:
        """The place in the source of one of the passage's characters."""
        piece = bisect_right(self._ends, character)
        into = character - (self._ends[piece] - len(self._pieces[piece])) if self._verbatim[piece] else 0
        return self._starts[piece] + into
