import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mindgist.errors import FileError
from mindgist.files import atomic_write, file_fingerprint, fingerprint, write_file, write_json


def test_a_file_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_file(tmp_path / "a.txt", "Flut\n")
    write_file(tmp_path / "a.txt", "Ebbe ü\n")
    write_json(tmp_path / "b.json", {"ü": 1})
    assert (tmp_path / "a.txt").read_bytes() == "Ebbe ü\n".encode()
    assert (tmp_path / "b.json").read_text(encoding="utf-8") == '{\n "ü": 1\n}\n'
    assert {path.name for path in tmp_path.iterdir()} == {"a.txt", "b.json"}


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text("old")

    def fail(error: BaseException) -> None:
        with atomic_write(path) as waiting:
            waiting.write_text("half")
            raise error

    with pytest.raises(KeyboardInterrupt):
        fail(KeyboardInterrupt())
    with pytest.raises(FileError, match=r"\Acannot write .*map.json: No space left on device\Z"):
        fail(OSError(28, "No space left on device"))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_kill_in_the_middle_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text("old")
    code = (
        "import os, sys; from mindgist.files import atomic_write\n"
        "with atomic_write(sys.argv[1]) as waiting:\n    waiting.write_text('half'); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 9
    assert path.read_text() == "old"


@pytest.mark.parametrize("name", ["no/such/folder/a.txt", ".", "a" * 300])
def test_errors_are_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match=r"\Acannot write [^\n]*\Z"):
        write_file(tmp_path / name, "x")


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o640


def test_a_device_is_written_to_directly() -> None:
    write_file("/dev/null", "x")
    assert not Path("/dev/null").is_file()


def test_fingerprints(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("sea")
    assert fingerprint("sea") == fingerprint(b"s", "ea") == file_fingerprint(tmp_path / "a")
    assert fingerprint("sea") != fingerprint("see")
    assert len(fingerprint("")) == 64


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be flushed there")
def test_the_file_is_flushed_before_the_rename_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    flush, rename = os.fsync, os.replace

    def flushed(number: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
        flush(number)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(os, "replace", lambda *names: done.append("rename") or rename(*names))
    write_file(tmp_path / "a.txt", "x")
    assert done == ["file", "rename", "folder"]
