"""The table of systems: graph sources, tree generators and the default.

A system is a graph source with its tree generator. The tables say where both are and what they need, so that the shell,
the API and the docs list them without importing numpy. Other packages add rows by entry points of the groups
``mindgist.graphs`` and ``mindgist.trees`` (docs/extending.md).
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from mindgist.errors import ModelError, OptionError, printable
from mindgist.tables import Table, load

if TYPE_CHECKING:
    from mindgist.graph import Relate
    from mindgist.tree import Arrange

DEFAULT_GRAPH = "supervised"  # of `mindgist map` without options, with its tree; also called 'default'


@dataclass(frozen=True, slots=True)
class GraphSource:
    """A graph source."""

    name: str
    title: str
    source: str
    """'module:name' of a function from a document to its graph, or of a factory of one: see ``made_with``."""
    tree: str = "recursive"
    made_with: Literal["nothing", "seed", "model"] = "nothing"
    """The argument of the factory: a seed, or the folder of a trained model (None: the shipped one)."""
    models: tuple[str, ...] = ()
    """The kinds of models that it takes."""
    shipped: bool = False
    extra: str | None = None
    """What to install if a library is missing."""
    languages: tuple[str, ...] = ()
    """Those it was trained on ('en'); empty for any."""


@dataclass(frozen=True, slots=True)
class TreeGenerator:
    """A tree generator: ``generator`` is 'module:name' of a function from a graph to a tree, or of a factory of one."""

    name: str
    title: str
    generator: str
    made_with: Literal["nothing", "seed"] = "nothing"
    extra: str | None = None


GRAPHS = Table(
    "graph", "mindgist.graphs", GraphSource, (
        GraphSource(
            "supervised", "trained on annotated maps, shipped", "mindgist.graph.supervised:supervised_graph",
            tree="nested", made_with="model", models=("supervised",), shipped=True, languages=("en",),
        ),
        GraphSource(
            "emgn", "the paper's network, trained and shipped", "mindgist.graph.emgn:emgn_graph",
            made_with="model", models=("emgn",), shipped=True, languages=("en",),
        ),
        GraphSource("lexrank", "LexRank's centrality", "mindgist.graph.baselines:lexrank_graph"),
        GraphSource("lead", "earlier sentences govern later ones", "mindgist.graph.baselines:lead_graph"),
        GraphSource(
            "random", "random scores: the lower bound", "mindgist.graph.baselines:RandomGraph", made_with="seed"
        ),
        GraphSource(
            "teacher", "a teacher of `mindgist train emgn`, pair by pair", "mindgist.learn.teachers:load_teacher",
            made_with="model", models=("fast-teacher", "cross-encoder"), extra="mindgist[learn]",
        ),
    )
)  # fmt: skip
TREES = Table(
    "tree", "mindgist.trees", TreeGenerator, (
        TreeGenerator("nested", "the most probable nested tree", "mindgist.tree.nested:nested_tree"),
        TreeGenerator("recursive", "the paper's generator", "mindgist.tree.recursive:recursive_tree"),
        TreeGenerator("star", "everything under the strongest sentence", "mindgist.tree.tree:star_tree"),
    )
)  # fmt: skip


def graph_source(name: str | None = None, model: Path | None = None) -> GraphSource:
    """The row of this name; without a name, that of the model's graph, or else the default's."""
    if name is not None and name != "default":
        return GRAPHS.named(name)
    if model is None:
        return GRAPHS[DEFAULT_GRAPH]
    kind = _kind_of(model)
    for graph in GRAPHS.all().values():
        if kind in graph.models:
            return graph
    raise ModelError(f"{model} does not say which graph its model is for; name the graph, too")


def graph_named(name: str | None = None, seed: int = 0, model: str | Path | None = None) -> "Relate":
    """The graph source of this name, made with the seed or the model if it needs one."""
    folder = Path(model) if model is not None else None
    graph = graph_source(name, folder)
    if graph.made_with != "model":
        if folder:
            raise OptionError(f"the graph '{graph.name}' takes no model")
    elif folder is None:
        if not graph.shipped:
            raise OptionError(f"the graph '{graph.name}' needs the folder of a trained model: --model MODEL")
    elif (kind := _kind_of(folder)) and kind not in graph.models:
        raise ModelError(f"the model in {folder} is a '{kind}', which the graph '{graph.name}' does not take")
    return cast("Relate", _made(graph, {"nothing": None, "seed": seed, "model": folder}[graph.made_with]))


def tree_named(name: str, seed: int = 0) -> "Arrange":
    """The tree generator of this name."""
    tree = TREES.named(name)
    return cast("Arrange", _made(tree, seed if tree.made_with == "seed" else None))


def _kind_of(model: Path) -> str | None:
    try:
        return str(json.loads((model / "config.json").read_text(encoding="utf-8"))["model"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


@lru_cache(maxsize=16)
def _made(row: GraphSource | TreeGenerator, argument: int | Path | None) -> Any:
    """The function of a row, or what its factory returns; cached, because models take time to load."""
    place, what = (row.source, "graph") if isinstance(row, GraphSource) else (row.generator, "tree")
    found = load(place, f"the {what} '{row.name}'", row.extra)
    if not isinstance(argument, Path):
        return found if row.made_with == "nothing" else found(argument)
    from mindgist.document import Document

    try:
        relate: Relate = found(argument)
        # A model with wrong shapes fails at once.
        relate(Document.from_sentences([["The tide rises.", "It falls again."], ["Walls cost money."]]))
    except (ModelError, ImportError):
        raise
    except Exception as error:  # libraries raise different ones
        raise ModelError(f"the model in {argument} cannot be used: {printable(str(error))[:300]}") from error
    return relate
