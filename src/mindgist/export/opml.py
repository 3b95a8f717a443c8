"""A map as an OPML 2.0 outline, and back."""

from collections.abc import Mapping

from mindgist.export.branch import Branch, Details, centre_branch
from mindgist.export.items import OutlineItem, map_from_items
from mindgist.export.markup import escape_xml, parse_xml, walk_elements, xml_attributes
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

NAMESPACE = "urn:mindgist:map"  # OPML allows additional attributes in a namespace


def to_opml(mindmap: MindMap) -> str:
    """Return nested outlines: the label as text, the position as a note, and all details as attributes."""
    centre, visible = centre_branch(mindmap), centre_branch(mindmap, visible_only=True)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<opml version="2.0" xmlns:mindgist="{NAMESPACE}">',
        f"<head><title>{escape_xml(centre.name)}</title>{_expansion_state(visible)}</head>",
        "<body>",
    ]
    for opens, branch in centre.walk_nested():
        if opens:
            outline: Details = {"text": branch.name}
            if branch.note:
                outline["_note"] = branch.note
            outline |= {f"mindgist:{name}": value for name, value in branch.details.items()}
            if branch.is_folded:
                outline["mindgist:folded"] = "true"
            lines.append(f"<outline{xml_attributes(outline)}{'' if branch.children else '/'}>")
        elif branch.children:
            lines.append("</outline>")
    return "\n".join([*lines, "</body>", "</opml>"]) + "\n"


def _expansion_state(visible: Branch) -> str:
    """Return the numbers of the visible lines that are unfolded; empty if nothing is folded."""
    branches = [branch for _, branch in visible.walk()]
    if not any(branch.hidden for branch in branches):
        return ""
    unfolded = [str(line) for line, branch in enumerate(branches, start=1) if branch.children]
    return f"<expansionState>{', '.join(unfolded)}</expansionState>"


def from_opml(content: bytes) -> MindMap:
    """Read the outlines of any OPML file."""
    return map_from_items(
        [
            OutlineItem(depth, outline.get("text", outline.get("title", "")), _details(outline.attrib))
            for depth, outline in walk_elements(parse_xml(content), "outline")
        ]
    )


def _details(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes in mindgist's namespace, under its present or former name."""
    named = ((name.partition(":"), value) for name, value in attributes.items())
    return {name: value for (prefix, _, name), value in named if prefix in ("mindgist", FORMER_NAME)}
