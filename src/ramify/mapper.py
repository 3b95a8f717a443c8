"""The whole pipeline: from a document to its mind-map."""

from dataclasses import dataclass

from ramify.document import Document, read_text
from ramify.errors import DocumentError
from ramify.graph import Relate, graph_named
from ramify.mindmap import MindMap, label, suggested_size
from ramify.tree import Arrange, tree_named

DEFAULT_GRAPH = "emgn"
DEFAULT_TREE = "recursive"

# The graph is quadratic: at this many sentences its scores alone take 400 MB.
MOST_SENTENCES = 10_000


@dataclass(frozen=True, slots=True)
class MindMapper:
    """Maps documents with one source of relation graphs and one tree generator."""

    relate: Relate
    arrange: Arrange

    @classmethod
    def named(cls, graph: str = DEFAULT_GRAPH, tree: str = DEFAULT_TREE, seed: int = 0) -> "MindMapper":
        """The mapper with the graph and the tree of these names."""
        return cls(graph_named(graph, seed), tree_named(tree, seed))

    def __call__(self, document: Document) -> MindMap:
        """The map of all the document's sentences, to be cut to the size wanted."""
        if len(document) > MOST_SENTENCES:
            raise DocumentError(
                f"the document has {len(document):,} sentences, and a map relates every pair of at most "
                f"{MOST_SENTENCES:,}; split it (by chapter, say) and map the parts"
            )
        graph = self.relate(document)  # who governs whom
        tree = self.arrange(graph)  # which sentences, under whom
        return label(tree, document)  # what is shown


def map_document(
    source: str | Document,
    *,
    nodes: int | None = None,
    labels: str = "sentences",
    graph: str = DEFAULT_GRAPH,
    tree: str = DEFAULT_TREE,
    seed: int = 0,
) -> MindMap:
    """The mind-map of a text or a document.

    Args:
        source: the text itself (plain or Markdown), or a Document from ``ramify.read``.
        nodes: the size of the map; None lets ramify choose (44 % of the sentences, at most 60).
        labels: 'sentences' or 'snippets' (key phrases).
        graph: who governs whom: 'emgn' (the trained network), 'lexrank', 'lead' or 'random'.
        tree: how the graph becomes a tree: 'recursive' (the paper's) or 'star'.
        seed: decides everything that is drawn at random; the same seed gives the same map.
    """
    document = read_text(source) if isinstance(source, str) else source
    mapped = MindMapper.named(graph, tree, seed)(document)
    return mapped.cut(suggested_size(len(document)) if nodes is None else nodes).labelled(labels)
