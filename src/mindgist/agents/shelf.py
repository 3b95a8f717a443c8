"""The maps that an agent has made, and the tools for them: the signatures and docstrings are what agents read."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from mindgist.document import Document
from mindgist.errors import DocumentError, OptionError
from mindgist.labels.snippets import shown_snippet
from mindgist.mindmap import MindMap, Node
from mindgist.mindmap.answers import Answer, answers
from mindgist.options import OPTIONS, MapOptions, takes_request_options
from mindgist.processes import Worker

MAX_MAPS = 50
MAX_SENTENCES = 500_000  # of all maps that are kept; the oldest maps are dropped first, to limit memory
MAX_SECONDS = 120  # time limit of one document
_WORD = re.compile(r"\w+")

FilePath = Annotated[str, Field(description="A document in one of the user's allowed folders.")]
Text = Annotated[str, Field(description="Plain text, Markdown or HTML.")]
Name = Annotated[str, Field(description="Name of a map, such as map-1.")]
Words = Annotated[str, Field(description="Words that must all occur.")]
Question = Annotated[str, Field(description="A question, or key words.")]
Number = Annotated[int, Field(ge=0, description="Number of a node in the outline.")]
Nodes = Annotated[int | None, Field(ge=1, description=f"{OPTIONS['nodes'].help} Default: the map's suggested size.")]


@dataclass(frozen=True)
class Outline:
    """A map as an outline: one node per line with its number in brackets, indented under its parent."""

    map: str
    title: str | None
    nodes: int
    all_nodes: int
    sentences: int
    outline: str


@dataclass(frozen=True)
class Found:
    """A search result: a node and its ancestors, the root first."""

    node: int
    text: str
    above: list[str]


@dataclass(frozen=True)
class Explanation:
    """A node with its source passage, verbatim, in which the node is marked by ⟦ and ⟧."""

    node: int
    text: str
    snippet: str
    score: float
    parent: int | None
    children: list[int]
    passage: str
    start: int
    end: int
    page: int | None


class Kept(NamedTuple):
    """A map on the shelf."""

    mindmap: MindMap
    document: Document


class Shelf:
    """The last maps, by name. Documents are read and mapped in a separate process."""

    def __init__(self, folders: list[Path], options: MapOptions | None = None) -> None:
        self._folders = [folder.resolve() for folder in folders]
        self._options = options or MapOptions()
        self.kept: OrderedDict[str, Kept] = OrderedDict()
        self._numbers = count(1)
        self._worker = Worker()

    @takes_request_options
    def map_file(self, path: FilePath, **options: Any) -> Outline:
        """Map a document: text, Markdown, HTML, PDF, DOCX, EPUB and more."""
        return self._map(self._allowed(path), options)

    @takes_request_options
    def map_text(self, text: Text, **options: Any) -> Outline:
        """Map a text."""
        return self._map(text, options)

    def cut(self, map: Name, nodes: Nodes = None) -> Outline:  # noqa: A002
        """Show another number of a map's nodes, the strongest."""
        kept = self.named(map)
        shown = kept.mindmap.cut(nodes).with_labels()
        places = {id(node): place for place, node in enumerate(shown.nodes)}
        lines = [f"{'  ' * depth}[{places[id(node)]}] {shown.label(node)}" for depth, node in shown.walk()]
        return Outline(
            map=map,
            title=shown.title,
            nodes=len(shown),
            all_nodes=len(kept.mindmap),
            sentences=len(kept.document),
            outline="\n".join(lines),
        )

    def search(self, map: Name, words: Words) -> list[Found]:  # noqa: A002
        """Find nodes by words, strongest first, with their ancestors."""
        wanted = set(_WORD.findall(words.casefold()))
        if not wanted:
            raise OptionError("give at least one word to search for")
        nodes = self.named(map).mindmap.nodes
        holding = (place for place, node in enumerate(nodes) if wanted <= set(_WORD.findall(node.text.casefold())))
        return [Found(place, nodes[place].text, _ancestors(nodes, place)) for place in islice(holding, 20)]

    def ask(self, map: Name, question: Question) -> list[Answer]:  # noqa: A002
        """Find the sentences that answer a question, best first, with their node, place and score."""
        return answers(self.named(map).mindmap, question)

    def explain(self, map: Name, node: Number) -> Explanation:  # noqa: A002
        """Show the source passage of a node, its offsets, its parent and its children."""
        kept = self.named(map)
        nodes = kept.mindmap.nodes
        if not 0 <= node < len(nodes):
            raise OptionError(f"the map {map} has the nodes 0 to {len(nodes) - 1}, but no {node}")
        one = nodes[node]
        return Explanation(
            node=node,
            text=one.text,
            snippet=one.snippet or shown_snippet(one.text),
            score=round(one.score, 4),
            parent=one.parent,
            children=[place for place, other in enumerate(nodes) if other.parent == node],
            passage=_passage(kept.document, one.start, one.end),
            start=one.start,
            end=one.end,
            page=one.page,
        )

    def close(self) -> None:
        self._worker.stop()

    def _map(self, source: Path | str, request: dict[str, Any]) -> Outline:
        options = self._options.with_request(**request)
        kept: Kept = self._worker.call(read_and_map, (source, options), MAX_SECONDS)
        name = f"map-{next(self._numbers)}"
        self.kept[name] = kept
        while len(self.kept) > MAX_MAPS or (
            len(self.kept) > 1 and sum(len(one.document) for one in self.kept.values()) > MAX_SENTENCES
        ):
            self.kept.popitem(last=False)
        return self.cut(name, options.nodes)

    def named(self, name: str) -> Kept:
        if name not in self.kept:
            kept = f"(the last {MAX_MAPS} are kept, fewer of long documents)"
            raise OptionError(f"there is no map '{name[:100]}' {kept}; map its document again")
        return self.kept[name]

    def _allowed(self, path: str) -> Path:
        """The resolved file. The error for a file outside the folders does not reveal whether it exists."""
        if not self._folders:
            raise DocumentError("`mindgist mcp` was started without folders, so only texts can be mapped")
        try:
            found = [(folder / path).resolve() for folder in self._folders]  # an absolute path stays itself
            inside = [one for one in found if any(map(one.is_relative_to, self._folders))]
            files = [one for one in inside if one.is_file()]
        except (OSError, ValueError, RuntimeError):  # an impossible name, or circular links
            inside = files = []
        if not inside:
            raise DocumentError(f"{path[:200]} is not in a folder that `mindgist mcp` was started with")
        return (files or inside)[0]


