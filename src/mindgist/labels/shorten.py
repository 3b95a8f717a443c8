"""The label of a long English sentence: the sentence without what may go, or cut at the end of a phrase with '…'.

An addition after a comma or 'and' may go without a trace, too. What limits the statement ('unless …', 'but only …')
stays, after '…' if it stands too far away, and so does who says it, unless that is an authority.
"""

from mindgist.labels.optional import MIN_WORDS, begins_with_verb, without_optional
from mindgist.labels.sentence import SEPARATES, WORD_CLASSES, Sentence
from mindgist.labels.surface import run_text, tidy
from mindgist.labels.words import COMMA, DASH, STRONG

SHORT_WORDS = 12  # a sentence of at most so many words is its own label
MAX_WORDS = 18  # of any other label …
MAX_WORDS_FOR_TRUTH = 20  # … and of one that would be false if it were cut
_MIN_WHOLE_WORDS = 6  # of a label whose end was left out without '…'
_MAX_HEAD_WORDS, _MAX_LIMIT_WORDS = 10, 8  # before '…' inside a label, and of the limit after it
_MAX_VERB_PLACE, _MAX_SUBJECT_WORDS = 12, 7  # words up to the verb; words before '…' if there are more
_MIN_TOLD_WORDS = 8  # a label with '…' and fewer words says too little
_MIN_CUT_WORDS = 3  # fewer are not worth '…'
_WANTED_WORDS, _MAX_EXTRA_WORDS = 14, 6  # of a label with '…', and how many more to end a phrase
_LENGTH_VALUE = 0.5  # of a word, against the strength of a place to cut
_HANGING, _DAY = WORD_CLASSES["hanging"], WORD_CLASSES["day"]
_ADDED = frozenset("as after while because although though where when amid following despite with".split())
_OPENS_CLAUSE = _ADDED | {"since", "before"}
_PARTICLES = frozenset("up out off down on in away back over".split())
_BINDING = frozenset("to for with about against over into from toward towards between on".split())  # belong to nouns
_PAIRED = frozenset("both either between neither whether".split())
_NOT_APART = frozenset("of % ago than per percent million billion".split())  # no label ends before one of these


def shorten(pieces: list[str]) -> tuple[str, int]:
    """The label of a sentence, and the number of its first word."""
    label = _Label(Sentence(pieces))
    return label.text(), label.start


