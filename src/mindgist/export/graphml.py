"""A map as GraphML, for yEd, Gephi, Cytoscape and networkx."""

from mindgist.export.branch import centre_branch, node_key
from mindgist.export.markup import escape_xml, xml_attributes
from mindgist.mindmap import MindMap

_FIELD_TYPES = {
    **dict.fromkeys(("label", "kind", "text", "topic", "gist", "labels", "note", "arranged", "links"), "string"),
    **dict.fromkeys(("rank", "sentence", "start", "end", "page"), "int"),
    **dict.fromkeys(("score", "time_start", "time_end"), "double"),
}


def to_graphml(mindmap: MindMap) -> str:
    """Return a directed graph from parents to children; label, position and score are data of the nodes.

    Cross-links are edges with their score as ``link``.
    """
    centre = centre_branch(mindmap)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for name, kind in _FIELD_TYPES.items():
        lines.append(f"<key{xml_attributes({'id': name, 'for': 'node', 'attr.name': name, 'attr.type': kind})}/>")
    lines.append('<key id="link" for="edge" attr.name="link" attr.type="double"/>')
    lines.append('<graph id="map" edgedefault="directed">')
    for _, branch in centre.walk():
        data = {"label": branch.label, **branch.details}
        fields = "".join(f'<data key="{name}">{escape_xml(value)}</data>' for name, value in data.items())
        lines.append(f'<node id="{branch.key}">{fields}</node>')
    for parent, child in centre.edges():
        lines.append(f'<edge source="{parent.key}" target="{child.key}"/>')
    for link in centre.mindmap.links:
        ends = f'source="{node_key(link.source)}" target="{node_key(link.target)}"'
        lines.append(f'<edge {ends}><data key="link">{link.score:.4f}</data></edge>')
    return "\n".join([*lines, "</graph>", "</graphml>"]) + "\n"
