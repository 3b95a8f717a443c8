"""What the page opens and writes is right: map files, links, scripts, several files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.page.test_page_storage import TEXT, edit, wait_until_stored
from web.page_steps import PHONE, centre, node, plan_map_file

ARABIC = """# ارتفاع مستوى البحر

تبني المدن الساحلية جدرانا عالية لحماية السكان من العواصف. تكلف هذه الجدران أموالا كثيرة كل عام.
يقول المهندسون إن الجدار القديم لن يصمد أمام الشتاء القادم. سيحصل المزارعون على تعويض سنوي عن أراضيهم.
"""


def new_map(page: Page) -> None:
    page.get_by_role("button", name="New map").click()
    page.get_by_label("Text to map").wait_for()


def test_the_page_opens_what_it_exports(start: Callable[..., Page], downloaded: Callable[[Page, str], Path]) -> None:
    page = start(TEXT)
    edit(page, "My own name")
    shown = page.evaluate("viewer.model.shown.count")
    files = [downloaded(page, ending) for ending in (".json", ".md", ".opml", ".mm", ".xmind", ".html")]
    for path in files:
        new_map(page)
        page.locator("#file").set_input_files(path)
        expect(node(page, "My own name")).to_be_visible()
        assert page.evaluate("viewer.model.shown.count") == shown, path.suffix
        expect(page.locator(".toast")).to_have_count(0)  # the file is shown, not the stored map of its text
    expect(page.locator(".prose")).to_be_visible()  # the last file holds the text, too
    new_map(page)
    page.get_by_label("Text to map").fill(files[2].read_text(encoding="utf-8"))
    page.get_by_role("button", name="Map it").click()
    expect(node(page, "My own name")).to_be_visible()


def test_a_link_keeps_bold_and_colours(
    visit: Callable[..., Page], service: str, harbour_text: str, start: Callable[..., Page]
) -> None:
    page = start(harbour_text)
    branch = "viewer.model.children(viewer.model.shown.centre)"
    page.evaluate(f"viewer.model.move({branch}[0], 'after', {branch}.at(-1))")  # the order of the colours changes
    look = """() => Object.fromEntries([...document.querySelectorAll(".node")].map((node) =>
      [node.getAttribute("aria-label"), [node.classList.contains("bold"), node.dataset.branch].join()]))"""
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.evaluate("globalThis.page.copyLink()")
    opened = visit(page.evaluate("window.copied"))
    centre(opened).wait_for()
    assert opened.evaluate(look) == page.evaluate(look)


def test_a_bad_file_among_several_is_named(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    page.locator("#file").set_input_files([
        {"name": "a.md", "mimeType": "text/markdown", "buffer": b"# Alpha\n\nOne is said. Two is said."},
        {"name": "bad.bin", "mimeType": "application/octet-stream", "buffer": b"\x00\x01\x02" * 99},
        {"name": "b.md", "mimeType": "text/markdown", "buffer": b"# Beta\n\nThree is told. Four is told."},
    ])  # fmt: skip
    page.get_by_role("button", name="One map").click()
    expect(centre(page)).to_have_attribute("aria-label", "Alpha, Beta")
    expect(page.locator(".toast.error")).to_contain_text("bad.bin: The input is binary")


def test_the_name_of_the_centre_is_the_title(start: Callable[..., Page], harbour_text: str) -> None:
    page = start(harbour_text)
    centre(page).dblclick()
    page.keyboard.type("The open wall")
    page.keyboard.press("Enter")
    expect(page.locator(".bar-title")).to_have_text("The open wall")
    assert page.title().startswith("The open wall")
    wait_until_stored(page)
    new_map(page)
    expect(page.locator(".stored-title")).to_have_text("The open wall")


def test_pasted_text_is_not_decoded_again(start: Callable[..., Page]) -> None:
    page = start('<html><head><meta charset="iso-8859-1"></head><body><p>Größe zählt. Die Häfen schließen.</p></body>')
    expect(page.locator(".prose")).to_contain_text("Größe zählt. Die Häfen schließen.")


def test_a_long_press_opens_the_menu(visit: Callable[..., Page], tmp_path: Path) -> None:
    page = visit(plan_map_file(tmp_path).as_uri(), **PHONE)
    page.get_by_role("tab", name="Map").tap()
    tools = page.context.new_cdp_session(page)
    menu = page.get_by_role("menu", name="Selected node")
    for words in ("A bank is built", "Harbour plan"):
        for time in (350, 450, 700):  # milliseconds; browsers send a click after the shorter ones
            box = node(page, words).bounding_box()
            assert box
            point = {"x": box["x"] + 30, "y": box["y"] + 12}
            tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
            page.wait_for_timeout(time)
            tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            expect(menu).to_be_visible()
            page.wait_for_timeout(150)
            expect(menu).to_be_visible()  # what follows the touch does not close it
            page.keyboard.press("Escape")


@pytest.mark.parametrize("ending", [".png", ".pdf"])
def test_pictures_of_scripts_without_a_font(
    visit: Callable[..., Page], service: str, downloaded: Callable[[Page, str], Path], ending: str
) -> None:
    """Toto stands for a script without a font: the page draws PNG itself, and PDF comes with a warning."""
    page = visit(service)
    words = " ".join("".join(chr(0x1E290 + 5 * i + j) for j in range(5)) + "." for i in range(6))
    page.get_by_label("Text to map").fill(words)
    page.get_by_role("button", name="Map it").click()
    centre(page).wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert downloaded(page, ending).stat().st_size > 500
    if ending == ".png":
        assert not any("exports" in url for url in asked)
    else:
        expect(page.locator(".toast.error")).to_contain_text("no font on this machine has Toto characters")


def test_arabic_labels_stay_in_their_boxes(start: Callable[..., Page]) -> None:
    page = start(ARABIC)
    rooms = page.evaluate(
        """() => [...document.querySelectorAll(".node.bold")].map((node) => {
        const range = new Range(); range.selectNodeContents(node.querySelector(".node-label"));
        const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
        return Math.min(text.left - box.left, box.right - text.right) / viewer.map.camera.scale; })"""
    )
    assert len(rooms) >= 3
    assert min(rooms) >= 6
