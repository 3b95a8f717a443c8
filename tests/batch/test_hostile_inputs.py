"""Hostile inputs of a batch: each gets a row with an error, and the others get their maps."""

import bz2
import gzip
import io
import json
import os
import sys
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from batch.corpora import read_output, rows, write_lines
from mindgist.batch import BatchOptions, containers, run
from mindgist.batch.plan import all_sizes, make_plan, sources_of
from mindgist.batch.work import DocumentReader
from mindgist.options import MapOptions
from mindgist.shell.cli import main

LEAD = MapOptions(graph="lead")
TEXT = "The tide rises over the wall. Cities build walls. Walls cost money."
ON_UNIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes as Unix has them")


def outcome(folder: Path, output: Path, **options: object) -> dict[str, bool]:
    """Whether each document has a map, after a run with one worker."""
    run([folder], output, BatchOptions(LEAD, **options), workers=1)
    return {str(row["id"]): "error" not in row for row in read_output(output)}


@ON_UNIX
def test_circular_links_pipes_and_dangling_links(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "a.txt").write_text(TEXT)
    for name in ("x", "y", "deep/z"):
        (folder / name).symlink_to(folder, target_is_directory=True)
    (folder / "none.txt").symlink_to(tmp_path / "nowhere")
    (folder / "endless.txt").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.txt")
    run([folder], tmp_path / "out", BatchOptions(LEAD), workers=1, follow_links=True)
    assert {row["id"]: "error" in row for row in read_output(tmp_path / "out")} == {
        "deep/a.txt": False,
        "none.txt": True,
    }
    before = (tmp_path / "out" / "manifest.json").read_bytes()
    run([folder], tmp_path / "out", BatchOptions(LEAD), workers=1, follow_links=True)
    assert (tmp_path / "out" / "manifest.json").read_bytes() == before


@ON_UNIX
@pytest.mark.parametrize("pattern", ["", "/*", "/**/*"])
def test_links_out_of_the_folder_are_left_out(tmp_path: Path, pattern: str) -> None:
    folder, elsewhere = tmp_path / "in", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    (elsewhere / "secret.txt").write_text(TEXT)
    (folder / "a.txt").write_text(TEXT)
    (folder / "b.txt").symlink_to("a.txt")
    (folder / "passwd.txt").symlink_to("/etc/passwd")
    (folder / "linked").symlink_to(elsewhere)
    sources, skipped = sources_of([f"{folder}{pattern}"])
    assert [source.name for source in sources] == ["a.txt", "b.txt"]
    assert skipped["links that lead out of a folder"] >= 2
    sources, _ = sources_of([f"{folder}{pattern}"], follow_links=True)
    assert {Path(source.name).name for source in sources} == {"a.txt", "b.txt", "secret.txt", "passwd.txt"}
    assert len(sources_of([str(folder / "passwd.txt")])[0]) == 1  # the user named it
    done = CliRunner().invoke(main, ["map", str(folder), "-o", f"{tmp_path}/maps/", "--graph", "lead"])
    assert sorted(path.name for path in (tmp_path / "maps").iterdir()) == ["a.html", "b.html"]
    assert "left out 2 links" in done.stderr


@ON_UNIX
def test_a_named_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(Exception, match="is not a regular file"):
        run([tmp_path / "pipe.txt"], tmp_path / "out")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_file_name_that_is_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    Path(os.fsdecode(os.fsencode(tmp_path / "in") + b"/\xff.txt")).write_text(TEXT)
    for _ in range(2):  # the second reads the plan of the first
        assert list(outcome(tmp_path / "in", tmp_path / "out").values()) == [True]


HOSTILE_IDS = (
    "../../evil", "/etc/evil", "a\x00b", "\ud800x", "港" * 200, "😀" * 200, "a" * 100_000, "", "..", "same", "SAME",
    "same", "same-2", "a/b", "a\\b", "-rf", "\x1b[31mred", 5, {"a": 1}, True,
)  # fmt: skip


