"""The options of a map are described once, and work the same in the shell, Python, the API, batches and agents."""

import inspect
import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

import mindgist
from mindgist.agents.shelf import Shelf
from mindgist.batch import BatchOptions, run
from mindgist.batch.plan import Plan
from mindgist.errors import MindgistError, OptionError
from mindgist.options import OPTIONS, PRIVATE_OPTIONS, MapOptions
from mindgist.shell.cli import main
from mindgist.shell.map_command import batch, map_
from mindgist.shell.serve_command import mcp, serve
from mindgist.web.app import create_app
from mindgist.web.guard import Settings

EXAMPLE = Path(__file__).parent.parent / "examples" / "night-trains.md"
EMGN = Path(mindgist.__file__).parent / "models" / "emgn"

Map = list[tuple[str, int | None]]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(workers=1)), base_url="http://localhost") as client:
        yield client


def in_python(options: dict[str, Any]) -> Map:
    return [(node.text, node.parent) for node in mindgist.map(EXAMPLE, **options).nodes]


def in_the_shell(options: dict[str, Any], tmp_path: Path) -> Map:
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    result = CliRunner().invoke(main, ["map", str(EXAMPLE), "-o", str(tmp_path / "map.json"), *words])
    assert result.exit_code == 0, result.output
    return _nodes(json.loads((tmp_path / "map.json").read_text(encoding="utf-8")))


def over_http(options: dict[str, Any], client: TestClient) -> Map:
    files = {"file": (EXAMPLE.name, EXAMPLE.read_bytes())}
    answer = client.post("/api/v1/maps", params=options, files=files)
    assert answer.status_code == 200, answer.text
    content = answer.json()
    return _nodes(content)[: options.get("nodes", content["size"])]


def in_a_batch(options: dict[str, Any], tmp_path: Path) -> Map:
    run([EXAMPLE], tmp_path / "out", BatchOptions(MapOptions(**options)), workers=1)
    (row,) = (tmp_path / "out" / "shard-000000.jsonl").read_text(encoding="utf-8").splitlines()
    return _nodes(json.loads(row)["map"])


def by_an_agent(options: dict[str, Any]) -> Map:
    shelf = Shelf([EXAMPLE.parent])
    try:
        outline = shelf.map_file(EXAMPLE.name, **options)
        return [(node.text, node.parent) for node in shelf.named(outline.map).mindmap.nodes[: outline.nodes]]
    finally:
        shelf.close()


def _nodes(content: dict[str, Any]) -> Map:
    return [(node["text"], node["parent"]) for node in content["nodes"]]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"depth": 2, "breadth": 3},
        {"depth": 1, "nodes": 5},
        {"graph": "random", "seed": 3, "breadth": 2},
        {"language": "de"},
    ],
    ids=["default", "depth and breadth", "depth and nodes", "graph and seed", "language"],
)
def test_five_ways_give_the_same_map(options: dict[str, Any], tmp_path: Path, client: TestClient) -> None:
    expected = in_python(options)
    assert in_the_shell(options, tmp_path) == expected
    assert over_http(options, client) == expected
    assert in_a_batch(options, tmp_path) == expected
    assert by_an_agent(options) == expected


GERMAN = """Die Stadt will die Küste umbauen. Im Norden leben viele Vögel.

Der Damm ist der älteste Teil der Küste:

- Der Hafendamm ist der älteste von allen Teilen der Küste und hält seit sehr viel mehr als 80 Jahren alles Wasser
  der See von der Stadt und von den Häusern ab.
- Die Reparatur vom Damm ist teuer.
- Gleich danach wird der Damm gesperrt.
"""


@pytest.mark.parametrize(("code", "topic", "ending"), [("de", "Damm", "und hält…"), ("zh", "", "mehr als 80…")])
def test_the_stated_language_reaches_labels_and_topics(
    code: str, topic: str, ending: str, tmp_path: Path, client: TestClient
) -> None:
    (tmp_path / "coast.md").write_text(GERMAN, encoding="utf-8")
    words = ["map", str(tmp_path / "coast.md"), "-o", str(tmp_path / "map.json"), "--language", code, "--nodes", "9"]
    assert CliRunner().invoke(main, words).exit_code == 0
    stored = mindgist.load(tmp_path / "map.json")
    (tmp_path / "http.json").write_bytes(client.post("/api/v1/maps", params={"language": code}, content=GERMAN).content)
    for found in (stored, mindgist.map(GERMAN, language=code, nodes=9), mindgist.load(tmp_path / "http.json")):
        nodes = {node.text.split()[1]: node for node in found.with_labels().nodes}
        assert found.language == code
        assert nodes["Damm"].topic == topic
        assert nodes["Hafendamm"].gist.endswith(ending)


def test_an_unknown_language_is_an_error(client: TestClient) -> None:
    with pytest.raises(OptionError, match="there is no language 'xx'; the known ones are af, am"):
        mindgist.map(GERMAN, language="xx")
    answer = client.post("/api/v1/maps", params={"language": "xx"}, content=GERMAN)
    assert answer.status_code == 422
    assert "there is no language 'xx'" in answer.text


