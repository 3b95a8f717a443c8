"""Texts to measure with: articles from a corpus, or made up from a seed."""

import json
import lzma
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np


def articles(count: int, corpus: Path | None = None) -> list[str]:
    """``count`` texts, one paragraph per line: from a corpus folder, or made up."""
    if corpus is None:
        return [made_up(sentences, seed) for seed, sentences in enumerate(_lengths(count))]
    return list(islice(corpus_articles(corpus), count))


def corpus_articles(corpus: Path) -> Iterator[str]:
    """The texts of a folder of *.jsonl.xz files, one file after the other."""
    for file in sorted(corpus.glob("*.jsonl.xz")):
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            yield from (json.loads(line)["article"] for line in lines)


def made_up(sentences: int, seed: int) -> str:
    """An article of this many sentences of 12 to 30 words, in paragraphs of one to three.

    Words are drawn from 8,000 by Zipf's law, a third of them from forty that belong to the article, so that its
    sentences share words as they do in news.
    """
    generator = np.random.default_rng(seed)
    vocabulary = np.array([_word(number) for number in range(8_000)])
    chance = 1 / np.arange(1, len(vocabulary) + 1)
    own = generator.choice(len(vocabulary), 40, replace=False)
    written = []
    for _ in range(sentences):
        length = int(generator.integers(12, 31))
        numbers = generator.choice(len(vocabulary), length, p=chance / chance.sum())
        topical = generator.random(length) < 1 / 3
        numbers[topical] = generator.choice(own, int(topical.sum()))
        text = " ".join(vocabulary[numbers])
        written.append(text[0].upper() + text[1:] + ".")
    breaks = generator.random(sentences) < 0.5
    return "".join(text + ("\n" if ends else " ") for text, ends in zip(written, breaks, strict=True))


def _lengths(count: int) -> list[int]:
    return np.random.default_rng(0).integers(10, 60, size=count).tolist()


def _word(number: int) -> str:
    """A pronounceable word for each number."""
    syllables = ["ba", "co", "di", "fu", "ga", "he", "ji", "lo", "mu", "na", "po", "ri", "sa", "te", "vi", "wo"]
    word = ""
    number += 16
    while number:
        number, place = divmod(number, len(syllables))
        word += syllables[place]
    return word
