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
    if not document.times:
        return node
    start, end = document.time_of(sentence.start, sentence.end)
    return node.changed(time_start=start, time_end=end)


def heading_node(document: Document, section: Section, parent: int | None) -> Node:
    """The node of a section's heading; its score is 1, as the author placed it."""
    heading, text = section.heading, heading_text(section)
    assert heading is not None
    return Node(None, parent, 1.0, heading.start, heading.end, text, text, document.page_of(heading.start))


def title_node(document: Document) -> Node:
    """The node of the title; a title that is not in the text has no offsets."""
    title, heading = document.title or "", document.body.heading
    if heading is None or heading.plain != title:
        return Node(None, None, 1.0, 0, 0, title, title)
    return Node(None, None, 1.0, heading.start, heading.end, title, title, document.page_of(heading.start))
