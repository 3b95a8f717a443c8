"""Cross-links in the formats that can show them."""

import json
import time
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import networkx
import pytest
from jsonschema import validate

from export.maps import linked_map
from mindgist.export import load_map, render
from mindgist.mindmap import Link, MindMap, Node


@pytest.mark.parametrize("ending", [".json", ".mm", ".xmind", ".opml", ".md"])
def test_links_are_read_back(ending: str, tmp_path: Path) -> None:
    linked_map().save(tmp_path / f"map{ending}")
    assert load_map(tmp_path / f"map{ending}").links == linked_map().links


def test_xmind_has_relationships() -> None:
    with ZipFile(BytesIO(render(linked_map(), ".xmind"))) as archive:
        (sheet,) = json.loads(archive.read("content.json"))
    ends = [(relation["end1Id"], relation["end2Id"]) for relation in sheet["relationships"]]
    assert ends == [("n1", "n2"), ("n5", "n1"), ("n3", "n5")]


def test_graphml_has_edges_with_a_score() -> None:
    graph = networkx.parse_graphml(render(linked_map(), ".graphml").decode())
    links = {(one, other): link for one, other, link in graph.edges(data="link") if link is not None}
    assert links == {("n1", "n2"): 0.31, ("n5", "n1"): 0.2, ("n3", "n5"): 0.1}


def test_canvas_has_arrows_between_visible_cards() -> None:
    content = json.loads(render(linked_map(), ".canvas"))
    validate(content, json.loads((Path(__file__).parent / "readers" / "canvas.schema.json").read_text()))
    arrows = [(edge["fromNode"], edge["toNode"]) for edge in content["edges"] if edge["toEnd"] == "arrow"]
    assert arrows == [("n1", "n2"), ("n5", "n1")]  # the end of the third is folded away


def test_pictures_have_dashed_curves() -> None:
    picture = ElementTree.fromstring(render(linked_map(), ".svg"))
    dashed = [path for path in picture.iter() if path.get("stroke-dasharray")]
    assert len(dashed) == 2
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    for path in dashed:
        numbers = [float(number) for number in path.attrib["d"].replace("M", "").replace("C", " ").split()]
        assert all(0 <= x <= width for x in numbers[::2])
        assert all(0 <= y <= height for y in numbers[1::2])
    unlinked = render(linked_map().cut(6).limited(depth=0), ".pdf")
    assert len(render(linked_map(), ".pdf")) > len(unlinked)


def test_many_links_take_linear_time() -> None:
    def seconds(count: int) -> float:
        nodes = [Node(None, (place - 1) // 3 if place else None, 0.1, 0, 0, f"t{place}") for place in range(count)]
        links = [Link(place % count, (place * 7 + 1) % count, 0.5) for place in range(10 * count)]
        mindmap = MindMap("t", tuple(nodes), labels="sentences", links=tuple(links))
        start = time.process_time()
        render(mindmap, ".dot")
        return time.process_time() - start

    assert min(seconds(4000) for _ in range(3)) < 10 * min(seconds(1000) for _ in range(3))  # 16 times if quadratic
