"""Every format writes valid files, and readable formats restore the map."""

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import networkx
import pytest
from hypothesis import given, settings

import real_readers
from export.maps import FOLDED, chain, folded_map, maps, node, plain_map, star
from mindgist.errors import ExportError, MapFileError, UnknownNameError
from mindgist.export import FORMATS, READABLE, format_named, load_map, render, save
from mindgist.export.branch import MAX_DEPTH, centre_branch, one_line
from mindgist.export.outline import from_markdown
from mindgist.labels.kinds import DERIVED_KINDS, LABELS
from mindgist.mindmap import MindMap, Node, with_centre

DOCS = Path(__file__).parent.parent.parent / "docs"
MAP_SCHEMA, CANVAS_SCHEMA = (
    jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))
    for path in (DOCS / "map-format.schema.json", Path(__file__).parent / "readers" / "canvas.schema.json")
)
few = settings(max_examples=40)
LOSSLESS = (".mm", ".xmind", ".opml")


def cleaned(node: Node) -> Node:
    """Return the fields of a node that formats with one-line labels keep."""
    return replace(node, text=one_line(node.text), snippet="-", gist="-", topic="-", folded=False)


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("ending", [".json", *LOSSLESS])
def test_saved_maps_load_unchanged(ending: str, labels: str, tmp_path: Path) -> None:
    mindmap = plain_map(labels)
    save(mindmap, tmp_path / f"map{ending}")
    back = load_map(tmp_path / f"map{ending}")
    if labels != "snippets" and ending != ".json":  # snippets are computed again from the sentences
        pairs = zip(back.nodes, mindmap.nodes, strict=True)
        back = replace(back, nodes=tuple(replace(node, snippet=other.snippet) for node, other in pairs))
    assert back.with_labels(*DERIVED_KINDS) == mindmap.with_labels(*DERIVED_KINDS)


@pytest.mark.parametrize("ending", [".json", *LOSSLESS])
def test_arranged_maps_stay_arranged(ending: str, tmp_path: Path) -> None:
    centre, late, early = node("Centre", None, 0), node("Late", 0, 2), node("Early", 0, 1)
    for arranged, wanted in ((False, ["Early", "Late"]), (True, ["Late", "Early"])):
        save(MindMap(None, (centre, late, early), "sentences", arranged=arranged), tmp_path / f"map{ending}")
        back = load_map(tmp_path / f"map{ending}")
        assert back.arranged == arranged
        assert [back.nodes[place].text for place in back.children()[0]] == wanted


@few
@given(maps())
def test_json_round_trip_of_random_maps(mindmap: MindMap) -> None:
    def text(value: str) -> str:
        return value.encode("utf-8", "replace").decode()

    back = FORMATS[".json"].parse(render(mindmap, ".json"))
    assert back.title == (mindmap.title if mindmap.title is None else text(mindmap.title))
    assert back.nodes == tuple(
        replace(node, text=text(node.text), snippet=text(node.snippet), gist=text(node.gist), topic=text(node.topic))
        for node in mindmap.with_labels(*DERIVED_KINDS).nodes
    )
    assert back.labels == mindmap.labels


@pytest.mark.parametrize("ending", LOSSLESS)
@few
@given(mindmap=maps())
def test_other_formats_round_trip_of_random_maps(ending: str, mindmap: MindMap) -> None:
    back = FORMATS[ending].parse(render(mindmap, ending))
    mindmap = with_centre(mindmap).with_labels()
    assert [cleaned(node) for node in back.nodes] == [cleaned(node) for node in mindmap.nodes]
    assert [branch.topic for _, branch in centre_branch(back).walk()] == [
        branch.topic for _, branch in centre_branch(mindmap).walk()
    ]
    assert [one_line(back.label(node)) for node in back.nodes] == [
        one_line(mindmap.label(node)) for node in mindmap.nodes
    ]
    centre = centre_branch(mindmap)
    assert back.title == (one_line(centre.node.text) if centre.kind == "title" else None)


@few
@given(maps())
def test_markdown_round_trip_of_random_maps(mindmap: MindMap) -> None:
    centre, back = centre_branch(mindmap), centre_branch(from_markdown(render(mindmap, ".md")))
    assert [(depth, branch.label) for depth, branch in back.walk()] == [(d, b.label) for d, b in centre.walk()]


