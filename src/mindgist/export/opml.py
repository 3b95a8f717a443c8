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
    centre = centre_branch(mindmap)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<opml version="2.0" xmlns:mindgist="{NAMESPACE}">',
        f"<head><title>{escape_xml(centre.label)}</title>{_expansion_state(centre)}</head>",
        "<body>",
    ]
    for opens, branch in centre.walk_nested():
        if opens:
            outline: Details = {"text": branch.label}
            if branch.note:
                outline["_note"] = branch.note
            outline |= {f"mindgist:{name}": value for name, value in branch.details.items()}
            if branch.is_folded:
                outline["mindgist:folded"] = "true"
            lines.append(f"<outline{xml_attributes(outline)}{'' if branch.children else '/'}>")
        elif branch.children:
            lines.append("</outline>")
    return "\n".join([*lines, "</body>", "</opml>"]) + "\n"


def _expansion_state(centre: Branch) -> str:
    """Return the numbers of the unfolded lines, counted over the visible lines; empty if nothing is folded."""
    if not any(branch.is_folded for _, branch in centre.walk()):
        return ""
    visible = enumerate(centre.walk(into_folded=False), start=1)
    unfolded = [str(line) for line, (_, branch) in visible if branch.children and not branch.is_folded]
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
