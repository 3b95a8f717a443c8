"""Scripts in a document never run: not in the page, not in the .html export, not in the .svg export."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from mindgist.document import read_text
from mindgist.export.html import html_page, map_content, to_html
from mindgist.mapper import map_document
from web.page_steps import everything, sentences

ATTACKS = (
    "<script>window.harm = 1</script> says the first sentence.",
    "<img src=x onerror='window.harm = 2'> says the second sentence.",
    "</script><script>window.harm = 3</script> says the third sentence.",
    "<svg onload=window.harm=4><a href='javascript:window.harm=5'>x</a></svg> says the fourth sentence.",
    "{{constructor.constructor('window.harm=6')()}} ${window.harm=7} says the fifth sentence.",
    "<!--<script> and ]]><script>window.harm = 8</script> say the sixth sentence.",
    "<style>@import 'http://evil.example/a.css'; *{display:none}</style> says the seventh sentence.",
    "<iframe srcdoc='<script>parent.harm = 9</script>'></iframe> says the eighth sentence.",
    "\u2028window.harm = 10\u2029 \u202e says the ninth sentence.",
    "javascript:window.harm=11 data:text/html,<script>parent.harm=11</script> says the tenth sentence.",
)
TITLE = "</title><script>window.harm = 12</script>"
# Plain words come first, so that the text is read as plain text and not as HTML.
HOSTILE_TEXT = "\n\n".join(("Plain words come first.", *ATTACKS))


def harm(page: Page) -> object:
    return page.evaluate("window.harm ?? null")


def use_everything(page: Page) -> None:
    """Use every part of the page that shows text."""
    page.get_by_label("Size").press("End")
    everything(page)
    page.get_by_role("button", name="Whole map").click()
    page.evaluate("viewer.showLabels('snippets')")
    sentences(page)
    page.get_by_role("tab", name="Outline").click()
    for item in page.locator(".outline-item").all()[:12]:
        item.click()
    page.get_by_label("Search the map and the text").fill("<script")
    page.keyboard.press("Enter")
    page.locator(".node").nth(2).dblclick()
    page.keyboard.type("<img src=x onerror='window.harm = 14'>")
    page.keyboard.press("Enter")
    drag(page)
    page.evaluate("viewer.sharing.prepareForPrint()")
    page.keyboard.press("p")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")


def drag(page: Page) -> None:
    """Drag a node, whose label is then shown beside the pointer."""
    box = page.locator(".node").nth(3).bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.locator(".ghost").wait_for()
    page.mouse.move(box["x"] + 60, box["y"] + 60, steps=5)
    page.mouse.up()


def test_page_shows_hostile_text_as_text(start: Callable[..., Page]) -> None:
    page = start(HOSTILE_TEXT)
    assert "<script>" in page.locator(".prose").inner_text()
    use_everything(page)
    page.get_by_role("button", name="New map").click()
    page.get_by_role("region", name="Recent maps").wait_for()
    page.reload()
    page.get_by_role("region", name="Recent maps").wait_for()
    assert harm(page) is None
    assert page.locator("body script, body img[src=x], body iframe, body style").count() == 0


def test_content_security_policy_blocks_scripts(start: Callable[..., Page], troubles: list[str]) -> None:
    page = start("One is said. Two is said.")
    with pytest.raises(Exception, match="Content Security Policy"):
        page.add_script_tag(content="window.harm = 1")
    page.evaluate(
        """() => { const image = document.createElement("div");
        image.innerHTML = "<img src=x onerror='window.harm = 2'>"; document.body.append(image.firstChild); }"""
    )
    page.wait_for_timeout(300)
    assert harm(page) is None
    assert len(troubles) == 2
    assert all("Content Security Policy" in trouble for trouble in troubles)
    troubles.clear()


@pytest.mark.parametrize("with_text", [True, False])
def test_html_export_shows_hostile_text_as_text(visit: Callable[..., Page], tmp_path: Path, with_text: bool) -> None:
    document = read_text(HOSTILE_TEXT, "text")
    path = tmp_path / "map.html"
    mindmap = replace(map_document(document, nodes=99), title=TITLE)
    path.write_text(to_html(mindmap, document if with_text else None), encoding="utf-8")
    page = visit(path.as_uri())
    page.locator(".node").first.wait_for()
    assert page.locator(".text-pane p .sentence").count() == (len(document) if with_text else 0)
    use_everything(page)
    assert harm(page) is None
    assert page.title() == TITLE


def test_hostile_text_in_every_field_of_a_map(visit: Callable[..., Page], tmp_path: Path) -> None:
    mindmap = map_document("One is said. Two is said.", nodes=2)
    content = map_content(mindmap)
    for node, attack in zip(content["nodes"], ATTACKS, strict=False):
        node |= {"text": attack, "snippet": attack, "page": attack, "id": attack}
    path = tmp_path / "map.html"
    path.write_text(html_page(content | {"title": ATTACKS[2]}), encoding="utf-8")
    page = visit(path.as_uri())
    page.locator("#viewer > *").first.wait_for()
    assert harm(page) is None


def test_svg_export_runs_no_script(
    start: Callable[..., Page], downloaded: Callable[[Page, str], Path], visit: Callable[..., Page]
) -> None:
    page = start(HOSTILE_TEXT)
    page.get_by_label("Size").press("End")
    picture = downloaded(page, ".svg")
    opened = visit(picture.as_uri())
    expect(opened.locator("svg").first).to_be_visible()
    assert harm(opened) is None
    assert opened.locator("script, foreignObject, image, a").count() == 0
