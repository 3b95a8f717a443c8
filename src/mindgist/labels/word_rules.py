"""What the rules of gists have to know of a word, as bits: found once for each word, not wherever it stands."""

from functools import cache

from mindgist.labels import words as gw

# Two neighbours clash if a bit of the first one is also a bit of the second one, whose bits are NEXT higher. A clash
# counts where nothing but a space is between them.
NEXT = 11
DEPENDS, OPENS_CLAUSE, THAT, STANDS, NAME, OPENING_NAME, POINTED = (1 << bit for bit in range(7))  # where a gist begins
ANY, LAST_NAME, COUNTS, HANGS = (1 << bit for bit in range(7, 11))  # where it ends
PLAIN_START_CLASHES = DEPENDS | NAME | OPENING_NAME
START_CLASHES = PLAIN_START_CLASHES | OPENS_CLAUSE | THAT | STANDS | POINTED
PLAIN_END_CLASHES = LAST_NAME | COUNTS | HANGS
END_CLASHES = PLAIN_END_CLASHES | ANY
NO_START, NO_END, NO_WORD, CLITIC, NO_CLAUSE, NAMES_SOURCE = (1 << 2 * NEXT + bit for bit in range(6))


@cache
def word_rules(flags: int) -> int:
    """What the rules have to know of a word with these flags (see ``NEXT``)."""
    known = gw.FUNCTION | gw.PREPOSITION | gw.CONJUNCTION | gw.AUXILIARY | gw.DETERMINER
    capital, hanging = flags & gw.CAPITAL, flags & (gw.DETERMINER | gw.PREPOSITION | gw.CONJUNCTION | gw.AUXILIARY)
    as_first = {
        DEPENDS: flags & (gw.DETERMINER | gw.PREPOSITION | gw.NUMBER | gw.TITLE),
        POINTED: flags & gw.POINTS,
        OPENS_CLAUSE: flags & (gw.RELATIVE | gw.CONDITION),
        THAT: flags & gw.THAT,
        STANDS: not flags & gw.CONJUNCTION,
        NAME: capital and not flags & known,
        OPENING_NAME: capital and flags & known,  # the capital may be the sentence's
        ANY: True,
        LAST_NAME: capital,
        COUNTS: flags & gw.NUMBER,
        HANGS: hanging and flags & gw.PARTICLE,
    }
    as_second = {
        DEPENDS: True,
        POINTED: True,
        OPENS_CLAUSE: True,
        THAT: flags & (gw.VERB | gw.AUXILIARY | gw.THIRD_PERSON),
        STANDS: flags & gw.PREPOSITION,
        NAME: capital,
        OPENING_NAME: capital,
        ANY: flags & gw.BOUND,
        LAST_NAME: capital,
        COUNTS: flags & gw.LETTERS and not flags & (gw.FUNCTION | gw.PREPOSITION),
        HANGS: True,
    }
    alone = {
        NO_START: flags & gw.SUBORDINATE and not capital,
        NO_END: (hanging and not flags & gw.PARTICLE) or (flags & gw.TITLE and capital),
        NO_WORD: flags & (gw.SIGN | gw.STOP),
        CLITIC: flags & gw.CLITIC,
        NO_CLAUSE: flags & gw.PREPOSITION and not capital,
        NAMES_SOURCE: flags & gw.SAYS,
    }
    second = sum(bit for bit, holds in as_second.items() if holds)
    return sum(bit for bit, holds in (as_first | alone).items() if holds) | second << NEXT
