"""Pseudo graphs: articles with the relation graphs that a teacher made, annotated and stored in shards.

A store is a folder of shards. Shard k has two files: ``shard-k.jsonl`` with one row for each article (id, split,
paragraphs, highlights), and ``shard-k.npz`` with the concatenated graphs, scores quantised to 255 levels. Files are
written atomically, the rows last, so a shard is complete or missing and a stopped run resumes. ``store.json``
identifies the teacher.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import CorpusError
from mindgist.files import atomic_write, make_folder, write_file
from mindgist.learn.corpus import TRAIN, CorpusArticle, fits
from mindgist.learn.teacher import Teacher
from mindgist.learn.training_state import check_settings

SHARD = 100  # articles in a shard: embedded in one call, and at most lost by a kill
_LEVELS = 255  # quantisation error 0.002, far below the teacher's own


@dataclass(frozen=True, eq=False)
class AnnotatedArticle:
    """An article and its pseudo graph, shape (N, N): ``graph[i, j]`` in [0, 1] is how far sentence i governs j."""

    article: CorpusArticle
    graph: NDArray[np.float32]


def articles_to_annotate(corpus: Iterable[CorpusArticle]) -> Iterator[CorpusArticle]:
    """Return the articles of the training split within the paper's limits, in the order of the corpus."""
    return (article for article in corpus if article.split == TRAIN and fits(article))


def annotate(
    teacher: Teacher,
    articles: Iterable[CorpusArticle],
    folder: Path,
    settings: Mapping[str, Any],
    limit: int,
    shard: int = SHARD,
    on_articles: Callable[[int], None] = lambda done: None,
) -> int:
    """Annotate the first ``limit`` articles and return how many the folder holds. Complete shards are kept.

    ``settings`` identifies the teacher; a folder made with other settings is refused. ``on_articles(done)`` is called
    after each shard.
    """
    settings = {**settings, "shard": shard}
    check_settings(make_folder(folder) / "store.json", settings)
    finished = set(finished_shards(folder))
    source = iter(articles)
    done = number = 0
    while done < limit and (taken := list(islice(source, min(shard, limit - done)))):
        rows = shard_path(folder, number)
        kept = [one.article.id for one in read_shard(rows)] if rows in finished else []
        if any(old != article.id for old, article in zip(kept, taken, strict=False)):
            raise CorpusError(f"{folder} holds pseudo graphs of another corpus ({rows.name}); name another folder")
        # A last shard that an earlier run with a smaller limit left incomplete is made again.
        if len(kept) < len(taken):
            graphs = teacher.graphs([article.sentences for article in taken])
            write_shard(rows, [AnnotatedArticle(*pair) for pair in zip(taken, graphs, strict=True)])
        done += len(taken)
        number += 1
        on_articles(done)
    if not done:
        raise CorpusError("the corpus has no article within the limits to annotate")
    return done


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
