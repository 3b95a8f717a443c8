"""Articles with highlights, for training.

A corpus is a folder of ``.jsonl`` or ``.jsonl.xz`` files, one such file, or a folder of ``.story`` files. A row is
``{"id": …, "split": …, "article": …, "highlights": …}``: the article with one paragraph a line, the
highlights as a list or one a line, the split 'train' by default.
"""

import json
import lzma
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from mindgist.document.sentences import sentence_spans
from mindgist.document.tokens import words
from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import Article
from mindgist.evaluate.stories import story_parts

TRAIN = "train"
MAX_SENTENCES = 50  # of an article, as in the paper
MAX_WORDS = 50  # of each of them
_ENDINGS = (".jsonl", ".jsonl.xz")


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
    """Yield the articles of a corpus, files in alphabetical order; articles without a sentence are left out.

    Args:
        path: the corpus.
        ids: the articles that are wanted; all unless given.
    """
    path = Path(path)
    files = [path] if path.is_file() else sorted(file for file in path.glob("*") if file.name.endswith(_ENDINGS))
    stories = [] if files else sorted(path.glob("*.story"))
    if not files and not stories:
        raise CorpusError(f"there is no corpus at {path}; name a folder of .jsonl, .jsonl.xz or .story files")
    if ids is not None:
        stories = [story for story in stories if story.stem in ids]
    of_files = chain.from_iterable(_json_articles(file, ids) for file in files)
    articles = chain(of_files, map(_story_article, stories))
    yield from (article for article in articles if article.paragraphs)


def split_paragraphs(paragraphs: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Split paragraphs into sentences as every document is split; empty paragraphs are left out."""
    split = (tuple(text[start:end] for start, end in sentence_spans(text)) for text in paragraphs)
    return tuple(sentences for sentences in split if sentences)


def _json_articles(path: Path, ids: Collection[str] | None) -> Iterator[CorpusArticle]:
    try:
        with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip() and (article := _parsed(line, f"{path}, line {number}", ids)):
                    yield article
    except (OSError, EOFError, lzma.LZMAError, UnicodeError) as error:
        raise CorpusError(f"cannot read {path} as JSON lines: {error}") from error


def _parsed(line: str, place: str, ids: Collection[str] | None) -> CorpusArticle | None:
    try:
        row = json.loads(line)
        if ids is not None and str(row["id"]) not in ids:
            return None
        highlights = row["highlights"].splitlines() if isinstance(row["highlights"], str) else row["highlights"]
        texts = (" ".join(str(one).split()) for one in highlights)
        paragraphs = split_paragraphs(str(row["article"]).splitlines())
        return CorpusArticle(str(row["id"]), paragraphs, tuple(filter(None, texts)), str(row.get("split", TRAIN)))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CorpusError(f"{place}: a row needs 'id', 'article' and 'highlights' ({error!r})") from error


def _story_article(path: Path) -> CorpusArticle:
    try:
        paragraphs, highlights = story_parts(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise CorpusError(f"cannot read the story {path}: {error}") from error
    return CorpusArticle(path.stem, split_paragraphs(paragraphs), tuple(highlights))
