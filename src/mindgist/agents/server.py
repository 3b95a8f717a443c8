"""The shelf of maps as a server of the Model Context Protocol: tools, and a resource for every map that was made."""

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

_INSTRUCTIONS = """Turns documents into mind-maps: the central sentences as a tree, each node verbatim from the source.
Map a file or a text first; the answer is an outline with numbered nodes and the map's name. With that name, cut the map
to another size, search it, and explain a node by its passage in the source. Quote from passages, they are verbatim."""

_ADDRESS = "mindgist://maps/"
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)

_Answer = TypeVar("_Answer")

Name = Annotated[str, Field(description="The name of a map that was made, such as map-1.")]
Nodes = Annotated[int | None, Field(ge=1, description="How many nodes; without it, as many as suit the document.")]


class MapServer(MCPServer[Any]):
    """Lists the maps that are on the shelf now."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(
            "mindgist", title="mindgist", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
        )
        self._shelf = shelf

    async def list_resources(self) -> list[Resource]:
        """A resource a map."""
        return [
            Resource(uri=f"{_ADDRESS}{name}", name=name, title=title, mime_type="application/json")
            for name, title in self._shelf.names().items()
        ]


def server_of(shelf: Shelf) -> MapServer:
    """The server with all its tools."""
    server = MapServer(shelf)

    @server.tool(annotations=_READS)
    def map_file(
        path: Annotated[str, Field(description="A document in a folder that the user has named.")], nodes: Nodes = None
    ) -> Outline:
        """Map a document: text, Markdown, HTML, PDF, DOCX, EPUB and more."""
        return _told(lambda: shelf.map_file(path, nodes))

    @server.tool(annotations=_READS)
    def map_text(
        text: Annotated[str, Field(description="Plain text, Markdown or HTML.")], nodes: Nodes = None
    ) -> Outline:
        """Map a text."""
        return _told(lambda: shelf.map_text(text, nodes))

    @server.tool(annotations=_READS)
    def cut(map: Name, nodes: Nodes = None) -> Outline:  # noqa: A002 (what an agent calls it)
        """Show a map at another size: its strongest nodes."""
        return _told(lambda: shelf.cut(map, nodes))

    @server.tool(annotations=_READS)
    def search(map: Name, words: Annotated[str, Field(description="All of them must occur.")]) -> list[Found]:  # noqa: A002
        """Find nodes by their words, the strongest first, with the nodes above them."""
        return _told(lambda: shelf.search(map, words))

    @server.tool(annotations=_READS)
    def explain(map: Name, node: Annotated[int, Field(ge=0, description="The number in brackets.")]) -> Explanation:  # noqa: A002
        """Show where a node comes from: its passage in the source, its place, what stands above and below it."""
        return _told(lambda: shelf.explain(map, node))

    @server.resource(f"{_ADDRESS}{{name}}", mime_type="application/json")
    def whole(name: str) -> str:
        """All of a map, in mindgist's own form."""
        try:
            return json.dumps(shelf.whole(name).to_dict(), ensure_ascii=False)
        except MindgistError as error:
            raise ResourceNotFoundError(str(error)) from error

    return server


def _told(work: Callable[[], _Answer]) -> _Answer:
    """What the work gives; what it refuses is told to the agent in the same words as to everyone."""
    try:
        return work()
    except MindgistError as error:
        raise ToolError(str(error)) from error
