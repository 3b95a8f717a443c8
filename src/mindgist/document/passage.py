"""A passage: text as it is shown, with the place in the source of each of its pieces.

Readers leave out markup, quote markers and line breaks before a text is split into sentences. A passage records where
every kept piece came from, so offsets can still point into the source.
"""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
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

    __slots__ = ("_pieces", "_starts", "_verbatim")

    def __init__(self, text: str = "", start: int = 0) -> None:
        """Begin with text that stands in the source at ``start``, if any."""
        self._pieces = [text] if text else []
        self._starts = [start] if text else []
        self._verbatim = [True] if text else []

    def __len__(self) -> int:
        return sum(map(len, self._pieces))

    def add(self, text: str, start: int) -> None:
        """Append text that stands in the source at ``start``, character for character."""
        self._append(text, start, True)

    def add_substitute(self, text: str, start: int) -> None:
        """Append text that replaces what is in the source at ``start`` (an entity, a line break)."""
        self._append(text, start, False)

    def plain(self) -> str:
        """Its words, with white space folded."""
        text = "".join(self._pieces)
        return text.strip() if _is_folded(text) else " ".join(text.split())

    def whole(self) -> Span | None:
        """The whole passage as one span; None if it has no visible character."""
        text = "".join(self._pieces)
        stripped = text.strip()
        if not stripped:
            return None
        start = len(text) - len(text.lstrip())
        return self._spans(text, [(start, start + len(stripped))])[0]

    def sentences(self) -> list[Span]:
        """The passage's sentences, in order."""
        text = "".join(self._pieces)
        return self._spans(text, sentence_spans(text))

    def _append(self, text: str, start: int, verbatim: bool) -> None:
        if text:
            self._pieces.append(text)
            self._starts.append(start)
            self._verbatim.append(verbatim)

    def _spans(self, text: str, ranges: Iterable[tuple[int, int]]) -> list[Span]:
        """Ranges of the passage's text as spans of the source."""
        if self._verbatim == [True] and _is_folded(text):
            first = self._starts[0]
            return [Span(first + start, first + end, text[start:end]) for start, end in ranges]
        ends = list(accumulate(map(len, self._pieces)))

        def source_offset(offset: int) -> int:
            piece = bisect_right(ends, offset)
            into = offset - (ends[piece] - len(self._pieces[piece])) if self._verbatim[piece] else 0
            return self._starts[piece] + into

        return [
            Span(source_offset(start), source_offset(end - 1) + 1, " ".join(text[start:end].split()))
            for start, end in ranges
        ]


def _is_folded(text: str) -> bool:
    """Whether the text has no line break, tab or double space."""
    return "  " not in text and text.isprintable()
