"""Writing under faults: ``python benchmarks/faults.py`` records which file is left.

Faults: kill -9 at random moments while each format is written, a full disk (a tmpfs of one megabyte, as root on Linux)
and a folder without write permission. The file must have its old content or all of the new content.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from measure import record

OLD = b"the old content\n"
_WRITER = """
import sys, time
from pathlib import Path
from mindgist.export import save
from mindgist.mindmap import MindMap, Node
nodes = [Node(0, None, 1.0, 0, 9, "The centre of it all.", "centre")]
nodes += [Node(n, 0, 0.5, 9 * n, 9 * n + 9, f"Sentence number {n} says something. " * 20, "it") for n in range(1, 3000)]
mindmap = MindMap("A map", tuple(nodes))
print("ready", flush=True)
save(mindmap, sys.argv[1])
print("saved", flush=True)
"""


def killed(ending: str, moment: float) -> dict[str, Any]:
    """Kill a writer this many seconds after it was ready."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"map{ending}"
        path.write_bytes(OLD)
        with subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout
            writer.stdout.readline()
            time.sleep(moment)
            writer.send_signal(signal.SIGKILL)
        return {"ending": ending, "after": round(moment, 4), "left": _left(path)}


def whole(ending: str) -> tuple[bytes, float]:
    """What a writer that nobody disturbs leaves, and how long it takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"map{ending}"
        with subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout
            writer.stdout.readline()
            started = time.monotonic()
            writer.wait()
        return path.read_bytes(), time.monotonic() - started


_new: dict[str, bytes] = {}


def _left(path: Path) -> str:
    if not path.exists():
        return "neither"
    content = path.read_bytes()
    return "old" if content == OLD else "new" if content == _new[path.suffix] else "damaged"


def full_disk(ending: str) -> dict[str, Any]:
    """Write to a disk of one megabyte with an old file on it."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=True)
        try:
            return _refused(ending, Path(folder) / f"map{ending}")
        finally:
            subprocess.run(["umount", folder], check=True)


def read_only(ending: str) -> dict[str, Any]:
    """Write into a folder on a disk that is mounted for reading only."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=9m", "tmpfs", folder], check=True)
        try:
            path = Path(folder) / f"map{ending}"
            path.write_bytes(OLD)
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
            return _refused(ending, path)
        finally:
            subprocess.run(["umount", folder], check=True)


def _refused(ending: str, path: Path) -> dict[str, Any]:
    if not path.exists():
        path.write_bytes(OLD)
    ended = subprocess.run([sys.executable, "-c", _WRITER, str(path)], capture_output=True, text=True, check=False)
    error = ended.stderr.strip().splitlines()[-1] if ended.returncode else ""
    beside = sorted(name for name in os.listdir(path.parent) if name != path.name)
    return {"ending": ending, "left": _left(path), "told": error.replace(str(path), path.name), "beside": beside}


def main() -> None:
    """The command."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--seed", type=int, default=0)
    chosen = options.parse_args()
    endings = [".json", ".md", ".mm", ".xmind", ".opml", ".txt", ".html"]
    seconds = {}
    for ending in endings:
        _new[ending], seconds[ending] = whole(ending)
    generator = random.Random(chosen.seed)
    kills = []
    for number in range(chosen.kills):
        ending = endings[number % len(endings)]
        kills.append(killed(ending, generator.uniform(0, 1.1) * seconds[ending]))
        print(kills[-1], flush=True)
    found: dict[str, Any] = {"kills": kills}
    if sys.platform == "linux" and os.geteuid() == 0:
        found["full disk"] = [full_disk(ending) for ending in endings]
        found["read-only folder"] = [read_only(ending) for ending in endings]
    record("faults", found)
    lost = [one for some in found.values() for one in some if one["left"] not in ("old", "new")]
    print(f"{len(kills)} kills, {sum(one['left'] == 'new' for one in kills)} left the new file; lost: {lost}")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
