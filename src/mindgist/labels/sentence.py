"""An English sentence as labels read it: words, tags, the stretches between commas, and its main verb."""

from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate, pairwise

from mindgist.labels.tags import FINITE, needs, tagger
from mindgist.labels.words import CLOSES, COMMA, DASH, EDGE, OPENS, STRONG, gap_flags, word_costs
from mindgist.languages import language

WORD_CLASSES = language("en").word_classes
SEPARATES = COMMA | STRONG | DASH | OPENS | CLOSES | EDGE
_SAY, _BELIEVE = WORD_CLASSES["say"], WORD_CLASSES["believe"]
_LIMIT, _LIMIT_PAIRS = WORD_CLASSES["limit"], WORD_CLASSES["limit_pair"]
_NEGATION = WORD_CLASSES["negation"]
OPENS_CLAUSE = frozenset(
    "if unless when while as after before because although though since until once whereas whether that".split()
)
_TIME_CLAUSE = frozenset(("after", "before"))  # 'a month after …'
_OWN_LIMITS = frozenset("as because while although though after".split())  # what limits these clauses belongs to them
_AUXILIARIES = frozenset("had was were did".split())
_ASK = frozenset("ask asks asked wonder wondered know knew see".split())  # after them, 'if' is 'whether'
_CONDITIONS = frozenset("when where once whenever".split())
_MAY_LIMIT = _LIMIT | _CONDITIONS | {"since", "before"}
_NOT_IN_RELATIVE = frozenset("but until till".split())  # limits that belong to a relative clause, if they are in one
_MAX_REACH = 7  # words from a verb to the preposition that it needs
_VERBS = frozenset("VZBPG")
_SUBJECTS = frozenset("we they you i he she".split())
_JOINING_TAGS = frozenset("CWO")
_PERFECT = frozenset(("has", "have"))


