"""The positions of all nodes in the picture of a map: the centre in the middle, branches to its right and left.

Each box and its descendants have a horizontal band of their own, so no two boxes overlap. viewer/layout.js is the same
code for the page, which can also stack boxes below each other; tests compare the results.
"""

import itertools
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field

from mindgist.export import constants
from mindgist.export.branch import Branch, centre_branch
from mindgist.export.constants import NodeStyle, Paint, paint
from mindgist.export.font import is_right_to_left, text_width, wrap_text
from mindgist.mindmap import MindMap


@dataclass(slots=True, eq=False)
class Box:
    """A node with its lines and its position, which ``arrange`` sets."""

    branch: Branch
    parent: "Box | None"  # None for the centre
    depth: int
    lines: tuple[str, ...]
    width: float
    height: float
    bold_lines: int  # how many of its lines are bold, from the top
    children: list["Box"] = field(default_factory=list)
    side: int = 0  # 1 right of the centre, -1 left of it, 0 for the centre
    main_branch: int = 0  # the number of its main branch's colour
    band: float = 0.0  # the height of the box with its descendants
    x: float = 0.0
    y: float = 0.0

    @property
    def style(self) -> NodeStyle:
        return constants.NODE_STYLES[_level(self.depth)]

    @property
    def colours(self) -> Paint:
        return paint(self.depth, self.main_branch)

    @property
    def corner_radius(self) -> float:
        return min(self.height / 2, self.style.corner_radius)

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


def linked_boxes(boxes: Sequence[Box]) -> list[tuple[Box, Box]]:
    """Return the boxes at both ends of each cross-link that is not folded away."""
    by_node, links = {box.branch.index: box for box in boxes}, boxes[0].branch.mindmap.links
    return [(by_node[one.source], by_node[one.target]) for one in links if {one.source, one.target} <= by_node.keys()]


def arrange(mindmap: MindMap) -> Layout:
    """Lay out the visible nodes. The first main branches stand on the right; in right-to-left scripts, on the left."""
    boxes = _measure_boxes(centre_branch(mindmap, visible_only=True))
    _number_main_branches(boxes[0].children)
    for box in reversed(boxes):  # children come after their parents, so they are measured first
        box.band = max(box.height, _bands_height(box.children, box.depth))
    middle = boxes[0]
    first_side = -1 if is_right_to_left(middle.branch.label) else 1
    half = _count_on_first_side(middle.children)
    middle.x, middle.y = -middle.width / 2, -middle.height / 2
    _place_boxes(middle, middle.children[:half], first_side)
    _place_boxes(middle, middle.children[half:], -first_side)
    for box in boxes[1:]:
        _place_boxes(box, box.children, box.side)
    left = min(box.x for box in boxes) - constants.MARGIN
    top = min(box.y for box in boxes) - constants.MARGIN
    for box in boxes:
        box.x -= left
        box.y -= top
    width = max(box.x + box.width for box in boxes) + constants.MARGIN
    height = max(box.y + box.height for box in boxes) + constants.MARGIN
    return Layout(width, height, boxes)


def _measure_boxes(centre: Branch) -> list[Box]:
    boxes: list[Box] = []
    path: list[Box] = []  # from the centre to the current box
    for depth, branch in centre.walk():
        style, text = constants.NODE_STYLES[_level(depth)], branch.label
        if len(text) > constants.MAX_DRAWN_LABEL:
            text = text[: constants.MAX_DRAWN_LABEL - 1].rstrip(" ") + "…"
        topic = wrap_text(branch.topic, style.max_line_width, style.font_size, True) if branch.topic else []
        bold = not topic and (depth <= 1 or branch.node.sentence is None)  # below a topic, which is bold, no label is
        lines = [*topic, *wrap_text(text, style.max_line_width, style.font_size, bold)]
        bold_lines = len(topic) or len(lines) * bold
        widths = (text_width(line, style.font_size, index < bold_lines) for index, line in enumerate(lines))
        width = max(widths) + 2 * style.padding_x
        height = len(lines) * style.font_size * constants.LINE_HEIGHT + 2 * style.padding_y
        box = Box(branch, path[depth - 1] if depth else None, depth, tuple(lines), width, height, bold_lines)
        if box.parent:
            box.parent.children.append(box)
        path[depth:] = [box]
        boxes.append(box)
    return boxes


def _bands_height(boxes: Sequence[Box], depth: int) -> float:
    """Return the height of the bands of a parent's children; ``depth`` is the parent's."""
    return sum(box.band for box in boxes) + max(0, len(boxes) - 1) * constants.ROW_GAPS[_level(depth)]


def _count_on_first_side(boxes: Sequence[Box]) -> int:
    """Return how many main branches stand on the first side, so that both sides are about equally high."""
    heights = list(itertools.accumulate(box.band for box in boxes))
    differences = [abs(heights[-1] - 2 * height) for height in heights]
    return differences.index(min(differences)) + 1 if boxes else 0


def _place_boxes(parent: Box, children: Sequence[Box], side: int) -> None:
    """Place children beyond the parent's outer edge, one below the other, vertically centred on the parent."""
    gap, row_gap = constants.COLUMN_GAPS[_level(parent.depth)], constants.ROW_GAPS[_level(parent.depth)]
    top = parent.middle - _bands_height(children, parent.depth) / 2
    for child in children:
        child.side = side
        child.main_branch = parent.main_branch if parent.depth else child.main_branch
        child.x = parent.x + parent.width + gap if side > 0 else parent.x - gap - child.width
        child.y = top + (child.band - child.height) / 2
        top += child.band + row_gap


def _number_main_branches(main: Sequence[Box]) -> None:
    """Number the colours of the main branches. Neighbours have different ones, and a map cut to another size the same.

    Strongest first, each branch takes the next number whose colour neither neighbour has so far.
    """
    colours = len(constants.BRANCH_COLOURS)
    numbered: list[int] = []  # positions in ``main``
    for rank, position in enumerate(sorted(range(len(main)), key=lambda position: main[position].branch.index)):
        place = bisect(numbered, position)
        taken = {main[near].main_branch % colours for near in numbered[max(0, place - 1) : place + 1]}
        free = (number for number in itertools.count(rank) if number % colours not in taken)
        main[position].main_branch = next(free)
        numbered.insert(place, position)


def _level(depth: int) -> int:
    """All nodes below the main branches look alike."""
    return min(depth, 2)
