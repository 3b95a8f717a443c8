"""Where everything stands in the picture of a map: the centre in the middle, branches to its right and left.

A chain of only children is a column, set like an indented outline; where a map branches, columns stand beside
each other. Every column has, with all that grows from it, a band of the picture's height to itself, and what
grows from it stands beyond its outer edge, so no two boxes ever overlap. The layout is a pure function of the
map: the same map gives the same picture. viewer/layout.js is the same function for the page, which lays out while
the reader folds and slides; tests hold the two to the same numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from mindgist.export.branch import Branch
from mindgist.export.wrap import from_right, text_width, wrapped

LINE = 1.36  # the height of a line, in sizes of the font
MARGIN = 28.0
INDENT = 20.0  # of an only child under its parent
SIGN = 30.0  # the room beside a box for how many are folded away under it

Stack = Literal["chains", "lists", "all"]
"""What stands under its parent instead of beside it: only children, also children without children, or everything."""

_Value = TypeVar("_Value")

_GAP_BESIDE = (64.0, 48.0, 40.0)  # between columns: beside the centre, beside a main branch, further out
_GAP_BELOW = (24.0, 14.0, 10.0)  # between the bands of siblings: main branches, their children, further out
_GAP_IN_COLUMN = 7.0
_TALLEST_COLUMN = 5  # boxes; a longer chain goes on in the next column
_DEEPEST_INDENT = 8  # levels; what stands deeper in a column is not moved in any further
_LONGEST = 700  # characters of a label that are drawn; the whole label is in the element's title


@dataclass(frozen=True, slots=True)
class Style:
    """How the boxes of one depth are set: the font, the widest line, the room around the text."""

    size: float
    widest: float
    beside: float
    above: float


_STYLES = (Style(17, 260, 18, 12), Style(14, 220, 13, 8), Style(13, 240, 10, 5.5))


@dataclass(frozen=True, slots=True)
class Box:
    """A branch in its place. ``side`` is 1 right of the centre, -1 left of it, 0 for the centre itself.

    ``family`` counts the main branches, strongest first: boxes of one family share a colour. ``parent`` is an index
    into the boxes; ``stacked`` says that the box stands under its parent, not beside it. ``edge`` is the outer edge
    of its column.
    """

    branch: Branch
    parent: int | None
    depth: int
    side: int
    family: int
    stacked: bool
    x: float
    y: float
    width: float
    height: float
    edge: float
    lines: tuple[str, ...]

    @property
    def style(self) -> Style:
        return style_of(self.depth)

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture of the given size, its boxes in the order of an outline: a parent stands before its children."""

    width: float
    height: float
    boxes: tuple[Box, ...]


@dataclass(slots=True)
class _Label:
    """A box before it has a place."""

    branch: Branch
    parent: int | None
    depth: int
    lines: tuple[str, ...]
    width: float
    height: float
    level: int = 0
    """How far it is moved in, in its column."""


@dataclass(slots=True)
class _Column:
    """Labels that stand under each other; ``band`` is the height that they and all that grows from them need."""

    depth: int
    labels: list[int] = field(default_factory=list)
    children: list["_Column"] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0
    band: float = 0.0
    side: int = 0
    x: float = 0.0
    y: float = 0.0


def style_of(depth: int) -> Style:
    """The style of a depth; from the second on all are alike."""
    return _of_depth(_STYLES, depth)


def is_bold(branch: Branch, depth: int) -> bool:
    """The centre, headings and short main branches stand out; a whole sentence would shout."""
    return depth == 0 or branch.node.sentence is None or (depth == 1 and len(branch.label) <= 60)


def arrange(centre: Branch, stack: Stack = "chains", breadth: float = 1.0) -> Layout:
    """The layout of a map; ``breadth`` makes the widest lines wider or narrower.

    A map in a script that is written from right to left begins on the left.
    """
    labels = _labels(centre, breadth)
    columns = _columns(labels, stack)
    for column in reversed(columns):  # what grows from a column comes after it, so it is measured first
        column.band = max(column.height, _stack_height(column.children, column.depth))
    middle = columns[0]
    first = -1 if from_right(centre.label) else 1
    half = _first_half(middle.children)
    for place, child in enumerate(middle.children):
        child.side = first if place < half else -first
    middle.side = first if stack == "all" else 0
    middle.x, middle.y = -middle.width / 2, -middle.height / 2
    _place(middle, middle.children[:half])
    _place(middle, middle.children[half:])
    for column in columns[1:]:
        for child in column.children:
            child.side = column.side
        _place(column, column.children)
    return _finished(labels, columns)


