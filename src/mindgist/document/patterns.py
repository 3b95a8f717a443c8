"""Regular expressions that readers share: a type that compiles late, and the marks of list items."""

import re
from collections.abc import Callable
from typing import Any


class LazyPattern:
    """A regular expression, or a function that returns one, compiled when it is first used.

    Compiling one that covers many scripts or languages takes some milliseconds, most documents need few of them, and
    the command line starts anew for each map. The methods are those of ``re.Pattern``.
    """

    def __init__(self, pattern: str | Callable[[], str], flags: int = 0) -> None:
        self._pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        pattern = self._pattern if isinstance(self._pattern, str) else self._pattern()
        method = getattr(re.compile(pattern, self._flags), name)
        setattr(self, name, method)  # found without this function from now on
        return method


_BULLET = "[-*+•‣◦▪●∙·■□–—]"
_DOTTED_NUMBER = r"\d{1,3}(?:\.\d{1,3})"  # 1.2

LIST_MARK = re.compile(rf"(?:{_BULLET}|\(?(?:\d{{1,3}}|[a-z])[.)])\s{{1,20}}(?=\S)")
"""A bullet, "1.", "1)", "(1)", "a." and the like."""

TYPED_MARK = re.compile(rf"(?:{_BULLET}|\(?(?:\d{{1,2}}|[a-z])\))\s{{1,20}}(?=\S)")
"""The same without "1." and "a.", which number sections where a file has styles for lists."""

INDENTED_MARK = re.compile(
    rf"([ \t]{{0,40}})(?:{_BULLET}|({_DOTTED_NUMBER}{{0,4}})[.)]|({_DOTTED_NUMBER}{{1,4}})|\((?:\d{{1,3}}|[a-z])\)|"
    r"[a-z][.)])[ \t]{1,20}(?=\S)"
)
"""A mark with its indentation (group 1) and its number (group 2 or 3), as in plain text."""
