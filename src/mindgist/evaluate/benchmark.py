"""The benchmark's articles and a system's predictions, as JSON lines.

The articles come from the annotation's public repository. It has, for each part ('dev', 'test'), a folder
``a_labeling_PART`` with the annotated articles, their selected sentences in tags such as ``<T1.2>…</T1.2>`` whose
numbers give the tree, and a folder ``PART_full_original`` with the same articles as published, their highlights each
after a line ``@highlight``.
"""

import json
import lzma
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from mindgist.document import Document
from mindgist.document.sentences import sentence_spans
from mindgist.errors import BenchmarkError, MindgistError
from mindgist.files import atomic_write
from mindgist.labels.snippets import best_phrases, key_snippet
from mindgist.mindmap import MindMap, Node

_TAG = re.compile(r"(?=<T(\d+(?:\.\d+)*)>(.*?)</T\1>)", re.DOTALL)  # only looks ahead, so that tags may be nested
_TAG_MARK = re.compile(r"</?T\d+(?:\.\d+)*>")

Row = TypeVar("Row")
Paragraphs = tuple[tuple[str, ...], ...]  # the sentences of each
Edge = tuple[str | None, str]  # (parent's text, child's text); a root's parent is None


@dataclass(frozen=True, slots=True)
class AnnotatedNode:
    """A node of an annotated map; ``parent`` is an index into the map, None for a root."""

    text: str
    parent: int | None


@dataclass(frozen=True)
class Article:
    """An article that has been cut into sentences, with the highlights that its editors wrote."""

    id: str
    paragraphs: Paragraphs
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


def edges_of(
    nodes: Sequence[AnnotatedNode | PredictedNode | Node], kind: Literal["text", "snippet"] = "text"
) -> list[Edge]:
    """The edges of a map between the texts or the key snippets of its nodes."""
    texts = [getattr(node, kind) for node in nodes]
    parents = [None if node.parent is None else texts[node.parent] for node in nodes]
    return list(zip(parents, texts, strict=True))


def read_benchmark(path: str | Path) -> list[BenchmarkArticle]:
    """The articles of a benchmark file."""
    articles = list(read_rows(path, _article))
    if not articles:
        raise BenchmarkError(f"{path} holds no articles")
    return articles


def read_predictions(path: str | Path) -> list[Prediction]:
    """The predictions of a file in the form of the protocol."""
    return list(read_rows(path, _prediction))


def write_rows(path: str | Path, rows: Iterable[object]) -> None:
    """Write articles, predictions or dictionaries as JSON lines."""
    with atomic_write(path) as waiting, waiting.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False, default=asdict) + "\n")


def read_rows(
    path: str | Path, parse: Callable[[dict[str, Any]], Row], problem: type[MindgistError] = BenchmarkError,
    form: str = "not in the form of the protocol",
) -> Iterator[Row]:  # fmt: skip
    """What ``parse`` makes of each row of a file of JSON lines, which may be packed (.xz).

    A file that cannot be read is a ``problem``, and so is a row that does not have the right ``form``.
    """
    opened = lzma.open if Path(path).suffix == ".xz" else open
    place = str(path)
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                place = f"{path}, line {number}"
                if line.strip():
                    yield parse(json.loads(line))
    except (OSError, EOFError, lzma.LZMAError, UnicodeError) as error:
        raise problem(f"cannot read {path} as JSON lines: {error}") from error
    except json.JSONDecodeError as error:
        raise problem(f"{place}: not JSON ({error})") from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise problem(f"{place}: {form} ({error!r})") from error


def _article(row: dict[str, Any]) -> BenchmarkArticle:
    nodes = tuple(AnnotatedNode(str(node["text"]), _parent(node, len(row["map"]))) for node in row["map"])
    if not nodes:
        raise ValueError("the annotated map is empty")
    edges = tuple((None if parent is None else str(parent), str(child)) for parent, child in row["snippet_edges"])
    return BenchmarkArticle(*article_parts(row), nodes, edges, str(row.get("language", "en")))


def article_parts(row: dict[str, Any]) -> tuple[str, Paragraphs, tuple[str, ...]]:
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


def read_stories(repository: str | Path, part: str) -> list[BenchmarkArticle]:
    """The articles of a part, sorted by name."""
    labelled = Path(repository) / f"a_labeling_{part}"
    original = Path(repository) / f"{part}_full_original"
    for folder in (labelled, original):
        if not folder.is_dir():
            raise BenchmarkError(f"there is no folder {folder}; name a checkout of the annotation's repository")
    articles = []
    for story in sorted(labelled.glob("*.story")):
        published = original / story.name
        if not published.is_file():
            raise BenchmarkError(f"the annotated {story} has no original {published}")
        nodes = annotated_map(_story_text(story))
        if not nodes:
            raise BenchmarkError(f"no sentence is tagged in {story}")
        articles.append(BenchmarkArticle(story.stem, *read_story(published), nodes, annotated_snippet_edges(nodes)))
    if not articles:
        raise BenchmarkError(f"there are no .story files in {labelled}")
    return articles


def read_story(path: Path) -> tuple[Paragraphs, tuple[str, ...]]:
    """The paragraphs and highlights of a published story."""
    paragraphs, highlights = story_parts(_story_text(path))
    return split_paragraphs(paragraphs), tuple(highlights)


def _story_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise BenchmarkError(f"cannot read the story {path}: {error}") from error


def split_paragraphs(paragraphs: Iterable[str]) -> Paragraphs:
    """Split paragraphs into sentences as every document is split; empty paragraphs are left out."""
    split = (tuple(text[start:end] for start, end in sentence_spans(text)) for text in paragraphs)
    return tuple(filter(None, split))


def story_parts(story: str) -> tuple[list[str], list[str]]:
    """The paragraphs and highlights of a published story; paragraphs are separated by blank lines."""
    body, *highlights = story.split("@highlight")
    paragraphs = [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", body)]
    return [text for text in paragraphs if text], [" ".join(text.split()) for text in highlights if text.strip()]


def annotated_map(labelled: str) -> tuple[AnnotatedNode, ...]:
    """The tagged sentences in order.

    If a tag occurs twice, each text is a node, and the first one gets the children. The parent of 1.2.3 is the nearest
    existing prefix.
    """
    tagged = [(tag[1], " ".join(_TAG_MARK.sub(" ", tag[2]).split())) for tag in _TAG.finditer(labelled)]
    tagged = [(number, text) for number, text in tagged if text]
    place = {number: index for index, (number, _) in reversed([*enumerate(tagged)])}  # of the first with each number
    nodes = []
    for number, text in tagged:
        above = number.rpartition(".")[0]
        while above and above not in place:
            above = above.rpartition(".")[0]
        nodes.append(AnnotatedNode(text, place.get(above)))
    return tuple(nodes)


def annotated_snippet_edges(nodes: tuple[AnnotatedNode, ...]) -> tuple[Edge, ...]:
    """The key-snippet map of an annotated map: of equally good phrases, the first that no earlier node has."""
    snippets: list[str] = []
    for node in nodes:
        best = best_phrases(node.text)
        snippets.append(next((phrase for phrase in best if phrase not in snippets), best[0]))
    return tuple(edges_of([replace(node, text=text) for node, text in zip(nodes, snippets, strict=True)]))
