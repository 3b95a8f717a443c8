"""A running service, as `ramify serve` starts it."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from ramify.web.app import create_app


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://localhost:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listening.close()
