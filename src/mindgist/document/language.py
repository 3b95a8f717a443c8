"""Which language a text is written in: by its script and, where several languages share one, by frequent words."""

from collections import Counter

from mindgist.document.tokens import LazyPattern, words
from mindgist.languages import SCRIPT_OF, language
from mindgist.languages.scripts import SCRIPTS

_WORD_SAMPLE = 1_500  # characters of these whose words are counted first: some two hundred words
_LETTER_WEIGHT = {"han": 3, "kana": 2, "hangul": 2}  # these write a word with so many times fewer letters

_BEYOND_ASCII = LazyPattern(r"[^\0-\x7f]+")
_LATIN_BEYOND_ASCII = LazyPattern(r"[\u00c0-\u024f\u1e00-\u1eff]+")
_PATTERNS = {script: LazyPattern(f"[{letters}]") for script, letters in SCRIPTS.items()}
_NOT_ASCII_LETTERS = bytes(code for code in range(256) if not chr(code).isalpha() or code > 127)


def language_of(text: str) -> str | None:
    """The ISO 639-1 code of the text's language; None where there is too little to tell by."""
    sample = text[:20_000]
    letters = _letters_by_script(sample)
    weights = {script: count * _LETTER_WEIGHT.get(script, 1) for script, count in letters.items()}
    script = max(weights, key=weights.__getitem__)
    if letters[script] < (20 if script == "latin" else 1):
        return None
    if script in ("han", "kana"):
        return "ja" if letters["kana"] > 0.05 * (letters["kana"] + letters["han"]) else "zh"
    codes = [code for code, written in SCRIPT_OF.items() if written == script]
    if len(codes) == 1:
        return codes[0]
    min_share = 0.05 if script == "latin" else 0.02  # of the words; fewer languages share the other scripts
    # A text may begin with names and addresses: where that is in no language, the rest is looked at.
    for part in (sample[:_WORD_SAMPLE], sample[_WORD_SAMPLE:]):
        found = words(part) if script == "latin" else [word for word in words(part) if not word.isascii()]
        if code := _by_frequent_words(codes, found, min_share):
            return code
    return None


def _by_frequent_words(codes: list[str], found: list[str], min_share: float) -> str | None:
    """The language whose frequent words are the most frequent; None where they are rarer than a language's own."""
    counts = Counter(found)
    seen_words = set(counts)
    scores = {code: sum(map(counts.__getitem__, language(code).frequent_words & seen_words)) for code in codes}
    best = max(scores, key=scores.__getitem__)
    seen = language(best).frequent_words & seen_words
    if len(seen) < 2 or max(map(len, seen)) < 2:
        return None  # one word, however often, is a name, and single letters are a formula
    return best if scores[best] >= max(2, min_share * len(found)) else None


def _letters_by_script(sample: str) -> dict[str, int]:
    """How many letters there are of each script. Most texts have few characters beyond ASCII, or none."""
    latin = len(sample.encode("ascii", "ignore").translate(None, _NOT_ASCII_LETTERS))
    if sample.isascii():
        return {"latin": latin}
    rest = "".join(_BEYOND_ASCII.findall(sample))
    found = {script: len(pattern.findall(rest)) for script, pattern in _PATTERNS.items()}
    return {"latin": latin + sum(map(len, _LATIN_BEYOND_ASCII.findall(rest)))} | found
