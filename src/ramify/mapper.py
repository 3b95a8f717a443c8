"""The whole pipeline: from a document to its mind-map."""

from dataclasses import dataclass

from ramify.document import Document, read_text
from ramify.errors import RamifyError
from ramify.graph import Relate, graph_named
from ramify.mindmap import MindMap, assemble, own_parts
from ramify.systems import DEFAULT_GRAPH, DEFAULT_TREE, LABEL_NAMES
from ramify.tree import Arrange, Tree, tree_in_windows, tree_named


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
        """The map of all the document's sentences, which suggests a size; a smaller map is a cut of it."""
        trees = [tree_in_windows(part, self._tree) for part in own_parts(document)]  # section by section
        return assemble(document, trees)  # under their headings, as they are shown

    def tree(self, document: Document) -> Tree:
        """The tree over all the document's sentences, as if it had no headings and no lists: what is scored."""
        return tree_in_windows(document, self._tree)

    def _tree(self, document: Document) -> Tree:
        graph = self.relate(document)  # who governs whom
        tree = self.arrange(graph)  # which sentences, under whom
        if sorted(tree.sentences) != list(range(len(document))):
            raise RamifyError(
                f"the tree generator was given {len(document)} sentences and returned {len(tree)}: "
                "it has to return each of them once, the weakest last, for a smaller map is a cut"
            )
        return tree


def map_document(
    source: str | Document,
    *,
    nodes: int | None = None,
    labels: str = LABEL_NAMES[0],
    graph: str = DEFAULT_GRAPH,
    tree: str = DEFAULT_TREE,
    seed: int = 0,
) -> MindMap:
    """The mind-map of a text or a document.

    Args:
        source: the text itself (plain, Markdown or HTML), or a Document from ``ramify.read``.
        nodes: the size of the map; None lets ramify choose (44 % of the sentences and headings, at most 60).
        labels: 'gists' (a few words of each sentence), 'sentences' or 'snippets' (key phrases).
        graph: who governs whom: 'emgn' (the trained network), 'lexrank', 'lead' or 'random'.
        tree: how the graph becomes a tree: 'recursive' (the paper's) or 'star'.
        seed: decides everything that is drawn at random; the same seed gives the same map.
    """
    document = read_text(source) if isinstance(source, str) else source
    return MindMapper.named(graph, tree, seed)(document).cut(nodes).labelled(labels)
