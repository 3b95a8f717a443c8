"""The limits and start options of the service."""

from dataclasses import dataclass, field

from mindgist.files import MAX_BYTES
from mindgist.options import MapOptions


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a running service, and its own map options."""

    max_body: int = MAX_BYTES
    """Bytes per request."""
    max_total_bodies: int = 400_000_000
    """Bytes of all requests that are served or wait; further requests are answered with 503."""
    seconds: float = 60.0
    """Time limit of one document, and of receiving one request."""
    workers: int = 2
    """Documents mapped at the same time, each in its own process."""
    max_waiting: int = 256
    """Requests that may wait for a worker; further ones are answered with 503."""
    hosts: tuple[str, ...] = ()
    """Host names of the service besides localhost and IP addresses.

    A request with any other Host header is refused, so that no web site can reach the service by pointing its own
    name at this machine.
    """
    options: MapOptions = field(default_factory=MapOptions)
    """The options of maps where a request sets none. Models come from here only."""
