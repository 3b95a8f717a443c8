"""The layout of pictures: no overlaps, complete labels, enough contrast."""

from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from export.contrast import contrast
from export.maps import chain, hostile_map, maps, plain_map, star
from mindgist.export import render
from mindgist.export.branch import centre_branch
from mindgist.export.constants import BACKGROUND, INK, paint, tint
from mindgist.export.font import is_right_to_left, text_width, wrap_text
from mindgist.export.layout import Box, Layout, arrange
from mindgist.export.picture import link_curve
from mindgist.mindmap import MindMap

SVG = "{http://www.w3.org/2000/svg}"


def apart(one: Box, other: Box, gap: float = 4) -> bool:
    return (
        one.x + one.width + gap <= other.x
        or other.x + other.width + gap <= one.x
        or one.y + one.height + gap <= other.y
        or other.y + other.height + gap <= one.y
    )


def check(layout: Layout, mindmap: MindMap) -> None:
    assert len(layout.boxes) == sum(1 for _ in centre_branch(mindmap, visible_only=True).walk())
    assert all(apart(one, other) for one, other in combinations(layout.boxes, 2))
    for box in layout.boxes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= layout.width
        assert box.y + box.height <= layout.height


@settings(max_examples=60)
@given(maps(most=30))
def test_boxes_do_not_overlap_in_random_maps(mindmap: MindMap) -> None:
    layout = arrange(mindmap)
    check(layout, mindmap)
    for box in layout.boxes[1:]:
        assert box.side in (1, -1)
        assert box.parent
        if box.parent.depth:
            assert (box.side, box.main_branch) == (box.parent.side, box.parent.main_branch)
            assert crosses_nothing(layout, *link_curve(box.parent, box))


def crosses_nothing(layout: Layout, *curve: float) -> bool:
    """Return whether a link, which ends at the edges of its boxes, crosses no box on its way."""
    left, right = min(curve[0], curve[6]) + 0.01, max(curve[0], curve[6]) - 0.01
    top, bottom = sorted((curve[1], curve[7]))
    return not any(
        other.x < right and left < other.x + other.width and other.y <= bottom and top <= other.y + other.height
        for other in layout.boxes
    )


@pytest.mark.parametrize("mindmap", [chain(60), star(150), hostile_map(), plain_map()])
def test_boxes_do_not_overlap_in_extreme_maps(mindmap: MindMap) -> None:
    check(arrange(mindmap), mindmap)


def test_sides_are_balanced() -> None:
    boxes = arrange(star(21)).boxes
    assert sum(box.side for box in boxes) == 0
    assert {box.side for box in arrange(star(2)).boxes} == {0, 1}


@given(st.text(), st.floats(30, 400))
def test_wrapping_keeps_all_characters_but_spaces(text: str, width: float) -> None:
    text = " ".join(text.split())
    lines = wrap_text(text, width, 12)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert text_width(line, 12) <= width or len(line) <= 12  # combined characters are not split


def test_wrapping() -> None:
    assert wrap_text("one two three four five six", 70, 12) == ["one two", "three four", "five six"]
    assert wrap_text("short", 90, 12) == ["short"]
    assert len(wrap_text("x" * 100, 90, 12)) > 5
    assert len(wrap_text("漢字" * 20, 90, 12)) > 5
    assert wrap_text("潮水高，（风）大。", 40, 13) == ["潮水", "高，", "（风）", "大。"]
    assert len(wrap_text("！" * 60, 90, 12)) > 5
    assert "👩‍👩‍👧" in "|".join(wrap_text("👩‍👩‍👧" * 20, 60, 12))


def test_right_to_left() -> None:
    assert is_right_to_left("שלום world")
    assert not is_right_to_left("world שלום")
    assert not is_right_to_left("123")


def test_picture_colours_meet_wcag_contrast() -> None:
    assert contrast(INK, BACKGROUND) > 7
    for depth in range(4):
        for family in range(20):
            colours = paint(depth, family)
            assert contrast(colours.text, colours.fill) >= 4.5
            assert contrast(colours.link, BACKGROUND) >= 3
    assert tint("#000000", 0.5) == "#808080"


def test_svg_has_a_title_and_the_positions_of_nodes() -> None:
    drawn = ElementTree.fromstring(render(plain_map(), ".svg"))
    assert drawn.findtext(f"{SVG}title") == "Harbour"
    assert "4 nodes" in (drawn.findtext(f"{SVG}desc") or "")
    groups = [group for group in drawn.iter(f"{SVG}g") if "data-rank" in group.attrib]
    assert [group.get("data-rank") for group in groups] == ["1", "2", "3", "4"]
    assert groups[2].attrib["data-page"] == "2"
    assert groups[2].findtext(f"{SVG}title") == "Sentence 5, page 2, characters 90 to 120, score 0.25"
    assert "".join(groups[2].itertext()).endswith("Repairs cost 46 million.")


def test_only_pictures_cut_a_very_long_label() -> None:
    mindmap = hostile_map()
    drawn = render(mindmap, ".svg").decode()
    assert "word…" in drawn
    assert render(mindmap, ".opml").decode().count("word") == 300
