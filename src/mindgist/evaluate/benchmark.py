"""The benchmark's articles and a system's predictions, as JSON lines."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from mindgist.document import Document
from mindgist.errors import BenchmarkError
from mindgist.files import atomic_write
from mindgist.labels.snippets import key_snippet
from mindgist.mindmap import MindMap

Row = TypeVar("Row")
Edge = tuple[str | None, str]
"""(parent's text, child's text); a root's parent is None."""


@dataclass(frozen=True, slots=True)
class AnnotatedNode:
    """A node of an annotated map; ``parent`` is an index into the map, None for a root."""

    text: str
    parent: int | None


@dataclass(frozen=True)
class Article:
    """An article that has been cut into sentences, with the highlights that its editors wrote."""

    id: str
    paragraphs: tuple[tuple[str, ...], ...]
    highlights: tuple[str, ...]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Every sentence, in reading order."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)

    @cached_property
    def document(self) -> Document:
        """The article as a document, its split into sentences kept."""
        return Document.from_sentences(self.paragraphs)


@dataclass(frozen=True)
class BenchmarkArticle(Article):
    """An article with its annotated map."""

    map: tuple[AnnotatedNode, ...]
    snippet_edges: tuple[Edge, ...]
    language: str = "en"

    @property
    def edges(self) -> list[Edge]:
        """The annotated map's edges, in order."""
        return edges_between([node.text for node in self.map], [node.parent for node in self.map])


@dataclass(frozen=True, slots=True)
class PredictedNode:
    """A node of a predicted map: its sentence's index in the article, its parent's index among the nodes."""

    sentence: int
    parent: int | None
    text: str
    snippet: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """A system's map of an article, strongest node first; ``size`` is the number of nodes that the system suggests."""

    id: str
    nodes: tuple[PredictedNode, ...]
    size: int

    @classmethod
    def of_map(cls, article: BenchmarkArticle, mindmap: MindMap) -> "Prediction":
        """The sentence nodes of a map of the article, in the map's order.

        A prediction consists of sentences. A centre that is a title or a phrase is left out, and so is every heading:
        their children move up to the next ancestor that is a sentence, and are roots if there is none.
        """
        sentences = article.document.sentences
        positions: list[int | None] = []  # for each node of the map: itself among the predicted nodes, or its ancestor
        nodes: list[PredictedNode] = []
        for node in mindmap.nodes:
            parent = None if node.parent is None else positions[node.parent]
            if node.sentence is None:
                positions.append(parent)
                continue
            positions.append(len(nodes))
            sentence = sentences[node.sentence]
            nodes.append(PredictedNode(node.sentence, parent, sentence.text, key_snippet(sentence.plain)))
        size = sum(node.sentence is not None for node in mindmap.nodes[: mindmap.size])
        return cls(article.id, tuple(nodes), size)

    def edges(self, kind: Literal["text", "snippet"], size: int) -> list[Edge]:
        """The edges between the sentences or the key snippets of the first ``size`` nodes."""
        nodes = self.nodes[:size]
        return edges_between([getattr(node, kind) for node in nodes], [node.parent for node in nodes])


def edges_between(texts: Sequence[str], parents: Sequence[int | None]) -> list[Edge]:
    """The edges of a map, given its nodes' texts and the indexes of their parents."""
    return [(None if parent is None else texts[parent], text) for text, parent in zip(texts, parents, strict=True)]


def read_benchmark(path: str | Path) -> list[BenchmarkArticle]:
    """The articles of a benchmark file."""
    articles = list(_rows(path, _article))
    if not articles:
        raise BenchmarkError(f"{path} holds no articles")
    return articles


def read_predictions(path: str | Path) -> list[Prediction]:
    """The predictions of a file in the form of the protocol."""
    return list(_rows(path, _prediction))


def write_rows(path: str | Path, rows: Iterable[object]) -> None:
    """Write articles, predictions or dictionaries as JSON lines."""
    with atomic_write(path) as waiting, waiting.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False, default=asdict) + "\n")


def _rows(path: str | Path, parse: Callable[[dict[str, Any]], Row]) -> Iterator[Row]:
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeError) as error:
        raise BenchmarkError(f"cannot read {path} as JSON lines: {error}") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield parse(json.loads(line))
            except json.JSONDecodeError as error:
                raise BenchmarkError(f"{path}, line {number}: not JSON ({error})") from error
            except (KeyError, TypeError, ValueError, IndexError) as error:
                raise BenchmarkError(f"{path}, line {number}: not in the form of the protocol ({error!r})") from error


def _article(row: dict[str, Any]) -> BenchmarkArticle:
    nodes = tuple(AnnotatedNode(str(node["text"]), _parent(node, len(row["map"]))) for node in row["map"])
    if not nodes:
        raise ValueError("the annotated map is empty")
    edges = tuple((None if parent is None else str(parent), str(child)) for parent, child in row["snippet_edges"])
    return BenchmarkArticle(*article_parts(row), nodes, edges, str(row.get("language", "en")))


def article_parts(row: dict[str, Any]) -> tuple[str, tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Id, paragraphs and highlights of a row."""
    paragraphs = tuple(tuple(map(str, paragraph)) for paragraph in row["paragraphs"])
    return str(row["id"]), paragraphs, tuple(map(str, row["highlights"]))


def _prediction(row: dict[str, Any]) -> Prediction:
    nodes = tuple(
        PredictedNode(int(node["sentence"]), _parent(node, place), str(node["text"]), str(node["snippet"]))
        for place, node in enumerate(row["nodes"])
    )
    return Prediction(str(row["id"]), nodes, int(row.get("size", len(nodes))))


def _parent(node: dict[str, Any], limit: int) -> int | None:
    parent = node["parent"]
    if parent is not None and not (isinstance(parent, int) and 0 <= parent < limit):
        raise ValueError(f"a node's parent is {parent!r}, which is no node it can stand under")
    return parent
