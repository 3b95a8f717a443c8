import json
import socket
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from mindgist.web import server as web_server


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
    long = f"The tide rises. {'x' * 8_000_000}".encode()
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
