"""How rare a word is in general, by the ranks of a model's list of words."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from math import log
from pathlib import Path

WORDS_FILE = "words.txt"  # of a model: one word a line, the most frequent first
STEM_LENGTH = 6  # letters; two words that share them count as forms of one word, in any language
COMMON_WORDS = 20  # the most frequent words all have a rarity near 0


class Lexicon:
    """A list of words, the most frequent first; all others are as rare as can be."""

    def __init__(self, by_frequency: Iterable[str]) -> None:
        self.words = tuple(by_frequency)
        least, most = log(COMMON_WORDS), log(len(self.words) + COMMON_WORDS)
        self._rarities: dict[str, float] = {}
        for rank, word in enumerate(self.words):
            self._rarities.setdefault(word[:STEM_LENGTH], (log(rank + COMMON_WORDS) - least) / (most - least))

    @classmethod
    def read(cls, folder: Path) -> "Lexicon":
        """The lexicon of a model."""
        return cls((folder / WORDS_FILE).read_text(encoding="utf-8").split())

    def rarity(self, word: str) -> float:
        """How rare the stem of a word in lower case is in general, from 0 to 1."""
        return self._rarities.get(word[:STEM_LENGTH], 1.0)

    def rarities(self, stems: Iterable[str]) -> list[float]:
        """The same for several stems."""
        return [self._rarities.get(stem, 1.0) for stem in stems]


@cache
def shipped_lexicon() -> Lexicon:
    """The lexicon of the shipped model: 30,000 words of English news."""
    return Lexicon((files("mindgist") / "models" / "supervised" / WORDS_FILE).read_text(encoding="utf-8").split())
