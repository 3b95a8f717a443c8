"""A map as GraphML, for yEd, Gephi, Cytoscape and networkx."""

from mindgist.export.branch import centred
from mindgist.export.markup import attributes, quoted
from mindgist.mindmap import MindMap

_FIELDS = {
    "label": "string",
    "rank": "int",
    "kind": "string",
    "score": "double",
    "sentence": "int",
    "start": "int",
    "end": "int",
    "page": "int",
    "text": "string",
    "labels": "string",
    "note": "string",
}


def to_graphml(mindmap: MindMap) -> str:
    """A directed graph from parents to children; label, place and score are data of the nodes."""
    centre = centred(mindmap)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for name, kind in _FIELDS.items():
        lines.append(f"<key{attributes({'id': name, 'for': 'node', 'attr.name': name, 'attr.type': kind})}/>")
    lines.append('<graph id="map" edgedefault="directed">')
    for _, branch in centre.walk():
        data = {"label": branch.label, **branch.details}
        inside = "".join(f'<data key="{name}">{quoted(value)}</data>' for name, value in data.items())
        lines.append(f'<node id="{branch.key}">{inside}</node>')
    for parent, child in centre.edges():
        lines.append(f'<edge source="{parent.key}" target="{child.key}"/>')
    return "\n".join([*lines, "</graph>", "</graphml>"]) + "\n"
