"""Pseudo graphs for thousands of articles: made by a teacher, saved as they are made, resumable."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from mindgist.errors import CorpusError
from mindgist.learn.corpus import TRAIN, CorpusArticle, fits
from mindgist.learn.pseudo_graphs import (
    AnnotatedArticle,
    article_ids,
    finished_shards,
    read_settings,
    shard_path,
    write_settings,
    write_shard,
)
from mindgist.learn.teacher import Teacher

SHARD = 100  # articles: what a kill can lose, and what is embedded together


def articles_to_annotate(corpus: Iterable[CorpusArticle]) -> Iterator[CorpusArticle]:
    """The articles of the training split that are within the paper's limits, in the corpus's order."""
    return (article for article in corpus if article.split == TRAIN and fits(article))


def annotate(
    teacher: Teacher,
    articles: Iterable[CorpusArticle],
    folder: Path,
    settings: Mapping[str, Any],
    most: int,
    shard: int = SHARD,
    report: Callable[[int], None] = lambda done: None,
) -> int:
    """Annotate the first ``most`` of these articles, in shards; the shards that exist are kept as they are.

    ``settings`` says what the graphs are made with; a store made with others is refused rather than mixed.
    ``report`` is told how many articles are done. Returns how many articles the store holds.
    """
    settings = {**settings, "shard": shard}
    before = read_settings(folder)
    if before is not None and before != settings:
        raise CorpusError(f"{folder} holds pseudo graphs made with other settings ({before}); name another folder")
    write_settings(folder, settings)
    finished = set(finished_shards(folder))
    source = iter(articles)
    done = number = 0
    while done < most and (taken := list(islice(source, min(shard, most - done)))):
        rows = shard_path(folder, number)
        kept = article_ids(rows) if rows in finished else []
        if any(old != article.id for old, article in zip(kept, taken, strict=False)):
            raise CorpusError(f"{folder} holds pseudo graphs of another corpus ({rows.name}); name another folder")
        # A shard that an earlier, smaller run cut short is made anew.
        if len(kept) < len(taken):
            graphs = teacher.graphs([article.sentences for article in taken])
            write_shard(rows, [AnnotatedArticle(*pair) for pair in zip(taken, graphs, strict=True)])
        done += len(taken)
        number += 1
        report(done)
    if not done:
        raise CorpusError("the corpus has no article within the limits to annotate")
    return done
