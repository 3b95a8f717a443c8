"""EMGN from scratch: train the teacher, annotate articles, train the network.

Every step saves its result in the folder ``training`` of the model, so a run that was stopped resumes.
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import read_benchmark
from mindgist.files import file_fingerprint, make_folder, write_file
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.checkpoint import check_settings
from mindgist.learn.corpus import fits, read_corpus
from mindgist.learn.glove import read_glove, vocabulary_of
from mindgist.learn.pseudo_graphs import AnnotatedArticle, annotate, read_pseudo_graphs
from mindgist.learn.teaching import TeacherOptions, identity, load_teacher, train_teacher, training_articles
from mindgist.learn.training import Trainer, TrainingConfig
from mindgist.learn.validation import highlight_validator, map_validator

ARTICLES = 5_000  # to annotate and to train the network on; the paper's number
TEACHER_ARTICLES = 2_500  # whose pairs train the teacher
HOLD_OUT_EVERY = 20  # articles; only where there are no annotated maps to validate on

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
    if not (teacher / "config.json").is_file():  # it is written last
        chosen = training_articles(corpus, min(TEACHER_ARTICLES, articles))
        train_teacher(chosen, teacher, options, vectors, lambda done, total: on_progress("teacher", done, total))
    annotate(
        load_teacher(teacher, vectors),
        filter(fits, read_corpus(corpus)),
        graphs,
        identity(teacher),
        articles,
        on_articles=lambda done: on_progress("annotation", done, articles),
    )
    return graphs


def training_set(
    graphs: Path, articles: int | None = None, glove: Path | None = None, hold_out: bool = False
) -> tuple[list[AnnotatedArticle], list[AnnotatedArticle], Vocabulary, NDArray[np.float32]]:
    """Return examples, held-out ones, the vocabulary and its vectors, from the first ``articles`` of pseudo graphs."""
    annotated = list(read_pseudo_graphs(graphs, articles))
    if articles is not None and len(annotated) < articles:
        raise CorpusError(f"{graphs} has {len(annotated):,} annotated articles, not {articles:,}; train on fewer")
    sentences = (sentence for one in annotated for sentence in one.sentences)
    vocabulary, vectors = vocabulary_of(sentences, read_glove(glove))
    examples = [one for one in annotated if one.highlights]  # nothing could reward the others
    held_out = examples[::HOLD_OUT_EVERY] if hold_out else []
    if hold_out:
        del examples[::HOLD_OUT_EVERY]
    if not examples:
        raise CorpusError(f"no article of {graphs} is left to train on: of {len(annotated)}, too few have highlights")
    return examples, held_out, vocabulary, vectors


def train_network(
    graphs: Path,
    run: Path,
    config: TrainingConfig,
    dev: Path | None = None,
    articles: int | None = None,
    glove: Path | None = None,
    on_progress: OnProgress = lambda step, done, total: None,
) -> Trainer:
    """Train a network on pseudo graphs (all, or those of the first ``articles``) in the folder ``run``.

    The annotated maps in ``dev`` decide when training stops; without them, the highlights of held-out articles do.
    """
    examples, held_out, vocabulary, vectors = training_set(graphs, articles, glove, hold_out=dev is None)
    validate = map_validator(read_benchmark(dev)) if dev else highlight_validator(held_out)
    validated_on = file_fingerprint(dev)[:16] if dev else "held-out articles"
    trainer = Trainer(run, config, examples, vocabulary, vectors, validated_on)
    # The total is that of one epoch: how many epochs there will be depends on the validation scores.
    trainer.run(validate, lambda epoch, done, total: on_progress(f"network, epoch {epoch + 1}", done, total))
    return trainer


def copy_model(run: Path, output: Path) -> None:
    """Copy the best network of a training run; the configuration, which names the model, comes last."""
    for name in ("model.safetensors", "vocabulary.txt", "config.json"):
        write_file(output / name, (run / name).read_bytes())
