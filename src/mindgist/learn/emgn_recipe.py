"""EMGN from scratch: train the teacher, annotate articles, train the network.

Every step saves its result in the folder ``training`` of the model, so a run that was stopped resumes.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from mindgist.errors import CorpusError
from mindgist.evaluate.benchmark import BenchmarkArticle, read_benchmark
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import ArticleScorer, predict
from mindgist.files import file_fingerprint, make_folder, write_file
from mindgist.graph import EmgnGraph
from mindgist.learn.checkpoint import check_settings
from mindgist.learn.corpus import fits, read_corpus
from mindgist.learn.glove import read_glove, vocabulary_of
from mindgist.learn.pseudo_graphs import AnnotatedArticle, annotate, read_pseudo_graphs
from mindgist.learn.refinement import DECISIONS, choose, greedy, rewards_of
from mindgist.learn.teaching import TeacherOptions, identity, load_teacher, train_teacher, training_articles
from mindgist.learn.training import Trainer, TrainingConfig, Validate
from mindgist.mapper import MindMapper
from mindgist.tree import recursive_tree

ARTICLES = 5_000  # to annotate and to train the network on; the paper's number
TEACHER_ARTICLES = 2_500  # whose pairs train the teacher
HOLD_OUT_EVERY = 20  # articles; only where there are no annotated maps to validate on

OnProgress = Callable[[str, int, int], None]
"""Called with (name of the step, units done, units in total)."""


def annotate_corpus(
    corpus: Path, output: Path, options: TeacherOptions, articles: int, on_progress: OnProgress
) -> Path:
    """Train a teacher, annotate the first articles with it, and return the folder of the pseudo graphs."""
    work = make_folder(output / "training")
    check_settings(work / "recipe.json", asdict(options) | {"articles": articles})
    teacher, graphs = work / "teacher", work / "graphs"
    if not (teacher / "config.json").is_file():  # it is written last
        chosen = training_articles(corpus, min(TEACHER_ARTICLES, articles))
        train_teacher(chosen, teacher, options, lambda done, total: on_progress("teacher", done, total))
    annotate(
        load_teacher(teacher), filter(fits, read_corpus(corpus)), graphs, identity(teacher), articles,
        lambda done: on_progress("annotation", done, articles),
    )  # fmt: skip
    return graphs


def train_network(
    graphs: Path, run: Path, config: TrainingConfig, dev: Path | None = None, articles: int | None = None,
    glove: Path | None = None, on_progress: OnProgress = lambda step, done, total: None,
) -> Trainer:  # fmt: skip
    """Train a network on pseudo graphs (all, or those of the first ``articles``) in the folder ``run``.

    The annotated maps in ``dev`` decide when training stops; without them, the highlights of held-out articles do.
    """
    annotated = list(read_pseudo_graphs(graphs, articles))
    if articles is not None and len(annotated) < articles:
        raise CorpusError(f"{graphs} has {len(annotated):,} annotated articles, not {articles:,}; train on fewer")
    sentences = (sentence for one in annotated for sentence in one.sentences)
    vocabulary, vectors = vocabulary_of(sentences, read_glove(glove))
    examples = [one for one in annotated if one.highlights]  # nothing could reward the others
    if dev:
        validate, validated_on = map_validator(read_benchmark(dev)), file_fingerprint(dev)[:16]
    else:
        validate, validated_on = highlight_validator(examples[::HOLD_OUT_EVERY]), "held-out articles"
        del examples[::HOLD_OUT_EVERY]
    if not examples:
        raise CorpusError(f"no article of {graphs} is left to train on: of {len(annotated)}, too few have highlights")
    trainer = Trainer(run, config, examples, vocabulary, vectors, validated_on)
    # The total is that of one epoch: how many epochs there will be depends on the validation scores.
    trainer.run(validate, lambda epoch, done, total: on_progress(f"network, epoch {epoch + 1}", done, total))
    return trainer


def map_validator(articles: Sequence[BenchmarkArticle]) -> Validate:
    """Return what scores networks on annotated maps with the paper's tree generator: SSM, KSM and their mean."""
    scorers = [(article, ArticleScorer(article)) for article in articles]

    def validate(network: EmgnGraph) -> dict[str, float]:
        mapper = MindMapper(network, recursive_tree)
        found = measures([scorer.score(predict(mapper, article)) for article, scorer in scorers])
        ssm, ksm = found["ssm_avg"], found["ksm_avg"]
        return {"validation": (ssm + ksm) / 2, "validation_ssm": ssm, "validation_ksm": ksm}

    return validate


def highlight_validator(examples: Sequence[AnnotatedArticle]) -> Validate:
    """Return what scores networks without annotated maps: the mean reward of root and children, in percent."""

    def validate(network: EmgnGraph) -> dict[str, float]:
        graphs = network.relate_all([example.article.document for example in examples])
        chosen = [choose(graph.scores, greedy, DECISIONS["children"]) for graph in graphs]
        return {"validation": 100 * float(rewards_of(chosen, examples).mean())}

    return validate


def copy_model(run: Path, output: Path) -> None:
    """Copy the best network of a training run; the configuration, which names the model, comes last."""
    for name in ("model.safetensors", "vocabulary.txt", "config.json"):
        write_file(output / name, (run / name).read_bytes())
