"""A real service and a real browser. A test fails if the page logs an error or sends a request to another host."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import real_readers
from mindgist.export.html import to_html
from web.page_steps import plan

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def chromium() -> str:
    return real_readers.program("chromium")


@pytest.fixture(scope="module")  # Playwright runs an event loop, which prevents others
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield browser
        browser.close()


PATIENCE = int(os.environ.get("MINDGIST_PATIENCE", "60000"))  # milliseconds; set a smaller one to debug a test
expect.set_options(timeout=PATIENCE)  # test machines may be slow

DOWNLOAD_PAUSE = 110  # milliseconds; Chromium drops the eleventh download within one second without a message

Visit = Callable[..., Page]


@pytest.fixture
def troubles() -> list[str]:
    """Errors in the browser; a test that causes an error checks and clears it."""
    return []


@pytest.fixture
def visit(browser: Browser, troubles: list[str]) -> Iterator[Visit]:
    """Open an address in a new browser profile, with Playwright's options for the window."""
    contexts: list[BrowserContext] = []

    def visit(address: str, **options: object) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce"} | options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: logged(message.type, message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        home = address.split("/", 3)[2] if address.startswith("http") else ""

        def logged(kind: str, text: str) -> None:
            # Chromium logs every error response; tests check what the page shows for it.
            if kind == "error" and not text.startswith("Failed to load resource: the server responded"):
                troubles.append(text)

        def asked(url: str) -> None:
            if not url.startswith((f"http://{home}/", "file:", "data:", "blob:")):
                troubles.append(f"the page asked for {url}")

        page.on("request", lambda request: asked(request.url))
        page.goto(address)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not troubles


@pytest.fixture
def start(visit: Visit, service: str) -> Callable[..., Page]:
    """Open the page and map a text by pasting it."""

    def start(text: str, **options: object) -> Page:
        page = visit(service, **options)
        page.get_by_label("Text to map").fill(text)
        page.get_by_role("button", name="Map it").click()
        page.locator(".node, .outline-item").first.wait_for()
        # A long text shows a preview first.
        expect(page.get_by_role("dialog", name="Working")).to_have_count(0)
        return page

    return start


@pytest.fixture
def plan_page(visit: Visit, tmp_path: Path) -> Page:
    """The viewer with the plan, as an .html file."""
    path = tmp_path / "plan.html"
    path.write_text(to_html(*plan()), encoding="utf-8")
    page = visit(path.as_uri())
    page.locator(".node").first.wait_for()
    return page


@pytest.fixture
def harbour_page(start: Callable[..., Page], harbour_text: str) -> Page:
    return start(harbour_text)


@pytest.fixture
def downloaded(tmp_path: Path) -> Callable[[Page, str], Path]:
    """Export the map in the format of this ending and return the saved file. Saves at most nine files a second."""

    def downloaded(page: Page, ending: str) -> Path:
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as waiting:
            page.get_by_role("menuitem").filter(has_text=ending).first.click()
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        page.wait_for_timeout(DOWNLOAD_PAUSE)
        return path

    return downloaded
