import asyncio
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send

from mindgist.web.app import create_app
from mindgist.web.guard import Guard, Settings


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(max_body=1000, hosts=("maps.example",))
    with TestClient(create_app(settings), base_url="http://localhost:8000") as client:
        yield client


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8000", "127.0.0.1:9", "[::1]:8000", "192.168.1.7", "maps.example"]
)
def test_known_hosts(client: TestClient, host: str) -> None:
    assert client.get("/api/v1/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8000", "", "[::1", "a@b"]
)
def test_unknown_hosts_are_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/v1/health", headers={"Host": host})
    assert answer.status_code == 421
    assert "--allow-host" in answer.json()["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_other_sites_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/v1/maps", content=b"A sentence.", headers=headers)
    assert answer.status_code == 403
    assert "error" in answer.json()


def test_the_page_itself_is_not_refused(client: TestClient) -> None:
    headers = {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/v1/maps", content=b"A sentence.", headers=headers).status_code == 200


def test_a_content_length_over_the_limit_is_refused(client: TestClient) -> None:
    answer = client.post("/api/v1/maps", content=b"a" * 1001)
    assert answer.status_code == 413
    assert "0.001 MB" in answer.json()["error"]


@pytest.mark.parametrize("path", ["/api/v1/maps", "/api/v1/exports/json"])
@pytest.mark.parametrize("media_type", ["text/plain", "application/json", "multipart/form-data; boundary=b"])
def test_a_body_without_content_length_is_counted(client: TestClient, path: str, media_type: str) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        for _ in range(20):
            yield b"a" * 100

    answer = client.post(path, content=pieces(), headers={"Content-Type": media_type})
    assert answer.status_code == 413


def test_refusals_have_security_headers(client: TestClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_many_large_bodies_are_refused_for_a_while() -> None:
    with TestClient(create_app(Settings(workers=1, max_total_bodies=100)), base_url="http://localhost") as client:
        answer = client.post("/api/v1/maps", content=b"The tide rises. " * 10)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert "too many large documents" in answer.json()["error"]


def test_a_body_that_does_not_arrive_is_given_up() -> None:
    statuses: list[int] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await receive()
        except HTTPException as refused:
            statuses.append(refused.status_code)

    async def never() -> Message:
        await asyncio.sleep(60)
        return {}

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"host", b"localhost")]}
    asyncio.run(Guard(app, Settings(seconds=0.1))(scope, never, never))  # type: ignore[arg-type]
    assert statuses == [408]
