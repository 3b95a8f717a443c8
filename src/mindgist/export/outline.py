"""A map as an indented outline: for the terminal, e-mails and plain text files."""

from mindgist.export.branch import Branch, centre_branch
from mindgist.mindmap import MindMap


def to_outline(mindmap: MindMap) -> str:
    """Return the map as plain text with the lines of a tree."""
    return "".join(f"{guides}{branch.timed_label}\n" for guides, branch in outline_rows(mindmap))


def outline_rows(mindmap: MindMap) -> list[tuple[str, Branch]]:
    """Return the branches from top to bottom, each with the lines of the tree before it."""
    rows = []
    open_levels: set[int] = set()  # depths at which a sibling follows further below
    for depth, branch in reversed(list(centre_branch(mindmap).walk())):
        bars = ["│   " if level in open_levels else "    " for level in range(1, depth)]
        fork = ["├── " if depth in open_levels else "└── "] if depth else []
        rows.append(("".join([*bars, *fork]), branch))
        open_levels = {level for level in open_levels if level < depth} | {depth}
    return rows[::-1]
