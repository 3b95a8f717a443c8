"""axe-core finds no accessibility problems on any screen of the page, light or dark."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import real_readers
from web.page_steps import PHONE, node, plan


@pytest.fixture(scope="session")
def axe() -> str:
    return (real_readers.node_package("axe-core") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, axe: str) -> list[str]:
    # The content security policy blocks added scripts, but not what the browser's tools evaluate.
    page.evaluate(axe + "; null")
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{rule['id']} ({rule['impact']}): {place['html'][:160]} {place['failureSummary'][:200]}"
        for rule in found["violations"]
        for place in rule["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_page_passes_axe(start: Callable[..., Page], service: str, axe: str, harbour_text: str, theme: str) -> None:
    page = start(harbour_text, color_scheme=theme)
    wrong = {"map": violations(page, axe)}
    page.locator('.node[data-depth="1"]').first.click()
    wrong["selection"] = violations(page, axe)
    page.get_by_role("button", name="Export").click()
    wrong["export menu"] = violations(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More", exact=True).click()
    wrong["more menu"] = violations(page, axe)
    page.keyboard.press("Escape")
    page.locator('.node[data-depth="1"]').first.click(button="right")
    wrong["context menu"] = violations(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Outline").click()
    wrong["outline"] = violations(page, axe)
    page.get_by_label("Search the map and the text").fill("sea")
    page.keyboard.press("Enter")
    wrong["search"] = violations(page, axe)
    page.locator(".bar-title").click()
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    wrong["help"] = violations(page, axe)
    page.keyboard.press("Escape")
    page.locator('.node[data-depth="1"]').first.click()
    page.keyboard.press("p")
    wrong["presentation"] = violations(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="New map").click()
    page.get_by_role("listitem").first.wait_for()
    wrong["start"] = violations(page, axe)
    page.goto(f"{service}/api/docs")
    page.get_by_role("heading", name="NodeContent").wait_for()
    wrong["api"] = violations(page, axe)
    assert [f"{where}: {each}" for where, found in wrong.items() for each in found] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_phone_passes_axe(start: Callable[..., Page], axe: str, harbour_text: str, theme: str) -> None:
    page = start(harbour_text, color_scheme=theme, **PHONE)
    wrong = {"outline": violations(page, axe)}
    page.get_by_role("tab", name="Map").tap()
    page.locator('.node[data-depth="1"]').first.tap()
    wrong["map"] = violations(page, axe)
    page.get_by_role("tab", name="Text").tap()
    wrong["text"] = violations(page, axe)
    assert [f"{where}: {each}" for where, found in wrong.items() for each in found] == []


def test_exported_file_passes_axe(plan_page: Page, axe: str) -> None:
    node(plan_page, plan()[0].nodes[1].text).click()
    expect(plan_page.get_by_role("region", name="Selected node")).to_be_visible()
    assert violations(plan_page, axe) == []
