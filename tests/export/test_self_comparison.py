"""A map that was saved and loaded scores as identical to the original."""

from pathlib import Path

import pytest

from mindgist.document import read_text
from mindgist.evaluate.compare import compare
from mindgist.export import READABLE, load_map, save
from mindgist.labels.kinds import Labels
from mindgist.mapper import MindMapper

TEXT = (
    "# Tides\n\nThe tide rises twice a day. It floods the meadow.\n\n- money & 46 < 50\n- *people*\n\n"
    "## Ebb\n\nThe sea falls. Boats lie dry. Nobody asks why.\n"
)


@pytest.mark.parametrize("ending", READABLE)
def test_a_saved_map_scores_as_identical(tmp_path: Path, ending: str) -> None:
    mindmap = MindMapper.named("lead", "star")(read_text(TEXT, "markdown")).resized(99)
    save(mindmap, tmp_path / f"map{ending}")
    back = load_map(tmp_path / f"map{ending}")
    assert back.title == mindmap.title
    assert sorted(node.text for node in back.nodes) == sorted(node.text for node in mindmap.nodes)
    assert compare(mindmap, back) == compare(mindmap, mindmap)
    assert compare(mindmap, back).node_overlap == 100


@pytest.mark.parametrize("labels", ["gists", "sentences", "snippets"])
def test_markdown_round_trip_keeps_the_map(tmp_path: Path, labels: Labels) -> None:
    mindmap = MindMapper.named("lead", "star")(read_text(TEXT, "markdown")).resized(99).labelled(labels)
    save(mindmap, tmp_path / "map.md")
    back = load_map(tmp_path / "map.md")
    assert back.labels == labels
    assert [(node.text, node.parent, node.sentence, node.start) for node in back.nodes] == [
        (node.text, node.parent, node.sentence, node.start) for node in mindmap.nodes
    ]


def test_an_edited_outline_ignores_the_stored_details(tmp_path: Path) -> None:
    mindmap = MindMapper.named("lead", "star")(read_text(TEXT, "markdown")).resized(99).labelled("sentences")
    save(mindmap, tmp_path / "map.md")
    written = (tmp_path / "map.md").read_text(encoding="utf-8")
    (tmp_path / "map.md").write_text(written.replace("- Boats lie dry.", "- Boats float."), encoding="utf-8")
    texts = [node.text for node in load_map(tmp_path / "map.md").nodes]
    assert "Boats float." in texts
    assert "Boats lie dry." not in texts


@pytest.mark.parametrize("comment", ["{", "[]", '{"of":1}', '{"of":"x","details":[1]}', "[" * 100_000])
def test_a_damaged_details_comment_is_ignored(tmp_path: Path, comment: str) -> None:
    (tmp_path / "map.md").write_text(f"# Tides\n\n- Ebb\n\n<!-- mindgist: {comment} -->\n", encoding="utf-8")
    assert [node.text for node in load_map(tmp_path / "map.md").nodes] == ["Tides", "Ebb"]
