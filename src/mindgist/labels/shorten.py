"""The label of a long English sentence: the sentence without what may go, or cut at the end of a phrase with '…'.

Rules find the places where the sentence may end so that the label is whole; the one nearest to the wanted length is
taken. What limits the statement ('unless …', 'but only …') stays, after '…' if it stands too far away, and so does who
says it, unless that is an authority.
"""

from mindgist.labels.optional import MIN_WORDS, begins_with_verb, without_optional
from mindgist.labels.sentence import OPENS_CLAUSE, SEPARATES, WORD_CLASSES, Sentence
from mindgist.labels.surface import run_text, tidy
from mindgist.labels.tags import FINITE
from mindgist.labels.words import COMMA, DASH, STRONG

SHORT_WORDS = 12  # a sentence of at most so many words is its own label
MAX_WORDS = 18  # of any other label …
MAX_WORDS_FOR_TRUTH = 20  # … and of one that would be false if it were cut
_MAX_WORDS_LATE_VERB = 26  # … and of one whose verb comes late,
_WANTED_AFTER_VERB, _MAX_AFTER_VERB = 5, 8  # of which so many come after that verb
# How many words a label may be off the wanted length to be the whole sentence, to end without '…', or at a comma.
_WHOLE_VALUE, _CLEAN_VALUE, _COMMA_VALUE = 6, 7, 2
_GAP_COST = 8  # of a limit that is shown after '…'
_THIN_COST = 1.5  # of a missing word, against one too many
_MIN_TOLD_WORDS = 5  # a label with fewer says too little
_MIN_CUT_WORDS = 3  # fewer are not worth '…'
_MIN_STRETCH = 3  # words after a comma that a label may end with
_MAX_LIMIT_WORDS = 8  # of a limit after '…'
_HANGING, _SAY = WORD_CLASSES["hanging"], WORD_CLASSES["say"]
_ADDED = frozenset("as after because where when amid following despite with".split())
_EMPTY = frozenset("something anything nothing someone one ones those way ways thing things kind so".split())
_EMPTY_SUBJECTS = frozenset(("it", "there"))
_ARTICLES = frozenset(("a", "an", "the"))
_PAIRED = frozenset("both either between neither whether".split())
_NOT_APART = frozenset(
    "of % ago than per percent million billion no not never nor".split()
)  # no label ends before one of these
_GOES_ON = frozenset("NJBPVZMYXDRQ")  # tags of words that belong to the word before them


def shorten(pieces: list[str]) -> tuple[str, int]:
    """The label of a sentence, and the number of its first word."""
    label = _Label(Sentence(pieces))
    return label.text(), label.start


