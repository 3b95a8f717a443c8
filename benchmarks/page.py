"""The speed of the page in a real browser: the figures of docs/page.md.

    python benchmarks/page.py [--documents FOLDER_OR_FILE ...] [--record]

``processor`` is the processor time of the browser's main thread, in milliseconds; ``median`` and ``p95`` are
milliseconds by the clock from an event until its frame is ready. From a text to its final map, for a first and a second
text, the clock runs as long as a user waits; there ``processor`` is the time of the service and of the browser's main
thread, in seconds, which says more on a busy machine.
"""

import argparse
import json
import os
import random
import shutil
import socket
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from measure import record
from mindgist.web.app import create_app

EXAMPLES = Path(__file__).parent.parent / "examples"
SCREENS = {"1440x900": (1440, 900), "820x1180": (820, 1180), "390x844": (390, 844)}
WORDS = "sea wall town bank marsh tide storm field farmer council vote cost road boat fish bird path chapel".split()
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--enable-precise-memory-info", "--js-flags=--expose-gc")

SIGHT = """() => { const { layout, camera, form } = viewer.map;
  const view = camera.view();
  const whole = layout.boxes.filter((box) => box.x >= view.left && box.y >= view.top
    && box.x + box.width <= view.right && box.y + box.height <= view.bottom);
  const words = layout.boxes.map((box) => box.label.split(/\\s+/).length).sort((a, b) => a - b);
  return { drawn: layout.boxes.length, whole: whole.length, form: form.stack,
    pixels: Math.round(130 * camera.scale) / 10,
    left: whole.filter((box) => box.side < 0).length, right: whole.filter((box) => box.side > 0).length,
    median_words: words[words.length >> 1], sideways: document.documentElement.scrollWidth - innerWidth }; }"""

# Each step is made at the beginning of a frame; its time ends when the frame's work on the main thread is done.
STEPS = """async ([kind, count]) => {
  const frame = document.querySelector(".map-frame");
  const range = document.getElementById("size");
  const box = frame.getBoundingClientRect();
  const here = { bubbles: true, cancelable: true, clientX: box.left + 400, clientY: box.top + 400 };
  const wheel = (options) => frame.dispatchEvent(new WheelEvent("wheel", { ...here, ...options }));
  const steps = {
    pan: (turn) => wheel({ deltaX: turn % 40 < 20 ? 30 : -30, deltaY: turn % 20 < 10 ? 40 : -40 }),
    zoom: (turn) => wheel({ ctrlKey: true, deltaY: turn % 24 < 12 ? 40 : -40 }),
    slide: (turn) => {
      range.value = turn % 2 ? range.max : Math.round(range.max * 0.9);
      range.dispatchEvent(new Event("input"));
    },
    labels: (turn) => viewer.showLabels(turn % 2 ? "gists" : "sentences"),
    levels: (turn) => viewer.foldFrom(turn % 2 ? Infinity : 2),
  };
  const times = [];
  for (let turn = 0; turn < count; turn++) {
    times.push(await new Promise((resolve) => requestAnimationFrame(() => {
      const start = performance.now();
      steps[kind](turn);
      const channel = new MessageChannel(); // its message comes after this frame's style, layout and painting
      channel.port1.onmessage = () => resolve(performance.now() - start);
      setTimeout(() => channel.port2.postMessage(0));
    })));
  }
  times.sort((a, b) => a - b);
  return { median: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)] };
}"""


def main() -> None:
    """Measure, print, and record where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=Path, nargs="*", default=[EXAMPLES])
    parser.add_argument("--record", action="store_true", help="write the figures to results/page.json")
    options = parser.parse_args()
    documents = [
        path for given in options.documents for path in (sorted(given.iterdir()) if given.is_dir() else [given])
    ]
    address = serve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        figures: dict[str, Any] = {
            "first_sight": {path.name: first_sights(browser, address, path) for path in documents},
            "opening": opening(browser, address),
            "speed": {str(count): speed(browser, address, count) for count in (54, 2000)},
            "service": service_times(address),
            "chromium": browser.version,
        }
        browser.close()
    figures = rounded(figures)
    print(json.dumps(figures, indent=1))
    if options.record:
        record("page", figures)


def serve() -> str:
    """A service on a free port."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(), log_level="warning"))
    threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
    while not server.started:
        time.sleep(0.02)
    return f"http://localhost:{listening.getsockname()[1]}"


def opened(browser: Browser, address: str, path: Path, size: tuple[int, int]) -> Page:
    """The page with the map of a document, in a window of a size."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(address)
    page.locator("#file").set_input_files(path)
    page.locator(".node, .outline-item").first.wait_for()
    page.locator("dialog.busy").wait_for(state="detached")  # a long document has a first map before its own
    page.wait_for_timeout(300)
    return page


def first_sights(browser: Browser, address: str, path: Path) -> dict[str, Any]:
    """What is seen of a document before anything is touched; on the phone, on the map's tab."""
    found = {}
    for name, size in SCREENS.items():
        page = opened(browser, address, path, size)
        if size[0] < 600:
            page.get_by_role("tab", name="Map").click()
            page.wait_for_timeout(200)
        found[name] = page.evaluate(SIGHT)
        page.context.close()
    return found


