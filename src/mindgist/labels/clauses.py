"""Labels of sentences that the network cannot parse: other languages, lists and code. They are cut between clauses."""

from mindgist.labels.surface import run_text, tidy
from mindgist.labels.words import CLOSES, COMMA, DASH, EDGE, OPENS, POINT, SPACE, STRONG, gap_flags, word_cost
from mindgist.languages import any_language

_MAX_WORDS, _MAX_CUT_WORDS, _MIN_WORDS = 12, 10, 3
_MIN_FIRST_CLAUSE = 5  # words of a first clause that can stand alone, in languages with spaces
_MIN_LATER_CLAUSE = 4  # words; a shorter clause further on mostly says who said it
_MARKS = COMMA | STRONG | POINT | DASH | OPENS | CLOSES | EDGE


def clause_label(pieces: list[str]) -> str:
    """The longest run of clauses that fits: from the beginning, else from further on; else the first words and '…'."""
    words, gaps = pieces[1::2], [gap_flags(gap) for gap in pieces[::2]]
    gaps[0] |= EDGE
    gaps[-1] |= EDGE
    spaced = any(gap & SPACE for gap in gaps)
    bounds = [place for place, gap in enumerate(gaps) if gap & _MARKS and (gap & (SPACE | EDGE) or not spaced)]
    lengths = [0]
    for word in words:
        lengths.append(lengths[-1] + word_cost(word))
    start = 0
    end = _longest(start, bounds, lengths, _MIN_FIRST_CLAUSE if spaced else _MIN_WORDS)
    if not end:
        start = max(
            bounds,
            key=lambda place: (lengths[_longest(place, bounds, lengths, _MIN_LATER_CLAUSE)] - lengths[place], -place),
        )
        end = _longest(start, bounds, lengths, _MIN_LATER_CLAUSE)
    cut = not end
    if cut:
        start, end = 0, _cut(words, gaps, lengths)
    while start < end - _MIN_WORDS and words[start].lower() in any_language().connectives:
        start += 1
    return (tidy(run_text(pieces, start, end - 1)) or words[0]) + ("…" if cut and end < len(words) else "")


def _longest(start: int, bounds: list[int], lengths: list[int], fewest: int) -> int:
    """The end of the longest run of clauses from ``start`` that fits; 0 if none does."""
    return max((end for end in bounds if fewest <= lengths[end] - lengths[start] <= _MAX_WORDS), default=0)


def _cut(words: list[str], gaps: list[int], lengths: list[int]) -> int:
    """The number of words to keep if no clause ends: no short lower-case word at the end.

    In most languages with spaces, short lower-case words are articles and prepositions.
    """
    fitting = [count for count in range(1, len(words) + 1) if lengths[count] <= _MAX_CUT_WORDS] or [1]
    whole = [count for count in fitting if gaps[count] & (SPACE | EDGE)] or fitting[-1:]
    for count in reversed(whole):
        word = words[count - 1]
        if count >= _MIN_WORDS and (len(word) > 3 or not word.islower()):
            return count
    return whole[-1]