def test_depth_and_breadth_limit_the_map() -> None:
    mindmap = mindgist.map(EXAMPLE, depth=2, breadth=3)
    assert max(depth for depth, _ in mindmap.walk()) == 2
    assert max(len(below) for parent, below in mindmap.children().items() if parent is not None) == 3


def test_every_way_has_every_option(client: TestClient) -> None:
    defaults = {field.name: field.default for field in fields(MapOptions)}
    python = inspect.signature(mindgist.map).parameters
    assert {name: one.default for name, one in python.items() if name != "source"} == defaults
    assert all(f"        {name}: " in (mindgist.map.__doc__ or "") for name in OPTIONS)
    for command in (map_, batch):
        assert set(OPTIONS) <= {option.name for option in command.params}
    parameters = client.get("/api/openapi.json").json()["paths"]["/api/v1/maps"]["post"]["parameters"]
    described = {
        one["name"]: (one["schema"] | one)["description"] for one in parameters
    }  # older FastAPI: in the schema
    requested = [name for name in OPTIONS if name not in PRIVATE_OPTIONS]
    assert all(described[name].startswith(OPTIONS[name].help) for name in requested)


def test_agents_have_every_option_of_requests() -> None:
    pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")
    import anyio

    from mindgist.agents.server import MapServer

    async def tool_arguments() -> dict[str, set[str]]:
        tools = await MapServer(Shelf([])).list_tools()
        return {tool.name: set(tool.input_schema["properties"]) for tool in tools}

    found = anyio.run(tool_arguments)
    requested = {name for name in OPTIONS if name not in PRIVATE_OPTIONS}
    assert found["map_file"] == {"path", *requested}
    assert found["map_text"] == {"text", *requested}


def test_folders_and_addresses_come_from_the_user_of_a_service_never_from_a_request(client: TestClient) -> None:
    assert PRIVATE_OPTIONS == ("model", "llm", "llm_model", "llm_seconds")
    for command in (serve, mcp):
        assert set(PRIVATE_OPTIONS) <= {option.name for option in command.params}
    parameters = client.get("/api/openapi.json").json()["paths"]["/api/v1/maps"]["post"]["parameters"]
    assert not set(PRIVATE_OPTIONS) & {one["name"] for one in parameters}
    text = {"text": "The sea rises. Walls cost money."}
    private = "model=/etc&llm=http://localhost:9&llm_model=x&generated=true"
    ignored = client.post(f"/api/v1/maps?{private}", json=text)
    assert ignored.json() == client.post("/api/v1/maps", json=text).json()


def test_a_model_of_the_service_serves_its_own_graph_only() -> None:
    options = MapOptions(model=EMGN, nodes=7)
    assert options.with_request().model == options.with_request(graph="emgn").model == str(EMGN)
    assert options.with_request(graph="lead") == MapOptions(graph="lead", nodes=7)


@pytest.mark.parametrize(
    "wrong",
    [{"nodes": 0}, {"depth": 0}, {"breadth": -1}, {"seed": -1}, {"seed": None}, {"nodes": 1.5}, {"labels": "haiku"},
     {"graph": "none"}, {"tree": "none"}, {"model": "no/such/folder"}],
)  # fmt: skip
def test_values_that_are_not_allowed(wrong: dict[str, Any]) -> None:
    with pytest.raises(MindgistError):
        MapOptions(**wrong)


def test_messages_name_the_option() -> None:
    with pytest.raises(OptionError, match="depth must be a whole number of at least 1, not 0"):
        mindgist.map("The sea rises.\n", depth=0)


def test_more_nodes_than_the_map_suggests_are_all_written(tmp_path: Path) -> None:
    mindmap = mindgist.map(EXAMPLE, nodes=40)
    mindmap.save(tmp_path / "map.json")
    assert len(mindgist.load(tmp_path / "map.json")) == len(mindmap) == 40


OTHER_VALUES: dict[str, Any] = {
    "nodes": 3, "labels": "snippets", "depth": 2, "breadth": 2, "graph": "lead", "tree": "star", "model": EMGN,
    "seed": 1, "keep_all": True, "links": True, "language": "fr",
    "llm": "http://localhost:2/v1", "llm_model": "large", "llm_seconds": 5,
}  # fmt: skip


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_changes_the_fingerprint_of_a_batch(name: str) -> None:
    def fingerprint(options: MapOptions) -> str:
        batch_options = BatchOptions(options)
        plan = Plan("1", "code", batch_options.model_fingerprint(), batch_options, (), ())
        return plan.fingerprint

    usual = {"llm": "http://localhost:1/v1", "llm_model": "small"}  # neither goes without the other
    assert fingerprint(MapOptions(**usual | {name: OTHER_VALUES[name]})) != fingerprint(MapOptions(**usual))


def test_model_files_change_the_fingerprint_of_a_batch(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "model.npz").write_bytes(b"one")
    options = BatchOptions(MapOptions(graph="emgn", model=folder))
    before = options.model_fingerprint()
    (folder / "model.npz").write_bytes(b"two")
    assert options.model_fingerprint() != before
