"""The model of gists, trained from scratch: the recipe behind ``mindgist train gists``.

A data folder has

- ``corpus/``: articles (``.jsonl`` or ``.jsonl.xz``), read in the order of their names;
- ``discourse/train.jsonl``: other texts, sentence by sentence, with ``id`` and ``shippable``;
- ``documents/``: files of any kind that mindgist reads. Every second one, by the checksum of its name, is not read, so
  that labels can be judged on it.

13,000 sentences of these texts have a label that was written for this project, with words of the sentence only.
``gist_labels.jsonl`` holds no text of them. A row is ``{"id": …, "labels": [[checksum, kept], …]}``: the id of the
text or the path of the file, and for each label the checksum of its sentence's words and the words that it keeps, such
as "0-3 7,9-12": a comma stands where the label has one between words that were not neighbours.

1. A transformer, the teacher, learns from these labels.
2. It labels many sentences of the same texts.
3. The network of ``mindgist.labels.network`` learns from those, and then from the written labels.

A stopped run continues after the last finished step, in the folder ``training`` of the output.
"""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import torch

from mindgist.document.reading import read
from mindgist.errors import CorpusError, MindgistError
from mindgist.evaluate.benchmark import read_rows
from mindgist.files import atomic_write, file_fingerprint, write_file, write_json
from mindgist.labels.network import WEIGHTS_FILE, WORDS_FILE
from mindgist.labels.words import read_pieces
from mindgist.learn.checkpoint import DEFAULT_TRANSFORMER, check_settings
from mindgist.learn.corpus import TRAIN, read_corpus
from mindgist.learn.gist_networks import Label, Student, Teacher, best_path, fit

CORPUS, OTHER_TEXTS, DOCUMENTS = "corpus", "discourse/train.jsonl", "documents"
LABELS = "gist_labels.jsonl"
ARTICLES = 6_000  # whose sentences the teacher labels
MIN_WORDS, MAX_WORDS = 13, 50  # of such a sentence; shorter ones are their own labels
MIN_FOUND = 0.9  # of the sentences with written labels
WORDS = 16_000  # that the network knows
TEACHER_EPOCHS, TEACHER_BATCH, TEACHER_RATE = 3, 24, 2e-4
HEADS_RATE = 2e-3  # of the teacher's new parameters
STUDENT_EPOCHS, STUDENT_BATCH, STUDENT_RATE = 6, 96, 3e-3
LAST_EPOCHS, LAST_BATCH, LAST_RATE = 1, 48, 1e-3  # on the written labels
_UNIT = re.compile(r"\w+")

OnProgress = Callable[[str, int, int], None]  # called with (name of the step, units done, units in total)


def train_gists(
    data: Path, output: Path, seed: int = 0, transformer: str = DEFAULT_TRANSFORMER,
    articles: int = ARTICLES, on_progress: OnProgress = lambda *_: None,
) -> None:  # fmt: skip
    """Train the model on a data folder and write it to the output folder: weights and words."""
    missing = [name for name in (CORPUS, OTHER_TEXTS, DOCUMENTS) if not (data / name).exists()]
    if missing:
        raise CorpusError(f"the data folder {data} lacks {', '.join(missing)}")
    folder = output / "training"
    fingerprint = file_fingerprint(data / OTHER_TEXTS)[:16]
    settings = {"articles": articles, "seed": seed, "transformer": transformer, "other texts": fingerprint}
    check_settings(folder, settings)
    on_progress("reading", 0, 1)
    sentences, written = read_sentences(data, articles)
    found = folder / "labels.jsonl"
    if not found.is_file():
        teacher = _teacher(written, transformer, seed, on_progress)
        lines = [json.dumps(label[:2]) for label in _labelled(teacher, sentences, on_progress)]
        write_file(found, "\n".join(lines))
    many = [Label(*json.loads(line)) for line in found.read_text(encoding="utf-8").splitlines()]
    counts = Counter(word.lower().replace("’", "'") for label in many for word in label.pieces[1::2])
    words = sorted(counts, key=lambda word: (-counts[word], word))[:WORDS]
    torch.manual_seed(seed)
    student = Student(words)
    rates = [(student.parameters(), STUDENT_RATE)]
    fit(student, many, STUDENT_EPOCHS, STUDENT_BATCH, rates, seed, partial(on_progress, "network"))
    rates = [(student.parameters(), LAST_RATE)]
    fit(student, written, LAST_EPOCHS, LAST_BATCH, rates, seed, partial(on_progress, "written labels"))
    with atomic_write(output / WEIGHTS_FILE) as temporary, temporary.open("wb") as file:
        np.savez(file, **student.weights())
    write_file(output / WORDS_FILE, "".join(f"{word}\n" for word in words))
    training = settings | {"labels": len(written), "sentences": len(many)}
    write_json(output / "config.json", {"model": "gists", "training": training})
    shutil.rmtree(folder)


