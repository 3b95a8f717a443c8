"""Results as JSON, one file for each row and seed: what is there is never run again."""

import json
import os
from pathlib import Path
from typing import Any

from ramify import files

RESULTS = Path(__file__).parent / "results"


def path_of(row: str, seed: int) -> Path:
    """Where the result of a row and seed is."""
    return RESULTS / f"{row}.{seed}.json"


def read(row: str, seed: int) -> dict[str, Any] | None:
    """The result of a row and seed; None where it is still missing."""
    path = path_of(row, seed)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def all_of(row: str) -> list[dict[str, Any]]:
    """Every result of a row, by seed."""
    seeds = sorted(int(path.name.split(".")[-2]) for path in RESULTS.glob(f"{row}.*.json"))
    return [found for seed in seeds if (found := read(row, seed)) is not None]


def write(row: str, seed: int, result: dict[str, Any]) -> None:
    """Keep a result, whole or not at all."""
    write_json(path_of(row, seed), {"row": row, "seed": seed} | result)


def write_json(path: Path, content: Any) -> None:
    """Write JSON, whole or not at all; figures to six digits, which is more than they are worth."""
    files.make_folder(path.parent)
    files.write_json(path, _rounded(content))


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

    def __enter__(self) -> bool:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with self._path.open("x", encoding="utf-8") as file:
                file.write(str(os.getpid()))
        except FileExistsError:
            if _alive(self._path):
                self._mine = False
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
