"""From a corpus to a trained teacher, of either form; teachers as graph sources."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from time import process_time

import numpy as np

from mindgist.document import Document
from mindgist.errors import CorpusError, ModelError
from mindgist.files import file_fingerprint
from mindgist.graph import RelationGraph
from mindgist.learn import cross_encoder, fast_teacher
from mindgist.learn.checkpoint import checkpoint_config
from mindgist.learn.corpus import CorpusArticle, fits, read_corpus
from mindgist.learn.cross_encoder import CrossEncoder, FineTuning, fine_tune
from mindgist.learn.embeddings import SentenceEncoder, Vectors
from mindgist.learn.fast_teacher import FastTeacher, HeadSettings, train_head
from mindgist.learn.pairs import Governors, Pair, accuracy_and_f1, make_pairs
from mindgist.learn.pseudo_graphs import SHARD, Teacher

FORMS = ("fast", "cross")

OnStep = Callable[[int, int], None]
"""Called with (steps done, steps in total); a fast teacher's steps are articles that are embedded."""


@dataclass(frozen=True, slots=True)
class TeacherOptions:
    """What can be chosen about a teacher; None means the default of its form."""

    transformer: str
    form: str = "fast"
    max_pairs: int | None = None
    epochs: int | None = None
    seed: int = 0  # of the weights and batches; the pairs are always the same
    governors: Governors = "sentences"


@dataclass(frozen=True, slots=True)
class TeacherMeasures:
    """How a teacher was trained, and its accuracy and F1 on held-out pairs."""

    articles: int
    pairs: int
    held_out_pairs: int
    accuracy: float
    f1: float
    seconds: float  # of processor time; a resumed run counts from where it resumed


@dataclass(frozen=True, slots=True)
class TeacherGraph:
    """A teacher as a graph source."""

    teacher: Teacher

    def __call__(self, document: Document) -> RelationGraph:
        """Return the document's relation graph."""
        (scores,) = self.teacher.graphs([[sentence.plain for sentence in document.sentences]])
        return RelationGraph(scores)


def training_articles(corpus: str | Path, limit: int) -> list[CorpusArticle]:
    """Return the first articles of a corpus that are within the limits for annotation."""
    articles = list(islice(filter(fits, read_corpus(corpus)), limit))
    if not articles:
        raise CorpusError(f"{corpus} has no article of the training split within 50 sentences of 50 words")
    return articles


def train_teacher(
    articles: Sequence[CorpusArticle],
    folder: Path,
    options: TeacherOptions,
    cache: Path | None = None,
    on_step: OnStep = lambda done, steps: None,
) -> TeacherMeasures:
    """Train a teacher on the articles' pairs, measure it on held-out pairs and save it.

    ``cache`` keeps the sentence vectors of the fast form.
    """
    pairs = make_pairs(articles, options.governors)
    train = pairs.train[: options.max_pairs]
    start = process_time()
    teacher: FastTeacher | CrossEncoder
    if options.form == "fast":
        teacher = _train_fast(articles, train, options, cache, on_step)
    else:
        settings = FineTuning(seed=options.seed, epochs=options.epochs or FineTuning().epochs)
        teacher = CrossEncoder.pretrained(options.transformer, options.seed)
        fine_tune(teacher, train, folder, settings, lambda step, steps, loss: on_step(step, steps))
    seconds = process_time() - start
    accuracy, f1 = accuracy_and_f1(teacher.probabilities(pairs.test), pairs.test)
    measures = TeacherMeasures(len(articles), len(train), len(pairs.test), accuracy, f1, seconds)
    teacher.save(folder, {"transformer": options.transformer, "measured": asdict(measures)})
    return measures


def _train_fast(
    articles: Sequence[CorpusArticle], pairs: Sequence[Pair], options: TeacherOptions, cache: Path | None,
    on_step: OnStep,
) -> FastTeacher:  # fmt: skip
    settings = HeadSettings(seed=options.seed, epochs=options.epochs or HeadSettings().epochs)
    encoder = SentenceEncoder(options.transformer, cache)
    vectors: dict[str, Vectors] = {}
    # Annotation embeds the same lists of sentences, so both find them in one cache.
    for start in range(0, len(articles), SHARD):
        shard = articles[start : start + SHARD]
        texts = [[sentence for article in shard for sentence in article.sentences]]
        if options.governors == "highlights":
            texts.append([highlight for article in shard for highlight in article.highlights])
        for part in texts:
            vectors.update(zip(part, encoder(part), strict=True))
        on_step(start + len(shard), len(articles))

    def embed(texts: Sequence[str]) -> Vectors:
        return np.stack([vectors[text] for text in texts])

    return FastTeacher(embed, train_head(pairs, embed, settings))


def load_teacher(folder: Path, cache: Path | None = None) -> Teacher:
    """Load a trained teacher of either form; ``cache`` keeps the sentence vectors of the fast one."""
    kind = checkpoint_config(folder)["model"]
    if kind == fast_teacher.KIND:
        return fast_teacher.load_fast_teacher(folder, cache)
    if kind == cross_encoder.KIND:
        return CrossEncoder.pretrained(str(folder / cross_encoder.TRANSFORMER))
    raise ModelError(f"the model in {folder} is a '{kind}', which scores no pairs of sentences")


def teacher_graph(folder: Path) -> TeacherGraph:
    """Load the teacher in a folder as a graph source."""
    return TeacherGraph(load_teacher(folder))


def identity(folder: Path) -> dict[str, str]:
    """Return what identifies a trained teacher: its kind and a fingerprint of its weights."""
    weights = sorted(folder.rglob("model.safetensors"))
    return {"teacher": str(checkpoint_config(folder)["model"]), "weights": file_fingerprint(*weights)[:16]}
