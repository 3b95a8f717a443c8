"""The shipped EMGN from scratch: train the teacher, annotate articles, train the network, export it to ONNX.

Every step saves its result in the folder ``training`` of the model, so a run that was stopped resumes.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import read_benchmark
from mindgist.files import file_fingerprint, make_folder
from mindgist.learn.corpus import read_corpus
from mindgist.learn.examples import read_training_set
from mindgist.learn.onnx_export import export_run
from mindgist.learn.pseudo_graphs import annotate, articles_to_annotate
from mindgist.learn.teaching import (
    TeacherOptions,
    identity,
    is_trained,
    load_teacher,
    train_teacher,
    training_articles,
)
from mindgist.learn.training import Trainer, TrainingConfig, TrainingHistory
from mindgist.learn.training_state import check_settings
from mindgist.learn.validation import MapValidator

OnProgress = Callable[[str, int, int], None]
"""Called with (name of the step, units done, units in total)."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The choices of a run; the defaults are those of the shipped model."""

    transformer: str
    articles: int = 5_000  # to annotate and to train the network on; the paper's number
    teacher_articles: int = 2_500  # whose pairs train the teacher
    max_epochs: int = 200
    seed: int = 0


def train_from_corpus(
    data: Path,
    output: Path,
    recipe: Recipe,
    glove: Path | None = None,
    on_progress: OnProgress = lambda step, done, total: None,
) -> TrainingHistory:
    """Make a model in ``output`` from ``data``, a folder with ``corpus/`` and ``benchmark/dev.jsonl``."""
    corpus, dev = data / "corpus", data / "benchmark" / "dev.jsonl"
    for path in (corpus, dev):
        if not path.exists():
            raise CorpusError(f"{data} has no {path.relative_to(data)}; it needs corpus/ and benchmark/dev.jsonl")
    work = make_folder(output / "training")
    check_settings(work / "recipe.json", asdict(recipe))
    teacher, graphs, run, vectors = (work / name for name in ("teacher", "graphs", "run", "vectors"))
    if not is_trained(teacher):
        options = TeacherOptions(recipe.transformer, seed=recipe.seed, cache=vectors)
        articles = training_articles(corpus, min(recipe.teacher_articles, recipe.articles))
        train_teacher("fast", articles, teacher, options, lambda done, total, _: on_progress("teacher", done, total))
    annotate(
        load_teacher(teacher, recipe.transformer, vectors),
        articles_to_annotate(read_corpus(corpus)),
        graphs,
        identity(teacher),
        recipe.articles,
        on_articles=lambda done: on_progress("annotation", done, recipe.articles),
    )
    config = replace(TrainingConfig(), max_epochs=recipe.max_epochs, seed=recipe.seed)
    training_set = read_training_set(graphs, glove=glove)
    trainer = Trainer(
        run, config, training_set.examples, training_set.vocabulary, training_set.vectors, file_fingerprint(dev)[:16]
    )
    history = trainer.run(
        MapValidator(read_benchmark(dev)),
        lambda epoch, done, total: on_progress(f"network, epoch {epoch + 1}", done, total),
    )
    export_run(run, output)
    return history
