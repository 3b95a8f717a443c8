"""What a sentence says about its own place by the way it is written: how it starts, whom it quotes, what it asks.

Words are looked up in small English classes; a text in another language has none of them, and its cues are those of
its punctuation, digits and capitals.
"""

import re

_CLASSES = {
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
    "question": "what how why where which who whose",
}
_STARTS = {word: number for number, group in enumerate(_CLASSES.values()) for word in group.split()}
STARTS = tuple(f"starts: {name}" for name in _CLASSES)

_SPEECH = frozenset(
    "said says say saying told tells added adds according asked explained wrote reported reports claimed "
    "stated noted argued believes thinks thought called announced insisted".split()
)
_OWN = frozenset("i we my our me us i'm we're i've we've".split())
_YOUR = frozenset("you your you're yourself".split())
_LEANING = frozenset("he she they it him her them his their its this that these those such".split())
_IS = frozenset("is are was were be been being am".split())
_WILL = frozenset("will would could should may might can must".split())
_NOT = frozenset("not no never n't don't didn't doesn't isn't wasn't won't can't cannot without".split())

_CAPITALS = re.compile(r"(?<=[a-z0-9,;:'\"”’] )[A-Z]")
_DIGITS = re.compile(r"\d+")
_QUOTES = re.compile(r"[\"“”«»「」『』]|(?<!\w)['‘’]|''|``")

OTHERS = (
    "starts with a quotation", "holds a quotation", "ends a quotation", "speech", "asks", "exclaims",
    "ends with a colon", "ends openly", "starts small", "numbers", "names", "own persons", "your persons",
    "leaning words", "is", "will", "not", "commas", "brackets",
)  # fmt: skip
CUES = (*STARTS, *OTHERS)


def cues(text: str, words: list[str]) -> list[float]:
    """The cues of a sentence, one number each in the order of ``CUES``."""
    found = [0.0] * len(STARTS)
    for rank, word in enumerate(words[:2]):  # "In fact", "But the"
        number = _STARTS.get(word)
        if number is not None:
            found[number] = max(found[number], 1.0 if rank == 0 else 0.5)
    count = len(words) or 1
    known = set(words)
    last = text[-1:]
    body = text.rstrip("\"”’'»)")
    mark = body[-1:]
    quotes = len(_QUOTES.findall(text))
    found += [
        1.0 if _QUOTES.match(text) else 0.0,
        min(quotes, 2) / 2,
        1.0 if last in '"”»' and last else 0.0,
        1.0 if not _SPEECH.isdisjoint(known) else 0.0,
        1.0 if mark in ("?", "？") else 0.0,
        1.0 if mark in ("!", "！") else 0.0,
        1.0 if mark in (":", "：") else 0.0,
        1.0 if mark.isalnum() else 0.0,
        1.0 if text[:1].islower() else 0.0,
        min(len(_DIGITS.findall(text)), 4) / 4,
        min(len(_CAPITALS.findall(text)), 6) / 6,
        len(_OWN & known) / count * 10,
        len(_YOUR & known) / count * 10,
        len(_LEANING & known) / count * 10,
        1.0 if not _IS.isdisjoint(known) else 0.0,
        1.0 if not _WILL.isdisjoint(known) else 0.0,
        1.0 if not _NOT.isdisjoint(known) else 0.0,
        min(text.count(","), 4) / 4,
        1.0 if "(" in text or "[" in text else 0.0,
    ]
    return found
