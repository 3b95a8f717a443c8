"""From sentences and headings to nodes, with what is shown of them."""

from ramify.document import Document, Heading
from ramify.mindmap.mindmap import MindMap, Node
from ramify.tree import Tree


def label(tree: Tree, document: Document) -> MindMap:
    """The tree's sentences as nodes, each with its text, its key snippet and its place in the source."""
    nodes = [
        sentence_node(document, index, parent, score)
        for index, parent, score in zip(tree.sentences, tree.parents, tree.scores, strict=True)
    ]
    return MindMap(document.title, tuple(nodes))


def sentence_node(document: Document, index: int, parent: int | None, score: float) -> Node:
    """The node of a sentence."""
    sentence = document.sentences[index]
    return Node(
        sentence=index,
        parent=parent,
        score=score,
        start=sentence.start,
        end=sentence.end,
        text=sentence.plain,
        page=document.page_of(sentence.start),
    )


def heading_node(document: Document, heading: Heading | None, parent: int | None, score: float) -> Node:
    """The node of a heading; None stands for a title that the text itself does not hold, so it has no place there."""
    if heading is None:
        title = document.title or ""
        return Node(None, parent, score, 0, 0, title, title)
    page = document.page_of(heading.start)
    return Node(None, parent, score, heading.start, heading.end, heading.plain, heading.plain, page)
