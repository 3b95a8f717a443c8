"""What bounds the service: each limit has one place and one name."""

from dataclasses import dataclass
from pathlib import Path

from mindgist.files import MAX_BYTES


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a running service.

    ``hosts`` are names, beside localhost and plain addresses, under which the service may be asked for; any other
    name in a request's Host header is refused, so that no web site can reach it by pointing its own name here.
    """

    largest_body: int = MAX_BYTES
    """Bytes that a request may carry."""
    seconds: float = 60.0
    """How long one document may take, and how long a request may take to arrive."""
    workers: int = 2
    """Documents worked on at the same time, each in a process of its own."""
    waiting: int = 256
    """Requests that may wait for a worker; the next one is told to come back later."""
    largest_in_all: int = 400_000_000
    """Bytes of all the requests that are being worked on or wait; the next one is told to come back later."""
    hosts: tuple[str, ...] = ()
    graph: str | None = None
    """The graph where a request names none; None for the default."""
    model: Path | None = None
    """The folder of a trained model for that graph, instead of the shipped one."""
