"""Helpers for the page tests."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from mindgist.document import Document, read_text
from mindgist.export.html import to_html
from mindgist.mindmap import MindMap, Node

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
DESK = {"viewport": {"width": 1440, "height": 900}}


def node(page: Page, words: str) -> Locator:
    """Return the node whose label contains these words; labels have no full stop at the end."""
    return page.locator(f'.node[aria-label*="{words.removesuffix(".")}"]').first


def centre(page: Page) -> Locator:
    return page.locator('.node[data-depth="0"]')


def selected(page: Page) -> Locator:
    return page.locator('.node[aria-selected="true"]')


def drawn(page: Page) -> int:
    """Return how many nodes the layout has; those far out of view are not in the page."""
    found: int = page.evaluate("viewer.map.layout.boxes.length")
    return found


def everything(page: Page) -> None:
    """Unfold the whole map."""
    page.get_by_role("button", name="Levels to show").click()
    page.get_by_role("menuitem", name="Everything").click()


def sentences(page: Page) -> None:
    page.get_by_role("button", name="Sentences", exact=True).click()


def parent_of(page: Page, text: str) -> str | None:
    found: str | None = page.evaluate(
        """text => { const node = viewer.model.nodes.find((node) => node.text === text);
        return node.parent && viewer.model.node(node.parent).text }""",
        text,
    )
    return found


def sight(page: Page) -> dict[str, Any]:
    """Return what is visible: the numbers of nodes laid out and completely in view, the smallest font, the sides."""
    found: dict[str, Any] = page.evaluate(
        """() => { const frame = document.querySelector(".map-frame").getBoundingClientRect();
        const nodes = [...document.querySelectorAll(".node")].map((node) => [node, node.getBoundingClientRect()]);
        const whole = nodes.filter(([, box]) => box.left >= frame.left && box.right <= frame.right
          && box.top >= frame.top && box.bottom <= frame.bottom);
        const middle = document.querySelector('.node[data-depth="0"]')?.getBoundingClientRect() ?? frame;
        const labels = nodes.map(([node]) => node.getAttribute("aria-label").split(" ").length).sort((a, b) => a - b);
        return { drawn: viewer.map.layout.boxes.length, whole: whole.length, words: labels[labels.length >> 1],
          pixels: viewer.map.camera.scale
            * Math.min(...nodes.map(([node]) => parseFloat(getComputedStyle(node).fontSize))),
          left: whole.filter(([, box]) => box.right < middle.left).length,
          right: whole.filter(([, box]) => box.left > middle.right).length,
          depth: Math.max(...viewer.map.layout.boxes.map((box) => box.depth)),
          wide: document.documentElement.scrollWidth - innerWidth }; }"""
    )
    return found


PLAN = (
    "Harbour plan",
    "The wall goes.", "The wall is old.", "It leaks every winter.",
    "A bank is built.", "The bank stands inland.", "Clay comes from the pits.",
    "Farmers are paid.", "Payment is yearly.", "Some will move away.",
)  # fmt: skip


def plan() -> tuple[MindMap, Document]:
    """Return a map with a centre, three main branches and two sentences below each."""
    document = read_text(f"# {PLAN[0]}\n\n" + " ".join(PLAN[1:]), "markdown")
    parents = (None, 0, 1, 1, 0, 4, 4, 0, 7, 7)
    order = (0, 1, 4, 7, 2, 5, 8, 3, 6, 9)  # the strongest first
    places = {old: new for new, old in enumerate(order)}
    nodes = []
    for old in order:
        parent = parents[old]
        place = None if parent is None else places[parent]
        if old == 0:
            nodes.append(Node(None, None, 1.0, 2, 2 + len(PLAN[0]), PLAN[0], PLAN[0]))
            continue
        sentence = document.sentences[old - 1]
        text = sentence.plain  # all kinds of labels are the sentence itself
        nodes.append(Node(sentence.index, place, 0.5, sentence.start, sentence.end, text, text, gist=text))
    return MindMap(PLAN[0], tuple(nodes)), document


def plan_map_file(folder: Path, deeper: bool = False) -> Path:
    """Write the plan as an .html file; ``deeper`` adds two nodes below a leaf."""
    mindmap, document = plan()
    if deeper:
        place = next(index for index, node in enumerate(mindmap.nodes) if node.text == PLAN[3])
        more = tuple(Node(None, place, 0.1, 0, 0, text, text) for text in ("In January.", "In February."))
        mindmap = replace(mindmap, nodes=mindmap.nodes + more)
    path = folder / "plan-file.html"
    path.write_text(to_html(mindmap, document), encoding="utf-8")
    return path
