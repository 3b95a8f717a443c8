"""What a heading says in a map, and which headings come last."""

import re

from mindgist.document import Section
from mindgist.document.patterns import LazyPattern

_BACK_MATTER = LazyPattern(
    r"(?:[\W\d]|[ivxlc]+\.)*"  # its number
    r"(?:references|bibliography|works cited|literature cited|literatur(?:verzeichnis)?|bibliographie|"
    r"acknowledge?ments?|(?:table of )?contents|(?:\w+ ){0,3}index|list of (?:figures|tables)|see also|"
    r"external links|further reading|copyright|imprint|notes|footnotes|endnotes)\W*$",
    re.IGNORECASE,
)
# A number alone, in figures or Roman; or the word for a part of a book with one, which may be in letters or words.
_FIGURES = r"(?:\d+(?:\.\d+)*|[ivxlc]{2,}|[ivx])"
_NUMBER = (
    rf"(?:{_FIGURES}|[a-z]|(?:the )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:.\w+)?|thirty(?:.\w+)?|"
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last))"
)
_PART = (
    r"(?:chapter|part|section|book|volume|canto|act|scene|stave|letter|appendix|kapitel|teil|abschnitt|buch|anhang|"
    r"chapitre|partie|livre|annexe|cap[ií]tulo|parte|libro|livro|capitolo|hoofdstuk|deel|глава|часть|книга|раздел)"
)
_ONLY_A_NUMBER = LazyPattern(
    rf"\W*(?:{_PART}\W+{_NUMBER}|{_NUMBER}\W+{_PART}|{_FIGURES}|第?[\d一二三四五六七八九十百零〇]+[章节節部回卷編篇]?)\W*",
    re.IGNORECASE,
)
_FIRST_WORDS = 8
_LONGEST = 60  # characters, for scripts without spaces


def is_back_matter(section: Section) -> bool:
    """Whether a section is a list of references, an index or the like."""
    return section.heading is not None and bool(_BACK_MATTER.match(section.heading.plain))


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
