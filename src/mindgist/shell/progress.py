"""Progress of long work on standard error: in a terminal a line that is rewritten, else one every few seconds."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from shutil import get_terminal_size

import click

SECONDS_BETWEEN_LINES = 10
SECONDS_IN_TERMINAL = 0.2  # between changes of the line
_REWRITE = "\x1b[K\r"  # clears the rest of the line, so that the next text takes its place


@contextmanager
def progress(items: str) -> Iterator[Callable[..., None]]:
    """Show how many items ("documents", say) are done while the block runs.

    Yields a function to call after every step with the number of items done and in all, and a note to show. ``before``
    is the part of ``done`` that an earlier run did; it is left out of the time estimate. Fewer items than before mean
    that the next part of the work has begun: the time left is that of this part.
    """
    in_terminal = sys.stderr is not None and sys.stderr.isatty()
    started = last = time.monotonic()
    last_done = 0

    def update(done: int, total: int | None, note: str = "", *, before: int = 0) -> None:
        nonlocal started, last, last_done
        now = time.monotonic()
        if done < last_done:
            started = now
        last_done = done
        if sys.stderr is None or now - last < (SECONDS_IN_TERMINAL if in_terminal else SECONDS_BETWEEN_LINES):
            return
        last = now
        parts = [f"{done:,} of {total:,} {items}" if total else f"{done:,} {items}"]
        parts += [note] if note else []
        if total and done > before:
            seconds = (now - started) * (total - done) / (done - before)
            parts.append(f"{timedelta(seconds=round(seconds))} left")
        line = ", ".join(parts)
        if in_terminal:
            line = f"{line[: get_terminal_size().columns - 1]}{_REWRITE}"
        click.echo(line, err=True, nl=not in_terminal)

    try:
        yield update
    finally:
        if in_terminal:
            click.echo(_REWRITE, err=True, nl=False)
