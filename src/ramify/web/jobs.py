"""What the workers do. These functions run in another process, so what they take and give can be pickled."""

from typing import Any

from ramify.web.content import MapContent


def warm_up() -> None:
    """Load what mapping needs, so that the first document does not wait for it."""
    import ramify.mapper  # noqa: F401


def map_bytes(
    content: bytes, kind: str | None, ending: str | None, graph: str, tree: str, seed: int, most: int | None
) -> dict[str, Any]:
    """The map of a document that was sent, with all its nodes or at most so many.

    ``kind`` is what the document is; ``ending``, that of its name, counts where its contents leave that open.
    """
    from ramify.document import read_bytes
    from ramify.export.viewer_content import map_content
    from ramify.mapper import MindMapper

    document = read_bytes(content, kind, ending=ending)
    mindmap = MindMapper.named(graph, tree, seed)(document)
    return map_content(mindmap.cut(most) if most else mindmap, document)


def export_map(content: MapContent, ending: str) -> bytes:
    """A map in a format; for .html with everything that was sent, for the others cut to its size."""
    from ramify.export import render
    from ramify.export.html import html_page

    if ending == ".html":
        return html_page(content.model_dump()).encode()
    return render(content.mindmap(), ending)
