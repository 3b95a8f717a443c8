"""Damaged and hostile inputs, structure and all: each is made anew from its number, so that any can be had again."""

import json
import random
import re
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from entrances import SEEDS
from samples import SECTIONS, TITLE, archive, docx_sample, epub_sample, html_sample, pdf_of_lines

from export.maps import hostile_map, plain_map
from mindgist.export import READABLE, render

MARKDOWN = f"---\ntitle: {TITLE}\n---\n# One\n\n" + "\n\n".join(
    f"## {name}\n\n> - *" + "* [a](b) `c`\n\n|a|b|\n|-|-|\n|c|d|\n\n".join(texts) for name, texts in SECTIONS.items()
)
PLAIN = (
    "THE HARBOUR\n===========\n\n1. Tides\n\n"
    + "\n\n".join(f"1.1 {name}\n\n  - " + "\n    - ".join(texts) for name, texts in SECTIONS.items())
    + "\n\n> On Monday they wrote:\n> nothing\n\n-- \nA signature\n"
)
RTF = r"{\rtf1\ansi{\fonttbl{\f0 Times;}}\f0\fs24 " + r"\par ".join(SECTIONS["Tides"]) + r"\u8217?\'e9}"

CUES = "WEBVTT - Tides\n\nNOTE a\n\n" + "".join(
    f"{place}\n00:00:0{place}.000 --> 00:00:0{place + 1}.500 align:start\n<v Ann>{text}</v>\n\n"
    for place, text in enumerate(SECTIONS["Tides"])
)

# What parsers stumble over, by itself or many times over.
TOKENS = (
    b"<", b">", b"&", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\t", b" ", b"\n", b"\n\n", b"#", b"*",
    b"_", b"`", b"[", b"](", b"|", b"-", b"\\", b'"', b"'", b"{", b"}", b"<!--", b"]]>", b"<![CDATA[", b"&#x0;",
    b"&#1114112;", b"<!DOCTYPE a [", b"<!ENTITY a 'b'>", b"<div>", b"<table><tr><td>", b"<ul><li>", b"<svg>",
    b"<script>", b"</p>", b"<p", b"1.", b"1.1.1.1 ", b"99999999999999999999", b"-1", b"1e999", b"null", b"[[[[",
    b'{"a":', b"\\u0000", b"\xed\xa0\x80", "\u202e".encode(), "\u200b".encode(), "é\u0301".encode(),
    "。".encode(), "…".encode(), "👩‍👩‍👧".encode(), b"endobj", b"stream", b"/Kids", b"Chapter 1",
)  # fmt: skip


def small_pdf() -> bytes:
    """One page and then another, so that running heads and paragraphs over the page have their turn."""
    lines = [text for texts in SECTIONS.values() for text in texts]
    page = [(50.0, 700.0 - 14 * row, 9.0 + row % 3, text) for row, text in enumerate(lines)]
    return pdf_of_lines([[(50, 750, 20, TITLE), *page], page])


READER_SEEDS: dict[str, Callable[[], bytes]] = {
    "text": PLAIN.encode,
    "markdown": MARKDOWN.encode,
    "html": lambda: html_sample().encode(),
    "pdf": small_pdf,
    "docx": docx_sample,
    "epub": epub_sample,
    "rtf": RTF.encode,
    "csv": lambda: (
        b"name,text,note\n" + b"".join(b'%s,"%s",1\n' % (n.encode(), t[0].encode()) for n, t in SECTIONS.items())
    ),
    "json": lambda: json.dumps({"title": TITLE, "sections": SECTIONS, "list": [[1, None], {"a": True}]}).encode(),
    "transcript": CUES.encode,
}


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """What the inputs of a target are made of: sound files of its own kind, and one of another."""
    if target in SEEDS:
        return SEEDS[target]
    if target in READABLE:
        return tuple(render(mindmap, target) for mindmap in (plain_map(), hostile_map()))
    made = READER_SEEDS.get(target)
    return (made() if made else office_seed(target), MARKDOWN.encode())


def office_seed(kind: str) -> bytes:
    """A sound file of a kind that other samples do not make."""
    import samples

    found: Callable[[], bytes] = getattr(samples, f"{kind}_sample")
    return found()


def made(target: str, seed: int, number: int) -> bytes:
    """The input of this number: mostly a sound file with some damage."""
    generator = random.Random(f"{target}/{seed}/{number}")
    sound = seeds(target)
    choose_first = target not in SEEDS and generator.random() < 0.9
    return mutated(sound[0] if choose_first else generator.choice(sound), generator)


def mutated(content: bytes, generator: random.Random) -> bytes:
    """The content, damaged; of an archive, often a member, so that the damage reaches the parsers."""
    if content.startswith(b"PK") and generator.random() < 0.8:
        return _with_a_damaged_member(content, generator)
    changed = bytearray(content)
    for _ in range(generator.choice([1, 1, 2, 4, 8, 16])):
        _change(changed, generator)
    return bytes(changed)


def _with_a_damaged_member(content: bytes, generator: random.Random) -> bytes:
    try:
        with ZipFile(BytesIO(content)) as file:
            members = {name: file.read(name) for name in file.namelist()}
    except (BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError, zlib.error):
        return content[: generator.randrange(len(content))]
    if not members:
        return content
    chosen = generator.choice(sorted(members))
    action = generator.randrange(10)
    if action == 0:
        del members[chosen]
    elif action == 1:
        members[generator.choice(["../../out", "/out", "a" * 300, "a\x00b"])] = members[chosen]
    else:
        members[chosen] = mutated(members[chosen], generator)
    return archive(dict(members))


def _change(changed: bytearray, generator: random.Random) -> None:
    if not changed:
        changed += generator.choice(TOKENS)
        return
    place = generator.randrange(len(changed))
    end = min(len(changed), place + generator.choice([1, 2, 8, 64, 512]))
    piece = bytes(changed[place:end])
    action = generator.randrange(10)
    if action == 0:
        changed[place] ^= 1 << generator.randrange(8)
    elif action == 1:
        changed[place:end] = generator.randbytes(end - place)
    elif action == 2:
        del changed[place:end]
    elif action == 3:
        changed[place:place] = piece * generator.choice([1, 2, 20, 500])
    elif action == 4:
        target = generator.randrange(len(changed))
        changed[target : target + len(piece)] = piece
    elif action == 5:
        changed[place:place] = generator.choice(TOKENS) * generator.choice([1, 1, 3, 50, 5000])
    elif action == 6:
        changed[place:end] = generator.choice(TOKENS)
    elif action == 7:
        _change_a_number(changed, place, generator)
    elif action == 8:
        _double_an_element(changed, place, generator)
    elif generator.random() < 0.3:
        del changed[place:]


def _change_a_number(changed: bytearray, place: int, generator: random.Random) -> None:
    """Counts, lengths and offsets are what formats rely on."""
    found = re.compile(rb"\d+").search(bytes(changed), place)
    if found:
        changed[found.start() : found.end()] = generator.choice(
            [b"0", b"-1", b"1", b"255", b"65536", b"2147483648", b"99999999999999999999", b"1e400"]
        )


def _double_an_element(changed: bytearray, place: int, generator: random.Random) -> None:
    """An element of a markup language inside itself, or beside itself, many times."""
    found = re.compile(rb"<(\w[\w:]*)[^>]{0,200}>").search(bytes(changed), place)
    if found:
        times = generator.choice([1, 3, 100, 1000])
        changed[found.start() : found.start()] = found[0] * times
        if generator.random() < 0.5:
            changed[found.end() + len(found[0]) * times :] += (b"</" + found[1] + b">") * times
