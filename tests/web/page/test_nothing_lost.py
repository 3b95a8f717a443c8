"""Nothing that a user typed is lost: reloads, two tabs, previews, and work in progress."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from web.page.test_page_storage import TEXT, edit, until, wait_until_stored
from web.page_steps import centre, node

# A service whose answer to the next document comes line by line, by `tell`.
SLOW_SERVICE = """() => { const real = window.fetch; window.fetch = (path, options) => {
  if (!options?.signal) return real(path, options); // not for the examples on the start screen
  return Promise.resolve(new Response(new ReadableStream({ start(stream) {
    window.tell = (line) => stream.enqueue(new TextEncoder().encode(JSON.stringify(line) + "\\n"));
    options.signal.addEventListener("abort", () => stream.error(options.signal.reason)); } }))); }; }"""


def answer(page: Page, title: str) -> Any:
    """Return the service's map of the text, with another title."""
    found = page.evaluate(
        "(text) => fetch('/api/v1/maps', { method: 'POST', body: text }).then((answer) => answer.json())", TEXT
    )
    return found | {"title": title}


def tell(page: Page, line: Any) -> None:
    page.evaluate("(line) => window.tell(line)", json.loads(json.dumps(line)))


def begin_long_document(page: Page) -> Any:
    """Ask for a long document's map and show its first map; return the final map."""
    page.get_by_label("Text to map").wait_for()
    final = answer(page, "The long document")
    page.evaluate(SLOW_SERVICE)
    page.get_by_label("Text to map").fill(TEXT)
    page.get_by_role("button", name="Map it").click()
    until(page, "window.tell !== undefined")
    star = [{**row, "parent": 0 if place else None} for place, row in enumerate(final["nodes"])]
    tell(page, {"first": final | {"nodes": star}})
    centre(page).wait_for()
    return final


def test_a_rename_survives_an_immediate_reload(start: Callable[..., Page]) -> None:
    page = start(TEXT)
    wait_until_stored(page)
    for words in ("Renamed first", "Renamed second"):
        edit(page, words)
        page.reload()
        expect(node(page, words)).to_be_visible()
    page.keyboard.press("Control+z")
    expect(node(page, "Renamed first")).to_be_visible()


def test_typed_labels_and_notes_survive_leaving(start: Callable[..., Page], service: str) -> None:
    page = start(TEXT)
    wait_until_stored(page)
    address = page.url
    page.locator('.node[data-depth="1"]').first.click()
    page.get_by_label("Note").press_sequentially("Ask the engineers")
    page.goto(f"{service}/api/docs")
    page.goto(address)
    centre(page).wait_for()
    assert page.evaluate("viewer.model.nodes.find((node) => node.note)?.note") == "Ask the engineers"
    page.locator('.node[data-depth="1"]').first.dblclick()
    page.keyboard.type("Half a label")
    page.reload()
    expect(node(page, "Half a label")).to_be_visible()


def test_a_typed_note_is_one_change_and_escape_takes_a_typed_label_back(plan_page: Page) -> None:
    page = plan_page
    node(page, "A bank is built").click()
    page.get_by_label("Note").press_sequentially("Ask")
    page.get_by_label("Note").blur()
    expect(node(page, "A bank is built")).to_have_class("node bold noted")
    page.keyboard.press("Control+z")
    assert page.evaluate("viewer.model.nodes.some((node) => node.note)") is False
    node(page, "A bank is built").dblclick()
    page.keyboard.type("Something else")
    page.keyboard.press("Escape")
    expect(node(page, "A bank is built")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_changes_to_the_first_map_are_carried_over(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    final = begin_long_document(page)
    expect(page.locator(".chip")).to_contain_text("First map")
    edit(page, "My own name")
    page.locator('.node[data-depth="1"]').nth(1).click()
    page.get_by_label("Note").press_sequentially("My own note")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    tell(page, {"map": final})
    expect(page.get_by_role("dialog", name="Working")).to_have_count(0)
    expect(page.locator(".chip")).to_have_count(0)
    names = page.evaluate("viewer.model.nodes.flatMap((node) => [viewer.model.label(node.id), node.note])")
    assert {"My own name", "My own note"} <= set(names)
    wait_until_stored(page)
    page.reload()
    centre(page).wait_for()
    assert page.evaluate("viewer.model.nodes.some((node) => node.note === 'My own note')")


def test_a_changed_first_map_survives_a_reload(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    begin_long_document(page)
    edit(page, "My own name")
    page.reload()
    expect(node(page, "My own name")).to_be_visible()


def test_a_field_is_not_rebuilt_while_it_is_edited(start: Callable[..., Page]) -> None:
    page = start(TEXT)
    wait_until_stored(page)
    other = page.context.new_page()
    other.goto(page.url)
    centre(other).wait_for()
    page.locator('.node[data-depth="1"]').first.click()
    nodes = page.evaluate("viewer.model.nodes.length")
    page.get_by_label("Note").press_sequentially("One ")
    edit(other, "Changed in the second")
    wait_until_stored(other)
    page.get_by_label("Note").press_sequentially("two")
    page.keyboard.press("Backspace")
    expect(page.get_by_label("Note")).to_have_value("One tw")
    page.get_by_label("Note").blur()
    wait_until_stored(page)
    assert page.evaluate("viewer.model.nodes.length") == nodes
    assert page.evaluate("viewer.model.nodes.find((node) => node.note)?.note") == "One tw"
    page.reload()
    centre(page).wait_for()
    assert page.evaluate("viewer.model.nodes.find((node) => node.note)?.note") == "One tw"
    other.reload()
    expect(node(other, "Changed in the second")).to_be_visible()


def test_a_finished_map_waits_while_the_user_does_something_else(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    final = begin_long_document(page)
    page.get_by_role("button", name="New map").click()
    page.get_by_label("Text to map").fill("Another text that is being typed.")
    tell(page, {"map": final})
    expect(page.locator(".toast")).to_contain_text("is ready")
    expect(page.get_by_label("Text to map")).to_have_value("Another text that is being typed.")
    expect(page.get_by_role("listitem").filter(has_text="The long document")).to_have_count(1)
    page.reload()
    expect(page.get_by_label("Text to map")).to_have_value("Another text that is being typed.")
    page.get_by_role("listitem").filter(has_text="The long document").get_by_role("button").first.click()
    expect(page.locator(".bar-title")).to_have_text("The long document")
