"""Processes that do the work, so that one hard document stops nobody else.

A thread cannot be stopped and a process can: a worker that takes too long, or dies of a document, is replaced by a
fresh one, and the service goes on.
"""

import asyncio
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from ramify.errors import RamifyError


class BusyError(RamifyError):
    """Every worker is at work and the queue is full."""


class TooSlowError(RamifyError):
    """A piece of work that was stopped because it took too long."""


class WorkerDiedError(RamifyError):
    """A worker that ended in the middle of its work (out of memory, most likely)."""


class FailedError(RamifyError):
    """A mistake of ours, found by a user."""


class RefusedError(RamifyError):
    """What a worker could not do for a reason that the user can act on; the message is the original one."""


def _work(connection: Connection) -> None:
    """A worker's life: take a function and its arguments, send back what comes out, until the service is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the service, which then closes the connection
    if hasattr(os, "setsid"):
        os.setsid()  # what the worker starts, a reader's own process, say, belongs to it and ends with it
    while True:
        try:
            function, arguments = connection.recv()
        except EOFError:
            return
        try:
            connection.send((None, function(*arguments)))
        except RamifyError as error:
            connection.send((RefusedError, str(error)))
        except (MemoryError, RecursionError):
            connection.send((RefusedError, "this needs more memory than there is; try a smaller document or map"))
        except Exception:  # the worker lives on, and the details are for whoever runs the service
            traceback.print_exc()
            connection.send((FailedError, "something went wrong inside the service; its log tells what"))


class Worker:
    """One process, started when it is first needed and again after it had to be stopped."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Any:
        """What the function returns in the worker; blocks, at most for the seconds given."""
        connection = self._ready()
        try:
            connection.send((function, arguments))
            if not connection.poll(seconds):
                self.stop()
                raise TooSlowError(f"this took longer than {seconds:g} seconds and was stopped; try a smaller document")
            refusal, result = connection.recv()
        except (EOFError, OSError) as error:
            self.stop()
            raise WorkerDiedError(
                "the work ended abruptly, most likely for lack of memory; try a smaller one"
            ) from error
        if refusal:
            raise refusal(result)
        return result

    def _ready(self) -> Connection:
        if self._connection is None or self._process is None or not self._process.is_alive():
            self.stop()
            here, there = self._context.Pipe()
            process = self._context.Process(target=_work, args=(there,), daemon=True, name="ramify-worker")
            process.start()
            there.close()
            self._process, self._connection = process, here
        return self._connection

    def stop(self) -> None:
        """End the process at once."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            _kill_with_children(self._process)
            self._process.join()
        self._process = self._connection = None


def _kill_with_children(process: multiprocessing.process.BaseProcess) -> None:
    assert process.pid is not None
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # no groups on this system, or the worker had no time yet to make its own
        process.kill()


class Workers:
    """A fixed number of workers and a queue of bounded length before them."""

    def __init__(self, count: int, waiting: int, seconds: float) -> None:
        self._workers = [Worker() for _ in range(count)]
        self._threads = ThreadPoolExecutor(count, "ramify-waiting")
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._most_waiting = waiting
        self._waiting = 0
        self.seconds = seconds

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Have a worker call the function; waits for a free one, if not too many wait already."""
        if self._idle.empty() and self._waiting >= self._most_waiting:
            raise BusyError("too many documents are being mapped at the moment; try again in a few seconds")
        self._waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        call = asyncio.get_running_loop().run_in_executor(self._threads, worker.call, function, arguments, self.seconds)
        # The worker is free when its work is done, which may be after the one who asked has gone away.
        call.add_done_callback(lambda _: self._idle.put_nowait(worker))
        return await asyncio.shield(call)

    def close(self) -> None:
        """End every worker."""
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
