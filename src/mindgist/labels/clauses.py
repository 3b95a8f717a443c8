"""Labels of sentences in languages other than English: the beginning, cut where a clause or a phrase ends.

A label begins as the sentence does, but for a connective. A sentence that is not much longer than a label is shown
whole; what is cut ends with '…'. The words that open clauses and phrases are data of the language.
"""

from itertools import accumulate

from mindgist.document.language import language_of
from mindgist.labels.surface import run_text, tidy
from mindgist.labels.words import COMMA, DASH, EDGE, SPACE, STRONG, gap_flags, word_costs
from mindgist.languages import language
from mindgist.languages.language import Language
from mindgist.languages.scripts import UNSPACED

_MAX_WHOLE_WORDS = 20
_MIN_WORDS = 3
_MIN_CUT_WORDS, _MAX_CUT_WORDS = 7, 18  # of a label that ends with '…' …
_MAX_WORDS_FOR_TRUTH = 26  # … and of one that would be false or say nothing without its next clause
_QUOTES = '"“”„«»'
_LIST_COMMA = "、"  # between items, not clauses


def clause_label(pieces: list[str], code: str | None = None) -> str:
    """The sentence if it is short enough, else its first clauses, else its first phrases.

    ``code`` is the language of the text around it, if it is known.
    """
    words, gaps = pieces[1::2], [gap_flags(gap) for gap in pieces[::2]]
    own = language(code or language_of("".join(pieces)) or "")
    gaps[0] |= EDGE
    gaps[-1] |= EDGE
    dropped = own.connectives - own.dependent_words  # a connective that makes its clause a dependent one stays
    start = 0
    while start < len(words) - _MIN_WORDS and words[start].lower() in dropped and not gaps[start + 1] & ~SPACE:
        start += 1
    lengths = [0] * start + list(accumulate(word_costs(words[start:]), initial=0))
    if lengths[-1] <= _MAX_WHOLE_WORDS:
        return tidy(run_text(pieces, start, len(words) - 1)) or words[0]
    spaced = any(gap & SPACE for gap in gaps)
    bounds = [
        place
        for place in range(start + 1, len(words))
        if _ends_clause(pieces[2 * place], gaps[place], spaced)
        and not sum(map("".join(pieces[: 2 * place + 1]).count, _QUOTES)) % 2
        and not _in_brackets(pieces, place)
    ]
    if _is_dependent("".join(pieces[2 * start + 1 :]), own) and words[start].lower() not in own.articles:
        bounds = bounds[1:]  # a clause that cannot stand alone needs the next one
    fitting = [place for place in bounds if _MIN_CUT_WORDS <= lengths[place] <= _MAX_CUT_WORDS]
    longer = [place for place in (*bounds, len(words)) if _MAX_CUT_WORDS < lengths[place] <= _MAX_WORDS_FOR_TRUTH]
    end = (fitting[-1:] or longer or [_end_of_phrase(pieces, gaps, lengths, start, own)])[0]
    following = next((place for place in (*bounds, len(words)) if place >= end), len(words))
    is_denied = not own.negations.isdisjoint(word.lower() for word in words[end:following])
    if is_denied and lengths[following] <= _MAX_WORDS_FOR_TRUTH:
        end = following
    text = tidy(run_text(pieces, start, end - 1)) or words[0]
    return text if end == len(words) else f"{text}…"


def _ends_clause(gap: str, flags: int, spaced: bool) -> bool:
    """Whether a clause ends at a gap: a dash is a mark of its own between spaces only."""
    if not spaced:
        return bool(flags & (COMMA | STRONG | EDGE)) and _LIST_COMMA not in gap
    is_dash = flags & DASH and gap[0].isspace()
    return bool(flags & EDGE or is_dash or (flags & (COMMA | STRONG) and flags & SPACE))


def _is_dependent(text: str, own: Language) -> bool:
    """Whether a clause that begins so cannot stand alone, or limits the clause before it."""
    first = text.lower().lstrip(" \"“„«»'‘¿¡(")
    if own.script in UNSPACED:
        return first.startswith(tuple(own.dependent_words))
    word = first.replace("’", "'").replace("'", "' ").partition(" ")[0]
    is_prefixed = own.script == "arabic" and word[1:] in own.dependent_words  # "and" is a prefix
    return is_prefixed or word in own.dependent_words


def _end_of_phrase(pieces: list[str], gaps: list[int], lengths: list[int], start: int, own: Language) -> int:
    """Where to cut a clause: before a word that opens a phrase, else after a word that is no function word."""
    words = pieces[1::2]
    places = [
        place
        for place in range(start + 1, len(words) + 1)
        if lengths[place] <= _MAX_CUT_WORDS and gaps[place] and not _in_brackets(pieces, place)
    ] or [start + 1]
    late = [place for place in places if lengths[place] >= _MIN_CUT_WORDS] or places
    ends = [place for place in late if words[place - 1].lower() not in own.stop_words] or late
    opening = [place for place in ends if place < len(words) and words[place].lower() in own.stop_words]
    return (opening or ends)[-1]


def _in_brackets(pieces: list[str], place: int) -> bool:
    before = "".join(pieces[: 2 * place]) + pieces[2 * place].split(" ")[0]
    return sum(map(before.count, "([（")) > sum(map(before.count, ")]）"))
