"""Count which English words need what follows them: ``models/tags/needs.txt``.

    python research/needed_words.py DATA FOLDER

DATA has corpus/*.jsonl.xz and discourse/train.jsonl. A line is a word and the words that need it ('of accused part …'),
or a tag and the words with it that hardly ever end a clause ('V driven included …').
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from mindgist.labels.sentence import Sentence
from mindgist.labels.surface import without_asides, without_dateline
from mindgist.labels.tags import tagger
from mindgist.labels.words import COMMA, EDGE, STRONG, read_pieces
from mindgist.learn.corpus import read_corpus

MIN_USES, MIN_NOUN_USES, MIN_WORDS = 15, 40, 3  # uses of a verb, of another word; words of a line
MIN_NEXT_SHARE = 0.25  # of a word's uses, with the needed word right after it
MIN_LATER_SHARE, MIN_LATER_SHARE_OF_PLACES = 0.3, 0.4  # of a verb's uses, with the needed word up to 7 words later
PLACES = frozenset("in of on at".split())
MAX_END_SHARE = {"V": 0.06, "N": 0.05, "J": 0.04, "R": 0.05}  # of a word's uses, at the end of a clause
MAX_REACH = 7
MIN_LENGTH = 5  # words of a sentence
ENDINGS = (("ing", ""), ("ied", "y"), ("ies", "y"), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))

Word = tuple[str, str]
"""(word, tag); the tag of all verbs is V"""


def stem(word: str) -> str:
    """A verb without its ending: its forms are counted together."""
    ending, instead = next((one for one in ENDINGS if word.endswith(one[0]) and len(word) >= len(one[0]) + 3), ("", ""))
    word = word.removesuffix(ending) + instead if ending else word
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def sentences(data: Path) -> Iterator[Sentence]:
    """The sentences of the first file of news, and of other texts that may be shipped."""
    news = (sentence for article in read_corpus(min((data / "corpus").glob("*.xz"))) for sentence in article.sentences)
    with (data / "discourse" / "train.jsonl").open(encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["shippable"]]
    others = (sentence["text"] for row in rows for sentence in row["sentences"] if not sentence["heading"])
    for text in chain(news, others):
        pieces = read_pieces(without_asides(without_dateline(text)))
        if len(pieces) >= 2 * MIN_LENGTH:
            yield Sentence(pieces)


def words(data: Path) -> Iterator[tuple[Word, bool, str, set[str]]]:
    """Each word, whether a clause ends after it, the word after it, and the prepositions that follow a verb."""
    for s in sentences(data):
        for place, (word, tag) in enumerate(zip(s.lower, s.tags, strict=False)):
            ends = bool(s.flags[place + 1] & (COMMA | STRONG | EDGE)) or "C" in s.tags[place + 1 : place + 2]
            after = "" if ends or s.tags[place + 1] not in "ITRW" else s.lower[place + 1]
            later = set()
            if tag in "VZBPG":
                for at in range(place + 1, min(place + MAX_REACH + 1, s.length)):
                    if s.flags[at] & (COMMA | STRONG) or s.tags[at] in "CWVZBPG":
                        break
                    if s.tags[at] in "IT":
                        later.add(s.lower[at])
            yield (word, "V" if tag in "VZBPG" else tag), ends, after, later


def main(data: Path, folder: Path) -> None:
    """Write the table."""
    uses: Counter[Word] = Counter()
    ends: Counter[Word] = Counter()
    following: dict[Word, Counter[str]] = defaultdict(Counter)
    later: dict[Word, Counter[str]] = defaultdict(Counter)
    for word, is_last, after, prepositions in words(data):
        for key in {word, (stem(word[0]), "VV")} if word[1] == "V" else {word}:
            uses[key] += 1
            ends[key] += is_last
            following[key].update([after] if after else [])
            later[key].update(prepositions)
    table: dict[str, set[str]] = defaultdict(set)
    for name, classes in tagger().classes.items():
        for tag, max_share in MAX_END_SHARE.items():
            has_tag = not {*"VZBPG"}.isdisjoint(classes.upper()) if tag == "V" else tag in classes.upper()
            keys = [(name, tag), (stem(name), "VV")] if tag == "V" else [(name, tag)]
            for key in keys if has_tag and name.replace("-", "").isalpha() else []:
                number = uses[key]
                if number < (MIN_USES if tag == "V" else MIN_NOUN_USES):
                    continue
                if key[1] == tag and ends[key] + 0.5 < max_share * (number + 1):
                    table[tag].add(name)
                for needed, times in following[key].items():
                    if tag != "R" and times - 1 >= MIN_NEXT_SHARE * number:
                        table[needed].add(name)
                for needed, times in later[key].items():
                    if times - 1 >= (MIN_LATER_SHARE_OF_PLACES if needed in PLACES else MIN_LATER_SHARE) * number:
                        table[needed].add(name)
    lines = [f"{line} {' '.join(sorted(own))}\n" for line, own in sorted(table.items()) if len(own) >= MIN_WORDS]
    (folder / "needs.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
