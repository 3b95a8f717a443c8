"""A map as an indented outline: for the terminal, an e-mail, a plain text file."""

from mindgist.export.branch import Branch, centred
from mindgist.mindmap import MindMap


def to_outline(mindmap: MindMap) -> str:
    """The map as plain text, drawn with the lines of a tree."""
    centre = centred(mindmap)
    for _ in centre.indented():
        pass  # a map that is too deep is refused before its lines fill the memory
    lines = [centre.label]
    # (branch, the lines drawn before its own mark, whether it is its parent's last child)
    stack: list[tuple[Branch, str, bool]] = []

    def push(children: tuple[Branch, ...], before: str) -> None:
        stack.extend((child, before, child is children[-1]) for child in reversed(children))

    push(centre.children, "")
    while stack:
        branch, before, last = stack.pop()
        lines.append(before + ("└── " if last else "├── ") + branch.label)
        push(branch.children, before + ("    " if last else "│   "))
    return "\n".join(lines) + "\n"
