"""The public API: mindgist.map, mindgist.load, python -m mindgist."""

import subprocess
import sys
from pathlib import Path

import pytest

import mindgist

EXAMPLE = Path(__file__).parent.parent / "examples" / "harbour.txt"


def test_a_file_is_mapped_by_its_path_and_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = mindgist.map(mindgist.read(EXAMPLE))
    assert mindgist.map(EXAMPLE) == mindgist.map(str(EXAMPLE)) == expected
    monkeypatch.chdir(EXAMPLE.parent)
    assert mindgist.map("harbour.txt") == mindgist.map(Path("harbour.txt")) == expected


@pytest.mark.parametrize("name", ["report.pdf", "no/such/report.docx", "my report.PDF", "notes.odt", "C:\\x\\y.md"])
def test_the_name_of_a_missing_file_is_not_mapped(name: str) -> None:
    with pytest.raises(mindgist.MindgistError, match="there is no file"):
        mindgist.map(name)
    assert mindgist.map(f"{name}\n").nodes[0].text == name


def test_what_is_no_document_is_a_clear_error() -> None:
    for wrong in (None, b"The sea rises.", 3):
        with pytest.raises(
            mindgist.MindgistError, match=f"takes a text, a file or a Document, not {type(wrong).__name__}"
        ):
            mindgist.map(wrong)  # type: ignore[arg-type]


def test_names_without_an_ending_and_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "NOTES").write_text("The sea rises. Walls cost money.")
    monkeypatch.chdir(tmp_path)
    assert mindgist.map("NOTES").nodes[0].text == "The sea rises."
    assert mindgist.map("NOTE").nodes[0].text == "NOTE"
    with pytest.raises(mindgist.MindgistError, match="is an address"):
        mindgist.map("https://example.org/report")


def test_a_text_may_begin_with_an_address():
    assert mindgist.map("https://merrow.example/wall The sea rises. The wall breaks. The town sleeps.").nodes


@pytest.mark.parametrize(
    "text",
    ["The sea rises. Walls cost money.", "Meet at 5 p.m.", "Version 2.5", "He said: see report.pdf for more.", "U.S.A",
     "Yes", "# Title\n\nSee notes.md", "x" * 2000 + ".md", "The site is at https://example.org, he said."],
)  # fmt: skip
def test_texts_are_texts(text: str) -> None:
    assert len(mindgist.map(text)) >= 1


def test_load_reads_what_save_wrote(tmp_path: Path) -> None:
    mindmap = mindgist.map(EXAMPLE)
    for ending in (".json", ".mm"):
        mindmap.save(tmp_path / f"map{ending}")
        assert mindgist.load(tmp_path / f"map{ending}").nodes[1].text == mindmap.nodes[1].text
    with pytest.raises(mindgist.MindgistError, match="cannot read"):
        mindgist.load(tmp_path / "none.json")


def test_every_public_name_is_there() -> None:
    assert dir(mindgist) == mindgist.__all__
    for name in mindgist.__all__:
        assert getattr(mindgist, name) is not None
    with pytest.raises(AttributeError, match="'nothing'"):
        mindgist.nothing  # noqa: B018


def test_python_m_mindgist() -> None:
    command = [sys.executable, "-m", "mindgist", "map", str(EXAMPLE), "--graph", "lead", "--nodes", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Harbour" in done.stdout
    usage = subprocess.run([sys.executable, "-m", "mindgist"], capture_output=True, text=True, check=False)
    assert "Usage: mindgist [OPTIONS]" in usage.stdout + usage.stderr
