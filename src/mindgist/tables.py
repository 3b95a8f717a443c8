"""What the tables of readers, graph sources, tree generators and formats share.

A row names a function as 'module:function' instead of importing it, so that help texts, messages and the page can
list all rows without loading them. Other packages add rows by entry points, each of which names a row object.
"""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeVar

from mindgist.errors import PackageError, UnknownNameError


class Row(Protocol):
    """A row of a table, with the name that users give."""

    @property
    def name(self) -> str: ...


AnyRow = TypeVar("AnyRow", bound=Row)


def load(place: str, title: str, extra: str | None = None) -> Any:
    """Import the object at 'module:name'. Messages call it ``title`` and say to install ``extra``, if given."""
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except ImportError as error:
        remedy = f"pip install '{extra}'" if extra else "install the missing package"
        raise PackageError(f"{title} cannot be used ({error}); {remedy}") from error
    except AttributeError as error:
        raise PackageError(f"{title} cannot be used: there is no {name} in {module}") from error


@cache
def added_rows(group: str, kind: type[AnyRow]) -> dict[str, AnyRow]:
    """The rows that installed packages add by entry points of a group such as 'mindgist.graphs', by name."""
    from importlib.metadata import entry_points

    rows = {}
    for entry in entry_points(group=group):
        try:
            row = entry.load()
        except (ImportError, AttributeError) as error:
            raise PackageError(f"the entry point {entry.name} of {group} cannot be loaded: {error}") from error
        if not isinstance(row, kind):
            raise PackageError(f"the entry point {entry.name} of {group} names {row!r}, which is not a {kind.__name__}")
        rows[row.name] = row
    return rows


class Table(dict[str, AnyRow]):
    """mindgist's own rows by name. ``all`` and ``named`` also know those that installed packages add to the ``group``.

    Own rows take precedence. Messages call a row ``what``.
    """

    def __init__(self, what: str, group: str, kind: type[AnyRow], rows: Iterable[AnyRow]) -> None:
        super().__init__((row.name, row) for row in rows)
        self._what, self._group, self._kind = what, group, kind

    def all(self) -> dict[str, AnyRow]:
        """All rows: mindgist's own, then those of packages."""
        added: dict[str, AnyRow] = added_rows(self._group, self._kind)
        return self | added | self

    def named(self, name: str) -> AnyRow:
        rows = self if name in self else self.all()
        if name not in rows:
            raise UnknownNameError(self._what, name, rows)
        return rows[name]
