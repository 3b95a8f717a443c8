"""The service under load: ``python benchmarks/load.py`` records the results.

1,000 documents from 64 clients, which retry after a 503; health and memory are checked meanwhile. Then the same for
30 s while a worker is killed every second. Every answer is checked against its document.

``--mixed MINUTES`` instead sends small, long and hostile documents from 32 clients, some of which hang up, while a
worker is killed every 20 s; it records the results, and the memory over time as a graph.
"""

import argparse
import http.client
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from measure import record

_SERVE = "from mindgist.shell.cli import main; main()"
_TRIES = 20


def document(number: int) -> str:
    """A text of some forty sentences that no other number has."""
    return " ".join(
        f"Harbour {number} built wall {part} in the year {1900 + part}. It cost {number + part} million."
        for part in range(20)
    )


def asked(address: str, number: int, outcomes: "Counter[str]") -> bool:
    """Whether the map of a document is right. Retries after a 503."""
    request = urllib.request.Request(f"{address}api/v1/maps", document(number).encode(), {"Content-Type": "text/plain"})
    for _ in range(_TRIES):
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                content = json.load(answer)
                outcomes["answered"] += 1
                return content["document"]["text"] == document(number) and len(content["nodes"]) >= 40
        except urllib.error.HTTPError as error:
            outcomes[f"status {error.code}"] += 1
            if error.code != 503:
                return False
            time.sleep(min(5.0, float(error.headers.get("Retry-After", "1"))))
    return False


def under_load(address: str, service: int, count: int, clients: int, killing: bool) -> dict[str, Any]:
    """Send documents from several clients at once and count the results."""
    outcomes: Counter[str] = Counter()
    health: list[float] = []
    memory: list[float] = []
    killed: list[int] = []
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.2):
            started = time.monotonic()
            with urllib.request.urlopen(f"{address}api/v1/health", timeout=60):
                health.append(time.monotonic() - started)
            memory.append(sum(map(resident, [service, *children(service)])))

    def kill() -> None:
        while killing and not over.wait(1.0) and len(killed) < 30:
            with suppress(OSError, IndexError):
                victim = children(service)[len(killed) % 2]
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

    watchers = [threading.Thread(target=watch), threading.Thread(target=kill)]
    for watcher in watchers:
        watcher.start()
    started = time.monotonic()
    with ThreadPoolExecutor(clients) as pool:
        right = sum(pool.map(lambda number: asked(address, number, outcomes), range(count)))
    seconds = time.monotonic() - started
    over.set()
    for watcher in watchers:
        watcher.join()
    return {
        "documents": count, "clients": clients, "right": right, "outcomes": dict(outcomes), "killed": len(killed),
        "seconds by the clock": round(seconds, 1), "slowest health answer": round(max(health), 3),
        "most memory, MB": round(max(memory)), "memory at the end, MB": round(memory[-1]),
    }  # fmt: skip


def mixed(address: str, service: int, minutes: float) -> dict[str, Any]:
    """Small, long, hostile and abandoned requests from 32 clients, with kills; every answer is checked."""
    outcomes: Counter[str] = Counter()
    health: list[float] = []
    memory: list[float] = []
    over = threading.Event()
    started = time.monotonic()

    def send(client: int) -> None:
        number = client
        while not over.is_set():
            number += 32
            kind = ("small", "small", "long", "hostile", "abandoned", "hostile", "small")[number % 7]
            outcomes[f"{kind}: {send_one(address, kind, number)}"] += 1

    def watch() -> None:
        while not over.wait(5):
            at = time.monotonic()
            with urllib.request.urlopen(f"{address}api/v1/health", timeout=60):
                health.append(time.monotonic() - at)
            memory.append(round(sum(map(resident, [service, *children(service)]))))
            if len(memory) % 4 == 0:
                with suppress(OSError, IndexError):
                    os.kill(children(service)[len(memory) % 2], signal.SIGKILL)
                    outcomes["workers killed"] += 1

    with ThreadPoolExecutor(33) as pool:
        done = [pool.submit(watch), *(pool.submit(send, client) for client in range(32))]
        time.sleep(max(0, started + 60 * minutes - time.monotonic()))
        over.set()
    for one in done:
        one.result()
    half = len(memory) // 2
    return {
        "minutes": round((time.monotonic() - started) / 60, 1), "outcomes": dict(sorted(outcomes.items())),
        "slowest health answer": round(max(health), 3), "megabytes every 5 s": memory,
        "most memory of the first and second half, MB": [max(memory[:half]), max(memory[half:])],
    }  # fmt: skip