class Sentence:
    """A sentence with its tags. A stretch is what stands between two commas or stronger marks."""

    def __init__(self, pieces: list[str]) -> None:
        self.pieces, self.words = pieces, pieces[1::2]
        self.length = len(self.words)
        self.lower = "\n".join(self.words).lower().replace("’", "'").split("\n")
        self.flags = list(map(gap_flags, pieces[::2]))
        self.tags = tagger().tags(self.words, self.flags)
        for place in [place for place in range(1, self.length) if self.flags[place] & COMMA]:
            if len(self.words[place]) == 4 and self.words[place].isdigit() and self.words[place - 1].isdigit():
                self.flags[place] &= ~COMMA  # 'June 25, 2009, death'
                self.flags[place + 1] &= ~COMMA
        self.flags[0] |= EDGE
        self.flags[-1] |= EDGE
        self.breaks = [place for place, flags in enumerate(self.flags) if flags & SEPARATES]
        self._ends = list(accumulate(word_costs(self.words), initial=0))
        self._main_verbs: dict[int, int | None] = {}
        self._finite = self._find_verbs()
        self._denials = [at for at, word in enumerate(self.lower) if word in _NEGATION or word.endswith("n't")]

    def cost(self, start: int, end: int) -> int:
        """The number of words from one place to another."""
        return self._ends[end] - self._ends[start]

    def _find_verbs(self) -> list[int]:
        """The finite verbs, after the tags of verbs were corrected by the words around them."""
        tags, lower, classes = self.tags, self.lower, tagger().classes
        for place in range(1, self.length - 1):
            if tags[place] == "P" and tags[place - 1] == "N" and tags[place + 1] in "DO":
                tags[place] = "V"  # with an object
        for place, word in enumerate(lower[:-1]):
            if word == "cannot":
                tags[place] = "M"
            elif word in _SUBJECTS:
                verb = place + 1 + (tags[place + 1] == "R")
                if verb < self.length and tags[verb] in "NB" and "Z" in classes.get(lower[verb], "").upper():
                    tags[verb] = "Z"  # 'we also experiment'
                elif verb < self.length and tags[verb] == "P":
                    tags[verb] = "V"
        found: list[int] = []
        for place in reversed([place for place, tag in enumerate(tags) if tag in FINITE]):
            if found and self._is_participle(place, found[-1]):
                tags[place] = "P"
            else:
                found.append(place)
        return found[::-1]

    def _is_participle(self, place: int, later: int) -> bool:
        """'A man accused of theft was freed': of two verbs without anything that joins them, the first is none."""
        tags, word, between = self.tags, self.lower[place], slice(place + 1, later + 1)
        return (
            tags[place] == "V"
            and tags[place - 1] == "N"
            and tags[place + 1] in "IRJTP"
            and word not in _AUXILIARIES
            and "P" in tagger().classes.get(word, "VP")
            and _JOINING_TAGS.isdisjoint(tags[between])
            and "that" not in self.lower[between]
            and _first(self.breaks, place + 1, later + 1) is None
        )

    def stretch_start(self, place: int) -> int:
        """The beginning of the stretch that a place lies in."""
        return self.breaks[bisect_right(self.breaks, place) - 1]

    def stretch_end(self, place: int) -> int:
        """The end of the stretch that a place lies in."""
        return self.breaks[bisect_right(self.breaks, place)]

    def finite(self, start: int, end: int) -> int | None:
        """The first finite verb between two places."""
        return _first(self._finite, start, end)

    def _opens_clause(self, start: int) -> bool:
        """Whether a clause stands before the main one: 'when …', 'even as …', 'now that …', 'a month after …'."""
        first = start + (self.lower[start] in ("even", "now", "just"))
        opens = self.lower[first] in OPENS_CLAUSE or not _TIME_CLAUSE.isdisjoint(self.lower[start + 1 : start + 4])
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
            return True
        if self.tags[place] not in ("DNOQJYW" if "?" in self.pieces[-1] else "DNOQJY"):
            return False
        if self.finite(place, end) is not None:
            return True
        if "C" in self.tags[place:end] or self.finite(end, self.length) is None:
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
                or (word in OPENS_CLAUSE and self.flags[place] & SEPARATES)
            ):
                waiting += 1
            elif word in OPENS_CLAUSE and not waiting and (verb := self._past_verb(start, place)) is not None:
                return verb
            elif self.tags[place] in FINITE:
                if not waiting:
                    return place
                waiting -= 1
        return self._past_verb(start, self.length)

    def _past_verb(self, start: int, end: int) -> int | None:
        """The first word between two places that looks like a participle and may be a verb: 'the rate increased'."""
        classes = tagger().classes
        for place in range(start + 1, end):
            is_participle = self.tags[place] == "P" and self.tags[place - 1] == "N"
            if is_participle and "V" in classes.get(self.lower[place], "").upper():
                return place
        return None

    def verb_end(self, verb: int) -> int:
        """The place after a verb with its participles, infinitives and adverbs."""
        end = verb + 1
        while end < self.length and self.tags[end] in "BPGRT" and not self.flags[end] & SEPARATES:
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
            following = self.finite(end, self.stretch_end(end - 1))
            if content < self.length and self._opens_clause(content):
                following = self.main_verb(content)
            elif following is None and self.tags[content : content + 1] == ["I"]:
                following = self.finite(content, self.length)  # 'found that despite the rain, …'
            if following is None or self.tags[following - 1] == "C" or self._is_apart(content, following):
                break
            verb, end = following, self.verb_end(following)
        return end

    def _has_content(self, verb: int, end: int) -> bool:
        """Whether a verb of saying or thinking has a clause as its object."""
        group = self.lower[verb:end]
        if end >= self.length:
            return False
        if not _SAY.isdisjoint(group):
            return self.tags[end] != "T"
        return not _BELIEVE.isdisjoint(group) and (self.lower[end] == "that" or self.tags[end] in "DNOJQW")

    def _is_apart(self, content: int, verb: int) -> bool:
        """Whether a verb is in a clause of its own: 'announced a plan for a club that was …'."""
        return self.lower[content - 1] != "that" and not {*"GTW"}.isdisjoint(self.tags[content + 1 : verb])

    @cached_property
    def is_past(self) -> bool:
        """Whether the main verb tells an event, and not a rule."""
        verb = self.main_verb(0)
        if verb is None:
            return False
        return self.tags[verb] == "V" or (self.lower[verb] in _PERFECT and "P" in self.tags[verb + 1 : verb + 3])

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
            if self.lower[at] == word:
                return False
        return False

    def limit(self, start: int, end: int) -> int | None:
        """The first word between two places that limits or turns what was said before: 'only', 'unless', 'but'."""
        return _first(self._limits, start, end)

    @cached_property
    def _limits(self) -> list[int]:
        """The words that limit the main statement."""
        pairs = map("_".join, pairwise(self.lower))
        return [] if _MAY_LIMIT.isdisjoint(self.lower) and _LIMIT_PAIRS.isdisjoint(pairs) else self._find_limits()

    def _find_limits(self) -> list[int]:
        """The words that limit the main statement; those inside of what is added after a comma do not."""
        found, added, in_relative, stretch = [], False, False, 0
        for place, word in enumerate(self.lower):
            tag, separate = self.tags[place], self.flags[place] & SEPARATES
            if separate:
                if self.flags[place] & (STRONG | DASH) and word not in _LIMIT:
                    break  # another statement
                is_more = added and tag in "VP"
                added = place > 0 and (is_more or tag in "WG" or word in _OWN_LIMITS or word == "with")
                in_relative, stretch = False, place
            elif added or self.lower[place - 1] == "even":
                added = True
                continue
            if tag == "W" or (word == "that" and self.tags[place - 1] == "N"):
                in_relative = True
            if word in _OWN_LIMITS and not separate:
                added = self.finite(place, self.stretch_end(place)) is not None
            if word in _LIMIT:
                is_limit = not in_relative or word not in _NOT_IN_RELATIVE
                is_limit = is_limit and not (word == "if" and _ASK.intersection(self.lower[max(0, place - 6) : place]))
            elif word in _CONDITIONS:
                is_limit = not separate and tag in "IW" and not self.is_past
            elif word == "since":
                is_limit = not separate and not in_relative
            elif word == "before":
                is_limit = self.negated(stretch, place)
            else:
                is_limit = place + 1 < self.length and f"{word}_{self.lower[place + 1]}" in _LIMIT_PAIRS
            if is_limit and (word != "up" or self.tags[place + 2 : place + 3] == ["Q"]):
                found.append(place)
        return found

    def negated(self, start: int, end: int) -> bool:
        """Whether something between two places denies."""
        return _first(self._denials, start, end) is not None


def _first(places: list[int], start: int, end: int) -> int | None:
    """The first of some places that lies between two."""
    number = bisect_left(places, start)
    return places[number] if number < len(places) and places[number] < end else None
