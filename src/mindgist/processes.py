"""Child processes with limits on time and memory.

Untrusted documents are read in a child process: unlike a thread it can be stopped, and if a C library crashes, only
the child dies and a new one is started. Children import nothing from the current folder and end with their parent.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from mindgist.errors import MindgistError

MAX_MEMORY = 900_000_000  # bytes of data that a child may allocate; Windows has no such limit
MAX_IDLE_MEMORY = 500_000_000  # a child that holds more after a call is replaced, so that a service does not grow
SHELL_SECONDS = 600.0  # processor time, in seconds, that one document or map may take in the shell

_MAIN = "from mindgist.processes import main; main()"
# Matrices are small and there are several processes: further threads of a library would only compete with each other.
_ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM")}
_PROGRESS = "progress"  # marks a progress report; every other message is an answer
_answers: IO[bytes] | None = None  # in a child: the stream to the parent


class TooSlowError(MindgistError):
    """A call was stopped because it took too long."""


class WorkerDiedError(MindgistError):
    """A worker ended during a call, most likely because it ran out of memory."""

    def __init__(self, exit_code: int | None = None) -> None:
        super().__init__("the process ended, most likely for lack of memory; try a smaller document")
        self.exit_code = exit_code


class FailedError(MindgistError):
    """An unexpected exception: a bug in mindgist."""


class RefusedError(MindgistError):
    """A ``MindgistError`` raised in a worker, with its original message."""


class Worker:
    """A child process that calls functions. It is started on first use and again after it was stopped.

    It serves one caller at a time; others wait. After a fork, each process has its own child.
    """

    def __init__(self, max_memory: int = MAX_MEMORY) -> None:
        self._max_memory = max_memory
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self.deadline = 0.0  # the monotonic time at which the running call is stopped; ``progress`` may move it
        self.closed = False  # while this is set, no call begins
        self._lock = threading.Lock()
        atexit.register(self.stop)

    def call(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        seconds: float,
        progress: Callable[[Any], object] = lambda _: None,
    ) -> Any:
        """The result of an importable function, called in the child; ``progress`` gets what it passes to ``report``.

        The time limit does not count the time spent waiting for other callers.
        """
        with self._lock:
            if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
                self.stop()
                self._process, self._owner = start(_MAIN, str(self._max_memory)), os.getpid()
            process = self._process
            # Closed by another thread, perhaps before the start: only after it can both threads see the process.
            if self.closed or process is None:
                self.stop()
                raise WorkerDiedError
            assert process.stdin
            assert process.stdout
            self.deadline = time.monotonic() + seconds
            done = threading.Event()
            threading.Thread(target=self._watch, args=(process, done), daemon=True, name="mindgist-watch").start()
            try:
                pickle.dump((function, arguments), process.stdin)
                process.stdin.flush()
                while (answer := pickle.load(process.stdout))[0] == _PROGRESS:
                    progress(answer[1])
            except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:  # ValueError: stopped by a thread
                self.stop()
                if time.monotonic() >= self.deadline:
                    raise TooSlowError(
                        f"this took longer than {seconds:g} seconds and was stopped; try a smaller document or allow "
                        "more time"
                    ) from error
                raise WorkerDiedError(process.returncode) from error
            finally:
                done.set()
            refusal, result, is_last = answer
            if is_last:
                self.stop()
        if refusal:
            raise refusal(result)
        return result

    def _watch(self, process: "subprocess.Popen[bytes]", done: threading.Event) -> None:
        while (left := self.deadline - time.monotonic()) > 0:
            if done.wait(left):
                return
        kill(process)

    def close(self) -> None:
        """End the child and start no other: waiting and later callers get a ``WorkerDiedError``."""
        self.closed = True
        self.stop()

    def stop(self) -> None:
        """End the child and the processes it started."""
        process, self._process = self._process, None
        if process is not None:
            if self._owner == os.getpid():
                kill(process)
                process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]


def start(code: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """Start a Python process that runs this code, in its own process group, with pipes to its input and output.

    Its module path has no current folder, which may hold untrusted files; ``-I`` keeps Python from adding it again.
    """
    here = os.path.realpath(os.getcwd())
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = [entry for entry in sys.path if os.path.isabs(entry) and os.path.realpath(entry) != here]
    code = f"import sys; sys.path[:0] = {[*path, own]!r}; {code}"
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-c", code, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **_ONE_THREAD},
            start_new_session=True,
        )
    except OSError as error:
        raise FailedError(f"cannot start a process: {error}") from error


def kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process and the processes it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # no process groups on this system, or the process has ended
        with suppress(OSError):
            process.kill()


def limit_memory(memory: int) -> None:
    """In a child: raise MemoryError above this many bytes, where the system supports it."""
    with suppress(ImportError):
        import resource

        for kind, value in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
            _, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def _memory(kind: str) -> int:
    """The bytes of "VmData" (allocated data) or "VmRSS" (resident) of this process; 0 where there is no /proc."""
    with suppress(OSError, StopIteration, ValueError), open("/proc/self/status", encoding="ascii") as lines:
        return 1024 * int(next(line for line in lines if line.startswith(kind)).split()[1])
    return 0


@contextmanager
def resource_limits(seconds: float = SHELL_SECONDS, memory: int = MAX_MEMORY) -> Iterator[None]:
    """Limit the processor time (in seconds) and the memory (in bytes) of a block in this process.

    There are no limits outside the main thread and on Windows. Time spent waiting does not count.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    import resource

    def give_up(*_: object) -> None:
        raise TooSlowError(f"this takes more than {seconds:g} s of processor time and was stopped; split the document")

    before, limits = signal.signal(signal.SIGPROF, give_up), resource.getrlimit(resource.RLIMIT_DATA)
    limit_memory(_memory("VmData") + memory)  # a program that imports mindgist may have allocated much
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except (MemoryError, RecursionError) as error:
        raise MindgistError("this needs more memory than a document may take; split the document") from error
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_DATA, limits)


