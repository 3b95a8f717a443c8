"""CONTRIBUTING.md: its rooms match the contracts, and its paths exist."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_rooms_match_the_import_contracts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]
    assert layers["exhaustive"]
    contract = [{name.strip(" ()") for name in layer.split("|")} for layer in layers["layers"]]
    table = re.findall(r"^\| (`.+?) \|", PAGE.partition("| rooms |")[2].partition("\n\n")[0], re.MULTILINE)
    rows = [set(re.findall(r"`(\w+)`", row)) for row in table]
    assert set().union(*rows) == set().union(*contract)
    order = {room: place for place, layer in enumerate(contract) for room in layer}
    places = [min(order[room] for room in row) for row in rows]
    assert places == sorted(places)


def test_every_path_it_names_exists() -> None:
    table = PAGE.partition("| to add |")[2].partition("\n\n")[0]
    places = {place for place in re.findall(r"`([a-z_/]+(?:\.py)?)`", table) if "/" in place or place.endswith(".py")}
    assert {"systems.py", "export/formats.py", "tests/web/"} <= places
    for place in places:
        assert (ROOT / place).exists() or (ROOT / "src" / "mindgist" / place).exists(), place
