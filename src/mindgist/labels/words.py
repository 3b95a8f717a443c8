"""Words and the gaps between them.

A word is a run of letters, digits and the signs that belong to them ("U.S", "$1,000", "8%", "ex-wife"). In scripts
without spaces, two characters (Chinese, Japanese) or four (Thai, Lao, Khmer, Burmese) are one word.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

MAX_WORDS_READ = 64  # of a sentence: no label goes further, and the time stays linear
_MAX_CHARACTERS_READ = 5000  # of a sentence: 64 long words
_TWO_CHARACTERS = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_FOUR_CHARACTERS = "\u0e01-\u0eff\u1000-\u109f\u1780-\u17b3\u17b6-\u17d3"
_SPACELESS = re.compile(f"[{_TWO_CHARACTERS}{_FOUR_CHARACTERS}]")
_SIGNS = r"$€£¥%°&@#+=<>~^*/\\|§"  # signs that a word may begin and end with
_INNER_SIGNS = r".,:'’\-–‐‑"  # signs inside a word
_GAP = re.compile(rf"[^\w{_SIGNS}]*")
_COUNTED = re.compile(r"\w+")


@cache
def _pattern(spaceless: bool, ascii_only: bool = False) -> re.Pattern[str]:
    marks = ""
    if not ascii_only:
        marks = "".join(c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c)[0] == "M")
        marks += "\u200c\u200d"
    letter = rf"[\w{marks}{_SIGNS}]"
    words = rf"{letter}(?:{letter}|[{_INNER_SIGNS}](?={letter}))*"
    if spaceless:
        two, four = _TWO_CHARACTERS, _FOUR_CHARACTERS
        words = rf"[{two}]{{1,2}}|[{four}]{{1,4}}[{marks}]*|(?:(?![{two}{four}]){letter})+"
    return re.compile(f"({words})", re.ASCII if ascii_only else 0)


def pieces(sentence: str) -> list[str]:
    """The sentence as [gap, word, gap, word, …, gap]; joined, they give the sentence."""
    if sentence.isascii():
        return _pattern(False, True).split(sentence, MAX_WORDS_READ)
    return _pattern(bool(_SPACELESS.search(sentence))).split(sentence, MAX_WORDS_READ)


def read_pieces(sentence: str) -> list[str]:
    """The pieces of a sentence as far as labels read it, with single spaces. A long one ends before a space."""
    parts = pieces(" ".join(sentence[:_MAX_CHARACTERS_READ].split()))
    gap = _GAP.match(parts[-1])
    if gap and gap.end() < len(parts[-1]):  # more words follow
        parts[-1] = gap[0]
        spaces = [at for at in range(2, len(parts), 2) if " " in parts[at]]
        if spaces:
            parts = parts[: spaces[-1] + 1]
            parts[-1] = parts[-1].partition(" ")[0]
    return parts


def word_costs(words: Iterable[str]) -> list[int]:
    """How many words each word counts for in the length of a label: "ex-wife" counts as two."""
    return [1 if word.isalpha() else max(1, len(_COUNTED.findall(word))) for word in words]


def count_words(text: str) -> int:
    """The number of words in a text, as far as labels read it."""
    return sum(word_costs(pieces(text)[1::2]))


# Flags of gaps: what stands between two words. EDGE is the beginning or end of the sentence.
SPACE, COMMA, STRONG, POINT, DASH, OPENS, CLOSES, QUOTE, APOSTROPHE, EDGE = (1 << bit for bit in range(10))
FLAGS = 9  # of these that a gap itself may have: all but EDGE
_MARKS = {COMMA: ",،、，", STRONG: ";:；：؛", POINT: ".!?…。！？।؟", DASH: "—–―-", OPENS: "([{（【「『《",
          CLOSES: ")]}）】」』》", QUOTE: "\"“”„«»", APOSTROPHE: "'’‘`"}  # fmt: skip
_MARK = {mark: flag for flag, marks in _MARKS.items() for mark in marks}


@lru_cache(10_000)
def gap_flags(gap: str) -> int:
    """The flags of a gap between two words."""
    flags = 0
    for mark in gap[:20]:
        flags |= SPACE if mark.isspace() else _MARK.get(mark, 0)
    return flags
