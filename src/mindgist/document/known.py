"""What is known of words, told once for each: tables that numpy reads by the words' numbers."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray


class Known(dict[str, int]):
    """Numbers rows of a table by what they describe; what is new is described once.

    It forgets everything once it has more than ``most`` rows: a service runs for months, and meets odd words for ever.
    """

    def __init__(self, describe: Callable[[str], Sequence[int]], columns: int, most: int = 30_000) -> None:
        super().__init__()
        self._describe = describe
        self._most = most
        self._new: list[Sequence[int]] = []
        self.table: NDArray[np.int32] = np.zeros((1024, columns), dtype=np.int32)
        self.times_emptied = 0

    def __missing__(self, name: str) -> int:
        self._new.append(self._describe(name))
        self[name] = row = len(self)
        return row

    def numbers(self, names: Sequence[str]) -> NDArray[np.intp]:
        """The rows of these names; they hold until numbers are asked for again."""
        if len(self) > self._most:
            self.clear()
        found = np.array([self[name] for name in names], dtype=np.intp)  # sooner done than by map
        self.settle()
        return found

    def settle(self) -> None:
        """Put what was met since into the table."""
        if self._new:
            self.table = with_rows(self.table, self._new, len(self))
            self._new.clear()

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self._new.clear()
        self.times_emptied += 1


def with_rows(table: NDArray[np.int32], rows: Sequence[Sequence[int]], length: int) -> NDArray[np.int32]:
    """The table with these rows as the last of that many; twice as large as soon as there is no room for them."""
    while length > len(table):
        table = np.concatenate([table, np.zeros_like(table)])
    table[length - len(rows) : length] = rows
    return table
