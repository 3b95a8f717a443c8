"""The best nested tree over a row of sentences (Eisner 1996), with the price of opening a family.

In people's maps a branch covers one stretch of the text: no two branches cross (95 % of the parents in the news maps,
all that precede in the discourse trees). Among such trees the best one is found exactly, by dynamic programming over
stretches; all stretches of one length are treated at once.

People rarely put a single sentence under another; they gather siblings. A tree that pays each parent by itself cannot
see that, so a parent pays ``opening`` once for having children at all (once for those before it and once for those
after), which the same programme finds exactly.
"""

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
_NEVER = -1e9


class _Chart:
    """The best value of every stretch of sentences, by its start (or end) and its width.

    A stretch is governed by its first sentence (``after``: children come after it) or its last (``before``); a
    stretch is ``open`` where its two ends are parent and child and more may follow.
    """

    def __init__(self, values: Values, opening: float) -> None:
        count = len(values)
        shape = (count, count)
        after_by_start, after_by_end, before_by_start, before_by_end, open_after, open_before = (
            np.full(shape, _NEVER) for _ in range(6)
        )
        for table in (after_by_start, after_by_end, before_by_start, before_by_end):
            table[:, 0] = 0
        self.split_after, self.split_before, self.child_after, self.child_before = (
            np.zeros(shape, np.intp) for _ in range(4)
        )
        rows = np.arange(count)
        for width in range(1, count):
            number = count - width
            row = rows[:number]
            halves = after_by_start[:number, :width] + before_by_end[width:, width - 1 :: -1][:, :width]
            halves[:, 0] -= opening  # the first sentence has no child after it yet
            best = self.split_after[:number, width] = halves.argmax(axis=1)
            open_after[:number, width] = halves[row, best] + values.diagonal(width)
            halves[:, 0] += opening
            halves[:, -1] -= opening
            best = self.split_before[:number, width] = halves.argmax(axis=1)
            open_before[width:, width] = halves[row, best] + values.diagonal(-width)

            closed = open_after[:number, 1 : width + 1] + after_by_end[width:, width - 1 :: -1][:, :width]
            best = closed.argmax(axis=1)
            self.child_after[:number, width] = best + 1
            after_by_start[:number, width] = after_by_end[width:, width] = closed[row, best]
            closed = before_by_start[:number, :width] + open_before[width:, width:0:-1]
            best = self.child_before[:number, width] = closed.argmax(axis=1)
            before_by_start[:number, width] = before_by_end[width:, width] = closed[row, best]
        self.whole = before_by_end[rows, rows] + after_by_start[rows, rows[::-1]]

    def governors(self, root: int) -> list[int]:
        """Each sentence's governor in the best tree under this root, which itself has -1."""
        found = [-1] * len(self.whole)
        stack = [(False, 0, root), (True, root, len(found) - 1)]
        while stack:
            governed_by_first, start, end = stack.pop()
            width = end - start
            if not width:
                continue
            if governed_by_first:
                child = start + int(self.child_after[start, width])
                found[child] = start
                split = start + int(self.split_after[start, child - start])
                stack += [(True, child, end), (True, start, split), (False, split + 1, child)]
            else:
                child = start + int(self.child_before[start, width])
                found[child] = end
                split = child + int(self.split_before[child, end - child])
                stack += [(False, start, child), (True, child, split), (False, split + 1, end)]
        return found


def best_projective_tree(values: Values, roots: Values, opening: float = 0.0) -> list[int]:
    """Each sentence's governor (-1 for the root) in the nested tree of the largest value.

    ``values[i, j]`` is what it is worth that i governs j, shape (N, N); ``roots[i]`` that i is the root.
    """
    chart = _Chart(np.asarray(values, np.float64), opening)
    return chart.governors(int((roots + chart.whole).argmax()))
