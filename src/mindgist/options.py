"""The options of a map, described once.

The shell, ``mindgist.map``, the HTTP API, batches and the tools of agents all take them from ``MapOptions``. Options
that name a folder or an address (``model``, ``llm`` …) are left out of requests: a service gets them from its own user.
"""

import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from urllib.parse import urlsplit

from mindgist.errors import OptionError
from mindgist.labels.kinds import LABEL_KINDS, LABELS, SHOWN_TOGETHER, label_choices, label_kind
from mindgist.systems import DEFAULT_GRAPH, GRAPHS, TREES, GraphSource, graph_source
from mindgist.tables import Table

if TYPE_CHECKING:
    from mindgist.mindmap import MindMap

_MAX_NUMBER = 2**63  # in requests; any client's integers fit
_Function = TypeVar("_Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Option:
    """How an option is described to users."""

    help: str  # one sentence, with N for a number
    default: str = ""  # what None stands for
    minimum: int | None = None  # the smallest number allowed
    choices: Table[Any] | tuple[str, ...] = ()  # the names for a value; installed packages may add some to a table
    metavar: str | None = None  # what stands for another value in the shell's help
    is_private: bool = False  # whether a service takes the value from its own user only, never from a request


def option(default: Any, help: str, none: str = "", **more: Any) -> Any:  # noqa: A002
    """A field of ``MapOptions`` with its description; ``none`` says what None stands for."""
    return field(default=default, metadata={"option": Option(help, none, **more)})


@dataclass(frozen=True, slots=True)
class MapOptions:
    """How a document is mapped and what its map shows.

    Raises:
        OptionError, UnknownNameError: if a value is not allowed.
        ModelError: if the folder in ``model`` does not say which graph source its model is for.
    """

    nodes: int | None = option(
        None, "Show N nodes, the strongest.", "49 % of the sentences and headings, 10 to 60", minimum=1
    )
    labels: str = option(LABELS[0], f"Show nodes as {label_choices()}.", choices=LABELS)
    depth: int | None = option(None, "Show at most N levels below the centre.", minimum=1)
    breadth: int | None = option(None, "Show at most N children of each node, the strongest.", minimum=1)
    graph: str | None = option(None, "Graph source: how sentence pairs are scored.", DEFAULT_GRAPH, choices=GRAPHS)
    tree: str | None = option(
        None, "Tree generator: how scores become a tree.", "the graph source's own", choices=TREES
    )
    model: str | Path | None = option(
        None, "Folder of a trained model for the graph source, instead of the shipped one.",
        metavar="FOLDER", is_private=True,
    )  # fmt: skip
    seed: int = option(0, "Random seed. The same seed gives the same map.", minimum=0)
    keep_all: bool = option(False, "Map links, bylines, captions and other sentences that are no content, too.")
    links: bool = option(False, "Also link nodes of different branches that are related.")
    language: str | None = option(None, "CODE of the language of the text, such as de.", "recognised", metavar="CODE")
    llm: str | None = option(
        None, "Let a language model write topics and gists: the URL of a service with OpenAI's interface.",
        metavar="URL", is_private=True,
    )  # fmt: skip
    llm_model: str | None = option(None, "The NAME of that model.", metavar="NAME", is_private=True)
    llm_seconds: int = option(120, "Wait at most N seconds for it.", minimum=1, is_private=True)

    def __post_init__(self) -> None:
        if self.model is not None:
            object.__setattr__(self, "model", str(self.model))  # as JSON can hold it
        for name, about in OPTIONS.items():
            value = getattr(self, name)
            if about.minimum is None or (value is None and name not in ("seed", "llm_seconds")):
                continue
            if not isinstance(value, int) or value < about.minimum:
                raise OptionError(f"{name} must be a whole number of at least {about.minimum}, not {value!r}")
        if self.language is not None:
            from mindgist.languages import SCRIPT_OF

            if self.language not in SCRIPT_OF:
                known = ", ".join(sorted(SCRIPT_OF))
                raise OptionError(f"there is no language {self.language!r}; the known ones are {known}")
        if self.llm is not None and not _is_web_address(self.llm):
            raise OptionError(f"llm must be an address such as http://localhost:11434/v1, not {self.llm!r}")
        if (self.llm is None) != (self.llm_model is None):
            raise OptionError("a language model needs both its address (llm) and its name (llm_model)")
        label_kind(self.labels)
        if self.tree is not None:
            TREES.named(self.tree)
        self.graph_source()

    def graph_source(self) -> GraphSource:
        return graph_source(self.graph, Path(self.model) if self.model else None)

    def resolved(self) -> "MapOptions":
        """The same options with the graph source and the tree generator by name, whatever the defaults are later."""
        source = self.graph_source()
        return replace(self, graph=source.name, tree=self.tree or source.tree)

    def with_request(self, **request: Any) -> "MapOptions":
        """These options of a service with those of a request; ``model`` is only used for its own graph source."""
        is_own = request.get("graph") in (None, self.graph_source().name)
        return replace(self, **request | ({"graph": self.graph} if is_own else {"model": None}))

    def apply_to(self, mindmap: "MindMap") -> "MindMap":
        """The map with these labels, depth and breadth, and ``nodes`` as its size. No node is cut off."""
        mindmap = self.limit(mindmap)
        return mindmap.resized(self.nodes) if self.nodes else mindmap

    def limit(self, mindmap: "MindMap") -> "MindMap":
        """The map with these labels, depth and breadth; the language model writes those of the nodes to show."""
        mindmap = mindmap.labelled(self.labels)
        mindmap = mindmap.limited(self.depth, self.breadth) if self.depth or self.breadth else mindmap
        return mindmap if self.llm is None else self._with_generated_labels(mindmap)

    def _with_generated_labels(self, mindmap: "MindMap") -> "MindMap":
        """The map with what the language model writes for the nodes to show; an unusable answer is a warning."""
        from mindgist.labels.language_model import LanguageModel, LanguageModelError

        count = self.nodes or mindmap.size or len(mindmap)
        model = LanguageModel(self.llm or "", self.llm_model or "", self.llm_seconds)
        shown = mindmap.cut(count).with_labels(*(LABEL_KINDS[name] for name in SHOWN_TOGETHER)).nodes
        try:
            written = model.labels(shown, mindmap.language or "en")
        except LanguageModelError as error:
            warnings.warn(f"the map has its own labels, because the language model failed: {error}", stacklevel=2)
            return mindmap
        nodes = [
            node.changed(topic=topic or node.topic, gist=gist or node.gist, generated=bool(topic or gist))
            for node, (topic, gist) in zip(shown, written, strict=True)
        ]
        if not any(node.generated for node in nodes):
            reason = "the model wrote none that keeps to the text"
            warnings.warn(f"the map has its own labels, because {reason}", stacklevel=2)
        return replace(mindmap, nodes=(*nodes, *mindmap.nodes[count:]))

    def without_language_model(self) -> "MapOptions":
        """The same options with mindgist's own labels."""
        return replace(self, llm=None, llm_model=None)


OPTIONS: dict[str, Option] = {one.name: one.metadata["option"] for one in fields(MapOptions)}
PRIVATE_OPTIONS = tuple(name for name, about in OPTIONS.items() if about.is_private)


def takes_request_options(function: _Function) -> _Function:
    """Replace ``**options`` in a function's signature by the options that a request may set.

    FastAPI and the MCP server read the signature: they check the values and describe them to their clients.
    """
    from pydantic import Field

    added = []
    for one in fields(MapOptions):
        about = OPTIONS[one.name]
        if not about.is_private:
            text = f"{about.help} One of: {', '.join(about.choices)}." if about.choices else about.help
            limits: dict[str, Any] = {"ge": about.minimum, "le": _MAX_NUMBER} if about.minimum is not None else {}
            kind: Any = Annotated[one.type, Field(description=text, **limits)]
            added.append(
                inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=kind)
            )
    signature = inspect.signature(function)
    own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    function.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]
    return function


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
