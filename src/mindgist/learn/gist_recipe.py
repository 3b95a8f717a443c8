"""The shipped gist model from scratch: collect pairs, parse their sentences, train the network, write it for numpy.

The network maximizes the expected value of the candidate that it chooses: the score against the editor's highlight,
plus a bonus for complete clauses. All candidates of a sentence are known, so the expectation is exact. Each step saves
its result in the folder ``training`` of the model, so a run that was stopped resumes.
"""

import io
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from mindgist.errors import CorpusError
from mindgist.evaluate.similarity import gist_score, words_of
from mindgist.files import file_fingerprint, make_folder, write_file, write_json
from mindgist.labels.gist_model import GistModel, GistVocabulary
from mindgist.labels.gists import SHORT_WORDS, gists
from mindgist.labels.surface import without_dateline
from mindgist.labels.words import count_words
from mindgist.learn.clauses import parse_sentences, verb_lists
from mindgist.learn.corpus import read_corpus
from mindgist.learn.gist_examples import Batch, GistExamples, gist_vocabulary
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.gist_pairs import GistPair, collect_pairs
from mindgist.learn.glove import read_glove
from mindgist.learn.training_state import check_settings, train_steps

OnProgress = Callable[[str, int, int], None]
"""Called with (name of the step, units done, units in total)."""

_MAX_NORM = 0.2  # of the gradient
_WARM_UP = 0.1  # share of the steps in which the learning rate rises
_SAVE_EVERY = 500  # steps


@dataclass(frozen=True, slots=True)
class GistRecipe:
    """The choices of a run; the defaults are those of the shipped model."""

    epochs: int = 4
    min_shared: float = 0.8  # of a highlight's words that stand in the sentence; below, the editor wrote something else
    batch: int = 64
    learning_rate: float = 3e-3
    dropout: float = 0.2
    complete_bonus: float = 0.2  # value of a complete clause, where a perfect score has 1
    imitation: float = 0.02  # weight of the cross-entropy beside the expected value; it speeds up the start
    temperature: float = 0.1  # of the distribution that is imitated
    max_words: int = 12_000
    seed: int = 0


def train_gists(
    data: Path,
    output: Path,
    recipe: GistRecipe,
    glove: Path | None = None,
    on_progress: OnProgress = lambda step, done, total: None,
) -> dict[str, float]:
    """Make a gist model in ``output`` from ``data`` and return its figures on held-out pairs.

    ``data`` is a folder with ``corpus/``, and optionally ``discourse/train.jsonl``: sentences of other kinds of text,
    which train completeness only.
    """
    corpus, discourse = data / "corpus", data / "discourse" / "train.jsonl"
    if not corpus.is_dir():
        raise CorpusError(f"{data} has no corpus/")
    work = make_folder(output / "training")
    settings = asdict(recipe) | {"data": _fingerprint(corpus, discourse, glove)}
    check_settings(work / "recipe.json", settings)
    pairs = collect_pairs(read_corpus(corpus), work / "pairs.jsonl")
    train = [pair for pair in pairs if pair.part == "train" and pair.shared >= recipe.min_shared]
    if not train:
        raise CorpusError(f"no highlight in {corpus} shortens a sentence of its article")
    highlights: dict[str, str | None] = {without_dateline(pair.sentence): pair.highlight for pair in train}
    known = {without_dateline(pair.sentence) for pair in pairs}
    for sentence in _other_sentences(discourse):
        if sentence not in known:
            highlights[sentence] = None
    sentences = list(highlights)
    parses = parse_sentences(sentences, work / "parses", lambda *done: on_progress("parsing", *done))
    vocabulary = gist_vocabulary(sentences, verb_lists(parses), recipe.max_words)
    examples = GistExamples(sentences, list(highlights.values()), parses, vocabulary)
    torch.manual_seed(recipe.seed)
    network = GistNetwork(vocabulary, NetworkShape(), recipe.dropout)
    network.start_from(read_glove(glove), vocabulary)
    _train(network, examples, recipe, settings, work, on_progress)
    write_model(output, network, vocabulary, settings)
    figures = measure(GistModel(output), [pair for pair in pairs if pair.part == "dev"])
    write_json(output / "config.json", settings | {"sentences": len(sentences), "dev": figures})
    return figures


def _fingerprint(corpus: Path, *files: Path | None) -> str:
    articles = sorted(path for path in corpus.iterdir() if path.is_file())
    return file_fingerprint(*articles, *(path for path in files if path is not None and path.is_file()))[:16]


def _other_sentences(path: Path) -> Iterator[str]:
    """The sentences of a file of discourse trees that are long enough to be shortened and free to be trained on."""
    if not path.is_file():
        return
    try:
        with path.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                texts = [" ".join(str(sentence["text"]).split()) for sentence in row["sentences"]]
                yield from (text for text in texts if row["shippable"] and count_words(text) > SHORT_WORDS)
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
    optimizer = torch.optim.Adam(network.parameters(), lr=recipe.learning_rate)
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
    """The negative expected value of the choice, and the weighted cross-entropy with the distribution of values."""
    value = batch.score + recipe.complete_bonus * batch.complete
    chosen = _log_softmax(network(batch), batch)
    target = _log_softmax(value / recipe.temperature, batch).exp()
    expected = (chosen.exp() * value).sum()
    return -(expected + recipe.imitation * (target * chosen).sum()) / len(batch.inside)


def _log_softmax(scores: Tensor, batch: Batch) -> Tensor:
    """The log-softmax over the candidates of each sentence."""
    lowest = torch.full((len(batch.inside),), -torch.inf)
    highest = lowest.scatter_reduce(0, batch.sentence, scores.detach(), "amax")[batch.sentence]
    sums = torch.zeros(len(batch.inside)).index_add(0, batch.sentence, (scores - highest).exp())
    return scores - highest - sums.log()[batch.sentence]


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
    np.savez_compressed(packed, allow_pickle=False, **network.arrays())
    write_file(make_folder(folder) / "model.npz", packed.getvalue())
    words = {name: getattr(vocabulary, name) for name in ("words", "endings", "verbs", "perhaps_verbs")}
    write_file(folder / "vocabulary.json", json.dumps(words, ensure_ascii=False) + "\n")
    write_json(folder / "config.json", config)
