"""A map as JSON: everything it knows."""

import json

from ramify.mindmap import MindMap

FORMAT = "ramify-map"
VERSION = 1


def to_json(mindmap: MindMap) -> str:
    """The map's nodes in order, each with its text, snippet, parent, score and place in the source."""
    nodes = [
        {
            "parent": node.parent,
            "score": round(node.score, 4),
            "text": node.text,
            "snippet": node.snippet,
            "sentence": node.sentence,
            "start": node.start,
            "end": node.end,
            "page": node.page,
        }
        for node in mindmap.nodes
    ]
    content = {"format": FORMAT, "version": VERSION, "title": mindmap.title, "labels": mindmap.labels, "nodes": nodes}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
