import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from click.testing import CliRunner

from mindgist.document import fetch as fetching
from mindgist.document.fetch import fetch
from mindgist.errors import DocumentError
from mindgist.shell.cli import main

PAGE = "<html><head><title>Ebbe</title></head><body><p>Die Flut steigt täglich. Sie fällt.</p></body></html>"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
            self.end_headers()
        elif self.path == "/page.html":
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=iso-8859-1")
            self.end_headers()
            self.wfile.write(PAGE.encode("iso-8859-1"))
        elif self.path == "/large":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(bytes(2_000_000))
        elif self.path.startswith("/charset/"):
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; charset=" + self.path.removeprefix("/charset/"))
            self.end_headers()
            self.wfile.write("Die Flut steigt täglich. Sie fällt wieder.".encode())
        elif self.path == "/reason":
            self.send_response_only(500, "\x1b[31mred\x07")
            self.end_headers()
        elif self.path == "/drip":
            self.send_response(200)
            self.end_headers()
            self._drip()
        elif self.path == "/silence":
            time.sleep(2)
        elif self.path == "/drip-header":
            self._drip()
        else:
            self.send_error(404)

    def _drip(self) -> None:
        with suppress(OSError):
            for _ in range(200):
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.05)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_page_is_fetched_and_mapped(address: str) -> None:
    result = CliRunner().invoke(main, ["map", f"{address}/page.html"])
    assert result.exit_code == 0, result.output
    assert "Die Flut steigt täglich" in result.output


def test_redirects_are_followed_a_few_times(address: str) -> None:
    assert b"Flut" in fetch(f"{address}/to//page.html").content
    with pytest.raises(DocumentError, match=r"cannot reach|refuses"):
        fetch(f"{address}/to/" + "/to/" * 8 + "/page.html")


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://example.org/x", "data:text/plain,x"])
def test_redirects_stay_on_the_web(address: str, target: str) -> None:
    with pytest.raises(DocumentError, match=r"addresses only|is not allowed"):  # not that it cannot be reached
        fetch(f"{address}/to/{target}")


def test_downloads_that_are_too_large_are_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MAX_BYTES", 1_000_000)
    with pytest.raises(DocumentError, match="larger than"):
        fetch(f"{address}/large")


def test_errors_say_what_was_tried(address: str) -> None:
    with pytest.raises(DocumentError, match="404"):
        fetch(f"{address}/missing")
    with pytest.raises(DocumentError, match="cannot reach"):
        fetch("http://127.0.0.1:9/nothing")


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/x", "http://", "http://[", "javascript://x"])
def test_only_web_addresses(url: str) -> None:
    result = CliRunner().invoke(main, ["map", url])
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")


@pytest.mark.parametrize("charset", ["punycode", "idna", "unicode_escape", "rot13", "no-such", "%00", "utf-8"])
def test_unusual_stated_encodings_are_ignored(address: str, charset: str) -> None:
    result = CliRunner().invoke(main, ["map", f"{address}/charset/{charset}"])
    assert result.exit_code == 0, result.output
    assert "Die Flut steigt täglich" in result.output


def test_control_characters_from_a_server_are_not_printed(address: str) -> None:
    result = CliRunner().invoke(main, ["map", f"{address}/reason"])
    assert result.exit_code == 1
    assert "red" in result.output
    assert not {"\x1b", "\x07"} & set(result.output)


@pytest.mark.parametrize("path", ["drip", "drip-header"])
def test_a_download_that_is_too_slow_is_given_up(address: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MAX_SECONDS", 0.5)  # the server keeps dripping for ten seconds
    with pytest.raises(DocumentError, match="took longer"):
        fetch(f"{address}/{path}")


def test_a_silent_server_is_given_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MAX_SILENCE", 0.2)
    with pytest.raises(DocumentError, match="timed out"):
        fetch(f"{address}/silence")
