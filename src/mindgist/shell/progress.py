"""Progress of long work on standard error: a bar in a terminal, else a line every few seconds."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

import click

SECONDS_BETWEEN_LINES = 10


class Update(Protocol):
    """Called after every step with the number of items done and in all, and a note to show.

    Fewer items than before mean that the next part of the work has begun: the time left is that of this part.
    """

    def __call__(self, done: int, total: int | None, note: str = "", *, before: int = 0) -> None:
        """``before`` is the part of ``done`` that an earlier run did; it is left out of the time estimate."""
        ...


@contextmanager
def progress(items: str) -> Iterator[Update]:
    """Show how many items ("documents", say) are done while the block runs."""
    if sys.stderr is not None and sys.stderr.isatty():
        with _bar(items) as update:
            yield update
    else:
        yield _lines(items)


@contextmanager
def _bar(items: str) -> Iterator[Update]:
    from rich import progress as rich_progress
    from rich.console import Console

    columns = (
        rich_progress.TextColumn("{task.description}"), rich_progress.BarColumn(), rich_progress.MofNCompleteColumn(),
        rich_progress.TextColumn("{task.fields[note]}"), rich_progress.TimeRemainingColumn(),
    )  # fmt: skip
    with rich_progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(items, total=None, note="")

        def update(done: int, total: int | None, note: str = "", *, before: int = 0) -> None:
            if done < bar.tasks[0].completed:
                bar.reset(task)
            bar.update(task, completed=done, total=total, note=note)

        yield update


def _lines(items: str) -> Update:
    started = last = time.monotonic()
    last_done = 0

    def update(done: int, total: int | None, note: str = "", *, before: int = 0) -> None:
        nonlocal started, last, last_done
        now = time.monotonic()
        if done < last_done:
            started = now
        last_done = done
        if now - last < SECONDS_BETWEEN_LINES or sys.stderr is None:
            return
        last = now
        parts = [f"{done:,} of {total:,} {items}" if total else f"{done:,} {items}"]
        parts += [note] if note else []
        if total and done > before:
            seconds = (now - started) * (total - done) / (done - before)
            parts.append(f"{timedelta(seconds=round(seconds))} left")
        click.echo(", ".join(parts), err=True)

    return update
