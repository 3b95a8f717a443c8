"""The text of a gist: its words with the signs that belong to them, quotation marks and brackets closed."""

import re
from functools import lru_cache

from mindgist.labels.words import pieces
from mindgist.languages import language

_REMEMBERED = 20_000
_BEFORE = re.compile(r"[^\s\w.,;:!?)\]}%\-–—/&*•|]+\Z")  # a sign of money, a number sign, what opens
_AFTER = re.compile(r"\A(?:%|°[CF]?|[”“\"»’')\]}!?])+")
_ABBREVIATED = re.compile(rf"(?:\b[^\W\d_]\.[^\W\d_]|\b(?:{language('en').final_abbreviations}))\Z")
_PAIRED = re.compile(r"[\"“”„«»()\[\]{}「」『』（）【】《》‘]")
_CLOSES = {"”": "“„", "»": "«", "«": "»", ")": "(", "]": "[", "}": "{", "」": "「", "』": "『", "）": "（", "】": "【",
           "》": "《", "“": "„"}  # fmt: skip
_OPENS = set("“„«([{「『（【《")
_DATELINE = re.compile(r"\A(?:[A-Z][\w.' ]+(?:, ?[A-Z][\w.' ]+){0,2} )?\([A-Z][\w. ]{1,20}\)\s*(?:--|—|–|-)\s*")


def without_dateline(sentence: str) -> str:
    """The sentence without a dateline such as 'Havana, Cuba (CNN) -- '."""
    if "(" not in sentence[:60]:
        return sentence
    found = _DATELINE.match(sentence)
    return sentence[found.end() :] if found and found.end() < len(sentence) else sentence


def run_text(chunks: list[str], start: int, inside: int, end: int, ending: int, goes_on: bool) -> str:
    """The words from one position to another, with the signs that touch them.

    A position is a chunk and the word's index in it. ``goes_on``: the sentence continues after the last word.
    """
    first, last = chunks[start], chunks[end]
    if start == end:
        return _beginning(_ended(last, ending, goes_on), inside)
    if not first.isalpha():
        first = _beginning(first, inside)
    if not last.isalpha():
        last = _ended(last, ending, goes_on)
    return f"{first} {' '.join(chunks[start + 1 : end])} {last}" if end - start > 1 else f"{first} {last}"


@lru_cache(_REMEMBERED)
def _beginning(chunk: str, word: int) -> str:
    """A chunk from one of its words on, with opening signs."""
    parts = pieces(chunk)
    opening = _BEFORE.search(parts[2 * word])
    return (opening[0] if opening else "") + "".join(parts[2 * word + 1 :])


@lru_cache(_REMEMBERED)
def _ended(chunk: str, word: int, goes_on: bool) -> str:
    """A chunk up to one of its words, with closing signs."""
    parts = pieces(chunk)
    text, after = "".join(parts[: 2 * word + 2]), parts[2 * word + 2]
    abbreviated = _ABBREVIATED.search(text) or (after == "." and goes_on and _short(parts[2 * word + 1]))
    if abbreviated and after.startswith("."):
        return text + "."
    closing = _AFTER.match(after)
    return text + closing[0] if closing else text


def _short(word: str) -> bool:
    """Whether a word before a point inside a sentence is short enough to be an abbreviation ('Sept.', 'km.')."""
    return word.isalpha() and len(word) <= (5 if word[0].isupper() else 3)


def finished(text: str) -> str:
    """The text on one line, without quotation marks and brackets that have no partner."""
    return closed(" ".join(text.split()))


def closed(text: str) -> str:
    """A text of one line, without quotation marks and brackets that have no partner."""
    if '"' in text or "(" in text or ")" in text or not text.isascii() or "[" in text or "]" in text or "{" in text:
        text = _closed(text)
    return text.strip(" ,;:–—-") or text


def _closed(text: str) -> str:
    drop: set[int] = set()
    waiting: list[int] = []
    for found in _PAIRED.finditer(text):
        place, mark = found.start(), found[0]
        if mark == "‘":
            if "’" not in text[place:]:
                drop.add(place)
        elif mark == '"':
            partner = next((at for at in reversed(waiting) if text[at] == '"'), None)
            if partner is not None:
                waiting.remove(partner)
            elif (
                place + 1 < len(text)
                and not text[place + 1].isspace()
                and (place == 0 or not text[place - 1].isalnum())
            ):
                waiting.append(place)
            else:
                drop.add(place)
        elif mark in _CLOSES and waiting and text[waiting[-1]] in _CLOSES[mark]:
            waiting.pop()
        elif mark in _OPENS:
            waiting.append(place)
        else:
            drop.add(place)
    drop.update(waiting)
    return _without(text, sorted(drop)).strip() if drop else text


def _without(text: str, places: list[int]) -> str:
    """The text without the characters at these indexes."""
    starts, ends = [0, *(place + 1 for place in places)], [*places, len(text)]
    return "".join([text[start:end] for start, end in zip(starts, ends, strict=True)])


def without_full_stop(text: str) -> str:
    """The text without its final full stop, unless that belongs to an abbreviation."""
    bare = text.rstrip("”\"’')]")
    if not bare.endswith(".") or bare[-2:-1] in ("", ".") or bare[-2:-1].isspace():
        return text
    short = bare[:-1] + text[len(bare) :]
    return text if _ABBREVIATED.search(short) else short
