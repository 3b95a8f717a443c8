"""The page from end to end: open a document, read, search, edit and export its map."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from mindgist.export import FORMATS
from web.page_steps import PLAN, centre, drawn, everything, node, parent_of, selected, sentences


def test_a_pasted_text_is_mapped(harbour_page: Page) -> None:
    page = harbour_page
    expect(centre(page)).to_be_visible()
    expect(page.locator(".prose p").first).to_contain_text("After forty years of pumping")
    shown = page.evaluate(
        "viewer.model.nodes.filter((n) => n.start !== null && viewer.model.shown.parents.has(n.id)).length"
    )
    assert page.locator(".sentence.on-map").count() == shown > 8
    assert "Harbour town" in page.title()
    assert page.evaluate("document.activeElement.matches('.node')")  # the new map has the focus


def test_selecting_a_node_marks_its_sentence_and_vice_versa(plan_page: Page) -> None:
    page = plan_page
    node(page, "The bank stands").click()
    marked = page.locator(".sentence[aria-current]")
    expect(marked).to_have_text("The bank stands inland.")
    expect(marked).to_be_in_viewport()
    page.locator("p .sentence", has_text="It leaks").click()
    expect(selected(page)).to_have_attribute("aria-label", "It leaks every winter.")
    expect(selected(page)).to_be_in_viewport()
    expect(marked).to_have_text("It leaks every winter.")
    page.locator(".prose .sentence", has_text=PLAN[0]).click()
    expect(selected(page)).to_have_attribute("aria-label", PLAN[0])


def test_hovering_links_map_and_text(plan_page: Page) -> None:
    page = plan_page
    node(page, "A bank is built").hover()
    lit = page.locator(".sentence.lit")
    expect(lit).to_have_count(3)
    assert lit.all_inner_texts() == ["A bank is built.", "The bank stands inland.", "Clay comes from the pits."]
    page.locator("p .sentence", has_text="Some will move").hover()
    expect(page.locator(".node.lit")).to_have_attribute("aria-label", "Some will move away.")
    node(page, "Farmers are paid").click()
    page.mouse.move(5, 5)
    expect(lit).to_have_count(3)  # the selected branch stays highlighted


def test_the_card_of_the_selected_node(plan_page: Page) -> None:
    page = plan_page
    node(page, "The bank stands").click()
    card = page.get_by_role("region", name="Selected node")
    expect(card).to_contain_text("The bank stands inland.")
    expect(card).to_contain_text("Harbour plan › A bank is built.")
    expect(card).to_contain_text("Sentence 5 of 9")
    expect(card).to_contain_text("score 0.50")
    expect(card.get_by_label("The sentence before")).to_have_text("A bank is built.")
    expect(card.get_by_label("The sentence after")).to_have_text("Clay comes from the pits.")
    card.get_by_label("Note").fill("Ask the engineers")
    card.get_by_label("Note").blur()
    assert page.evaluate("viewer.model.nodes.find((n) => n.note)?.text") == "The bank stands inland."
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()


def test_tooltip_shows_the_whole_sentence(start: Callable[..., Page]) -> None:
    long = "The council of the town, which met for nine hours, has voted to let the sea back in over the fields."
    page = start(f"{long} Farmers are angry. They will be paid. The wall goes.")
    page.get_by_label("Size").press("End")
    node(page, "The council of the town").hover()
    expect(page.get_by_role("tooltip")).to_have_text(long)


def test_a_sentence_beyond_the_size_can_be_added(harbour_page: Page) -> None:
    page = harbour_page
    hidden = page.locator("p .sentence:not(.on-map)").first
    words = hidden.inner_text()
    hidden.click()
    expect(page.locator(".toast")).to_contain_text("not on the map")
    page.get_by_role("button", name="Show it").click()
    sentences(page)
    expect(selected(page)).to_have_attribute("aria-label", words)


def test_a_search_result_beyond_the_size_can_be_added(plan_page: Page) -> None:
    page = plan_page
    page.get_by_label("Size").press("Home")
    page.keyboard.press("/")
    page.keyboard.type("clay")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Show it").click()
    expect(selected(page)).to_have_attribute("aria-label", "Clay comes from the pits.")


def test_resizing_needs_no_request(plan_page: Page) -> None:
    page = plan_page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    size = page.get_by_label("Size")
    size.press("Home")
    expect(page.locator(".node")).to_have_count(1)
    for _ in range(4):
        size.press("ArrowRight")
    expect(page.locator(".node")).to_have_count(5)
    size.press("End")
    expect(page.locator(".node")).to_have_count(10)
    expect(page.locator(".size-count")).to_have_text("10 of 10")
    expect(page.locator(".sentence.on-map")).to_have_count(10)
    assert asked == []


def test_a_larger_size_unfolds_added_nodes(plan_page: Page) -> None:
    page = plan_page
    page.keyboard.press("1")
    expect(page.locator(".node")).to_have_count(4)
    size = page.get_by_label("Size")
    size.press("Home")
    size.press("End")
    expect(page.locator(".node")).to_have_count(10)


def test_kinds_of_labels(harbour_page: Page) -> None:
    page = harbour_page
    everything(page)
    labels = "viewer.map.layout.boxes.map((box) => box.label)"
    short = page.evaluate(labels)
    sentences(page)
    whole = page.evaluate(labels)
    assert len(whole) == len(short)
    assert sorted(len(label.split()) for label in short)[len(short) // 2] <= 17
    assert sum(map(len, short)) < sum(map(len, whole))
    page.get_by_role("button", name="Key phrases").click()
    assert sum(map(len, page.evaluate(labels))) < sum(map(len, whole)) / 2


def test_search_in_map_and_text(harbour_page: Page, harbour_text: str) -> None:
    page = harbour_page
    page.keyboard.press("/")
    page.keyboard.type("marsh")
    count = page.locator(".search-count")
    expect(count).to_contain_text("in total")
    assert page.evaluate("CSS.highlights.get('found').size") == harbour_text.lower().count("marsh")
    assert page.evaluate("viewer.finder.results.length") == 5
    page.keyboard.press("Enter")
    expect(count).to_have_text("1 of 5")
    expect(page.locator(".sentence[aria-current]")).to_have_text(
        "The new salt marsh is expected to do part of the wall's work."
    )
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text("5 of 5")
    page.keyboard.press("Escape")
    expect(page.locator(".node[data-found]")).to_have_count(0)


def test_fold_and_levels(plan_page: Page) -> None:
    page = plan_page
    branch = node(page, "A bank is built")
    branch.hover()
    branch.locator(".node-sign").click()
    expect(page.locator(".node")).to_have_count(8)
    expect(branch.locator(".node-sign.folded")).to_have_attribute("data-count", "2")
    expect(branch).to_have_attribute("aria-expanded", "false")
    branch.locator(".node-sign").click()
    expect(page.locator(".node")).to_have_count(10)
    page.get_by_role("button", name="Levels to show").click()
    page.get_by_role("menuitem", name="Main branches").click()
    expect(page.locator(".node")).to_have_count(4)
    everything(page)
    expect(page.locator(".node")).to_have_count(10)


def test_zoom_and_pan(plan_page: Page) -> None:
    page = plan_page
    place = "[viewer.map.camera.x, viewer.map.camera.y, viewer.map.camera.scale]"
    before = page.evaluate(place)
    page.get_by_role("button", name="Zoom in").click()
    assert page.evaluate(place)[2] > before[2]
    page.get_by_role("button", name="Zoom out").click()
    assert page.evaluate(place) == pytest.approx(before, rel=0.01)
    box = centre(page).bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 10)  # a drag that starts on the centre moves the map, too
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 80, steps=4)
    page.mouse.up()
    assert page.evaluate(place)[:2] == pytest.approx([before[0] + 20, before[1] + 70], abs=3)
    assert selected(page).count() == 0
    page.mouse.wheel(0, 50)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_timeout(100)
    assert page.evaluate(place)[2] > before[2]


def test_edit_undo_and_redo(plan_page: Page) -> None:
    page = plan_page
    node(page, "A bank is built").dblclick()
    page.keyboard.type("Work starts soon")
    page.keyboard.press("Enter")
    expect(node(page, "Work starts soon")).to_be_visible()
    expect(node(page, "Work starts soon")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(node(page, "A bank is built")).to_be_visible()
    page.keyboard.press("Control+Shift+z")
    expect(node(page, "Work starts soon")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(node(page, "A bank is built")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_undo_restores_folds(plan_page: Page) -> None:
    page = plan_page
    node(page, "The bank stands").click()
    page.keyboard.press("Delete")
    expect(page.locator(".node")).to_have_count(9)
    page.keyboard.press("1")
    expect(page.locator(".node")).to_have_count(4)
    page.keyboard.press("Control+z")
    expect(node(page, "The bank stands")).to_be_visible()
    expect(page.locator(".node")).to_have_count(10)


def test_escape_cancels_adding(plan_page: Page) -> None:
    page = plan_page
    node(page, "A bank is built").click()
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".node")).to_have_count(10)
    expect(node(page, "New idea")).to_have_count(0)
    expect(node(page, "A bank is built")).to_be_focused()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("Control+Shift+z")
    expect(page.locator(".node")).to_have_count(10)


def test_dragging_nodes(plan_page: Page) -> None:
    page = plan_page
    drag(page, "Clay comes", "The wall is old")
    assert parent_of(page, "Clay comes from the pits.") == "The wall is old."
    page.keyboard.press("Control+z")
    assert parent_of(page, "Clay comes from the pits.") == "A bank is built."
    drag(page, "Payment is yearly", "A bank is built", hold=True)
    assert parent_of(page, "Payment is yearly.") == "A bank is built."


def drag(page: Page, what: str, where: str, hold: bool = False) -> None:
    start, end = node(page, what).bounding_box(), node(page, where).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + start["height"] / 2)
    page.mouse.down()
    if hold:
        page.locator(".ghost").wait_for()
    page.mouse.move(end["x"] + 24, end["y"] + end["height"] / 2 + 3, steps=8)
    page.mouse.move(end["x"] + 20, end["y"] + end["height"] / 2, steps=3)
    expect(page.locator(".node.drop-in")).to_have_count(1)
    ghost = page.locator(".ghost").bounding_box()
    assert ghost
    assert ghost["y"] > end["y"] + end["height"] / 2  # the target stays visible
    page.mouse.up()


def test_the_arrow_keys_reach_every_node(plan_page: Page) -> None:
    page = plan_page
    page.keyboard.press("1")
    centre(page).click()
    page.keyboard.press("ArrowRight")
    expect(selected(page)).to_have_attribute("data-depth", "1")
    page.keyboard.press("ArrowRight")  # a folded branch unfolds
    expect(selected(page)).to_have_attribute("data-depth", "2")
    below = selected(page).get_attribute("aria-label")
    page.keyboard.press("ArrowDown")
    assert selected(page).get_attribute("aria-label") != below
    page.keyboard.press("ArrowLeft")
    expect(selected(page)).to_have_attribute("data-depth", "1")
    page.keyboard.press("ArrowLeft")
    expect(selected(page)).to_have_attribute("data-depth", "0")
    page.keyboard.press("ArrowLeft")
    expect(selected(page)).to_have_attribute("data-side", "left")


def test_everything_works_by_keyboard(plan_page: Page) -> None:
    page = plan_page
    centre(page).focus()
    page.keyboard.press("ArrowRight")
    shown = drawn(page)
    page.keyboard.press("Space")
    assert drawn(page) == shown - 2
    page.keyboard.press("Space")
    page.keyboard.press("Control+Enter")
    page.keyboard.type("An idea of my own")
    page.keyboard.press("Enter")
    expect(selected(page)).to_have_attribute("aria-label", "An idea of my own")
    assert drawn(page) == shown + 1
    place = "viewer.model.children(viewer.model.shown.parents.get(viewer.selected)).indexOf(viewer.selected)"
    last = page.evaluate(place)
    page.keyboard.press("Alt+ArrowUp")
    assert page.evaluate(place) == last - 1
    page.keyboard.press("Delete")
    assert drawn(page) == shown
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and gestures")).to_be_visible()


def test_focus_on_a_branch_and_back(plan_page: Page) -> None:
    page = plan_page
    node(page, "A bank is built").click()
    page.keyboard.press("f")
    expect(page.locator(".node")).to_have_count(3)
    expect(centre(page)).to_have_attribute("aria-label", "A bank is built.")
    path = page.get_by_role("navigation", name="Branch in focus")
    assert path.get_by_role("button").all_inner_texts() == ["Whole map", "A bank is built."]
    path.get_by_role("button", name="Whole map").click()
    expect(path).to_be_hidden()
    expect(page.locator(".node")).to_have_count(10)
    page.keyboard.press("f")
    page.locator("p .sentence", has_text="It leaks").click()  # outside the focus: shows the whole map
    expect(selected(page)).to_have_attribute("aria-label", "It leaks every winter.")
    expect(page.locator(".node")).to_have_count(10)


def test_context_menu(plan_page: Page) -> None:
    page = plan_page
    node(page, "A bank is built").click(button="right")
    menu = page.get_by_role("menu", name="Selected node")
    assert [item.split("\n")[0] for item in menu.get_by_role("menuitem").all_inner_texts()] == [
        "Edit", "Add child", "Add sibling", "Fold", "Focus on this branch", "Show in text", "Remove",
    ]  # fmt: skip
    menu.get_by_role("menuitem", name="Remove").click()
    expect(page.locator(".node")).to_have_count(7)
    centre(page).click(button="right")
    expect(menu.get_by_role("menuitem", name="Remove")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_a_presentation_walks_on_the_map(plan_page: Page) -> None:
    page = plan_page
    place = "[viewer.map.camera.x, viewer.map.camera.y, viewer.map.camera.scale]"
    before = page.evaluate(place)
    page.keyboard.press("p")
    bar = page.get_by_role("region", name="Presentation")
    count = bar.locator(".show-count")
    expect(count).to_have_text("1 of 10")
    page.keyboard.press("ArrowRight")
    expect(selected(page)).to_have_attribute("aria-label", "The wall goes.")
    expect(page.locator(".sentence[aria-current]")).to_have_text("The wall goes.")
    expect(selected(page)).to_be_in_viewport()
    assert page.evaluate(place) != before
    bar.get_by_role("button", name="Next").click()
    expect(selected(page)).to_have_attribute("aria-label", "The wall is old.")
    page.keyboard.press("End")
    expect(count).to_have_text("10 of 10")
    page.keyboard.press("Escape")
    expect(bar).to_have_count(0)
    expect(page.locator(".bar")).to_be_visible()


def test_exports_in_every_format(harbour_page: Page, downloaded: Callable[[Page, str], Path]) -> None:
    harbour_page.get_by_role("button", name="Export").click()
    menu = harbour_page.locator(".menu:not([hidden])")
    assert menu.locator(".menu-heading").all_inner_texts() == ["Picture", "Mind-map apps", "Text and data"]
    expect(menu.get_by_role("menuitem").first).to_contain_text("for slides and messages")
    harbour_page.keyboard.press("Escape")
    for ending in FORMATS:
        path = downloaded(harbour_page, ending)
        assert path.name.endswith(FORMATS[ending].suffix or ending)
        assert "Harbour" in path.name
        assert path.stat().st_size > 500


def test_exports_contain_edits(harbour_page: Page, downloaded: Callable[[Page, str], Path]) -> None:
    page = harbour_page
    sentences(page)
    page.locator('.node[data-depth="1"]').first.dblclick()
    page.keyboard.type("Work starts soon")
    page.keyboard.press("Enter")
    page.get_by_label("Size").press("ArrowLeft")
    shown = page.evaluate("viewer.model.shown.count")
    nodes = json.loads(downloaded(page, ".json").read_text(encoding="utf-8"))["nodes"]
    assert len(nodes) == shown
    assert "Work starts soon" in [row["text"] for row in nodes]


def test_maps_are_stored_in_the_browser(harbour_page: Page) -> None:
    page = harbour_page
    page.get_by_label("Size").press("Home")
    page.wait_for_timeout(700)
    page.reload()
    expect(page.locator(".node")).to_have_count(1)
    page.get_by_role("button", name="New map").click()
    kept = page.get_by_role("region", name="Recent maps").get_by_role("listitem")
    expect(kept).to_have_count(1)
    kept.get_by_role("button").first.click()
    expect(page.locator(".node")).to_have_count(1)
    page.get_by_role("button", name="New map").click()
    kept.get_by_role("button", name="Delete").click()
    expect(kept).to_have_count(0)
    page.reload()
    page.get_by_label("Text to map").wait_for()
    assert page.get_by_role("region", name="Recent maps").count() == 0


def test_a_dropped_file_a_pasted_text_and_an_example(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    page.evaluate(
        """() => { const data = new DataTransfer();
        data.items.add(new File(["# Notes\\n\\nOne is said. Two is said."], "notes.md"));
        const options = { dataTransfer: data, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent("drop", options)); }"""
    )
    expect(page.locator(".bar-title")).to_have_text("Notes")
    page.get_by_role("button", name="New map").click()
    page.get_by_label("Text to map").wait_for()
    page.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text/plain", "Three is said. Four is said.");
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }"""
    )
    expect(page.locator(".prose p")).to_contain_text("Three is said")
    page.get_by_role("button", name="Recent maps").click()
    page.get_by_role("menuitem", name="All maps").click()
    page.get_by_role("button", name="A report with headings").click()
    expect(page.locator(".prose h2")).to_have_text("Merrow Library, a year in review")
    page.locator(".prose h3 .sentence").first.click()
    expect(selected(page)).to_have_attribute("aria-label", "Who came, and why")


