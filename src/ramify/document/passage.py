"""A passage: words as a reader sees them, each character still knowing its place in the source.

Readers leave things out of a text (markup, the marker of a quoted line, line breaks) before it is split into
sentences. A passage remembers where every kept character came from, so nothing loses its place.
"""

from dataclasses import dataclass

from ramify.document.sentences import sentence_spans


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a passage: its words, and the slice of the source it stands in."""

    start: int
    end: int
    plain: str


class Passage:
    """Text gathered piece by piece; ``offsets[k]`` is the place in the source of its k-th character."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._offsets: list[int] = []

    @classmethod
    def of_slice(cls, source: str, start: int, end: int) -> "Passage":
        """The passage that is a slice of the source as it stands."""
        passage = cls()
        passage.add(source[start:end], start)
        return passage

    def __len__(self) -> int:
        return len(self._offsets)

    def add(self, text: str, start: int) -> None:
        """Append text that stands in the source at ``start``, character for character."""
        self._pieces.append(text)
        self._offsets.extend(range(start, start + len(text)))

    def add_substitute(self, text: str, start: int) -> None:
        """Append text that stands for what is in the source at ``start`` (an entity, a line break)."""
        self._pieces.append(text)
        self._offsets.extend([start] * len(text))

    def sentences(self) -> list[Span]:
        """The passage's sentences, in order."""
        text = "".join(self._pieces)
        return [self._span(text, start, end) for start, end in sentence_spans(text)]

    def whole(self) -> Span | None:
        """The passage as one piece, or None where it holds no visible character."""
        text = "".join(self._pieces)
        stripped = text.strip()
        if not stripped:
            return None
        start = text.index(stripped)
        return self._span(text, start, start + len(stripped))

    def _span(self, text: str, start: int, end: int) -> Span:
        return Span(self._offsets[start], self._offsets[end - 1] + 1, " ".join(text[start:end].split()))
