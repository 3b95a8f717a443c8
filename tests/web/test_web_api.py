import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

import mindgist
from conftest import EXAMPLES as SHIPPED_EXAMPLES
from mindgist.document.kinds import titles
from mindgist.export import FORMATS
from mindgist.export.json import from_json
from mindgist.web.app import create_app
from mindgist.web.page_files import EXAMPLES


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url="http://localhost") as client:
        yield client


@pytest.fixture(scope="module")
def harbour_map(client: TestClient, harbour_text: str) -> dict[str, Any]:
    answer = client.post("/api/v1/maps", content=harbour_text.encode())
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_health_answers_with_the_version(client: TestClient) -> None:
    assert client.get("/api/v1/health").json() == {"status": "ok", "version": mindgist.__version__}


def test_a_map_has_every_sentence_and_every_prefix_is_a_tree(harbour_map: dict[str, Any], harbour_text: str) -> None:
    nodes, document = harbour_map["nodes"], harbour_map["document"]
    assert sorted(node["sentence"] for node in nodes[1:]) == list(range(len(document["sentences"])))
    assert (nodes[0]["text"], nodes[0]["sentence"]) == (harbour_map["title"], None)
    assert all(node["parent"] is None or node["parent"] < place for place, node in enumerate(nodes))
    assert document["text"] == harbour_text
    assert harbour_map["title"] == "Harbour town votes to let the sea back in"
    assert harbour_map["size"] == 17
    for node in nodes:
        assert document["text"][node["start"] : node["end"]] == node["text"]
    heading, *paragraphs = document["blocks"]
    assert heading == {"heading": {"level": 1, "start": 0, "end": 41}}
    covered = [place for block in paragraphs for place in range(block["first"], block["last"] + 1)]
    assert covered == list(range(len(document["sentences"])))


def test_the_three_ways_to_send_a_document_agree(
    client: TestClient, harbour_map: dict[str, Any], harbour_text: str
) -> None:
    as_json = client.post("/api/v1/maps", json={"text": harbour_text})
    as_form = client.post("/api/v1/maps", files={"file": ("harbour.txt", harbour_text.encode(), "text/plain")})
    assert as_json.json() == as_form.json() == harbour_map


def lines_of(client: TestClient, content: bytes) -> list[dict[str, Any]]:
    answer = client.post("/api/v1/maps?progress=true&nodes=500", content=content)
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_progress_comes_line_by_line_and_ends_with_the_map(
    client: TestClient, harbour_map: dict[str, Any], harbour_text: str
) -> None:
    *stages, last = lines_of(client, harbour_text.encode())
    assert last == {"map": harbour_map}
    assert [line["stage"] for line in stages] == ["reading", "mapping", "mapping", "writing"]
    assert [line["done"] for line in stages if "done" in line] == [0, 1]


def test_a_long_document_gets_a_quick_first_map(client: TestClient) -> None:
    text = " ".join(f"Sentence number {place} tells of the sea, the wall and the town." for place in range(1600))
    lines = lines_of(client, text.encode())
    kinds = [next(iter(line)) for line in lines]
    first = kinds.index("first")
    assert kinds[-1] == "map"
    assert 5 < len(lines[first]["first"]["nodes"]) <= 40
    shares = [line["done"] for line in lines if line.get("stage") == "mapping"]
    assert shares == sorted(shares)
    assert len(shares) > 5


def test_an_error_is_the_last_line(client: TestClient) -> None:
    assert "binary" in lines_of(client, b"\x00\x01\x02" * 99)[-1]["error"]


def test_options_reach_the_mapper(client: TestClient) -> None:
    text = b"One thing is said. Another is said. A third is said. A fourth is said."
    answer = client.post("/api/v1/maps?graph=lead&tree=star&nodes=3", content=text).json()
    assert [node["sentence"] for node in answer["nodes"]] == [0, 1, 2]
    assert [node["parent"] for node in answer["nodes"]] == [None, 0, 0]


