"""Features of words in a table that numpy reads by row numbers, computed once for each word."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray


class WordTable(dict[str, int]):
    """The row number of each word, and a table with the features of each row.

    Words that are new are described and added. All are forgotten once there are more than ``max_rows``: a service runs
    for months and keeps meeting odd words.
    """

    def __init__(self, describe: Callable[[str], Sequence[int]], columns: int, max_rows: int = 30_000) -> None:
        super().__init__()
        self._describe = describe
        self._max_rows = max_rows
        self._new: list[Sequence[int]] = []
        self.table: NDArray[np.int32] = np.zeros((1024, columns), dtype=np.int32)
        self.times_cleared = 0

    def __missing__(self, word: str) -> int:
        self._new.append(self._describe(word))
        self[word] = row = len(self)
        return row

    def rows(self, words: Sequence[str]) -> NDArray[np.intp]:
        """The row numbers of these words; they hold until the next call."""
        if len(self) > self._max_rows:
            self.clear()
            self._new.clear()
            self.times_cleared += 1
        found = np.array([self[word] for word in words], dtype=np.intp)  # faster than map
        while len(self) > len(self.table):
            self.table = np.concatenate([self.table, np.zeros_like(self.table)])
        if self._new:
            self.table[len(self) - len(self._new) : len(self)] = self._new
            self._new.clear()
        return found
