"""Themes, narrow screens, the outline, large maps, the .html export."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from mindgist.document import Document
from mindgist.export.html import to_html
from mindgist.mapper import MindMapper, map_document
from web.page_steps import PHONE, centre, drawn, node, selected, sight


def background(page: Page) -> str:
    found: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return found


def change_theme(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Light or dark").click()


def test_light_and_dark_by_system_and_by_choice(start: Callable[..., Page]) -> None:
    page = start("One is said. Two is said.", color_scheme="dark")
    dark = background(page)
    change_theme(page)
    light = background(page)
    assert dark != light
    page.reload()
    centre(page).wait_for()
    assert background(page) == light


def test_theme_follows_the_system(visit: Callable[..., Page], service: str) -> None:
    page = visit(service, color_scheme="light")
    light = background(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert background(page) != light


def test_phone_by_touch(start: Callable[..., Page], harbour_text: str) -> None:
    page = start(harbour_text, **PHONE)
    page.get_by_role("tab", name="Map").tap()
    branch = page.locator('.node[data-depth="1"]').first
    branch.tap()
    card = page.get_by_role("region", name="Selected node")
    expect(card).to_be_visible()
    shown = page.evaluate("viewer.model.nodes.length")
    card.get_by_role("button", name="Add child").tap()
    page.keyboard.type("By touch")
    page.keyboard.press("Enter")
    expect(node(page, "By touch")).to_be_visible()
    card.get_by_role("button", name="Remove").tap()
    assert page.evaluate("viewer.model.nodes.length") == shown
    branch.tap()
    card.get_by_role("button", name="Show in text").tap()
    expect(page.locator(".sentence[aria-current]")).to_be_visible()
    page.locator("p .sentence.on-map").nth(1).tap()
    expect(selected(page)).to_be_visible()  # the map tab opens
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 24  # the minimum target size of WCAG 2.2 AA
        assert box["x"] + box["width"] <= 391


def test_two_fingers_zoom(start: Callable[..., Page], harbour_text: str) -> None:
    page = start(harbour_text, **PHONE)
    page.get_by_role("tab", name="Map").tap()
    before = page.evaluate("viewer.map.camera.scale")
    page.evaluate(
        """() => { const target = document.querySelector(".map-frame");
        const send = (type, id, x) => target.dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType: "touch",
          isPrimary: id === 1, clientX: x, clientY: 400, bubbles: true, button: 0 }));
        send("pointerdown", 1, 150); send("pointerdown", 2, 250);
        send("pointermove", 1, 120); send("pointermove", 2, 300);
        send("pointerup", 1, 120); send("pointerup", 2, 300); }"""
    )
    assert page.evaluate("viewer.map.camera.scale") > before


def test_map_and_outline_have_tree_roles_and_keys(plan_page: Page) -> None:
    page = plan_page
    on_map = page.get_by_role("tree", name="Mind-map").get_by_role("treeitem")
    assert on_map.count() == 10
    page.get_by_role("tab", name="Outline").click()
    items = page.get_by_role("tree", name="Outline of the map").get_by_role("treeitem")
    assert items.count() == 10
    for one, other in zip(on_map.all(), items.all(), strict=True):
        for name in ("aria-level", "aria-expanded"):
            assert one.get_attribute(name) == other.get_attribute(name)
    levels = [int(item.get_attribute("aria-level") or 0) for item in items.all()]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.locator('.outline [tabindex="0"]').count() == 1
    assert page.locator('.map-nodes [tabindex="0"]').count() == 1
    items.first.focus()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    expect(items.nth(1)).to_have_attribute("aria-selected", "true")
    expect(selected(page)).to_have_attribute("aria-label", items.nth(1).locator(".outline-label").inner_text())
    page.keyboard.press("ArrowLeft")
    expect(items).to_have_count(8)
    expect(items.nth(1)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    expect(items).to_have_count(10)
    page.keyboard.press("F2")
    page.keyboard.type("Renamed in the outline")
    page.keyboard.press("Enter")
    expect(selected(page)).to_have_attribute("aria-label", "Renamed in the outline")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(items.last).to_be_focused()


def test_every_control_is_reached_by_tab_and_has_a_name(harbour_page: Page) -> None:
    page = harbour_page
    reached: set[str] = set()
    page.locator("body").click(position={"x": 1, "y": 1})
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                """() => { const e = document.activeElement;
                return e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent.slice(0, 40); }"""
            )
        )
    for name in ("Search the map and the text", "Size", "Short", "Sentences", "Key phrases", "Export", "More", "Text",
                 "Whole map (0)", "Levels to show", "Width of the text", "New map", "Recent maps"):  # fmt: skip
        assert name in reached, (name, reached)
    assert centre(page).get_attribute("aria-label") in reached
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, input, [role=tab], [role=separator]")]
        .filter((e) => e.checkVisibility())
        .filter((e) => !(e.getAttribute("aria-label") || e.labels?.length || e.textContent.trim()))
        .map((e) => e.outerHTML)"""
    )
    assert nameless == []


