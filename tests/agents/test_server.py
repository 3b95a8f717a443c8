"""The server through the client of the mcp package, in this process and over standard input."""

import json
import sys

import anyio
import pytest

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

from mcp import Client, MCPError, StdioServerParameters

from mindgist.agents.server import MapServer
from mindgist.agents.shelf import Shelf
from mindgist.mindmap import MindMap
from mindgist.options import MapOptions

TEXT = "The grey sea wall is broken. The town sleeps behind it. A new wall costs more than the land is worth."


@pytest.fixture
def shelf(tmp_path):
    (tmp_path / "harbour.txt").write_text(TEXT)
    found = Shelf([tmp_path], MapOptions(graph="lead"))
    yield found
    found.close()


def talk(server, conversation):
    async def main():
        async with Client(server) as client:
            await conversation(client)

    anyio.run(main)


def test_tools_and_resources(shelf):
    async def conversation(client):
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"map_file", "map_text", "cut", "search", "ask", "explain"}
        assert all(tool.description and tool.output_schema for tool in tools.values())
        assert all(tool.annotations.read_only_hint for tool in tools.values())
        made = await client.call_tool("map_file", {"path": "harbour.txt"})
        assert made.structured_content["map"] == "map-1"
        cut = await client.call_tool("cut", {"map": "map-1", "nodes": 1})
        assert cut.structured_content["outline"] == "[0] The grey sea wall is broken"
        asked = await client.call_tool("ask", {"map": "map-1", "question": "Who gets the land?"})
        assert "land" in asked.structured_content["result"][0]["text"]
        assert asked.structured_content["result"][0]["end"] > 0
        found = await client.call_tool("search", {"map": "map-1", "words": "land"})
        (one,) = found.structured_content["result"]
        explained = await client.call_tool("explain", {"map": "map-1", "node": one["node"]})
        assert "⟦A new wall costs more than the land is worth.⟧" in explained.structured_content["passage"]
        (listed,) = (await client.list_resources()).resources
        assert str(listed.uri) == "mindgist://maps/map-1"
        (content,) = (await client.read_resource("mindgist://maps/map-1")).contents
        assert len(MindMap.from_dict(json.loads(content.text))) == 3

    talk(MapServer(shelf), conversation)


def test_errors_of_tools_have_messages(shelf):
    async def conversation(client):
        for tool, arguments, words in (
            ("map_file", {"path": "/etc/passwd"}, "not in a folder that `mindgist mcp`"),
            ("map_text", {"text": "   "}, "blank"),
            ("cut", {"map": "map-7"}, "no map 'map-7'"),
            ("cut", {"map": "map-7", "nodes": 0}, "greater than or equal to 1"),
        ):
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            assert words in answer.content[0].text
        with pytest.raises(MCPError, match="no map 'map-7'"):
            await client.read_resource("mindgist://maps/map-7")

    talk(MapServer(shelf), conversation)


def test_the_command_over_standard_input(tmp_path):
    (tmp_path / "harbour.txt").write_text(TEXT)
    code = "from mindgist.shell.cli import main; main()"
    parameters = StdioServerParameters(command=sys.executable, args=["-c", code, "mcp", str(tmp_path)])

    async def conversation(client):
        made = await client.call_tool("map_file", {"path": str(tmp_path / "harbour.txt")})
        assert made.structured_content["sentences"] == 3

    talk(parameters, conversation)
