"""The positions of all nodes in the picture of a map: the centre in the middle, branches to its right and left.

A chain of only children forms a column, indented like an outline. Where a map branches, columns stand side by side.
Each column and its descendants have a horizontal band of their own, and descendants stand beyond the column's outer
edge, so no two boxes overlap. The same map always gives the same layout. viewer/layout.js is the same code for the
page, which has further forms; tests compare the results.
"""

import itertools
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from mindgist.export.branch import Branch
from mindgist.export.constants import (
    BRANCH_COLOURS,
    COLUMN_GAPS,
    FOLD_SIGN_WIDTH,
    INDENT,
    LINE_HEIGHT,
    MARGIN,
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

_Value = TypeVar("_Value")


@dataclass(slots=True)
class Box:
    """A node with its lines and its position, which ``arrange`` sets.

    Attributes:
        parent: The index of the parent's box, None for the centre.
        bold_lines: How many of its lines are bold, from the top.
        level: Its indentation in its column.
        side: 1 right of the centre, -1 left of it, 0 for the centre.
        main_branch: The number of its main branch's colour.
        stacked: Whether the box stands below its parent, not beside it.
        edge: The x coordinate of its column's outer edge.
    """

    branch: Branch
    parent: int | None
    depth: int
    lines: tuple[str, ...]
    width: float
    height: float
    bold_lines: int
    level: int = 0
    side: int = 0
    main_branch: int = 0
    stacked: bool = False
    x: float = 0.0
    y: float = 0.0
    edge: float = 0.0

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
    boxes: list[Box]


@dataclass(slots=True)
class _Column:
    """Boxes below each other; ``band`` is the height of the column with its descendants."""

    depth: int
    boxes: list[Box] = field(default_factory=list)
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
    """Return whether a label is bold: the centre, main branches and headings are, other sentences are not.

    Below a topic, which is always bold, no label is.
    """
    return not branch.topic and (depth <= 1 or branch.node.sentence is None)


def linked_boxes(boxes: Sequence[Box]) -> Iterator[tuple[Box, Box]]:
    """Yield the boxes at both ends of each cross-link that is not folded away."""
    by_node = {box.branch.index: box for box in boxes}
    for link in boxes[0].branch.mindmap.links:
        if link.source in by_node and link.target in by_node:
            yield by_node[link.source], by_node[link.target]


def arrange(centre: Branch) -> Layout:
    """Lay out a map. The first main branches stand on the right; in right-to-left scripts, on the left."""
    boxes = _measure_boxes(centre)
    _number_main_branches(boxes)
    columns = _form_columns(boxes)
    for column in reversed(columns):  # children come after their parents, so they are measured first
        column.band = max(column.height, _bands_height(column.children, column.depth))
    middle = columns[0]
    first_side = -1 if is_right_to_left(centre.label) else 1
    half = _count_on_first_side(middle.children)
    for index, child in enumerate(middle.children):
        child.side = first_side if index < half else -first_side
    middle.x, middle.y = -middle.width / 2, -middle.height / 2
    _place_columns(middle, middle.children[:half])
    _place_columns(middle, middle.children[half:])
    for column in columns[1:]:
        for child in column.children:
            child.side = column.side
        _place_columns(column, column.children)
    left = min(column.x for column in columns) - MARGIN
    top = min(column.y for column in columns) - MARGIN
    for column in columns:
        _place_boxes(column, left, top)
    width = max(column.x + column.width for column in columns) - left + MARGIN
    height = max(column.y + column.height for column in columns) - top + MARGIN
    return Layout(width, height, boxes)


def _measure_boxes(centre: Branch) -> list[Box]:
    """Return all boxes in outline order, with their lines and sizes."""
    boxes: list[Box] = []
    stack: list[tuple[Branch, int | None, int]] = [(centre, None, 0)]
    while stack:
        branch, parent, depth = stack.pop()
        stack += [(child, len(boxes), depth + 1) for child in reversed(branch.children)]
        style, bold, text = style_of(depth), is_bold(branch, depth), branch.label
        if len(text) > MAX_DRAWN_LABEL:
            text = text[: MAX_DRAWN_LABEL - 1].rstrip(" ") + "…"
        line_width = style.max_line_width * (WIDE_LABEL_FACTOR if len(text) > WIDE_LABEL else 1)
        topic = wrap_text(branch.topic, line_width, style.font_size, True) if branch.topic else []
        lines = [*topic, *wrap_text(text, line_width, style.font_size, bold)]
        bold_lines = len(topic) or len(lines) * bold
        widths = (text_width(line, style.font_size, index < bold_lines) for index, line in enumerate(lines))
        width = max(widths) + 2 * style.padding_x
        height = len(lines) * style.font_size * LINE_HEIGHT + 2 * style.padding_y
        boxes.append(Box(branch, parent, depth, tuple(lines), width, height, bold_lines))
    return boxes


def _form_columns(boxes: Sequence[Box]) -> list[_Column]:
    """Add each box to its parent's column if it stands below the parent, else start a new column."""
    columns: list[_Column] = []
    column_of: list[_Column] = []  # by box
    for box in boxes:
        column = None if box.parent is None else column_of[box.parent]
        if column is not None and box.parent is not None and _is_stacked(boxes[box.parent], column):
            box.stacked = True
            box.level = min(boxes[box.parent].level + 1, MAX_INDENT_LEVELS)
            column.height += STACK_GAP
        else:
            parent_column, column = column, _Column(box.depth)
            columns.append(column)
            if parent_column is not None:
                parent_column.children.append(column)
        sign = FOLD_SIGN_WIDTH if box.branch.hidden else 0.0
        column.width = max(column.width, box.level * INDENT + box.width + sign)
        column.height += box.height
        column.boxes.append(box)
        column_of.append(column)
    return columns


def _is_stacked(parent: Box, column: _Column) -> bool:
    """Return whether a parent's only child joins its column. The centre stands alone."""
    children = parent.branch.children
    if parent.depth == 0 or len(children) > 1:
        return False
    return not children[0].children or len(column.boxes) < MAX_COLUMN_NODES


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


def _place_boxes(column: _Column, left: float, top: float) -> None:
    """Place the boxes of a column in a picture with this upper left corner."""
    y = column.y - top
    for box in column.boxes:
        indent = box.level * INDENT
        box.side = column.side if box.depth else 0
        box.x = column.x + (indent if column.side >= 0 else column.width - indent - box.width) - left
        box.y = y
        box.edge = column.x - left + (column.width if column.side >= 0 else 0)
        y += box.height + STACK_GAP


def _number_main_branches(boxes: Sequence[Box]) -> None:
    """Number the colours of the main branches. Neighbours have different ones, and a map cut to another size the same.

    Strongest first, each branch takes the next number whose colour neither neighbour has so far.
    """
    main = [box for box in boxes if box.depth == 1]
    numbered: list[int] = []  # positions in ``main``
    for rank, position in enumerate(sorted(range(len(main)), key=lambda position: main[position].branch.index)):
        place = bisect(numbered, position)
        taken = {main[near].main_branch % len(BRANCH_COLOURS) for near in numbered[max(0, place - 1) : place + 1]}
        main[position].main_branch = next(
            number for number in itertools.count(rank) if number % len(BRANCH_COLOURS) not in taken
        )
        numbered.insert(place, position)
    for box in boxes:
        if box.parent:
            box.main_branch = boxes[box.parent].main_branch


def _by_depth(values: Sequence[_Value], depth: int) -> _Value:
    return values[min(depth, len(values) - 1)]
