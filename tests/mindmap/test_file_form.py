import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

import mindgist
from export.maps import hostile_map, plain_map
from mindgist.errors import MapError, MapFileError, OptionError, UnknownNameError
from mindgist.export import FORMATS
from mindgist.export.html import map_content
from mindgist.labels.kinds import DERIVED_KINDS, LABELS
from mindgist.mindmap import MindMap, Node, file_form
from mindgist.web.jobs import export_map

MINIMAL = {"nodes": [{"text": "Open the wall"}, {"text": "Pay the farmers", "parent": 0}]}


def test_every_field_of_a_node_is_in_the_form() -> None:
    assert {field.name for field in fields(Node)} == {field.name for field in file_form.FIELDS}


@pytest.mark.parametrize("mindmap", [plain_map(), plain_map("snippets"), replace(plain_map(), size=2)])
def test_a_map_comes_back_as_it_was(mindmap: MindMap) -> None:
    content = json.loads(json.dumps(mindmap.to_dict()))
    again = MindMap.from_dict(content)
    assert again == mindmap.with_labels(*DERIVED_KINDS)
    assert again.to_dict() == content


@pytest.mark.parametrize("labels", LABELS)
def test_a_saved_map_is_the_map(harbour_text: str, tmp_path: Path, labels: str) -> None:
    mindmap = mindgist.map(harbour_text, labels=labels)
    mindmap.save(tmp_path / "map.json")
    assert mindgist.load(tmp_path / "map.json") == mindmap.cut()
    assert hash(mindgist.load(tmp_path / "map.json")) == hash(mindmap.cut())
    assert MindMap.from_dict(mindmap.to_dict()) == mindmap
    assert mindgist.load(tmp_path / "map.json") != mindmap.cut(3)
    first, *others = mindmap.cut().nodes
    assert replace(mindmap.cut(), nodes=(replace(first, gist="edited"), *others)) != mindmap.cut()


def test_a_map_of_too_many_nodes_is_refused_in_every_format() -> None:
    rows = [{"text": "a", "parent": None if not place else 0} for place in range(file_form.MAX_NODES + 1)]
    with pytest.raises(MapFileError, match="more than 100,000 nodes"):
        MindMap.from_dict({"nodes": rows})
    with pytest.raises(MapFileError, match="more than 100,000"):
        FORMATS[".opml"].parse(b"<opml><body>" + b'<outline text="a"/>' * len(rows) + b"</body></opml>")


def test_hostile_texts_can_be_written() -> None:
    json.dumps(hostile_map().to_dict(), ensure_ascii=False).encode()


def test_a_minimal_map_is_taken_alike_everywhere() -> None:
    """By Python, by the importer and by the API; and a null is as good as nothing."""
    nulls = {"nodes": [{name.name: None} | row for row in MINIMAL["nodes"] for name in file_form.FIELDS][:1]}
    for content in (MINIMAL, nulls, MINIMAL | {"version": 1, "title": None, "size": None, "other": 5}):
        body = json.dumps(content).encode()
        mindmap = MindMap.from_dict(content)
        assert FORMATS[".json"].parse(body) == mindmap
        assert export_map(body, ".txt")[0] == FORMATS[".txt"].render(mindmap)
        assert MindMap.from_dict(map_content(mindmap)).nodes == mindmap.with_labels(*DERIVED_KINDS).nodes
    first, second = MindMap.from_dict(MINIMAL).nodes
    assert (first.parent, first.score, first.start, first.end, first.page, first.sentence) == (
        None,
        0,
        0,
        0,
        None,
        None,
    )
    assert (second.parent, second.text) == (0, "Pay the farmers")


def test_what_is_no_map_is_refused_alike() -> None:
    for content in ({}, {"nodes": []}, {"nodes": [{}]}, {"nodes": [{"text": "a", "parent": 0}]}, MINIMAL | {"size": 0}):
        body = json.dumps(content).encode()
        for read in (lambda body=body: FORMATS[".json"].parse(body), lambda body=body: export_map(body, ".txt")):
            with pytest.raises(MapFileError) as found:
                read()
            assert str(found.value)


def test_older_versions_are_read_and_the_newest_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_form, "VERSION", 3)
    for version in (1, 2, 3):
        assert MindMap.from_dict(MINIMAL | {"version": version}).to_dict()["version"] == 3
    for version in (0, 4, "1", None, 1.5):
        with pytest.raises(MapFileError, match="reads versions up to 3"):
            MindMap.from_dict(MINIMAL | {"version": version})


def node(**changes: object) -> Node:
    return replace(plain_map().nodes[0], **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([node(parent=0)], "node 0 stands before its parent 0"),
        ([node(), node(parent=-1)], "node 1 stands before its parent -1"),
        ([node(start=5, end=4)], "ends before it starts"),
        ([node(start=-1)], "ends before it starts"),
        ([node(score=float("nan"))], "score"),
    ],
)
def test_what_is_no_map_cannot_be_made(nodes: list[Node], message: str) -> None:
    with pytest.raises(MapError, match=message):
        MindMap(None, tuple(nodes))


def test_sizes_and_labels_are_checked_too() -> None:
    with pytest.raises(OptionError):
        MindMap(None, (node(),), size=0)
    with pytest.raises(UnknownNameError):
        MindMap(None, (node(),), labels="words")  # type: ignore[arg-type]
