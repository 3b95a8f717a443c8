"""What stands in the middle: one rule for every map and every way to show it.

1. A title is the centre, where there is one.
2. Else the only root is. Several roots get a centre above them: the phrase that they and what stands under them repeat
   most, else the key phrase of the strongest node.
3. A centre never has a single child: that child becomes the first branch, and its own branches stand beside it; the
   heading of an only section, which then says nothing that governs, comes last of all. (A map that somebody else drew
   stays as drawn.)
4. The second branch is among the first three nodes, so that this holds at every size.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from mindgist.labels.snippets import phrase_scores
from mindgist.mindmap.mindmap import MindMap, Node

NAMELESS = "Mind map"  # where nothing better is to be found
_LOOKED_AT = 300  # nodes, strongest first: what a text is about, it says there
_LONGEST_PHRASE = 4  # words


def with_centre(mindmap: MindMap) -> MindMap:
    """The map around one centre: itself, where it has one root and that says the title, if there is one."""
    nodes = around_one(mindmap.nodes, mindmap.title)
    if nodes is mindmap.nodes:
        return mindmap
    return replace(mindmap, nodes=nodes, size=None if mindmap.size is None else mindmap.size + 1)


def around_one(nodes: tuple[Node, ...], title: str | None) -> tuple[Node, ...]:
    """The nodes of a map around one centre; the same ones, where they have it."""
    roots = [node for node in nodes if node.parent is None]
    title = title if title and title.strip() else None
    if len(roots) == 1 and title in (None, roots[0].text):
        return nodes
    centre = Node(None, None, 1.0, 0, 0, title or _common_phrase(nodes), title or "")
    return (centre, *(node.under(0 if node.parent is None else node.parent + 1) for node in nodes))


def branching(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The nodes with at least two branches at their centre, of which the second is the third node at the latest."""
    children = [place for place, node in enumerate(nodes) if node.parent == 0]
    if len(children) > 1 and children[1] <= 2:
        return nodes
    hung = list(nodes)
    idle: set[int] = set()  # headings that govern nothing any more
    while len(children) == 1:
        (only,) = children
        lifted = [place for place, node in enumerate(hung) if node.parent == only]
        if not lifted:  # so little is there that headings are branches too
            return tuple(hung) if idle else nodes
        for place in lifted:
            hung[place] = hung[place].under(0)
        if hung[only].sentence is None:
            idle.add(only)
            children = lifted
        else:
            children += lifted
    order = sorted(range(len(hung)), key=idle.__contains__)
    if len(children) > 1 and order.index(children[1]) > 2:
        order.remove(children[1])
        order.insert(2, children[1])
    if order != list(range(len(hung))):
        now = {before: after for after, before in enumerate(order)}
        hung = [hung[place].under(_moved(hung[place].parent, now)) for place in order]
    return tuple(hung)


def _moved(parent: int | None, now: dict[int, int]) -> int | None:
    return None if parent is None else now[parent]


def _common_phrase(nodes: Sequence[Node]) -> str:
    """The phrase that most nodes share, in its first spelling: longer ones are preferred, and those of headings."""
    counts: Counter[str] = Counter()
    for node in nodes[:_LOOKED_AT]:
        says = 3 if node.sentence is None else 1
        counts.update(dict.fromkeys(_phrases(node.text), says))
    for node in nodes:
        if node.parent is None:
            counts.pop(node.text.lower(), None)  # a branch is not said twice
    best = max(counts, key=lambda phrase: counts[phrase] * len(phrase.split()), default="")
    if counts[best] < 2:
        best = nodes[0].snippet if nodes else ""
    if not _is_name(best.lower()):
        return NAMELESS
    spelled = next((found[0] for node in nodes if (found := _spelling(best, node.text))), best)
    return spelled[0].upper() + spelled[1:]


def _phrases(text: str) -> dict[str, None]:
    """The phrases of a text that could be a name, and those inside them; in order, so that every run finds the same."""
    found: dict[str, None] = {}
    for words in map(str.split, phrase_scores(text)):
        for start, end in combinations(range(len(words) + 1), 2):
            if end - start <= _LONGEST_PHRASE and _is_name(" ".join(words[start:end])):
                found[" ".join(words[start:end])] = None
    return found


def _spelling(phrase: str, text: str) -> re.Match[str] | None:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE)


def _is_name(phrase: str) -> bool:
    words = phrase.split()
    return 0 < len(words) <= _LONGEST_PHRASE and 3 < len(phrase) <= 60 and any(word.isalpha() for word in words)