def test_markdown_is_recognised_by_media_type_or_name(client: TestClient) -> None:
    source = b"Fore word here.\n\nFirst part\n==========\n\nThe *sea* rises. Walls cost money."
    for answer in (
        client.post("/api/v1/maps", content=source, headers={"Content-Type": "text/markdown"}),
        client.post("/api/v1/maps", files={"file": ("notes.md", source)}),
    ):
        document = answer.json()["document"]
        assert document["blocks"][1]["heading"] == {"level": 1, "start": 17, "end": 27}
        assert [place.get("plain") for place in document["sentences"]] == [None, "The sea rises.", None]


@pytest.mark.parametrize("ending", FORMATS)
def test_a_map_is_exported_in_every_format(client: TestClient, harbour_map: dict[str, Any], ending: str) -> None:
    answer = client.post(f"/api/v1/exports/{ending[1:]}", json=harbour_map)
    assert answer.status_code == 200, answer.text[:300]
    assert answer.headers["content-type"].startswith(FORMATS[ending].media_type)
    suffix = FORMATS[ending].suffix or ending
    assert f'filename="Harbour-town-votes-to-let-the-sea-back-in{suffix}"' in answer.headers["content-disposition"]
    assert "sandbox" in answer.headers["content-security-policy"]
    assert len(answer.content) > 200


def test_formats_lists_the_table_of_formats(client: TestClient) -> None:
    listed = client.get("/api/v1/formats").json()
    assert [form["ending"] for form in listed] == list(FORMATS)


def test_an_edited_map_is_cut_to_its_size_and_exported(client: TestClient, harbour_map: dict[str, Any]) -> None:
    own = {"parent": 0, "text": "My own idea", "snippet": "idea", "start": None, "end": None}
    edited = harbour_map | {
        "nodes": [harbour_map["nodes"][0] | {"text": "Edited"}, own, harbour_map["nodes"][1]],
        "size": 2,
    }
    answer = client.post("/api/v1/exports/json", json=edited)
    assert [node.text for node in from_json(answer.content).nodes] == ["Edited", "My own idea"]


def test_html_keeps_everything_for_the_slider(client: TestClient, harbour_map: dict[str, Any]) -> None:
    page = client.post("/api/v1/exports/html", json=harbour_map | {"size": 5}).text
    data = page.partition('id="map-data">')[2].partition("</script>")[0]
    assert len(json.loads(data)["nodes"]) == len(harbour_map["nodes"])
    assert json.loads(data)["size"] == 5


