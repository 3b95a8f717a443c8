"""Markdown for Obsidian's plug-in Enhancing Mindmap."""

from pathlib import Path

from click.testing import CliRunner

from export.maps import folded_map, hostile_map
from mindgist.export import load_map, render
from mindgist.export.branch import centre_branch
from mindgist.shell.cli import main


def test_front_matter_and_an_outline_without_comments(tmp_path: Path) -> None:
    for mindmap in (folded_map(), hostile_map()):
        note = render(mindmap, ".obsidian").decode()
        assert note.startswith("---\n\nmindmap-plugin: basic\n\n---\n\n# ")
        (tmp_path / "note.md").write_text(note, encoding="utf-8")
        read = centre_branch(load_map(tmp_path / "note.md").labelled("sentences"))
        written = centre_branch(mindmap)
        assert [(depth, one.label) for depth, one in read.walk()] == [
            (depth, one.label) for depth, one in written.walk()
        ]
    assert "<!--" not in render(folded_map(), ".obsidian").decode()


def test_a_folder_gets_notes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text("The sea rises. Cities build walls.")
    vault = tmp_path / "vault"
    done = CliRunner().invoke(
        main, ["map", str(tmp_path), "-o", f"{vault}/", "--format", "obsidian", "--graph", "lead"]
    )
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in vault.iterdir()) == ["one.md", "two.md"]