def processor_seconds(page: Page, action: str) -> float:
    """Return the processor time of the page's main thread for an action and the next two frames."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    before = spent()
    page.evaluate(
        f"() => {{ {action}; return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); }}"
    )
    return spent() - before


def test_two_thousand_nodes(start: Callable[..., Page]) -> None:
    chance = random.Random(5)
    words = "sea wall town bank marsh tide storm field farmer council vote cost road boat fish bird path chapel".split()
    text = " ".join(" ".join(chance.choices(words, k=9)).capitalize() + "." for _ in range(2000))
    page = start(text)
    seen = sight(page)
    assert seen["whole"] >= 0.9 * seen["drawn"]
    assert seen["pixels"] >= 12
    page.get_by_label("Size").press("End")
    expect(page.locator(".size-count")).to_have_text("2000 of 2000")
    page.evaluate("viewer.foldFrom(Infinity)")
    assert drawn(page) >= 2000
    assert processor_seconds(page, "viewer.showLabels('sentences')") < 0.5
    assert processor_seconds(page, "viewer.foldFrom(2)") < 0.5
    page.evaluate("viewer.showLabels('gists'); viewer.foldFrom(Infinity)")
    assert 1 <= page.locator(".node").count() < 600  # only nodes near the window are in the page
    page.get_by_role("button", name="Whole map", exact=False).last.click()
    page.wait_for_timeout(200)
    assert sight(page)["whole"] == drawn(page)  # complete
    expect(page.locator(".node:not(.far)")).to_have_count(0)
    page.mouse.move(900, 400)
    for _ in range(24):  # zoomed in again, boxes in view have labels
        page.keyboard.down("Control")
        page.mouse.wheel(0, -100)
        page.keyboard.up("Control")
    page.wait_for_timeout(400)
    expect(page.locator(".node.far")).to_have_count(0)
    assert page.locator(".node").count() < 600
    page.get_by_label("Search the map and the text").fill("chapel")
    page.keyboard.press("Enter")
    expect(selected(page)).to_be_in_viewport()
    page.locator(".sentence").nth(700).click()
    expect(selected(page)).to_be_in_viewport()
    page.get_by_label("Size").press("Home")
    expect(page.locator(".node")).to_have_count(1)


def test_html_export_is_the_same_viewer(
    visit: Callable[..., Page], tmp_path: Path, harbour: Document, downloaded: Callable[[Page, str], Path]
) -> None:
    mindmap = MindMapper.named("lead")(harbour).resized(12)
    path = tmp_path / "map.html"
    path.write_text(to_html(mindmap, harbour), encoding="utf-8")
    page = visit(path.as_uri())
    expect(page.locator(".size-count")).to_have_text(f"12 of {len(mindmap)}")
    page.get_by_label("Size").press("End")
    expect(page.locator(".size-count")).to_have_text(f"{len(mindmap)} of {len(mindmap)}")
    page.get_by_role("button", name="Whole map").click()
    page.locator('.node[data-depth="1"]').first.click()
    expect(page.locator(".sentence[aria-current]")).to_be_visible()
    change_theme(page)
    assert len(json.loads(downloaded(page, ".json").read_text(encoding="utf-8"))["nodes"]) == len(mindmap)
    for ending in (".md", ".svg", ".png", ".txt"):
        assert downloaded(page, ending).stat().st_size > 500


def test_links_questions_and_times_on_the_page(visit: Callable[..., Page], tmp_path: Path, harbour: Document) -> None:
    mindmap = map_document(harbour, links=True)
    timed = replace(mindmap, nodes=tuple(one.changed(time_start=754.0, time_end=760.0) for one in mindmap.nodes))
    path = tmp_path / "map.html"
    path.write_text(to_html(timed, harbour), encoding="utf-8")
    page = visit(path.as_uri())
    page.get_by_role("button", name="Whole map").click()
    expect(page.locator(".cross-links path")).not_to_have_count(0)  # those whose ends are not folded away
    assert page.locator(".cross-links path").count() <= len(mindmap.links)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Links between branches").click()
    expect(page.locator(".cross-links path")).to_have_count(0)
    page.evaluate("viewer.foldFrom(1)")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Links between branches").click()  # unfolds what it links
    expect(page.locator(".cross-links path")).to_have_count(len(mindmap.links))
    page.get_by_label("Size").press("Home")
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("menuitem", name="Links between branches")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_label("Size").press("End")
    page.get_by_label("Search the map and the text").fill("how much does repairing it cost")
    expect(page.locator(".search-count")).to_contain_text("best answers")
    page.keyboard.press("Enter")
    expect(page.locator(".detail-facts")).to_contain_text("12:34")


def test_html_export_without_text_shows_the_outline(
    visit: Callable[..., Page], tmp_path: Path, harbour: Document
) -> None:
    path = tmp_path / "map.html"
    path.write_text(to_html(map_document(harbour)), encoding="utf-8")
    page = visit(path.as_uri())
    expect(page.get_by_role("tree", name="Outline of the map")).to_be_visible()
    assert page.get_by_role("tab", name="Text").count() == 0


def test_api_documentation_page(visit: Callable[..., Page], service: str) -> None:
    page = visit(f"{service}/api/docs")
    expect(page.get_by_role("heading", name="POST /api/v1/maps")).to_be_visible()
    expect(page.get_by_role("heading", name="NodeContent")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_printing_shows_only_the_map(visit: Callable[..., Page], plan_page: Page, theme: str) -> None:
    page = plan_page
    page.emulate_media(color_scheme=theme)
    pdf = page.pdf(format="A4", landscape=True)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") + pdf.count(b"/Type /Page/") <= 1
    page.emulate_media(media="print")
    page.evaluate("viewer.sharing.prepareForPrint()")
    expect(page.locator(".print svg")).to_be_visible()
    expect(page.locator(".bar")).to_be_hidden()
    box = page.locator(".print svg").bounding_box()
    assert box
    assert box["height"] <= 900
