"""The page lays out in JavaScript and the pictures in Python: the same numbers for the same map."""

import importlib.util
import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import real_readers
from export.maps import chain, folded_map, hostile_map, maps, plain_map, star
from mindgist.document import Document
from mindgist.export.branch import Branch, centred
from mindgist.export.html import viewer_file
from mindgist.export.layout import Layout, arrange
from mindgist.export.wrap import character_width, is_wide
from mindgist.mapper import map_document
from mindgist.mindmap import MindMap

VIEWER = Path(__file__).parents[2] / "src" / "mindgist" / "export" / "viewer"
SCRIPT = Path(__file__).parent / "readers" / "layout.mjs"
OPTIONS = [{"stack": stack, "breadth": breadth} for stack, breadth in product(("chains", "lists", "all"), (1, 0.72))]


def tree(branch: Branch) -> dict[str, Any]:
    heading = branch.node.sentence is None
    children = [tree(child) for child in branch.children]
    return {"id": branch.key, "label": branch.label, "heading": heading, "hidden": branch.hidden, "children": children}


def in_javascript(cases: list[tuple[Branch, dict[str, Any]]]) -> list[dict[str, Any]]:
    node = real_readers.program("node", "nodejs")
    asked = json.dumps([{"tree": tree(branch), "options": options} for branch, options in cases])
    found: list[dict[str, Any]] = json.loads(
        real_readers.run(node, SCRIPT, (VIEWER / "layout.js").as_uri(), stdin=asked.encode())
    )
    return found


def check(mindmaps: list[MindMap]) -> None:
    cases = [(centred(mindmap, as_seen=True), options) for mindmap, options in product(mindmaps, OPTIONS)]
    for (branch, options), found in zip(cases, in_javascript(cases), strict=True):
        agree(arrange(branch, **options), found)


def agree(layout: Layout, found: dict[str, Any]) -> None:
    assert (found["width"], found["height"]) == pytest.approx((layout.width, layout.height), abs=0.01)
    for box, other in zip(layout.boxes, found["boxes"], strict=True):
        assert (box.branch.key, list(box.lines)) == (other["id"], other["lines"])
        assert (box.parent, box.depth, box.side, box.stacked) == tuple(
            other[name] for name in ("parent", "depth", "side", "stacked")
        )
        assert tuple(other[name] for name in ("x", "y", "width", "height", "edge")) == pytest.approx(
            (box.x, box.y, box.width, box.height, box.edge), abs=0.01
        )


def test_on_real_and_on_extreme_maps(harbour: Document) -> None:
    real = map_document(harbour)
    check([real, real.labelled("snippets"), plain_map(), hostile_map(), folded_map(), star(80), chain(40)])


@settings(max_examples=4, phases=[Phase.generate])  # to shrink a failure would take minutes
@given(st.lists(maps(most=25), min_size=12, max_size=12))
def test_on_any_map(mindmaps: list[MindMap]) -> None:
    check(mindmaps)


def test_the_page_knows_the_widths_of_the_shipped_font() -> None:
    """Run docs/generate_font_widths.py when the fonts change."""
    path = Path(__file__).parents[2] / "docs" / "generate_font_widths.py"
    spec = importlib.util.spec_from_file_location("generate_font_widths", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shipped, made = viewer_file("font-widths.js"), module.font_widths_module()
    # What is wide is Unicode's to say, and each Python has its own version of it.
    assert shipped.partition("WIDE_RANGES")[0] == made.partition("WIDE_RANGES")[0]
    assert is_wide("漢")
    assert character_width("i", bold=False) < character_width("m", bold=False) < character_width("m", bold=True)
