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

    def __missing__(self, name: str) -> int:
        self._new.append(self._describe(name))
        self[name] = row = len(self)
        return row

    def numbers(self, names: Sequence[str]) -> NDArray[np.intp]:
        """The rows of these names; they hold until numbers are asked for again."""
        if len(self) > self._most:
            self.clear()
        found = np.fromiter(map(self.__getitem__, names), dtype=np.intp, count=len(names))
        if self._new:
            while len(self) > len(self.table):
                self.table = np.concatenate([self.table, np.zeros_like(self.table)])
            self.table[len(self) - len(self._new) : len(self)] = self._new
            self._new.clear()
        return found
