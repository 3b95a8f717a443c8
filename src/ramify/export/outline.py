"""A map as an indented outline for the terminal."""

from ramify.mindmap import MindMap


def to_outline(mindmap: MindMap) -> str:
    """The map as plain text, drawn with the lines of a tree."""
    children = mindmap.children()
    lines = [mindmap.title] if mindmap.title else []
    # (index, the lines drawn before its own mark, whether it is its parent's last child, whether it has a mark)
    under_title = bool(mindmap.title) or len(children[None]) > 1
    stack = [(index, "", index == children[None][-1], under_title) for index in reversed(children[None])]
    while stack:
        index, before, last, marked = stack.pop()
        lines.append(before + ("└── " if last else "├── ") * marked + mindmap.label(mindmap.nodes[index]))
        below = before + ("    " if last else "│   ") * marked
        under = children.get(index, [])
        stack += [(child, below, child == under[-1], True) for child in reversed(under)]
    return "\n".join(lines) + "\n"
