"""The best nested tree over a row of sentences (Eisner 1996), with the price of opening a family.

In people's maps a branch covers one stretch of the text: no two branches cross (95 % of the parents in the news maps,
all that precede in the discourse trees). Among such trees the best one is found exactly, by dynamic programming over
stretches; all stretches of one length are treated at once.

People rarely put a single sentence under another; they gather siblings. A tree that pays each parent by itself cannot
see that, so a parent pays ``opening`` once for having children at all (once for those before it and once for those
after), which the same programme finds exactly.
"""

from collections.abc import Iterable, Sequence
from operator import add

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


class _Chart:
    """The best value of every stretch of sentences that its first sentence governs, for several rows at once.

    What the last sentence governs is the same with the row turned round, so every row is there twice, as it stands and,
    in the opposite order of rows, turned: tables are (width, first sentence, rows). A stretch is ``open`` where its
    ends are parent and child and more may follow. What stands behind a row's end changes no stretch of it: rows of
    different lengths go together.
    """

    def __init__(self, values: Values, opening: Values) -> None:
        count = values.shape[1]
        both = np.concatenate([values, values[::-1, ::-1, ::-1]]).transpose(1, 2, 0)
        prices = np.concatenate([opening, opening[::-1]])
        self._prices: list[float] = prices.tolist()
        self._by_first, self._by_last = np.zeros(both.shape), np.zeros(both.shape)
        self._open = np.empty(both.shape)
        by_first, by_last, open_ = self._by_first, self._by_last, self._open
        turned = by_first[:, ::-1, ::-1]  # what the last one governs, by that one
        for width in range(1, count):
            number = count - width
            halves = by_first[:width, :number] + turned[:width, width:][::-1]
            halves[0] -= prices  # the first sentence has no child yet
            np.add(halves.max(axis=0), both.diagonal(width).T, out=open_[width, :number])
            closed = open_[1 : width + 1, :number] + by_last[:width, width:][::-1]
            by_first[width, :number] = by_last[width, width:] = closed.max(axis=0)

    def governors(self, which: int, roots: Values) -> list[int]:
        """Each sentence's governor in the best tree of one of the rows; its root has -1.

        Where a stretch is split best, is looked for again in the few that the tree is made of.
        """
        count, last = len(roots), len(self._by_first) - 1
        rows = np.arange(count)
        whole = self._by_first[rows[::-1], rows, which] + self._by_first[rows, last - rows, -1 - which]
        root = int((roots + whole).argmax())
        found = [-1] * count
        stack = [(-1 - which, last - root, last), (which, root, count - 1)]
        while stack:
            side, start, end = stack.pop()
            if start < end:
                child = start + 1 + self._last_child(side, start, end)
                split = start + self._split(side, start, child)
                found[last - child if side < 0 else child] = last - start if side < 0 else start
                stack += [(side, child, end), (side, start, split), (-1 - side, last - child, last - split - 1)]
        return found

    def _last_child(self, side: int, start: int, end: int) -> int:
        """How far from the start of a stretch, less one, the last child of its first sentence stands."""
        width = end - start
        if width == 1:
            return 0
        open_ = self._open[1 : width + 1, start, side].tolist()
        return _first_best(map(add, open_, self._by_last[width - 1 :: -1, end, side].tolist()))

    def _split(self, side: int, start: int, child: int) -> int:
        """How far from the start that reaches which its first sentence governs; the rest is the child's."""
        width = child - start
        if width == 1:
            return 0
        mirrored = len(self._by_first) - 1 - child
        before = self._by_first[:width, start, side].tolist()
        halves = list(map(add, before, self._by_first[width - 1 :: -1, mirrored, -1 - side].tolist()))
        halves[0] -= self._prices[side]
        return _first_best(halves)


def _first_best(values: Iterable[float]) -> int:
    """The place of the largest value, of the first where there are several."""
    listed = list(values)
    return listed.index(max(listed))


def best_projective_trees(values: Values, roots: Sequence[Values], opening: Values) -> list[list[int]]:
    """For each of several rows of sentences, each sentence's governor (-1 for the root) in its best nested tree.

    ``values[k, i, j]`` is what it is worth that i governs j in the row k, shape (K, N, N), where N is the longest row's
    length; ``roots[k][i]`` that i is its root, as long as the row is; ``opening[k]`` the price of its families.
    """
    chart = _Chart(values, opening)
    return [chart.governors(which, own) for which, own in enumerate(roots)]


def best_projective_tree(values: Values, roots: Values, opening: float = 0.0) -> list[int]:
    """Each sentence's governor (-1 for the root) in the nested tree of the largest value; see the function above."""
    return best_projective_trees(np.asarray(values, np.float64)[None], [roots], np.array([opening]))[0]