@pytest.mark.parametrize("form", ["md", "jsonl", "parquet"])
def test_ids_of_every_kind(tmp_path: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="the extra 'parquet' is not installed")
    lines = [{"id": one, "text": TEXT} for one in HOSTILE_IDS]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lines))
    summary = run([tmp_path / "in.jsonl"], tmp_path / "out", BatchOptions(LEAD, format=form), workers=1)
    assert (summary.documents, summary.failed) == (len(HOSTILE_IDS), 0)
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "out"}
    if form == "md":
        written = {path.name.casefold() for path in (tmp_path / "out" / "shard-000000").iterdir()}
        assert len(written) == len(HOSTILE_IDS)


def test_archive_names_cannot_point_outside(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with tarfile.open(tmp_path / "in" / "a.tar", "w") as archive:
        for name in ("../../evil.txt", "/evil.txt", "x.txt"):
            member = tarfile.TarInfo(name)
            member.size = len(TEXT)
            archive.addfile(member, io.BytesIO(TEXT.encode()))
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            member = tarfile.TarInfo("link.txt")
            member.type, member.linkname = kind, str(tmp_path / "secret.txt")
            archive.addfile(member)
    (tmp_path / "secret.txt").write_text("The secret word.")
    run([tmp_path / "in"], tmp_path / "out", BatchOptions(LEAD, format="md"), workers=1)
    assert {path.name for path in tmp_path.iterdir()} == {"in", "out", "secret.txt"}
    assert len(list((tmp_path / "out").rglob("*.md"))) == 2  # names that begin with a dot are hidden


@pytest.fixture
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "ALWAYS_ALLOWED", 1_000_000)


def problems(path: Path) -> list[str]:
    """The problems of a file's documents, read in this process."""
    options = BatchOptions(LEAD)
    (source,) = sources_of([str(path)])[0]
    with closing(DocumentReader(options)) as opened:
        return [str(raw.problem) for raw in opened.documents(source, 0, len(all_sizes(source, options)), 0)]


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize(("ending", "packed"), [(".jsonl.gz", gzip.compress), (".jsonl.bz2", bz2.compress)])
def test_lines_that_unpack_endlessly(tmp_path: Path, ending: str, packed: Callable[[bytes], bytes]) -> None:
    path = tmp_path / f"a{ending}"
    path.write_bytes(packed((b"[]" + b" " * 9_997 + b"\n") * 2000))
    found = problems(path)
    assert len(found) < 1000
    assert "unpacks to more than" in found[-1]


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize("packing", ["zip", "tar"])
def test_archives_that_unpack_endlessly(tmp_path: Path, packing: str) -> None:
    """20 members of 100 kB each: those within the limit are read, and one problem stands for the others."""
    path = tmp_path / f"a.{'zip' if packing == 'zip' else 'tar.gz'}"
    if packing == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(20):
                archive.writestr(f"{number}.txt", b"a" * 100_000)
    else:
        with tarfile.open(path, "w:gz") as archive:
            for number in range(20):
                member = tarfile.TarInfo(f"{number}.txt")
                member.size = 100_000
                archive.addfile(member, io.BytesIO(b"a" * 100_000))
    found = problems(path)
    assert found[:-1] == ["None"] * (len(found) - 1)
    assert 9 <= len(found) <= 11
    assert "unpacks to more than" in found[-1]


