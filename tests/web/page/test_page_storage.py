"""Maps are not lost: storage, two tabs, reloads, a stopped service, exported files and links."""

import base64
import json
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.page_steps import centre, node, plan_map_file, sentences

TEXT = "The sea rises fast. Cities build walls. Walls cost money. Money is short in most cities. Ships sink."
STORE_MODULE = Path(__file__).parents[3] / "src" / "mindgist" / "web" / "page" / "store.js"


def with_store(page: Page, function: str) -> Any:
    """Call a JavaScript function with the module that stores maps; the page itself loads it as part of a bundle."""
    page.route("**/store.js", lambda route: route.fulfill(path=STORE_MODULE, content_type="text/javascript"))
    return page.evaluate(f"import('/store.js').then({function})")


def edit(page: Page, words: str) -> None:
    """Rename the first main branch."""
    page.locator('.node[data-depth="1"]').first.dblclick()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(node(page, words)).to_be_visible()


def wait_until_stored(page: Page) -> None:
    """Wait until changes have been stored."""
    until(page, "!page.saving.isPending")


def until(page: Page, condition: str) -> None:
    """Wait for a condition. The content security policy blocks Playwright's own function for this."""
    for _ in range(300):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"timeout while waiting for {condition}")


def test_undo_survives_a_reload(start: Callable[..., Page]) -> None:
    page = start(TEXT)
    before = page.locator('.node[data-depth="1"]').first.get_attribute("aria-label")
    edit(page, "Something else")
    wait_until_stored(page)
    page.reload()
    expect(node(page, "Something else")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(node(page, str(before))).to_be_visible()
    page.keyboard.press("Control+Shift+z")
    expect(node(page, "Something else")).to_be_visible()


def test_back_returns_to_the_map(start: Callable[..., Page]) -> None:
    page = start(TEXT)
    page.get_by_role("button", name="New map").click()
    page.get_by_label("Text to map").wait_for()
    page.go_back()
    expect(centre(page)).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Text to map")).to_be_visible()
    page.go_forward()
    expect(centre(page)).to_be_visible()


def test_fast_navigation_ends_at_the_last_address(start: Callable[..., Page]) -> None:
    page = start(TEXT)
    page.get_by_role("button", name="New map").click()
    page.get_by_label("Text to map").wait_for()
    page.evaluate("history.back(); setTimeout(() => history.back(), 5); setTimeout(() => history.forward(), 12)")
    page.wait_for_timeout(600)
    until(page, "Boolean(location.hash) === Boolean(document.querySelector('.viewer'))")
    assert page.evaluate("Boolean(page.viewer) === Boolean(document.querySelector('.viewer'))")


def test_two_tabs_follow_each_other(start: Callable[..., Page]) -> None:
    page = start(TEXT)
    wait_until_stored(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(centre(other)).to_be_visible()
    edit(page, "Changed in the first")
    expect(node(other, "Changed in the first")).to_be_visible()
    expect(other.locator(".toast")).to_contain_text("Changed in another tab")
    edit(other, "Changed in the second")
    expect(node(page, "Changed in the second")).to_be_visible()


def test_simultaneous_changes_in_two_tabs_are_both_stored(start: Callable[..., Page]) -> None:
    page = start(TEXT)
    wait_until_stored(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(centre(other)).to_be_visible()
    other.evaluate("globalThis.page.channel.onmessage = null")  # it gets no message about the change in the first tab
    edit(page, "Changed in the first")
    wait_until_stored(page)
    edit(other, "Changed in the second")
    expect(other.locator(".toast")).to_contain_text("Both versions are stored")
    other.get_by_role("button", name="New map").click()
    expect(other.get_by_role("listitem")).to_have_count(2)
    page.reload()
    expect(node(page, "Changed in the first")).to_be_visible()


def test_the_same_document_has_one_map_and_edits_are_not_overwritten(start: Callable[..., Page]) -> None:
    page = start(TEXT)
    map_again(page)
    page.get_by_role("button", name="New map").click()
    expect(page.get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_label("Text to map")).to_be_focused()
    expect(page.get_by_role("listitem").locator("img.thumbnail")).to_be_visible()
    expect(page.locator(".card img.thumbnail")).to_have_count(2)  # live maps of the examples
    page.get_by_role("listitem").get_by_role("button").first.click()
    edit(page, "My own words")
    wait_until_stored(page)
    map_again(page)
    expect(node(page, "My own words")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    expect(node(page, "My own words")).to_have_count(0)
    page.get_by_role("button", name="New map").click()
    expect(page.get_by_role("listitem")).to_have_count(2)


def map_again(page: Page) -> None:
    page.get_by_role("button", name="New map").click()
    page.get_by_label("Text to map").fill(TEXT)
    page.get_by_role("button", name="Map it").click()
    centre(page).wait_for()


def test_edited_and_pinned_maps_are_never_removed(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    with_store(
        page,
        """async ({ storeMap, updateListing }) => {
        for (let place = 0; place < 20; place++) {
          const state = { nodes: [], edited: place === 0 };
          await storeMap(`map-${place}`, { title: `Map ${place}`, state, base: 0, print: String(place) });
          if (place === 1) await updateListing("map-1", { pinned: true });
        } }""",
    )
    titles = with_store(page, "async ({ listMaps }) => (await listMaps()).map((map) => map.title)")
    assert len(titles) == 14
    assert {"Map 0", "Map 1", "Map 19", "Map 8"} <= set(titles)
    assert titles[0] == "Map 1"  # pinned maps come first


def test_stored_maps_can_be_searched_renamed_and_restored(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    with_store(
        page,
        """async ({ storeMap }) => {
        for (let place = 0; place < 7; place++) {
          await storeMap(`map-${place}`, { title: `Map ${place}`, state: { nodes: [] }, base: 0 });
        } }""",
    )
    page.reload()
    rows = page.get_by_role("listitem")
    expect(rows).to_have_count(7)
    page.get_by_role("button", name='Rename "Map 3"').click()
    page.keyboard.type("The harbour")
    page.keyboard.press("Enter")
    page.get_by_label("Find a map").fill("harb")
    expect(rows.filter(visible=True)).to_have_count(1)
    page.get_by_label("Find a map").fill("")
    page.get_by_role("button", name='Delete "Map 5"').click()
    expect(rows).to_have_count(6)
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(7)
    expect(page.get_by_text("The harbour")).to_be_visible()


def test_the_browser_exports_when_the_service_has_stopped(
    start: Callable[..., Page], downloaded: Callable[[Page, str], Path], troubles: list[str]
) -> None:
    page = start(TEXT)
    until(page, "page.formats.length > 3")
    page.route("**/api/**", lambda route: route.abort())
    sentences(page)
    for ending in (".json", ".md", ".svg", ".txt"):
        assert "The sea rises fast" in downloaded(page, ending).read_text(encoding="utf-8")
    assert downloaded(page, ".png").read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Export").click()
    page.get_by_role("menuitem").filter(has_text=".xmind").click()
    expect(page.locator(".toast.error")).to_contain_text("you can still export")
    assert all("ERR_FAILED" in trouble for trouble in troubles)
    troubles.clear()


def test_an_exported_file_stores_changes_and_folds(visit: Callable[..., Page], tmp_path: Path) -> None:
    path = plan_map_file(tmp_path)
    page = visit(path.as_uri())
    edit(page, "Changed in the file")
    page.keyboard.press("1")
    expect(page.locator(".node")).to_have_count(4)
    page.wait_for_timeout(500)
    page.reload()
    expect(node(page, "Changed in the file")).to_be_visible()
    expect(page.locator(".node")).to_have_count(4)
    expect(page.locator(".toast")).to_contain_text("in this browser only")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".node")).to_have_count(10)


def test_html_export_has_the_whole_map_and_its_folds(
    harbour_page: Page, visit: Callable[..., Page], downloaded: Callable[[Page, str], Path]
) -> None:
    page = harbour_page
    page.get_by_role("button", name="Levels to show").click()
    page.get_by_role("menuitem", name="Main branches").click()
    drawn = page.evaluate("viewer.map.layout.boxes.length")
    whole = page.evaluate("viewer.model.nodes.length")
    opened = visit(downloaded(page, ".html").as_uri())
    centre(opened).wait_for()
    assert opened.evaluate("viewer.map.layout.boxes.length") == drawn
    opened.get_by_label("Size").press("End")
    expect(opened.locator(".size-count")).to_have_text(f"{whole} of {whole}")


def picture_size(path: Path) -> int:
    """Return the number of pixels of a PNG."""
    width, height = struct.unpack_from(">LL", path.read_bytes(), 16)
    return int(width * height)


def test_pictures_leave_out_what_other_formats_mark_as_folded(
    harbour_page: Page, downloaded: Callable[[Page, str], Path]
) -> None:
    page = harbour_page
    whole = picture_size(downloaded(page, ".png"))
    page.get_by_role("button", name="Levels to show").click()
    page.get_by_role("menuitem", name="Main branches").click()
    assert picture_size(downloaded(page, ".png")) < whole / 2
    drawn, shown = page.evaluate("[viewer.map.layout.boxes.length, viewer.model.shown.count]")
    assert drawn < shown
    assert downloaded(page, ".svg").read_text(encoding="utf-8").count("data-rank=") == drawn
    assert ">+" in downloaded(page, ".svg").read_text(encoding="utf-8")  # the number of hidden nodes
    nodes = json.loads(downloaded(page, ".json").read_text(encoding="utf-8"))["nodes"]
    folded = sum(node.get("folded", False) for node in nodes)
    assert len(nodes) == shown
    every = (
        "[...viewer.model.shown.parents.keys()].filter((id) => viewer.model.isFolded(id)).length"  # also inside others
    )
    assert folded == page.evaluate(every) >= page.locator(".node-sign.folded").count() > 0
    assert downloaded(page, ".mm").read_text(encoding="ascii").count(' FOLDED="true"') == folded
    assert downloaded(page, ".md").read_text(encoding="utf-8").count("<!-- markmap: fold -->") == folded


@pytest.mark.parametrize("words", ["Häfen und Meer 海 – größer", "Plain words"])
def test_a_link_holds_a_small_map(
    start: Callable[..., Page], visit: Callable[..., Page], service: str, words: str
) -> None:
    page = start(TEXT)
    edit(page, words)
    page.evaluate(
        """() => { const { model } = viewer; const [first, second] = model.children(model.shown.centre);
        model.move(second, "in", first); viewer.foldFrom(1); }"""
    )
    page.evaluate(
        """() => { navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); } }"""
    )
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Copy link").click()
    expect(page.locator(".toast")).to_contain_text("Link copied")
    link = page.evaluate("window.copied")
    assert link.startswith(f"{service}/#map=")
    opened = visit(link)
    expect(node(opened, words)).to_be_visible()
    assert opened.evaluate("viewer.model.nodes.length") == page.evaluate("viewer.model.shown.count")
    drawn = "viewer.map.layout.boxes.length"
    assert opened.evaluate(drawn) == page.evaluate(drawn) < page.evaluate("viewer.model.shown.count")


STORED = "async ({ listMaps }) => (await listMaps()).length"


def link_of(service: str, content: bytes) -> str:
    packed = zlib.compress(content, 9)[2:-4]  # without the header and the checksum, as in a link
    return f"{service}/#map={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def test_a_map_of_a_link_is_stored_when_the_user_keeps_it(visit: Callable[..., Page], service: str) -> None:
    page = visit(
        link_of(service, b'["Tides", [[null, "Tides", "", "", 0], [0, "The sea rises.", "", "", 0]], "gists"]')
    )
    expect(node(page, "The sea rises.")).to_be_visible()
    page.reload()
    expect(node(page, "The sea rises.")).to_be_visible()
    assert with_store(page, STORED) == 0
    page.get_by_role("button", name="From a link: keep it").click()
    expect(page.get_by_role("button", name="From a link: keep it")).to_have_count(0)
    wait_until_stored(page)
    assert with_store(page, STORED) == 1


@pytest.mark.parametrize("nodes", [3_000, 200_000, 5_000_000])
def test_a_link_of_many_nodes_is_refused_at_once(visit: Callable[..., Page], service: str, nodes: int) -> None:
    """13 kB of 200,000 nodes blocked the tab for 20 s; 900 kB took the browser to 3.5 GB."""
    page = visit(service)
    started = time.monotonic()
    page.goto(link_of(service, b'["a", [' + b'[0,"a"],' * (nodes - 1) + b'[0,"a"]], "gists"]'))
    expect(page.locator(".toast.error")).to_contain_text("too large", timeout=5000)
    assert time.monotonic() - started < 5
    assert with_store(page, STORED) == 0


def test_a_damaged_link_shows_an_error(visit: Callable[..., Page], service: str) -> None:
    page = visit(f"{service}/#map=AAAA")
    expect(page.locator(".toast.error")).to_contain_text("damaged")
    expect(page.get_by_label("Text to map")).to_be_visible()


def test_a_pasted_address_shows_a_hint(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    page.get_by_label("Text to map").fill("https://example.org/article.html")
    page.get_by_role("button", name="Map it").click()
    expect(page.locator(".toast")).to_contain_text("loads nothing from the web")


def drop_two(page: Page) -> None:
    page.get_by_label("Text to map").wait_for()
    page.evaluate(
        """() => { const data = new DataTransfer();
        data.items.add(new File(["# Alpha\\n\\nOne is said. Two is said."], "a.md"));
        data.items.add(new File(["# Beta\\n\\nThree is told. 🐟 is told."], "b.md"));
        const options = { dataTransfer: data, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent("drop", options)); }"""
    )


def test_two_documents_as_one_map_with_a_branch_each(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    drop_two(page)
    page.get_by_role("button", name="One map, a branch each").click()
    expect(centre(page)).to_have_attribute("aria-label", "Alpha, Beta")
    main = page.locator('.node[data-depth="1"]')
    assert {item.get_attribute("aria-label") for item in main.all()} == {"Alpha", "Beta"}
    page.get_by_label("Size").press("End")
    node(page, "Three is told").click()
    expect(page.locator(".sentence[aria-current]")).to_have_text("Three is told.")
    node(page, "🐟").click()
    expect(page.locator(".sentence[aria-current]")).to_have_text("🐟 is told.")


def test_two_documents_as_two_maps(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    drop_two(page)
    page.get_by_role("button", name="A map for each").click()
    expect(page.locator(".bar-title")).to_have_text("Beta")
    page.get_by_role("button", name="New map").click()
    expect(page.get_by_role("listitem")).to_have_count(2)


def test_progress_and_preview_of_a_long_document(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    stages = [
        {"stage": "reading"},
        {"stage": "mapping", "sentences": 5000, "done": 0.25},
    ]
    nodes = [{"parent": None, "text": "First sight", "snippet": "", "sentence": None, "start": 0, "end": 0, "score": 1}]
    first = {"first": {"title": "First sight", "labels": "sentences", "nodes": nodes, "size": 1, "document": None}}
    # A service that never finishes: the page shows what it has reported.
    page.evaluate(
        """(lines) => { const real = window.fetch; window.fetch = (path, options) => {
        if (!options?.signal) return real(path, options);
        return Promise.resolve(new Response(new ReadableStream({ start(stream) {
          window.tell = (line) => stream.enqueue(new TextEncoder().encode(JSON.stringify(line) + "\\n"));
          options.signal.addEventListener("abort", () => stream.error(options.signal.reason));
          lines.forEach(window.tell); } }))); }; }""",
        stages,
    )
    page.get_by_label("Text to map").fill(TEXT)
    page.get_by_role("button", name="Map it").click()
    busy = page.get_by_role("dialog", name="Working")
    expect(busy).to_contain_text("Mapping 5,000 sentences")
    expect(busy.get_by_role("progressbar")).to_have_js_property("value", 0.25)
    page.evaluate("(line) => window.tell(line)", first)
    expect(node(page, "First sight")).to_be_visible()
    expect(busy).to_be_visible()
    final = json.loads(json.dumps(first["first"])) | {"title": "The map"}
    final["nodes"][0]["text"] = "The map"
    page.evaluate("(line) => window.tell(line)", {"map": final})
    expect(node(page, "The map")).to_be_visible()
    expect(busy).to_have_count(0)


def test_exports_hold_notes(start: Callable[..., Page], downloaded: Callable[[Page, str], Path]) -> None:
    page = start(TEXT)
    page.locator('.node[data-depth="1"]').first.click()
    note = page.get_by_label("Note")
    note.fill("Ask the engineers")
    note.blur()
    for ending in (".mm", ".opml", ".json", ".md"):
        found = downloaded(page, ending).read_text(encoding="utf-8")
        assert "Ask the engineers" in found


def test_copy_as_markdown_and_as_picture(plan_page: Page) -> None:
    page = plan_page
    page.evaluate(
        """() => { const copied = (window.copied = []);
        navigator.clipboard ??= {}; // a file has none; the page's own is replaced
        navigator.clipboard.writeText = async (text) => { copied.push(text); };
        navigator.clipboard.write = async ([item]) => { copied.push((await item.getType("image/png")).size); }; }"""
    )
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Copy as Markdown").click()
    expect(page.locator(".toast")).to_contain_text("as Markdown")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Copy as picture").click()
    expect(page.locator(".toast")).to_contain_text("Picture copied")
    markdown, size = page.evaluate("window.copied")
    assert markdown.startswith("# Harbour plan\n\n- The wall goes.\n  - The wall is old.\n")
    assert size > 5000
