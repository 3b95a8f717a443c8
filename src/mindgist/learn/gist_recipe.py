"""The shipped gist model from scratch: collect pairs, parse sentences, train the network, write it for numpy.

The network learns the parses of a teacher (spaCy) and, on sentences that an editor shortened, which words the editor
kept. Each step saves its result in the folder ``training`` of the model, so a run that was stopped resumes.
"""

import io
import json
import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from mindgist.errors import CorpusError
from mindgist.evaluate.similarity import gist_score, words_of
from mindgist.files import file_fingerprint, make_folder, write_file, write_json
from mindgist.labels.gist_model import GistModel, GistVocabulary
from mindgist.labels.gists import gists
from mindgist.labels.surface import without_dateline
from mindgist.learn.checkpoint import check_settings, train_steps
from mindgist.learn.corpus import CorpusArticle, read_corpus
from mindgist.learn.gist_examples import Batch, GistExamples
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.gist_pairs import GistPair, collect_pairs, part_of
from mindgist.learn.glove import read_glove
from mindgist.learn.parses import parse_sentences

OnProgress = Callable[[str, int, int], None]
"""Called with (name of the step, units done, units in total)."""

_MAX_NORM = 1.0  # of the gradient
_WARM_UP = 0.05  # share of the steps in which the learning rate rises
_SAVE_EVERY = 500  # steps
_MIN_WORDS, _MAX_NEWS_WORDS, _MAX_WORDS = 4, 45, 60  # of a sentence that is parsed
_ARTICLE_SHARE, _SENTENCE_SHARE = 0.12, 0.4  # of the articles, and of their sentences, that are parsed beside the pairs


@dataclass(frozen=True, slots=True)
class GistRecipe:
    """The choices of a run; the defaults are those of the shipped model."""

    epochs: int = 6
    min_shared: float = (
        0.75  # of a highlight's words that stand in the sentence; below, the editor wrote something else
    )
    other_sentences: int = 110_000  # of news, parsed and not shortened
    batch: int = 48
    learning_rate: float = 3e-3
    dropout: float = 0.15
    tag_weight: float = 0.5  # of the loss of the tags, where arcs, relations and kept words have 1
    max_words: int = 16_000
    seed: int = 0


def train_gists(
    data: Path,
    output: Path,
    recipe: GistRecipe,
    glove: Path | None = None,
    on_progress: OnProgress = lambda step, done, total: None,
) -> dict[str, float]:
    """Make a gist model in ``output`` from ``data`` and return its figures on held-out pairs.

    ``data`` is a folder with ``corpus/``, and optionally ``discourse/train.jsonl``: sentences of other kinds of text.
    """
    corpus, discourse = data / "corpus", data / "discourse" / "train.jsonl"
    if not corpus.is_dir():
        raise CorpusError(f"{data} has no corpus/")
    work = make_folder(output / "training")
    settings = asdict(recipe) | {"data": _fingerprint(corpus, discourse, glove)}
    check_settings(work / "recipe.json", settings)
    pairs = collect_pairs(read_corpus(corpus), work / "pairs.jsonl")
    train = [pair for pair in pairs if pair.part == "train"]
    if not train:
        raise CorpusError(f"no highlight in {corpus} shortens a sentence of its article")
    highlights = {
        without_dateline(pair.sentence): pair.highlight if pair.shared >= recipe.min_shared else None for pair in train
    }
    held_out = {without_dateline(pair.sentence) for pair in pairs} - set(highlights)
    others = _sampled_sentences(read_corpus(corpus), recipe, work / "sentences.json")
    for sentence in (*_discourse_sentences(discourse), *others):
        if sentence not in held_out:
            highlights.setdefault(sentence, None)
    parses = parse_sentences(list(highlights), work / "parses", lambda *done: on_progress("parsing", *done))
    examples = GistExamples(highlights, parses, recipe.max_words)
    torch.manual_seed(recipe.seed)
    network = GistNetwork(examples.vocabulary, NetworkShape(), recipe.dropout)
    network.start_from(read_glove(glove), examples.vocabulary)
    _train(network, examples, recipe, settings, work, on_progress)
    write_model(output, network, examples.vocabulary, settings)
    figures = measure(GistModel(output), [pair for pair in pairs if pair.part == "dev"])
    write_json(output / "config.json", settings | {"sentences": len(examples), "dev": figures})
    return figures