def _ancestors(nodes: Sequence[Node], place: int) -> list[str]:
    """The ancestors of a node, the root first."""
    above: list[str] = []
    parent = nodes[place].parent
    while parent is not None:
        above.append(f"[{parent}] {nodes[parent].text}")
        parent = nodes[parent].parent
    return above[::-1]


def read_and_map(source: Path | str, options: MapOptions) -> Kept:
    """In the worker: read and map a file or a text."""
    from mindgist.document import read, read_text
    from mindgist.mapper import MindMapper

    if isinstance(source, Path) and source.exists() and not source.is_file():
        raise DocumentError(f"{source} is not a regular file")  # reading a pipe or a device may block
    document = read(source) if isinstance(source, Path) else read_text(source)
    return Kept(options.limit(MindMapper.of(options)(document)), document)


def _passage(document: Document, start: int, end: int) -> str:
    """The paragraph around a node, verbatim; empty for a node without offsets, such as a title from metadata."""
    if start == end:
        return ""
    bounds = ((one.sentences[0].start, one.sentences[-1].end) for one in document.paragraphs)
    first, last = next((pair for pair in bounds if pair[0] <= start and end <= pair[1]), (start, end))
    text = document.text
    return f"{text[first:start]}⟦{text[start:end]}⟧{text[end:last]}"
