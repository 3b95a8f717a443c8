"""Annotating thousands of articles with a teacher, in shards, so that a stopped run resumes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from mindgist.errors import CorpusError
from mindgist.learn.corpus import TRAIN, CorpusArticle, fits
from mindgist.learn.pseudo_graphs import (
    AnnotatedArticle,
    finished_shards,
    read_settings,
    read_shard,
    shard_path,
    write_settings,
    write_shard,
)
from mindgist.learn.teacher import Teacher

SHARD = 100  # articles in a shard: embedded in one call, and at most lost by a kill


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
    before = read_settings(folder)
    if before is not None and before != settings:
        raise CorpusError(f"{folder} holds pseudo graphs made with other settings ({before}); name another folder")
    write_settings(folder, settings)
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
