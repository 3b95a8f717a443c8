"""The built wheel: its files, its description and that it works."""

import email
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import mindgist

for _module in ("hatchling", "hatch_fancy_pypi_readme"):
    pytest.importorskip(_module, reason="building needs the extra 'test'")

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and with the wheel that was built of it."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run([*build, "-t", "sdist"], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    sources = folder / f"mindgist-{mindgist.__version__}"
    subprocess.run([*build, "-t", "wheel"], cwd=sources, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(built.glob("*.whl")))


def test_the_wheel_holds_all_files_of_the_package_and_no_others(wheel: zipfile.ZipFile) -> None:
    held = {name for name in wheel.namelist() if not name.startswith("mindgist-")}
    tracked = subprocess.run(
        ["git", "ls-files", "src/mindgist"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\n")
    expected = {name.removeprefix("src/") for name in tracked if name and (ROOT / name).is_file()}
    if not expected:
        pytest.skip("not a checkout of git")
    assert expected <= held
    assert all("__pycache__" not in name for name in held)
    assert {"mindgist/py.typed", "mindgist/models/emgn/model.safetensors", "mindgist/web/page/index.html"} <= held


def test_the_description_has_no_relative_links(wheel: zipfile.ZipFile) -> None:
    metadata = email.message_from_string(wheel.read(f"mindgist-{mindgist.__version__}.dist-info/METADATA").decode())
    assert metadata["Version"] == mindgist.__version__
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert len(metadata.get_all("Project-URL")) >= 2
    page = metadata.get_payload()
    links = re.findall(r"\]\(([^)]*)\)", page)
    assert all(link.startswith(("https://", "#")) for link in links), links
    assert "├── " in page  # the map's outline, where the picture stands in the README
    assert "## From Python" in page
    core = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
    assert not any(line.startswith(("torch", "transformers", "onnx", "pyarrow")) for line in core)


def test_the_built_wheel_makes_maps(built: Path, tmp_path: Path) -> None:
    """Its own files, with the libraries that are here already; `make package` does it in a clean environment."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(tmp_path)]
    subprocess.run([*install, str(next(built.glob("*.whl")))], check=True)
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}

    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    assert str(tmp_path) in run("-c", "import mindgist; print(mindgist.__file__)")
    example = str(ROOT / "examples" / "night-trains.md")
    assert "Night Trains Return" in run("-m", "mindgist", "map", example)
    for ending in (".svg", ".pdf", ".html", ".xmind"):
        run("-m", "mindgist", "map", example, "-o", f"map{ending}")
        assert (tmp_path / f"map{ending}").stat().st_size > 2000
