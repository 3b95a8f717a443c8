"""An English sentence as labels read it: words, tags, the stretches between commas, and its main verb."""

from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate, pairwise

from mindgist.labels.tags import FINITE, needs, tagger
from mindgist.labels.words import CLOSES, COMMA, DASH, EDGE, OPENS, QUOTE, STRONG, gap_flags, word_costs
from mindgist.languages import language

WORDS = language("en").word_classes
SEPARATES = COMMA | STRONG | DASH | OPENS | CLOSES | EDGE
_MAY_LIMIT = WORDS["limit"] | WORDS["condition"] | WORDS["reason"] | {"before"}
_MAX_REACH = 7  # words from a verb to the preposition that it needs
_PAIRS = {"both": "and", "between": "and", "from": "to", "either": "or", "neither": "nor", "too": "to", "so": "that"}
_MAX_PAIR = 16  # words from the first half of a pair to the second
_VERBS = frozenset("VZBPG")
_OPENING_QUOTES = frozenset('"“„«')


class Sentence:
    """A sentence with its tags. A stretch is what stands between two commas or stronger marks."""

    def __init__(self, pieces: list[str]) -> None:
        self.pieces, self.words = pieces, pieces[1::2]
        self.length = len(self.words)
        self.lower = "\n".join(self.words).lower().replace("’", "'").split("\n")
        self.flags = list(map(gap_flags, pieces[::2]))
        self.tags = [*tagger().tags(self.words, self.flags), "."]  # one more, for the end
        self.flags[0] |= EDGE
        self.flags[-1] |= EDGE
        self.breaks = [place for place, flags in enumerate(self.flags) if flags & SEPARATES]
        for place in self.breaks[1:-1]:
            if self.words[place].isdigit() and self.words[place - 1].isdigit():
                self.flags[place] &= ~COMMA  # 'June 25, 2009, death'
                self.flags[place + 1] &= ~COMMA
                self.breaks = [place for place in self.breaks if self.flags[place] & SEPARATES]
        self.costs = word_costs(self.words)
        self._ends = list(accumulate(self.costs, initial=0))
        self._main_verbs: dict[int, int | None] = {}
        self._finite = [place for place, tag in enumerate(self.tags) if tag in FINITE]
        negations = WORDS["negation"]
        self._denials = [at for at, word in enumerate(self.lower) if word in negations or word[-3:] == "n't"]

    def cost(self, start: int, end: int) -> int:
        """The number of words from one place to another."""
        return self._ends[end] - self._ends[start]

    def has(self, word_class: str, start: int, end: int) -> bool:
        """Whether a word of this class stands between two places."""
        return not WORDS[word_class].isdisjoint(self.lower[start:end])

    def first(self, word_class: str, start: int, end: int) -> int | None:
        """The first word of this class between two places."""
        words = WORDS[word_class]
        return next((at for at in range(start, end) if self.lower[at] in words), None)

    def stretch_start(self, place: int) -> int:
        return self.breaks[bisect_right(self.breaks, place) - 1]

    def stretch_end(self, place: int) -> int:
        return self.breaks[bisect_right(self.breaks, place)]

    def finite(self, start: int, end: int) -> int | None:
        """The first finite verb between two places."""
        return _first(self._finite, start, end)

    def _opens_clause(self, start: int) -> bool:
        """Whether a clause stands before the main one: 'when …', 'even as …', 'now that …', 'a month after …'."""
        first = start + (self.lower[start] in ("even", "now", "just"))
        if self.lower[start] in ("should", "had", "were"):
            return "?" not in self.pieces[-1]
        if self.lower[start] == "that" and self.finite(start + 1, start + 2) is not None:
            return False  # 'that is …'
        opens = self.lower[first] in WORDS["opens_clause"] or self.has("time_clause", start + 1, start + 4)
        return opens and self.finite(start, self.stretch_end(start)) is not None

    def clause_start(self, start: int) -> int:
        """Where the main clause begins, if a phrase or a clause stands before it."""
        if self.tags[start] not in "IWRGPT" and not self._opens_clause(start):
            return start
        for place in self.breaks:
            if start < place < self.length and self.flags[place] & COMMA and self._begins_clause(place):
                return place
        return start

    def _begins_clause(self, place: int) -> bool:
        end = self.stretch_end(place)
        place += self.tags[place] == "R" and place + 1 < end  # 'then', 'nearly'
        if self.tags[place] == "B":
            return self.tags[end] != "C"  # 'to see it, touch it, and smell it, …'
        if self.tags[place] not in "DNOQJY":
            return False
        if self.finite(place, end) is not None:
            return True
        if "C" in self.tags[place : end + 1] or self.finite(end, self.length) is None:
            return False
        return self.tags[end] not in "DNJOQ" or self.finite(end, self.stretch_end(end)) is None

    def main_verb(self, start: int) -> int | None:
        """The finite verb of the main clause that begins at a place, or the imperative."""
        if start not in self._main_verbs:
            self._main_verbs[start] = self._find_main_verb(start)
        return self._main_verbs[start]

    def _find_main_verb(self, start: int) -> int | None:
        waiting = int(self._opens_clause(start))  # clauses whose verb has not come yet
        clause = self.clause_start(start)
        if clause > start:
            start, waiting = clause, 0
            if self.tags[start] == "B":
                return start
        for place in range(start, self.length):
            word = self.lower[place]
            if place > start and (
                self.tags[place] == "W"
                or (word == "that" and (self.tags[place - 1] == "N" or self.finite(place + 1, place + 2) is not None))
                or (
                    word in WORDS["opens_clause"]
                    and self.flags[place] & SEPARATES
                    and self.finite(place, self.stretch_end(place)) is not None
                )
            ):
                waiting += 1
            elif self.tags[place] in FINITE and not self._is_passive(place):
                if not waiting:
                    return place
                waiting -= 1
        return None

    def _is_passive(self, place: int) -> bool:
        """Whether a verb belongs to the noun before it: 'the rules described by the book are …'."""
        is_participle = "P" in tagger().classes.get(self.lower[place], "") and self.tags[place - 1] == "N"
        if not is_participle or self.tags[place + 1] not in "IR":
            return False
        if self.lower[place + 1] == "by":
            return self.finite(place + 1, self.length) is not None
        verb = self.finite(place + 1, self.stretch_end(place))  # 'people swept out to sea have …'
        return (
            verb is not None
            and {*"CWV"}.isdisjoint(self.tags[place + 1 : verb + 1])
            and not any(self.has(name, place, verb) for name in ("opens_clause", "say", "believe"))
        )

    def verb_end(self, verb: int) -> int:
        """The place after a verb with its participles, infinitives and adverbs."""
        end = verb + 1
        parts = "BPGRTV" if self.lower[verb] in WORDS["auxiliary"] else "BPGRT"  # 'have now ruled'
        while self.tags[end] in parts and not self.flags[end] & SEPARATES:
            end += 1
        return end

    def core_end(self, start: int) -> int | None:
        """The place after the verb of the statement; if somebody says or thinks something, after the verb of that."""
        verb = self.main_verb(start)
        if verb is None:
            return None
        end = self.verb_end(verb)
        while self._has_content(verb, end):
            content = end + (self.lower[end] == "that")
            following = self._content_verb(end, self.stretch_end(end - 1))
            if following is None and self.tags[content] == "I":
                following = self.finite(content, self.length)  # 'found that despite the rain, …'
            if following is None and self.tags[content] in "DNJQ":  # 'said the ship, an old one, …'
                resumed = (place for place in self.breaks[:-1] if place > content and self.tags[place] in FINITE)
                following = next(resumed, None)
            if following is None or self.tags[following - 1] == "C":
                break
            if self.lower[content - 1] != "that" and not {*"GTW"}.isdisjoint(self.tags[content + 1 : following]):
                break  # another clause: 'announced a plan for a club that was …'
            verb, end = following, self.verb_end(following)
        return end

    def _content_verb(self, start: int, end: int) -> int | None:
        """The finite verb of a clause, behind the relative clauses of its subject."""
        waiting, verb = 0, None
        for place in range(start, end):
            if self.tags[place] == "W" or (self.lower[place] == "that" and self.tags[place - 1] == "N"):
                waiting += place > start
            elif self.tags[place] in FINITE:
                if not waiting:
                    return place
                verb, waiting = verb or place, waiting - 1
        return verb

    def _has_content(self, verb: int, end: int) -> bool:
        """Whether a verb of saying or thinking has a clause as its object."""
        if end >= self.length:
            return False
        if self.has("say", verb, end):
            return self.tags[end] != "T"
        return self.has("believe", verb, end) and (self.lower[end] == "that" or self.tags[end] in "DNOJQW")

    @cached_property
    def is_past(self) -> bool:
        """Whether the main verb tells an event, and not a rule."""
        verb = self.main_verb(0)
        if verb is None:
            return False
        return self.tags[verb] == "V" or (self.lower[verb] in ("has", "have") and "P" in self.tags[verb + 1 : verb + 3])

    def is_needed(self, place: int, last: int) -> bool:
        """Whether the word ``last`` or the verb before it needs what stands at a place: 'accused him of'."""
        word, table = self.lower[place], needs()
        if self.lower[last] in table.get("V" if self.tags[last] in _VERBS else self.tags[last], ()):
            return True
        bound = table.get(word, ())
        if self.lower[last] in bound:
            return True
        for at in range(last, max(0, place - _MAX_REACH) - 1, -1):
            if self.tags[at] in _VERBS:
                return self.lower[at] in bound
        return False

    def pairs(self) -> list[tuple[int, int]]:
        """The places of pairs of words that need each other: 'both … and'."""
        found = [(at, _PAIRS[word]) for at, word in enumerate(self.lower) if word in _PAIRS]
        ends = [(at, self.lower.index(end, at)) for at, end in found if end in self.lower[at : at + _MAX_PAIR]]
        return [(at, end) for at, end in ends if self.tags[end] != "T" or self.lower[at] == "too"]

    @cached_property
    def quoted(self) -> set[int]:
        """The places before which a quotation has begun that goes on behind them."""
        found, is_open = set(), False
        for place, gap in enumerate(self.pieces[::2]):
            if self.flags[place] & QUOTE:
                is_open = gap[-1:] in _OPENING_QUOTES and (not place or gap[-1] != '"' or gap[:-1] != "")
            elif is_open:
                found.add(place)
        return found

    def limit(self, start: int, end: int) -> int | None:
        """The first word between two places that limits or turns what was said before: 'only', 'unless', 'but'."""
        return _first(self._limits, start, end)

    @cached_property
    def _limits(self) -> list[int]:
        """The words that limit the main statement; those inside of what is added after a comma do not."""
        pairs = set(map("_".join, pairwise(self.lower))) & WORDS["limit_pair"]
        if not pairs and _MAY_LIMIT.isdisjoint(self.lower):
            return []
        found, added, in_relative, stretch = [], False, False, 0
        for place, word in enumerate(self.lower):
            tag, separate = self.tags[place], self.flags[place] & SEPARATES
            if separate:
                if self.flags[place] & (STRONG | DASH) and word not in WORDS["limit"]:
                    break  # another statement
                is_limited = self.has("limit", place + 1, place + 3)  # 'though only …', 'with the exception …'
                added = place > 0 and (tag in "WG" or word in WORDS["own_limits"] or word == "with") and not is_limited
                in_relative, stretch = False, place
            elif added:
                continue
            in_relative = in_relative or tag == "W" or (word == "that" and self.tags[place - 1] == "N")
            if word in WORDS["limit"]:
                is_limit = not in_relative or word not in WORDS["not_in_relative"]
            elif word in WORDS["condition"]:
                is_limit = not separate and tag in "IW" and not self.is_past
            elif word in WORDS["reason"]:
                is_limit = not separate and self.has("claim", 0, place)
            elif word == "before":
                is_limit = self.negated(stretch, place)
            else:
                is_limit = bool(pairs) and place + 1 < self.length and f"{word}_{self.lower[place + 1]}" in pairs
            if is_limit:
                found.append(place)
        return found

    def negated(self, start: int, end: int) -> bool:
        return _first(self._denials, start, end) is not None


def _first(places: list[int], start: int, end: int) -> int | None:
    """The first of some places that lies between two."""
    number = bisect_left(places, start)
    return places[number] if number < len(places) and places[number] < end else None
