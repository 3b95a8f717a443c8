"""Fields of a node that follow from its text."""

from collections.abc import Callable
from typing import Any, overload


class Derived:
    """A field that is found out when it is first asked for, unless it is given (an empty text counts as not given).

    The map of a book has tens of thousands of nodes, of which sixty are shown: their labels alone are worth the time.
    """

    def __init__(self, derive: Callable[[str], str]) -> None:
        self._derive = derive

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, node: None, owner: type) -> str: ...
    @overload
    def __get__(self, node: Any, owner: type) -> str: ...
    def __get__(self, node: Any, owner: type) -> str:
        if node is None:
            return ""  # what dataclass takes for the field's default
        if not node.__dict__[self._name]:
            node.__dict__[self._name] = self._derive(node.text)
        return str(node.__dict__[self._name])

    def __set__(self, node: Any, value: str) -> None:
        node.__dict__[self._name] = value
