"""The centre of a map: one decision for every map and every way to show it.

1. The title is the centre, if there is one.
2. Otherwise the only root is, unless it is a heading such as "Chapter 2" or the rest of a sentence. Else comes the
   name of the file if it has words, else the most frequent phrase or the key phrase of the strongest node.
3. The centre of a map that mindgist arranges has at least two children: the children of an only child move up beside
   it, and an only heading comes last of all. A map that somebody else drew stays as drawn.
4. The second child is among the first three nodes, so that rule 3 holds at every size.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from mindgist.document.boilerplate import is_only_a_number, may_be_title
from mindgist.labels.snippets import phrase_scores, shown_snippet
from mindgist.mindmap.mindmap import MindMap, Node

_NAME_SEPARATORS = re.compile(r"[\s_.,;()\[\]+-]+|(?<=[a-z])(?=[A-Z][a-z])")
NAMELESS = "Mind map"  # the centre where no phrase is found
MAX_NODES_SEARCHED = 300  # for phrases, strongest first
MAX_PHRASE_WORDS = 4
MAX_PHRASE_LENGTH = 60  # characters
MIN_NAME_WORDS = 2  # of three letters and more, in the name of a file


def with_centre(mindmap: MindMap) -> MindMap:
    """The map around one centre; the same map, if it has one root and that is the title, if there is one."""
    title = mindmap.title if mindmap.title and mindmap.title.strip() else None
    nodes = add_centre(mindmap.nodes, Node(None, None, 1.0, 0, 0, title, title) if title else None)
    if nodes is mindmap.nodes:
        return mindmap
    links = mindmap.moved_links({place: place + 1 for place in range(len(mindmap.nodes))})
    return replace(mindmap, nodes=nodes, size=None if mindmap.size is None else mindmap.size + 1, links=links)


def add_centre(nodes: tuple[Node, ...], title: Node | None, name: str | None = None) -> tuple[Node, ...]:
    """The nodes below one centre (rules 1 and 2); the same nodes, if one of them is the centre already.

    ``name`` is that of the document's file without its suffix, or empty; None for a map that somebody else drew.
    """
    roots = [node for node in nodes if node.parent is None]
    if len(roots) == 1 and (title.text == roots[0].text if title else name is None or _may_be_centre(roots[0], nodes)):
        return nodes
    centre = title or Node(None, None, 1.0, 0, 0, file_title(name or "") or _common_phrase(nodes))
    if len(roots) == 1 and (len(nodes) == 1 or centre.text == NAMELESS):
        return nodes
    return (centre, *(node.changed(parent=0 if node.parent is None else node.parent + 1) for node in nodes))


def with_two_branches(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The nodes of a map with at least two children of its centre, as rules 3 and 4 say."""
    branches = [place for place, node in enumerate(nodes) if node.parent == 0]
    if len(branches) > 1 and branches[1] <= 2:
        return nodes
    moved = list(nodes)
    empty_headings: set[int] = set()
    while len(branches) == 1:
        (only,) = branches
        children = [place for place, node in enumerate(moved) if node.parent == only]
        if not children:
            return tuple(moved) if empty_headings else nodes
        for place in children:
            moved[place] = moved[place].changed(parent=0)
        if moved[only].sentence is None:
            empty_headings.add(only)
            branches = children
        else:
            branches += children
    order = sorted(range(len(moved)), key=empty_headings.__contains__)
    if len(branches) > 1 and order.index(branches[1]) > 2:
        order.remove(branches[1])
        order.insert(2, branches[1])
    position: dict[int | None, int | None] = {before: after for after, before in enumerate(order)}
    position[None] = None
    return tuple(moved[place].changed(parent=position[moved[place].parent]) for place in order)


def _may_be_centre(root: Node, nodes: Sequence[Node]) -> bool:
    if root.sentence is not None:  # a small letter says nothing where most sentences begin with one
        return not root.text[:1].islower() or sum(node.text[:1].islower() for node in nodes) > len(nodes) / 2
    return may_be_title(root.text) and not is_only_a_number(root.text.partition(":")[0])


def file_title(name: str) -> str:
    """The name of a file as a title, without signs and numbers in front; empty if it has hardly a word."""
    found = [word for word in _NAME_SEPARATORS.split(name) if word]
    while found and not found[0].isalpha():
        found.pop(0)
    if sum(len(word) > 2 and word.isalpha() for word in found) < MIN_NAME_WORDS:
        return ""
    return " ".join([found[0][0].upper() + found[0][1:], *found[1:]])


def _common_phrase(nodes: Sequence[Node]) -> str:
    """The phrase that most nodes share, spelled as in the first of them; longer phrases weigh more."""
    counts: Counter[str] = Counter()
    for node in nodes[:MAX_NODES_SEARCHED]:
        counts.update(_phrases(node.text))
    for node in nodes:
        if node.parent is None:
            counts.pop(node.text.lower(), None)  # a branch would repeat it
    best = max(counts, key=lambda phrase: counts[phrase] * len(phrase.split()), default="")
    if counts[best] < 2:
        best = nodes[0].snippet or shown_snippet(nodes[0].text) if nodes else ""
    if not _is_name(best.lower()):
        return NAMELESS
    whole = re.compile(rf"(?<!\w){re.escape(best)}(?!\w)", re.IGNORECASE)
    spelled = next((match[0] for node in nodes if (match := whole.search(node.text))), best)
    return spelled[0].upper() + spelled[1:]


def _phrases(text: str) -> list[str]:
    """The phrases of a text that may be a name, and their parts, each once and in a fixed order."""
    parts = (
        " ".join(words[start:end])
        for words in map(str.split, phrase_scores(text))
        for start in range(len(words))
        for end in range(start + 1, min(start + MAX_PHRASE_WORDS, len(words)) + 1)
    )
    return list(dict.fromkeys(filter(_is_name, parts)))


def _is_name(phrase: str) -> bool:
    words = phrase.split()
    if is_only_a_number(phrase) or is_only_a_number(f"{phrase} 1"):  # "chapter"
        return False
    is_short = 0 < len(words) <= MAX_PHRASE_WORDS and 3 < len(phrase) <= MAX_PHRASE_LENGTH
    return is_short and any(word.isalpha() for word in words)
