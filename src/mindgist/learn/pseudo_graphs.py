"""Pseudo graphs on disk: articles with the relation graphs that a teacher made.

A store is a folder of shards. Shard k has two files: ``shard-k.jsonl`` with one row for each article (id, split,
paragraphs, highlights), and ``shard-k.npz`` with the concatenated graphs, scores quantised to 255 levels. Files are
written atomically, the rows last, so a shard is complete or missing. ``store.json`` identifies the teacher.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import CorpusError
from mindgist.files import atomic_write, make_folder, write_file, write_json
from mindgist.learn.corpus import CorpusArticle

_LEVELS = 255  # quantisation error 0.002, far below the teacher's own


@dataclass(frozen=True, eq=False)
class AnnotatedArticle:
    """An article and its pseudo graph, shape (N, N): ``graph[i, j]`` in [0, 1] is how far sentence i governs j."""

    article: CorpusArticle
    graph: NDArray[np.float32]


def read_pseudo_graphs(folder: str | Path, limit: int | None = None) -> Iterator[AnnotatedArticle]:
    """Yield the annotated articles of a store's complete shards in order, at most ``limit`` of them."""
    folder = Path(folder)
    shards = finished_shards(folder)
    if not shards:
        raise CorpusError(f"there are no pseudo graphs in {folder}; make some with `mindgist teach annotate`")
    given = 0
    for shard in shards:
        for annotated in read_shard(shard):
            if limit is not None and given >= limit:
                return
            yield annotated
            given += 1


def finished_shards(folder: Path) -> list[Path]:
    """Return the complete shards in order, each as the path of its rows."""
    return sorted(rows for rows in folder.glob("shard-*.jsonl") if rows.with_suffix(".npz").is_file())


def shard_path(folder: Path, number: int) -> Path:
    """Return the path of a shard's rows."""
    return folder / f"shard-{number:05d}.jsonl"


def write_shard(rows: Path, annotated: Sequence[AnnotatedArticle]) -> None:
    """Write a shard atomically, its graphs first and its rows last."""
    quantised = [np.rint(one.graph * _LEVELS).astype(np.uint8).ravel() for one in annotated]
    sizes = np.array([len(one.graph) for one in annotated], dtype=np.int32)
    graphs = rows.with_suffix(".npz")
    with atomic_write(graphs) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, sizes=sizes, scores=np.concatenate(quantised))
    write_file(rows, "".join(json.dumps(asdict(one.article), ensure_ascii=False) + "\n" for one in annotated))


def write_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Write what identifies the teacher of a store."""
    write_json(make_folder(folder) / "store.json", dict(settings))


def read_settings(folder: Path) -> dict[str, Any] | None:
    """Return what identifies the teacher of a store, or None if there is no store."""
    try:
        settings: dict[str, Any] = json.loads((folder / "store.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise CorpusError(f"cannot read {folder / 'store.json'}: {error}") from error
    return settings


def read_shard(rows: Path) -> Iterator[AnnotatedArticle]:
    """Yield the annotated articles of a shard in order."""
    try:
        with np.load(rows.with_suffix(".npz"), allow_pickle=False) as arrays:
            sizes, scores = arrays["sizes"], arrays["scores"]
        articles = [_article(json.loads(line)) for line in rows.read_text(encoding="utf-8").split("\n") if line]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise CorpusError(f"cannot read the pseudo graphs of {rows}: {error!r}") from error
    if len(sizes) != len(articles) or int((sizes.astype(np.int64) ** 2).sum()) != len(scores):
        raise CorpusError(f"{rows} and its .npz do not belong together; remove both and annotate again")
    start = 0
    for size, article in zip(sizes.tolist(), articles, strict=True):
        graph = scores[start : start + size * size].reshape(size, size).astype(np.float32) / _LEVELS
        start += size * size
        yield AnnotatedArticle(article, graph)


def _article(row: dict[str, Any]) -> CorpusArticle:
    paragraphs = tuple(tuple(map(str, paragraph)) for paragraph in row["paragraphs"])
    return CorpusArticle(str(row["id"]), str(row["split"]), paragraphs, tuple(map(str, row["highlights"])))
