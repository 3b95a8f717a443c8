"""The server for agents: tools, and a resource for every map on the shelf."""

import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.types import Resource, ToolAnnotations
from pydantic import Field

from mindgist import __version__
from mindgist.agents.shelf import Explanation, Found, Outline, Shelf
from mindgist.errors import MindgistError
from mindgist.mindmap.answers import Answer
from mindgist.options import OPTIONS, takes_request_options

_INSTRUCTIONS = """Turns documents into mind-maps: a tree of the central sentences, each verbatim from the source.
Map a file or a text first; the answer is an outline with numbered nodes and the map's name. Use that name to cut the
map to another size, to search it, and to show the source passage of a node. Passages are verbatim: quote from them."""

_ADDRESS = "mindgist://maps/"
_READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)

_Answer = TypeVar("_Answer")

Name = Annotated[str, Field(description="Name of a map, such as map-1.")]
Nodes = Annotated[int | None, Field(ge=1, description=f"{OPTIONS['nodes'].help} Default: the map's suggested size.")]
Number = Annotated[int, Field(ge=0, description="Number of a node in the outline.")]


class MapServer(MCPServer[Any]):
    """An MCP server that lists the maps on the shelf as resources."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(
            "mindgist", title="mindgist", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
        )
        self._shelf = shelf

    async def list_resources(self) -> list[Resource]:
        """One resource per map."""
        return [
            Resource(uri=f"{_ADDRESS}{name}", name=name, title=title, mime_type="application/json")
            for name, title in self._shelf.names().items()
        ]


def make_server(shelf: Shelf) -> MapServer:
    """Create the server with all its tools."""
    server = MapServer(shelf)

    @server.tool(annotations=_READ_ONLY)
    @takes_request_options
    def map_file(
        path: Annotated[str, Field(description="A document in one of the user's allowed folders.")], **options: Any
    ) -> Outline:
        """Map a document: text, Markdown, HTML, PDF, DOCX, EPUB and more."""
        return _run(lambda: shelf.map_file(path, **options))

    @server.tool(annotations=_READ_ONLY)
    @takes_request_options
    def map_text(text: Annotated[str, Field(description="Plain text, Markdown or HTML.")], **options: Any) -> Outline:
        """Map a text."""
        return _run(lambda: shelf.map_text(text, **options))

    @server.tool(annotations=_READ_ONLY)
    def cut(map: Name, nodes: Nodes = None) -> Outline:  # noqa: A002
        """Show another number of a map's nodes, the strongest."""
        return _run(lambda: shelf.cut(map, nodes))

    @server.tool(annotations=_READ_ONLY)
    def search(map: Name, words: Annotated[str, Field(description="Words that must all occur.")]) -> list[Found]:  # noqa: A002
        """Find nodes by words, strongest first, with their ancestors."""
        return _run(lambda: shelf.search(map, words))

    @server.tool(annotations=_READ_ONLY)
    def ask(map: Name, question: Annotated[str, Field(description="A question, or key words.")]) -> list[Answer]:  # noqa: A002
        """Find the sentences that answer a question, best first, with their node, place and score."""
        return _run(lambda: shelf.ask(map, question))

    @server.tool(annotations=_READ_ONLY)
    def explain(map: Name, node: Number) -> Explanation:  # noqa: A002
        """Show the source passage of a node, its offsets, its parent and its children."""
        return _run(lambda: shelf.explain(map, node))

    @server.resource(f"{_ADDRESS}{{name}}", mime_type="application/json")
    def whole(name: str) -> str:
        """The whole map as JSON."""
        try:
            return json.dumps(shelf.whole(name).to_dict(), ensure_ascii=False)
        except MindgistError as error:
            raise ResourceNotFoundError(str(error)) from error

    return server


def _run(work: Callable[[], _Answer]) -> _Answer:
    """Return the result of the work; turn mindgist's errors into tool errors with the same message."""
    try:
        return work()
    except MindgistError as error:
        raise ToolError(str(error)) from error
