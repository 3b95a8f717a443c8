"""What a label may leave out of an English sentence without a trace: the statement stays true and whole.

That is an opening 'however', the police or a court that says it, what stands between commas after the subject, a
clause before the main one that does not limit it, and the day. What denies, limits, counts or names one side is never
left out.
"""

from dataclasses import dataclass, field

from mindgist.labels.sentence import SEPARATES, WORDS, Sentence
from mindgist.labels.tags import FINITE, tagger
from mindgist.labels.words import COMMA, DASH, QUOTE, STRONG

MIN_WORDS = 4  # of a clause that can stand alone
_MAX_ASIDE_STRETCHES = 2  # between the subject and its verb; more are a list
_MAX_SOURCE = 8  # words before the verb of saying
_MAX_WITH_SOURCE = 24  # words of a sentence whose source is shown whole


@dataclass(slots=True)
class Kept:
    """What is left of a sentence: the words from ``start`` to ``end`` without some."""

    start: int
    end: int
    left_out: list[tuple[int, int, str]] = field(default_factory=list)  # (first word, word after it, what is instead)
    source: list[tuple[int, int]] = field(default_factory=list)  # the runs of words after the end that say who says it


def without_optional(s: Sentence, short: int) -> Kept:
    """What is left of a sentence; one of at most ``short`` words loses its connective only."""
    kept = Kept(_after_connective(s, 0), s.length)
    if s.cost(kept.start, kept.end) > short:
        _drop_front(s, kept)
        _drop_asides(s, kept)
        _find_source(s, kept)
        _drop_days(s, kept)
    return kept


def _after_connective(s: Sentence, start: int) -> int:
    first = s.lower[start]
    if start + MIN_WORDS >= s.length:
        return start
    end = s.stretch_end(start)
    if s.flags[end] & COMMA and "_".join(s.lower[start:end]) in WORDS["connective_phrase"]:
        return _after_connective(s, end)
    joins = first in ("and", "but") or (first in ("or", "so", "yet") and s.tags[start + 1] in "DNOQJ")
    is_apart = (joins or s.flags[start + 1] & COMMA) and not s.has("no_connective", start + 1, start + 2)
    return _after_connective(s, start + 1) if is_apart and first in WORDS["connective"] else start


def _drop_front(s: Sentence, kept: Kept) -> None:
    """Leave out what stands before the subject, or the authority that says it, if the rest can stand alone."""
    end = s.clause_start(kept.start)
    if end > kept.start and _is_optional_front(s, kept.start, end) and _is_clause(s, end):
        kept.start = end
    verb = s.main_verb(kept.start) or 0
    if kept.start < verb <= kept.start + _MAX_SOURCE and _may_lose_source(s, kept.start, verb):
        kept.start = _claim(s, kept.start, verb)


def _is_optional_front(s: Sentence, start: int, end: int) -> bool:
    first = s.lower[start + (s.lower[start] == "even")]
    if s.limit(start, end) is not None or s.negated(start, end) or s.has("some", start, end):
        return False
    if s.lower[start : start + 2] == ["according", "to"]:
        return _may_lose_source(s, start, end)
    if s.tags[start] in "PG":
        return s.finite(start, end) is None
    if not {"it", "them"}.isdisjoint(s.lower[end:]):
        return False
    is_clause = s.finite(start, end) is not None or first in ("after", "despite")
    return first in WORDS["fronted"] and is_clause and (s.is_past or first in ("although", "though", "whereas"))


def _is_clause(s: Sentence, start: int) -> bool:
    """Whether a statement of its own begins here: a subject that names something, and a verb."""
    if s.tags[start] not in "DNQJ" or s.has("referring", start, start + 4) or s.flags[start] & QUOTE:
        return False
    end = s.stretch_end(start)
    if s.flags[end] & COMMA and s.lower[end - 1] in WORDS["say"]:  # 'Ann said, …'
        return False
    if s.finite(start, end) is None and s.tags[end] not in "WPGC":  # 'about PRISM, the agency's program, in May, …'
        return False
    return s.finite(start, s.length) is not None and s.cost(start, s.length) >= MIN_WORDS


def _claim(s: Sentence, start: int, verb: int) -> int:
    """Where the statement begins that an authority makes, if it makes it as a fact; else the start."""
    end = s.verb_end(verb)
    stop = s.stretch_end(end - 1)
    claim = next((place + 1 for place in range(end, min(stop, end + 8)) if s.lower[place] == "that"), end)
    is_fact = s.has("fact", verb, end) and not s.negated(start, claim)
    return claim if is_fact and claim < s.length and _is_clause(s, claim) else start


