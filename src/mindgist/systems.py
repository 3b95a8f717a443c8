"""The one table of systems: who tells which sentence governs which, how that becomes a tree, and what is the default.

A system is a source of relation graphs with the tree generator that belongs to it. The tables name where both live
and what they need, so that the shell, the API and the docs list them without importing numpy. Other packages add
their own by entry points of the groups ``mindgist.graphs`` and ``mindgist.trees`` (docs/extending.md).
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mindgist.errors import ModelError, OptionError, printable
from mindgist.tables import added_rows, load, row_named

if TYPE_CHECKING:
    from mindgist.graph import Relate
    from mindgist.tree import Arrange

GRAPH_ENTRY_POINTS = "mindgist.graphs"
TREE_ENTRY_POINTS = "mindgist.trees"

DEFAULT_GRAPH = "supervised"
"""What `mindgist map` does without options: this graph, with its tree. Called 'default' wherever a system is named."""


@dataclass(frozen=True, slots=True)
class GraphSource:
    """A source of relation graphs.

    ``source`` is 'module:name' of a function from a document to its graph; or, where it is ``made_with`` a seed or the
    folder of a trained model, of what makes such a function of that. Of models it takes the kinds in ``models``; where
    one is ``shipped``, None stands for it. ``trained`` reads a model as training left it, if that is another form.
    """

    name: str
    title: str
    source: str
    tree: str = "recursive"
    made_with: Literal["nothing", "seed", "model"] = "nothing"
    models: tuple[str, ...] = ()
    shipped: bool = False
    trained: str | None = None
    extra: str | None = None
    languages: tuple[str, ...] = ()
    """Those it was made for ('en'); empty for any."""


@dataclass(frozen=True, slots=True)
class TreeGenerator:
    """A tree generator: ``generator`` is 'module:name' of a function from a graph to a tree, or makes one of a seed."""

    name: str
    title: str
    generator: str
    made_with: Literal["nothing", "seed"] = "nothing"
    extra: str | None = None


_LEARNED = "mindgist.learn.learned_graph:learned_graph"

GRAPHS: dict[str, GraphSource] = {
    graph.name: graph
    for graph in (
        GraphSource(
            "supervised", "learned from maps that people drew, shipped", "mindgist.graph.supervised:supervised_graph",
            tree="nested", made_with="model", models=("supervised",), shipped=True, languages=("en",),
        ),
        GraphSource(
            "emgn", "the paper's network, trained and shipped", "mindgist.graph.emgn:emgn_graph",
            made_with="model", models=("emgn",), shipped=True, trained=_LEARNED, languages=("en",),
        ),
        GraphSource("lexrank", "LexRank's centrality", "mindgist.graph.lexrank:lexrank_graph"),
        GraphSource("lead", "earlier sentences govern later ones", "mindgist.graph.lead:lead_graph"),
        GraphSource(
            "random", "drawn at random: the lower bound", "mindgist.graph.random:RandomGraph", made_with="seed"
        ),
        GraphSource(
            "teacher", "a teacher of `mindgist teach`, pair by pair", _LEARNED,
            made_with="model", models=("fast-teacher", "cross-encoder"), extra="mindgist[learn]",
        ),
        GraphSource(
            "mrdmf", "the baseline MRDMF, pair by pair", _LEARNED,
            made_with="model", models=("mrdmf",), extra="mindgist[learn]",
        ),
    )
}  # fmt: skip
TREES: dict[str, TreeGenerator] = {
    tree.name: tree
    for tree in (
        TreeGenerator("nested", "what is kept as the likeliest nested tree", "mindgist.tree.nested:nested_tree"),
        TreeGenerator("recursive", "the paper's generator", "mindgist.tree.recursive:RecursiveTree", made_with="seed"),
        TreeGenerator("star", "everything under the strongest sentence", "mindgist.tree.star:star_tree"),
    )
}

GRAPH_NAMES = tuple(GRAPHS)
TREE_NAMES = tuple(TREES)


def all_graphs() -> dict[str, GraphSource]:
    """Mindgist's own sources of graphs and those of installed packages; of one name, mindgist's own counts."""
    return {**added_rows(GRAPH_ENTRY_POINTS, GraphSource), **GRAPHS}


def all_trees() -> dict[str, TreeGenerator]:
    """Mindgist's own tree generators and those of installed packages; of one name, mindgist's own counts."""
    return {**added_rows(TREE_ENTRY_POINTS, TreeGenerator), **TREES}


def graph_source(name: str | None = None, model: Path | None = None) -> GraphSource:
    """The row of this name; without a name, of the graph that the model is for, or else of the default."""
    if name is not None and name != "default":
        return row_named("graph", name, GRAPHS, GRAPH_ENTRY_POINTS, GraphSource)
    if model is None:
        return GRAPHS[DEFAULT_GRAPH]
    kind = _kind_of(model)
    for graph in all_graphs().values():
        if kind in graph.models:
            return graph
    raise ModelError(f"{model} does not say which graph its model is for; name the graph, too")


def check_seed(seed: int) -> None:
    """Refuse what nothing can be drawn with."""
    if not isinstance(seed, int) or seed < 0:
        raise OptionError(f"a seed is a whole number from 0 on, not {seed!r}")


def graph_named(name: str | None = None, seed: int = 0, model: str | Path | None = None) -> "Relate":
    """The source of relation graphs of this name, made with the seed or the model if it needs one."""
    check_seed(seed)
    folder = Path(model) if model is not None else None
    graph = graph_source(name, folder)
    source, extra = graph.source, graph.extra
    _check_model(graph, folder)
    if folder and graph.trained and (folder / TRAINED).is_file() and not (folder / EXPORTED).is_file():
        source, extra = graph.trained, "mindgist[learn]"
    of = {"nothing": None, "seed": seed, "model": folder}[graph.made_with]
    relate: Relate = _made(source, f"the graph '{graph.name}'", extra, graph.made_with != "nothing", of)
    return relate


def _check_model(graph: GraphSource, model: Path | None) -> None:
    if graph.made_with != "model":
        if model:
            raise OptionError(f"the graph '{graph.name}' takes no model")
    elif model is None:
        if not graph.shipped:
            raise OptionError(f"the graph '{graph.name}' needs the folder of a trained model: --model MODEL")
    elif (kind := _kind_of(model)) and kind not in graph.models:
        raise ModelError(f"the model in {model} is a '{kind}', which the graph '{graph.name}' does not take")


def tree_named(name: str, seed: int = 0) -> "Arrange":
    """The tree generator of this name."""
    check_seed(seed)
    tree = row_named("tree", name, TREES, TREE_ENTRY_POINTS, TreeGenerator)
    arrange: Arrange = _made(tree.generator, f"the tree '{tree.name}'", tree.extra, tree.made_with == "seed", seed)
    return arrange


TRAINED, EXPORTED = "mindgist.json", "config.json"
"""What says of a folder's model what it is: as training left it, and as `mindgist export-model` wrote it."""


def _kind_of(model: Path) -> str | None:
    """What the model in a folder is, as far as the folder says."""
    for file, field in ((EXPORTED, "model"), (TRAINED, "kind")):
        try:
            return str(json.loads((model / file).read_text(encoding="utf-8"))[field])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
    return None


@lru_cache(maxsize=16)
def _made(place: str, title: str, extra: str | None, makes: bool, of: int | Path | None) -> Any:
    """What stands at 'module:name', or what it makes; kept, because a model takes its time to load."""
    found = load(place, title, extra)
    if not isinstance(of, Path):
        return found(of) if makes else found
    try:
        relate: Relate = found(of)
        _try(relate)
    except (ModelError, ImportError):
        raise
    except Exception as error:  # each library has its own
        raise ModelError(f"the model in {of} cannot be used: {printable(str(error))[:300]}") from error
    return relate


def _try(relate: "Relate") -> None:
    """Relate a few words, so that a model of other shapes is told at once, and not in the middle of the work."""
    from mindgist.document import Document

    relate(Document.from_sentences([["The tide rises.", "It falls again."], ["Walls cost money."]]))