def opening(browser: Browser, address: str) -> dict[str, Any]:
    """The weight of the page without fonts and its first paint, and the time from a text to its final map."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(address, wait_until="networkidle")
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
    files = """(name) => performance.getEntriesByType("resource").filter(({ name: url }) => url.includes("/files/")
      && !url.endsWith(".woff2")).map((entry) => entry[name])"""
    found: dict[str, Any] = {
        "requests": len(page.evaluate(files, "name")),
        "kilobytes": sum(page.evaluate(files, "decodedBodySize")) / 1000,
        "kilobytes_sent": sum(page.evaluate(files, "encodedBodySize")) / 1000,
        "first_paint": page.evaluate(paint),
    }
    page.reload(wait_until="networkidle")
    found["first_paint_again"] = page.evaluate(paint)
    spent = main_thread(page)
    for count, turn in ((20, "first"), (20, "second"), (2000, "first"), (2000, "second")):
        chance = random.Random(turn)
        text = " ".join(" ".join(chance.choices(WORDS, k=12)).capitalize() + "." for _ in range(count))
        page.get_by_label("Text to map").fill(text)
        start, service, browser_time = time.perf_counter(), service_processor_time(), spent()
        page.get_by_role("button", name="Map it").click()
        page.locator(".node").first.wait_for()
        page.locator("dialog.busy").wait_for(state="detached")
        found[f"{count}_sentences_{turn}"] = {
            "clock": time.perf_counter() - start,
            "processor": service_processor_time() - service + spent() - browser_time,
        }
        page.get_by_role("button", name="New map").click()
    context.close()
    return found


def service_processor_time() -> float:
    """Seconds of processor time that the service has used: this process and its workers."""
    ticks = 0
    for process in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = process.read_text().partition("(")[2].rpartition(")")
        except OSError:  # it has just ended
            continue
        fields = rest.split()
        if name.startswith("python") and str(os.getpid()) in (process.parent.name, fields[1]):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def speed(browser: Browser, address: str, count: int) -> dict[str, Any]:
    """Panning, zooming and resizing a fully unfolded map of this many nodes, and its memory."""
    chance = random.Random(5)
    text = "\n\n".join(
        " ".join(" ".join(chance.choices(WORDS, k=9)).capitalize() + "." for _ in range(5)) for _ in range(count // 5)
    )
    path = Path(f"/tmp/mindgist-{count}.txt")
    path.write_text(text, encoding="utf-8")
    page = opened(browser, address, path, (1440, 900))
    page.get_by_label("Size").press("End")
    page.evaluate("viewer.foldFrom(Infinity)")
    page.wait_for_timeout(500)
    found = {
        kind: stepped(page, kind, turns)
        for kind, turns in (("pan", 80), ("zoom", 48), ("slide", 20), ("labels", 8), ("levels", 8))
    }
    page.evaluate("viewer.map.overview()")
    page.wait_for_timeout(1000)
    found |= {f"{kind}_over_all": stepped(page, kind, 40) for kind in ("pan", "zoom")}
    page.evaluate("globalThis.gc && gc()")
    found["heap_megabytes"] = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
    found["nodes_drawn"] = page.evaluate("viewer.map.layout.boxes.length")
    page.context.close()
    path.unlink()
    return found


def stepped(page: Page, kind: str, turns: int) -> dict[str, float]:
    """What steps of a kind take, by the clock and of the processor."""
    spent = main_thread(page)
    before = spent()
    found: dict[str, float] = page.evaluate(STEPS, [kind, turns])
    return {"processor": 1000 * (spent() - before) / turns, **found}


def main_thread(page: Page) -> Callable[[], float]:
    """A function that returns the processor time of the page's main thread in seconds."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    return spent


def service_times(address: str) -> dict[str, Any]:
    """Seconds from a request to its answer: the first one, and long documents."""
    found = {"first_request": timed(address, "The sea rises. Cities build walls. Walls cost money.")}
    for sentences in (5_000, 30_000):
        chance = random.Random(7)
        text = "\n\n".join(
            " ".join(" ".join(chance.choices(WORDS, k=12)).capitalize() + "." for _ in range(6))
            for _ in range(sentences // 6)
        )
        found[f"{sentences}_sentences"] = timed(address, text)
    return found


def timed(address: str, text: str) -> float:
    """Seconds until the map of a text is there."""
    request = urllib.request.Request(f"{address}/api/v1/maps?nodes=2000", data=text.encode())
    start = time.perf_counter()
    with urllib.request.urlopen(request) as answer:
        answer.read()
    return time.perf_counter() - start


def rounded(value: Any) -> Any:
    """The figures with two decimals."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return round(value, 2) if isinstance(value, float) else value


if __name__ == "__main__":
    main()
