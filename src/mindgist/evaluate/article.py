"""What an article of a benchmark and an article of a corpus have in common."""

from functools import cached_property

from mindgist.document import Document


class Article:
    """An article that has been cut into sentences, with the highlights that its editors wrote."""

    id: str
    paragraphs: tuple[tuple[str, ...], ...]
    highlights: tuple[str, ...]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Every sentence, in reading order."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)

    @cached_property
    def document(self) -> Document:
        """The article as a document, its split into sentences kept."""
        return Document.from_sentences(self.paragraphs)
