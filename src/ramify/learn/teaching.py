"""From a corpus to a trained teacher: what ``ramify teach`` and the runs share."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from ramify.errors import CorpusError, ModelError
from ramify.learn import cross_encoder, fast_teacher, mrdmf
from ramify.learn.annotate import SHARD, articles_to_annotate
from ramify.learn.checkpoint import checkpoint_config, note_measures
from ramify.learn.corpus import CorpusArticle, read_corpus
from ramify.learn.cross_encoder import CrossEncoder, FineTuning, fine_tune
from ramify.learn.embeddings import Embed, EmbeddingCache, KnownVectors, SentenceEncoder
from ramify.learn.fast_teacher import HeadSettings, load_fast_teacher, save_fast_teacher, train_head
from ramify.learn.mrdmf import MrdmfSettings, load_mrdmf, save_mrdmf, train_mrdmf
from ramify.learn.pairs import Pair, Pairs, PairSettings, make_pairs
from ramify.learn.teacher import Teacher, measure_pairs
from ramify.learn.vocabulary import WordVectors

Report = Callable[[int, int, float], None]
"""Told (steps done, steps in all, loss)."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What training a classifier of pairs came to; accuracy and F1 are those of the held-out pairs."""

    articles: int
    pairs: int
    held_out_pairs: int
    accuracy: float
    f1: float
    seconds: float


def training_articles(corpus: str | Path, most: int) -> list[CorpusArticle]:
    """The first articles of a corpus that pairs are made of: those that are annotated."""
    articles = list(islice(articles_to_annotate(read_corpus(corpus)), most))
    if not articles:
        raise CorpusError(f"{corpus} has no article of the training split within 50 sentences of 50 words")
    return articles


def teach_fast(
    articles: Sequence[CorpusArticle],
    folder: Path,
    transformer: str,
    pair_settings: PairSettings,
    settings: HeadSettings,
    cache: Path | None = None,
    report: Report = lambda done, steps, loss: None,
) -> Measured:
    """Train the fast teacher on these articles' pairs and save it."""
    pairs = make_pairs(articles, pair_settings)
    vectors = KnownVectors(_cached(SentenceEncoder(transformer), cache))
    for taken in _in_shards(articles):
        vectors.add([sentence for article in taken for sentence in article.sentences])
        vectors.add([highlight for article in taken for highlight in article.highlights])
    start = perf_counter()
    head = train_head(pairs.train, vectors, settings, lambda epoch, loss: report(epoch + 1, settings.epochs, loss))
    seconds = perf_counter() - start
    save_fast_teacher(folder, head, settings, transformer)
    return _noted(folder, fast_teacher.FastTeacher(vectors, head), articles, pairs, pairs.train, seconds)


def teach_cross(
    articles: Sequence[CorpusArticle],
    folder: Path,
    transformer: str,
    pair_settings: PairSettings,
    settings: FineTuning,
    most_pairs: int | None = None,
    report: Report = lambda done, steps, loss: None,
) -> Measured:
    """Fine-tune a cross-encoder on these articles' pairs and save it; goes on with a run that was stopped.

    The seconds are those of this process: a resumed run's do not count what came before.
    """
    pairs = make_pairs(articles, pair_settings)
    train = pairs.train[:most_pairs]
    encoder = CrossEncoder.pretrained(transformer)
    start = perf_counter()
    fine_tune(encoder, train, folder, settings, report)
    seconds = perf_counter() - start
    encoder.save(folder, {"transformer": transformer, "fine_tuning": asdict(settings)})
    return _noted(folder, encoder, articles, pairs, train, seconds)


def teach_mrdmf(
    articles: Sequence[CorpusArticle],
    folder: Path,
    glove: WordVectors,
    pair_settings: PairSettings,
    settings: MrdmfSettings,
    report: Report = lambda done, steps, loss: None,
) -> Measured:
    """Train MRDMF on these articles' pairs and save it."""
    pairs = make_pairs(articles, pair_settings)
    start = perf_counter()
    model = train_mrdmf(pairs.train, glove, settings, lambda epoch, loss: report(epoch + 1, settings.epochs, loss))
    seconds = perf_counter() - start
    save_mrdmf(folder, model)
    return _noted(folder, model, articles, pairs, pairs.train, seconds)


def load_teacher(folder: str | Path, transformer: str | None = None, cache: Path | None = None) -> Teacher:
    """A trained classifier of pairs, of whatever form the folder holds.

    ``transformer`` says where the fast teacher's transformer is, if not where it was when it was trained.
    """
    folder = Path(folder)
    kind = checkpoint_config(folder)["kind"]
    if kind == fast_teacher.KIND:
        return load_fast_teacher(folder, transformer, lambda encoder: _cached(encoder, cache))
    if kind == cross_encoder.KIND:
        return CrossEncoder.load(folder)
    if kind == mrdmf.KIND:
        return load_mrdmf(folder)
    raise ModelError(f"the model in {folder} is a '{kind}', which scores no pairs of sentences")


def _cached(encoder: SentenceEncoder, cache: Path | None) -> Embed:
    return encoder if cache is None else EmbeddingCache(encoder, cache)


def _in_shards(articles: Sequence[CorpusArticle]) -> Iterator[Sequence[CorpusArticle]]:
    """The articles as annotation takes them, so that both find the same lists of sentences in a cache."""
    return (articles[start : start + SHARD] for start in range(0, len(articles), SHARD))


def _noted(
    folder: Path,
    teacher: Teacher,
    articles: Sequence[CorpusArticle],
    pairs: Pairs,
    train: Sequence[Pair],
    seconds: float,
) -> Measured:
    """Measure a teacher on the held-out pairs and write the figures beside its weights."""
    found = measure_pairs(teacher, pairs.test)
    measured = Measured(len(articles), len(train), found.pairs, found.accuracy, found.f1, seconds)
    row: dict[str, Any] = asdict(measured)
    note_measures(folder, row)
    return measured
