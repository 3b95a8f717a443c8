"""A map as a JSON Canvas (.canvas) for Obsidian, in the layout of the pictures."""

import json
import math
from typing import Any

from mindgist.export.constants import CROSS_LINK_COLOUR, paint
from mindgist.export.layout import Box, arrange, linked_boxes
from mindgist.export.outline import escape_markdown
from mindgist.mindmap import MindMap

CARD_SCALE = 1.35  # Obsidian's font is larger than the pictures' font
CARD_MARGIN = 36  # pixels that Obsidian adds around the text
_SIDES = {1: {"fromSide": "right", "toSide": "left"}, -1: {"fromSide": "left", "toSide": "right"}}


def to_canvas(mindmap: MindMap) -> str:
    """Return text cards and the edges between them; the key "mindgist" of a card holds its score and position."""
    boxes = arrange(mindmap).boxes
    edges = [_edge(box.parent, box, **_SIDES[box.side], toEnd="none") for box in boxes if box.parent]
    edges += [_edge(one, other, toEnd="arrow", color=CROSS_LINK_COLOUR) for one, other in linked_boxes(boxes)]
    return json.dumps({"nodes": [_card(box) for box in boxes], "edges": edges}, ensure_ascii=False, indent=1) + "\n"


def _card(box: Box) -> dict[str, Any]:
    """Return a card. Distances grow more than cards do, so cards do not overlap."""
    branch = box.branch
    topic = f"**{escape_markdown(branch.topic)}**\n\n" if branch.topic else ""
    return {
        "id": branch.key,
        "type": "text",
        "x": round(box.x * 2 * CARD_SCALE),
        "y": round(box.y * 2 * CARD_SCALE),
        "width": math.ceil(box.width * CARD_SCALE) + CARD_MARGIN,
        "height": math.ceil(box.height * CARD_SCALE) + CARD_MARGIN,
        "color": paint(min(box.depth, 1), box.main_branch).fill,
        "text": topic + escape_markdown(branch.label),
        "mindgist": branch.details,
    }


def _edge(one: Box, other: Box, **ends: str) -> dict[str, str]:
    """Return an edge; ``ends`` says how it is drawn."""
    keys = (one.branch.key, other.branch.key)
    return {"id": "-".join(keys), "fromNode": keys[0], "toNode": keys[1], **ends}
