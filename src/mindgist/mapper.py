"""The whole pipeline: from a document to its mind-map."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mindgist.document import Document
from mindgist.document.content import content_only
from mindgist.document.reading import document_of
from mindgist.errors import MindgistError
from mindgist.graph import Relate, RelationGraph
from mindgist.labels.kinds import LABELS
from mindgist.mindmap import MindMap, assemble, own_parts
from mindgist.mindmap.links import with_links
from mindgist.options import MapOptions
from mindgist.systems import graph_named, tree_named
from mindgist.tree import MAX_WHOLE, Arrange, Tree, tree_in_windows


@dataclass(frozen=True, slots=True)
class MindMapper:
    """Maps documents with one source of relation graphs and one tree generator."""

    relate: Relate
    arrange: Arrange
    keep_all: bool = False
    """Whether sentences that are no content are mapped, too: see ``mindgist.document.content``."""
    links: bool = False
    language: str | None = None
    """The code of the language of all documents; None: the language of each is recognised."""

    @classmethod
    def named(
        cls, graph: str | None = None, tree: str | None = None, seed: int = 0, model: str | Path | None = None
    ) -> "MindMapper":
        """The mapper with the graph and the tree of these names; None: the default graph, and the graph's own tree."""
        return cls.of(MapOptions(graph=graph, tree=tree, seed=seed, model=model))

    @classmethod
    def of(cls, options: MapOptions) -> "MindMapper":
        """The mapper with the graph source, the tree generator and the models of these options."""
        relate = graph_named(options.graph, options.seed, options.model)
        arrange = tree_named(options.tree or options.graph_source().tree, options.seed)
        return cls(relate, arrange, options.keep_all, options.links, options.language)

    def __call__(self, document: Document) -> MindMap:
        """The map of all the document's sentences, with a suggested size; ``cut`` makes it smaller."""
        if self.language:
            document = replace(document, stated_language=self.language)
        content = document if self.keep_all else content_only(document)
        trees = self._trees(document, content)
        mindmap = assemble(content, trees, adjust=getattr(self.arrange, "adjustable", False))
        return with_links(mindmap, document, self.relate) if self.links else mindmap

    def map_all(self, documents: Iterable[Document]) -> list[MindMap]:
        """The maps of several documents."""
        return list(map(self, documents))

    def with_progress(self, callback: Callable[[int], None]) -> "MindMapper":
        """The same mapper, which calls back with the number of sentences scored so far."""
        related = 0

        def relate(document: Document) -> RelationGraph:
            nonlocal related
            graph = self.relate(document)
            related += len(document)
            callback(related)
            return graph

        return replace(self, relate=relate)

    def _trees(self, document: Document, content: Document) -> list[Tree]:
        """The tree over the content of each section's prose; its graph is of all the prose, as in training."""
        if content is document:
            return [tree_in_windows(part, self._tree) for part in own_parts(document)]
        starts = {sentence.start for sentence in content.sentences}
        contents = iter(own_parts(content))
        trees = []
        for whole in own_parts(document):
            if indexes := [sentence.index for sentence in whole.sentences if sentence.start in starts]:
                part = next(contents)
                is_short = len(whole) <= MAX_WHOLE
                trees.append(self._tree(whole, indexes) if is_short else tree_in_windows(part, self._tree))
        return trees

    def _tree(self, document: Document, indexes: Sequence[int] | None = None) -> Tree:
        """The tree over some sentences of a document, by default all."""
        graph = self.relate(document)
        if indexes is not None and len(indexes) < len(document):
            graph = graph.among(indexes)
        tree = self.arrange(graph)
        if sorted(tree.sentences) != list(range(len(graph))):
            raise MindgistError(
                f"the tree generator was given {len(graph)} sentences and returned {len(tree)}: "
                "it must return each of them once, the weakest last, because a smaller map is a cut"
            )
        return tree


def map_document(
    source: str | Path | Document,
    *,
    nodes: int | None = None,
    labels: str = LABELS[0],
    depth: int | None = None,
    breadth: int | None = None,
    graph: str | None = None,
    tree: str | None = None,
    model: str | Path | None = None,
    seed: int = 0,
    keep_all: bool = False,
    links: bool = False,
    language: str | None = None,
    llm: str | None = None,
    llm_model: str | None = None,
    llm_seconds: int = 120,
) -> MindMap:
    """Return the mind-map of a text, a file or a document.

    Args:
        source: a text (plain, Markdown or HTML), a file (a path, or its name as a string) or a Document from
            ``mindgist.read``. A string of one line that looks like a file name is one: if there is no such file, an
            error is raised.
        nodes: number of nodes to show, the strongest. Default: 49 % of the sentences and headings, 10 to 60.
        labels: 'gists' (a few words of each sentence), 'sentences' or 'snippets' (key phrases).
        depth: show at most this many levels below the centre.
        breadth: show at most this many children of each node, the strongest.
        graph: graph source, a name in ``mindgist.systems.GRAPHS``. None for the default.
        tree: tree generator, a name in ``mindgist.systems.TREES``. None for the one of the graph source.
        model: folder of a trained model for the graph source, instead of the shipped one.
        seed: random seed. The same seed gives the same map.
        keep_all: map links, bylines, captions and other sentences that are no content, too.
        links: also find relations between nodes of different branches (``MindMap.links``).
        language: code of the language of the text, such as 'de'. None: it is recognised.
        llm: address of a service with OpenAI's interface, whose model writes topics and gists of the nodes shown.
        llm_model: name of that model.
        llm_seconds: time limit. Without a usable answer, there is a warning and the map has its own labels.
    """
    options = MapOptions(
        nodes, labels, depth, breadth, graph, tree, model, seed, keep_all, links, language, llm, llm_model, llm_seconds,
    )  # fmt: skip
    document = document_of(source)
    return options.apply_to(MindMapper.of(options)(document)).cut().with_labels()
