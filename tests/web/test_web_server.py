import json
import socket
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx2
import pytest

from mindgist.web import app as web_server


def test_many_clients_at_once_are_all_answered(service: str) -> None:
    def ask(number: int) -> bool:
        text = f"Harbour {number} has a wall. The wall costs {number} million. Nobody pays for the wall."
        request = urllib.request.Request(f"{service}/api/v1/maps", text.encode(), {"Content-Type": "text/plain"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return f"Harbour {number} " in json.load(answer)["document"]["text"]

    with ThreadPoolExecutor(100) as clients:
        assert all(clients.map(ask, range(100)))


def test_clients_that_never_finish_their_header_are_disconnected(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "HEADER_SECONDS", 1.0)
    host, port = service.removeprefix("http://").split(":")
    with ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(50)]
        dripping = silent[:25]
        for one in dripping:
            one.sendall(b"GET /api/v1/hea")
        with urllib.request.urlopen(f"{service}/api/v1/health", timeout=60) as answer:
            assert answer.status == 200
        for _ in range(5):
            time.sleep(0.1)
            for one in dripping:
                one.sendall(b"l")  # further bytes do not extend the time limit
        for one in silent:
            one.settimeout(60)
            assert _is_closed(one)


def test_a_client_that_never_reads_its_answer_is_disconnected(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "READ_SECONDS", 0.5)
    host, port = service.removeprefix("http://").split(":")
    long = f"The tide rises. {'x' * 4_000_000}\n\nIt falls. {'y' * 4_000_000}".encode()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(120)
        connection.connect((host, int(port)))
        header = f"POST /api/v1/maps HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: {len(long)}\r\n\r\n"
        connection.sendall(header.encode() + long)
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        time.sleep(3)
        received = 0
        try:
            while piece := connection.recv(1_000_000):
                received += len(piece)
        except ConnectionResetError:
            pass
        assert received < len(long)
    with urllib.request.urlopen(f"{service}/api/v1/health", timeout=60) as answer:
        assert answer.status == 200


def _is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def connected(service: str) -> socket.socket:
    host, _, port = service.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=30)


def slow_text(number: int) -> bytes:
    """A text that takes the service some seconds."""
    return " ".join(f"The {word} of harbour {number} rises." for word in range(12_000)).encode()


def head(size: int, query: str = "", media_type: str = "text/plain") -> bytes:
    lines = [f"POST /api/v1/maps{query} HTTP/1.1", "Host: localhost", f"Content-Type: {media_type}"]
    return "\r\n".join([*lines, f"Content-Length: {size}", "", ""]).encode()


@pytest.mark.parametrize("charset", ["punycode", "idna", "uu", "rot13", "utf-7", "unicode_escape", "zlib", "nonsense"])
def test_the_encoding_that_a_form_names_is_not_used(service: str, charset: str) -> None:
    """A form of 9.8 MB in punycode blocked the service for 67 s; an invalid one was an error 500."""
    part = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    field, file = (
        (b"a", b"", b"-" * 3_000_000 + b"\xff"),
        (b"file", b'; filename="a.txt"', b"The tide rises. It falls."),
    )
    body = part % field + part % file + b"--x--\r\n"
    started = time.monotonic()
    with connected(service) as connection:
        connection.sendall(head(len(body), media_type=f"multipart/form-data; boundary=x; charset={charset}") + body)
        while httpx2.get(f"{service}/api/v1/health").status_code == 200 and time.monotonic() - started < 1:
            pass
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
    assert time.monotonic() - started < 15


@pytest.mark.parametrize("query", ["", "?progress=true"])
def test_what_nobody_waits_for_is_not_done(service: str, query: str) -> None:
    """After 20 closed connections the next one waited 100 s."""
    for number in range(20):
        content = slow_text(number)
        with connected(service) as connection:
            connection.sendall(head(len(content), query) + content)
            time.sleep(0.05)
    started = time.monotonic()
    answer = httpx2.post(f"{service}/api/v1/maps", content=b"The tide rises. It falls.", timeout=60)
    assert answer.status_code == 200
    assert time.monotonic() - started < 30


def test_an_aborted_upload_leaves_no_traceback(service: str, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        with connected(service) as connection:
            connection.sendall(head(1_000_000) + b"The tide")
    assert httpx2.get(f"{service}/api/v1/health").status_code == 200
    time.sleep(0.5)
    served = [record for record in caplog.records if record.name.startswith(("uvicorn", "asyncio", "mindgist"))]
    assert not [record for record in served if record.exc_info or record.levelname == "ERROR"]
