import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mindgist.document import Document
from mindgist.errors import FileError, UnknownNameError
from mindgist.export import save
from mindgist.export.json import to_json
from mindgist.export.outline import escape_markdown, to_markdown, to_outline
from mindgist.mindmap import assemble
from mindgist.tree import Tree

DOCUMENT = Document.from_sentences(
    [["Root & <b>.", "First *child*.", "1. Grandchild_", "Second child."]], title="Title #1"
)
MAP = assemble(DOCUMENT, [Tree((0, 1, 2, 3), (None, 0, 1, 0), (0.9, 0.8, 0.7, 0.123456))]).resized(5)


def test_json_holds_all_fields() -> None:
    content = json.loads(to_json(MAP.labelled("snippets")))
    assert (content["format"], content["version"], content["title"], content["labels"]) == (
        "mindgist-map",
        3,
        "Title #1",
        "snippets",
    )
    assert content["nodes"][4] == {
        "parent": 0,
        "score": 0.1235,
        "text": "Second child.",
        "topic": None,
        "snippet": "Second child.",
        "gist": "Second child",
        "sentence": 3,
        "start": DOCUMENT.sentences[3].start,
        "end": DOCUMENT.sentences[3].end,
        "page": None,
        "note": None,
    }


def test_markdown_escapes_labels() -> None:
    front_matter, _, rest = to_markdown(MAP).partition("---\n\n")
    assert front_matter.startswith("---\nmarkmap:\n")
    assert rest.partition("\n<!--")[0] == (
        "# Title \\#1\n\n- Root \\& \\<b\\>\n- First \\*child\\*\n- Grandchild\\_\n- Second child\n"
    )


@given(st.text(min_size=1).map(lambda text: " ".join(text.replace("\x00", "").split())).filter(bool))
def test_escaped_markdown_renders_the_same_text(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(f"- {escape_markdown(text)}\n")
    inline = [token for token in tokens if token.type == "inline"]
    assert [token.type for token in tokens[:2]] == ["bullet_list_open", "list_item_open"]
    assert "".join(child.content for token in inline for child in token.children or []) == text


def test_outline() -> None:
    assert to_outline(MAP) == ("Title #1\n├── Root & <b>\n├── First *child*\n├── Grandchild_\n└── Second child\n")


def test_outline_of_an_untitled_map_and_of_several_roots() -> None:
    tree = Tree((0, 1), (None, 0), (1, 1))
    assert to_outline(assemble(Document.from_sentences([["a", "b"]]), [tree])) == "A\n└── B\n"
    forest = Tree((0, 1), (None, None), (1, 1))
    assert to_outline(assemble(Document.from_sentences([["a", "b"]]), [forest])) == "Mind map\n├── A\n└── B\n"


def test_save_chooses_the_format_by_the_ending(tmp_path: Path) -> None:
    save(MAP, tmp_path / "map.MD")
    assert (tmp_path / "map.MD").read_text(encoding="utf-8") == to_markdown(MAP)
    with pytest.raises(UnknownNameError, match=r"\.json"):
        save(MAP, tmp_path / "map.tiff")
    with pytest.raises(FileError, match="cannot write"):
        save(MAP, tmp_path / "missing" / "map.json")
