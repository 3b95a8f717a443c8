"""Exports in the programs that users open them with. Slow programs read all maps in one run."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import listparser
import opml
import pytest
import xmindparser
from playwright.sync_api import sync_playwright

import real_readers
from export.maps import HOSTILE, REMOTE, folded_map, hostile_map, linked_map, noted_map, plain_map
from mindgist.export import render, save
from mindgist.export.branch import Branch, centre_branch
from mindgist.mindmap import MindMap

TITLED = replace(plain_map(), title=" ".join(HOSTILE[:35]))
MAPS = {
    "titled": TITLED, "plain": plain_map(), "snippets": plain_map("snippets"), "hostile": hostile_map(),
    "noted": noted_map(),
}  # fmt: skip
MAPS["linked"] = replace(linked_map(), nodes=tuple(replace(node, folded=False) for node in linked_map().nodes))
SVG = "{http://www.w3.org/2000/svg}"
READERS = Path(__file__).parent / "readers"


def labels(mindmap: MindMap) -> list[tuple[int, str]]:
    return [(depth, branch.label) for depth, branch in centre_branch(mindmap).walk()]


def squeezed(text: str) -> str:
    """Return a text without spaces, to compare it with output that programs wrapped."""
    return "".join(text.split())


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every map in every format."""
    folder = tmp_path_factory.mktemp("maps")
    for name, mindmap in MAPS.items():
        for ending in (".mm", ".xmind", ".opml", ".md", ".puml", ".dot", ".svg", ".pdf"):
            save(mindmap, folder / f"{name}{ending}")
    return folder


def test_freeplane(saved: Path, tmp_path: Path) -> None:
    java = real_readers.program("java", "default-jdk-headless")
    home = real_readers.file("/usr/share/freeplane/freeplanelauncher.jar", "freeplane").parent
    classes = f"{home}/freeplanelauncher.jar:{home}/framework.jar"
    command = [java, "-Djava.awt.headless=true", "-Djava.security.manager=allow", "-cp", classes]
    files = [saved / f"{name}.mm" for name in MAPS]
    real_readers.run(*command, READERS / "ReadMaps.java", tmp_path / "out.txt", *files)
    lines = (tmp_path / "out.txt").read_text(encoding="utf-8").strip("\n").split("\n")
    rows = [line.split("\x1f") for line in lines]
    for place, mindmap in enumerate(MAPS.values()):
        found = [row for row in rows if row[0] == str(place)]
        guard = "\N{ZERO WIDTH SPACE}"
        assert [(int(row[1]), row[2].removeprefix(guard)) for row in found] == labels(mindmap)
        assert [row[3].removeprefix(guard) for row in found] == [row[2].removeprefix(guard) for row in found], (
            "a formula ran"
        )
    targets = {row[2]: row[6] for row in rows if row[0] == str(list(MAPS).index("linked")) and row[6]}
    assert targets == {"Left": "Right", "Leaf": "Left", "Inner": "Leaf"}
    notes = [row[4] for row in rows if row[0] == str(list(MAPS).index("noted"))]
    assert any("6*7 + 1" in note for note in notes)
    assert not any(re.search(r"<body>\s*(?:<p>)?\s*=", note) for note in notes), "a note is a formula"
    note, attributes = next((row[4], row[5]) for row in rows if row[0] == "1" and row[1] == "1")
    assert "Sentence 1, page 1, characters 8 to 30, score 0.81" in note
    assert attributes == "{rank=2, kind=sentence, score=0.8123, sentence=0, start=8, end=30, page=1}"


@pytest.mark.parametrize("name", MAPS)
def test_xmindparser(saved: Path, name: str) -> None:
    (sheet,) = xmindparser.xmind_to_dict(str(saved / f"{name}.xmind"))
    found, notes = [], []
    stack = [(0, sheet["topic"])]
    while stack:
        depth, topic = stack.pop()
        found.append((depth, topic["title"]))
        notes.append(topic.get("note"))
        stack += [(depth + 1, child) for child in reversed(topic.get("topics", []))]
    assert found == labels(MAPS[name])
    assert notes == [branch.note or None for _, branch in centre_branch(MAPS[name]).walk()]


