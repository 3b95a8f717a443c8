"""Functions for child processes, which cannot import the test modules."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

from mindgist.errors import DocumentError

_kept: list[bytearray] = []


def refuse() -> NoReturn:
    raise DocumentError("the reason")


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def stumble() -> NoReturn:
    raise ZeroDivisionError("a mistake of ours")


def exhaust() -> NoReturn:
    raise MemoryError


def start_a_child(note: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    note.write_text(str(child.pid))
    child.wait()


def slow_map(*_: object) -> None:
    time.sleep(60)


def take(size: int) -> int:
    return len(bytearray(size))


def keep(size: int) -> int:
    _kept.append(bytearray(b"x") * size)
    return os.getpid()


def never_ends(content: bytes) -> None:
    while content:
        pass
