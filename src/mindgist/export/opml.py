"""A map as an OPML 2.0 outline, and back."""

from collections.abc import Mapping

from mindgist.export.branch import Branch, Details, centred
from mindgist.export.markup import attributes, elements, quoted
from mindgist.export.topics import Topic, map_of_topics
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

_NAMESPACE = "urn:mindgist:map"  # OPML allows attributes of one's own in a namespace of one's own


def to_opml(mindmap: MindMap) -> str:
    """Nested outlines: the label as text, the place as a note, and all details as attributes."""
    centre = centred(mindmap)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<opml version="2.0" xmlns:mindgist="{_NAMESPACE}">',
        f"<head><title>{quoted(centre.label)}</title>{_expanded(centre)}</head>",
        "<body>",
    ]
    for opens, branch in centre.nested():
        if opens:
            outline: Details = {"text": branch.label}
            if branch.note:
                outline["_note"] = branch.note
            outline |= {f"mindgist:{name}": value for name, value in branch.details.items()}
            if branch.is_folded:
                outline["mindgist:folded"] = "true"
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


def _details(attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes in the namespace of this project, under its present or its former name."""
    named = ((name.partition(":"), value) for name, value in attributes.items())
    return {name: value for (prefix, _, name), value in named if prefix in ("mindgist", FORMER_NAME)}


def from_opml(content: bytes) -> MindMap:
    """Read the outlines of any OPML file."""
    return map_of_topics(
        Topic(
            element.depth,
            element.attributes.get("text", element.attributes.get("title", "")),
            _details(element.attributes),
        )
        for element in elements(content)
        if element.name == "outline"
    )
