import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given

import mindgist
from export.maps import maps, node
from mindgist.document import Document, read_text
from mindgist.export import format_named
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap, assemble, with_centre
from mindgist.mindmap.centre import NAMELESS, file_title, with_two_branches
from mindgist.tree import Tree

SENTENCES = [["The wall is old.", "It leaks.", "Repairs cost money.", "The town has none.", "Farmers object."]]


def mapped(tree: Tree, title: str | None = None) -> MindMap:
    return assemble(Document.from_sentences(SENTENCES, title), [tree])


def parents(mindmap: MindMap) -> list[int | None]:
    return [each.parent for each in mindmap.nodes]


def test_a_title_is_the_centre_and_the_lead_stands_beside_its_branches() -> None:
    mindmap = mapped(Tree((0, 1, 2, 3, 4), (None, 0, 0, 2, 0), (1,) * 5), "The wall")
    assert mindmap.nodes[0].text == "The wall"
    assert [each.text for each in mindmap.nodes[1:3]] == ["The wall is old.", "It leaks."]
    assert parents(mindmap) == [None, 0, 0, 0, 3, 0]


def test_an_only_root_is_the_centre() -> None:
    assert parents(mapped(Tree((0, 1, 2, 3, 4), (None, 0, 0, 2, 0), (1,) * 5))) == [None, 0, 0, 2, 0]


def test_a_centre_never_has_a_single_child() -> None:
    assert parents(mapped(Tree((0, 1, 2, 3, 4), (None, 0, 1, 1, 2), (1,) * 5))) == [None, 0, 0, 0, 2]
    chain = mapped(Tree((0, 1, 2, 3, 4), (None, 0, 1, 2, 3), (1,) * 5))
    assert parents(chain) == [None, 0, 0, 2, 3]
    assert parents(mapped(Tree((0, 1, 2, 3, 4), (None, 0, 1, 2, 3), (1,) * 5), "T")) == [None, 0, 0, 0, 3, 3]


def test_the_second_branch_is_among_the_first_three() -> None:
    mindmap = mapped(Tree((0, 1, 2, 3, 4), (None, 0, 1, None, 3), (1,) * 5))
    assert [each.sentence for each in mindmap.nodes] == [None, 0, 3, 1, 2, 4]
    assert parents(mindmap) == [None, 0, 0, 1, 3, 2]


@pytest.mark.parametrize(
    ("texts", "centre"),
    [
        (["The sea wall leaks.", "Repairs cost money.", "A new sea wall is planned."], "Sea wall"),
        (["Players stretched on the field.", "It rained."], "Players"),
        (["a", "b"], NAMELESS),
        (["海面が上昇している。", "町は壁を開けた。"], NAMELESS),
    ],
)
def test_several_roots_get_a_centre_that_says_something(texts: list[str], centre: str) -> None:
    forest = MindMap(None, tuple(node(text, None, index, "") for index, text in enumerate(texts)))
    found = with_centre(forest)
    assert found.nodes[0].text == centre
    assert parents(found) == [None] + [0] * len(texts)


def test_maps_that_others_drew_stay_as_drawn() -> None:
    drawn = MindMap(None, (node("A", None, 0), node("B", 0, 1), node("C", 1, 2)))
    assert with_centre(drawn) is drawn


@given(maps())
def test_every_map_has_one_centre_and_what_has_one_stays(mindmap: MindMap) -> None:
    centred = with_centre(mindmap)
    assert parents(centred).count(None) == 1
    assert with_centre(centred) == centred
    assert [each.text for each in centred.nodes[-len(mindmap) :]] == [each.text for each in mindmap.nodes]
    shown = MindMap(centred.title, with_two_branches(centred.nodes))
    assert all(parent is None or parent < place for place, parent in enumerate(parents(shown)))
    if len(shown) > 2:
        assert parents(shown)[:3] == [None, 0, 0]
    assert with_two_branches(shown.nodes) == shown.nodes


def test_a_title_that_the_only_root_repeats_is_shown_once() -> None:
    mindmap = mapped(Tree((0, 1, 2, 3, 4), (None, 0, 0, 2, 0), (1,) * 5), "The wall is old.")
    assert [each.sentence for each in mindmap.nodes] == [0, 1, 2, 3, 4]


def test_the_same_centre_in_a_text_with_and_without_title() -> None:
    mapper = MindMapper.named("lead", "star")
    assert mapper(read_text("# The wall\n\nIt leaks. It is old. It falls.")).nodes[0].text == "The wall"
    assert mapper(read_text("It leaks. It is old. It falls.")).nodes[0].text == "It leaks."


def test_the_centre_is_the_same_in_every_process() -> None:
    program = """
from mindgist.mindmap import MindMap, Node
from mindgist.mindmap.centre import with_centre
text = "Green turtles, white herons, brown bears, small otters"
nodes = tuple(Node(place, None, 0.5, 0, 1, f"{text} were {seen}.") for place, seen in enumerate(("seen", "heard")))
print(with_centre(MindMap(None, nodes)).nodes[0].text)
"""
    found = {
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in "1234"
    }
    assert found == {b"Green turtles\n"}


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("harbour-report_2024", "Harbour report 2024"),
        ("HarbourReport", "Harbour Report"),
        ("03 minutes of the board", "Minutes of the board"),
        ("scan0031", ""),
        ("IMG_2231", ""),
        ("x", ""),
    ],
)
def test_the_name_of_a_file_as_a_title(name: str, title: str) -> None:
    assert file_title(name) == title


SECTIONS = "## Walls\n\nThey are old. They leak.\n\n## Money\n\nThere is none. The state pays nothing.\n"


def test_a_file_name_is_the_centre_of_sections_without_a_title(tmp_path: Path) -> None:
    file = tmp_path / "harbour-report.md"
    file.write_text(SECTIONS)
    assert mindgist.map(file).nodes[0].text == "Harbour report"


@pytest.mark.parametrize(
    "line", ["CHAPTER I", "1 Introduction", "12 May 2024", "Dear Anna,", "By Jane Doe", "Page 3 of 9"]
)
def test_what_is_no_title_is_no_centre(line: str, tmp_path: Path) -> None:
    file = tmp_path / "the-sea-walls.txt"
    file.write_text(f"{line}\n\nThe walls of Merrow are old and leak in many places.\n\nNobody pays for the repair.\n")
    assert line not in mindgist.map(file).nodes[0].text


def test_the_rest_of_a_sentence_is_no_centre(tmp_path: Path) -> None:
    file = tmp_path / "page 3 of the harbour report.txt"
    file.write_text("and leaks in many places since the flood.\n\nThe repair costs money. Nobody pays.\n")
    assert mindgist.map(file).nodes[0].text != "and leaks in many places since the flood."


def test_the_centre_of_endless_phrases_is_found_in_linear_time() -> None:
    started = time.process_time()
    format_named(".md").parse(b"# a\n\n" + b"# " * 10_000)
    assert time.process_time() - started < 5
