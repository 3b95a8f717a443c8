"""Tokens of markdown-it, with limits that are checked while it parses."""

from time import monotonic
from typing import TYPE_CHECKING, Any

from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_SECONDS = 60
"""For one document. A book takes one second."""
MAX_TOKENS = 1_000_000
"""They take half a kilobyte each: a list item has five, a paragraph or a table cell three."""
_CHECK_INTERVAL = 1000  # tokens between two looks at the clock


class TimeLimit:
    """The time limit of a document, which begins now."""

    def __init__(self) -> None:
        self._end = monotonic() + MAX_SECONDS

    def check(self) -> None:
        """Raise an error when the time is over."""
        if monotonic() > self._end:
            raise DocumentError(f"reading the Markdown takes longer than {MAX_SECONDS} s; split it and map the parts")


class _Tokens(list["Token"]):
    def __init__(self, time: TimeLimit) -> None:
        self._time = time

    def append(self, token: "Token") -> None:
        """Add a token; called for each block that the parser finds."""
        if len(self) >= MAX_TOKENS:
            raise DocumentError(f"the Markdown has more than {MAX_TOKENS // 5:,} list items or cells; map its parts")
        if not len(self) % _CHECK_INTERVAL:
            self._time.check()
        super().append(token)


def parse(parser: "MarkdownIt", text: str, references: dict[str, Any], time: TimeLimit) -> "list[Token]":
    """What ``parser.parse`` returns, within the limits. ``references`` receives the definitions of links."""
    from markdown_it.rules_core import StateCore

    state = StateCore(text, parser, references)
    state.tokens = _Tokens(time)
    parser.core.process(state)
    return state.tokens
