"""A small slice of ``make fuzz``, the same inputs every time."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "fuzzing"))

import growth

import run as fuzzing


@pytest.mark.parametrize("target", fuzzing.targets())
def test_damaged_inputs_are_read_or_refused(target: str) -> None:
    *_, found = fuzzing.fuzz(target, 1, 100, float("inf"), fuzzing.found_before(None, target, 1))
    assert found["failures"] == []
    assert found["read"] + found["refused"] == found["inputs"] == 100
    assert found["read"] > 0


def book_of_chapters(count: int) -> bytes:
    return growth.FORMATS["epub"][1]('<item id="#" href="#" media-type="text/html"/>' * count)


PARAGRAPH = "<p:txBody><a:p/></p:txBody>"
# What took 12 s to 49 s and 1.6 GB to 2.6 GB. Limits are far above what is measured on a quiet machine.
COSTLY = {
    "many paragraphs in a shape": ("pptx", growth.FORMATS["pptx"][1](f"<p:sp>{PARAGRAPH * 40_000}</p:sp>")),
    "many chapters": ("epub", book_of_chapters(600_000)),
    "elements without end": ("epub", growth.FORMATS["epub"][1]("<p>a" * 1_980_000)),
    "tables": ("markdown", b"|a|b|c|\n|-|-|-|\n" + b"|a|b|c|\n" * 450_000),
    "a wide table": ("markdown", growth.bodies(growth.WIDE, 8_000_000)[""].encode()),
    "nested quotes": ("markdown", b"".join(b"> " * depth + b"a\n" for depth in range(1, 40)) * 2_500),
    "list items": ("markdown", b"- a\n" * 450_000),
    "outline items": (".md", b"- a\n" * 450_000),
    "lines of an outline": (".md", b"[\n" * 450_000),
    "many lines of an outline": (".md", b"[\n" * 25_000_000),
    "details of an outline": (".md", b"- a\n\n<!-- mindgist: [" + b"{}," * 16_000_000 + b"1] -->"),
    "values of a map": (".json", b'{"nodes": [' + b"{}," * 16_000_000 + b"1]}"),
    "topics": (".xmind", growth.FORMATS[".xmind"][1]("{}," * 16_000_000 + "1")),
    "quotes in a table": ("csv", b'name,text,note\nTides,' + b'"' * 600 + b"\nWalls,b,c\n"),
    "columns of a table": ("csv", b"a" + b"," * 100_000 + b"\n" + b"b\n" * 50_000),
    "voices of a transcript": ("transcript", b"00:01.000 --> 00:02.000\n" + b"<v" + b" " * 200_000),
    "cues of many lines": ("transcript", (b"00:01.000 --> 00:02.000\n" + b"a\n" * 240_000 + b"\n") * 2),
    "empty elements": ("docx", growth.FORMATS["docx"][1]("<w:a/>" * 7_000_000)),
}  # fmt: skip


@pytest.mark.parametrize("name", COSTLY)
def test_small_inputs_do_not_cost_much(name: str) -> None:
    seconds, megabytes = growth.measured(*COSTLY[name])
    assert seconds < growth.MAX_SECONDS
    assert megabytes < growth.MAX_MEGABYTES


def test_growth_is_measured_for_every_reader_and_importer() -> None:
    assert {*fuzzing.targets()} <= {*growth.FORMATS, *fuzzing.entrances.TARGETS}