def _teacher(written: Sequence[Label], transformer: str, seed: int, on_progress: OnProgress) -> Teacher:
    torch.manual_seed(seed)
    teacher = Teacher(transformer)
    rates = [(teacher.encoder.parameters(), TEACHER_RATE)]
    rates += [(part.parameters(), HEADS_RATE) for part in (teacher.marks, teacher.heads)]
    without_commas = [label._replace(commas=()) for label in written]
    fit(teacher, without_commas, TEACHER_EPOCHS, TEACHER_BATCH, rates, seed, partial(on_progress, "teacher"))
    return teacher


@torch.inference_mode()
def _labelled(teacher: Teacher, sentences: Sequence[list[str]], on_progress: OnProgress) -> list[Label]:
    """The sentences with the teacher's labels, in batches of like length."""
    found, order = [], sorted(range(len(sentences)), key=lambda number: len(sentences[number]))
    for start in range(0, len(order), STUDENT_BATCH):
        batch = [sentences[number] for number in order[start : start + STUDENT_BATCH]]
        kept, skips, _ = teacher(batch)
        for number, pieces in enumerate(batch):
            if path := best_path(kept[number], skips[number], len(pieces) // 2):
                found.append(Label(pieces, path))
        on_progress("labelling", start + len(batch), len(order))
    return found


def training_texts(data: Path, articles: int) -> Iterator[tuple[str, list[str]]]:
    """The (id, sentences) of all texts: the first articles and those with labels, other texts, and documents."""
    labelled = read_labels()
    usual = (article for article in read_corpus(data / CORPUS) if article.split == TRAIN)
    first = {article.id: list(article.sentences) for article in islice(usual, articles)}
    yield from first.items()
    for article in read_corpus(data / CORPUS, labelled.keys() - first.keys()):
        yield article.id, list(article.sentences)

    def read_text(row: dict[str, Any]) -> tuple[str, list[str]] | None:
        return (row["id"], [str(sentence["text"]) for sentence in row["sentences"]]) if row["shippable"] else None

    yield from filter(None, read_rows(data / OTHER_TEXTS, read_text, CorpusError, "not a text with its sentences"))
    folder = data / DOCUMENTS
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and crc32(path.name.encode()) % 2 == 0):
        try:
            document = read(path)
        except MindgistError:
            continue  # a picture, or a page without text
        if document.language == "en":
            yield path.relative_to(folder).as_posix(), [sentence.text for sentence in document.sentences]


def read_labels() -> dict[str, dict[int, str]]:
    """The rows of ``gist_labels.jsonl``: the kept words by the checksum of a sentence, by the id of its text."""
    lines = (files("mindgist.learn") / LABELS).read_text(encoding="utf-8").splitlines()
    return {row["id"]: dict(row["labels"]) for row in map(json.loads, lines)}


def read_sentences(data: Path, articles: int) -> tuple[list[list[str]], list[Label]]:
    """The sentences that the teacher labels, as pieces, and the written labels."""
    labels, sentences, written = read_labels(), [], []
    for name, texts in training_texts(data, articles):
        own = labels.get(name, {})
        for text in texts:
            pieces = read_pieces(text)
            if MIN_WORDS <= len(pieces) // 2 <= MAX_WORDS:
                sentences.append(pieces)
                if kept := own.get(crc32(" ".join(_UNIT.findall(text.lower())).encode())):
                    written.append(Label(pieces, *_places(pieces, kept)))
    wanted = sum(map(len, labels.values()))
    if len(written) < MIN_FOUND * wanted:
        raise CorpusError(
            f"{data} has {len(written)} of the {wanted} sentences with written labels; name the whole CNN part of "
            "CNN/DailyMail, the training part of the discourse trees and the documents"
        )
    return sentences, written


def _places(pieces: Sequence[str], kept: str) -> tuple[list[int], list[int]]:
    """The places of the kept words of a row, and of those after a comma.

    A row counts runs of letters and digits, of which a word such as "ex-wife" has two.
    """
    owner = [place for place, word in enumerate(pieces[1::2], start=1) for _ in _UNIT.findall(word)]
    found: dict[int, None] = {}
    commas = []
    for part in re.findall(r",?[\d-]+", kept):
        first, _, last = part.lstrip(",").partition("-")
        if part[0] == "," and owner[int(first)] not in found:
            commas.append(owner[int(first)])
        found |= dict.fromkeys(owner[int(first) : int(last or first) + 1])
    return list(found), commas