@few
@given(maps())
def test_graphml_in_networkx(mindmap: MindMap) -> None:
    graph = networkx.parse_graphml(render(mindmap, ".graphml").decode())
    centre = centre_branch(mindmap)
    assert networkx.is_arborescence(graph)
    assert {key: data["label"] for key, data in graph.nodes(data=True)} == {b.key: b.label for _, b in centre.walk()}
    edges = {(branch.key, child.key) for _, branch in centre.walk() for child in branch.children}
    assert set(graph.edges) == edges
    for _, branch in centre.walk():
        assert {name: graph.nodes[branch.key].get(name) for name in branch.details} == branch.details


def test_graphml_of_an_arranged_map_in_networkx() -> None:
    graph = networkx.parse_graphml(render(replace(plain_map(), arranged=True), ".graphml").decode())
    assert graph.nodes["n0"]["arranged"] == "true"


@few
@given(maps())
def test_canvas_follows_its_schema(mindmap: MindMap) -> None:
    canvas = json.loads(render(mindmap, ".canvas"))
    CANVAS_SCHEMA.validate(canvas)
    keys = {node["id"] for node in canvas["nodes"]}
    assert len(keys) == len(canvas["nodes"])
    assert {end for edge in canvas["edges"] for end in (edge["fromNode"], edge["toNode"])} <= keys
    boxes = [(n["x"], n["y"], n["x"] + n["width"], n["y"] + n["height"]) for n in canvas["nodes"]]
    for place, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:place]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


@few
@given(maps())
def test_json_follows_its_schema(mindmap: MindMap) -> None:
    MAP_SCHEMA.validate(json.loads(render(mindmap, ".json")))


def test_the_json_schema_is_valid_and_refuses_other_data() -> None:
    MAP_SCHEMA.check_schema(MAP_SCHEMA.schema)
    content = json.loads(render(plain_map(), ".json"))
    content["nodes"][0]["parent"] = -1
    assert not MAP_SCHEMA.is_valid(content)


@few
@given(maps())
def test_xml_formats_are_well_formed_and_svg_has_no_script(mindmap: MindMap) -> None:
    for ending in (".mm", ".opml", ".graphml", ".svg"):
        ElementTree.fromstring(render(mindmap, ending))
    names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(render(mindmap, ".svg")).iter()}
    assert names <= {"svg", "title", "desc", "rect", "g", "path", "text"}


@settings(max_examples=15)
@given(maps(most=5))
def test_every_format_writes_every_map(mindmap: MindMap) -> None:
    for ending, form in FORMATS.items():
        assert form.render(mindmap), ending


@pytest.mark.parametrize("ending", [ending for ending in FORMATS if ending != ".png"])
def test_large_maps_of_extreme_shape(ending: str) -> None:
    for mindmap in (chain(MAX_DEPTH), star(2000)):
        assert len(render(mindmap, ending)) > 3_000


@pytest.mark.parametrize("ending", list(FORMATS))
def test_every_format_writes_an_empty_label(ending: str) -> None:
    assert render(MindMap("Only a title", ()), ending)


@pytest.mark.parametrize("ending", [ending for ending in FORMATS if ending != ".apkg"])  # Anki needs the time
def test_the_same_map_gives_the_same_bytes(ending: str) -> None:
    assert render(plain_map(), ending) == render(plain_map(), ending)


def test_deep_maps_round_trip() -> None:
    for ending in (".mm", ".opml", ".xmind", ".json"):
        assert len(FORMATS[ending].parse(render(chain(MAX_DEPTH), ending))) == MAX_DEPTH


def test_xmind_deeper_than_the_recursion_limit_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(_: bytes) -> None:
        raise RecursionError

    workbook = render(chain(3), ".xmind")
    monkeypatch.setattr("mindgist.export.mindmap_tools.json.loads", too_deep)
    with pytest.raises(MapFileError, match="nested too deeply"):
        FORMATS[".xmind"].parse(workbook)


