import os

import pytest

from mindgist.agents import shelf as room
from mindgist.agents.shelf import Shelf
from mindgist.errors import DocumentError, MindgistError, OptionError
from mindgist.options import MapOptions

TEXT = """# Harbour

The grey sea wall is broken. The town sleeps behind it.

Engineers have measured the wall for forty years. A new wall costs more than the land is worth.
"""


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "papers"
    inside.mkdir()
    (inside / "harbour.md").write_text(TEXT)
    (tmp_path / "secret.txt").write_text("The key lies under the mat. Nobody knows.")
    return inside


@pytest.fixture
def shelf(folder):
    found = Shelf([folder], MapOptions(graph="lead"))
    yield found
    found.close()


def test_an_outline_with_numbered_nodes(shelf):
    made = shelf.map_file("harbour.md")
    assert (made.map, made.title, made.sentences) == ("map-1", "Harbour", 4)
    assert "The grey sea wall is broken" in made.outline
    smaller = shelf.cut("map-1", 1)
    assert smaller.nodes == 1
    assert smaller.outline.startswith("[0] ")
    assert shelf.map_file("harbour.md", nodes=2).nodes == 2
    assert list(shelf.kept) == ["map-1", "map-2"]


def test_search_returns_nodes_with_their_ancestors(shelf):
    shelf.map_text(TEXT)
    found = shelf.search("map-1", "WALL years")
    assert [one.text for one in found] == ["Engineers have measured the wall for forty years."]
    assert found[0].above[0].startswith("[0] ")
    assert shelf.search("map-1", "submarine") == []
    with pytest.raises(OptionError, match="at least one word"):
        shelf.search("map-1", "?!")


def test_explain_returns_the_verbatim_passage(shelf):
    shelf.map_text(TEXT)
    (found,) = shelf.search("map-1", "new wall costs")
    explained = shelf.explain("map-1", found.node)
    assert explained.passage == (
        "Engineers have measured the wall for forty years. ⟦A new wall costs more than the land is worth.⟧"
    )
    assert TEXT[explained.start : explained.end] == explained.text
    parent = shelf.explain("map-1", explained.parent)
    assert found.node in parent.children
    with pytest.raises(OptionError, match="but no 99"):
        shelf.explain("map-1", 99)
    with pytest.raises(OptionError, match="no map 'map-9'"):
        shelf.cut("map-9")


@pytest.mark.parametrize("path", ["../secret.txt", "{outside}", "/etc/passwd", "papers/../../secret.txt", "link.txt"])
def test_nothing_outside_the_folders_is_read(shelf, folder, path):
    os.symlink(folder.parent / "secret.txt", folder / "link.txt")
    with pytest.raises(DocumentError, match="not in a folder that `mindgist mcp`"):
        shelf.map_file(path.format(outside=folder.parent / "secret.txt"))


def test_without_folders_only_texts_are_mapped(folder):
    shelf = Shelf([], MapOptions(graph="lead"))
    try:
        with pytest.raises(DocumentError, match="only texts"):
            shelf.map_file(str(folder / "harbour.md"))
        assert shelf.map_text(TEXT).nodes
    finally:
        shelf.close()


def test_pipes_and_missing_files_are_errors(shelf, folder):
    os.mkfifo(folder / "pipe.txt")
    with pytest.raises(MindgistError, match="is not a regular file"):
        shelf.map_file("pipe.txt")
    with pytest.raises(MindgistError, match=r"cannot read .*missing.txt"):
        shelf.map_file("missing.txt")


def test_only_the_last_maps_are_kept(shelf, monkeypatch):
    monkeypatch.setattr(room, "MAX_MAPS", 2)
    for _ in range(3):
        shelf.map_text(TEXT)
    assert list(shelf.kept) == ["map-2", "map-3"]


@pytest.mark.parametrize(
    "name", ["a\0b", "x" * 5000, "circle", "circle/a.md", "~root", "harbour.md\0", "/proc/self/mem"]
)
def test_impossible_file_names_are_errors(shelf, folder, name):
    (folder / "circle").symlink_to(folder / "circle")
    with pytest.raises(MindgistError) as told:
        shelf.map_file(name)
    assert len(str(told.value)) < 1000


def test_maps_of_long_documents_are_dropped_to_limit_memory(shelf, monkeypatch):
    monkeypatch.setattr(room, "MAX_SENTENCES", 6)
    for _ in range(3):
        shelf.map_text(TEXT)
    assert list(shelf.kept) == ["map-3"]
    with pytest.raises(OptionError, match="fewer of long documents"):
        shelf.cut("map-1")
