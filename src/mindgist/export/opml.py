"""A map as an OPML 2.0 outline, and back."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from mindgist.export.branch import Branch, Details, centre_branch
from mindgist.export.items import OutlineItem, map_from_items
from mindgist.export.markup import escape_xml, parse_xml, walk_elements, xml_attributes
from mindgist.mindmap import MindMap
from mindgist.mindmap.file_form import FORMER_NAME

NAMESPACE = "urn:mindgist:map"  # OPML allows additional attributes in a namespace
_OWN = (f"{{{NAMESPACE}}}", f"{{urn:{FORMER_NAME}:map}}")  # the starts of our attributes, as they are read


def to_opml(mindmap: MindMap) -> str:
    """Return nested outlines: the label as text, the position as a note, and all details as attributes."""
    centre, visible = centre_branch(mindmap), centre_branch(mindmap, visible_only=True)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<opml version="2.0" xmlns:mindgist="{NAMESPACE}">',
        f"<head><title>{escape_xml(centre.name)}</title>{_expansion_state(visible)}</head>",
        "<body>",
        *_outlines(centre),
        "</body>",
        "</opml>",
    ]
    return "\n".join(lines) + "\n"


def _outlines(branch: Branch) -> Iterator[str]:
    outline: Details = {"text": branch.name}
    if branch.note:
        outline["_note"] = branch.note
    outline |= {f"mindgist:{name}": value for name, value in branch.details.items()}
    if branch.is_folded:
        outline["mindgist:folded"] = "true"
    yield f"<outline{xml_attributes(outline)}>"
    for child in branch.children:
        yield from _outlines(child)
    yield "</outline>"


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
            OutlineItem(depth, outline.get("text", outline.get("title", "")), _details(outline))
            for depth, outline in walk_elements(parse_xml(content), "outline")
        ]
    )


def _details(outline: Element) -> dict[str, str]:
    return {name.rpartition("}")[2]: value for name, value in outline.items() if name.startswith(_OWN)}
