"""How far a long piece of work is: a bar for people, a line now and then where standard error is kept."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import click

SECONDS_BETWEEN_LINES = 10


class Told(Protocol):
    """Told after every step how much is done, of how much in all, and what to say of it."""

    def __call__(self, done: int, total: int | None, note: str = "", *, before: int = 0) -> None:
        """``before`` is what an earlier run has done: it tells nothing about the time that is left."""
        ...


@contextmanager
def progress(what: str) -> Iterator[Told]:
    """Show how much of something (``what``, such as "documents") is done while the block is at work."""
    if sys.stderr is not None and sys.stderr.isatty():
        with _bar(what) as told:
            yield told
    else:
        yield _lines(what)


@contextmanager
def _bar(what: str) -> Iterator[Told]:
    from rich import progress as rich_progress
    from rich.console import Console

    columns = (
        rich_progress.TextColumn("{task.description}"), rich_progress.BarColumn(), rich_progress.MofNCompleteColumn(),
        rich_progress.TextColumn("{task.fields[note]}"), rich_progress.TimeRemainingColumn(),
    )  # fmt: skip
    with rich_progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, note="")

        def told(done: int, total: int | None, note: str = "", *, before: int = 0) -> None:
            bar.update(task, completed=done, total=total, note=note)

        yield told


def _lines(what: str) -> Told:
    started = last = time.monotonic()

    def told(done: int, total: int | None, note: str = "", *, before: int = 0) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < SECONDS_BETWEEN_LINES or sys.stderr is None:
            return
        last = now
        words = [f"{done:,} of {total:,} {what}" if total else f"{done:,} {what}"]
        words += [note] if note else []
        if total and done > before:
            words.append(f"{spoken((now - started) * (total - done) / (done - before))} left")
        click.echo(", ".join(words), err=True)

    return told


def spoken(seconds: float) -> str:
    """A time as a clock shows it: 1:02:05."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}"
