"""What the page shows at first, on all kinds of screens."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from mindgist.export.html import to_html
from web.page_steps import DESK, PHONE, PLAN, TABLET, centre, drawn, node, plan, plan_map_file, selected, sight

EXAMPLES = Path(__file__).parents[3] / "examples"
DOCUMENTS = ("harbour.txt", "night-trains.md")


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("screen", [DESK, TABLET], ids=["desk", "tablet"])
def test_a_map_opens_complete_and_readable(
    start: Callable[..., Page], document: str, screen: dict[str, object]
) -> None:
    page = start((EXAMPLES / document).read_text(encoding="utf-8"), **screen)
    seen = sight(page)
    assert seen["whole"] >= 0.9 * seen["drawn"]
    assert seen["pixels"] >= 12
    assert seen["left"] > 0
    assert seen["right"] > 0
    assert seen["words"] <= 17  # the median; a sentence that a cut would break is shown whole
    assert seen["wide"] <= 0
    assert seen["drawn"] >= 6


def test_levels_are_unfolded_as_there_is_room_and_fold_signs_count_the_rest(
    plan_page: Page, visit: Callable[..., Page], tmp_path: Path
) -> None:
    assert sight(plan_page)["depth"] == 2
    page = visit(plan_map_file(tmp_path, deeper=True).as_uri())
    node(page, "It leaks").wait_for()
    assert sight(page)["depth"] == 3
    page.keyboard.press("2")
    sign = node(page, "It leaks").locator(".node-sign.folded")
    expect(sign).to_have_attribute("data-count", "2")
    sign.click()
    assert sight(page)["depth"] == 3
    assert node(page, "It leaks").get_attribute("aria-expanded") == "true"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_tablet_uses_its_height(start: Callable[..., Page], document: str) -> None:
    page = start((EXAMPLES / document).read_text(encoding="utf-8"), **TABLET)
    assert page.evaluate("viewer.map.layout.height * viewer.map.camera.scale / viewer.map.camera.room") > 0.5
    assert sight(page)["pixels"] >= 13


def test_a_short_text_is_shown_whole(start: Callable[..., Page]) -> None:
    page = start("The sea rises. Cities build walls. Walls cost money. Taxes pay for them. Owners of houses complain.")
    shown, nodes = page.evaluate("[viewer.model.shown.count, viewer.model.nodes.length]")
    assert shown == nodes >= 5


def test_a_phone_opens_the_outline(start: Callable[..., Page], harbour_text: str) -> None:
    page = start(harbour_text, **PHONE)
    expect(page.get_by_role("tree", name="Outline of the map")).to_be_visible()
    main = "viewer.model.children(viewer.model.shown.centre).length"
    assert page.evaluate(main) == start(harbour_text, **DESK).evaluate(main)  # as many branches as on the desk
    page.get_by_label("Size").press("Home")  # the slider is there, too
    expect(page.locator(".outline-item")).to_have_count(1)
    page.get_by_label("Size").press("End")
    expect(page.locator(".outline-item")).to_have_count(page.evaluate("viewer.model.nodes.length"))
    page.evaluate("viewer.model.resize(17)")
    page.evaluate("viewer.foldFrom(1)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("tab", name="Map").tap()
    expect(centre(page)).to_be_visible()
    seen = sight(page)
    assert seen["whole"] >= 0.9 * seen["drawn"]
    assert seen["pixels"] >= 12


@pytest.mark.parametrize("width", [360, 414, 601, 760, 901, 1024, 1280])
def test_nothing_is_wider_than_the_screen(start: Callable[..., Page], harbour_text: str, width: int) -> None:
    page = start(harbour_text, viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert bar["height"] < 64  # one row
    for name in ("Export", "More"):
        page.get_by_role("button", name=name, exact=True).click()
        box = page.locator(".menu:not([hidden])").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        page.keyboard.press("Escape")


def test_labels_fill_their_boxes_and_stay_inside(start: Callable[..., Page], harbour_text: str) -> None:
    """The text widths of the layout are those of the browser."""
    page = start(harbour_text)
    page.evaluate("document.fonts.ready")
    rows = page.evaluate(
        """() => [...document.querySelectorAll(".node")].map((node) => {
        const range = new Range(); range.selectNodeContents(node.querySelector(".node-label"));
        const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
        return [box.width, text.width, text.left - box.left, box.right - text.right]
          .map((length) => length / viewer.map.camera.scale); })"""
    )
    assert len(rows) > 4
    for width, text, left, right in rows:
        assert left >= 6
        assert right >= 6
        assert width - text <= 60


def test_colours_do_not_change_with_the_size(start: Callable[..., Page]) -> None:
    page = start((EXAMPLES / "night-trains.md").read_text(encoding="utf-8"))
    colours = """() => Object.fromEntries([...document.querySelectorAll('.node[data-depth="1"]')]
      .map((node) => [node.dataset.id, getComputedStyle(node).backgroundColor]))"""
    size = page.get_by_label("Size")
    before = page.evaluate(colours)
    assert len(set(before.values())) == len(before) > 2
    for key in ("ArrowLeft", "PageDown", "End"):
        size.press(key)
        page.wait_for_timeout(50)
        after = page.evaluate(colours)
        assert all(after[branch] == before[branch] for branch in after if branch in before)


def test_right_to_left_maps_start_on_the_left(start: Callable[..., Page]) -> None:
    sentences = " ".join(f"הערים בחוף בונות חומה מספר {i}. החומה עולה כסף רב." for i in range(4))
    text = f"# הים עולה\n\n## חומות\n\n{sentences}\n\n## הנמל\n\nהנמל נסגר השנה. הדייגים עברו לעיר אחרת.\n"
    page = start(text)
    page.get_by_label("Size").press("End")
    side = page.evaluate("viewer.map.layout.boxes.find((box) => box.depth === 1).side")
    assert side == -1
    page.get_by_role("tab", name="Outline").click()
    label = page.locator(".outline-label").nth(1)
    assert label.evaluate("(element) => getComputedStyle(element).direction") == "rtl"
    sign, words = page.locator(".outline-sign").nth(1).bounding_box(), label.bounding_box()
    assert sign
    assert words
    assert sign["x"] > words["x"]  # the outline is indented from the right, too
    branch = page.locator(".outline-item[aria-level='2'][aria-expanded]").first
    branch.click()
    page.keyboard.press("ArrowRight")  # folds
    expect(branch).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".outline-count").first).to_be_visible()


def test_no_tooltip_or_card_at_first(start: Callable[..., Page]) -> None:
    page = start(
        "The sea rises and takes the land of a hundred towns with it. " + "Cities build walls against it. " * 3
    )
    page.wait_for_timeout(600)
    assert page.evaluate("document.activeElement.matches('.node')")  # the map has the focus
    expect(page.locator(".tip")).to_have_count(0)


@pytest.mark.parametrize("screen", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_card_and_messages_cover_no_node_and_no_button(start: Callable[..., Page], screen: dict[str, object]) -> None:
    page = start((EXAMPLES / "night-trains.md").read_text(encoding="utf-8"), **screen)
    if screen is PHONE:
        page.get_by_role("tab", name="Map").tap()
    for place in (1, 3, 6):
        page.locator(".node").nth(place).click()
        card, stage = page.locator(".detail").bounding_box(), page.locator(".stage").bounding_box()
        assert card
        assert stage
        assert card["x"] + card["width"] <= stage["x"] or card["y"] >= stage["y"] + stage["height"]
        expect(selected(page)).to_be_in_viewport()
    page.evaluate("viewer.focusOn(viewer.model.children(viewer.model.shown.centre)[1])")
    page.evaluate("viewer.toast('A message', { label: 'Undo', action() {} })")
    covered = page.evaluate(
        """() => [...document.querySelectorAll("button, input, textarea")].filter((control) => {
        const box = control.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return control.checkVisibility({ visibilityProperty: true }) && !control.closest(".toast")
          && top?.closest(".toast, .detail") && !control.closest(".detail"); }).map((control) => control.outerHTML)"""
    )
    assert covered == []
    if screen is PHONE:  # where the card takes the room of the toolbar
        page.locator(".detail").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Levels to show").click()
    page.get_by_role("menuitem", name="Three levels").click()  # Playwright fails if something covers it


def test_undo_keeps_the_view(start: Callable[..., Page]) -> None:
    page = start((EXAMPLES / "night-trains.md").read_text(encoding="utf-8"))
    page.evaluate("viewer.map.camera.pan(120, 60)")
    place = "[viewer.map.camera.x, viewer.map.camera.y, viewer.map.camera.scale].map(Math.round)"
    leaf = page.locator('.node[data-depth="2"]').first
    label = leaf.get_attribute("aria-label")
    leaf.click()
    before = page.evaluate(place)
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    expect(node(page, str(label))).to_be_visible()
    assert page.evaluate(place) == before


def test_reduced_motion_is_respected(start: Callable[..., Page], harbour_text: str) -> None:
    moving = """() => { viewer.model.resize(viewer.model.size + 4);
      return document.querySelector(".map-plane").getAnimations({ subtree: true }).length; }"""
    assert start(harbour_text).evaluate(moving) == 0
    assert start(harbour_text, reduced_motion="no-preference").evaluate(moving) > 0


def test_some_node_always_stays_in_view(plan_page: Page) -> None:
    page = plan_page
    for dx, dy in ((9000, 0), (-20000, 0), (0, 9000), (0, -20000), (9000, -9000)):
        page.evaluate(f"viewer.map.camera.pan({dx}, {dy})")
        page.wait_for_timeout(60)
        assert sight_any(page)
    page.get_by_role("button", name="Whole map").click()
    assert sight(page)["whole"] == drawn(page)


def sight_any(page: Page) -> bool:
    found: bool = page.evaluate(
        """() => { const frame = document.querySelector(".map-frame").getBoundingClientRect();
        return [...document.querySelectorAll(".node")].some((node) => { const box = node.getBoundingClientRect();
          return box.right > frame.left && box.left < frame.right
            && box.bottom > frame.top && box.top < frame.bottom; }); }"""
    )
    return found


def test_a_first_visit_loads_few_files_and_a_second_none(visit: Callable[..., Page], service: str) -> None:
    page = visit(service)
    loaded = """() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/files/"))
      .map(({ name, transferSize, decodedBodySize }) => [name.split("/").pop(), transferSize, decodedBodySize])"""
    page.locator(".cards img").first.wait_for()
    first = page.evaluate(loaded)
    assert len(first) <= 8
    assert sum(size for name, _, size in first if not name.endswith(".woff2")) < 250_000
    page.reload()
    page.locator(".cards img").first.wait_for()
    assert [name for name, sent, _ in page.evaluate(loaded) if sent] == []


TWELVE_BRANCHES = "# Harbour plan\n\n" + "\n\n".join(
    f"## Part {part}\n\nThe wall of part {part} is old. Its repair takes {part + 2} years. Farmers wait for it."
    for part in range(1, 13)
)


def test_at_most_seven_branches_are_open_and_none_is_left_out(start: Callable[..., Page]) -> None:
    page = start(TWELVE_BRANCHES, viewport={"width": 1920, "height": 1080})
    main = "viewer.model.children(viewer.model.shown.centre)"
    assert page.evaluate(f"{main}.length") == 12
    inner = f"{main}.filter((id) => viewer.model.children(id).length)"
    assert page.evaluate(f"{inner}.length") == 12  # no heading without a point
    assert 2 <= page.evaluate(f"{inner}.filter((id) => !viewer.model.isFolded(id)).length") <= 7
    expect(page.locator(".node-sign.folded").first).to_be_visible()


def test_main_branches_headings_and_topics_alone_are_bold(start: Callable[..., Page]) -> None:
    page = start(TWELVE_BRANCHES)
    page.evaluate("viewer.foldFrom(Infinity)")
    page.get_by_role("button", name="Whole map").click()
    weights = """() => [...document.querySelectorAll(".node")].map((node) => [viewer.model.node(node.dataset.id),
      node.querySelector("b") !== null, getComputedStyle(node).fontWeight, Number(node.dataset.depth)])"""
    page.wait_for_timeout(300)
    for found, has_topic, weight, depth in page.evaluate(weights):
        is_bold = not has_topic and (depth <= 1 or found["sentence"] is None)
        assert weight == ("600" if is_bold else "400"), found["text"]
    colours = page.evaluate(
        "viewer.model.children(viewer.model.shown.centre).map((id) => viewer.model.mainBranch(id) % 9)"
    )
    assert all(one != other for one, other in pairwise(colours))


def test_a_branch_shows_its_topic_above_its_gist(visit: Callable[..., Page], tmp_path: Path) -> None:
    mindmap, document = plan()
    place = next(index for index, one in enumerate(mindmap.nodes) if one.text == PLAN[4])
    topical = mindmap.nodes[place].changed(topic="Inland bank")
    path = tmp_path / "topics.html"
    nodes = (*mindmap.nodes[:place], topical, *mindmap.nodes[place + 1 :])
    path.write_text(to_html(replace(mindmap, nodes=nodes), document), encoding="utf-8")
    page = visit(path.as_uri())
    label = node(page, "Inland bank").locator(".node-label")
    expect(label.locator("b")).to_have_text("Inland bank")
    assert label.inner_text().split("\n") == ["Inland bank", PLAN[4]]
    assert label.evaluate("(label) => getComputedStyle(label.querySelector('b')).fontWeight") == "600"
    assert label.evaluate("(label) => getComputedStyle(label).fontWeight") == "400"
