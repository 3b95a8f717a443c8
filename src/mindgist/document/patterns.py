"""Regular expressions that are compiled when they are first used.

Compiling one that covers many scripts or languages takes some milliseconds, most documents need few of them, and the
command line starts anew for each map.
"""

import re
from collections.abc import Callable
from typing import Any


class LazyPattern:
    """A regular expression, or a function that returns one; the methods are those of ``re.Pattern``."""

    def __init__(self, pattern: str | Callable[[], str], flags: int = 0) -> None:
        self._pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        pattern = self._pattern if isinstance(self._pattern, str) else self._pattern()
        method = getattr(re.compile(pattern, self._flags), name)
        setattr(self, name, method)  # found without this function from now on
        return method
