"""A map as an OPML 2.0 outline, and back."""

from ramify.export.branch import Branch, Details, centred
from ramify.export.markup import attributes, elements, quoted
from ramify.export.topics import Topic, map_of_topics
from ramify.mindmap import MindMap

_NAMESPACE = "urn:ramify:map"  # OPML allows attributes of one's own in a namespace of one's own


def to_opml(mindmap: MindMap) -> str:
    """Nested outlines: the label as text, the place as a note, and all details as attributes."""
    centre = centred(mindmap)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<opml version="2.0" xmlns:ramify="{_NAMESPACE}">',
        f"<head><title>{quoted(centre.label)}</title>{_expanded(centre)}</head>",
        "<body>",
    ]
    for opens, branch in centre.nested():
        if opens:
            outline: Details = {"text": branch.label}
            if branch.note:
                outline["_note"] = branch.note
            outline |= {f"ramify:{name}": value for name, value in branch.details.items()}
            if branch.is_folded:
                outline["ramify:folded"] = "true"
            lines.append(f"<outline{attributes(outline)}{'' if branch.children else '/'}>")
        elif branch.children:
            lines.append("</outline>")
    return "\n".join([*lines, "</body>", "</opml>"]) + "\n"


def _expanded(centre: Branch) -> str:
    """The lines that are unfolded, counted as they are seen from top to bottom; nothing where all are."""
    if not any(branch.is_folded for _, branch in centre.walk()):
        return ""
    open_ = [
        str(line) for line, branch in enumerate(centre.unfolded(), start=1) if branch.children and not branch.is_folded
    ]
    return f"<expansionState>{', '.join(open_)}</expansionState>"


def from_opml(content: bytes) -> MindMap:
    """Read the outlines of any OPML file."""
    return map_of_topics(
        Topic(
            element.depth,
            element.attributes.get("text", element.attributes.get("title", "")),
            {name.removeprefix("ramify:"): value for name, value in element.attributes.items() if "ramify:" in name},
        )
        for element in elements(content)
        if element.name == "outline"
    )
