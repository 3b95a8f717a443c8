"""Child processes of ours: they import nothing from the current folder, have bounded memory, and end with us.

A thread cannot be stopped and a process can; a library in C that fails takes its process with it. So what a stranger's
document may do to us, it does to a child, and a new one takes its place.
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

MOST_MEMORY = 2_000_000_000
"""Bytes of data that a child may have; where the system knows no such limit (Windows), there is none."""
GROWN = 500_000_000
"""Bytes. A child that still holds so much after its work is replaced, lest a long-lived service grows for ever."""

IN_THE_SHELL = 600.0
"""Seconds of processor time that one document or map may take in the shell."""
MOST_CALLS = 1000
"""What one child does before another takes its place: what a library leaks is given back."""

_MAIN = "from mindgist.processes import main; main()"
_PROGRESS = "progress"  # marks what is no answer yet
_answers: IO[bytes] | None = None  # in a child: where answers go


class TooSlowError(MindgistError):
    """A piece of work that was stopped because it took too long."""


class TooLargeError(MindgistError):
    """A piece of work that needs more memory than it may have."""


class WorkerDiedError(MindgistError):
    """A worker that ended in the middle of its work (out of memory, most likely)."""

    exit_code: int | None = None


class FailedError(MindgistError):
    """A mistake of ours, found by a user."""


class RefusedError(MindgistError):
    """What a worker could not do for a reason that the user can act on; the message is the original one."""


class Worker:
    """One child that calls functions, started when it is first needed and again after it had to be stopped.

    It serves one caller at a time; the others wait. A forked copy of this program has a child of its own.
    """

    def __init__(self, most_memory: int = MOST_MEMORY) -> None:
        self._most_memory = most_memory
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._called = 0
        self._closed = False
        self._lock = threading.Lock()
        atexit.register(self.stop)

    def call(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        seconds: float,
        progress: Callable[[Any], None] = lambda _: None,
    ) -> Any:
        """What the function returns in the child; blocks, at most for the seconds given once it is this one's turn.

        ``progress`` is given what the function reports meanwhile (see ``report``).
        """
        with self._lock:
            return self._call(function, arguments, seconds, progress)

    def _call(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        seconds: float,
        progress: Callable[[Any], None],
    ) -> Any:
        process = self._ready()
        assert process.stdin
        assert process.stdout
        late = threading.Event()

        def give_up() -> None:
            late.set()
            kill(process)

        timer = threading.Timer(seconds, give_up)
        timer.daemon = True
        timer.start()
        try:
            pickle.dump((function, arguments), process.stdin)
            process.stdin.flush()
            while (answer := pickle.load(process.stdout))[0] == _PROGRESS:
                progress(answer[1])
            refusal, result, is_last = answer
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.stop()
            if late.is_set():
                raise TooSlowError(
                    f"this took longer than {seconds:g} seconds and was stopped; try a smaller document, or allow it "
                    "more time"
                ) from error
            died = WorkerDiedError("the work ended abruptly, most likely for lack of memory; try a smaller one")
            died.exit_code = process.returncode
            raise died from error
        finally:
            timer.cancel()
        self._called += 1
        if is_last or self._called >= MOST_CALLS:
            self.stop()
        if refusal:
            raise refusal(result)
        return result

    def _ready(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            self.stop()
            self._process = start(_MAIN, str(self._most_memory))
            self._owner, self._called = os.getpid(), 0
        process = self._process
        if self._closed or process is None:  # ended by another thread, perhaps while it was being started
            self.stop()
            raise WorkerDiedError("the worker was ended")
        return process

    def is_alive(self) -> bool:
        """Whether the child that did the last piece of work is there to do the next."""
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """End the child at once and start none any more: whoever waits for it, or comes later, is told so."""
        self._closed = True
        self.stop()

    def stop(self) -> None:
        """End the child at once, and whatever it has started."""
        process, self._process = self._process, None
        if process is not None:
            if self._owner == os.getpid():
                kill(process)
                process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]


def start(code: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """A Python of our own that runs this code, in a group of its own, with pipes for what goes in and comes out.

    It finds modules where this process does, but for the current folder: what lies there belongs to the document, not
    to the program. ``-I`` keeps the folder and the environment from adding to the path.
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
            start_new_session=True,
        )
    except OSError as error:
        raise FailedError(f"cannot start a process: {error}") from error


def kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # no groups on this system, or it is gone
        with suppress(OSError):
            process.kill()


def limit_memory(most: int) -> None:
    """In a child: fail with MemoryError, where the system can, rather than take what the others need."""
    with suppress(ImportError):
        import resource

        _lower(resource.RLIMIT_DATA, most)
        _lower(resource.RLIMIT_CORE, 0)


def _lower(kind: int, value: int) -> None:
    import resource

    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def _taken() -> int:
    """The memory that counts against the limit and is taken already: a program around ours may have much of its own."""
    with suppress(OSError, StopIteration, ValueError), open("/proc/self/status", encoding="ascii") as lines:
        return 1024 * int(next(line for line in lines if line.startswith("VmData")).split()[1])
    return 0


@contextmanager
def bounded(seconds: float = IN_THE_SHELL, most: int = MOST_MEMORY) -> Iterator[None]:
    """In a process of a user's own, the shell's: what is done here may take so much processor time and memory.

    Where the system has no such limits, or this is not the main thread, there are none. Waiting does not count.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    import resource

    def give_up(*_: object) -> None:
        raise TooSlowError(f"this takes more than {seconds:g} s of processor time and was stopped; split it")

    before, limits = signal.signal(signal.SIGPROF, give_up), resource.getrlimit(resource.RLIMIT_DATA)
    _lower(resource.RLIMIT_DATA, _taken() + most)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except (MemoryError, RecursionError) as error:
        raise TooLargeError("this needs more memory than a document may take; split it") from error
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_DATA, limits)


def end_with_parent() -> None:
    """In a child: end, with all that was started here, as soon as the parent is gone, however it went."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        with suppress(AttributeError, OSError):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="mindgist-parent").start()


def main() -> None:
    """A worker's life: take a function and its arguments, send back what comes out, until the parent is gone."""
    global _answers  # noqa: PLW0603 (a process has one place for its answers)
    _answers = answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints goes where errors go, not between our answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends us
    limit_memory(int(sys.argv[1]))
    end_with_parent()
    while True:
        try:
            function, arguments = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump((*_done(function, arguments), _resident() > GROWN), answers)
        answers.flush()


def report(value: Any) -> None:
    """In a child: tell the parent how far the work is. Elsewhere nobody waits for it."""
    if _answers is not None:
        pickle.dump((_PROGRESS, value), _answers)
        _answers.flush()


def _done(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[type[MindgistError] | None, Any]:
    try:
        return None, function(*arguments)
    except MindgistError as error:
        return RefusedError, str(error)
    except (MemoryError, RecursionError):
        return RefusedError, "this needs more memory than a document may take; try a smaller document or map"
    except Exception:  # the worker lives on, and the details are for whoever runs the service
        traceback.print_exc()
        return FailedError, "something went wrong inside mindgist; its log tells what"


def _resident() -> int:
    """Bytes of memory that this process holds now; 0 where the system does not tell in a file."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