def test_file_names_contain_only_words(client: TestClient) -> None:
    title = '../../etc/passwd"\r\nSet-Cookie: a=b; ünï €'
    body = {"title": title, "nodes": [{"parent": None, "text": "One."}]}
    disposition = client.post("/api/v1/exports/txt", json=body).headers["content-disposition"]
    assert disposition == (
        'attachment; filename="etc-passwd-Set-Cookie-a-b-n.txt"; '
        "filename*=UTF-8''etc-passwd-Set-Cookie-a-b-%C3%BCn%C3%AF.txt"
    )


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/v1/maps", b"", 422, "blank"),
        ("/api/v1/maps", b"\x00\x01\x02\x03", 422, "binary"),
        ("/api/v1/maps?graph=nonsense", b"A sentence.", 422, "there is no graph 'nonsense'"),
        ("/api/v1/maps?nodes=0", b"A sentence.", 422, "nodes"),
        ("/api/v1/maps?seed=x", b"A sentence.", 422, "seed"),
        ("/api/v1/exports/docx", b'{"nodes": [{"parent": null, "text": "One."}]}', 404, "/api/v1/formats"),
        ("/api/v1/exports/json", b"no json", 422, "JSON"),
        ("/api/v1/exports/json", b'{"nodes": []}', 422, "nodes"),
        ("/api/v1/exports/json", b'{"nodes": [{"parent": 0, "text": "One."}]}', 422, "parents come first"),
        (
            "/api/v1/exports/json",
            b'{"nodes": [{"parent": null}]}',
            422,
            "node 0 of the map is not in the form of docs/map-format.md: it lacks 'text'",
        ),
        ("/api/v1/exports/json", b'{"nodes": [{"parent": null, "text": "\\ud800"}]}', 422, "text"),
        ("/api/v1/nothing", b"", 404, "Not Found"),
    ],
)
def test_errors_are_json_with_a_message(client: TestClient, path: str, body: bytes, status: int, words: str) -> None:
    media_type = "application/json" if "exports" in path else "application/octet-stream"
    answer = client.post(path, content=body, headers={"Content-Type": media_type})
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    assert words in answer.json()["error"]


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"text": 5}', b"[" * 100_000])
def test_json_without_a_text(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/v1/maps", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert '{"text": "…"}' in answer.json()["error"]


def test_a_form_without_a_file(client: TestClient) -> None:
    answer = client.post("/api/v1/maps", files={"other": ("a.txt", b"A sentence.")})
    assert answer.status_code == 422
    assert "'file'" in answer.json()["error"]


def test_a_wrong_method_is_a_json_error(client: TestClient) -> None:
    answer = client.get("/api/v1/maps")
    assert answer.status_code == 405
    assert answer.json() == {"error": "Method Not Allowed"}


def test_openapi_describes_all_body_types_and_errors(client: TestClient) -> None:
    description = client.get("/api/openapi.json").json()
    make_map = description["paths"]["/api/v1/maps"]["post"]
    ways = {"application/octet-stream", "application/json", "multipart/form-data"}
    assert set(make_map["requestBody"]["content"]) == ways
    assert {"200", "413", "422", "503", "504"} <= set(make_map["responses"])
    assert set(description["paths"]) == {
        "/api/v1/health", "/api/v1/formats", "/api/v1/systems", "/api/v1/maps", "/api/v1/exports/{format}"
    }  # fmt: skip


@pytest.fixture
def base(client: TestClient) -> str:
    """The path of the page's files, which changes with their content."""
    return client.get("/").text.partition('<script src="')[2].partition("/page.js")[0]


def test_page_files_have_security_headers_and_caching(client: TestClient, base: str) -> None:
    files = ("page.js", "page.css", "fonts/OpenSans-Regular.woff2")
    for path in ("/", "/api/docs", *(f"{base}/{name}" for name in files)):
        answer = client.get(path)
        assert answer.headers["cache-control"].endswith("immutable" if path.startswith(base) else "no-cache")
        assert answer.status_code == 200, path
        assert "script-src 'self';" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in answer.headers
        assert client.get(path, headers={"Accept-Encoding": "identity"}).content == answer.content


def test_the_page_lists_all_kinds_of_documents(client: TestClient, base: str) -> None:
    assert f'"Reads {titles()}. ' in client.get(f"{base}/page.js").text


def test_no_page_loads_files_from_other_hosts(client: TestClient, base: str) -> None:
    files = ("page.js", "docs.js", "page.css")
    for path in ("/", "/api/docs", *(f"{base}/{name}" for name in files)):
        hosts = set(re.findall(r"//\w[\w-]*(?:\.[\w-]+)+", client.get(path).text))
        assert hosts <= {"//www.w3.org"}, path  # the namespace of SVG


@pytest.mark.parametrize(
    "path", ["/viewer/../app.py", "/viewer/%2e%2e/html.py", "/examples/../../../setup", "//etc/passwd"]
)
def test_unknown_paths_are_404(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_page_ships_the_example_unchanged(client: TestClient, base: str) -> None:
    assert client.get(f"{base}/examples/harbour.txt").content == (SHIPPED_EXAMPLES / "harbour.txt").read_bytes()
    for name in EXAMPLES:
        answer = client.post("/api/v1/maps", content=client.get(f"{base}/examples/{name}").content)
        assert len(answer.json()["nodes"]) > 20


@pytest.mark.parametrize(
    "head", ['<html><head><meta charset="iso-8859-7"></head>', '<?xml version="1.0" encoding="iso-8859-7"?><html>']
)
def test_a_text_in_json_is_not_decoded_again(client: TestClient, head: str) -> None:
    text = f"{head}<body><p>Die Straße ist naß. Walls cost money.</p></body></html>"
    nodes = client.post("/api/v1/maps", json={"text": text}).json()["nodes"]
    assert {node["text"] for node in nodes} == {"Die Straße ist naß.", "Walls cost money."}
