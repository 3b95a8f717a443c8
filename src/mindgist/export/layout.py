"""The positions of all nodes in the picture of a map: the centre in the middle, branches to its right and left.

A chain of only children forms a column, indented like an outline. Where a map branches, columns stand side by side.
Each column and its descendants have a horizontal band of their own, and descendants stand beyond the column's outer
edge, so no two boxes overlap. The same map always gives the same layout. viewer/layout.js is the same code for the
page; tests compare the results.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from mindgist.export.branch import Branch
from mindgist.export.constants import (
    COLUMN_GAPS,
    FOLD_SIGN_WIDTH,
    INDENT,
    LINE_HEIGHT,
    MARGIN,
    MAX_BOLD_LABEL,
    MAX_COLUMN_NODES,
    MAX_DRAWN_LABEL,
    MAX_INDENT_LEVELS,
    NODE_STYLES,
    ROW_GAPS,
    STACK_GAP,
    WIDE_LABEL,
    WIDE_LABEL_FACTOR,
    NodeStyle,
)
from mindgist.export.wrap import is_right_to_left, text_width, wrap_text

Stack = Literal["chains", "lists", "all"]
"""Which children stand below their parent instead of beside it: only children, also leaf siblings, or all."""

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Box:
    """A node with its position.

    Attributes:
        parent: The index of the parent's box, None for the centre.
        side: 1 right of the centre, -1 left of it, 0 for the centre.
        main_branch: The number of its main branch, strongest first. It decides the colour.
        stacked: Whether the box stands below its parent, not beside it.
        edge: The x coordinate of its column's outer edge.
    """

    branch: Branch
    parent: int | None
    depth: int
    side: int
    main_branch: int
    stacked: bool
    x: float
    y: float
    width: float
    height: float
    edge: float
    lines: tuple[str, ...]

    @property
    def style(self) -> NodeStyle:
        return style_of(self.depth)

    @property
    def middle(self) -> float:
        """The y coordinate of its middle."""
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of a picture in outline order: parents come before their children."""

    width: float
    height: float
    boxes: tuple[Box, ...]


@dataclass(slots=True)
class _Label:
    """A box without a position; ``level`` is its indentation in its column."""

    branch: Branch
    parent: int | None
    depth: int
    lines: tuple[str, ...]
    width: float
    height: float
    level: int = 0


@dataclass(slots=True)
class _Column:
    """Labels below each other; ``band`` is the height of the column with its descendants."""

    depth: int
    labels: list[int] = field(default_factory=list)
    children: list["_Column"] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0
    band: float = 0.0
    side: int = 0
    x: float = 0.0
    y: float = 0.0


def style_of(depth: int) -> NodeStyle:
    """Return the style of a depth; the last style holds for all deeper nodes."""
    return _by_depth(NODE_STYLES, depth)


def is_bold(branch: Branch, depth: int) -> bool:
    """Return whether a label is bold: the centre, headings and short main branches are, long sentences are not."""
    return depth == 0 or branch.node.sentence is None or (depth == 1 and len(branch.label) <= MAX_BOLD_LABEL)


def arrange(centre: Branch, stack: Stack = "chains", breadth: float = 1.0) -> Layout:
    """Lay out a map; ``breadth`` scales the maximum line width.

    The first main branches stand on the right; in right-to-left scripts, on the left.
    """
    labels = _measure_labels(centre, breadth)
    columns = _form_columns(labels, stack)
    for column in reversed(columns):  # children come after their parents, so they are measured first
        column.band = max(column.height, _bands_height(column.children, column.depth))
    middle = columns[0]
    first_side = -1 if is_right_to_left(centre.label) else 1
    half = _count_on_first_side(middle.children)
    for index, child in enumerate(middle.children):
        child.side = first_side if index < half else -first_side
    middle.side = first_side if stack == "all" else 0
    middle.x, middle.y = -middle.width / 2, -middle.height / 2
    _place_columns(middle, middle.children[:half])
    _place_columns(middle, middle.children[half:])
    for column in columns[1:]:
        for child in column.children:
            child.side = column.side
        _place_columns(column, column.children)
    return _place_boxes(labels, columns)


def _measure_labels(centre: Branch, breadth: float) -> list[_Label]:
    """Return all labels in outline order, with their lines and sizes."""
    labels: list[_Label] = []
    stack: list[tuple[Branch, int | None, int]] = [(centre, None, 0)]
    while stack:
        branch, parent, depth = stack.pop()
        stack += [(child, len(labels), depth + 1) for child in reversed(branch.children)]
        style, bold, text = style_of(depth), is_bold(branch, depth), branch.label
        if len(text) > MAX_DRAWN_LABEL:
            text = text[: MAX_DRAWN_LABEL - 1].rstrip(" ") + "…"
        line_width = style.max_line_width * breadth * (WIDE_LABEL_FACTOR if len(text) > WIDE_LABEL else 1)
        lines = tuple(wrap_text(text, line_width, style.font_size, bold))
        width = max(text_width(line, style.font_size, bold) for line in lines) + 2 * style.padding_x
        height = len(lines) * style.font_size * LINE_HEIGHT + 2 * style.padding_y
        labels.append(_Label(branch, parent, depth, lines, width, height))
    return labels