def _labels(centre: Branch, breadth: float) -> list[_Label]:
    """The boxes' sizes, in the order of an outline."""
    labels: list[_Label] = []
    stack: list[tuple[Branch, int | None, int]] = [(centre, None, 0)]
    while stack:
        branch, parent, depth = stack.pop()
        stack += [(child, len(labels), depth + 1) for child in reversed(branch.children)]
        style, bold = style_of(depth), is_bold(branch, depth)
        text = branch.label if len(branch.label) <= _LONGEST else branch.label[: _LONGEST - 1].rstrip(" ") + "…"
        room = style.widest * breadth * (1.25 if len(text) > 180 else 1)
        lines = tuple(wrapped(text, room, style.size, bold))
        width = max(text_width(line, style.size, bold) for line in lines) + 2 * style.beside
        height = len(lines) * style.size * LINE + 2 * style.above
        labels.append(_Label(branch, parent, depth, lines, width, height))
    return labels


def _columns(labels: Sequence[_Label], stack: Stack) -> list[_Column]:
    """What stands under its parent joins the parent's column; everyone else begins one."""
    columns: list[_Column] = []
    home: list[_Column] = []  # each label's column
    for index, label in enumerate(labels):
        column = None if label.parent is None else home[label.parent]
        if column is not None and label.parent is not None and _joins(labels[label.parent], column, stack):
            label.level = min(labels[label.parent].level + 1, _DEEPEST_INDENT)
            column.height += _GAP_IN_COLUMN
        else:
            above, column = column, _Column(label.depth)
            columns.append(column)
            if above is not None:
                above.children.append(column)
        sign = SIGN if label.branch.hidden else 0.0
        column.width = max(column.width, label.level * INDENT + label.width + sign)
        column.height += label.height
        column.labels.append(index)
        home.append(column)
    return columns


def _joins(parent: _Label, column: _Column, stack: Stack) -> bool:
    """Whether a parent's children stand in its column. The centre stands alone, unless everything is one column."""
    children = parent.branch.children
    if stack == "all" or parent.depth == 0:
        return stack == "all"
    if len(children) == 1 and children[0].children:
        return len(column.labels) < _TALLEST_COLUMN
    return len(children) == 1 or (stack == "lists" and not any(child.children for child in children))


def _stack_height(columns: Sequence[_Column], depth: int) -> float:
    """The height of these columns' bands, one below the other."""
    return sum(column.band for column in columns) + max(0, len(columns) - 1) * _of_depth(_GAP_BELOW, depth)


def _first_half(columns: Sequence[_Column]) -> int:
    """How many main branches stand on the first side so that both sides are as equally high as their order allows."""
    total = sum(column.band for column in columns)
    best, least, above = 0, float("inf"), 0.0
    for count, column in enumerate(columns, start=1):
        above += column.band
        if abs(total - 2 * above) < least:
            best, least = count, abs(total - 2 * above)
    return best


def _place(parent: _Column, children: Sequence[_Column]) -> None:
    """Put columns beyond the parent's outer edge, their bands one below the other, level with its middle."""
    gap = _of_depth(_GAP_BESIDE, parent.depth)
    top = parent.y + (parent.height - _stack_height(children, parent.depth)) / 2
    for child in children:
        child.x = parent.x + parent.width + gap if child.side > 0 else parent.x - gap - child.width
        child.y = top + (child.band - child.height) / 2
        top += child.band + _of_depth(_GAP_BELOW, parent.depth)


def _finished(labels: Sequence[_Label], columns: Sequence[_Column]) -> Layout:
    """The boxes in their columns, moved so that the picture begins at 0, 0."""
    left = min(column.x for column in columns) - MARGIN
    width = max(column.x + column.width for column in columns) - left + MARGIN
    top = min(column.y for column in columns) - MARGIN
    families = _families(labels)
    boxes: dict[int, Box] = {}
    for column in columns:
        y = column.y - top
        for place, index in enumerate(column.labels):
            label = labels[index]
            inward = label.level * INDENT
            x = column.x + (inward if column.side >= 0 else column.width - inward - label.width) - left
            edge = column.x - left + (column.width if column.side >= 0 else 0)
            boxes[index] = Box(
                label.branch, label.parent, label.depth, column.side if label.depth else 0, families[index], place > 0,
                x, y, label.width, label.height, edge, label.lines,
            )  # fmt: skip
            y += label.height + _GAP_IN_COLUMN
    height = max(column.y + column.height for column in columns) - top + MARGIN
    return Layout(width, height, tuple(boxes[index] for index in range(len(labels))))


def _families(labels: Sequence[_Label]) -> list[int]:
    """Which main branch each label belongs to. A smaller cut has the same strongest ones, so no colour changes."""
    main = [index for index, label in enumerate(labels) if label.depth == 1]
    by_rank = sorted(main, key=lambda index: labels[index].branch.index)
    ranks = {index: rank for rank, index in enumerate(by_rank)}
    families: list[int] = []
    for index, label in enumerate(labels):
        families.append(ranks[index] if label.depth == 1 else families[label.parent] if label.parent else 0)
    return families


def _of_depth(values: Sequence[_Value], depth: int) -> _Value:
    return values[min(depth, len(values) - 1)]