def _may_lose_source(s: Sentence, start: int, end: int) -> bool:
    """Whether these words name a source whose word counts as fact, and the sentence has no hedge."""
    is_known = s.has("authority", start, end) and not s.has("partisan", start, end)
    return is_known and not s.has("opinion", 0, s.length)


def _drop_asides(s: Sentence, kept: Kept) -> None:
    """Leave out what stands between commas after the subject."""
    breaks = [place for place in s.breaks if kept.start < place < kept.end]
    if not breaks or s.flags[kept.start] & QUOTE or s.tags[kept.start] not in "DNQJ":
        return
    subject_end = breaks[0]
    if s.finite(kept.start, subject_end) is not None or s.has("referring", kept.start, subject_end):
        return  # 'one of these, the old one, …'
    for last in breaks[1 : 1 + _MAX_ASIDE_STRETCHES]:
        if s.flags[last] & COMMA and begins_with_verb(s, last):
            if _is_aside(s, subject_end, last):
                kept.left_out = [(subject_end, last, " ")]
            return
        if s.tags[last] == "C":  # 'one, and another, and …'
            return


def begins_with_verb(s: Sentence, place: int) -> bool:
    """Whether a finite verb or a participle that may be one stands here, perhaps after an adverb."""
    place += s.tags[place] == "R"
    return s.tags[place] in FINITE or (s.tags[place] == "P" and "V" in tagger().classes.get(s.lower[place], ""))


def _is_aside(s: Sentence, start: int, end: int) -> bool:
    is_list = s.words[start][0].isupper() and "C" in s.tags[start : s.stretch_end(start)]
    if is_list or s.tags[start] == "C" or s.limit(start, end) is not None or s.negated(start, end):
        return False
    if s.tags[start] == "W":
        return s.finite(start, end) is not None
    is_phrase = "W" in s.tags[start:end] or (s.tags[start] == "I" and s.lower[start] != "as")
    is_clause = s.finite(start, end) is not None and not is_phrase
    is_source = s.lower[start] == "according" or is_clause or s.has("say", start, end)
    return not is_source or _may_lose_source(s, start, end)


def _find_source(s: Sentence, kept: Kept) -> None:
    """Find ', police said' at the end: it goes if that is an authority, else it stays."""
    breaks = [place for place in s.breaks if kept.start < place < kept.end]
    main = s.main_verb(kept.start)
    if not s.has("say", 0, s.length) and "according" not in s.lower:
        return
    for first in reversed(breaks):
        end = s.stretch_end(first)
        if (main is not None and first <= main) or first in [end for _, end, _ in kept.left_out]:
            return  # the verb of the sentence
        if not s.flags[first] & COMMA or not _is_source(s, first, end) or s.cost(kept.start, first) < MIN_WORDS:
            continue
        if s.limit(end, kept.end) is not None or (s.flags[end] & QUOTE and end < kept.end):
            return  # what follows is what is said
        verb = end if s.lower[first] == "according" else s.first("say", first + 1, end) or end
        is_told = s.lower[first] == "told"
        is_alone = first + 1 == end or s.tags[first + 1] in "IR" or s.lower[first + 1] in WORDS["when"]
        if s.lower[first] in WORDS["say"] and (is_told or is_alone):
            name = _name_start(s, [place for place in breaks if (main or 0) < place < first], first)
            if name is not None:  # '”, Mr Li, the owner, said on Monday'
                last = _source_end(s, first, first, end) if is_told else first + 1
                kept.source, kept.end = [(name, s.stretch_end(name)), (first, last)], name
            return
        places = (at for at in range(first + 2, end) if s.tags[at] == "I" and s.lower[at] != "of")  # 'in court'
        name_end = verb if verb < end else next(places, end)
        if _may_lose_source(s, first, name_end) and not s.flags[first] & QUOTE:
            kept.end = first
        else:
            kept.source, kept.end = [(first, _source_end(s, first, verb, end))], first
        return


def _is_source(s: Sentence, start: int, end: int) -> bool:
    """Whether a stretch only says who says it: 'police said on Monday', 'said the mayor', 'according to …'."""
    if s.lower[start] == "according":
        return True
    verb = s.first("say", start, min(end, start + _MAX_SOURCE + 1))
    if verb is None or s.tags[start] in "CWIG" or (verb == start and s.lower[verb] in WORDS["not_inverted"]):
        return False
    has_object = start < verb < end - 1 and s.tags[verb + 1] not in "IRT" and s.lower[verb + 1] not in WORDS["day"]
    if has_object and s.lower[verb] != "told":
        return False  # '58 percent said no'
    return s.finite(verb + 1, end) is None


