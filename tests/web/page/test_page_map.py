"""The page end to end: a document in, its map and its text, one beside the other."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ramify.export import FORMATS

FIRST_SENTENCE = "After forty years of pumping"


def topics(page: Page) -> int:
    return page.locator("me-tpc").count()


def label(page: Page, words: str) -> str:
    """The node whose label holds these words, as a selector."""
    return f'me-tpc:has-text("{words}")'


def test_a_pasted_text_becomes_a_map_beside_it(harbour_page: Page) -> None:
    assert topics(harbour_page) == 16  # fifteen nodes and the title
    assert harbour_page.locator("me-root me-tpc").inner_text() == "Harbour town votes to let the sea back in"
    expect(harbour_page.locator(".prose p").first).to_contain_text(FIRST_SENTENCE)
    assert harbour_page.locator("p .sentence.on-map").count() == 15
    assert "Harbour town" in harbour_page.title()


def test_a_node_shows_its_sentence_and_a_sentence_its_node(harbour_page: Page) -> None:
    harbour_page.locator(label(harbour_page, "Farmers on the low fields")).click()
    marked = harbour_page.locator(".sentence[aria-current]")
    expect(marked).to_have_text("Farmers on the low fields see it differently.")
    expect(marked).to_be_in_viewport()
    sentence = harbour_page.locator("p .sentence.on-map").first
    sentence.click()
    selected = harbour_page.locator("me-tpc.selected")
    expect(selected).to_have_text(sentence.inner_text())
    expect(selected).to_be_in_viewport()
    expect(marked).to_have_text(sentence.inner_text())


def test_the_title_in_the_text_and_in_the_middle(harbour_page: Page) -> None:
    harbour_page.locator("me-root me-tpc").click()
    expect(harbour_page.locator(".sentence[aria-current]")).to_have_text("Harbour town votes to let the sea back in")
    harbour_page.locator("p .sentence.on-map").first.click()
    harbour_page.locator(".prose h2 .sentence").click()
    expect(harbour_page.locator("me-root me-tpc.selected")).to_be_visible()


def test_a_sentence_beyond_the_size_is_offered(harbour_page: Page) -> None:
    hidden = harbour_page.locator("p .sentence:not(.on-map)").first
    words = hidden.inner_text()
    hidden.click()
    expect(harbour_page.locator(".toast")).to_contain_text("not on the map")
    harbour_page.get_by_role("button", name="Show it").click()
    expect(harbour_page.locator("me-tpc.selected")).to_have_text(words)


def test_the_size_is_a_cut_and_asks_the_service_for_nothing(harbour_page: Page) -> None:
    asked: list[str] = []
    harbour_page.on("request", lambda request: asked.append(request.url))
    size = harbour_page.get_by_label("Size")
    size.press("Home")
    expect(harbour_page.locator("me-tpc")).to_have_count(2)
    size.press("ArrowRight")
    expect(harbour_page.locator("me-tpc")).to_have_count(3)
    size.press("End")
    expect(harbour_page.locator("me-tpc")).to_have_count(34)
    expect(harbour_page.locator(".size-count")).to_have_text("33 of 33")
    assert harbour_page.locator("p .sentence.on-map").count() == 33
    assert asked == []


def test_sentences_or_key_phrases(harbour_page: Page) -> None:
    before = harbour_page.locator("me-tpc").all_inner_texts()
    harbour_page.get_by_role("button", name="Key phrases").click()
    after = harbour_page.locator("me-tpc").all_inner_texts()
    assert len(after) == len(before)
    assert sum(map(len, after)) < sum(map(len, before)) / 2
    harbour_page.get_by_role("button", name="Sentences").click()
    assert harbour_page.locator("me-tpc").all_inner_texts() == before


def test_search_in_map_and_text(harbour_page: Page, harbour_text: str) -> None:
    harbour_page.keyboard.press("/")
    harbour_page.keyboard.type("marsh")
    count = harbour_page.locator(".search-count")
    expect(count).to_contain_text("in all")
    found = harbour_page.locator("me-tpc[data-found]")
    assert found.count() >= 1
    assert all("marsh" in text.lower() for text in found.all_inner_texts())
    assert harbour_page.evaluate("CSS.highlights.get('found').size") == harbour_text.lower().count("marsh")
    harbour_page.keyboard.press("Enter")
    expect(count).to_have_text("1 of 5")
    expect(harbour_page.locator(".sentence[aria-current]")).to_have_text(
        "The new salt marsh is expected to do part of the wall's work."
    )
    harbour_page.keyboard.press("Shift+Enter")
    expect(count).to_have_text("5 of 5")
    harbour_page.keyboard.press("Escape")
    expect(harbour_page.locator("me-tpc[data-found]")).to_have_count(0)


def test_fold_and_levels(harbour_page: Page) -> None:
    shown = topics(harbour_page)
    harbour_page.locator("me-main me-parent").first.hover()
    harbour_page.locator("me-main me-epd").first.click()
    expect(harbour_page.locator("me-tpc")).to_have_count(2)
    harbour_page.locator("me-main me-epd").first.click()
    expect(harbour_page.locator("me-tpc")).to_have_count(shown)
    harbour_page.get_by_role("button", name="Levels to show").click()
    harbour_page.get_by_role("menuitem", name="Main branches").click()
    expect(harbour_page.locator("me-tpc")).to_have_count(2)
    harbour_page.get_by_role("button", name="Levels to show").click()
    harbour_page.get_by_role("menuitem", name="Everything").click()
    expect(harbour_page.locator("me-tpc")).to_have_count(shown)


def test_zoom_and_pan(harbour_page: Page) -> None:
    canvas = harbour_page.locator(".map-canvas")
    width = lambda: canvas.bounding_box()["width"]  # type: ignore[index]  # noqa: E731
    before = width()
    harbour_page.get_by_role("button", name="Zoom in").click()
    assert width() > before
    harbour_page.get_by_role("button", name="Zoom out").click()
    assert width() == pytest.approx(before, rel=0.01)
    place = lambda: canvas.bounding_box()["y"]  # type: ignore[index]  # noqa: E731
    at = place()
    stage = harbour_page.locator(".stage").bounding_box()
    assert stage
    harbour_page.mouse.move(stage["x"] + 300, stage["y"] + 60)
    harbour_page.mouse.down()
    harbour_page.mouse.move(stage["x"] + 300, stage["y"] + 130, steps=4)
    harbour_page.mouse.up()
    assert place() == pytest.approx(at + 70, abs=3)


def test_edit_undo_and_redo(harbour_page: Page) -> None:
    harbour_page.locator(label(harbour_page, "Farmers on the low fields")).dblclick()
    harbour_page.keyboard.type("Work starts soon")
    harbour_page.keyboard.press("Enter")
    expect(harbour_page.locator(label(harbour_page, "Work starts soon"))).to_be_visible()
    harbour_page.keyboard.press("Control+z")
    expect(harbour_page.locator(label(harbour_page, "Farmers on the low fields"))).to_be_visible()
    harbour_page.keyboard.press("Control+Shift+z")
    expect(harbour_page.locator(label(harbour_page, "Work starts soon"))).to_be_visible()
    harbour_page.get_by_role("button", name="Undo").click()
    expect(harbour_page.locator(label(harbour_page, "Farmers on the low fields"))).to_be_visible()
    expect(harbour_page.get_by_role("button", name="Undo")).to_be_disabled()


def test_drag_a_node_under_another(start: Callable[..., Page]) -> None:
    page = start("The sea rises fast. Cities build walls. Walls cost money. Money is short in most cities. Ships sink.")
    page.get_by_label("Size").press("End")
    page.get_by_role("button", name="Whole map").click()
    assert parent_of(page, "Ships sink.") != "Walls cost money."
    dragged, target = page.locator(label(page, "Ships sink")), page.locator(label(page, "Walls cost"))
    start_box, end_box = dragged.bounding_box(), target.bounding_box()
    assert start_box
    assert end_box
    page.mouse.move(start_box["x"] + 20, start_box["y"] + start_box["height"] / 2)
    page.mouse.down()
    page.mouse.move(end_box["x"] + 24, end_box["y"] + end_box["height"] / 2 + 6, steps=8)
    page.mouse.move(end_box["x"] + 20, end_box["y"] + end_box["height"] / 2, steps=3)
    page.mouse.up()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert parent_of(page, "Ships sink.") == "Walls cost money."
    page.keyboard.press("Control+z")
    assert parent_of(page, "Ships sink.") != "Walls cost money."


def parent_of(page: Page, text: str) -> str | None:
    found: str | None = page.evaluate(
        """text => { const node = viewer.model.nodes.find((node) => node.text === text);
        return node.parent && viewer.model.node(node.parent).text }""",
        text,
    )
    return found


def test_keys_alone_are_enough(harbour_page: Page) -> None:
    page = harbour_page
    page.locator(".map-container").focus()
    page.keyboard.press("ArrowRight")
    first = page.locator("me-tpc.selected").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator("me-tpc.selected").inner_text() != first
    page.keyboard.press("ArrowLeft")
    assert page.locator("me-tpc.selected").inner_text() == first
    shown = topics(page)
    page.keyboard.press("Space")
    assert topics(page) == 2
    page.keyboard.press("Space")
    page.keyboard.press("Control+Enter")
    page.keyboard.type("An idea of my own")
    page.keyboard.press("Enter")
    expect(page.locator("me-tpc.selected")).to_have_text("An idea of my own")
    assert topics(page) == shown + 1
    place = "viewer.model.children(viewer.model.shown.parents.get(viewer.selected)).indexOf(viewer.selected)"
    last = page.evaluate(place)
    page.keyboard.press("Alt+ArrowUp")
    assert page.evaluate(place) == last - 1
    page.keyboard.press("Delete")
    assert topics(page) == shown
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and gestures")).to_be_visible()


def test_exports_in_every_format(harbour_page: Page, downloaded: Callable[[Page, str], Path]) -> None:
    for ending in FORMATS:
        path = downloaded(harbour_page, ending)
        assert path.name == f"Harbour-town-votes-to-let-the-sea-back-in{ending}"
        assert path.stat().st_size > 500


def test_what_was_edited_is_what_is_exported(harbour_page: Page, downloaded: Callable[[Page, str], Path]) -> None:
    harbour_page.locator(label(harbour_page, "Farmers on the low fields")).dblclick()
    harbour_page.keyboard.type("Work starts soon")
    harbour_page.keyboard.press("Enter")
    harbour_page.get_by_label("Size").press("ArrowLeft")
    nodes = json.loads(downloaded(harbour_page, ".json").read_text(encoding="utf-8"))["nodes"]
    assert len(nodes) == 14
    assert "Work starts soon" in [node["text"] for node in nodes]


def test_the_last_maps_are_kept_in_the_browser(harbour_page: Page) -> None:
    page = harbour_page
    page.get_by_label("Size").press("Home")
    page.wait_for_timeout(700)
    page.reload()
    expect(page.locator("me-tpc")).to_have_count(2)
    page.get_by_role("button", name="New map").click()
    kept = page.get_by_role("region", name="Your last maps").get_by_role("listitem")
    expect(kept).to_have_count(1)
    kept.get_by_role("button").first.click()
    expect(page.locator("me-tpc")).to_have_count(2)
    page.get_by_role("button", name="New map").click()
    kept.get_by_role("button", name="Forget").click()
    expect(kept).to_have_count(0)
    page.reload()
    page.get_by_label("Text to map").wait_for()
    assert page.get_by_role("region", name="Your last maps").count() == 0


def test_a_dropped_file_a_pasted_text_and_an_example(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    page.evaluate(
        """() => { const data = new DataTransfer();
        data.items.add(new File(["# Notes\\n\\nOne is said. Two is said."], "notes.md"));
        const options = { dataTransfer: data, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent("drop", options)); }"""
    )
    expect(page.locator("me-root me-tpc")).to_have_text("Notes")
    page.get_by_role("button", name="New map").click()
    page.get_by_label("Text to map").wait_for()
    page.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text/plain", "Three is said. Four is said.");
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }"""
    )
    expect(page.locator("me-root me-tpc")).to_contain_text("is said")
    page.get_by_role("button", name="Recent maps").click()
    page.get_by_role("menuitem", name="All maps").click()
    page.get_by_role("button", name="A report with headings").click()
    expect(page.locator(".prose h2")).to_have_text("Merrow Library, a year in review")
    page.locator(".prose h3 .sentence").first.click()
    expect(page.locator("me-tpc.selected")).to_have_text("Who came, and why")
    expect(page.locator(".prose h3").first).to_have_text("Who came, and why")


def test_errors_are_shown_in_words(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    page.locator("#file").set_input_files(
        {"name": "a.bin", "mimeType": "application/octet-stream", "buffer": b"\x00\x01\x02" * 99}
    )
    expect(page.locator(".toast.error")).to_contain_text("The input is binary")


def test_offsets_count_characters_also_beyond_the_basic_plane(start: Callable[..., Page]) -> None:
    page = start("The 🐋 swims in the 🌊 all day. The 🐟 follows it closely. Nobody sees the two of them.")
    page.get_by_label("Size").press("End")
    page.locator(label(page, "follows")).click()
    expect(page.locator(".sentence[aria-current]")).to_have_text("The 🐟 follows it closely.")