class _Label:
    """A sentence without what may go, and the places where it may end."""

    def __init__(self, sentence: Sentence) -> None:
        self._s = sentence
        kept = without_optional(sentence, SHORT_WORDS)
        self.start, self._end, self._left_out, self._source, self._name = (
            kept.start, kept.end, kept.left_out, kept.source, kept.name
        )  # fmt: skip
        self._source_words = sum(sentence.cost(first, last) for first, last in kept.source)
        core = sentence.core_end(self.start)
        self._core = core if core is not None and core <= self._end else self.start + MIN_WORDS

    def text(self) -> str:
        """The label: whole if it is short, else without additions, else cut."""
        words = self._words(self._end)
        if words <= SHORT_WORDS:
            return self._written(self._end)
        ends = [place for place in range(self._core, self._end) if self._may_stop(place)]
        ends = [place for place in ends if _MIN_WHOLE_WORDS <= self._words(place) <= MAX_WORDS_FOR_TRUTH]
        fitting = [place for place in ends if self._words(place) <= SHORT_WORDS]
        if fitting:
            return self._written(fitting[-1], self._mark(fitting[-1]))
        if words <= MAX_WORDS:
            return self._written(self._end)
        return self._written(ends[0], self._mark(ends[0])) if ends else self._cut()

    def _mark(self, place: int) -> str:
        """What tells that an addition was left out: nothing after a comma."""
        return "" if self._s.flags[place] & COMMA else "…"

    def _cut(self) -> str:
        """The beginning of the sentence, cut at the end of a phrase, and what limits it."""
        s = self._s
        denies = s.negated(self.start, self._core)
        is_bound = denies or s.limit(self.start, self._end) is not None
        if is_bound and self._words(self._end) <= MAX_WORDS_FOR_TRUTH:
            return self._written(self._end)
        if self._words(self._core) > _MAX_VERB_PLACE:
            self._elide_before_verb()
        end = self._best_end(MAX_WORDS - 2 if denies else _WANTED_WORDS)
        words = self._words(self._end)
        if words <= MAX_WORDS_FOR_TRUTH and words - self._words(end) <= _MIN_CUT_WORDS:
            return self._written(self._end)
        limit = s.limit(self._core, self._end)
        if limit is None and denies:
            limit = self._last_phrase(end)
        if limit is None or limit < end:
            return self._written(end, "…")
        end = min(limit, self._best_end(_MAX_HEAD_WORDS))
        limit = s.limit(end, self._end) or limit
        return self._written(end, "…" if limit > end else "", limit)

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

    def _best_end(self, wanted: int) -> int:
        """The best place to cut: at the end of a phrase, near a wanted number of words."""
        longest = [place for place in range(self.start + 2, self._end) if self._words(place) <= MAX_WORDS + 2]
        outside = [place for place in longest if place >= self._core and not self._in_joined_subject(place)]
        ends = [place for place in outside if self._may_end(place) and self._strength(place) > 0]
        near = [place for place in ends if self._words(place) <= wanted + _MAX_EXTRA_WORDS]
        if near:
            return max(near, key=lambda place: self._value(place, wanted))
        ending = ends[:1] or [place for place in longest if self._may_end(place)] or longest or [self._end]
        return ending[-1]

    def _value(self, place: int, wanted: int) -> float:
        """How good a label is that ends here."""
        words = self._words(place)
        length = min(words, wanted) - max(0, words - wanted) - 2 * max(0, _MIN_TOLD_WORDS - words)
        return self._strength(place) + _LENGTH_VALUE * length - 2 * (place == self._core)

    def _in_joined_subject(self, place: int) -> bool:
        """Whether a place is between 'and' and the verb that follows with it: 'the walls are old and the roofs …'."""
        s = self._s
        joint = next((at for at in range(place - 1, self._core - 1, -1) if s.tags[at] == "C"), None)
        if joint is None or s.tags[joint + 1] not in "DNJOQ" or s.flags[place] & SEPARATES:
            return False
        verb = s.finite(joint + 1, s.stretch_end(joint))
        return verb is not None and verb >= place and not {*"WTC"} & {*s.tags[joint + 1 : verb]}

    def _elide_before_verb(self) -> None:
        """Leave out the middle of what stands before the verb, and show that."""
        s, verb = self._s, self._s.main_verb(self.start)
        if verb is None:
            return
        clause = s.clause_start(self.start)
        fronted = clause > self.start
        stop = clause if fronted else verb
        ends = [
            place
            for place in range(self.start + 2, stop)
            if s.cost(self.start, place) <= _MAX_SUBJECT_WORDS + 4 * fronted
            and self._may_end(place)
            and (self._strength(place) > 0 or s.tags[place] in "TI" if fronted else self._ends_subject(place))
        ]
        opens_condition = s.limit(self.start, self.start + 2) is not None and s.lower[self.start] != "whether"
        is_condition = not fronted or opens_condition
        if ends and not (is_condition and (s.limit(ends[-1], stop) is not None or s.negated(ends[-1], stop))):
            later = [one for one in self._left_out if one[0] >= stop]
            self._left_out = [(ends[-1], stop, "…, " if fronted else "… "), *later]

    def _ends_subject(self, place: int) -> bool:
        """Whether a noun ends here, and what follows says more about it."""
        s, tag, after = self._s, self._s.tags[place], self._s.tags[place + 1]
        if (tag == "P" and after not in "IT") or (tag in "WI" and self._names_which(place)):
            return False  # it may be the verb, or say which ones are meant
        follows = tag in "PWIT" or (tag == "R" and after == "P")
        return follows and s.tags[place - 1] == "N" and {*s.tags[self.start : place]} <= {*"DJNQI"}

    def _names_which(self, place: int) -> bool:
        """Whether a relative clause says which ones a rule is about: 'a worker who has a child pays less'."""
        s = self._s
        return (s.tags[place] == "W" or s.lower[place] == "that") and not s.flags[place] & SEPARATES and not s.is_past

    def _may_stop(self, place: int) -> bool:
        """Whether a label may end here without '…': what follows is added, and does not turn it."""
        s = self._s
        is_joined = s.lower[place] == "and"
        if not (is_joined or s.flags[place] & SEPARATES) or not self._may_end(place) or self._in_list(place):
            return False
        before = max(first for first in s.breaks if first < place)
        if before > self.start and s.tags[before] in "IR" and s.finite(before, place) is None:
            return False  # ', in many cases, leading to …'
        if s.limit(place, self._end) is not None:
            return False
        if s.flags[place] & SEPARATES:
            return self._is_added(place)
        return _PAIRED.isdisjoint(s.lower[self.start : place]) and self._joins_verb(place)

    def _joins_verb(self, place: int) -> bool:
        """Whether 'and' joins another verb, or a clause with a subject of its own."""
        s = self._s
        if begins_with_verb(s, place + 1):
            return True
        verb = s.finite(place + 1, min(s.stretch_end(place), place + 8))
        if verb is None or s.tags[place + 1] not in "DO":
            return False
        return all(s.tags[at] not in "TWIG" or s.lower[at] == "of" for at in range(place, verb))

    def _is_added(self, place: int) -> bool:
        """Whether the stretch after a mark adds something that may go."""
        s, word, tag = self._s, self._s.lower[place], self._s.tags[place]
        end = s.stretch_end(place)
        if s.flags[place] & (STRONG | DASH):
            return ";" in s.pieces[2 * place]
        if word in ("and", "so"):
            return s.finite(place + 1, end) is not None and not self._is_item(place)
        if tag == "D":
            return s.finite(place, end) is None and not self._is_item(place)
        resuming = {"W": "TVZMBI", "G": "TVZMBJ"}.get(tag, "TVZMB")
        resumes = any(s.tags[first] in resuming for first in s.breaks if place < first < self._end)
        if word in ("while", "as") and s.finite(place, end) is None:
            return False
        opens = tag in "WG" or word in _ADDED or (tag == "I" and s.tags[place + 1] == "W")
        return opens and not resumes and (word not in ("when", "with") or s.is_past)

    def _is_item(self, place: int) -> bool:
        """Whether the stretch before a place is no clause, but one of several things."""
        before = max(first for first in self._s.breaks if first < place)
        return before > 0 and self._s.finite(before, place) is None

    def _in_list(self, place: int) -> bool:
        """Whether a place is between the items of a list: 'latency, traffic and errors'."""
        s, first = self._s, place
        if not s.flags[place] & COMMA or s.tags[place] in "WI":
            return False
        if s.tags[place] == "G" and "or" not in s.lower[place : place + 4]:
            return False
        while first < self._end:
            end = s.stretch_end(first)
            if s.finite(first, end) is not None:
                return False
            if "and" in s.lower[first:end] or "or" in s.lower[first:end]:
                return True
            first = end
        return False

    def _may_end(self, place: int) -> bool:
        """Whether a label may end before a word."""
        s, last = self._s, place - 1
        if any(first <= place <= end for first, end, _ in self._left_out):
            return False
        if s.flags[place] & SEPARATES:
            return s.lower[last] not in _HANGING or s.tags[last] in "VZR"
        if s.lower[last] in _HANGING or s.tags[last] in "DTCM" or s.tags[place] == "Q" or s.lower[place] in _NOT_APART:
            return False
        if s.words[last][0].isupper() and s.words[place][0].isupper() and s.lower[place] not in _DAY:
            return False
        return not (s.tags[last] in "QJ" and s.tags[place] in "NJ") and not s.lower[last].endswith("'s")

    def _strength(self, place: int) -> float:
        """How good a place is to cut a sentence: before a clause, a phrase, or nothing."""
        s, before, tag, word = self._s, self._s.tags[place - 1], self._s.tags[place], self._s.lower[place]
        if s.flags[place] & SEPARATES:
            is_opening = s.flags[place] & (STRONG | DASH) and ";" not in s.pieces[2 * place]  # what is meant follows
            return 1.0 if is_opening or self._in_list(place) else 5.0
        found = 0.25 if tag in "RGP" and before == "N" else 0.0
        if tag == "W" and before in "NQOR":
            found = 3.0
        elif word in _OPENS_CLAUSE and s.tags[min(place + 1, s.length - 1)] not in "JR":
            found = 3.0 if word != "as" or s.finite(place, s.stretch_end(place)) is not None else 0.5
        elif word == "that":
            found = 0.5 if before == "N" else 0.0
            if {"such", "so"} & {*s.lower[place - 4 : place]}:
                found = 0.0
        elif tag == "C":
            found = 2.5 if self._joins_verb(place) else 0.5
        elif tag == "I":
            counts = word in ("by", "to", "from", "at") and s.tags[min(place + 1, s.length - 1)] == "Q"
            binds = word in _BINDING or s.tags[min(place + 1, s.length - 1)] in "WG"
            if not counts and s.lower[place - 1] not in _PARTICLES:
                found = (0.5 if binds else 2.0) if before in "NQOR" else 0.0
        elif tag == "T":
            found = 0.25 if before in "NO" and place - self._core >= MIN_WORDS else 0.0
        return found

    def _words(self, end: int) -> int:
        """The number of words of a label that ends here."""
        words = self._s.cost(self.start, end) + self._source_words
        for first, last, _ in self._left_out:
            if first < end:
                words -= self._s.cost(first, min(last, end))
        return words

    def _written(self, end: int, mark: str = "", limit: int | None = None) -> str:
        """The words up to a place, what limits them, and who says it, with the signs that belong to them."""
        s, first, text = self._s, self.start, ""
        for start, after, joint in self._left_out:
            if after < end:
                text += run_text(s.pieces, first, start - 1) + joint
                first = after
        text += run_text(s.pieces, first, end - 1)
        if self._name:
            text = f"[{self._name}]{text[len(s.words[self.start]) :]}"
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
        return next((end for end in reversed(shown) if end > limit + 1 and self._may_end(end)), shown[-1])