def test_every_map_has_one_centre() -> None:
    forest = MindMap(None, (replace(plain_map().nodes[0], text="A"), replace(plain_map().nodes[0], text="B")))
    assert [branch.label for branch in centre_branch(forest).children] == ["A", "B"]
    assert centre_branch(replace(forest, title="T")).label == "T"
    centre = centre_branch(plain_map())
    assert (centre.label, centre.kind) == ("Harbour", "title")
    assert [branch.label for branch in centre.children] == ["The sea wall is broken.", "The town has voted."]


def test_endings() -> None:
    assert format_named(".SVG") is FORMATS[".svg"]
    with pytest.raises(UnknownNameError, match=r"\.xmind"):
        format_named(".tiff")
    with pytest.raises(UnknownNameError, match="can be read"):
        FORMATS[".svg"].parse(b"")
    assert set(READABLE) == {".json", ".md", ".mm", ".xmind", ".opml"}


@pytest.mark.parametrize("ending", [".mm", ".opml", ".xmind"])
def test_a_zero_width_label_round_trips(ending: str) -> None:
    mindmap = MindMap(None, (node("\u200b", None, 0), node("\u200b=1", 0, 1), node("beta", 0, 2)))
    again = format_named(ending).parse(render(mindmap, ending))
    assert [one.text for one in again.nodes] == [one.text for one in mindmap.nodes]


@pytest.mark.parametrize("ending", [ending for ending in FORMATS if ending not in (".json", ".html")])
def test_a_map_deeper_than_any_document_is_refused(ending: str) -> None:
    with pytest.raises(ExportError, match="more than 150 levels"):
        render(chain(MAX_DEPTH + 1), ending)


@pytest.mark.parametrize("ending", [".json", ".mm", ".xmind", ".opml"])
def test_notes_round_trip(ending: str) -> None:
    mindmap = plain_map()
    noted = replace(
        mindmap, nodes=(*mindmap.nodes[:2], replace(mindmap.nodes[2], note="Ask & <check>"), mindmap.nodes[3])
    )
    found = format_named(ending).parse(render(noted, ending))
    assert [node.note for node in found.nodes if node.note] == ["Ask & <check>"]
    assert next(node for node in found.nodes if node.note).text == "Repairs cost 46 million."


@pytest.mark.parametrize("ending", [".json", ".mm", ".xmind", ".opml", ".md"])
def test_folds_round_trip(ending: str) -> None:
    found = format_named(ending).parse(render(folded_map(), ending))
    folded = [branch.label for _, branch in centre_branch(found).walk() if branch.is_folded]
    assert folded == ["Left", "Inner"]
    assert sorted(node.text for node in found.nodes) == sorted(text for text, _ in FOLDED)


def test_folds_in_the_form_of_other_programs() -> None:
    assert render(folded_map(), ".mm").count(b' FOLDED="true"') == 2
    with zipfile.ZipFile(io.BytesIO(render(folded_map(), ".xmind"))) as archive:
        assert archive.read("content.json").count(b'"branch": "folded"') == 2
    assert b"<expansionState>1, 3</expansionState>" in render(folded_map(), ".opml")
    assert b"expansionState" not in render(plain_map(), ".opml")


@pytest.mark.parametrize("ending", [".svg", ".pdf", ".canvas"])
def test_pictures_leave_out_folded_nodes(ending: str, tmp_path: Path) -> None:
    (tmp_path / "map").write_bytes(render(folded_map(), ending))
    if ending == ".pdf":
        words = real_readers.run(real_readers.program("pdftotext", "poppler-utils"), tmp_path / "map", "-").decode()
    else:
        words = (tmp_path / "map").read_text(encoding="utf-8")
    assert "Left" in words
    assert "Leaf" in words
    assert "Inner" not in words
    assert ("+2" in words) == (ending != ".canvas")


@pytest.mark.parametrize("ending", READABLE)
def test_a_renamed_node_has_no_topic_when_it_is_read_again(ending: str) -> None:
    nodes = (
        Node(None, None, 1.0, 0, 7, "Library"),
        Node(None, 0, 0.9, 10, 23, "What was lent", topic="", gist="Loans"),
        Node(0, 1, 0.8, 30, 60, "The library lent many books.", topic="", gist="The library lent many books"),
    )
    loaded = format_named(ending).parse(render(MindMap("Library", nodes, "gists"), ending))
    lines = [branch.line for _, branch in centre_branch(loaded).walk()]
    assert lines == ["Library", "Loans", "The library lent many books"]
