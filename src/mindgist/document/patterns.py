"""Regular expressions that most documents need none of.

To compile one with the letters of other scripts in it takes some milliseconds, and a shell starts anew for each map.
"""

import re
from functools import cached_property
from typing import Any


class LatePattern:
    """A regular expression that is compiled when it is first used."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._pattern, self._flags = pattern, flags

    @cached_property
    def match(self) -> Any:
        """As of the compiled pattern."""
        return self._compiled.match

    @cached_property
    def fullmatch(self) -> Any:
        """As of the compiled pattern."""
        return self._compiled.fullmatch

    @cached_property
    def search(self) -> Any:
        """As of the compiled pattern."""
        return self._compiled.search

    @cached_property
    def findall(self) -> Any:
        """As of the compiled pattern."""
        return self._compiled.findall

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._pattern, self._flags)
