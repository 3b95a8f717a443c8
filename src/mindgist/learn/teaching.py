"""From a corpus to a trained teacher, of either form; teachers as graph sources."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from mindgist.learn.cross_encoder import CrossEncoder, fine_tune
from mindgist.learn.embeddings import Embed, SentenceEncoder, Vectors
from mindgist.learn.fast_teacher import FastTeacher, train_head
from mindgist.learn.pairs import Governors, accuracy_and_f1, make_pairs
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
    articles: Sequence[CorpusArticle], folder: Path, options: TeacherOptions,
    on_step: OnStep = lambda done, steps: None,
) -> dict[str, float]:  # fmt: skip
    """Train a teacher on the articles' pairs, save it, and return its accuracy and F1 on held-out pairs."""
    pairs = make_pairs(articles, options.governors)
    train = pairs.train[: options.max_pairs]
    start = process_time()
    teacher: FastTeacher | CrossEncoder
    if options.form == "fast":
        embed = _embedding(articles, options, on_step)
        teacher = FastTeacher(embed, train_head(train, embed, options.epochs or fast_teacher.EPOCHS, options.seed))
    else:
        teacher = CrossEncoder.pretrained(options.transformer, options.seed)
        epochs = options.epochs or cross_encoder.EPOCHS
        fine_tune(teacher, train, folder / "training", epochs, options.seed, on_step)
    seconds = process_time() - start  # a resumed run counts from where it resumed
    accuracy, f1 = accuracy_and_f1(teacher.probabilities(pairs.test), pairs.test)
    sizes = {"articles": len(articles), "pairs": len(train), "held_out_pairs": len(pairs.test)}
    measured = sizes | {"accuracy": accuracy, "f1": f1, "seconds": seconds}
    teacher.save(folder, {"transformer": options.transformer, "measured": measured})
    return measured


def _embedding(articles: Sequence[CorpusArticle], options: TeacherOptions, on_step: OnStep) -> Embed:
    """Embed the articles' texts, in the groups in which annotation embeds them, and return what looks them up."""
    encoder = SentenceEncoder(options.transformer)
    vectors: dict[str, Vectors] = {}
    for start in range(0, len(articles), SHARD):
        shard = articles[start : start + SHARD]
        texts = [[sentence for article in shard for sentence in article.sentences]]
        if options.governors == "highlights":
            texts.append([highlight for article in shard for highlight in article.highlights])
        for part in texts:
            vectors.update(zip(part, encoder(part), strict=True))
        on_step(start + len(shard), len(articles))
    return lambda texts: np.stack([vectors[text] for text in texts])


def load_teacher(folder: Path) -> Teacher:
    """Load a trained teacher of either form."""
    kind = checkpoint_config(folder)["model"]
    if kind == fast_teacher.KIND:
        return fast_teacher.load_fast_teacher(folder)
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