def _form_columns(labels: Sequence[_Label], stack: Stack) -> list[_Column]:
    """Add each label to its parent's column if it stands below the parent, else start a new column."""
    columns: list[_Column] = []
    column_of: list[_Column] = []  # by label
    for index, label in enumerate(labels):
        column = None if label.parent is None else column_of[label.parent]
        if column is not None and label.parent is not None and _is_stacked(labels[label.parent], column, stack):
            label.level = min(labels[label.parent].level + 1, MAX_INDENT_LEVELS)
            column.height += STACK_GAP
        else:
            parent_column, column = column, _Column(label.depth)
            columns.append(column)
            if parent_column is not None:
                parent_column.children.append(column)
        sign = FOLD_SIGN_WIDTH if label.branch.hidden else 0.0
        column.width = max(column.width, label.level * INDENT + label.width + sign)
        column.height += label.height
        column.labels.append(index)
        column_of.append(column)
    return columns


def _is_stacked(parent: _Label, column: _Column, stack: Stack) -> bool:
    """Return whether a parent's children join its column. The centre stands alone unless all nodes are one column."""
    children = parent.branch.children
    if stack == "all" or parent.depth == 0:
        return stack == "all"
    if len(children) == 1 and children[0].children:
        return len(column.labels) < MAX_COLUMN_NODES
    return len(children) == 1 or (stack == "lists" and not any(child.children for child in children))


def _bands_height(columns: Sequence[_Column], depth: int) -> float:
    """Return the height of these columns' bands, one below the other."""
    return sum(column.band for column in columns) + max(0, len(columns) - 1) * _by_depth(ROW_GAPS, depth)


def _count_on_first_side(columns: Sequence[_Column]) -> int:
    """Return how many main branches stand on the first side, so that both sides are about equally high."""
    total = sum(column.band for column in columns)
    best, least, height = 0, float("inf"), 0.0
    for count, column in enumerate(columns, start=1):
        height += column.band
        if abs(total - 2 * height) < least:
            best, least = count, abs(total - 2 * height)
    return best


def _place_columns(parent: _Column, children: Sequence[_Column]) -> None:
    """Place columns beyond the parent's outer edge, one below the other, vertically centred on the parent."""
    gap = _by_depth(COLUMN_GAPS, parent.depth)
    top = parent.y + (parent.height - _bands_height(children, parent.depth)) / 2
    for child in children:
        child.x = parent.x + parent.width + gap if child.side > 0 else parent.x - gap - child.width
        child.y = top + (child.band - child.height) / 2
        top += child.band + _by_depth(ROW_GAPS, parent.depth)


def _place_boxes(labels: Sequence[_Label], columns: Sequence[_Column]) -> Layout:
    """Return the boxes in their columns, moved so that the picture starts at 0, 0."""
    left = min(column.x for column in columns) - MARGIN
    width = max(column.x + column.width for column in columns) - left + MARGIN
    top = min(column.y for column in columns) - MARGIN
    height = max(column.y + column.height for column in columns) - top + MARGIN
    main_branches = _number_main_branches(labels)
    boxes: dict[int, Box] = {}
    for column in columns:
        y = column.y - top
        edge = column.x - left + (column.width if column.side >= 0 else 0)
        for position, index in enumerate(column.labels):
            label = labels[index]
            indent = label.level * INDENT
            x = column.x + (indent if column.side >= 0 else column.width - indent - label.width) - left
            boxes[index] = Box(
                label.branch, label.parent, label.depth, column.side if label.depth else 0, main_branches[index],
                position > 0, x, y, label.width, label.height, edge, label.lines,
            )  # fmt: skip
            y += label.height + STACK_GAP
    return Layout(width, height, tuple(boxes[index] for index in range(len(labels))))


def _number_main_branches(labels: Sequence[_Label]) -> list[int]:
    """Return each label's main branch, numbered by rank: colours stay the same when a map is cut to another size."""
    main = [index for index, label in enumerate(labels) if label.depth == 1]
    by_rank = sorted(main, key=lambda index: labels[index].branch.index)
    ranks = {index: rank for rank, index in enumerate(by_rank)}
    numbers: list[int] = []
    for index, label in enumerate(labels):
        numbers.append(ranks[index] if label.depth == 1 else numbers[label.parent] if label.parent else 0)
    return numbers


def _by_depth(values: Sequence[_Value], depth: int) -> _Value:
    return values[min(depth, len(values) - 1)]
