"""Five hundred damaged inputs for each reader: an error in mindgist's own words, or a document whose offsets hold."""

import os
import random
from collections.abc import Callable
from io import BytesIO
from itertools import chain
from pathlib import Path
from zipfile import ZipFile

import pytest
from samples import SECTIONS, TITLE, archive, docx_sample, epub_sample, html_sample, pdf_of_lines

from mindgist.document import read_bytes
from mindgist.document.pdf import reader
from mindgist.errors import MindgistError

COUNT = 500
MARKDOWN = f"---\ntitle: {TITLE}\n---\n# One\n\n" + "\n\n".join(
    f"## {name}\n\n> - *" + "* [a](b) `c`\n\n|a|b|\n|-|-|\n|c|d|\n\n".join(texts) for name, texts in SECTIONS.items()
)


def small_pdf() -> bytes:
    """One page and then another, so that running heads and paragraphs over the page have their turn."""
    page = [(50.0, 700.0 - 14 * row, 9.0 + row % 3, text) for row, text in enumerate(chain(*SECTIONS.values()))]
    return pdf_of_lines([[(50, 750, 20, TITLE), *page], page])


SAMPLES: dict[str, Callable[[], bytes]] = {
    "text": MARKDOWN.encode,
    "markdown": MARKDOWN.encode,
    "html": lambda: html_sample().encode(),
    "docx": docx_sample,
    "epub": epub_sample,
    "pdf": small_pdf,
}


def mutated(content: bytes, generator: random.Random) -> bytes:
    """The content with a few bits turned over, bytes replaced, pieces removed, doubled or moved."""
    changed = bytearray(content)
    for _ in range(generator.randint(1, 8)):
        if not changed:
            break
        place = generator.randrange(len(changed))
        end = min(len(changed), place + generator.choice([1, 2, 8, 64, 512]))
        piece = bytes(changed[place:end])
        kind = generator.randrange(6)
        if kind == 0:
            changed[place] ^= 1 << generator.randrange(8)
        elif kind == 1:
            changed[place:end] = generator.randbytes(end - place)
        elif kind == 2:
            del changed[place:end]
        elif kind == 3:
            changed[place:place] = piece * generator.randint(1, 20)
        elif kind == 4:
            target = generator.randrange(len(changed))
            changed[target : target + len(piece)] = piece
        elif generator.random() < 0.3:
            del changed[place:]
    return bytes(changed)


def mutated_members(content: bytes, generator: random.Random) -> bytes:
    """A sound archive around damaged members, so that the damage reaches the parsers."""
    with ZipFile(BytesIO(content)) as file:
        members = {name: file.read(name) for name in file.namelist()}
    chosen = generator.choice(sorted(members))
    return archive(members | {chosen: mutated(members[chosen], generator)})


@pytest.mark.parametrize("kind", SAMPLES)
def test_damage(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # In this process: a child for each of the five hundred would take minutes, and find nothing more.
    monkeypatch.setattr(reader, "in_process", lambda worker, function, arguments, *_: function(*arguments))
    content = SAMPLES[kind]()
    generator = random.Random(kind)
    read = failed = 0
    for number in range(COUNT):
        inside = kind in ("docx", "epub") and number % 2
        damaged = mutated_members(content, generator) if inside else mutated(content, generator)
        told = None if number % 3 else kind
        try:
            document = read_bytes(damaged, kind=told)
        except MindgistError:
            failed += 1
        else:
            assert all(document.text[one.start : one.end] == one.text for one in document.sentences)
            assert list(document.pages) == sorted(document.pages)
            read += 1
    assert read + failed == COUNT
    assert read > 0  # damage is so small at times that there is something left to read
    assert os.listdir(tmp_path) == []