@pytest.mark.parametrize("name", MAPS)
def test_opml(saved: Path, name: str) -> None:
    def walk(outline: opml.OutlineElement, depth: int) -> Iterator[tuple[int, str]]:
        yield depth, outline.text
        for child in outline:
            yield from walk(child, depth + 1)

    (centre,) = opml.parse(str(saved / f"{name}.opml"))
    assert list(walk(centre, 0)) == labels(MAPS[name])
    parsed = listparser.parse((saved / f"{name}.opml").read_bytes())
    assert not parsed.bozo
    assert parsed.meta.title == centre_branch(MAPS[name]).label


@pytest.mark.parametrize("name", MAPS)
def test_markmap(saved: Path, name: str) -> None:
    package = real_readers.node_package("markmap-lib")
    node = real_readers.program("node", "nodejs")
    printed = real_readers.run(node, READERS / "markmap.mjs", package, saved / f"{name}.md")
    result = json.loads(printed)

    def walk(branch: dict[str, object], depth: int) -> Iterator[tuple[int, str]]:
        yield depth, unescape(re.sub(r"<[^>]*>", "", str(branch["content"])))
        for child in branch["children"]:  # type: ignore[attr-defined]
            yield from walk(child, depth + 1)

    def outline(branch: Branch, depth: int) -> Iterator[tuple[int, str]]:
        return ((depth + below, found.label) for below, found in branch.walk())

    mindmap = MAPS[name]
    expected = list(outline(centre_branch(mindmap), 0))
    assert list(walk(result["root"], 0)) == expected
    assert not any(re.search(r"<(?!/?a\b)", line) for line in _contents(result["root"])), "markup came to life"


def test_markmap_folds(tmp_path: Path) -> None:
    save(folded_map(), tmp_path / "map.md")
    package, node = real_readers.node_package("markmap-lib"), real_readers.program("node", "nodejs")
    printed = real_readers.run(node, READERS / "markmap.mjs", package, tmp_path / "map.md").decode()
    assert re.findall(r'"content":"(\w+)"|"fold":1', printed).count("") == 2
    left = json.loads(printed)["root"]["children"][0]
    assert (left["content"], left["payload"]["fold"]) == ("Left", 1)


@pytest.mark.parametrize("name", MAPS)
def test_github_markdown_makes_no_links(saved: Path, name: str) -> None:
    script = real_readers.node_package("marked") / "lib" / "marked.esm.js"
    program = (
        "import {readFileSync} from 'node:fs'; const {marked} = await import(process.argv[1]);"
        "console.log(marked.parse(readFileSync(process.argv[2], 'utf8'), {gfm: true}))"
    )
    node = real_readers.program("node", "nodejs")
    command = (node, "--input-type=module", "-e", program, script.as_uri(), saved / f"{name}.md")
    page = real_readers.run(*command).decode().partition("<!-- mindgist:")[0]
    assert "<a " not in page
    assert "<img" not in page


def _contents(branch: dict[str, object]) -> Iterator[str]:
    yield str(branch["content"])
    for child in branch["children"]:  # type: ignore[attr-defined]
        yield from _contents(child)


def test_mermaid() -> None:
    script = real_readers.node_package("mermaid") / "dist" / "mermaid.min.js"
    chromium = real_readers.program("chromium")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        try:
            page = browser.new_page()
            asked: list[str] = []
            page.on("request", lambda request: asked.append(request.url))
            page.add_script_tag(path=str(script))
            page.evaluate("mermaid.initialize({startOnLoad: false, maxTextSize: 500000})")
            for name, mindmap in MAPS.items():
                drawn = page.evaluate(
                    """async ([name, source]) => {
                        const {svg} = await mermaid.render("map-" + name, source);
                        const holder = document.createElement("div");
                        holder.innerHTML = svg;
                        document.body.replaceChildren(holder);
                        const found = [...holder.querySelectorAll("g.mindmap-node, g.node")].map(g => g.textContent);
                        await new Promise((resolve) => setTimeout(resolve, 100));
                        return [found, holder.querySelectorAll("script, img").length, svg];
                    }""",
                    [name, render(mindmap, ".mmd").decode()],
                )
                texts, alive, svg = drawn
                assert not [address for address in asked if address.startswith("http")], "an address was fetched"
                assert REMOTE not in svg.partition("</style>")[0], "a directive was obeyed"
                assert sorted(map(squeezed, texts)) == sorted(squeezed(label) for _, label in labels(mindmap))
                assert alive == 0
        finally:
            browser.close()


