import json
import re
from itertools import product
from pathlib import Path

import pytest

from export.contrast import contrast
from mindgist.document import Document, read_text
from mindgist.export import load_map, save
from mindgist.export.html import FONTS, MODULES, STYLES, document_content, html_page, map_content, to_html, viewer_file
from mindgist.mapper import MindMapper, map_document


def test_html_is_one_file_that_loads_nothing(harbour: Document) -> None:
    page = to_html(map_document(harbour), harbour)
    assert re.findall(r"<(?:script|link|img|iframe)[^>]*\b(?:src|href)=[^>]*>", page) == []
    assert "default-src 'none'" in page
    assert page.count("<script") == page.count("</script>") == 2


def test_data_cannot_close_its_script_element() -> None:
    content = map_content(map_document("One is said. Two is said.")) | {"title": "</script><!--<script>"}
    data = html_page(content).partition('id="map-data">')[2].partition("</script>")[0]
    assert "<" not in data
    assert "\\u003c/script>\\u003c!--\\u003cscript>" in data


def test_a_lone_surrogate_is_replaced() -> None:
    content = map_content(map_document("One is said. Two is said.")) | {"title": "half \ud800 character"}
    assert "half ? character" in html_page(content)


def test_modules_are_listed_after_their_imports() -> None:
    for place, name in enumerate(MODULES):
        imports = re.findall(r'from "\./([\w-]+\.js)"', viewer_file(name))
        assert set(imports) <= set(MODULES[:place]), name
    names = [
        name
        for module in MODULES
        for name in re.findall(
            r"^(?:export )?(?:async )?(?:function|class|const) (\w+)", viewer_file(module), re.MULTILINE
        )
    ]
    assert len(names) == len(set(names))


def test_fonts_are_embedded() -> None:
    page = html_page(map_content(map_document("One is said. Two is said.")))
    assert page.count("data:font/woff2;base64,") == len(FONTS) == 2
    assert 'url("fonts/' not in page
    assert "font-src data:" in page


def test_viewer_code_never_inserts_markup() -> None:
    for name in MODULES:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", viewer_file(name)
        )


def test_document_content_has_offsets_of_headings_and_sentences() -> None:
    document = read_text("# Top\n\n## One\n\nThe **sea** rises. It is\nwet.\n\n## Two\n\nWalls cost.\n", "markdown")
    content = document_content(document)
    text = content["text"]
    places = [text[place["start"] : place["end"]] for place in content["sentences"]]
    assert places == ["The **sea** rises.", "It is\nwet.", "Walls cost."]
    assert [place.get("plain") for place in content["sentences"]] == ["The sea rises.", None, None]
    kinds = ["heading" if "heading" in block else "paragraph" for block in content["blocks"]]
    assert kinds == ["heading", "heading", "paragraph", "heading", "paragraph"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_page_colours_meet_wcag_contrast(theme: str) -> None:
    """4.5 for text (AA), 3 for lines and icons."""
    light, dark = viewer_file("themes.css").split('[data-theme="dark"]')
    style = dark if theme == "dark" else viewer_file("constants.css") + light
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", style))
    text = [
        *product(["ink", "quiet"], ["canvas", "panel", "raised", "soft"]),
        ("accent", "panel"), ("accent", "canvas"), ("on-accent", "accent"), ("on-centre", "centre"),
        ("on-mark", "mark"), *(("on-branch", f"branch-{place}") for place in range(9)),
        ("ink", "found"), ("on-danger", "danger"), ("canvas", "ink"),
    ]  # fmt: skip
    lines = [
        *product([f"branch-{place}" for place in range(9)], ["canvas", "panel"]),
        ("focus", "canvas"),
        ("edge", "panel"),
    ]
    weak = {(a, b): contrast(colours[a], colours[b]) for a, b in text if contrast(colours[a], colours[b]) < 4.5}
    weak |= {(a, b): contrast(colours[a], colours[b]) for a, b in lines if contrast(colours[a], colours[b]) < 3}
    share = int(re.findall(r"--lit: (\d+)%", style)[0]) / 100
    for branch in range(9):  # a highlighted sentence: ink on a tint of its branch
        tint = mixed(colours[f"branch-{branch}"], colours["panel"], share)
        assert contrast(colours["ink"], tint) >= 4.5
    assert weak == {}


def mixed(colour: str, ground: str, share: float) -> str:
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:]), strict=True)
    return "#" + bytes(round(share * a + (1 - share) * b) for a, b in pairs).hex()


def test_contrast_of_black_on_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_all_colours_are_in_the_constants_and_themes() -> None:
    """Other colours would escape the contrast check. Shadows and overlays, which carry no text, are allowed."""
    for name in STYLES:
        found = (
            re.findall(r"#[0-9a-fA-F]{3,8}\b", viewer_file(name)) if name not in ("constants.css", "themes.css") else []
        )
        assert found == []


def test_only_html_holds_more_nodes_than_the_size(harbour: Document, tmp_path: Path) -> None:
    whole = MindMapper.named("lead", "star")(harbour)
    save(whole, tmp_path / "map.html", harbour)
    save(whole, tmp_path / "map.json")
    data = (tmp_path / "map.html").read_text().partition('id="map-data">')[2].partition("</script>")[0]
    content = json.loads(data)
    assert (len(content["nodes"]), content["size"]) == (len(harbour) + 1, whole.size)
    assert len(load_map(tmp_path / "map.json")) == whole.size
