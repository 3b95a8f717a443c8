"""Small corpora for the tests of batches."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from mindgist.batch.options import BatchOptions
from mindgist.batch.plan import Shard
from mindgist.batch.work import Receipt, ShardWork

SENTENCES = (
    "The harbour town lies low behind its wall.",
    "Every winter the sea climbs a little higher.",
    "Engineers have measured the wall for forty years.",
    "The council wants to let the sea back in.",
    "Farmers on the drained land are against it.",
    "Birds would come back to the marsh.",
    "A new wall would cost more than the land is worth.",
)


def text(number: int) -> str:
    """A different text for every number."""
    chosen = [SENTENCES[(number * step + step) % len(SENTENCES)] for step in range(1, 3 + number % 5)]
    return f"This is report number {number}. " + " ".join(dict.fromkeys(chosen))


def rows(count: int) -> list[dict[str, str]]:
    return [{"id": f"report-{number}", "text": text(number)} for number in range(count)]


def write_lines(path: Path, content: list[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
    return path


def read_output(folder: Path) -> list[dict[str, object]]:
    """The rows of all shards, in order."""
    return [json.loads(line) for file in sorted(folder.glob("shard-*.jsonl")) for line in file.read_text().splitlines()]


def tree_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, with its content."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


class SameProcess:
    """Stands in for a worker where its process does not matter, because starting one takes a second."""

    def __init__(self, max_memory: int = 0) -> None:
        self.max_memory = max_memory

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...], *_: object) -> Any:
        return function(*arguments)

    def close(self) -> None:
        pass


def same_process(shards: Sequence[Shard], options: BatchOptions, output: str) -> Iterator[Receipt]:
    """An engine without processes."""
    work = ShardWork(options, output)
    with closing(work._reader):
        for shard in shards:
            yield work(shard, {})
