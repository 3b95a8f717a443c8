"""Damaged and hostile files raise a clear error quickly."""

import io
import json
import random
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.maps import hostile_map, noted_map, plain_map
from mindgist.errors import MapFileError, MindgistError
from mindgist.export import FORMATS, READABLE, load_map, render
from mindgist.export.json import from_json
from mindgist.mindmap import MindMap

LAUGHS = b"".join(
    b'<!ENTITY l%d "%s">' % (level, b"&l%d;" % (level - 1) * 10 if level else b"ha") for level in range(10)
)
BOMB = b"<!DOCTYPE map [" + LAUGHS + b"]>"


def zipped(**files: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return target.getvalue()


def edited(change: Callable[[dict[str, object]], object]) -> bytes:
    content = json.loads(render(plain_map(), ".json"))
    change(content)
    return json.dumps(content).encode()


def deep_list(levels: int) -> bytes:
    return "".join(f"{'  ' * level}- {level}\n" for level in range(levels)).encode()


@pytest.mark.parametrize(
    ("ending", "content", "message"),
    [
        (".mm", BOMB + b'<map><node TEXT="&l9;"/></map>', "entities"),
        (".mm", b'<!DOCTYPE map SYSTEM "file:///etc/passwd"><map><node TEXT="a"/></map>', "document type"),
        (".opml", BOMB + b'<opml><body><outline text="&l9;"/></body></opml>', "entities"),
        (".opml", b"<opml><body></body></opml>", "no topic"),
        (".mm", b"<map><node", "well-formed"),
        (".mm", b"", "well-formed"),
        (".mm", b'<?xml version="1.0" encoding="nonsense"?><map/>', "well-formed"),
        (".xmind", b"PK", "no XMind|not an XMind"),
        (".xmind", zipped(content_json=b"[" * 100_000), "deep|form"),
        (".xmind", zipped(content_json=b'[{"rootTopic": 5}]'), "form"),
        (".xmind", zipped(content_json=b"[]"), "form"),
        (".xmind", zipped(other=b""), "no content.json"),
        (".xmind", zipped(content_json=b" " * 60_000_000), "more than 50 MB"),
        (".xmind", zipped(content_xml=BOMB + b"<a/>"), "entities"),
        (".json", b"{", "not JSON"),
        (".json", b"[" * 100_000, "not JSON"),
        (".json", b'{"a": 1}', "no map"),
        (".json", edited(lambda content: content.update(version=99)), "version 99"),
        (".json", edited(lambda content: content.update(nodes=5)), "not a list"),
        (".json", edited(lambda content: content.update(title=5)), "title"),
        (".json", edited(lambda content: content.update(labels="x")), "kind of label"),
        (".json", edited(lambda content: content["nodes"][1].update(parent=1)), "node 1 .*parent"),
        (".json", edited(lambda content: content["nodes"][1].update(parent=True)), "parent"),
        (".json", edited(lambda content: content["nodes"][1].update(score="x")), "score"),
        (".json", edited(lambda content: content["nodes"][1].update(text=1)), "text"),
        (".json", edited(lambda content: content["nodes"][1].update(end=1)), "ends before"),
        (".json", edited(lambda content: content["nodes"][1].pop("text")), "lacks 'text'"),
        (".json", edited(lambda content: content["nodes"].append(3)), "no object"),
        (".json", edited(lambda content: content["nodes"][0].update(score=float("inf"))), "score"),
        (".md", b"\xff\xfe\x00", "UTF-8"),
        (".md", b"", "no topic"),
        (".md", deep_list(400), "nested more than 148 deep"),
    ],
)  # fmt: skip
def test_damaged_files_raise_a_clear_error(ending: str, content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / f"map{ending}"
    path.write_bytes(content)
    with pytest.raises(MapFileError, match=message) as caught:
        load_map(path)
    assert str(path) in str(caught.value)


def test_size_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindgist.export.markup.MAX_ELEMENTS", 3)
    with pytest.raises(MapFileError, match="more than 3 elements"):
        FORMATS[".mm"].parse(b"<map>" + b"<node TEXT='a'/>" * 3 + b"</map>")
    monkeypatch.setattr("mindgist.export.items.MAX_NODES", 3)
    with pytest.raises(MapFileError, match="more than 3 topics"):
        FORMATS[".md"].parse(b"- a\n" * 4)


def test_unreadable_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MapFileError, match="cannot read"):
        load_map(tmp_path / "none.json")
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(MapFileError, match="cannot read"):
        load_map(tmp_path / "folder.json")
    monkeypatch.setattr("mindgist.export.formats.MAX_BYTES", 5)
    (tmp_path / "large.json").write_bytes(b"123456")
    with pytest.raises(MapFileError, match="larger"):
        load_map(tmp_path / "large.json")


@pytest.mark.parametrize("ending", READABLE)
def test_mutated_files_give_a_map_or_an_error(ending: str) -> None:
    """500 valid files with bytes changed, removed or doubled, or without their end."""
    generator = random.Random(ending)
    sound = [render(mindmap, ending) for mindmap in (plain_map(), plain_map("snippets"), hostile_map())]
    for _ in range(500):
        content = bytearray(generator.choice(sound))
        for _ in range(generator.randint(1, 8)):
            place = generator.randrange(len(content) or 1)
            kind = generator.randrange(4)
            if kind == 0:
                content[place : place + 1] = bytes([generator.randrange(256)])
            elif kind == 1:
                del content[place : place + generator.randint(1, 40)]
            elif kind == 2:
                content[place:place] = content[place : place + generator.randint(1, 40)]
            else:
                del content[max(1, place) :]
        try:
            found = FORMATS[ending].parse(bytes(content))
        except MindgistError:
            continue
        assert isinstance(found, MindMap)
        assert all(node.parent is None or node.parent < place for place, node in enumerate(found.nodes))
        render(found, ".json")


@given(st.binary(max_size=200))
def test_any_bytes_give_a_map_or_an_error(content: bytes) -> None:
    for ending in READABLE:
        try:
            FORMATS[ending].parse(content)
        except MindgistError:
            continue


def test_a_map_without_page_numbers_is_read() -> None:
    """The page was added in a later version; maps without it are read."""
    assert from_json(edited(lambda content: content["nodes"][1].pop("page"))).nodes[1].page is None


def test_no_text_of_the_document_is_in_a_comment_of_mermaid() -> None:
    """Mermaid obeys directives in comments."""
    lines = render(replace(noted_map(), labels="sentences"), ".mmd").decode().splitlines()
    comments = [line for line in lines if line.lstrip().startswith("%%")]
    assert comments
    assert not any(mark in "".join(comments) for mark in "{}:@")


def test_freeplane_finds_no_formula_in_attributes() -> None:
    root = ElementTree.fromstring(render(noted_map(), ".mm"))
    values = [entry.get("VALUE", "") for entry in root.iter("attribute")]
    assert any("6*7" in value for value in values)
    assert not any(value.startswith("=") for value in values)
