"""Measuring and recording: processor time, one thread per library, in rotated order, with versions and machine."""

import os

for _library in ("OMP", "OPENBLAS", "MKL", "BLIS", "VECLIB_MAXIMUM", "NUMEXPR"):  # read when numpy is first imported
    os.environ[f"{_library}_NUM_THREADS"] = "1"

import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from mindgist import __version__

HERE = Path(__file__).parent
RESULTS = HERE / "results"
_PACKAGES = ("numpy", "nupunkt", "summa", "sumy", "ray", "pyarrow")


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor time of this process for the work. Other processes do not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


def in_turns(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """The processor seconds of each work in each round, after a warm-up round.

    Each round starts with another work, so that none always follows the same one.
    """
    names = list(works)
    for name in names:
        works[name]()
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            seconds[name].append(processor_seconds(works[name]))
    return seconds


def ratio(theirs: list[float], ours: list[float]) -> dict[str, float]:
    """How many times faster ours is: median, minimum and maximum of the rounds."""
    each = [one / other for one, other in zip(theirs, ours, strict=True)]
    return {"median": round(median(each), 2), "least": round(min(each), 2), "most": round(max(each), 2)}


def in_a_process(module: str, function: str, *arguments: object) -> Any:
    """Call a function of a module in this folder in a new Python process."""
    code = (
        f"import sys, json; sys.path.insert(0, {str(HERE)!r}); import {module}\n"
        f"print(json.dumps({module}.{function}(*json.loads(sys.argv[1]))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(arguments)], check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def record(name: str, figures: Mapping[str, Any]) -> Path:
    """Save figures with the command, the commit, the versions and the machine."""
    path = RESULTS / f"{name}.json"
    content = {
        "command": " ".join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *map(_anonymous, sys.argv[1:])]),
        "commit": _commit(),
        "versions": {"mindgist": __version__} | {name: found for name in _PACKAGES if (found := _version(name))},
        "machine": {
            "python": platform.python_version(), "system": platform.system(), "processor": _processor(),
            "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1),
        },
        "figures": figures,
    }  # fmt: skip
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def _anonymous(argument: str) -> str:
    """A path without the folders of this machine."""
    return Path(argument).name if argument.startswith("/") else argument


def _commit() -> str:
    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=HERE, capture_output=True, text=True, check=False).stdout.strip()

    changed = git("status", "--porcelain", "--", "../src")
    return git("rev-parse", "--short", "HEAD") + (" with changes" if changed else "")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()
