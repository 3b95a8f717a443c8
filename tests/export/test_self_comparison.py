"""A map that was written and read back is the same map: to compare it tells no difference from the map itself."""

from pathlib import Path

import pytest

from ramify.document import read_text
from ramify.evaluate.compare import compare
from ramify.export import READABLE, load_map, save
from ramify.mapper import MindMapper

TEXT = (
    "# Tides\n\nThe tide rises twice a day. It floods the meadow.\n\n- money & 46 < 50\n- *people*\n\n"
    "## Ebb\n\nThe sea falls. Boats lie dry. Nobody asks why.\n"
)


@pytest.mark.parametrize("ending", READABLE)
def test_a_map_read_back_is_the_same(tmp_path: Path, ending: str) -> None:
    mindmap = MindMapper.named("lead", "star")(read_text(TEXT, "markdown")).resized(99)
    if ending == ".md":  # which holds nothing but labels
        mindmap = mindmap.labelled("sentences")
    save(mindmap, tmp_path / f"map{ending}")
    back = load_map(tmp_path / f"map{ending}")
    assert back.title == mindmap.title
    assert sorted(node.text for node in back.nodes) == sorted(node.text for node in mindmap.nodes)
    assert compare(mindmap, back) == compare(mindmap, mindmap)
    assert compare(mindmap, back).node_overlap == 1