def _sampled_sentences(articles: Iterable[CorpusArticle], recipe: GistRecipe, path: Path) -> list[str]:
    """Sentences of training articles; they are read from the file if it exists, else drawn and saved there."""
    if path.is_file():
        saved: list[str] = json.loads(path.read_text(encoding="utf-8"))
        return saved
    generator = random.Random(recipe.seed)
    found: dict[str, None] = {}
    for article in articles:
        if len(found) >= recipe.other_sentences:
            break
        if part_of(article.id) == "train" and generator.random() <= _ARTICLE_SHARE:
            for sentence in article.sentences:
                text = " ".join(without_dateline(sentence).split())
                if _MIN_WORDS <= len(text.split()) <= _MAX_NEWS_WORDS and generator.random() < _SENTENCE_SHARE:
                    found[text] = None
    write_file(path, json.dumps(list(found), ensure_ascii=False))
    return list(found)


def _fingerprint(corpus: Path, *files: Path | None) -> str:
    articles = sorted(path for path in corpus.iterdir() if path.is_file())
    return file_fingerprint(*articles, *(path for path in files if path is not None and path.is_file()))[:16]


def _discourse_sentences(path: Path) -> Iterator[str]:
    """The sentences of a file of discourse trees that are free to be trained on."""
    if not path.is_file():
        return
    try:
        with path.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                texts = [" ".join(str(sentence["text"]).split()) for sentence in row["sentences"]]
                yield from (
                    text for text in texts if row["shippable"] and _MIN_WORDS <= len(text.split()) <= _MAX_WORDS
                )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CorpusError(f"cannot read the sentences in {path}: {error!r}") from error


def _train(
    network: GistNetwork,
    examples: GistExamples,
    recipe: GistRecipe,
    settings: dict[str, Any],
    folder: Path,
    on_progress: OnProgress,
) -> None:
    optimizer = torch.optim.Adam(network.parameters(), lr=recipe.learning_rate, betas=(0.9, 0.98))
    batches = [
        numbers
        for epoch in range(recipe.epochs)
        for numbers in examples.batch_numbers(recipe.batch, np.random.default_rng((recipe.seed, epoch)))
    ]

    def loss_of_step(step: int) -> Tensor:
        optimizer.param_groups[0]["lr"] = recipe.learning_rate * _rate(step / len(batches))
        return gist_loss(network, examples.batch(batches[step]), recipe)

    train_steps(
        folder, network, optimizer, settings, loss_of_step, len(batches), _SAVE_EVERY, _MAX_NORM,
        lambda done, total, _: on_progress("training", done, total),
    )  # fmt: skip


def gist_loss(network: GistNetwork, batch: Batch, recipe: GistRecipe) -> Tensor:
    """The cross-entropy of heads, relations, tags and kept words, for each word."""
    scores, inside = network(batch), batch.inside
    heads = functional.cross_entropy(scores.arcs[inside], batch.heads[inside])
    relations = functional.cross_entropy(scores.relations[inside], batch.relations[inside])
    tags = functional.cross_entropy(scores.tags[inside], batch.tags[inside])
    known = inside & (batch.kept >= 0)
    kept = functional.binary_cross_entropy_with_logits(
        scores.kept[known], batch.kept[known].float(), reduction="sum"
    ) / inside.sum()  # fmt: skip
    return heads + relations + recipe.tag_weight * tags + kept


def _rate(done: float) -> float:
    """The factor of the learning rate: a linear rise, then a cosine down to zero."""
    if done < _WARM_UP:
        return done / _WARM_UP
    return 0.5 + 0.5 * math.cos(math.pi * (done - _WARM_UP) / (1 - _WARM_UP))


def measure(model: GistModel, pairs: list[GistPair]) -> dict[str, float]:
    """The mean score of the gists against the highlights in percent, and their median length in words."""
    if not pairs:
        return {}
    labels = gists([pair.sentence for pair in pairs], model=model)
    scores = [gist_score(label, pair.highlight) for label, pair in zip(labels, pairs, strict=True)]
    return {
        "score": 100 * float(np.mean(scores)),
        "median_words": float(np.median([len(words_of(label)) for label in labels])),
    }


def write_model(folder: Path, network: GistNetwork, vocabulary: GistVocabulary, config: dict[str, Any]) -> None:
    """Write the files that ``GistModel`` reads, and the configuration."""
    packed = io.BytesIO()
    np.savez_compressed(packed, **network.arrays())  # type: ignore[arg-type]  # numpy's stub has one more option
    write_file(make_folder(folder) / "model.npz", packed.getvalue())
    words = {name: getattr(vocabulary, name) for name in ("words", "endings", "relations", "tags")}
    write_file(folder / "vocabulary.json", json.dumps(words, ensure_ascii=False) + "\n")
    write_json(folder / "config.json", config)