def limit_time(seconds: float) -> None:
    """In a child: end it after this much processor time from now on; 0 for never. In other processes: do nothing."""
    if _answers is not None and hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def end_with_parent() -> None:
    """In a child: end, with all processes it started, when the parent has ended for whatever reason."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        with suppress(AttributeError, OSError):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="mindgist-parent").start()


def _end_if_input_closes(is_on: bool) -> None:
    """Have Linux end this process when the parent's end of the pipe is closed.

    While a call in C holds Python's lock, such as a search for a pattern, the thread of ``end_with_parent`` cannot run.
    The signal also comes with data, so this is on during calls only.
    """
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        flags = fcntl.fcntl(0, fcntl.F_GETFL) & ~os.O_ASYNC
        fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(0, fcntl.F_SETFL, flags | is_on * os.O_ASYNC)


def main() -> None:
    """The main loop of a worker: read a call, send back its result, until the parent closes the pipe."""
    global _answers  # noqa: PLW0603 (a process has one stream for its answers)
    _answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this process
    limit_memory(int(sys.argv[1]))
    end_with_parent()
    while True:
        try:
            function, arguments = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _end_if_input_closes(True)
        answer = _result(function, arguments)
        _end_if_input_closes(False)
        _send((*answer, _memory("VmRSS") > MAX_IDLE_MEMORY))


def report(value: Any) -> None:
    """In a child: send a progress value to the parent. In other processes: do nothing."""
    _send((_PROGRESS, value))


def _send(message: tuple[Any, ...]) -> None:
    if _answers is None:
        return
    try:
        pickle.dump(message, _answers)
        _answers.flush()
    except OSError:  # the parent has ended
        os._exit(1)


def _result(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[type[MindgistError] | None, Any]:
    try:
        return None, function(*arguments)
    except MindgistError as error:
        return RefusedError, str(error)
    except (MemoryError, RecursionError):
        return RefusedError, "this needs more memory than a document may take; try a smaller document or map"
    except Exception:  # the worker goes on; the traceback is for the log of the service
        traceback.print_exc()
        return FailedError, "something went wrong inside mindgist; see its log"