def tar_header(name: str, kind: bytes, size: int) -> bytes:
    """A header of a tar archive with any size, even a negative one."""
    header = bytearray(tarfile.TarInfo(name).tobuf(tarfile.GNU_FORMAT))
    header[156:157] = kind
    header[124:136] = size.to_bytes(12, "big", signed=True) if size < 0 else b"%011o\0" % size
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize(
    ("kind", "size"),
    [(b"0", -512), (b"0", -1024), (b"x", 5_000_000_000), (b"g", -1), (b"L", 5_000_000_000)],
)
def test_archives_with_impossible_sizes(tmp_path: Path, kind: bytes, size: int) -> None:
    """A size that leads back to the header was once read forever; one of gigabytes was read into memory."""
    good = tar_header("a.txt", b"0", len(TEXT)) + TEXT.encode().ljust(512, b"\0")
    content = good + tar_header("b.txt", kind, size) + bytes(3_000_000)
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(content))
    found = problems(tmp_path / "a.tar.gz")
    assert found[0] == "None"
    assert len(found) == 2
    assert "cannot read" in found[1]


def test_sparse_files_in_archives_are_refused(tmp_path: Path) -> None:
    """A header of 512 bytes once stood for 49 MB of zeros, in any number."""
    sparse = bytearray(tar_header("b.txt", b"S", 0))
    sparse[386:410] = b"%011o\0%011o\0" % (49_000_000, 0)
    sparse[483:495] = b"%011o\0" % 49_000_000
    sparse[148:156] = b" " * 8
    sparse[148:156] = b"%06o\0 " % sum(sparse)
    good = tar_header("a.txt", b"0", len(TEXT)) + TEXT.encode().ljust(512, b"\0")
    (tmp_path / "a.tar").write_bytes(good + sparse + bytes(1024))
    found = problems(tmp_path / "a.tar")
    assert found[0] == "None"
    assert "sparse file" in found[1]


@ON_UNIX
def test_archives_whose_headers_take_long_are_an_error_row(tmp_path: Path) -> None:
    """Python searches a header for a number before a space, which takes quadratic time."""
    text = tar_header("b.txt", b"0", len(TEXT)) + TEXT.encode().ljust(512, b"\0")
    slow = tar_header("p", b"x", 90_112) + b"1" * 90_112
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "slow.tar").write_bytes(slow + text + bytes(1024))
    for name in ("before.txt", "well.txt"):
        (tmp_path / "in" / name).write_text(TEXT)
    found = outcome(tmp_path / "in", tmp_path / "out", seconds=1)
    assert found == {"before.txt": True, "slow.tar": False, "well.txt": True}


def test_a_file_that_exhausts_memory_is_an_error_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_lines(tmp_path / "a.jsonl", rows(5))

    def lost(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("mindgist.batch.containers.open_place", lost)
    sources, _ = sources_of([str(path)])
    (raw,) = DocumentReader(BatchOptions(LEAD)).documents(sources[0], 0, 5, 0)
    assert "more memory than a worker may have" in str(raw.problem)


def test_parquet_files_that_claim_or_hold_too_much(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra 'parquet' is not installed")
    from pyarrow import parquet

    folder = tmp_path / "in"
    folder.mkdir()
    parquet.write_table(pyarrow.table({"id": ["good"], "text": [TEXT]}), folder / "good.parquet")
    parquet.write_table(pyarrow.table({"id": ["a"] * 100_000, "text": [TEXT] * 100_000}), folder / "same.parquet")
    parquet.write_table(pyarrow.table({"id": [1, None], "text": [5, 6]}), folder / "numbers.parquet")
    parquet.write_table(pyarrow.table({"id": [b"\xff"], "text": [b"\xff"]}), folder / "bytes.parquet")
    (folder / "cut.parquet").write_bytes((folder / "good.parquet").read_bytes()[:-20] + b"PAR1")
    sources, _ = sources_of([str(folder)])
    assert sum(len(shard) for shard in make_plan(sources, BatchOptions(LEAD)).shards) == 6
    found = outcome(folder, tmp_path / "out")
    assert found["good"]
    assert not any(has_map for name, has_map in found.items() if name != "good")
    told = [str(row["error"]) for row in read_output(tmp_path / "out") if "error" in row]
    assert any("more rows than bytes" in one for one in told)
