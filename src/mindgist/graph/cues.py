"""Cues of sentences: features of how they are written, such as opening words, quotations and questions.

Word classes are English. Texts in other languages have the cues of punctuation, digits and capitals only.
"""

import re
from collections.abc import Sequence

from mindgist.languages import language

_OPENING_WORDS, _CUE_WORDS = language("en").opening_words, language("en").cue_words
_MARKS = (
    "starts with a quotation", "holds a quotation", "ends a quotation", "asks", "exclaims", "ends with a colon",
    "ends openly", "starts small", "numbers", "names", "commas", "brackets",
)  # fmt: skip
CUES = (*(f"starts: {name}" for name in _OPENING_WORDS), *_CUE_WORDS, *_MARKS)
ENGLISH_CUES = CUES[: -len(_MARKS)]

MAX_WORDS = 60  # of a sentence in which words of the classes are counted

_OPENING_OF = {word: number for number, group in enumerate(_OPENING_WORDS.values()) for word in group}
_CLASSES_OF: dict[str, list[int]] = {}
for _number, _group in enumerate(_CUE_WORDS.values()):
    for _word in _group:
        _CLASSES_OF.setdefault(_word, []).append(_number)

_QUOTES = frozenset("\"“”«»「」『』'‘`")
_CLOSING = ('"', "”", "»")
_AFTER_END = "\"”’'»)"
_NAME = re.compile(r" [A-Z](?<=[a-z0-9,;:'\"’”]..)")  # a capital that does not begin a sentence


def cues(text: str, words: Sequence[str]) -> list[float]:
    """The cues of a sentence with these words, in the order of ``CUES``; most of them are between 0 and 1."""
    openings = [0.0] * len(_OPENING_WORDS)
    for place, value in ((1, 0.5), (0, 1.0)):  # "In fact", "But the"
        if place < len(words) and words[place] in _OPENING_OF:
            openings[_OPENING_OF[words[place]]] = value
    counts = [0] * len(_CUE_WORDS)
    for word in _CLASSES_OF.keys() & words[:MAX_WORDS]:
        for number in _CLASSES_OF[word]:
            counts[number] += 1
    classes = [float(count > 0) for count in counts]
    classes[1:4] = [count / max(len(words), 1) * 10 for count in counts[1:4]]
    classes[-1] = min(counts[-1], 3) / 3
    quotes = sum(map(text.count, ('"', "''", "“", "”", "「", "«")))
    end = text.rstrip(_AFTER_END)[-1:]
    digits = sum([word < ":" for word in words])
    return [
        *openings, *classes, text[:1] in _QUOTES, min(quotes, 2) / 2, text.endswith(_CLOSING), end in ("?", "？"),
        end in ("!", "！"), end in (":", "："), end.isalnum(), text[:1].islower(), min(digits, 4) / 4,
        min(len(_NAME.findall(text)), 6) / 6, min(text.count(","), 4) / 4, "(" in text or "[" in text,
    ]  # fmt: skip
