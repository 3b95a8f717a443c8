"""Nodes of sentences, headings and titles."""

from mindgist.document import Document, Section
from mindgist.mindmap.headings import heading_text
from mindgist.mindmap.mindmap import Node

SCORE_DIGITS = 4


def sentence_node(document: Document, index: int, parent: int | None, score: float) -> Node:
    """The node of a sentence."""
    sentence = document.sentences[index]
    page = document.page_of(sentence.start)
    score = round(float(score), SCORE_DIGITS)  # not when a file is written, so that a loaded map equals the saved one
    node = Node(index, parent, score, sentence.start, sentence.end, sentence.plain, page=page)
    if document.times:
        start, end = document.time_of(sentence.start, sentence.end)
        return node.changed(time_start=start, time_end=end)
    return _boxed(document, node)


def heading_node(document: Document, section: Section, parent: int | None) -> Node:
    """The node of a section's heading; its score is 1, as the author placed it."""
    heading, text = section.heading, heading_text(section)
    assert heading is not None
    page = document.page_of(heading.start)
    return _boxed(document, Node(None, parent, 1.0, heading.start, heading.end, text, text, page))


def title_node(document: Document) -> Node:
    """The node of the title; a title that is not in the text has no offsets."""
    title, heading = document.title or "", document.body.heading
    if heading is None or heading.plain != title:
        return Node(None, None, 1.0, 0, 0, title, title)
    page = document.page_of(heading.start)
    return _boxed(document, Node(None, None, 1.0, heading.start, heading.end, title, title, page))


def _boxed(document: Document, node: Node) -> Node:
    """The node with its place on the page, where that is known."""
    box = document.box_of(node.start, node.end)
    return node if box is None else node.changed(box=" ".join(f"{edge:.4f}" for edge in box))
