"""A map as cards to learn with: a node with children asks for its points, and a sentence for its key phrase."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mindgist.export.branch import Branch, centre_branch, one_line
from mindgist.files import fingerprint
from mindgist.labels.kinds import LABEL_KINDS
from mindgist.mindmap import MindMap

GAP = "[…]"
_FORMULA = re.compile(r"[=+\-@\t]")  # spreadsheets execute a cell with such a start
GUARD = "\N{ZERO WIDTH SPACE}"


@dataclass(frozen=True, slots=True)
class Card:
    """A question with its answer: the points of a node, or the phrase that is missing in a sentence."""

    question: str
    points: tuple[str, ...]
    source: str
    key: str  # what stays the same if the document is mapped again
    is_cloze: bool = False


def cards(mindmap: MindMap) -> list[Card]:
    """Return the cards of a map in the order of its outline, each once."""
    found: dict[str, Card] = {}
    path: list[str] = []  # labels from the centre to the current branch
    for depth, branch in centre_branch(mindmap.with_labels(LABEL_KINDS["snippets"])).walk():
        path[depth:] = [branch.label]
        above = " › ".join(path[:-1][-3:])  # the source names up to 3 ancestors
        for card in _cards_of(branch, above):
            found.setdefault(card.key, card)
    return list(found.values())


def _cards_of(branch: Branch, above: str) -> Iterator[Card]:
    source = "\n".join(filter(None, (above, branch.position.partition(", score")[0])))
    text = one_line(branch.node.text)
    if branch.children:
        points = tuple(child.label for child in branch.children)
        yield Card(branch.label, points, source, fingerprint("points", text))
    phrase = branch.node.snippet
    found = re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE) if phrase else None
    if branch.node.sentence is not None and found and len(found[0]) < len(text) / 2:
        question = f"{text[: found.start()]}{GAP}{text[found.end() :]}"
        yield Card(question, (found[0],), source, fingerprint("cloze", text), is_cloze=True)


def to_csv(mindmap: MindMap) -> str:
    """Return a table with the columns question, answer and source."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(("question", "answer", "source"))
    for card in cards(mindmap):
        cells = (card.question, "; ".join(card.points), card.source.replace("\n", ", "))
        writer.writerow([GUARD + cell if _FORMULA.match(cell) else cell for cell in cells])
    return target.getvalue()
