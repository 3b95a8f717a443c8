"""Topics in other languages than English: noun phrases that a branch repeats and the rest of the map does not.

Nothing is learned about these languages. A phrase is a noun phrase by how the text uses it: after a determiner or as a
name with capitals, between stop words or marks. Scripts without spaces are cut into words by their statistics.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from mindgist.languages import language
from mindgist.languages.language import Language
from mindgist.languages.scripts import SCRIPTS, UNSPACED

MAX_WORDS = 3  # content words of a topic
MIN_NODES = 2  # of a branch that have its topic, with the governor; one more without
MIN_SHARE = 0.3  # of the nodes of a branch that have its topic
MIN_LIFT = 3.0  # how much more frequent a topic is in the branch than outside
MIN_EVIDENCE = 0.3  # share of a phrase's uses that show that it is a noun phrase
MIN_WHOLE = 0.4  # share of a phrase's uses that are not part of a longer phrase
WORD_BONUS = 0.5  # for each further word of a topic

_WORD_LENGTHS = {"han": range(2, 9), "thai": range(4, 17)}  # characters; Japanese changes its script between words
_WORD = re.compile(r"[^\W_]+(?:[-\u200c][^\W_]+|[\u064b-\u0652\u0900-\u094d]+[^\W_]*)*")
_ARABIC_PREFIX = re.compile(r"[وفبك](?=ال\w{3})")  # "and", "in" before the article
_JAPANESE = re.compile(r"[\u30a1-\u30fa\u30fc\u3400-\u9fff]{2,}|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_THAI_PART = re.compile(r"[\u0e30-\u0e3a\u0e45-\u0e4e]|.*[\u0e31\u0e40-\u0e44]\Z")  # no word begins or ends so
_JOINED = (" ", "'", "’")  # what stands between the words of a phrase
_MARK = "."  # stands for all marks
_INFLECTION = {"de": re.compile(r"(?:e[ns]?|n|s)\Z")}
_PLURAL = re.compile(r"e?s\Z")

Tokens = list[tuple[str, str]]  # what stands before each word, and the word


@dataclass(slots=True)
class _Phrase:
    words: int
    nodes: set[int] = field(default_factory=set)
    uses: int = 0
    whole: int = 0
    forms: Counter[str] = field(default_factory=Counter)  # how it is written where it certainly is a noun phrase

    def shown(self) -> str:
        """The most frequent form, the shortest of several, with a capital."""
        text = max(self.forms, key=lambda form: (self.forms[form], -len(form), form))
        return text[0].upper() + text[1:] if text.split()[0].islower() else text


class RepeatedPhrases:
    """The noun phrases that the nodes of a map repeat."""

    def __init__(self, texts: Sequence[str], own: Language) -> None:
        self._own, self._size = own, len(texts)
        self._is_spaced = own.script not in UNSPACED
        self._function_words = own.stop_words | own.frequent_words | own.not_nouns | own.months | own.weekdays
        if own.script != "latin":  # names in Latin letters are fine, sentences are not
            self._function_words |= language("en").stop_words
        pattern = _WORD if self._is_spaced else _JAPANESE if own.script == "kana" else _repeated_words(texts, own)
        tokens = [_tokens(text, pattern) for text in texts]
        inside = [word for node in tokens for gap, word in node[1:] if gap in (*_JOINED, ", ")]
        # In lower case: the words that are always written with a capital inside sentences.
        self._names = {word.lower() for word in inside if word[0].isupper()}.difference(inside)
        phrases: dict[str, _Phrase] = {}
        for node, found in enumerate(tokens):
            for first, last, words in self._runs(found):
                key = " ".join(_stem(found[place][1], own) for place in range(first, last + 1))
                phrase = phrases.setdefault(key, _Phrase(words))
                phrase.uses += 1
                phrase.nodes.add(node)
                self._judge(phrase, found, first, last)
        self._phrases = [
            phrase
            for phrase in phrases.values()
            if phrase.forms.total() >= MIN_EVIDENCE * phrase.uses and phrase.whole >= MIN_WHOLE * phrase.uses
        ]

    def naming(self, members: set[int], governor: int) -> Iterator[tuple[float, str]]:
        """(Score, topic) of the phrases that name a branch."""
        for phrase in self._phrases:
            inside = len(phrase.nodes & members)
            share = inside / len(members)
            outside = (len(phrase.nodes) - inside + 0.3) / (self._size - len(members) + 3)
            needed = MIN_NODES + (governor not in phrase.nodes)
            if inside >= needed and share >= max(MIN_SHARE, MIN_LIFT * outside):
                yield share * (1 + WORD_BONUS * (phrase.words - 1)), phrase.shown()

    def _runs(self, tokens: Tokens) -> Iterator[tuple[int, int, int]]:
        """(First, last, number of content words) of all runs that may be phrases."""
        content = [self._is_content(word) for _, word in tokens]
        for first in range(len(tokens)):
            words = 0
            for last in range(first, len(tokens)):
                if last > first and tokens[last][0] not in _JOINED:
                    break
                if content[last]:
                    words += 1
                    if words > MAX_WORDS:
                        break
                    yield first, last, words if self._is_spaced else max(1, len(tokens[last][1]) // 2)
                elif not words or tokens[last][1].lower() not in self._own.noun_links:
                    break

    def _judge(self, phrase: _Phrase, tokens: Tokens, first: int, last: int) -> None:
        """Note whether a use of a phrase is whole, and how it is written if it is a noun phrase."""
        own = self._own
        words = [word for _, word in tokens[first : last + 1]]
        gap = tokens[first][0]
        after_gap, after = tokens[last + 1] if last + 1 < len(tokens) else ("\n", "")
        before = tokens[first - 1][1] if gap in _JOINED else ""
        after = after if after_gap in _JOINED else ""
        is_name = all(self._is_name(word) for word in words if word.lower() not in own.noun_links)
        if own.code == "de":  # nouns have capitals; "des Landes" is a genitive
            is_noun_phrase = is_name and not before.endswith("es")
        elif own.article_prefix:
            # One noun after another word may be the second part of a name.
            is_one = first == last
            starts = self._has_article(words[0]) or (not is_one and before in own.determiners)
            is_noun_phrase = is_name or (starts and not (is_one and self._is_content(before)))
        elif not self._is_spaced:
            is_noun_phrase = bool(gap) and (gap[-1] in own.determiners or not gap[-1].isalnum())
        elif own.determiners:
            is_noun_phrase = is_name or before.lower() in own.determiners
        else:  # only names can be told, and at the beginning they are no inflected ones
            is_noun_phrase = is_name and not before
        if is_noun_phrase:
            phrase.forms[words[0] + "".join(space + word for space, word in tokens[first + 1 : last + 1])] += 1
        is_longer: Callable[[str], bool] = self._has_article if own.article_prefix else self._is_content
        if is_name:  # 'Der Damm' in a Chinese text is longer than 'Damm'
            is_longer = self._is_name if own.script == "latin" else str.isascii
        phrase.whole += not ((before and is_longer(before)) or (after and is_longer(after)))

    def _is_content(self, word: str) -> bool:
        is_long = len(word) > (2 if self._is_spaced else 1)
        return is_long and word.lower() not in self._function_words and not any(map(str.isdigit, word))

    def _has_article(self, word: str) -> bool:
        return word.startswith(self._own.article_prefix)

    def _is_name(self, word: str) -> bool:
        return word[0].isupper() and word.lower() in self._names


def _tokens(text: str, pattern: re.Pattern[str]) -> Tokens:
    """The words of a text. The prefixes of an Arabic article are no part of a word."""
    found, end = [], 0
    for match in pattern.finditer(text):
        prefix = _ARABIC_PREFIX.match(match[0])
        start = match.start() + (prefix.end() if prefix else 0)
        found.append((text[end:start], text[start : match.end()]))
        end = match.end()
    return found


def _stem(word: str, own: Language) -> str:
    lower = word.lower().removeprefix(own.article_prefix)
    if own.script == "latin" and len(lower) > 4:
        return _INFLECTION.get(own.code, _PLURAL).sub("", lower)
    return lower


def _repeated_words(texts: Sequence[str], own: Language) -> re.Pattern[str]:
    """The words that texts repeat, longest first: strings between different characters, sometimes at a mark."""
    before: dict[str, set[str]] = defaultdict(set)
    after: dict[str, set[str]] = defaultdict(set)
    nodes: dict[str, set[int]] = defaultdict(set)
    run = re.compile(f"[{SCRIPTS[own.script]}]+")
    for number, text in enumerate(texts):
        for line in run.findall(text):
            for start in range(len(line)):
                for length in _WORD_LENGTHS[own.script]:
                    end = start + length
                    if end > len(line) or line[end - 1] in own.noun_breaks:
                        break
                    word = line[start:end]
                    nodes[word].add(number)
                    before[word].add(line[start - 1] if start else _MARK)
                    after[word].add(line[end] if end < len(line) else _MARK)
    bounds = own.noun_breaks | own.determiners | {_MARK}
    found = [
        word
        for word, own_nodes in nodes.items()
        if len(own_nodes) >= MIN_NODES
        and all(around & bounds and (len(around) > 1 or _MARK in around) for around in (before[word], after[word]))
        and own.noun_breaks.isdisjoint(word)
        and not (word.startswith(tuple(own.no_noun_start)) or word.endswith(tuple(own.no_noun_end)))
        and not _THAI_PART.match(word)
    ]
    latin = rf"(?:(?![{SCRIPTS[own.script]}])[^\W_])+"
    return re.compile("|".join([*map(re.escape, sorted(found, key=len, reverse=True)), latin]))
