import json
import socket
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from ramify.web import server as web_server


def test_many_clients_at_once_are_all_answered(service: str) -> None:
    def ask(number: int) -> bool:
        text = f"Harbour {number} has a wall. The wall costs {number} million. Nobody pays for the wall."
        request = urllib.request.Request(f"{service}/api/v1/maps", text.encode(), {"Content-Type": "text/plain"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return f"Harbour {number} " in json.load(answer)["document"]["text"]

    with ThreadPoolExecutor(100) as clients:
        assert all(clients.map(ask, range(100)))


def test_clients_that_never_finish_their_header_are_given_up(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "SECONDS_FOR_A_HEADER", 1.0)
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
                one.sendall(b"l")  # a byte now and then does not buy more time
        for one in silent:
            one.settimeout(60)
            assert _is_closed(one)


def _is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
