"""What the tables of readers, graphs, trees and formats share.

A row names a function as 'module:function' instead of importing it, so that help, messages and the page list what
there is without loading it. Other packages add rows by entry points: each names a row of the table's own class.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeVar

from mindgist.errors import PackageError, UnknownNameError


class Row(Protocol):
    """What every row has."""

    @property
    def name(self) -> str:
        """What users call it."""


AnyRow = TypeVar("AnyRow", bound=Row)


def load(place: str, title: str, extra: str | None = None) -> Any:
    """What stands at 'module:name'; ``extra`` is what to install where a library that it needs is missing."""
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except ImportError as error:
        remedy = f"pip install '{extra}'" if extra else "install the package that it needs"
        raise PackageError(f"{title} cannot be used here ({error}); {remedy}") from error
    except AttributeError as error:
        raise PackageError(f"{title} cannot be used: there is no {name} in {module}") from error


@cache
def added_rows(group: str, kind: type[AnyRow]) -> dict[str, AnyRow]:
    """The rows that installed packages add to a table, by name: entry points of a group such as 'mindgist.graphs'."""
    from importlib.metadata import entry_points

    rows = {}
    for entry in entry_points(group=group):
        try:
            row = entry.load()
        except (ImportError, AttributeError) as error:
            raise PackageError(f"the entry point {entry.name} of {group} cannot be loaded: {error}") from error
        if not isinstance(row, kind):
            raise PackageError(f"the entry point {entry.name} of {group} names {row!r}, which is no row of that table")
        rows[row.name] = row
    return rows


def row_named(what: str, name: str, own: Mapping[str, AnyRow], group: str, kind: type[AnyRow]) -> AnyRow:
    """The row of this name: mindgist's own, or else one that a package adds."""
    if name in own:
        return own[name]
    added: dict[str, AnyRow] = added_rows(group, kind)
    if name not in added:
        raise UnknownNameError(what, name, {**own, **added})
    return added[name]
