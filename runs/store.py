"""Results as JSON, one file for each row and seed: what is there is never run again.

A row of many short runs is one file, ``ROW.all.json``, with the results of its seeds in a list. Every file names the
command, the commit, the benchmark's fingerprint and the versions that it was made with.
"""

import json
import os
from pathlib import Path
from typing import Any

from mindgist.files import make_folder, write_file
from provenance import provenance

RESULTS = Path(__file__).parent / "results"

Result = dict[str, Any]


def path_of(row: str, seed: int | str) -> Path:
    """Where the result of a row and seed is."""
    return RESULTS / f"{row}.{seed}.json"


def read(row: str, seed: int | str) -> Result | None:
    """The result of a row and seed; None where it is still missing."""
    return read_json(path_of(row, seed))


def read_json(path: Path) -> Result | None:
    """A file's content; None where it is still missing."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def all_of(row: str) -> list[Result]:
    """Every result of a row, by seed."""
    if (together := read(row, "all")) is not None:
        return list(together["results"])
    seeds = sorted(int(path.name.split(".")[-2]) for path in RESULTS.glob(f"{row}.*.json"))
    return [found for seed in seeds if (found := read(row, seed)) is not None]


def write(row: str, seed: int, result: Result, benchmark: Path) -> None:
    """Keep a result, whole or not at all."""
    write_json(path_of(row, seed), {"row": row, "seed": seed} | result | {"run": provenance(benchmark)})


def write_all(row: str, results: list[Result], benchmark: Path) -> None:
    """Keep the measures of all seeds of a row, from seed 0 on, in one file; article by article would be too much."""
    short = [{name: value for name, value in result.items() if not name.endswith("_articles")} for result in results]
    write_json(path_of(row, "all"), {"row": row, "results": short, "run": provenance(benchmark)}, indent=None)


def write_json(path: Path, content: Any, indent: int | None = 1) -> None:
    """Write JSON, whole or not at all; figures to six digits, which is more than they are worth."""
    make_folder(path.parent)
    write_file(path, json.dumps(_rounded(content), indent=indent, ensure_ascii=False) + "\n")


def _rounded(content: Any) -> Any:
    if isinstance(content, float):
        return round(content, 6)
    if isinstance(content, dict):
        return {name: _rounded(value) for name, value in content.items()}
    if isinstance(content, list | tuple):
        return [_rounded(value) for value in content]
    return content


class Claim:
    """Keeps two workers from the same run: the first to make the file has it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "claimed"
        self._mine = False

    def __enter__(self) -> bool:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with self._path.open("x", encoding="utf-8") as file:
                file.write(str(os.getpid()))
        except FileExistsError:
            if _alive(self._path):
                return False
            self._path.write_text(str(os.getpid()), encoding="utf-8")
        self._mine = True
        return True

    def __exit__(self, *_: object) -> None:
        if self._mine:
            self._path.unlink(missing_ok=True)


def _alive(path: Path) -> bool:
    try:
        os.kill(int(path.read_text(encoding="utf-8")), 0)
    except (OSError, ValueError):
        return False
    return True
