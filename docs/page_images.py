"""Take the screenshots of docs/page.md: ``python docs/page_images.py`` (needs Chromium and the test tools)."""

import shutil
import socket
import threading
import time
from base64 import b64encode
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from mindgist.web.app import create_app

HERE = Path(__file__).parent
DOCUMENT = HERE.parent / "examples" / "night-trains.md"


def main() -> None:
    """Take screenshots of a desktop, light and dark, and of a tablet and a phone side by side."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(), log_level="warning"))
    threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    address = f"http://localhost:{listening.getsockname()[1]}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for theme in ("light", "dark"):
            page = open_example(browser, address, (1440, 900), color_scheme=theme)
            page.locator('.node[data-depth="2"]').nth(1).click()
            page.mouse.move(700, 860)
            page.wait_for_timeout(800)
            page.screenshot(path=HERE / "images" / f"page-{theme}.png")
        take_small_screens(browser, address)
        browser.close()
    print("wrote page-light.png, page-dark.png and page-small.png")


def open_example(browser: Browser, address: str, size: tuple[int, int], **options: Any) -> Page:
    """Return the page with the map of the example, in a window of this size."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    page = context.new_page()
    page.goto(address)
    page.locator("#file").set_input_files(DOCUMENT)
    page.locator(".node, .outline-item").first.wait_for()
    page.wait_for_timeout(800)
    return page


def take_small_screens(browser: Browser, address: str) -> None:
    """Take the tablet and the phone in one picture."""
    shots = [open_example(browser, address, (820, 1180), has_touch=True).screenshot()]
    phone = open_example(browser, address, (390, 844), has_touch=True, is_mobile=True)
    shots.append(phone.screenshot())
    phone.get_by_role("tab", name="Map").tap()
    phone.wait_for_timeout(400)
    shots.append(phone.screenshot())
    pictures = "".join(
        f'<img src="data:image/png;base64,{b64encode(shot).decode()}" style="height: 640px; border: 1px solid #ccc">'
        for shot in shots
    )
    sheet = browser.new_page(viewport={"width": 1100, "height": 672})
    sheet.set_content(f'<body style="margin: 16px; display: flex; gap: 16px; background: #fff">{pictures}</body>')
    sheet.screenshot(path=HERE / "images" / "page-small.png")


if __name__ == "__main__":
    main()