def test_errors_are_shown_and_the_same_file_can_be_chosen_again(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    broken = {"name": "a.bin", "mimeType": "application/octet-stream", "buffer": b"\x00\x01\x02" * 99}
    for _ in range(2):
        page.locator("#file").set_input_files(broken)
        expect(page.locator(".toast.error")).to_contain_text("The input is binary")
        page.locator(".toast.error").get_by_role("button", name="Close").click()
        assert page.evaluate("document.getElementById('file').value") == ""


def test_offsets_count_code_points(start: Callable[..., Page]) -> None:
    page = start("The 🐋 swims in the 🌊 all day. The 🐟 follows it closely. Nobody sees the two of them.")
    page.get_by_label("Size").press("End")
    node(page, "follows").click()
    expect(page.locator(".sentence[aria-current]")).to_have_text("The 🐟 follows it closely.")


def test_the_undo_of_a_message_undoes_nothing_else(plan_page: Page) -> None:
    page = plan_page
    node(page, "A bank is built").click()
    page.keyboard.press("F2")
    page.keyboard.type("Another name")
    page.keyboard.press("Enter")
    node(page, "Farmers are paid").click()
    page.keyboard.press("Delete")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    page.keyboard.press("Control+z")
    expect(node(page, "Farmers are paid")).to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)
    expect(node(page, "Another name")).to_be_visible()


def test_an_edit_keeps_the_rest_of_the_map_in_place(plan_page: Page) -> None:
    page = plan_page
    before = centre(page).bounding_box()
    assert before
    for side in (-1, 1):
        box = page.evaluate(
            "(side) => viewer.map.layout.boxes.find((box) => box.side === side && box.depth === 1).id", side
        )
        page.locator(f'.node[data-id="{box}"]').click()
        page.keyboard.press("F2")
        page.keyboard.type("A much longer name than the one before it")
        page.keyboard.press("Enter")
    drag(page, "Payment is yearly", "A much longer name")
    after = centre(page).bounding_box()
    assert after
    assert abs(before["x"] + before["width"] / 2 - after["x"] - after["width"] / 2) < 3
    assert abs(before["y"] - after["y"]) < 3
