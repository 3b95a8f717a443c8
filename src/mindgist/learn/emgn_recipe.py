"""EMGN from scratch: train the teacher, annotate articles, train the network, export it to ONNX.

Every step saves its result in the folder ``training`` of the model, so a run that was stopped resumes.
"""

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from mindgist.evaluate.benchmark import read_benchmark
from mindgist.files import file_fingerprint, make_folder
from mindgist.learn.corpus import fits, read_corpus
from mindgist.learn.examples import read_training_set
from mindgist.learn.onnx_export import export_run
from mindgist.learn.pseudo_graphs import annotate
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
from mindgist.learn.validation import HighlightValidator, MapValidator

ARTICLES = 5_000  # to annotate and to train the network on; the paper's number
TEACHER_ARTICLES = 2_500  # whose pairs train the teacher

OnProgress = Callable[[str, int, int], None]
"""Called with (name of the step, units done, units in total)."""


def annotate_corpus(
    corpus: Path,
    output: Path,
    options: TeacherOptions,
    articles: int = ARTICLES,
    on_progress: OnProgress = lambda step, done, total: None,
) -> Path:
    """Train a teacher, annotate the first articles with it, and return the folder of the pseudo graphs."""
    work = make_folder(output / "training")
    check_settings(work / "recipe.json", asdict(options) | {"articles": articles})
    teacher, graphs, vectors = (work / name for name in ("teacher", "graphs", "vectors"))
    if not is_trained(teacher):
        chosen = training_articles(corpus, min(TEACHER_ARTICLES, articles))
        options = replace(options, cache=vectors)
        train_teacher(chosen, teacher, options, lambda done, total: on_progress("teacher", done, total))
    annotate(
        load_teacher(teacher, vectors),
        filter(fits, read_corpus(corpus)),
        graphs,
        identity(teacher),
        articles,
        on_articles=lambda done: on_progress("annotation", done, articles),
    )
    return graphs


def train_network(
    graphs: Path,
    output: Path,
    config: TrainingConfig,
    dev: Path | None = None,
    articles: int | None = None,
    glove: Path | None = None,
    on_progress: OnProgress = lambda step, done, total: None,
) -> TrainingHistory:
    """Train a network on pseudo graphs (all, or those of the first ``articles``) and export it to ``output``.

    The annotated maps in ``dev`` decide when training stops; without them, the highlights of held-out articles do.
    """
    data = read_training_set(graphs, articles, glove, hold_out=dev is None)
    validate = MapValidator(read_benchmark(dev)) if dev else HighlightValidator(data.held_out)
    validated_on = file_fingerprint(dev)[:16] if dev else "held-out articles"
    run = make_folder(output / "training" / "run")
    trainer = Trainer(run, config, data.examples, data.vocabulary, data.vectors, validated_on)
    # The total is that of one epoch: how many epochs there will be depends on the validation scores.
    history = trainer.run(validate, lambda epoch, done, total: on_progress(f"network, epoch {epoch + 1}", done, total))
    export_run(run, output)
    return history
