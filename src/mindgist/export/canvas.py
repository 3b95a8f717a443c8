"""A map as a JSON Canvas (.canvas), as Obsidian shows it, in the layout of the picture."""

import json
import math
from typing import Any

from mindgist.export.branch import centred
from mindgist.export.colours import paint
from mindgist.export.layout import Box, arrange
from mindgist.export.markdown import escape_markdown
from mindgist.mindmap import MindMap

_SCALE = 1.35  # Obsidian's text is larger than the picture's, and its cards have wide margins
_ROOM = 36


def to_canvas(mindmap: MindMap) -> str:
    """Cards of text and the edges between them; a card's score and place are under its key "mindgist"."""
    boxes = arrange(centred(mindmap, as_seen=True)).boxes
    edges = [_edge(boxes[box.parent], box) for box in boxes if box.parent is not None]
    return json.dumps({"nodes": [_card(box) for box in boxes], "edges": edges}, ensure_ascii=False, indent=1) + "\n"


def _card(box: Box) -> dict[str, Any]:
    """Cards grow less than the distances between them, so they do not overlap either."""
    return {
        "id": box.branch.key,
        "type": "text",
        "x": round(box.x * 2 * _SCALE),
        "y": round(box.y * 2 * _SCALE),
        "width": math.ceil(box.width * _SCALE) + _ROOM,
        "height": math.ceil(box.height * _SCALE) + _ROOM,
        "color": paint(min(box.depth, 1), box.family).fill,
        "text": escape_markdown(box.branch.label),
        "mindgist": box.branch.details,
    }


def _edge(parent: Box, child: Box) -> dict[str, str]:
    near, far = ("right", "left") if child.side > 0 else ("left", "right")
    return {
        "id": f"{parent.branch.key}-{child.branch.key}",
        "fromNode": parent.branch.key,
        "fromSide": "bottom" if child.stacked else near,
        "toNode": child.branch.key,
        "toSide": far,
        "toEnd": "none",
    }