def test_plantuml(saved: Path, tmp_path: Path) -> None:
    plantuml = real_readers.program("plantuml")
    printed = real_readers.run(plantuml, "-charset", "UTF-8", "-syntax", stdin=(saved / "hostile.puml").read_bytes())
    assert printed.decode().split()[0] == "MINDMAP", printed
    files = [saved / f"{name}.puml" for name in MAPS]
    real_readers.run(plantuml, "-charset", "UTF-8", "-tsvg", "-o", tmp_path, *files)
    for name, mindmap in MAPS.items():
        drawn = ElementTree.parse(tmp_path / f"{name}.svg")
        texts = [element.text or "" for element in drawn.iter(f"{SVG}text")]
        shown = squeezed("".join(texts))
        missing = [label for _, label in labels(mindmap) if squeezed(label) not in shown]
        assert not missing


def test_graphviz(saved: Path) -> None:
    dot = real_readers.program("dot", "graphviz")
    for name, mindmap in MAPS.items():
        read = json.loads(real_readers.run(dot, "-Tdot_json", saved / f"{name}.dot"))
        found = {entry["name"]: entry for entry in read["objects"]}
        for _, branch in centre_branch(mindmap).walk():
            assert {key: found[branch.key][key] for key in ("rank", "score") if key in branch.details} == {
                key: str(branch.details[key]) for key in ("rank", "score") if key in branch.details
            }
        edges = {(read["objects"][e["tail"]]["name"], read["objects"][e["head"]]["name"]) for e in read["edges"]}
        links = {(f"n{link.source}", f"n{link.target}") for link in mindmap.links}
        branches = [branch for _, branch in centre_branch(mindmap).walk()]
        assert edges == links | {(branch.key, child.key) for branch in branches for child in branch.children}
        shown: dict[str, str] = {}
        drawn = ElementTree.fromstring(real_readers.run(dot, "-Tsvg", saved / f"{name}.dot"))
        for group in drawn.iter(f"{SVG}g"):
            if group.get("class") == "node":
                texts = "".join(element.text or "" for element in group.iter(f"{SVG}text"))
                shown[str(group.findtext(f"{SVG}title"))] = squeezed(texts)
        assert shown == {branch.key: squeezed(branch.label) for _, branch in centre_branch(mindmap).walk()}


def test_librsvg(saved: Path, tmp_path: Path) -> None:
    convert = real_readers.program("rsvg-convert", "librsvg2-bin")
    for name in MAPS:
        real_readers.run(convert, saved / f"{name}.svg", "-o", tmp_path / "map.png")
        assert (tmp_path / "map.png").stat().st_size > 5000


def test_poppler(saved: Path, tmp_path: Path) -> None:
    text = real_readers.program("pdftotext", "poppler-utils")
    for name, mindmap in MAPS.items():
        file = saved / f"{name}.pdf"
        printed = real_readers.run("pdfinfo", file).decode()
        assert re.search(r"^Pages: +1$", printed, re.MULTILINE)
        assert "JavaScript:      no" in printed
        fonts = real_readers.run("pdffonts", file).decode().splitlines()[2:]
        assert all(line.split()[4:7] == ["yes", "no", "yes"] for line in fonts), "embedded, whole, searchable"
        shown = squeezed(real_readers.run(text, file, "-").decode())
        ascii_labels = [label for _, label in labels(mindmap) if label.isascii() and len(label) < 600]
        assert not [label for label in ascii_labels if squeezed(label) not in shown]
        real_readers.run("pdftoppm", "-r", "40", "-png", file, tmp_path / "page")


def test_poppler_finds_right_to_left_text(tmp_path: Path) -> None:
    label = "الجيل الذي سعى النظام لتدجينه طوال 300 عقود في New York هو"
    save(MindMap(None, (replace(plain_map().nodes[0], text=label),)), tmp_path / "map.pdf")
    text = real_readers.program("pdftotext", "poppler-utils")
    shown = re.sub(r"[\u202a-\u202e]", "", real_readers.run(text, tmp_path / "map.pdf", "-").decode())
    assert squeezed(shown) == squeezed(label)
    dashed = tmp_path / "linked.pdf"
    save(MAPS["linked"], dashed)
    drawn = real_readers.run("pdftocairo", "-svg", dashed, "-").decode()
    assert drawn.count("stroke-dasharray") == len(MAPS["linked"].links)
