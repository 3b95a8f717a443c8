"""The words of a gist as they are shown: with the signs that belong to them, and nothing left open."""

import re

_BEFORE = re.compile(r"[^\s\w.,;:!?)\]}%\-–—/&*•|]+\Z")  # a sign of money, a number sign, what opens
_AFTER = re.compile(r"\A(?:%|°[CF]?|[”“\"»’')\]}!?])+")
_ABBREVIATED = re.compile(r"(?:\b[^\W\d_]\.[^\W\d_]|\b(?:Jr|Sr|Inc|Corp|Ltd|Co|etc|al|No|vs))\Z")
_PAIRED = re.compile(r"[\"“”„«»()\[\]{}「」『』（）【】《》‘]")
_CLOSES = {"”": "“„", "»": "«", "«": "»", ")": "(", "]": "[", "}": "{", "」": "「", "』": "『", "）": "（", "】": "【",
           "》": "《", "“": "„"}  # fmt: skip
_OPENS = set("“„«([{「『（【《")
_DATELINE = re.compile(r"\A(?:[A-Z][\w.' ]+(?:, ?[A-Z][\w.' ]+){0,2} )?\([A-Z][\w. ]{1,20}\)\s*(?:--|—|–|-)\s*")


def without_dateline(sentence: str) -> str:
    """The sentence without the place and the agency that a report opens with: 'Havana, Cuba (CNN) -- …'."""
    if "(" not in sentence[:60]:
        return sentence
    found = _DATELINE.match(sentence)
    return sentence[found.end() :] if found and found.end() < len(sentence) else sentence


def run_text(pieces: list[str], start: int, end: int) -> str:
    """The words from one place to another (both inside; see Stream.pieces), with the signs that touch them."""
    text = "".join(pieces[2 * start + 1 : 2 * end + 2])
    before, after = pieces[2 * start], pieces[2 * end + 2]
    if before != " " and (opening := _BEFORE.search(before)):
        text = opening[0] + text
    if after == " ":  # as nearly always
        return text
    if after.startswith(".") and (_ABBREVIATED.search(text) or after[1:].isspace()):
        return text + "."
    closing = _AFTER.match(after)
    return text + closing[0] if closing else text


def finished(text: str) -> str:
    """The text on one line, quotation marks and brackets closed; a mark without its partner goes."""
    text = " ".join(text.split())
    if _PAIRED.search(text):
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
    return "".join(mark for place, mark in enumerate(text) if place not in drop).strip() if drop else text


def without_full_stop(text: str) -> str:
    """The text without the point that ends a sentence; an abbreviation keeps its own."""
    short = re.sub(r"(?<=[^.\s])\.(?=[”\"’')\]]*\Z)", "", text)
    return text if _ABBREVIATED.search(short) or len(short) == len(text) else short or text
