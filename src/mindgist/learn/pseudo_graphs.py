"""Pseudo graphs: articles with the relation graphs that a teacher made, annotated and stored in shards.

A store is a folder of shards. A shard, ``shard-k.npz``, holds the articles as JSON and their graphs, scores quantised
to 255 levels. It is written atomically, so a stopped run resumes. ``store.json`` identifies the teacher.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any, Protocol
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import article_parts
from mindgist.evaluate.similarity import similarities
from mindgist.files import atomic_write, make_folder
from mindgist.learn.checkpoint import check_settings
from mindgist.learn.corpus import CorpusArticle

SHARD = 100  # articles in a shard: embedded in one call, and at most lost by a kill
_LEVELS = 255  # quantisation error 0.002, far below the teacher's own


@dataclass(frozen=True, eq=False)
class AnnotatedArticle:
    """An article and its pseudo graph, shape (N, N): ``graph[i, j]`` in [0, 1] is how far sentence i governs j."""

    article: CorpusArticle
    graph: NDArray[np.float32]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The article's sentences."""
        return self.article.sentences

    @cached_property
    def highlights(self) -> str:
        """All highlights, joined."""
        return " ".join(self.article.highlights)

    @cached_property
    def nearest(self) -> int:
        """The sentence that is most similar to the highlights."""
        return int(similarities(self.sentences, [self.highlights] * len(self.sentences)).argmax())


class Teacher(Protocol):
    """A classifier of sentence pairs that scores all ordered pairs of each article's sentences."""

    def graphs(self, articles: Sequence[Sequence[str]], /) -> list[NDArray[np.float32]]: ...


def annotate(
    teacher: Teacher, articles: Iterable[CorpusArticle], folder: Path, settings: Mapping[str, Any], limit: int,
    on_articles: Callable[[int], None] = lambda done: None,
) -> None:  # fmt: skip
    """Annotate the first ``limit`` articles. Complete shards are kept.

    ``settings`` identifies the teacher; a folder made with other settings is refused. ``on_articles(done)`` is called
    after each shard.
    """
    check_settings(make_folder(folder) / "store.json", settings)
    source = iter(articles)
    done = 0
    while done < limit and (taken := list(islice(source, min(SHARD, limit - done)))):
        path = shard_path(folder, done // SHARD)
        kept = [one.article.id for one in read_shard(path)] if path.is_file() else []
        if any(old != article.id for old, article in zip(kept, taken, strict=False)):
            raise CorpusError(f"{folder} holds pseudo graphs of another corpus ({path.name}); name another folder")
        # A last shard that an earlier run with a smaller limit left incomplete is made again.
        if len(kept) < len(taken):
            graphs = teacher.graphs([article.sentences for article in taken])
            write_shard(path, [AnnotatedArticle(*pair) for pair in zip(taken, graphs, strict=True)])
        done += len(taken)
        on_articles(done)
    if not done:
        raise CorpusError("the corpus has no article within the limits to annotate")


def read_pseudo_graphs(folder: str | Path, limit: int | None = None) -> Iterator[AnnotatedArticle]:
    """Return the annotated articles of a store in order, at most ``limit`` of them."""
    shards = sorted(Path(folder).glob("shard-*.npz"))
    if not shards:
        raise CorpusError(f"there are no pseudo graphs in {folder}; `mindgist train emgn --data` makes some")
    return islice(chain.from_iterable(map(read_shard, shards)), limit)


def shard_path(folder: Path, number: int) -> Path:
    """Return the path of a shard."""
    return folder / f"shard-{number:05d}.npz"


def write_shard(path: Path, annotated: Sequence[AnnotatedArticle]) -> None:
    """Write a shard atomically."""
    articles = np.array([json.dumps(asdict(one.article), ensure_ascii=False) for one in annotated])
    graphs = [np.rint(one.graph * _LEVELS).astype(np.uint8) for one in annotated]
    with atomic_write(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, articles, *graphs)


def read_shard(path: Path) -> list[AnnotatedArticle]:
    """Return the annotated articles of a shard in order."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            rows, *graphs = (arrays[name] for name in arrays.files)
        return [
            AnnotatedArticle(CorpusArticle(*article_parts(row), row["split"]), graph.astype(np.float32) / _LEVELS)
            for row, graph in zip(map(json.loads, rows.tolist()), graphs, strict=True)
        ]
    except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile) as error:
        raise CorpusError(f"cannot read the pseudo graphs of {path}: {error!r}; annotate again") from error
