"""Articles with highlights, and with the pseudo graphs that EMGN is trained on.

A corpus is a folder of ``.jsonl`` or ``.jsonl.xz`` files, one such file, or a folder of ``.story`` files. A row is
``{"id": …, "split": …, "article": …, "highlights": …}``: the article with one paragraph a line, the
highlights as a list or one a line, the split 'train' by default.

A store of pseudo graphs is a folder of shards: articles with the relation graphs that a teacher made. A shard,
``shard-k.npz``, holds the articles as JSON and their graphs, scores quantised to 255 levels. It is written atomically,
so a stopped run resumes.
"""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from mindgist.document.tokens import words
from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import Article, article_parts, read_rows, read_story, split_paragraphs
from mindgist.evaluate.scoring import similarities
from mindgist.files import atomic_write, make_folder

TRAIN = "train"
MAX_SENTENCES = 50  # of an article, as in the paper
MAX_WORDS = 50  # of each of them
_ENDINGS = (".jsonl", ".jsonl.xz")
SHARD = 100  # articles in a shard: embedded in one call, and at most lost by a kill
_LEVELS = 255  # quantisation error 0.002, far below the teacher's own


@dataclass(frozen=True)
class CorpusArticle(Article):
    """An article of a corpus."""

    split: str = TRAIN


def fits(article: CorpusArticle) -> bool:
    """Whether an article is of the training split and within the paper's limits of 50 sentences of 50 words."""
    if article.split != TRAIN or not 1 <= len(article.sentences) <= MAX_SENTENCES:
        return False
    return all(len(words(sentence)) <= MAX_WORDS for sentence in article.sentences)


def read_corpus(path: str | Path, ids: Collection[str] | None = None) -> Iterator[CorpusArticle]:
    """Yield the articles of a corpus that have a sentence, or those with these ids, files in alphabetical order."""
    path = Path(path)
    files = [path] if path.is_file() else sorted(file for file in path.glob("*") if file.name.endswith(_ENDINGS))
    stories = [] if files else sorted(path.glob("*.story"))
    if not files and not stories:
        raise CorpusError(f"there is no corpus at {path}; name a folder of .jsonl, .jsonl.xz or .story files")

    def article_of(row: dict[str, Any]) -> CorpusArticle | None:
        if ids is not None and str(row["id"]) not in ids:
            return None
        highlights = row["highlights"].splitlines() if isinstance(row["highlights"], str) else row["highlights"]
        texts = (" ".join(str(one).split()) for one in highlights)
        paragraphs = split_paragraphs(str(row["article"]).splitlines())
        return CorpusArticle(str(row["id"]), paragraphs, tuple(filter(None, texts)), str(row.get("split", TRAIN)))

    form = "a row needs 'id', 'article' and 'highlights'"
    of_rows = chain.from_iterable(read_rows(file, article_of, CorpusError, form) for file in files)
    named = (story for story in stories if ids is None or story.stem in ids)
    of_stories = (CorpusArticle(story.stem, *read_story(story)) for story in named)
    yield from (article for article in chain(of_rows, of_stories) if article and article.paragraphs)


def training_articles(corpus: Path, limit: int) -> list[CorpusArticle]:
    """The first articles of a corpus that fit."""
    articles = list(islice(filter(fits, read_corpus(corpus)), limit))
    if not articles:
        raise CorpusError(f"{corpus} has no article of the training split within 50 sentences of 50 words")
    return articles


@dataclass(frozen=True, eq=False)
class AnnotatedArticle:
    """An article and its pseudo graph, shape (N, N): ``graph[i, j]`` in [0, 1] is how far sentence i governs j."""

    article: CorpusArticle
    graph: NDArray[np.float32]

    @cached_property
    def highlights(self) -> str:
        """All highlights, joined."""
        return " ".join(self.article.highlights)

    @cached_property
    def nearest(self) -> int:
        """The sentence that is most similar to the highlights."""
        return int(similarities(self.article.sentences, [self.highlights] * len(self.graph)).argmax())


def annotate(
    graphs_of: Callable[[Sequence[Sequence[str]]], list[NDArray[np.float32]]], articles: Sequence[CorpusArticle],
    folder: Path, on_articles: Callable[[int, int], None] = lambda done, total: None,
) -> None:  # fmt: skip
    """Annotate articles with the graphs that a teacher makes of their sentences. Complete shards are kept."""
    make_folder(folder)
    for start in range(0, len(articles), SHARD):
        taken = articles[start : start + SHARD]
        path = shard_path(folder, start // SHARD)
        kept = [one.article.id for one in read_shard(path)] if path.is_file() else []
        if any(old != article.id for old, article in zip(kept, taken, strict=False)):
            raise CorpusError(f"{folder} holds pseudo graphs of another corpus ({path.name}); name another folder")
        # A last shard that an earlier run on fewer articles left incomplete is made again.
        if len(kept) < len(taken):
            graphs = graphs_of([article.sentences for article in taken])
            write_shard(path, [AnnotatedArticle(*pair) for pair in zip(taken, graphs, strict=True)])
        on_articles(start + len(taken), len(articles))


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
