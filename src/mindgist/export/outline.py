"""A map as an indented outline: for the terminal, e-mails and plain text files."""

from mindgist.export.branch import Branch, centre_branch
from mindgist.mindmap import MindMap


def to_outline(mindmap: MindMap) -> str:
    """Return the map as plain text with the lines of a tree."""
    centre = centre_branch(mindmap)
    for _ in centre.walk_indented():
        pass  # raises ExportError for a map whose lines would fill the memory
    lines = [centre.label]
    stack: list[tuple[Branch, str, bool]] = []  # (branch, prefix of its line, whether it is its parent's last child)

    def push(children: tuple[Branch, ...], prefix: str) -> None:
        stack.extend((child, prefix, child is children[-1]) for child in reversed(children))

    push(centre.children, "")
    while stack:
        branch, prefix, is_last = stack.pop()
        lines.append(prefix + ("└── " if is_last else "├── ") + branch.label)
        push(branch.children, prefix + ("    " if is_last else "│   "))
    return "\n".join(lines) + "\n"
