"""Lines that say nothing about a document's subject: dates, bylines, credits, captions, prompts, links, greetings.

A document keeps them; a map leaves them out (``content``). Each pattern describes a whole sentence or paragraph, and
only short ones are looked at, so a sentence that mentions a newsletter or a month is safe.
"""

import re

from mindgist.document.document import Section
from mindgist.document.tokens import LazyPattern
from mindgist.languages import any_language

_MAX_LENGTH = 400  # characters; lists of those who contributed to a report are long
_MAX_DATE = 80

_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d\d|\d{4}年|\d{1,2}月\d{1,2}日|\d{1,2}/\d{1,2}\(")
_WORD = re.compile(r"[^\W\d_]+")


def _list_of_names(most: int) -> str:
    """A regular expression for two to ``most`` words of names, joined by commas, "and" or spaces.

    Several languages have the same particles. Their group is atomic, else "de de de …" takes exponential time.
    """
    capital = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĢĪĶĹĽŁŃŇŌŐŘŚŞŠŤŪŮŰŹŻŽΑ-ΩА-ЯЁ"
    name = rf"(?:[{capital}][\w.’'-]{{0,30}}|(?>{any_language().name_particles}\b))"
    between = rf"(?: ?,? {any_language().name_joiners} | ?[,;&|/·•–—] ?| )"
    return rf"{name}(?:{between}{name}){{1,{most - 1}}}"


_NAMES = LazyPattern(lambda: f"{_list_of_names(31)}$")
_BYLINE = LazyPattern(lambda: f"(?i:{any_language().bylines}) {_list_of_names(13)} ?[,:|–—]?$")
_MARKS_OF_NAMES = re.compile(r"[∗*†‡§¶✉()\ufffd]|(?<=\s)\d\b")


# Patterns without IGNORECASE are for text in small letters: ignoring case takes five times as long.
_PROMPTS = LazyPattern(
    lambda: "|".join(
        (
            r"\W?(?:tm )?(?:& )?(?:copyright (?:©|\(c\)|\d|by|notice)|©|\(c\) ?\d{4}|版权 ?©)[^!?]{0,140}$",
            rf"\W?{any_language().further_reading}\s?(?:[:：|»].{{0,85}}|\W{{0,3}})$|【関連記事】$",
            rf"(?:please )?{any_language().invitations}\b.{{0,170}}\b{any_language().subscriptions}\b.{{0,40}}$",
            any_language().boilerplate,
        )
    ),
    re.DOTALL,
)
_HASHTAGS = r"(?:#\w{1,40}[\s,]{0,3}){2,30}$"
_LINES = LazyPattern(
    lambda: "|".join(
        (
            # the source of a picture
            rf"\W?{any_language().credits}(?: ?(?:credit|crédits?|nachweis))?\s?(?:\(cc\)\s?)?"
            rf"(?::|：|/|©|{any_language().credit_joiners})[^.!?。！？]{{1,110}}\W?$",
            rf"{any_language().navigation}(?: \w{{2,12}})?\s?[:»«→←][^.]{{0,120}}$",
            rf"{any_language().greetings}\b[^.?]{{0,60}}[,:!，]$",
            rf"{any_language().farewells}(?!\w)[^.?]{{0,80}}$",
            _HASHTAGS,
        )
    ),
    re.DOTALL,
)
_SALUTATION = re.compile(r"[^\W\d_][\w.'’-]{1,20}(?: [^\W\d_][\w.'’-]{0,20}){0,2},$")
_ADDRESS = r"(?:https?://|www\.)\S{1,200}|[<({]{0,2}[\w.+{},-]{1,80}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}[>)}]{0,2}"
_ADDRESSES = LazyPattern(
    rf"\W?\d{{0,3}}\W{{0,2}}(?:(?:e-?mail|web(?:site)?|url|doi)\s?:?\s)?(?:(?:{_ADDRESS})[\s,;|]{{0,3}}){{1,6}}$|"
    r"\[\d{1,3}\] ?https?://"
)


# "Figure 3:" and its like, but not "Figure 3 shows".
_CAPTION = LazyPattern(
    lambda: (
        rf"(?i:(?:supplement(?:al|ary) |extended data )?(?:{any_language().figure_names}|{any_language().table_names}))"
        r"\s*(?:[A-Z]\.?)?\d{1,3}+(?:[.–-]\d{1,3}+){0,3}+[a-z]?(?:\s*[.:|–—]|\s+[^\W\d_a-zà-ÿа-я]|\s*$)"
    )
)
IDENTIFIER = re.compile(r"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\D*\d)[\da-f]{32,128}")  # of a record
_CALLOUT = LazyPattern(lambda: rf"\W*{any_language().callouts}\W*$", re.IGNORECASE)
# A line between the paragraphs of a web page: "Advertisement", "Share this article".
INTERFACE_LABEL = LazyPattern(lambda: rf"(?=.{{1,60}}$)\W*{any_language().interface_labels}\W*$", re.IGNORECASE)
CONTENTS_HEADING = LazyPattern(
    lambda: rf"\W*(?:{any_language().contents_names}|(?:table of |list of )?(?:figures|tables))\W*$", re.IGNORECASE
)
"""The heading of a table of contents, or of a list of figures or tables."""
# After its number.
_BACK_MATTER = LazyPattern(lambda: rf"(?:[\W\d]|[ivxlc]+\.)*{any_language().back_matter}\W*$", re.IGNORECASE)
# A number alone, in figures or Roman; or the word for a part of a book with one, which may be in letters or words.
_FIGURES = r"(?:\d+(?:\.\d+)*|[ivxlc]{2,}|[ivx])"


def _only_a_number() -> str:
    part = any_language().part_names
    number = rf"(?:{_FIGURES}|(?:the )?{any_language().number_words})"
    chinese = r"第?[\d一二三四五六七八九十百零〇]+[章节節部回卷編篇]?"
    return rf"\W*(?:{part}\W+(?:{number}|[a-z])|{number}\W+{part}|{_FIGURES}|{chinese})\W*"


_ONLY_A_NUMBER = LazyPattern(_only_a_number, re.IGNORECASE)
_SECTION_NAME = LazyPattern(lambda: rf"[\d.\s]*{any_language().section_names}\W*$", re.IGNORECASE)
_FILE = re.compile(
    r"(?i:untitled\b.*|document ?\d*|microsoft (?:word|powerpoint) .*|powerpoint presentation|"
    r"\S+\.(?:docx?|odt|rtf|pptx?|pdf|tex|dvi|indd|qxd|html?))$"
)

# Only the words ignore case: the search for the stars is ten times as fast so.
BOOK_BEGINS = LazyPattern(
    r"\*\*\* ?(?i:START OF (?:THE|THIS) PROJECT GUTENBERG E-?(?:BOOK|TEXT))[^\n*]{0,300}(?:\*{3})?"
)
BOOK_ENDS = LazyPattern(r"\*\*\* ?(?i:END OF (?:THE|THIS) PROJECT GUTENBERG E-?(?:BOOK|TEXT))")
"""The lines around a book of Project Gutenberg; its licence stands outside them."""


def is_prompt(text: str) -> bool:
    """Whether a sentence or item is what a site says to its readers."""
    if len(text) > _MAX_LENGTH:
        return False
    small = text.lower()
    return bool(_PROMPTS.match(small)) or any(phrase in small for phrase in any_language().prompt_phrases)


def is_boilerplate(text: str) -> bool:
    """Whether a sentence or paragraph is a prompt, a date, a byline, a credit, a caption, a greeting or an address."""
    if not text or len(text) > _MAX_LENGTH:
        return False
    if is_prompt(text) or is_line(text) or is_callout(text) or is_caption(text):
        return True
    return ("@" in text or "://" in text or "www." in text) and bool(_ADDRESSES.match(text.lower()))


def is_caption(text: str) -> bool:
    """Whether a paragraph is the caption of a figure or a table, and no sentence that begins with its name."""
    return bool(_CAPTION.match(text))


def is_names(text: str) -> bool:
    """Whether a line consists of names alone: under a title, these are the authors."""
    if len(text) > _MAX_LENGTH or text.isupper():
        return False
    return bool(_NAMES.match(" ".join(_MARKS_OF_NAMES.sub(" ", text).split())))


def is_back_matter(section: Section) -> bool:
    """Whether a section is a list of references, an index or the like."""
    return section.heading is not None and bool(_BACK_MATTER.match(section.heading.plain))


def is_only_a_number(heading: str) -> bool:
    """Whether a heading is a number, or a word for a part of a book with one ("Chapter 2")."""
    return len(heading) <= _MAX_DATE and bool(_ONLY_A_NUMBER.fullmatch(heading))


def may_be_title(text: str) -> bool:
    """Whether a text may name a document: it is no date, no greeting, no file and no usual heading of a part of one."""
    if is_only_a_number(text) or _is_date(text) or is_callout(text):
        return False
    return not any(found.match(text) for found in (_SECTION_NAME, _FILE, _SALUTATION, re.compile(_HASHTAGS)))


def is_callout(heading: str) -> bool:
    """Whether a heading is the label of a box: "Note", "Warning"."""
    return len(heading) < 20 and bool(_CALLOUT.match(heading))


def is_line(text: str) -> bool:
    """Whether a text is a date, a byline, a credit, a greeting or the like."""
    return bool(_is_date(text) or _LINES.match(text.lower()) or _SALUTATION.match(text) or _BYLINE.match(text))


def _is_date(text: str) -> bool:
    """Whether a line is a date or a time, and has no word that belongs to anything else."""
    if len(text) > _MAX_DATE or not any(map(str.isdigit, text)):
        return False
    names, others = any_language().months | any_language().weekdays, any_language().date_words
    found = [word.casefold() for word in _WORD.findall(text)]
    if any(word not in names and word not in others for word in found):
        return False
    return bool(_DATE.search(text)) or any(word in names for word in found)
