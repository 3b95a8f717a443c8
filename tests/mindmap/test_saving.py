import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from export.maps import hostile_map, plain_map
from mindgist.export import render


def test_a_map_saves_itself(tmp_path: Path) -> None:
    plain_map().save(tmp_path / "map.opml")
    assert (tmp_path / "map.opml").read_bytes() == render(plain_map(), ".opml")


def test_a_map_shows_itself_in_a_notebook() -> None:
    picture = hostile_map()._repr_svg_()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "<script" not in picture


def test_listing_the_formats_loads_nothing_heavy() -> None:
    program = "import sys, mindgist.shell.cli; print([m for m in ('numpy', 'rich', 'resvg_py') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
