"""The server for agents: tools, and a resource for every map on the shelf."""

import json
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError, UnexpectedToolError
from mcp.types import Resource, ToolAnnotations

from mindgist import __version__
from mindgist.agents.shelf import Shelf
from mindgist.errors import MindgistError

_INSTRUCTIONS = """Turns documents into mind-maps: a tree of the central sentences, each verbatim from the source.
Map a file or a text first; the answer is an outline with numbered nodes and the map's name. Use that name to cut the
map to another size, to search it, and to show the source passage of a node. Passages are verbatim: quote from them."""

_ADDRESS = "mindgist://maps/"
_READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)


class MapServer(MCPServer[Any]):
    """An MCP server with the tools of a shelf, which lists its maps as resources."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(
            "mindgist", title="mindgist", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
        )
        self._shelf = shelf
        for tool in (shelf.map_file, shelf.map_text, shelf.cut, shelf.search, shelf.ask, shelf.explain):
            self.tool(annotations=_READ_ONLY)(tool)

        @self.resource(f"{_ADDRESS}{{name}}", mime_type="application/json")
        def whole(name: str) -> str:
            """The whole map as JSON."""
            try:
                return json.dumps(shelf.named(name).mindmap.to_dict(), ensure_ascii=False)
            except MindgistError as error:
                raise ResourceNotFoundError(str(error)) from error

    async def list_resources(self) -> list[Resource]:
        return [
            Resource(uri=f"{_ADDRESS}{name}", name=name, title=kept.mindmap.title, mime_type="application/json")
            for name, kept in list(self._shelf.kept.items())
        ]

    async def call_tool(self, name: str, *arguments: Any) -> Any:
        """The result of a tool; mindgist's errors are tool errors with the same message."""
        try:
            return await super().call_tool(name, *arguments)
        except UnexpectedToolError as error:
            if isinstance(error.__cause__, MindgistError):
                raise ToolError(f"Error executing tool {name}: {error.__cause__}") from error
            raise
