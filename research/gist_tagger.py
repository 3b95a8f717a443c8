"""A tagger that keeps or drops each word by itself: what gists are compared with."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from mindgist.evaluate.gists import words_of
from mindgist.labels.stream import STOPS
from mindgist.labels.words import pieces
from mindgist.learn.gist_course import LEARNED, MOST_WORDS
from mindgist.learn.gist_examples import GistExamples, gist_vocabulary
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.shortenings import Shortening

_EPOCHS = 3
_LONGEST_MEDIAN = 10


def tagged(sentences: Sequence[str], found: Sequence[Shortening], kept: Path) -> list[str]:
    """The words that the tagger keeps; it is taught first, unless that was done before."""
    learned = [one for one in found if one.part == "train" and one.shared >= LEARNED]
    vocabulary = gist_vocabulary([one.sentence for one in learned], ([], []), MOST_WORDS)
    torch.manual_seed(0)
    network = GistNetwork(vocabulary, NetworkShape(hidden=40, candidate=32))
    if kept.is_file():
        with np.load(kept) as arrays:
            network.load_state_dict({name: torch.from_numpy(arrays[name]) for name in arrays.files})
    else:
        examples = GistExamples([one.sentence for one in learned], [None] * len(learned), {}, vocabulary)
        _teach(network, examples, [_kept(one) for one in learned])
        np.savez(kept, **{name: value.numpy() for name, value in network.state_dict().items()})
    dev = [one.sentence for one in found if one.part == "dev"]
    chances = _chances(network, dev, vocabulary)
    limit = next(  # the lowest that keeps ten words of the median sentence
        limit
        for limit in np.arange(0.05, 1.0, 0.01)
        if np.median([(chance >= limit).sum() for chance in chances]) <= _LONGEST_MEDIAN
    )
    labels = []
    for sentence, chance in zip(sentences, _chances(network, sentences, vocabulary), strict=True):
        words = pieces(sentence)[1::2]
        labels.append(" ".join(word for word, own in zip(words, chance, strict=False) if own >= limit))
    return labels


def _kept(one: Shortening) -> list[float]:
    """1 for each word that the highlight keeps, by the longest common subsequence, the last such."""
    words, wanted = [word.lower() for word in pieces(one.sentence)[1::2]], words_of(one.highlight)
    rows = np.zeros((len(words) + 1, len(wanted) + 1), dtype=int)
    for i, word in enumerate(words):
        for j, other in enumerate(wanted):
            rows[i + 1, j + 1] = rows[i, j] + 1 if word == other else max(rows[i, j + 1], rows[i + 1, j])
    kept, i, j = [0.0] * len(words), len(words), len(wanted)
    while i and j:
        if words[i - 1] == wanted[j - 1]:
            kept[i - 1], i, j = 1.0, i - 1, j - 1
        elif rows[i - 1, j] >= rows[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return kept


def _scores(network: GistNetwork, examples: GistExamples, numbers: Sequence[int]) -> Tensor:
    batch = examples.batch(numbers)
    scores: Tensor = network.head(network._encode(batch, batch.inside[..., None].float()))[:, STOPS:, 0]
    return scores


def _teach(network: GistNetwork, examples: GistExamples, kept: Sequence[list[float]]) -> None:
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    generator = np.random.default_rng(0)
    for _ in range(_EPOCHS):
        for numbers, _ in examples.batches(64, generator):
            scores = _scores(network, examples, numbers)
            losses = [
                nn.functional.binary_cross_entropy_with_logits(row[: len(kept[n])], torch.tensor(kept[n]))
                for row, n in zip(scores, numbers, strict=True)
            ]
            optimizer.zero_grad()
            torch.stack(losses).mean().backward()  # type: ignore[no-untyped-call]
            optimizer.step()


@torch.no_grad()
def _chances(network: GistNetwork, sentences: Sequence[str], vocabulary: object) -> list[np.ndarray]:
    network.eval()
    examples = GistExamples(sentences, [None] * len(sentences), {}, vocabulary)  # type: ignore[arg-type]
    found = []
    for at in range(0, len(sentences), 256):
        numbers = range(at, min(at + 256, len(sentences)))
        scores = torch.sigmoid(_scores(network, examples, list(numbers))).numpy()
        found += [row[: examples.length[n]] for row, n in zip(scores, numbers, strict=True)]
    return found
