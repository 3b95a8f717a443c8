"""Labels of sentences that the network cannot parse: other languages, lists and code.

A label begins as the sentence does, but for a connective, and ends at the end of a clause. It says with '…' that it is
cut where it ends inside a clause, and where the rest is what its clause needs or is limited by: a condition, an
exception, a relative clause. The words that open such clauses are data of the language (``dependent_words``).
"""

from itertools import accumulate, pairwise

from mindgist.document.language import language_of
from mindgist.labels.surface import run_text, tidy
from mindgist.labels.words import COMMA, DASH, EDGE, SPACE, STRONG, gap_flags, word_costs
from mindgist.languages import language
from mindgist.languages.language import Language

_MAX_WHOLE_WORDS, _MAX_WORDS, _MAX_CUT_WORDS, _MIN_WORDS = 18, 16, 14, 3
_MAX_WORDS_FOR_TRUTH = 24  # of a label that would be false without its negation
_MIN_CLAUSE = 2  # words
_MIN_FIRST_CLAUSE = 5  # words of a first clause that can stand alone, in languages with spaces
_QUOTES = '"“”„«»'
_ARABIC_PREFIXES = ("و", "ف")  # "and"
_LIST_COMMA = "、"  # between items, not clauses


def clause_label(pieces: list[str], code: str | None = None) -> str:
    """The longest run of clauses from the beginning that fits, else the first words; with '…' if that is not whole.

    ``code`` is the language of the text around it, if it is known.
    """
    words, gaps = pieces[1::2], [gap_flags(gap) for gap in pieces[::2]]
    own = language(code or language_of("".join(pieces)) or "")
    gaps[0] |= EDGE
    gaps[-1] |= EDGE
    spaced = any(gap & SPACE for gap in gaps)
    start = _after_connectives(words, gaps, own)
    lengths = list(accumulate(word_costs(words), initial=0))
    bounds = [
        place
        for place in range(start + 1, len(gaps))
        if place == len(words)
        or (_ends_clause(pieces[2 * place], gaps[place], spaced) and not _quotes(pieces, place) % 2)
    ]
    dependent = [_is_dependent("".join(pieces[2 * place + 1 :]), own) for place in (start, *bounds)]
    shortest = _MIN_FIRST_CLAUSE if spaced else _MIN_WORDS
    # A clause that opens a sentence and cannot stand alone needs the next one; a short one, which may be interrupted,
    # the one after that.
    opens_dependent = dependent[0] and words[start].lower() not in own.articles | own.negations
    first = 1 if opens_dependent else 2 if lengths[bounds[0]] - lengths[start] < shortest else 0
    end, is_whole = 0, False
    for number, (before, place) in enumerate(pairwise((start, *bounds))):
        is_last = place == len(words)
        length = lengths[place] - lengths[start]
        long_enough = length >= shortest and number >= first and lengths[place] - lengths[before] >= _MIN_CLAUSE
        if length <= (_MAX_WHOLE_WORDS if is_last else _MAX_WORDS) and (is_last or long_enough):
            whole = is_last or not (dependent[number + 1] or (dependent[number] and number))
            if whole or not is_whole:
                end, is_whole = place, whole
    if not spaced:  # where words end is not known, so the cut is at a mark
        end = end or max(
            (place for place in bounds if _MIN_WORDS <= lengths[place] - lengths[start] <= _MAX_WORDS), default=0
        )
    if not end:
        end = start + _cut(words[start:], gaps[start:], own)
        following = min(place for place in bounds if place >= end)
        if not own.negations.isdisjoint(word.lower() for word in words[end:following]):  # what is cut would be denied
            end = following if lengths[following] - lengths[start] <= _MAX_WORDS_FOR_TRUTH else end
            end = max((place for place in bounds if start + _MIN_WORDS <= place <= end), default=end)
    text = tidy(run_text(pieces, start, end - 1)) or words[0]
    return text if is_whole or end == len(words) else f"{text}…"


def _after_connectives(words: list[str], gaps: list[int], own: Language) -> int:
    """The index of the first word that is no connective; one that makes its clause a dependent one stays."""
    dropped = own.connectives - own.dependent_words
    start = 0
    while start < len(words) - _MIN_WORDS and words[start].lower() in dropped and not gaps[start + 1] & ~SPACE:
        start += 1
    return start


def _ends_clause(gap: str, flags: int, spaced: bool) -> bool:
    """Whether a clause ends at a gap: a dash is a mark of its own between spaces only."""
    if not spaced:
        return bool(flags & (COMMA | STRONG | EDGE)) and _LIST_COMMA not in gap
    is_dash = flags & DASH and gap[0].isspace()
    return bool(flags & EDGE or is_dash or (flags & (COMMA | STRONG) and flags & SPACE))


def _quotes(pieces: list[str], place: int) -> int:
    """The number of quotation marks up to a gap."""
    before = "".join(pieces[: 2 * place + 1])
    return sum(map(before.count, _QUOTES))


def _is_dependent(text: str, own: Language) -> bool:
    """Whether a clause that begins so cannot stand alone, or limits the clause before it."""
    first = text.lower().lstrip(" \"“„«»'‘¿¡(")
    if own.script in ("han", "kana", "thai"):
        return first.startswith(tuple(own.dependent_words))
    word = first.replace("’", "'").replace("'", "' ").partition(" ")[0]
    is_prefixed = own.script == "arabic" and word[:1] in _ARABIC_PREFIXES and word[1:] in own.dependent_words
    return is_prefixed or word in own.dependent_words


def _cut(words: list[str], gaps: list[int], own: Language) -> int:
    """The number of words to keep if no clause ends: the last is no stop word, nor short and in lower case."""
    lengths = list(accumulate(word_costs(words), initial=0))
    fitting = [count for count in range(1, len(words) + 1) if lengths[count] <= _MAX_CUT_WORDS] or [1]
    whole = [count for count in fitting if gaps[count] & (SPACE | EDGE)] or fitting[-1:]
    for count in reversed(whole):
        word = words[count - 1].lower()
        is_function_word = word in own.stop_words or (
            not own.stop_words and len(word) <= 3 and words[count - 1].islower()
        )
        if count >= _MIN_WORDS and not is_function_word:
            return count
    return whole[-1]
