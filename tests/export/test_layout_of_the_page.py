"""The page and the exports have the same code in JavaScript and Python: the results must agree."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import real_readers
from export.maps import HOSTILE, chain, folded_map, hostile_map, maps, plain_map, star
from mindgist.document import Document
from mindgist.export.branch import Branch, centre_branch, one_line
from mindgist.export.html import map_content
from mindgist.export.layout import Layout, arrange
from mindgist.export.outline import escape_markdown
from mindgist.mapper import map_document
from mindgist.mindmap import MindMap

VIEWER = Path(__file__).parents[2] / "src" / "mindgist" / "export" / "viewer"
SCRIPT = Path(__file__).parent / "readers" / "layout.mjs"
OPTIONS = {"stack": "none", "breadth": 1}  # the form of the pictures; layout.test.mjs tests the page's other forms

few_examples = settings(max_examples=4, phases=[Phase.generate])  # shrinking a failure would take minutes
lists_of_maps = st.lists(maps(most=25), min_size=12, max_size=12)


def as_dict(branch: Branch) -> dict[str, Any]:
    heading = branch.node.sentence is None
    children = [as_dict(child) for child in branch.children]
    shown = {"id": branch.key, "label": branch.label, "topic": branch.topic}
    return shown | {"heading": heading, "hidden": branch.hidden, "children": children}


def in_javascript(question: str, cases: list[Any]) -> list[Any]:
    node = real_readers.program("node", "nodejs")
    stdin = json.dumps({question: cases}).encode()
    answers: list[Any] = json.loads(real_readers.run(node, SCRIPT, VIEWER.as_uri(), stdin=stdin))
    assert len(answers) == len(cases)
    return answers


def check_layouts(mindmaps: list[MindMap]) -> None:
    branches = [as_dict(centre_branch(mindmap, visible_only=True)) for mindmap in mindmaps]
    found = in_javascript("layouts", [{"branch": branch, "options": OPTIONS} for branch in branches])
    for mindmap, layout in zip(mindmaps, found, strict=True):
        agree(arrange(mindmap), layout)


def agree(layout: Layout, found: dict[str, Any]) -> None:
    assert (found["width"], found["height"]) == pytest.approx((layout.width, layout.height), abs=0.01)
    for box, other in zip(layout.boxes, found["boxes"], strict=True):
        assert (box.branch.key, list(box.lines)) == (other["id"], other["lines"])
        parent = layout.boxes.index(box.parent) if box.parent else None
        assert (parent, box.depth, box.side) == tuple(other[name] for name in ("parent", "depth", "side"))
        assert tuple(other[name] for name in ("x", "y", "width", "height")) == pytest.approx(
            (box.x, box.y, box.width, box.height), abs=0.01
        )


def check_branches(mindmaps: list[MindMap]) -> None:
    """Compare labels, the order of siblings, and what is folded."""
    contents = [map_content(mindmap) for mindmap in mindmaps]
    cases = []
    for content in contents:
        folded = [[index, True] for index, node in enumerate(content["nodes"]) if node.get("folded")]
        cases.append(content | {"size": None, "view": {"level": None, "folded": folded}})
    expected = [as_dict(centre_branch(MindMap.from_dict(content), visible_only=True)) for content in contents]
    for found, branch in zip(in_javascript("branches", cases), expected, strict=True):
        assert found == branch


def test_layouts_of_real_and_extreme_maps(harbour: Document) -> None:
    real = map_document(harbour)
    check_layouts([real, real.labelled("snippets"), plain_map(), hostile_map(), folded_map(), star(80), chain(40)])


@few_examples
@given(lists_of_maps)
def test_layouts_of_random_maps(mindmaps: list[MindMap]) -> None:
    check_layouts(mindmaps)


def test_folds_and_labels_of_real_and_extreme_maps(harbour: Document) -> None:
    real = map_document(harbour)
    check_branches([real, real.labelled("snippets"), plain_map(), hostile_map(), folded_map(), star(80), chain(40)])


@few_examples
@given(lists_of_maps)
def test_folds_and_labels_of_random_maps(mindmaps: list[MindMap]) -> None:
    check_branches([mindmap.labelled("sentences") for mindmap in mindmaps])


@few_examples
@given(st.lists(st.text(max_size=40), min_size=200, max_size=200))
def test_markdown_escapes(texts: list[str]) -> None:
    lines = [one_line(text) for text in (*HOSTILE, "1. a", "12) b", "- c", "+ d", "= e", *texts)]
    assert in_javascript("markdown", lines) == [escape_markdown(line) for line in lines]
