"""The programs that users open exports with, as tests call them.

Where one is missing, its tests are skipped; with MINDGIST_REQUIRE_READERS=1, as in CI, they fail instead, so that a
reader cannot go missing unseen.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

NODE_PACKAGES = Path(__file__).parent.parent / ".readers" / "node_modules"  # where .ci/run installs them


def program(name: str, package: str | None = None) -> str:
    """The path of a program; ``package`` is the Debian package it comes with."""
    return shutil.which(name) or _missing(f"the program {name} is missing: apt-get install {package or name}")


def file(path: str, package: str) -> Path:
    """A file that a Debian package brings."""
    return Path(path) if Path(path).exists() else _missing(f"{path} is missing: apt-get install {package}")


def node_package(name: str) -> Path:
    """The folder of an npm package."""
    folder = NODE_PACKAGES / name
    return folder if folder.exists() else _missing(f"npm's {name} is missing: npm install --prefix .readers {name}")


def run(*command: str | Path, stdin: bytes | None = None, folder: Path | None = None) -> bytes:
    """What a program prints; it fails the test where the program fails."""
    result = subprocess.run(command, input=stdin, capture_output=True, timeout=110, check=False, cwd=folder)
    assert result.returncode == 0, f"{command[0]}: {result.stderr.decode(errors='replace')[-2000:]}"
    return result.stdout


def _missing(reason: str) -> NoReturn:
    if os.environ.get("MINDGIST_REQUIRE_READERS") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