def send_one(address: str, kind: str, number: int) -> str:
    """Send one request; what has become of it in a word."""
    content, media_type = document(number).encode(), "text/plain"
    if kind == "long":
        content = "\n\n".join(document(1000 * number + part) for part in range(50)).encode()
    elif kind == "hostile":
        content, media_type = HOSTILE[number % len(HOSTILE)]
    if kind == "abandoned":
        host, _, port = address.removeprefix("http://").strip("/").partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as connection:
            head = f"POST /api/v1/maps HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(content)}\r\n\r\n"
            connection.sendall(head.encode() + content[: number % len(content)])
        return "hung up"
    request = urllib.request.Request(f"{address}api/v1/maps", content, {"Content-Type": media_type})
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            found = json.load(answer)
        return "right" if kind == "hostile" or found["document"]["text"] == content.decode() else "WRONG"
    except urllib.error.HTTPError as error:
        said = json.load(error).get("error", "")
        return f"status {error.code}" if said and error.code != 500 else "LOST"
    except (OSError, ValueError, http.client.HTTPException) as error:
        return f"LOST, {type(error).__name__}"


def draw(memory: list[int]) -> str:
    """A graph of the memory: a step to the right is 5 s, and the top is 1 GB."""
    points = " ".join(f"{4 * at},{200 - value / 5:.0f}" for at, value in enumerate(memory))
    size = f'width="{4 * len(memory)}" height="200"'
    title = f'<text x="4" y="12" font-size="11">1 GB, {len(memory) / 12:.0f} minutes</text>'
    line = f'<polyline points="{points}" fill="none" stroke="#2456c9"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {size} fill="white"/>{title}{line}</svg>\n'


def packed(name: str, content: bytes, method: int) -> bytes:
    """A zip archive of one member."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(name, content)
    return file.getvalue()


HOSTILE = (
    (packed("word/document.xml", b"<" * 60_000_000, zipfile.ZIP_DEFLATED), "application/octet-stream"),
    (packed("word/document.xml", b" " * 60_000_000, zipfile.ZIP_LZMA), "application/octet-stream"),
    (b"--x\r\n\r\n" + b"-" * 2_000_000, "multipart/form-data; boundary=x; charset=punycode"),
    (b"- a\n" * 300_000, "text/markdown"),
    (b"<html>" + b"<div>" * 200_000, "text/html"),
    (b"%PDF-1.4\n" + b"1 0 obj" * 1000, "application/pdf"),
    (b'{"text":' + b"[" * 100_000, "application/json"),
    (b"\x00\xff" * 1000, "text/plain"),
)


def children(process: int) -> list[int]:
    """The child processes of a process (Linux)."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):
            found += map(int, (task / "children").read_text().split())
    return found


def resident(process: int) -> float:
    """Megabytes of memory that a process holds."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError):
        return 0.0


def main() -> None:
    """The command."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--documents", type=int, default=1000)
    options.add_argument("--clients", type=int, default=64)
    options.add_argument("--mixed", type=float, metavar="MINUTES")
    chosen = options.parse_args()
    with subprocess.Popen(
        [sys.executable, "-c", _SERVE, "serve", "--no-browser", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as service:
        assert service.stdout
        address = re.search(r"http://\S+/", service.stdout.readline())
        assert address
        with urllib.request.urlopen(f"{address[0]}api/v1/health", timeout=120):
            pass
        if chosen.mixed:
            result = mixed(address[0], service.pid, chosen.mixed)
            print(result, flush=True)
            path = record("mixed-load", result)
            path.with_suffix(".svg").write_text(draw(result["megabytes every 5 s"]), encoding="utf-8")
            service.terminate()
            sys.exit(any("LOST" in name or "WRONG" in name for name in result["outcomes"]))
        found = {"load": under_load(address[0], service.pid, chosen.documents, chosen.clients, killing=False)}
        print(found["load"], flush=True)
        found["kills"] = under_load(address[0], service.pid, chosen.documents, chosen.clients, killing=True)
        print(found["kills"], flush=True)
        workers = children(service.pid)
        service.kill()
        service.wait()
        time.sleep(3)
        left = [worker for worker in workers if Path(f"/proc/{worker}").exists()]
    record("load", found | {"workers left after kill -9": len(left)})
    sys.exit(any(one["right"] != chosen.documents for one in found.values()) or bool(left))


if __name__ == "__main__":
    main()
