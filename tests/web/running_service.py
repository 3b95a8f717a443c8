"""A running service, as `mindgist serve` starts it."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from mindgist.web.app import server


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    listening = socket.create_server(("127.0.0.1", 0))
    running = server()
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    while not running.started:
        time.sleep(0.02)
    yield f"http://localhost:{listening.getsockname()[1]}"
    running.should_exit = True
    thread.join()
    listening.close()
