"""What a user typed is still there after a random interruption: reload, closed tab, another tab, killed service.

    python tests/fuzzing/losses.py [--runs 200] [--seed 1] [--record OUT.json]

Each run maps a text, types a label, a note or a text at random, interrupts at a random moment, and looks for the typed
words in the page that opens again and in the maps that the browser stored.
"""

import argparse
import json
import random
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

TEXT = "The sea rises fast. Cities build walls. Walls cost money. Money is short in most cities. Ships sink."
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run")
TYPED = ("label", "half a label", "note", "start text", "label in the outline")
ENDS = ("reload", "close", "other tab", "kill")
ROOT = Path(__file__).parent.parent.parent
STORE = ROOT / "src" / "mindgist" / "web" / "page" / "store.js"  # the page has it in a bundle
MAX_DELAY = 600  # milliseconds between typing and the interruption

FIND = """async (words) => {
  const { listMaps, loadMap } = await import("/store.js");
  const maps = await Promise.all((await listMaps()).map(({ id }) => loadMap(id)));
  const draft = document.querySelector('.paste')?.value ?? '';
  const shown = globalThis.viewer?.model.nodes ?? [];
  return JSON.stringify([draft, shown, maps.map(({ state }) => state.nodes)]).includes(words); }"""


class Service:
    """A service in a process of its own, which can be killed and started again at the same address."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://localhost:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            sys.executable,
            "-m",
            "mindgist",
            "serve",
            "--no-browser",
            "--workers",
            "1",
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/api/v1/health", timeout=2).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the service does not start")

    def kill(self) -> None:
        """End it without notice."""
        self.process.kill()
        self.process.wait()


def main() -> None:
    """Run, print, and record where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="write the counts to this JSON file")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    service = Service()
    runs: Counter[str] = Counter()
    lost: list[str] = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            for number in range(options.runs):
                typed, end, delay = chance.choice(TYPED), chance.choice(ENDS), chance.randrange(MAX_DELAY)
                name = f"{typed}, {end}"
                runs[name] += 1
                context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
                context.set_default_timeout(120_000)
                kept = survives(context, service, typed, end, delay, f"Words {number} typed")
                print(f"run {number}: {name} after {delay} ms: {'kept' if kept else 'LOST'}", flush=True)
                if not kept:
                    lost.append(f"run {number}: {name} after {delay} ms")
                context.close()
            browser.close()
    finally:
        service.kill()
    found = {"runs": options.runs, "lost": lost, "kinds": dict(sorted(runs.items()))}
    print(json.dumps(found, indent=1))
    if options.record:
        options.record.write_text(json.dumps({"command": " ".join(sys.argv), **found}, indent=1) + "\n")


def survives(context: BrowserContext, service: Service, typed: str, end: str, delay: int, words: str) -> bool:
    """Type words, interrupt, and tell whether they are still there."""
    page = context.new_page()
    page.goto(service.address)
    if typed == "start text":
        page.get_by_label("Text to map").fill(words)
    else:
        page.get_by_label("Text to map").fill(TEXT)
        page.get_by_role("button", name="Map it").click()
        page.locator('.node[data-depth="1"]').first.wait_for()
        type_on_map(page, typed, words)
    page.wait_for_timeout(delay)
    address = page.url
    page = interrupted(context, page, service, end)
    page.goto(address)
    page.locator(".node, .paste").first.wait_for()
    page.route("**/store.js", lambda route: route.fulfill(path=STORE, content_type="text/javascript"))
    return bool(page.evaluate(FIND, words))


def type_on_map(page: Page, typed: str, words: str) -> None:
    """Type words into a field of the map."""
    if typed == "note":
        page.locator('.node[data-depth="1"]').first.click()
        page.get_by_label("Note").press_sequentially(words)
        return
    if typed == "label in the outline":
        page.get_by_role("tab", name="Outline").click()
        page.locator(".outline-item").nth(1).dblclick()
    else:
        page.locator('.node[data-depth="1"]').first.dblclick()
    page.keyboard.type(words)
    if typed == "label":
        page.keyboard.press("Enter")


def interrupted(context: BrowserContext, page: Page, service: Service, end: str) -> Page:
    """Interrupt the page; return the page that goes on."""
    if end == "close":
        page.close()
        return context.new_page()
    if end == "kill":
        service.kill()
        service.start()
    elif end == "other tab":
        other = context.new_page()
        other.goto(page.url)
        other.locator(".node, .paste").first.wait_for()
        if other.locator(".node").count():  # a change there, while the first tab still types
            other.evaluate("viewer.model.rename(viewer.model.children(viewer.model.shown.centre).at(-1), 'Elsewhere')")
            other.wait_for_timeout(100)
        page.close()
        return other
    else:
        page.reload()
    return page


if __name__ == "__main__":
    main()
