"""What a result needs to be read later: the command, the commit, the benchmark's fingerprint, the versions."""

import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from mindgist.files import file_fingerprint

DEV, OPEN = "dev.jsonl", "test-open.jsonl"
_COUNTED = ("numpy", "torch", "transformers", "rouge-score-rs", "onnxruntime")


def provenance(benchmark: Path | None = None) -> dict[str, Any]:
    """Where a result comes from. Folders are a matter of the machine: the command is kept without them."""
    shown = [Path(word).name if "/" in word else word for word in sys.argv]
    return {
        "command": " ".join(["python", *shown]),
        "commit": COMMIT,
        "benchmark": fingerprints(benchmark) if benchmark else {},
        "versions": {"python": platform.python_version()} | {name: found for name in _COUNTED if (found := _of(name))},
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def fingerprints(benchmark: Path) -> dict[str, str]:
    """The first 16 digits of each benchmark file's SHA-256."""
    return {name: file_fingerprint(benchmark / name)[:16] for name in (DEV, OPEN) if (benchmark / name).is_file()}


def commit() -> str:
    """The commit that is measured, marked where the working tree differs from it in more than its results."""
    here = Path(__file__).parent.parent
    known = _git("rev-parse", "--short=12", "HEAD", folder=here)
    changed = _git("status", "--porcelain", "--", "src", "runs/*.py", folder=here)
    return known + ("-dirty" if changed else "")


def _git(*words: str, folder: Path) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=False, cwd=folder).stdout.strip()


def _of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


COMMIT = commit()
"""As it was when the run began: the working tree may go on."""
