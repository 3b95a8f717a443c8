"""Nodes of sentences, headings and titles, and how many of them a map shows."""

from mindgist.document import Document, Section
from mindgist.document.boilerplate import is_only_a_number
from mindgist.mindmap.mindmap import Node
from mindgist.tree.shape import MAX_NODES

MIN_NODES = 3  # a centre and two branches, if there are so many
SHARE = 0.49  # of the nodes; docs/decisions/map-size.md
SCORE_DIGITS = 4
FIRST_WORDS = 8  # of a section, beside a heading that is only a number
MAX_FIRST_WORDS_LENGTH = 60  # characters, for scripts without spaces


def suggested_size(nodes: int) -> int:
    """49 % of the possible nodes (different sentences, headings and the title), at most sixty."""
    return max(min(MIN_NODES, nodes), min(MAX_NODES, round(SHARE * nodes)))


def sentence_node(document: Document, index: int, parent: int | None, score: float) -> Node:
    """The node of a sentence."""
    sentence = document.sentences[index]
    score = round(float(score), SCORE_DIGITS)  # not when a file is written, so that a loaded map equals the saved one
    return _placed(document, Node(index, parent, score, sentence.start, sentence.end, sentence.plain))


def heading_node(document: Document, section: Section, parent: int | None) -> Node:
    """The node of a section's heading; its score is 1, as the author placed it."""
    heading, text = section.heading, heading_text(section)
    assert heading is not None
    return _placed(document, Node(None, parent, 1.0, heading.start, heading.end, text, text))


def title_node(document: Document) -> Node:
    """The node of the title; a title that is not in the text has no offsets."""
    title, heading = document.title or "", document.body.heading
    if heading is None or heading.plain != title:
        return Node(None, None, 1.0, 0, 0, title, title)
    return _placed(document, Node(None, None, 1.0, heading.start, heading.end, title, title))


def _placed(document: Document, node: Node) -> Node:
    """The node with its page and its place there, or with its time, where they are known."""
    if page := document.page_of(node.start):
        node = node.changed(page=page)
    if document.times and node.sentence is not None:
        start, end = document.time_of(node.start, node.end)
        return node.changed(time_start=start, time_end=end)
    box = document.box_of(node.start, node.end)
    return node if box is None else node.changed(box=" ".join(f"{edge:.4f}" for edge in box))


def heading_text(section: Section) -> str:
    """The heading; one that is only a number takes the first words of its section along."""
    assert section.heading is not None
    plain, first = section.heading.plain, ""
    if not is_only_a_number(plain):
        return plain
    if section.paragraphs:
        first = section.paragraphs[0].sentences[0].plain.rstrip(" ,;:")
    elif section.sections:
        first = heading_text(section.sections[0]).rstrip(" ,;:")
    words = " ".join(first.split()[:FIRST_WORDS])[:MAX_FIRST_WORDS_LENGTH].rstrip(" ,;:")
    words = words if words == first else f"{words} …"
    return f"{plain.rstrip(' .:')}: {words}" if words else plain
