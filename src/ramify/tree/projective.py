"""The best nested tree over a row of sentences (Eisner 1996), with the price of opening a family.

In people's maps a branch covers one stretch of the text: no two branches cross (95 % of the parents in the news maps,
all that precede in the discourse trees). Among such trees the best one is found exactly, by dynamic programming over
stretches; all stretches of one length are treated at once.

People rarely put a single sentence under another; they gather siblings. A tree that pays each parent by itself cannot
see that, so a parent pays ``opening`` once for having children at all (once for those before it and once for those
after), which the same programme finds exactly.
"""

from collections.abc import Sequence

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
        by_first, by_last, open_ = np.zeros(both.shape), np.zeros(both.shape), np.empty(both.shape)
        turned = by_first[:, ::-1, ::-1]  # what the last one governs, by that one
        small = np.min_scalar_type(count)
        self._splits, self._children = np.zeros(both.shape, small), np.zeros(both.shape, small)
        down = np.arange(count, 0, -1).astype(small)[:, None, None]
        for width in range(1, count):
            number = count - width
            halves = by_first[:width, :number] + turned[:width, width:][::-1]
            halves[0] -= prices  # the first sentence has no child yet
            best = halves.max(axis=0)
            self._splits[width, :number] = width - ((halves == best) * down[-width:]).max(axis=0)  # the first of them
            open_[width, :number] = best + both.diagonal(width).T
            closed = open_[1 : width + 1, :number] + by_last[:width, width:][::-1]
            best = closed.max(axis=0)
            self._children[width, :number] = width - ((closed == best) * down[-width:]).max(axis=0)
            by_first[width, :number] = by_last[width, width:] = best
        self._by_first = by_first

    def governors(self, which: int, roots: Values) -> list[int]:
        """Each sentence's governor in the best tree of one of the rows; its root has -1."""
        count, last, sides = len(roots), len(self._by_first) - 1, (which, -1 - which)
        rows = np.arange(count)
        whole = self._by_first[rows[::-1], rows, sides[0]] + self._by_first[rows, last - rows, sides[1]]
        root = int((roots + whole).argmax())
        splits = [self._splits[:, :, side].tolist() for side in sides]
        children = [self._children[:, :, side].tolist() for side in sides]
        found = [-1] * count
        stack = [(1, last - root, last), (0, root, count - 1)]
        while stack:
            side, start, end = stack.pop()
            if start == end:
                continue
            child = start + children[side][end - start][start] + 1
            found[last - child if side else child] = last - start if side else start
            split = start + splits[side][child - start][start]
            stack += [(side, child, end), (side, start, split), (1 - side, last - child, last - split - 1)]
        return found


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
