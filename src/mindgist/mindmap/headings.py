"""What a heading says in a map."""

from mindgist.document import Section
from mindgist.document.boilerplate import is_only_a_number

_FIRST_WORDS = 8
_LONGEST = 60  # characters, for scripts without spaces


def heading_text(section: Section) -> str:
    """The heading; one that is only a number takes the first words of its section along."""
    assert section.heading is not None
    plain = section.heading.plain
    if not is_only_a_number(plain):
        return plain
    words = _first_words(section)
    return f"{plain.rstrip(' .:')}: {words}" if words else plain


def _first_words(section: Section) -> str:
    for paragraph in section.paragraphs:
        return _shortened(paragraph.sentences[0].plain)
    for inner in section.sections:
        return _shortened(heading_text(inner))
    return ""


def _shortened(text: str) -> str:
    words = " ".join(text.split()[:_FIRST_WORDS])[:_LONGEST].rstrip(" ,;:")
    return words if words == text.rstrip(" ,;:") else f"{words} …"
