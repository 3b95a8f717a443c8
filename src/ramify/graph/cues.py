"""What sentences say about their own place by the way they are written: how they start, whom they quote, what they ask.

Words are looked up in small English classes; a text in another language has none of them, and its cues are those of
its punctuation, digits and capitals.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_STARTS = {
    "pronoun": "he she they it him them who",
    "possessive": "his her their its hers theirs",
    "demonstrative": "this that these those such here there",
    "contrast": "but however yet although though nevertheless nonetheless still instead despite unlike while whereas "
    "rather",
    "addition": "and also additionally moreover furthermore besides or nor likewise similarly another other others "
    "both",
    "result": "so thus therefore hence consequently accordingly because since as then finally ultimately",
    "time": "when after before meanwhile later earlier once during now today yesterday until in on by at last",
    "example": "for e.g example instance including like",
    "order": "first firstly second secondly third one two three next",
    "first person": "i we my our me us i'm we're i've we've",
    "second person": "you your",
    "article": "a an",
    "definite": "the",
    "condition": "if unless whether",
    "question": "what how why where which whose",
}
_ANYWHERE = {
    "speech": "said says say saying told tells added adds according asked explained wrote reported reports claimed "
    "stated noted argued believes thinks thought called announced insisted",
    "own persons": "i we my our me us i'm we're i've we've",
    "your persons": "you your you're yourself",
    "leaning words": "he she they it him her them his their its this that these those such",
    "is": "is are was were be been being am",
    "will": "will would could should may might can must",
    "not": "not no never n't don't didn't doesn't isn't wasn't won't can't cannot without",
    "gist": "important importantly main mainly key purpose aim aims goal study paper research show shows showed find "
    "found finds suggest suggests result results conclusion overall summary known famous largest most best major "
    "significant essential central fundamental question problem issue idea reason why means",
}
_MARKS = (
    "starts with a quotation", "holds a quotation", "ends a quotation", "asks", "exclaims", "ends with a colon",
    "ends openly", "starts small", "numbers", "names", "commas", "brackets",
)  # fmt: skip
CUES = (*(f"starts: {name}" for name in _STARTS), *_ANYWHERE, *_MARKS)

_START_OF = {word: number for number, group in enumerate(_STARTS.values()) for word in group.split()}

# A sentence's words of each class are counted in one number, six bits a class, so that every word is looked up once.
_BITS = 6
_COUNT_OF: dict[str, int] = {}
for _number, _group in enumerate(_ANYWHERE.values()):
    for _word in _group.split():
        _COUNT_OF[_word] = _COUNT_OF.get(_word, 0) + (1 << _BITS * _number)
_SHIFTS = _BITS * np.arange(len(_ANYWHERE))

_NAME = re.compile(r"[a-z0-9,;:'\"”’] [A-Z]")
_QUOTES = frozenset("\"“”«»「」『』'‘`")
_CLOSING = frozenset('"”»')
_BELOW_LETTERS = ":".__gt__  # of a word: it begins with a digit
_AFTER_END = "\"”’'»)"


def cues(texts: Sequence[str], tokens: Sequence[Sequence[str]]) -> NDArray[np.float32]:
    """The cues of each sentence, shape (sentences, ``CUES``), each between 0 and about 1."""
    found = np.zeros((len(texts), len(CUES)), np.float32)
    starts, anywhere = len(_STARTS), len(_STARTS) + len(_ANYWHERE)
    counts = []
    for row, own in enumerate(tokens):
        for rank, word in enumerate(own[:2]):  # "In fact", "But the"
            number = _START_OF.get(word)
            if number is not None and not found[row, number]:
                found[row, number] = 0.5 if rank else 1
        counts.append(sum(filter(None, map(_COUNT_OF.get, {*own[:60]}))))
    lengths = np.fromiter((max(len(own), 1) for own in tokens), np.float32, len(tokens))
    classes = np.array(counts, np.int64)[:, None] >> _SHIFTS & (1 << _BITS) - 1
    found[:, starts:anywhere] = classes > 0
    found[:, starts + 1 : starts + 4] = classes[:, 1:4] / lengths[:, None] * 10
    found[:, anywhere - 1] = np.minimum(classes[:, -1], 3) / 3
    found[:, anywhere:] = [_marks(text, own) for text, own in zip(texts, tokens, strict=True)]
    return found


def _marks(text: str, words: Sequence[str]) -> tuple[float, ...]:
    end = text.rstrip(_AFTER_END)[-1:]
    quotes = text.count('"') + text.count("“") + text.count("”") + text.count("「") + text.count("«") + text.count("''")
    return (
        text[:1] in _QUOTES, min(quotes, 2) / 2, text[-1:] in _CLOSING, end in ("?", "？"), end in ("!", "！"),
        end in (":", "："), end.isalnum(), text[:1].islower(), min(sum(map(_BELOW_LETTERS, words)), 4) / 4,
        min(len(_NAME.findall(text)), 6) / 6, min(text.count(","), 4) / 4, "(" in text or "[" in text,
    )  # fmt: skip
