"""What stands on the pages of a PDF and is nothing to map: formulas, captions of figures, a paper's letterhead."""

import re
from collections.abc import Sequence

from mindgist.document.block import Block
from mindgist.document.boilerplate import is_boilerplate
from mindgist.document.tokens import words

_KINDS = (
    r"fig(?:ure|\.)?s?|abb(?:ildung|\.)|abbildung|exhibit|chart|plate|scheme|photo|image|graphic|map|listing|algorithm|"
    r"figura|рис(?:\.|унок)|图|図|tab(?:le|\.)?|tabelle|tableau|tabla|tabella|табл(?:\.|ица)|表"
)
_NUMBER = r"(?:[A-Z]\.?)?\d{1,3}(?:[.–-]\d{1,3}){0,3}[a-z]?"
_CAPTION = re.compile(
    rf"(?i:(?:supplement(?:al|ary) |extended data )?(?:{_KINDS}))\s*{_NUMBER}(?:\s*[.:|–—]|\s+[^\W\d_a-zà-ÿа-я]|\s*$)"
)
_TABLE = re.compile(r"(?:supplement(?:al|ary) )?(?:tab|табл|表)", re.IGNORECASE)
_OPENS_TEXT = re.compile(
    r"\W*(?:abstract|summary|introduction|keywords|zusammenfassung|kurzfassung|résumé|resumen|sommario|аннотация|摘\s?要)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)\]]*$")
_FIGURE = re.compile(r"[$€£+-]{0,2}\d[\d.,:/%()\s–-]{0,30}$")
_FORMULA = re.compile(r"[=<>∑∫∂√∈⊆+^{}\\]")
_FEWEST_LETTERS = 0.35  # of a text, that are in words of three letters or more
_LONGEST_STRAY = 1_000  # characters
_SHORTEST_PROSE = 100  # characters
_LONGEST_FRONT = 40  # parts
_FEWEST_ENTRIES = 3


def is_stray(text: str) -> bool:
    """Whether a text is a formula or a scrap: hardly a word of three letters in it (in scripts that have such)."""
    if len(text) > _LONGEST_STRAY:
        return False
    found = words(text)
    if any(word > "\u0530" and word.isalpha() for word in found):
        return False
    letters = sum(len(word) for word in found if len(word) > 2 and word.isalpha())
    return letters < _FEWEST_LETTERS * len(text.replace(" ", ""))


def is_data(cells: Sequence[str]) -> bool:
    """Whether a row of cells has a name and figures, as a row of a table has and a formula has not."""
    named = any(len(word) > 2 and word.isalpha() for cell in cells for word in words(cell))
    return named and any(map(_FIGURE.match, cells)) and not any(_FORMULA.search(cell) for cell in cells)


def is_caption(text: str) -> bool:
    """Whether a paragraph is the caption of a figure or a table, and no sentence that begins with its name."""
    return bool(_CAPTION.match(text))


def with_asides(parts: Sequence[Block]) -> list[Block]:
    """The parts; those that only help to use the document are asides.

    That is: captions (a table's leads its rows and stays), what stands between the title and the text on the page of
    the title (writers, addresses, dates), and lists of the headings that follow.
    """
    found = list(parts)
    for place, part in enumerate(found):
        if part.kind in ("paragraph", "aside") and is_caption(part.text):
            leads = place + 1 < len(found) and found[place + 1].kind == "row" and bool(_TABLE.match(part.text))
            found[place] = part if leads else part.as_aside()
    return _without_lists_of_headings(_without_letterhead(found))


def _without_letterhead(parts: list[Block]) -> list[Block]:
    title = next((place for place, part in enumerate(parts) if part.kind == "title"), None)
    if title is None:
        return parts
    front: list[int] = []
    for place in range(title + 1, min(len(parts), title + 1 + _LONGEST_FRONT)):
        part = parts[place]
        ended = bool(_SENTENCE_END.search(part.text)) and len(part.text) >= _SHORTEST_PROSE
        if (
            part.page != parts[title].page
            or part.kind in ("title", "heading")
            or part.depth
            or _OPENS_TEXT.match(part.text)
            or ended
        ):
            break
        front.append(place)
    # Under the title of a short piece, lines without an end are its text: more of it must follow.
    if sum(part.kind in ("paragraph", "row") for part in parts[title + 1 + len(front) :]) < len(front):
        front = [place for place in front if is_boilerplate(parts[place].text)]
    return [part.as_aside() if place in set(front) else part for place, part in enumerate(parts)]


def _without_lists_of_headings(parts: list[Block]) -> list[Block]:
    """Headings in a row, some of which return further down above their text, are a list of what is to come."""
    last = {tuple(words(part.text)): place for place, part in enumerate(parts) if part.level}
    found = list(parts)
    start = 0
    while start < len(parts):
        end = start
        while end < len(parts) and parts[end].level:
            end += 1
        run = range(start, end - 1)  # the last one has its text below it
        returning = {parts[place].level for place in run if last[tuple(words(parts[place].text))] >= end - 1}
        if len(run) >= _FEWEST_ENTRIES and returning:
            for place in run:
                found[place] = parts[place].as_aside() if parts[place].level in returning else parts[place]
        start = end + 1
    return found
