"""The label of a long English sentence: the sentence without what may go, or cut at the end of a phrase with '…'.

Rules find the places where the sentence may end so that the label is whole; the one nearest to the wanted length is
taken. What limits the statement ('unless …', 'but only …') stays, after '…' if it stands too far away, and so does who
says it, unless that is the police, a court or a record, or the label is a quotation that is cut.
"""

from itertools import accumulate
from operator import itemgetter

from mindgist.labels.optional import MIN_WORDS, begins_with_verb, in_list, is_added, without_optional
from mindgist.labels.sentence import SEPARATES, WORDS, Sentence
from mindgist.labels.surface import run_text, tidy
from mindgist.labels.tags import FINITE
from mindgist.labels.words import COMMA, QUOTE

SHORT_WORDS = 12  # a sentence of at most so many words is its own label
MAX_WORDS = 18  # of any other label …
MAX_WORDS_FOR_TRUTH = 20  # … and of one that would be false if it were cut
MAX_WORDS_LATE_VERB = 32  # … and of one whose verb comes late,
_WANTED_AFTER_VERB, _MAX_AFTER_VERB = 5, 8  # of which so many come after that verb
# How many words a label may be off the wanted length to be the whole sentence, to end without '…', or at a comma.
_WHOLE_VALUE, _CLEAN_VALUE, _COMMA_VALUE = 6, 10, 2
_TURN_COST = 8  # of a limit that is left out behind '…'
_THIN_COST = 1.5  # of a missing word, against one too many
_MIN_TOLD_WORDS, _MIN_CUT_LABEL = 5, 8  # a label with fewer words says too little, without and with '…'
_MIN_CUT_WORDS = 3  # fewer are not worth '…'
_MIN_STRETCH = 3  # words after a comma that a label may end with
_MAX_WORDS_TO_LIMIT = 22  # before what limits a label, so that it still belongs to it
_MAX_LAST_LIMIT = 16  # words
_SINGLING_ENDINGS = ("est", "th", "1st", "2nd", "3rd", "third")
_GOES_ON = frozenset("NJBPVZMYXDRQO")  # tags of words that belong to the word before them


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
        self._is_quotation = bool(kept.source and (sentence.flags[self.start] & QUOTE or self.start in sentence.quoted))
        self._source_words = sum(sentence.cost(first, last) for first, last in kept.source)
        self._resumed = {end: first for first, end, _ in kept.left_out}
        costs = sentence.costs[:]
        for first, last, _ in kept.left_out:
            costs[first:last] = [0] * (last - first)
        costs[: self.start] = [0] * self.start
        self._words = list(accumulate(costs, initial=self._source_words))
        core = sentence.core_end(self.start)
        verb = sentence.main_verb(self.start) or sentence.clause_start(self.start)
        # Without a main verb that is known, a sentence with some verb is not cut.
        has_verb = sentence.tags[self.start] != "B" and sentence.finite(self.start, self._end) is not None
        self._is_open = core is None and has_verb
        self._core = core if core is not None and core <= self._end else min(self.start + MIN_WORDS, self._end)
        self._wanted = max(SHORT_WORDS, self._words[self._core] + _WANTED_AFTER_VERB)
        self._inside = self._find_inside()
        self._last_limit = self._find_last_limit()
        singling, tags = WORDS["singling"], sentence.tags
        self._singled = [
            at
            for at, word in enumerate(sentence.lower[verb : self._end], verb)
            if word in singling or (tags[at] in "JQR" and word.endswith(_SINGLING_ENDINGS))
        ]

    def _is_limited(self, place: int) -> bool:
        """Whether a phrase begins here that limits what was denied or singled out before it."""
        s = self._s
        singled = [at for at in self._singled if at < place]
        if singled and s.tags[place] == "C":  # 'the first case of theft and fraud since …'
            return s.has("times", place, s.stretch_end(place))
        if s.flags[place] & SEPARATES or s.tags[place] not in "ITW":
            return False
        is_singled = singled and "C" not in s.tags[singled[-1] : place]
        is_limited = is_singled or (s.lower[place] in ("from", "for", "after") and s.negated(self.start, place))
        return bool(is_limited) and not s.has("times", self._core, place)

    def _find_inside(self) -> set[int]:
        """The places inside of what was left out, of pairs ('both … and'), and of clauses that have only begun."""
        s = self._s
        spans = [(at + 1, end + 1) for at, end in s.pairs()] + [(first, end) for first, end, _ in self._left_out]
        if self._core is not None and s.lower[self._core - 1] in WORDS["causing"]:
            end = s.finite(self._core, self._end) or self._end
            infinitive = next((at for at in range(self._core, end) if s.tags[at] == "T"), None)
            if infinitive is not None and "W" not in s.tags[self._core : infinitive]:
                spans.append((self._core, infinitive + 2))  # 'ordered the ship to leave'
        words, opening = s.lower[self.start : self._end - 1], WORDS["opens_clause"]
        for at in [at for at, word in enumerate(words, self.start) if word == "that" or s.tags[at] == "C"]:
            end = s.stretch_end(at)
            opens = s.lower[at] in ("but", "that") or (s.lower[at] == "and" and s.tags[at + 1] == "I")
            late = s.tags[at + 1] == "I" and s.has("opens_clause", at + 2, end)
            if late and end < self._end:  # 'and in May, when it rains, …'
                spans.append((at + 2, s.stretch_end(end) + 1))
            elif s.lower[at + 1] in opening or end == at + 1:  # 'and if it rains …', 'that, if it …'
                spans.append((at + 2, s.stretch_end(at + 1) + 1))
            elif s.finite(at + 1, end) is None and end < self._end:  # 'but for now, …', 'and Ann, having seen it, …'
                after = s.stretch_end(end)
                is_aside = s.tags[end] in "GPW" and begins_with_verb(s, after)
                spans.append((end, after + 1 if is_aside else end + opens))
        for at in [at for at, word in enumerate(words, self.start) if word in opening]:
            end = s.stretch_end(at)
            if end < self._end and s.tags[end] in "GPW" and begins_with_verb(s, s.stretch_end(end)):
                spans.append((end, s.stretch_end(end) + 1))  # 'after the ship, painted in May, sank'
        return {place for first, end in spans for place in range(first, end)}

    def _find_last_limit(self) -> int | None:
        """Where the sentence ends with a limit that is too far away to reach: 'unless …', 'but only …'."""
        s = self._s
        if self._is_quotation or self._words[self._end] <= _MAX_WORDS_TO_LIMIT:
            return None
        for at in range(max(self._core, s.stretch_start(self._end - 1), self._end - _MAX_LAST_LIMIT), self._end):
            is_only = s.lower[at] == "only" and s.lower[at - 1] == "but"
            is_last = s.lower[at] in WORDS["last_limit"] and s.tags[at - 1] != "C"  # no second 'or if …'
            if (is_only or is_last) and self._words[at] > _MAX_WORDS_TO_LIMIT:
                return at - is_only if s.limit(at, at + 1) is not None else None
        return None

    def text(self) -> str:
        """The label: whole if it is short, else up to the best place."""
        s, words = self._s, self._words[self._end]
        if words <= SHORT_WORDS:
            return self._written(self._end)
        first = self._first_end()
        longest = max(MAX_WORDS, min(MAX_WORDS_LATE_VERB, self._words[first] + _MAX_AFTER_VERB))
        ends: list[tuple[bool, float, int]] = []  # (keeps its source, value, place)
        is_denied = s.negated(s.clause_start(self.start), self._core)
        is_bound = is_denied or self._singled or self._is_quotation or s.limit(self.start, self._end) is not None
        whole = MAX_WORDS_LATE_VERB if is_bound else MAX_WORDS_FOR_TRUTH + self._source_words
        if words <= min(max(longest, whole), MAX_WORDS_LATE_VERB):
            ends.append((True, _WHOLE_VALUE - abs(words - self._wanted), self._end))
        for place in range(first, self._end):
            shown = self._words[place]
            if s.tags[place] in _GOES_ON and not s.flags[place] & SEPARATES:
                continue
            if shown > longest or (words <= MAX_WORDS_FOR_TRUTH and words - shown < _MIN_CUT_WORDS):
                break
            is_clean = shown >= _MIN_TOLD_WORDS and self._is_clean(place)
            if is_clean or shown >= _MIN_CUT_LABEL:
                ends.append((not self._loses_source(place), self._value(place, shown, is_clean), place))
        ends.sort(key=itemgetter(0, 1), reverse=True)  # the first of equal ones stays the first
        best = next((place for _, _, place in ends if self._may_end(place)), None)
        return self._written(self._anywhere(first) if best is None else best)

    def _loses_source(self, place: int) -> bool:
        """Whether the label ends inside a quotation, where who says it would be taken for the next words."""
        return self._is_quotation and place < self._end and place in self._s.quoted

    def _first_end(self) -> int:
        """The first place where the label may end: after the verb and, if that is near, what limits or denies it."""
        if self._is_open:
            return self._end
        s, place = self._s, self._core
        limit = s.limit(place, self._end)
        while limit is not None and self._words[limit] <= _MAX_WORDS_TO_LIMIT:
            if s.lower[limit] not in ("but", "yet", "besides"):
                verb = s.finite(limit, s.stretch_end(limit))
                is_near = verb is not None and self._words[s.verb_end(verb)] <= MAX_WORDS_LATE_VERB
                place = s.verb_end(verb) if verb is not None and is_near else limit + 2
            limit = s.limit(limit + 1, self._end)
        return min(place, self._end)

    def _value(self, place: int, words: int, is_clean: bool) -> float:
        """How good a label with so many words is that ends here, without or with '…'."""
        wanted = SHORT_WORDS if is_clean else self._wanted
        off = words - wanted if words > wanted else _THIN_COST * (wanted - words)
        if is_clean:
            return _CLEAN_VALUE - off
        turns = self._last_limit is None and self._s.limit(place, self._end) is not None
        return _COMMA_VALUE * bool(self._s.flags[place] & COMMA) - _TURN_COST * turns - off

    def _anywhere(self, first: int) -> int:
        """Where to cut a sentence that has no good place: at the next one, else where no word is cut off its own."""
        near = [place for place in range(first, self._end + 1) if self._words[place] <= MAX_WORDS_LATE_VERB]
        found = next((place for place in near if self._words[place] >= _MIN_CUT_LABEL and self._may_end(place)), None)
        if found is not None:
            return found
        places = [place for place in range(self.start + 2, self._end + 1) if self._words[place] <= MAX_WORDS_LATE_VERB]
        told = [place for place in places if self._words[place] >= _MIN_TOLD_WORDS]
        late = [place for place in told if place >= first] or [place for place in told if place >= self._core]
        late = late or places or [self.start + 1]
        if self._source and (ends := [at for at in late if at not in self._s.quoted and self._is_whole(at)]):
            late = ends
        whole = (lambda place: self._is_whole(place) and not self._is_limited(place), self._is_whole)
        for may_end in (self._may_end, *whole, lambda place: self._s.lower[place - 1] not in WORDS["hanging"]):
            if ends := list(filter(may_end, late)):
                return max((place for place in ends if self._words[place] <= MAX_WORDS_FOR_TRUTH), default=ends[0])
        return late[-1]

    def _is_clean(self, place: int) -> bool:
        """Whether the label needs no '…', because what follows is an addition after a comma or nothing."""
        s = self._s
        if place == self._end:
            return True
        if self._loses_source(place) or not s.flags[place] & SEPARATES or "?" in s.pieces[-1]:
            return False
        return s.limit(place, self._end) is None and not s.negated(place, self._end) and is_added(s, place, self._end)

    def _may_end(self, place: int) -> bool:
        if place == self._end:
            return True
        if self._source and place in self._s.quoted and not self._is_quotation:
            return False
        if place in self._inside or self._is_limited(place) or not self._is_whole(place):
            return False
        s, last = self._s, self._last(place)
        start = s.stretch_start(last)
        if place - start < _MIN_STRETCH:
            return False
        if s.flags[place] & SEPARATES:
            is_part = s.finite(start, place) is None and "C" not in s.tags[start:place]  # ', then a ruin, …'
            is_aside = is_part and start >= self._core and s.flags[place] & s.flags[start] & COMMA
            needs_object = s.tags[last] in "VZBI" and s.tags[last - 1] in "CVZBI"  # 'and holds, …', 'to add before, …'
            needs_object = needs_object or s.lower[last] == s.lower[place]  # 'very, very old'
            is_open = s.lower[last] in WORDS["say"] or is_aside or needs_object or s.tags[place] in "ZM"
            return not is_open and not in_list(s, place, self._end) and not self._is_before_verb(place)
        tag, before = s.tags[place], s.tags[last]
        is_open = (
            (tag == "C" and (not self._joins_verb(place) or before == "J"))
            or before in "VZBGY"  # without its object
            or tag == "T"  # 'a decision to …'
            or (tag == "I" and before in "PJ")  # 'the time necessary for …', 'is built with …'
            or (tag == "I" and (s.flags[place + 1] & SEPARATES or s.tags[place + 1] == "W"))  # 'an issue with, …'
            or (s.lower[place] in WORDS["time_clause"] and s.tags[last - 1] in "QD")  # 'three hours after …'
            or (s.lower[place] == "that" and (tag == "I" or s.lower[self.start] in ("it", "there")))  # 'a myth that …'
            or (s.lower[place] == "that" and s.has("say", max(0, place - 4), place))
            or (before not in "NQ" and tag == "W")  # 'find out where …', 'show them how …'
        )
        is_open = is_open or s.lower[last] in WORDS["empty"] or s.is_needed(place, last)
        return not is_open and not self._is_before_verb(place)

    def _joins_verb(self, place: int) -> bool:
        """Whether 'and' joins another verb, or a clause."""
        s = self._s
        if begins_with_verb(s, place + 1) or s.tags[place + 1] == "T":
            return True
        verb = s.finite(place + 1, s.stretch_end(place))
        return verb is not None and not {*"CWTG"} & {*s.tags[place + 1 : verb]}

    def _is_whole(self, place: int) -> bool:
        """Whether no word before a place belongs together with the one after it."""
        s, tag = self._s, self._s.tags[place]
        is_marked = s.flags[place] & SEPARATES
        if (tag in _GOES_ON and not is_marked) or s.pieces[2 * place] == "- ":
            return False
        last = self._last(place)
        word, before = s.lower[last], s.tags[last]
        needs_next = before + tag in ("JT", "PT", "RI", "RT", "RG")  # 'unable to …', 'shortly after …'
        if (needs_next and not is_marked) or (word in WORDS["hanging"] and before not in "VZR"):
            return False
        if before in "JQ":  # 'a very old', 'a truly beautiful'
            article = last - 1 - (s.tags[last - 1] == "R")
            if s.lower[article] in ("a", "an", "the") or before + tag == "JJ":
                return False
        if is_marked:
            return True
        belongs = word in WORDS["hanging"] or before in "DTCM" or word.endswith(("'s", "n't"))
        belongs = belongs or s.lower[place] in WORDS["not_apart"]
        return not belongs and not (s.words[last][0].isupper() and s.words[place][0].isupper())

    def _last(self, place: int) -> int:
        """The last word of a label that ends here."""
        return self._resumed.get(place, place) - 1

    def _is_before_verb(self, place: int) -> bool:
        """Whether a clause has begun whose verb follows: 'the walls are old and the roofs …', 'know what he …'."""
        s = self._s
        for at in range(place - 1, self._core - 1, -1):
            if s.tags[at] in FINITE or (s.flags[at + 1] & SEPARATES and at + 1 < place):
                return False
            if s.tags[at] in "CW" or s.lower[at] in WORDS["opens_clause"]:
                if s.flags[place] & SEPARATES:  # 'how the rules, …'
                    return s.tags[at] == "W" and s.finite(place, self._end) is not None
                verb = s.finite(at + 1, s.stretch_end(at))
                return verb is not None and not {*"WT"} & {*s.tags[place:verb]}
        return False

    def _written(self, end: int) -> str:
        """The words up to a place, and who says it, with the signs that belong to them."""
        s, first, text = self._s, self.start, ""
        for start, after, joint in self._left_out:
            if first <= start and after < end:
                text += run_text(s.pieces, first, start - 1) + joint
                first = after
        text += run_text(s.pieces, first, self._last(end))
        if not self._is_clean(end):
            text = tidy(text).rstrip(".") + "…"
            if self._last_limit is not None and self._last_limit >= end:
                text += " " + run_text(s.pieces, self._last_limit, self._end - 1)
        if self._source and not self._loses_source(end):
            runs = (run_text(s.pieces, first, last - 1) for first, last in self._source)
            text = f"{tidy(text).rstrip('.')}, {' '.join(runs)}"  # the source is no part of what is quoted
        return tidy(text)
