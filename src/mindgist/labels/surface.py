"""The text of a label: its words with the signs that belong to them, quotation marks and brackets closed."""

import re

from mindgist.languages import language

_BEFORE = re.compile(r"[^\s\w.,;:!?)\]}\-–—/&*•|]+\Z")  # what opens
_AFTER = re.compile(r"\A(?:[”“\"»’')\]}!?？！؟])+")
_LEADING_MARKS = re.compile(r"\A(?:(?:[./!?,;:–—-]+(?= |\Z)|\.{2,}|[…*·•।。！？؟،、，；：؛]+) ?)+")
_ABBREVIATED = re.compile(rf"(?:\b[^\W\d_]\.[^\W\d_]|\b(?:{language('en').final_abbreviations}))\Z")
_FULL_STOPS = (".", "。", "।", "۔")
_PAIRED = re.compile(r"[\"“”„«»()\[\]{}「」『』（）【】《》]")
_CLOSES = {"”": "“„", "»": "«", "«": "»", ")": "(", "]": "[", "}": "{", "」": "「", "』": "『", "）": "（", "】": "【",
           "》": "《", "“": "„"}  # fmt: skip
_CLOSING_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»"}
_STRAIGHT_OPENING = re.compile(r'(?<![^\W_])"(?=\S)')  # no letter or digit before it, no space after it
_OPENING = re.compile(r"(?<![^\s([{])[^\w\s](?=\w)")
_DATELINE = re.compile(
    r"\A(?:[A-Z][\w.' ]+(?:, ?[A-Z][\w.' ]+){0,2} )?\([A-Z][\w. ]{1,20}\)\s*(?:--|—|–|-|(?<=\(CNN\)))\s*"
    r"|\A[A-Z]{3}[A-Z .]*(?:, [A-Z][\w.]+(?: [A-Z][\w.]+)?)? (?:--|—|–) (?=\w)"
)
_LIST_MARK = re.compile(r"\A(?:[•▪◦‣∙·*+–—-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+(?=\S)")
_PLAIN_WORD = re.compile(r"[\"“„‘'«(\[]*([^\W\d_]+(?:['’-][^\W\d_]+)*)[,;:.!?…\"”’'»)\]]*(?=\s|\Z)")


def without_dateline(sentence: str) -> str:
    """The sentence without a dateline such as 'Havana, Cuba (CNN) -- '."""
    if not any(mark in sentence[:60] for mark in ("(", "—", "–", "--")):
        return sentence
    found = _DATELINE.match(sentence)
    return sentence[found.end() :] if found and found.end() < len(sentence) else sentence


def without_mark(text: str) -> str:
    """The text without a bullet or a number at the beginning."""
    return _LIST_MARK.sub("", text)


def run_text(pieces: list[str], start: int, end: int) -> str:
    """The words of a sentence from one index to another, with the signs that touch them; ``pieces`` are its pieces."""
    opening = _BEFORE.search(pieces[2 * start])
    text = "".join(pieces[2 * start + 1 : 2 * end + 2])
    is_last = 2 * end + 3 >= len(pieces)
    last_word, signs = pieces[2 * end + 1], pieces[2 * end + 2].partition(" ")[0]
    may_be_short = signs == "." and not is_last and last_word.isalpha() and len(last_word) <= 5  # 'Sept.', 'km.'
    is_short = signs.startswith(".") and (may_be_short or _ABBREVIATED.search(text))
    closing = _AFTER.match(signs.lstrip(".,"))
    return (opening[0] if opening else "") + text + ("." if is_short else closing[0] if closing else "")


def tidy(text: str) -> str:
    """The text on one line, without marks at its ends and without quotation marks and brackets that have no partner.

    An opening quotation mark gets its partner: who reads the label has to know that somebody is quoted.
    """
    unpaired = _unpaired(text)
    opening = [place for place in unpaired if text[place] in _CLOSING_QUOTES and _OPENING.match(text, place)]
    if opening:
        unpaired.remove(max(opening))
        text = text.rstrip(" ,;:–—-") + _CLOSING_QUOTES[text[max(opening)]]
    if unpaired:
        text = "".join(mark for place, mark in enumerate(text) if place not in unpaired)
    text = " ".join(text.split())
    return _LEADING_MARKS.sub("", text.strip(" ,;:–—-،、，；：؛")) or text


def capitalised(text: str, as_written: bool) -> str:
    """The text with a capital letter at the beginning, unless its first word is a name such as 'iPhone' or 'numpy'.

    ``as_written`` says that the author began the sentence with this word, which is no common word: it is a name.
    """
    text = _LIST_MARK.sub("", text)
    found = _PLAIN_WORD.match(text)
    if found is None or as_written or not found[1].islower():
        return text
    return text[: found.start(1)] + text[found.start(1)].upper() + text[found.start(1) + 1 :]


def _unpaired(text: str) -> set[int]:
    """The indexes of quotation marks and brackets that have no partner."""
    unpaired: set[int] = set()
    waiting: list[int] = []  # opening marks
    for found in _PAIRED.finditer(text):
        place, mark = found.start(), found[0]
        if mark == '"':
            partner = next((at for at in reversed(waiting) if text[at] == '"'), None)
            if partner is not None:
                waiting.remove(partner)
            elif _STRAIGHT_OPENING.match(text, place):
                waiting.append(place)
            else:
                unpaired.add(place)
        elif mark in _CLOSES and waiting and text[waiting[-1]] in _CLOSES[mark]:
            waiting.pop()
        else:
            waiting.append(place)
    return unpaired.union(waiting)


def without_full_stop(text: str) -> str:
    """The text without its final full stop, unless that belongs to an abbreviation."""
    bare = text.rstrip("”\"’')]」』）")
    if not bare.endswith(_FULL_STOPS) or bare[-2:-1] in ("", "."):
        return text
    short = bare[:-1] + text[len(bare) :]
    return text if _ABBREVIATED.search(short) else short
