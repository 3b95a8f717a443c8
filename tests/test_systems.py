"""The table of systems, and what other packages add to it."""

import importlib.metadata
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

import mindgist
from evaluate.articles import BRIDGE, HARBOUR
from mindgist.document import Document
from mindgist.errors import ModelError, OptionError, PackageError, UnknownNameError
from mindgist.evaluate.benchmark import write_rows
from mindgist.export import Format
from mindgist.graph import RandomGraph, lead_graph
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap
from mindgist.options import MapOptions
from mindgist.shell.cli import main
from mindgist.systems import (
    DEFAULT_GRAPH,
    GRAPHS,
    TREES,
    GraphSource,
    TreeGenerator,
    graph_named,
    graph_source,
    tree_named,
)
from mindgist.tables import added_rows, load
from mindgist.tree import recursive_tree, star_tree
from mindgist.web.app import create_app
from mindgist.web.guard import Settings

SHIPPED = Path(mindgist.__file__).parent / "models" / "emgn"


def test_every_row_names_an_existing_function_and_tree() -> None:
    for name, graph in GRAPHS.items():
        assert graph.name == name
        assert graph.tree in TREES
        assert callable(load(graph.source, name))
    for tree in TREES.values():
        assert callable(load(tree.generator, tree.name))


def test_the_table_loads_nothing() -> None:
    heavy = ("numpy", "torch")
    code = f"import sys, mindgist.systems, mindgist.export; print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"


def test_names_and_defaults() -> None:
    assert graph_source().name == graph_source("default").name == DEFAULT_GRAPH
    assert MindMapper.named() == MindMapper.named("default") == MindMapper.named(DEFAULT_GRAPH)
    assert MindMapper.named("lead", "star") == MindMapper(lead_graph, star_tree)
    assert MindMapper.named("random", seed=3) == MindMapper(RandomGraph(3), recursive_tree)
    for named in (graph_named, tree_named):
        with pytest.raises(UnknownNameError, match="astrology"):
            named("astrology")


def test_a_model_chooses_its_graph_source(tmp_path: Path) -> None:
    assert graph_source(model=SHIPPED).name == "emgn"
    assert graph_named(model=SHIPPED) is graph_named("emgn", model=SHIPPED)
    with pytest.raises(ModelError, match="name the graph"):
        graph_source(model=tmp_path)
    with pytest.raises(ModelError, match="is a 'emgn', which the graph 'teacher' does not take"):
        graph_named("teacher", model=SHIPPED)
    with pytest.raises(OptionError, match="'lead' takes no model"):
        graph_named("lead", model=SHIPPED)
    with pytest.raises(OptionError, match="'teacher' needs the folder"):
        graph_named("teacher")


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_evaluate_scores_the_default_and_map_shows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`mindgist evaluate --system default` and `mindgist map` use the same system."""
    made: list[MindMapper] = []
    map_one = MindMapper.__call__

    def watched(mapper: MindMapper, document: Document) -> MindMap:
        made.append(mapper)
        return map_one(mapper, document)

    monkeypatch.setattr(MindMapper, "__call__", watched)
    write_rows(tmp_path / "some.jsonl", [HARBOUR, BRIDGE])
    run("evaluate", tmp_path / "some.jsonl", "--system", "default", "--seeds", 1, "--report", tmp_path / "report.json")
    scored = set(map(repr, made))
    made.clear()
    (tmp_path / "text.txt").write_text("The sea rises. Walls cost money.")
    run("map", tmp_path / "text.txt")
    assert set(map(repr, made)) == scored == {repr(MindMapper.named())}
    settings = json.loads((tmp_path / "report.json").read_text())["settings"]
    assert settings == {"system": DEFAULT_GRAPH, "tree": GRAPHS[DEFAULT_GRAPH].tree}


def test_a_model_folder_for_the_shell_and_the_service(tmp_path: Path, harbour_text: str) -> None:
    text = tmp_path / "harbour.txt"
    text.write_text(harbour_text, encoding="utf-8")
    assert run("map", text, "--model", SHIPPED) == run("map", text, "--graph", "emgn")
    settings = Settings(workers=1, options=MapOptions(model=SHIPPED))
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        systems = client.get("/api/v1/systems").json()
        assert systems["default"] == "emgn"
        assert "teacher" not in [graph["name"] for graph in systems["graphs"]]
        own = client.post("/api/v1/maps", content=harbour_text.encode())
        other = client.post("/api/v1/maps?graph=lead", content=harbour_text.encode())
        assert (own.status_code, other.status_code) == (200, 200)
        assert own.json() != other.json()


SHOUT = Format(".shout", "Shouting", "text/plain", "shouting:to_shout")
LAST = GraphSource("last", "the end governs", "shouting:last_graph", tree="chain")
CHAIN = TreeGenerator("chain", "one under the other", "shouting:chain_tree")


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """An installed package that adds a graph source, a tree generator and a format."""
    module = ModuleType("shouting")
    vars(module).update(
        SHOUT=SHOUT,
        LAST=LAST,
        CHAIN=CHAIN,
        last_graph=lead_graph,
        chain_tree=star_tree,
        to_shout=lambda mindmap: mindmap.nodes[0].text.upper(),
    )
    monkeypatch.setitem(sys.modules, "shouting", module)
    entries = [
        importlib.metadata.EntryPoint("a", f"shouting:{name}", group)
        for name, group in (("SHOUT", "mindgist.formats"), ("LAST", "mindgist.graphs"), ("CHAIN", "mindgist.trees"))
    ]
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda group: [entry for entry in entries if entry.group == group]
    )
    added_rows.cache_clear()
    yield module
    added_rows.cache_clear()


@pytest.mark.usefixtures("added")
def test_another_package_adds_a_graph_a_tree_and_a_format(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("The sea rises. Walls cost money.")
    assert MindMapper.named("last") == MindMapper(lead_graph, star_tree)
    run("map", text, "--graph", "last", "-o", tmp_path / "map.shout")
    assert (tmp_path / "map.shout").read_text() == "THE SEA RISES."
    run("map", text, "--tree", "chain", "-o", tmp_path / "map.shout")
    assert CliRunner().invoke(main, ["map", str(text), "--graph", "first"]).exit_code == 2
    with pytest.raises(UnknownNameError, match="random, teacher, last"):
        graph_named("first")


def test_unusable_entry_points_are_errors(added: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    added.LAST = "no row"  # type: ignore[attr-defined]
    with pytest.raises(PackageError, match=r"a of mindgist.graphs names 'no row'"):
        graph_named("last")
    added_rows.cache_clear()
    del added.LAST
    with pytest.raises(PackageError, match=r"a of mindgist.graphs cannot be loaded"):
        graph_named("last")
    monkeypatch.setitem(sys.modules, "shouting", None)
    with pytest.raises(PackageError, match="pip install 'shouting-extra'"):
        load("shouting:last_graph", "the graph", "shouting-extra")


@pytest.mark.parametrize("seed", [-1, 1.5, "x", None])
@pytest.mark.parametrize("graph", ["random", "lead", None])
def test_invalid_seeds_are_errors(seed: Any, graph: str | None) -> None:
    with pytest.raises(OptionError, match="seed must be a whole number of at least 0"):
        mindgist.map("The tide rises. It falls.\n", graph=graph, seed=seed)
