"""The grammar rules of single words and of neighbours, as bits, so that they are computed once for each word."""

from functools import cache

from mindgist.labels import words as flag

# A gist may not begin or end between two neighbours that clash. They clash if bit b of the first word and bit b + NEXT
# of the second are set, and nothing but a space is between them.
NEXT = 11
DEPENDS, OPENS_CLAUSE, THAT, STANDS, NAME, OPENING_NAME, POINTED = (
    1 << bit for bit in range(7)
)  # clashes for the beginning
ANY, LAST_NAME, COUNTS, HANGS = (1 << bit for bit in range(7, 11))  # clashes for the end
PLAIN_START_CLASHES = DEPENDS | NAME | OPENING_NAME
START_CLASHES = PLAIN_START_CLASHES | OPENS_CLAUSE | THAT | STANDS | POINTED
PLAIN_END_CLASHES = LAST_NAME | COUNTS | HANGS
END_CLASHES = PLAIN_END_CLASHES | ANY
NO_START, NO_END, NO_WORD, CLITIC, NO_CLAUSE, NAMES_SOURCE = (1 << 2 * NEXT + bit for bit in range(6))


@cache
def word_rules(flags: int) -> int:
    """The rule bits of a word with these flags: as a first neighbour, as a second one (see ``NEXT``), and alone."""
    known = flag.FUNCTION | flag.PREPOSITION | flag.CONJUNCTION | flag.AUXILIARY | flag.DETERMINER
    capital, hanging = (
        flags & flag.CAPITAL,
        flags & (flag.DETERMINER | flag.PREPOSITION | flag.CONJUNCTION | flag.AUXILIARY),
    )
    as_first = {
        DEPENDS: flags & (flag.DETERMINER | flag.PREPOSITION | flag.NUMBER | flag.TITLE),
        POINTED: flags & flag.POINTS,
        OPENS_CLAUSE: flags & (flag.RELATIVE | flag.CONDITION),
        THAT: flags & flag.THAT,
        STANDS: not flags & flag.CONJUNCTION,
        NAME: capital and not flags & known,
        OPENING_NAME: capital and flags & known,  # the capital may be the sentence's
        ANY: True,
        LAST_NAME: capital,
        COUNTS: flags & flag.NUMBER,
        HANGS: hanging and flags & flag.PARTICLE,
    }
    as_second = {
        DEPENDS: True,
        POINTED: True,
        OPENS_CLAUSE: True,
        THAT: flags & (flag.VERB | flag.AUXILIARY | flag.THIRD_PERSON),
        STANDS: flags & flag.PREPOSITION,
        NAME: capital,
        OPENING_NAME: capital,
        ANY: flags & flag.BOUND,
        LAST_NAME: capital,
        COUNTS: flags & flag.LETTERS and not flags & (flag.FUNCTION | flag.PREPOSITION),
        HANGS: True,
    }
    alone = {
        NO_START: flags & flag.SUBORDINATE and not capital,
        NO_END: (hanging and not flags & flag.PARTICLE) or (flags & flag.TITLE and capital),
        NO_WORD: flags & (flag.SIGN | flag.STOP),
        CLITIC: flags & flag.CLITIC,
        NO_CLAUSE: flags & flag.PREPOSITION and not capital,
        NAMES_SOURCE: flags & flag.SAYS,
    }
    second = sum(bit for bit, holds in as_second.items() if holds)
    return sum(bit for bit, holds in (as_first | alone).items() if holds) | second << NEXT
