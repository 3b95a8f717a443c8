import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from child_jobs import die, keep, take
from mindgist import processes
from mindgist.processes import RefusedError, TooSlowError, Worker, WorkerDiedError, resource_limits

ON_LINUX = pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes the way Linux shows them")
PLANTED = "import os; open(os.path.join({folder!r}, 'ran'), 'a').write(__name__)\n"


@pytest.fixture
def worker() -> Iterator[Worker]:
    one = Worker(max_memory=600_000_000)
    yield one
    one.stop()


@pytest.fixture
def hostile_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with modules named like those of Python and mindgist."""
    for name in ("json", "pickle", "signal", "struct", "numpy", "mindgist", "resource", "lxml", "pypdfium2", "site"):
        (tmp_path / f"{name}.py").write_text(PLANTED.format(folder=str(tmp_path)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_child_imports_nothing_from_the_current_folder(hostile_folder: Path, worker: Worker) -> None:
    assert worker.call(sum, ((1, 2),), 60) == 3
    assert not (hostile_folder / "ran").exists()


def test_a_child_ignores_the_current_folder_in_the_parents_path(
    hostile_folder: Path, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(hostile_folder), "", *sys.path])
    assert worker.call(sum, ((1, 2),), 60) == 3
    assert not (hostile_folder / "ran").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold a process to its limit of data")
def test_memory_is_limited(worker: Worker) -> None:
    with pytest.raises(RefusedError, match="memory"):
        worker.call(take, (800_000_000,), 60)
    assert worker.call(take, (1000,), 60) == 1000


@ON_LINUX
def test_a_worker_that_has_grown_is_replaced(worker: Worker) -> None:
    first = worker.call(keep, (1000,), 60)
    assert worker.call(keep, (1000,), 60) == first
    assert worker.call(keep, (processes.MAX_IDLE_MEMORY,), 60) == first
    assert worker.call(os.getpid, (), 60) != first


def test_a_dead_worker_is_an_error_and_replaced(worker: Worker) -> None:
    with pytest.raises(WorkerDiedError):
        worker.call(die, (), 60)
    assert worker.call(sum, ((1, 2),), 60) == 3


def spin() -> None:
    while True:
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such limits")
def test_a_closed_worker_starts_no_child(worker: Worker) -> None:
    worker.close()
    with pytest.raises(WorkerDiedError, match="the process ended"):
        worker.call(keep, (1,), 60)


def test_a_worker_that_is_closed_while_its_child_starts_ends_it(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> "subprocess.Popen[bytes]":
        started.append(begin(*arguments))
        worker.close()  # before the worker has stored its child
        return started[-1]

    begin = processes.start
    monkeypatch.setattr(processes, "start", start)
    with pytest.raises(WorkerDiedError, match="the process ended"):
        worker.call(keep, (1,), 60)
    assert [child.wait(10) for child in started] == [-signal.SIGKILL]


def test_a_worker_that_another_thread_stops_has_died(worker: Worker) -> None:
    """Closing a pipe under its reader raised a ValueError."""
    for _ in range(5):
        worker.call(sum, ((1, 2),), 60)
        threading.Timer(0.2, worker.stop).start()
        with pytest.raises(WorkerDiedError):
            worker.call(time.sleep, (60,), 60)


def test_processor_time_in_the_shell_is_limited() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with pytest.raises(TooSlowError, match=r"more than 0\.2 s of processor time"), resource_limits(0.2):
        spin()
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


HUNGRY = """
from mindgist.processes import resource_limits
kept = []
try:
    with resource_limits(60, 200_000_000):
        kept.append(bytes(400_000_000))
except Exception as error:
    print(error)
print(len(bytes(400_000_000)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold a process to its limit of data")
def test_memory_in_the_shell_is_limited() -> None:
    ended = subprocess.run([sys.executable, "-c", HUNGRY], capture_output=True, text=True, check=True)
    assert ended.stdout == "this needs more memory than a document may take; split the document\n400000000\n"


LARGE_ALREADY = """
import threading
from mindgist.processes import resource_limits
before = bytearray(400_000_000)
with resource_limits(60, 200_000_000):
    thread = threading.Thread(target=print, args=(len(bytes(100_000_000)),))
    thread.start()
    thread.join(10)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold a process to its limit of data")
def test_memory_allocated_before_does_not_count() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LARGE_ALREADY], capture_output=True, text=True, check=True, timeout=60
    )
    assert ended.stdout == "100000000\n"


BUSY_PARENT = """
import re, sys, threading, time
from mindgist.processes import Worker
worker = Worker()
import os
print(worker.call(os.getpid, (), 60), flush=True)
worker.call({call}, 600)
"""
PATTERN = r're.search, ("[0-9]+ x", "1" * 500_000)'
"""A search for which C code holds Python's lock for minutes, so that no other thread of the child can run."""


@ON_LINUX
@pytest.mark.parametrize("call", ["time.sleep, (600,)", PATTERN])
def test_a_worker_ends_with_its_parent_even_during_a_call(call: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", BUSY_PARENT.format(call=call)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        child = Path("/proc") / parent.stdout.readline().strip()
        assert child.exists()
        time.sleep(1)  # in which the call begins
        parent.kill()
    assert _soon(lambda: not child.exists() or " Z " in (child / "stat").read_text())


def _soon(holds: Callable[[], bool]) -> bool:
    for _ in range(200):
        if holds():
            return True
        time.sleep(0.1)
    return False