class _Label:
    """A sentence without what may go, and the places where it may end."""

    def __init__(self, sentence: Sentence) -> None:
        self._s = sentence
        kept = without_optional(sentence, SHORT_WORDS)
        self.start, self._end, self._left_out, self._source = kept.start, kept.end, kept.left_out, kept.source
        self._source_words = sum(sentence.cost(first, last) for first, last in kept.source)
        core = sentence.core_end(self.start)
        self._core = core if core is not None and core <= self._end else min(self.start + MIN_WORDS, self._end)
        self._wanted = max(SHORT_WORDS, self._words(self._core) + _WANTED_AFTER_VERB)
        self._denies = sentence.negated(sentence.clause_start(self.start), self._core)

    def text(self) -> str:
        """The label: whole if it is short, else up to the best place."""
        words = self._words(self._end)
        if words <= SHORT_WORDS:
            return self._written(self._end, None)
        longest = max(MAX_WORDS, min(_MAX_WORDS_LATE_VERB, self._words(self._core) + _MAX_AFTER_VERB))
        ends: list[tuple[float, int, int | None]] = []  # (value, place, limit)
        is_bound = self._denies or self._s.limit(self.start, self._end) is not None
        if words <= max(longest, _MAX_WORDS_LATE_VERB if is_bound else MAX_WORDS_FOR_TRUTH):
            ends.append((_WHOLE_VALUE - abs(words - self._wanted), self._end, None))
        for place in range(self._core, self._end):
            shown = self._words(place)
            if shown > longest or (words <= MAX_WORDS_FOR_TRUTH and words - shown < _MIN_CUT_WORDS):
                break
            if shown < _MIN_TOLD_WORDS:
                continue
            limit = self._limit(place)
            shown += 0 if limit is None else self._s.cost(limit, self._limit_end(limit))
            if shown <= max(longest, MAX_WORDS_FOR_TRUTH):
                ends.append((self._value(place, shown, limit), place, limit))
        ends.sort(key=lambda end: -end[0])  # stable: the first of equal ones
        best = next(((place, limit) for _, place, limit in ends if self._may_end(place)), None)
        return self._written(*best or self._anywhere())

    def _value(self, place: int, words: int, limit: int | None) -> float:
        """How good a label with so many words is that ends here."""
        is_clean = limit is None and not self._mark(place)
        wanted = SHORT_WORDS if is_clean else self._wanted
        off = words - wanted if words > wanted else _THIN_COST * (wanted - words)
        if is_clean:
            return _CLEAN_VALUE - off
        is_comma = bool(self._s.flags[place] & COMMA)
        return _COMMA_VALUE * is_comma - _GAP_COST * (limit is not None and limit > place) - off

    def _anywhere(self) -> tuple[int, int | None]:
        """Where to cut a sentence that has no good place, after the verb if that is near, and what limits it."""
        late = [place for place in range(self._core, self._end + 1) if self._words(place) <= _MAX_WORDS_LATE_VERB]
        first = next((place for place in late if self._words(place) > MAX_WORDS and self._may_end(place)), None)
        if first is not None:
            return first, self._limit(first)
        places = [place for place in range(self.start + 2, self._end + 1) if self._words(place) <= MAX_WORDS_FOR_TRUTH]
        late = [place for place in places if place >= self._core and self._words(place) >= _MIN_TOLD_WORDS]
        late = late or places or [self.start + 1]
        for may_end in (self._may_end, self._is_whole, self._ends_word):
            if found := list(filter(may_end, late)):
                return self._best_limited(found)
        return late[-1], None

    def _best_limited(self, places: list[int]) -> tuple[int, int | None]:
        """The last place that leaves room for what limits the label; the last one without it if there is none."""
        for place in reversed(places):
            limit = self._limit(place)
            words = 0 if limit is None else self._s.cost(limit, self._limit_end(limit))
            if self._words(place) + words <= MAX_WORDS_FOR_TRUTH:
                return place, limit
        return places[-1], None

    def _ends_word(self, place: int) -> bool:
        """Whether no article, preposition or auxiliary stands before a place."""
        return self._s.lower[place - 1] not in _HANGING

    def _mark(self, place: int) -> str:
        """What tells that something was left out: nothing if that is an addition after a comma."""
        if place == self._end:
            return ""
        s = self._s
        is_added = s.flags[place] & SEPARATES and self._is_added(place)
        turns = s.limit(place, self._end) is not None or s.negated(place, self._end)
        return "" if is_added and not turns else "…"

    def _limit(self, place: int) -> int | None:
        """What limits the label and follows after the end."""
        s = self._s
        limit = s.limit(place, self._end)
        if limit is None:
            return self._last_phrase(place) if self._denies else None
        clause = next(
            (at for at in range(max(place, limit - 4, s.stretch_start(limit)), limit) if s.tags[at] in "WC"), limit
        )
        return clause - (place < clause < limit and s.tags[clause - 1] == "I")  # 'in which … only'

    def _last_phrase(self, end: int) -> int | None:
        """The last phrase of a clause that is denied: it may be all that is denied ('not … before May')."""
        s = self._s
        stop = min(self._end, s.stretch_end(end - 1))
        if s.flags[end] & SEPARATES:
            return None
        phrases = [place for place in range(end, stop) if s.tags[place] == "I" and s.lower[place] != "of"]
        if not phrases or {*"CW"} & {*s.tags[end : phrases[-1]]}:
            return None
        return phrases[-1]

    def _may_end(self, place: int) -> bool:
        """Whether the label is whole that ends before a word."""
        if place == self._end:
            return True
        if not self._is_whole(place) or self._in_list(place) or self._is_before_verb(place):
            return False
        s, last = self._s, self._last(place)
        if s.flags[place] & SEPARATES and (s.lower[last] in _SAY or self._begins_clause(place)):
            return False
        if s.flags[place] & SEPARATES or place - s.stretch_start(last) < _MIN_STRETCH:
            return place - s.stretch_start(last) >= _MIN_STRETCH
        tag, before = s.tags[place], s.tags[last]
        is_open = (
            (tag == "C" and not self._joins_verb(place))
            or before in "VZBG"  # without its object
            or tag == "T"  # 'ready to …', 'a decision to …'
            or (tag == "I" and before in "PJ" and s.tags[last - 1] == "N")  # 'the time necessary for …'
            or (before == "R" and tag in "IT")  # 'down to …'
            or (s.lower[place] == "that" and (tag == "I" or s.lower[self.start] in _EMPTY_SUBJECTS))  # 'a myth that …'
            or (before not in "NQO" and tag == "W")  # 'find out where …'
        )
        return not is_open and s.lower[last] not in _EMPTY and not s.is_needed(place, last)

    def _begins_clause(self, place: int) -> bool:
        """Whether what stands before a mark only begins a clause: 'but for now, …', 'that, if it rains, …'."""
        s = self._s
        start = s.stretch_start(place - 1)
        if start > self.start and s.lower[start - 1] == "that":
            return True
        for at in range(max(start, self.start), place - 1):
            if (s.tags[at] == "C" or s.lower[at] == "that") and s.lower[at + 1] in OPENS_CLAUSE:
                return True
            if s.lower[at] in ("but", "that") and s.finite(at + 1, place) is None:
                return True
        return False

    def _joins_verb(self, place: int) -> bool:
        """Whether 'and' joins another verb, or a clause."""
        s = self._s
        if begins_with_verb(s, place + 1):
            return True
        verb = s.finite(place + 1, s.stretch_end(place))
        return verb is not None and not {*"CWTG"} & {*s.tags[place + 1 : verb]}

    def _is_whole(self, place: int) -> bool:
        """Whether no word before a place belongs together with the one after it."""
        if place == self._end:
            return True
        s, tag = self._s, self._s.tags[place]
        is_marked = s.flags[place] & SEPARATES
        if (tag in _GOES_ON and not is_marked) or any(first <= place < end for first, end, _ in self._left_out):
            return False
        last = self._last(place)
        word, before = s.lower[last], s.tags[last]
        if (before in "JQ" and s.lower[last - 1] in _ARTICLES) or (word in _HANGING and before not in "VZR"):
            return False
        if before == "W" or (before == "Q" and s.flags[place] & DASH):
            return False
        if is_marked:
            return True
        belongs = word in _HANGING or before in "DTCM" or s.lower[place] in _NOT_APART or word.endswith(("'s", "n't"))
        if tag == "O":  # 'an error you made'
            belongs = belongs or before != "N" or s.finite(place + 1, place + 2) is None
        return not belongs and not (s.words[last][0].isupper() and s.words[place][0].isupper())

    def _last(self, place: int) -> int:
        """The last word of a label that ends here."""
        return next((first for first, end, _ in self._left_out if end == place), place) - 1

    def _is_before_verb(self, place: int) -> bool:
        """Whether a clause has begun whose verb follows: 'the walls are old and the roofs …', 'know what he …'."""
        s = self._s
        for at in range(place - 1, self._core - 1, -1):
            if s.tags[at] in FINITE or s.flags[at + 1] & SEPARATES:
                return False
            if s.tags[at] in "CW" or s.lower[at] == "that" or s.lower[at] in OPENS_CLAUSE:
                verb = s.finite(at + 1, s.stretch_end(at))
                return verb is not None and verb >= place and not {*"WT"} & {*s.tags[place:verb]}
        return False

    def _is_added(self, place: int) -> bool:
        """Whether the stretch after a mark adds something that may go."""
        s, word, tag = self._s, self._s.lower[place], self._s.tags[place]
        end = s.stretch_end(place)
        before = s.stretch_start(place - 1)
        if before > self.start and s.tags[before] in "IR" and s.finite(before, place) is None:
            return False  # ', in many cases, leading to …'
        if s.flags[place] & (STRONG | DASH):
            return ";" in s.pieces[2 * place]
        is_item = before > 0 and s.finite(before, place) is None  # no clause, but one of several things
        if word in ("and", "so"):
            return s.finite(place + 1, end) is not None and not is_item
        if tag == "D":
            return s.finite(place, end) is None and not is_item
        resuming = {"W": "TVZMBI", "G": "TVZMBJ"}.get(tag, "TVZMB")
        resumes = any(s.tags[first] in resuming for first in s.breaks if place < first < self._end)
        if (word in ("while", "as") and s.finite(place, end) is None) or (tag == "G" and s.tags[place - 1] == "J"):
            return False  # 'as a guest', 'a healthy, growing economy'
        opens = tag in "WG" or word in _ADDED or (tag == "I" and "W" in s.tags[place + 1 : place + 2])
        return opens and not resumes and (word not in ("when", "with") or s.is_past)

    def _in_list(self, place: int) -> bool:
        """Whether a place is between the items of a list: 'latency, traffic and errors'."""
        s, first = self._s, place
        words = s.lower[self._core : place]
        if "between" in words and "and" not in words[words.index("between") :]:
            return True
        if s.tags[place] == "C" and not _PAIRED.isdisjoint(s.lower[self.start : place]):
            return True
        is_participle = s.tags[place] == "G" and "or" not in s.lower[place : place + 4]
        if not s.flags[place] & COMMA or s.tags[place] in "WI" or is_participle:
            return False
        while first < self._end:
            end = s.stretch_end(first)
            verb = s.finite(first, end)
            if verb is not None and "W" not in s.tags[first:verb] and "that" not in s.lower[first:verb]:
                return False
            if "and" in s.lower[first:end] or "or" in s.lower[first:end]:
                return True
            first = end
        return False

    def _words(self, end: int) -> int:
        """The number of words of a label that ends here."""
        words = self._s.cost(self.start, end) + self._source_words
        for first, last, _ in self._left_out:
            if first < end:
                words -= self._s.cost(first, min(last, end))
        return words

    def _written(self, end: int, limit: int | None) -> str:
        """The words up to a place, what limits them, and who says it, with the signs that belong to them."""
        s, first, text = self._s, self.start, ""
        for start, after, joint in self._left_out:
            if after < end:
                text += run_text(s.pieces, first, start - 1) + joint
                first = after
        text += run_text(s.pieces, first, self._last(end))
        mark = "" if limit == end else self._mark(end)
        if mark:
            text = tidy(text).rstrip(".") + mark
        if limit is not None:
            last = self._limit_end(limit)
            joint = ", " if not mark and s.flags[limit] & COMMA else " "
            text += f"{joint}{run_text(s.pieces, limit, last - 1)}{'…' if last < self._end else ''}"
        if self._source:
            runs = (run_text(s.pieces, first, last - 1) for first, last in self._source)
            text = f"{text.rstrip('.')}, {' '.join(runs)}"
        return tidy(text)

    def _limit_end(self, limit: int) -> int:
        """The end of a limit as far as it is shown."""
        most = _MAX_LIMIT_WORDS - self._source_words // 2
        shown = [end for end in range(limit + 1, self._end + 1) if self._s.cost(limit, end) <= most]
        if not shown or shown[-1] == self._end:
            return shown[-1] if shown else limit + 1
        whole = [end for end in shown if end > limit + 1 and self._is_whole(end)]
        return next((end for end in reversed(whole) if not self._s.is_needed(end, end - 1)), shown[-1])
