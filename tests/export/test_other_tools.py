"""Maps written by other tools."""

import io
import zipfile
from time import process_time

from export.maps import chain
from mindgist.export import FORMATS
from mindgist.export.branch import centre_branch
from mindgist.mindmap import MindMap


def outline(mindmap: MindMap) -> list[tuple[int, str]]:
    return [(depth, branch.label) for depth, branch in centre_branch(mindmap).walk()]


EXPECTED = [(0, "Centre"), (1, "First"), (2, "Under first"), (1, "Second")]


def test_freeplane_with_rich_text_and_notes() -> None:
    content = b"""<map version="freeplane 1.9.13">
      <bookmarks/><node TEXT="Centre" ID="ID_1">
      <hook NAME="MapStyle"><map_styles><stylenode TEXT="style"/></map_styles></hook>
      <node ID="ID_2"><richcontent TYPE="NODE"><html><head/><body><p>First</p></body></html></richcontent>
      <richcontent TYPE="NOTE"><html><body><p>a note</p></body></html></richcontent>
      <node TEXT="Under first"/></node><node TEXT="Second"><font BOLD="true"/></node></node></map>"""
    found = FORMATS[".mm"].parse(content)
    assert outline(found) == EXPECTED
    assert found.title is None
    assert [node.sentence for node in found.nodes] == [None] * 4
    assert [(node.start, node.end) for node in found.nodes] == [(0, 0)] * 4


def test_opml_of_other_tools() -> None:
    content = b"""<?xml version="1.0"?><opml version="1.0"><head><title>x</title></head><body>
      <outline text="Centre"><outline text="First"><outline text="Under first" _note="n"/></outline>
      <outline title="Second"/></outline></body></opml>"""
    assert outline(FORMATS[".opml"].parse(content)) == EXPECTED


def test_xmind_before_zen() -> None:
    xml = b"""<?xml version="1.0" encoding="UTF-8"?><xmap-content xmlns="urn:x:content:2.0"><sheet id="s">
      <topic id="a"><title>Centre</title><children><topics type="attached"><topic id="b"><title>First</title>
      <children><topics type="attached"><topic id="c"><title>Under first</title></topic></topics></children></topic>
      <topic id="d"><title>Second</title></topic></topics></children></topic><title>Sheet 1</title></sheet>
      <sheet id="t"><topic id="e"><title>Other</title></topic></sheet></xmap-content>"""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("content.xml", xml)
    assert outline(FORMATS[".xmind"].parse(target.getvalue())) == EXPECTED


def test_markdown_written_by_hand() -> None:
    content = b"""---
title: x
---

# Centre

## **First**

- Under *first*

  a second paragraph

## Second
"""
    found = FORMATS[".md"].parse(content)
    assert found.title == "Centre"
    assert outline(found) == EXPECTED


def test_markdown_with_lists_only() -> None:
    found = FORMATS[".md"].parse(b"1. Centre\r\n   * First\r\n     * Under `first`\r\n   * Second\r\n")
    assert outline(found) == EXPECTED
    assert found.title is None


def test_deep_lists_and_many_brackets() -> None:
    assert max(depth for depth, _ in FORMATS[".md"].parse(FORMATS[".md"].render(chain(140))).walk()) == 139
    assert FORMATS[".md"].parse(b"- [link](x)").nodes[0].text == "link"
    assert FORMATS[".md"].parse(b"- " + b"[" * 20_000).nodes[0].text == "[" * 20_000  # fast, and unchanged
    start = process_time()
    assert FORMATS[".md"].parse(b"- " + b"![a" * 4_900).nodes[0].text == "![a" * 4_900  # 3 s if links are looked for
    assert process_time() - start < 1


def test_nodes_of_other_tools_have_no_position() -> None:
    found = FORMATS[".md"].parse(b"- a\n  - b\n")
    assert "score" not in centre_branch(found).details
    assert centre_branch(found).note == ""
    assert b"score" not in FORMATS[".opml"].render(found)
