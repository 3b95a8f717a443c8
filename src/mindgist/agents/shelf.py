"""The maps that an agent has asked for, and what it can ask about them. It knows nothing of any protocol."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from threading import Lock

from mindgist.document import Document
from mindgist.errors import DocumentError, OptionError
from mindgist.mindmap import MindMap, Node
from mindgist.processes import Worker

MOST_MAPS = 50
MOST_SENTENCES = 500_000
"""Of all the maps that are kept: the older ones go, lest a long talk about long books fills the memory."""
MOST_SECONDS = 120
_MOST_FOUND = 20
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Outline:
    """A map as an outline: each line a node with its number in brackets, indented under its parent."""

    map: str
    title: str | None
    nodes: int
    all_nodes: int
    sentences: int
    outline: str


@dataclass(frozen=True)
class Found:
    """A node that a search has found, and the nodes above it, the root first."""

    node: int
    text: str
    above: list[str]


@dataclass(frozen=True)
class Explanation:
    """A node in its map and in its source: the passage is verbatim, with the node's own words between ⟦ and ⟧."""

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


@dataclass(frozen=True, slots=True)
class _Kept:
    mindmap: MindMap
    document: Document


class Shelf:
    """The last maps made, each by a name of its own. Documents are read and mapped by a process that may be lost."""

    def __init__(self, folders: list[Path], graph: str | None = None, model: Path | None = None) -> None:
        self._folders = [folder.resolve() for folder in folders]
        self._system = graph, model
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._numbers = count(1)
        self._worker = Worker()
        self._lock = Lock()

    def map_file(self, path: str, nodes: int | None = None) -> Outline:
        """Map a file that lies in one of the folders."""
        return self._map(read_and_map, (self._allowed(path), *self._system), nodes)

    def map_text(self, text: str, nodes: int | None = None) -> Outline:
        """Map a text: plain, Markdown or HTML."""
        return self._map(map_string, (text, *self._system), nodes)

    def cut(self, name: str, nodes: int | None = None) -> Outline:
        """A map at another size; without one, at the size that it suggests."""
        kept = self._named(name)
        shown = kept.mindmap.cut(nodes)
        places = {id(node): place for place, node in enumerate(shown.nodes)}
        lines = [f"{'  ' * depth}[{places[id(node)]}] {shown.label(node)}" for depth, node in shown.walk()]
        return Outline(
            map=name,
            title=shown.title,
            nodes=len(shown),
            all_nodes=len(kept.mindmap),
            sentences=len(kept.document),
            outline="\n".join(lines),
        )

    def search(self, name: str, words: str) -> list[Found]:
        """The nodes that hold all of the words, the strongest first."""
        wanted = set(_WORD.findall(words.casefold()))
        if not wanted:
            raise OptionError("name at least one word to search for")
        nodes = self._named(name).mindmap.nodes
        holding = (place for place, node in enumerate(nodes) if wanted <= set(_WORD.findall(node.text.casefold())))
        return [Found(place, nodes[place].text, _above(nodes, place)) for place in islice(holding, _MOST_FOUND)]

    def explain(self, name: str, node: int) -> Explanation:
        """A node with its source passage: the paragraph that it stands in, or the line of a heading."""
        kept = self._named(name)
        nodes = kept.mindmap.nodes
        if not 0 <= node < len(nodes):
            raise OptionError(f"the map {name} has the nodes 0 to {len(nodes) - 1}, and no {node}")
        one = nodes[node]
        return Explanation(
            node=node,
            text=one.text,
            snippet=one.snippet,
            score=round(one.score, 4),
            parent=one.parent,
            children=[place for place, other in enumerate(nodes) if other.parent == node],
            passage=_passage(kept.document, one.start, one.end),
            start=one.start,
            end=one.end,
            page=one.page,
        )

    def names(self) -> dict[str, str | None]:
        """The maps that are kept, with their titles."""
        return {name: kept.mindmap.title for name, kept in list(self._kept.items())}

    def whole(self, name: str) -> MindMap:
        """All of a map."""
        return self._named(name).mindmap

    def close(self) -> None:
        """End the process that maps."""
        self._worker.stop()

    def _map(self, function: object, arguments: tuple[object, ...], nodes: int | None) -> Outline:
        with self._lock:  # one worker, one document at a time
            document, mindmap = self._worker.call(function, arguments, MOST_SECONDS)  # type: ignore[arg-type]
        name = f"map-{next(self._numbers)}"
        self._kept[name] = _Kept(mindmap, document)
        while len(self._kept) > MOST_MAPS or self._is_too_much():
            self._kept.popitem(last=False)
        return self.cut(name, nodes)

    def _is_too_much(self) -> bool:
        """Whether more is kept than may be; the last map is, however large."""
        return len(self._kept) > 1 and sum(len(kept.document) for kept in self._kept.values()) > MOST_SENTENCES

    def _named(self, name: str) -> _Kept:
        if name not in self._kept:
            known = f"(the last {MOST_MAPS} are kept, fewer of long documents)"
            raise OptionError(f"there is no map '{name[:100]}' {known}; map its document again")
        return self._kept[name]

    def _allowed(self, path: str) -> Path:
        """The file itself, links followed. Outside, nothing is told of it, not even whether it is there."""
        if not self._folders:
            raise DocumentError("no folder was named to `mindgist mcp`, so only texts can be mapped")
        candidates = [Path(path)] if Path(path).is_absolute() else [folder / path for folder in self._folders]
        try:
            inside = [
                found
                for candidate in candidates
                if any((found := candidate.resolve()).is_relative_to(folder) for folder in self._folders)
            ]
            files = [found for found in inside if found.is_file()]
        except (OSError, ValueError, RuntimeError):  # a name that no file can have, links in a circle
            inside = files = []
        if not inside:
            raise DocumentError(f"{path[:200]} is not in a folder that was named to `mindgist mcp`")
        return (files or inside)[0]


def _above(nodes: Sequence[Node], place: int) -> list[str]:
    """The nodes above one, the root first."""
    above: list[str] = []
    parent = nodes[place].parent
    while parent is not None:
        above.append(f"[{parent}] {nodes[parent].text}")
        parent = nodes[parent].parent
    return above[::-1]


def read_and_map(path: Path, graph: str | None, model: Path | None) -> tuple[Document, MindMap]:
    """In the worker: a file's document and its whole map."""
    from mindgist.document import read

    if path.exists() and not path.is_file():
        raise DocumentError(f"{path} is no file")  # a pipe or a device would be waited for
    return _mapped(read(path), graph, model)


def map_string(text: str, graph: str | None, model: Path | None) -> tuple[Document, MindMap]:
    """In the worker: a text as a document and its whole map."""
    from mindgist.document import read_text

    return _mapped(read_text(text), graph, model)


def _mapped(document: Document, graph: str | None, model: Path | None) -> tuple[Document, MindMap]:
    from mindgist.mapper import MindMapper

    return document, MindMapper.named(graph, model=model)(document)


def _passage(document: Document, start: int, end: int) -> str:
    """The source around a place, as it was written; nothing where the place is unknown (a title told elsewhere)."""
    if start == end:
        return ""
    for paragraph in document.paragraphs:
        first, last = paragraph.sentences[0].start, paragraph.sentences[-1].end
        if first <= start and end <= last:
            break
    else:
        first, last = start, end
    text = document.text
    return f"{text[first:start]}⟦{text[start:end]}⟧{text[end:last]}"