def _name_start(s: Sentence, breaks: list[int], verb: int) -> int | None:
    """Where the name of who says it begins, before an aside and the verb."""
    quoted = [place for place in breaks if s.flags[place] & QUOTE]
    if quoted or len(breaks) < 2:
        return quoted[-1] if quoted else None
    name = breaks[-2]
    return name if s.words[name][0].isupper() and s.finite(name, verb) is None else None


def _source_end(s: Sentence, start: int, verb: int, end: int) -> int:
    """The end of who says it, without when and where."""
    if verb < end and s.lower[verb] != "told":
        return verb + 1
    if s.cost(0, end) <= _MAX_WITH_SOURCE:
        return end
    first = start if verb == end else verb
    ends = (at for at in range(first + 2, end) if s.tags[at] in "IPGWC" and s.lower[at] not in ("to", "of"))
    ends = (at for at in ends if s.tags[at] != "C" or (at + 1 < end and s.words[at + 1].islower()))
    return next((at for at in ends if s.tags[at - 1] == "N"), end)


def _drop_days(s: Sentence, kept: Kept) -> None:
    verb = s.main_verb(kept.start)
    if verb is None or s.tags[verb] != "V" or not s.has("day", 0, s.length) or s.negated(kept.start, kept.end):
        return
    place = kept.start
    while place < kept.end:
        first = place
        while place < kept.end and s.lower[place] in WORDS["before_day"]:
            place += 1
        day = place
        while place < kept.end and s.lower[place] in WORDS["day"]:
            place += 1
        if day < place and _is_only_day(s, first, day, place):
            kept.left_out.append((first, place, ", " if s.flags[place] & COMMA else " "))
        place = max(place, first + 1)
    kept.left_out.sort()


def _is_only_day(s: Sentence, first: int, day: int, end: int) -> bool:
    """Whether these words are a day ('on Monday night') and no part of a name or of another phrase."""
    if s.flags[end] & QUOTE or s.tags[first - 1] in "DJI":  # the end of a quotation, 'on a Sunday', 'until Sunday'
        return False
    if s.flags[first - 1] & COMMA or (s.flags[end] & COMMA and begins_with_verb(s, end)):
        return False  # 'the suit, filed Monday, names …'
    after = "" if s.flags[end] & SEPARATES else s.words[end]
    if after and (after[0].isupper() or s.tags[end] in "NQJ"):
        return False
    return first < day or not (s.words[first - 1][0].isupper() or s.lower[day] in WORDS["part_of_day"])


def is_added(s: Sentence, place: int, last: int) -> bool:
    """Whether the stretch after a mark only adds something to a sentence that ends at ``last``."""
    word, tag = s.lower[place], s.tags[place]
    end = s.stretch_end(place)
    before = s.stretch_start(place - 1)
    if s.flags[place] & (STRONG | DASH):
        return ";" in s.pieces[2 * place]
    is_item = before > 0 and s.finite(before, place) is None  # no clause, but one of several things
    if word in ("and", "so"):
        return s.finite(place + 1, end) is not None and not is_item
    later = [first for first in s.breaks if place < first < last]
    joined = [first for first in later if s.tags[first] == "C"]
    resumes = any(s.tags[first] in "TVZMBG" for first in later) or any(
        begins_with_verb(s, first + 1) or s.finite(first, s.stretch_end(first)) is None for first in joined
    )
    if tag == "D":
        return s.finite(place, end) is None and not is_item and not resumes
    opens = tag in "WG" or word in WORDS["added"]
    return opens and not resumes and (word != "when" or s.is_past)


def in_list(s: Sentence, place: int, last: int) -> bool:
    """Whether a place is between the items of a list: 'latency, traffic and errors'."""
    if ";" in s.pieces[2 * place]:
        return s.finite(place, s.stretch_end(place)) is None
    if not s.flags[place] & COMMA or s.tags[place] in "WIG":
        return False
    first = place
    while first < last:
        end = s.stretch_end(first)
        verb = s.finite(first, end)
        if verb is not None and "W" not in s.tags[first:verb] and "that" not in s.lower[first:verb]:
            return False
        if "and" in s.lower[first:end] or "or" in s.lower[first:end]:
            return True
        first = end
    return False
