"""What a heading says in a map."""

import re

from mindgist.document import Section
from mindgist.document.patterns import LazyPattern
from mindgist.languages import any_language

# A number alone, in figures or Roman; or the word for a part of a book with one, which may be in letters or words.
_FIGURES = r"(?:\d+(?:\.\d+)*|[ivxlc]{2,}|[ivx])"


def _only_a_number() -> str:
    part = any_language().part_names
    number = rf"(?:{_FIGURES}|[a-z]|(?:the )?{any_language().number_words})"
    chinese = r"第?[\d一二三四五六七八九十百零〇]+[章节節部回卷編篇]?"
    return rf"\W*(?:{part}\W+{number}|{number}\W+{part}|{_FIGURES}|{chinese})\W*"


_ONLY_A_NUMBER = LazyPattern(_only_a_number, re.IGNORECASE)
_FIRST_WORDS = 8
_LONGEST = 60  # characters, for scripts without spaces


def heading_text(section: Section) -> str:
    """The heading; one that is only a number takes the first words of its section along."""
    assert section.heading is not None
    plain = section.heading.plain
    if not _ONLY_A_NUMBER.fullmatch(plain):
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
