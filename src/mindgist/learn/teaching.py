"""From a corpus to a trained teacher: what ``mindgist teach`` and the runs share."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

from mindgist.errors import CorpusError, ModelError, UnknownNameError
from mindgist.files import file_fingerprint
from mindgist.learn import cross_encoder, fast_teacher, mrdmf
from mindgist.learn.annotate import SHARD, articles_to_annotate
from mindgist.learn.checkpoint import checkpoint_config, note_measures
from mindgist.learn.corpus import CorpusArticle, read_corpus
from mindgist.learn.cross_encoder import CrossEncoder, FineTuning, fine_tune
from mindgist.learn.embeddings import Embed, EmbeddingCache, KnownVectors, SentenceEncoder, of_bare
from mindgist.learn.fast_teacher import FastTeacher, HeadSettings, load_fast_teacher, save_fast_teacher, train_head
from mindgist.learn.glove import read_glove
from mindgist.learn.mrdmf import MrdmfSettings, load_mrdmf, save_mrdmf, train_mrdmf
from mindgist.learn.pairs import GOVERNORS, Pair, PairSettings, make_pairs
from mindgist.learn.teacher import Teacher, measure_pairs
from mindgist.learn.transformer import DEFAULT_TRANSFORMER

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


@dataclass(frozen=True, slots=True)
class Teaching:
    """What a user may choose about training; None leaves a form's own default."""

    transformer: str = DEFAULT_TRANSFORMER
    most_pairs: int | None = None
    epochs: int | None = None
    seed: int = 0
    pair_seed: int = 0  # the pairs stay the same where only the network's own chance is to vary
    cache: Path | None = None
    glove: Path | None = None
    pairs: PairSettings = GOVERNORS["sentences"]  # how pairs are made; their seed is pair_seed


def teach(
    form: str,
    articles: Sequence[CorpusArticle],
    folder: Path,
    teaching: Teaching,
    report: Report = lambda done, steps, loss: None,
) -> Measured:
    """Train a classifier of pairs, of the form that is named, on these articles' pairs; save and measure it.

    The seconds are the processor's, of this process: where a stopped run goes on, what came before does not count.
    """
    if form not in FORMS:
        raise UnknownNameError("form of teacher", form, FORMS)
    pairs = make_pairs(articles, replace(teaching.pairs, seed=teaching.pair_seed))
    train = pairs.train[: teaching.most_pairs]
    start = process_time()
    teacher = FORMS[form](articles, train, folder, teaching, report)
    seconds = process_time() - start
    found = measure_pairs(teacher, pairs.test)
    measured = Measured(len(articles), len(train), found.pairs, found.accuracy, found.f1, seconds)
    note_measures(folder, asdict(measured))
    return measured


def _fast(
    articles: Sequence[CorpusArticle], pairs: Sequence[Pair], folder: Path, teaching: Teaching, report: Report
) -> Teacher:
    settings = HeadSettings(seed=teaching.seed, **_given(epochs=teaching.epochs))
    vectors = KnownVectors(_cached(SentenceEncoder(teaching.transformer), teaching.cache))
    for taken in _in_shards(articles):
        vectors.add([sentence for article in taken for sentence in article.sentences])
        if not teaching.pairs.stand_ins:
            vectors.add([highlight for article in taken for highlight in article.highlights])
    head = train_head(pairs, vectors, settings, lambda epoch, loss: report(epoch + 1, settings.epochs, loss))
    save_fast_teacher(folder, head, settings, teaching.transformer)
    return FastTeacher(vectors, head)


def _cross(
    articles: Sequence[CorpusArticle], pairs: Sequence[Pair], folder: Path, teaching: Teaching, report: Report
) -> Teacher:
    settings = FineTuning(seed=teaching.seed, **_given(epochs=teaching.epochs))
    encoder = CrossEncoder.pretrained(teaching.transformer, teaching.seed)
    fine_tune(encoder, pairs, folder, settings, report)
    encoder.save(folder, {"transformer": teaching.transformer, "fine_tuning": asdict(settings)})
    return encoder


def _mrdmf(
    articles: Sequence[CorpusArticle], pairs: Sequence[Pair], folder: Path, teaching: Teaching, report: Report
) -> Teacher:
    settings = MrdmfSettings(seed=teaching.seed, **_given(epochs=teaching.epochs))
    glove = read_glove(teaching.glove)
    model = train_mrdmf(pairs, glove, folder, settings, report)
    save_mrdmf(folder, model)
    return model


FORMS: dict[str, Callable[[Sequence[CorpusArticle], Sequence[Pair], Path, Teaching, Report], Teacher]] = {
    "fast": _fast,
    "cross": _cross,
    "mrdmf": _mrdmf,
}


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


def identity(folder: str | Path) -> dict[str, str]:
    """What tells a trained teacher from every other: its form and a digest of its weights."""
    folder = Path(folder)
    weights = [
        path for path in sorted(folder.rglob("*.safetensors")) if "training" not in path.relative_to(folder).parts
    ]
    return {"teacher": str(checkpoint_config(folder)["kind"]), "weights": file_fingerprint(*weights)[:16]}


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _cached(encoder: SentenceEncoder, cache: Path | None) -> Embed:
    return of_bare(encoder if cache is None else EmbeddingCache(encoder, cache))


def _in_shards(articles: Sequence[CorpusArticle]) -> Iterator[Sequence[CorpusArticle]]:
    """The articles as annotation takes them, so that both find the same lists of sentences in a cache."""
    return (articles[start : start + SHARD] for start in range(0, len(articles), SHARD))
