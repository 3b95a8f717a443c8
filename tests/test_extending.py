"""The example package of docs/extending.md works as it stands."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "extending.md").read_text(encoding="utf-8")
CAPTIONS = """0:00:01.000,0:00:04.000
The sea rises.

0:00:05.000,0:00:09.000
Cities on the coast build walls against it.

0:00:10.000,0:00:12.000
Walls cost money, says the mayor.
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder on Python's path with the module and the metadata that an installer makes of pyproject.toml."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (project,) = (tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
    (tmp_path / "mindgist_example.py").write_text(code, encoding="utf-8")
    metadata = tmp_path / "mindgist_example-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: mindgist-example\nVersion: 1.0\n")
    groups = project["project"]["entry-points"]
    lines = [f"[{group}]\n{name} = {place}\n" for group, names in groups.items() for name, place in names.items()]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    (tmp_path / "captions.sbv").write_text(CAPTIONS)
    return tmp_path


def test_the_example_package_works(installed: Path) -> None:
    (commands,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    environment = os.environ | {"PYTHONPATH": str(installed)}
    outputs = []
    for command in commands.splitlines():
        arguments = [sys.executable, "-c", "from mindgist.shell.cli import main; main()", *command.split()[1:]]
        done = subprocess.run(
            arguments, cwd=installed, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    rows = (installed / "map.tsv").read_text().splitlines()
    assert "Cities on the coast build walls against it" in "".join(rows)
    assert all(row[0].isdigit() and row[1] == "\t" for row in rows)
    assert "The sea rises" in outputs[1]
