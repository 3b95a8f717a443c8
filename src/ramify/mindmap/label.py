"""From a tree over sentences to a map with labels."""

from ramify.document import Document
from ramify.mindmap.mindmap import MindMap, Node
from ramify.mindmap.rake import key_snippet
from ramify.tree import Tree


def label(tree: Tree, document: Document) -> MindMap:
    """The tree's sentences as nodes, each with its text, its key snippet and its place in the source."""
    nodes = []
    for index, parent, score in zip(tree.sentences, tree.parents, tree.scores, strict=True):
        sentence = document.sentences[index]
        nodes.append(
            Node(
                sentence=index,
                parent=parent,
                score=score,
                start=sentence.start,
                end=sentence.end,
                text=sentence.plain,
                snippet=key_snippet(sentence.plain),
                page=document.page_of(sentence.start),
            )
        )
    return MindMap(document.title, tuple(nodes))
