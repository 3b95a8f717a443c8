"""How the page looks and is reached: themes, narrow screens, the outline, large maps, the .html export."""

import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ramify.document import Document
from ramify.export.html import to_html
from ramify.mapper import MindMapper, map_document

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def background(page: Page) -> str:
    found: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return found


def test_light_and_dark_by_system_and_by_choice(start: Callable[..., Page]) -> None:
    page = start("One is said. Two is said.", color_scheme="dark")
    dark = background(page)
    page.get_by_role("button", name="Light or dark").click()
    light = background(page)
    assert dark != light
    page.reload()
    page.locator("me-root").wait_for()
    assert background(page) == light


def test_the_system_can_change_its_mind(visit: Callable[..., Page], service: str) -> None:
    page = visit(service, color_scheme="light")
    light = background(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert background(page) != light


def test_a_phone(start: Callable[..., Page], harbour_text: str) -> None:
    page = start(harbour_text, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("me-main me-tpc").first.tap()
    detail = page.locator(".detail")
    expect(detail).to_contain_text(page.locator("me-tpc.selected").inner_text())
    detail.get_by_role("button", name="In the text").tap()
    expect(page.locator(".sentence[aria-current]")).to_be_visible()
    page.locator("p .sentence.on-map").nth(1).tap()
    expect(page.locator("me-tpc.selected")).to_be_visible()  # the map comes to the front
    page.get_by_role("tab", name="Outline").tap()
    expect(page.get_by_role("tree")).to_be_visible()
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 24  # the smallest target that WCAG 2.2 AA allows
        assert box["x"] + box["width"] <= 391


def test_two_fingers_zoom(start: Callable[..., Page], harbour_text: str) -> None:
    page = start(harbour_text, **PHONE)
    before = page.evaluate("viewer.map.mind.scaleVal")
    page.evaluate(
        """() => { const target = document.querySelector(".map-container");
        const send = (type, id, x) => target.dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType: "touch",
          isPrimary: id === 1, clientX: x, clientY: 400, bubbles: true, button: 0 }));
        target.setPointerCapture = () => {};
        send("pointerdown", 1, 150); send("pointerdown", 2, 250);
        send("pointermove", 1, 120); send("pointermove", 2, 300);
        send("pointerup", 1, 120); send("pointerup", 2, 300); }"""
    )
    assert page.evaluate("viewer.map.mind.scaleVal") > before


def test_the_outline_is_a_tree_for_screen_readers_and_keys(harbour_page: Page) -> None:
    page = harbour_page
    page.get_by_role("tab", name="Outline").click()
    items = page.get_by_role("treeitem")
    assert items.count() == 16
    assert page.locator('[role=treeitem][tabindex="0"]').count() == 1
    assert items.first.get_attribute("aria-level") == "1"
    assert items.first.get_attribute("aria-expanded") == "true"
    levels = [int(item.get_attribute("aria-level") or 0) for item in items.all()]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    items.first.focus()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    expect(items.nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.locator("me-tpc.selected")).to_have_text(items.nth(1).locator(".outline-label").inner_text())
    page.keyboard.press("ArrowLeft")
    expect(items).to_have_count(2)
    expect(items.nth(1)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    expect(items).to_have_count(16)
    page.keyboard.press("F2")
    page.keyboard.type("Renamed in the outline")
    page.keyboard.press("Enter")
    expect(page.locator("me-tpc.selected")).to_have_text("Renamed in the outline")
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
    for name in ("Search the map and the text", "Size", "Sentences", "Key phrases", "Export", "Light or dark", "Text",
                 "Whole map (0)", "Levels to show", "Width of the text", "New map", "Recent maps"):  # fmt: skip
        assert name in reached, (name, reached)
    assert any(name.startswith("Mind-map.") for name in reached)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, input, [role=tab], [role=separator]")]
        .filter((e) => e.checkVisibility())
        .filter((e) => !(e.getAttribute("aria-label") || e.labels?.length || e.textContent.trim()))
        .map((e) => e.outerHTML)"""
    )
    assert nameless == []


def test_two_thousand_nodes(start: Callable[..., Page]) -> None:
    chance = random.Random(5)
    words = "sea wall town bank marsh tide storm field farmer council vote cost road boat fish bird path chapel".split()
    text = " ".join(" ".join(chance.choices(words, k=9)).capitalize() + "." for _ in range(2000))
    page = start(text)
    size = page.get_by_label("Size")
    size.press("End")
    page.locator("me-tpc").nth(1000).wait_for(state="attached", timeout=60_000)
    expect(page.locator(".size-count")).to_have_text("2000 of 2000")
    page.evaluate("viewer.foldFrom(Infinity)")
    assert page.locator("me-tpc").count() >= 1500
    page.get_by_label("Search the map and the text").fill("chapel")
    page.keyboard.press("Enter")
    expect(page.locator("me-tpc.selected")).to_be_in_viewport()
    page.locator(".sentence").nth(700).click()
    expect(page.locator("me-tpc.selected")).to_be_in_viewport()
    page.get_by_role("button", name="Zoom out").click()
    size.press("Home")
    expect(page.locator("me-tpc")).to_have_count(1)


def test_the_html_export_is_the_same_viewer_from_a_file(
    visit: Callable[..., Page], tmp_path: Path, harbour: Document, downloaded: Callable[[Page, str], Path]
) -> None:
    mindmap = MindMapper.named("lead")(harbour)
    path = tmp_path / "map.html"
    path.write_text(to_html(mindmap, harbour, size=12), encoding="utf-8")
    page = visit(path.as_uri())
    expect(page.locator("me-tpc")).to_have_count(13)
    page.get_by_label("Size").press("End")
    expect(page.locator("me-tpc")).to_have_count(34)
    page.locator("me-main me-tpc").first.click()
    expect(page.locator(".sentence[aria-current]")).to_contain_text("After forty years")
    page.get_by_role("button", name="Light or dark").click()
    assert len(json.loads(downloaded(page, ".json").read_text(encoding="utf-8"))["nodes"]) == 33


def test_the_html_export_of_a_map_alone_has_an_outline_beside_it(
    visit: Callable[..., Page], tmp_path: Path, harbour: Document
) -> None:
    path = tmp_path / "map.html"
    path.write_text(to_html(map_document(harbour)), encoding="utf-8")
    page = visit(path.as_uri())
    expect(page.get_by_role("tree")).to_be_visible()
    assert page.get_by_role("tab", name="Text").count() == 0


def test_the_page_of_the_api(visit: Callable[..., Page], service: str) -> None:
    page = visit(f"{service}/api/docs")
    expect(page.get_by_role("heading", name="POST /api/v1/maps")).to_be_visible()
    expect(page.get_by_role("heading", name="NodeContent")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_drawn_has_enough_contrast(start: Callable[..., Page], theme: str, harbour_text: str) -> None:
    """The colours as the browser computes them; test_colours checks the pairs in the style itself."""
    page = start(harbour_text, color_scheme=theme)
    page.locator("me-main me-tpc").nth(2).click()
    weak = page.evaluate(CONTRASTS)
    assert weak == []


CONTRASTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const over = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const weak = [];
  for (const e of document.querySelectorAll("button, label, output, .sentence, me-tpc, [role=treeitem], h1, .quiet")) {
    if (!e.checkVisibility() || !e.textContent.trim() || e.disabled) continue;
    const layers = [];
    for (let up = e; up; up = up.parentElement) layers.unshift(getComputedStyle(up).backgroundColor);
    const back = over(["white", ...layers]);
    const text = over(["white", ...layers, getComputedStyle(e).color]);
    const [a, b] = [light(text), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) weak.push([e.textContent.slice(0, 30), ratio]);
  }
  return weak;
}"""
