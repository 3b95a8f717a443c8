import numpy as np
import pytest
import torch
from torch import nn

from mindgist.learn.detector import GraphDetector, padded


@pytest.fixture(params=["bilinear", "biaffine"])
def detector(request, vectors):
    # a larger deviation than the paper's, so that scores differ from each other by far more than rounding
    return GraphDetector(vectors, request.param, deviation=0.5)


def plain_scores(detector, document):
    """One document, word by word and pair by pair, with nothing padded, sorted or batched."""

    def lstm(layer, sequence):
        gates_in = nn.functional.linear(sequence, layer.weight_ih_l0, layer.bias_ih_l0 + layer.bias_hh_l0)
        hidden = cell = torch.zeros(layer.hidden_size)
        states = []
        for step in gates_in:
            into, forget, new, out = (step + layer.weight_hh_l0 @ hidden).chunk(4)
            cell = torch.sigmoid(forget) * cell + torch.sigmoid(into) * torch.tanh(new)
            hidden = torch.sigmoid(out) * torch.tanh(cell)
            states.append(hidden)
        return torch.stack(states)

    def both_ways(encoder, sequence):
        return torch.cat(
            [lstm(encoder.forward_lstm, sequence), lstm(encoder.backward_lstm, sequence.flip(0)).flip(0)], dim=1
        )

    sentences = torch.stack(
        [both_ways(detector.word_encoder, detector.vectors[torch.tensor(words)]).amax(dim=0) for words in document]
    )
    hidden = both_ways(detector.sentence_encoder, sentences)
    start, end = detector.start(hidden), detector.end(hidden)
    scores = torch.zeros(len(document), len(document))
    for i in range(len(document)):
        for j in range(len(document)):
            score = start[i] @ detector.bilinear @ end[j] + detector.bias
            if detector.scorer == "biaffine":
                score = score + detector.start_weight @ start[i] + detector.end_weight @ end[j]
            scores[i, j] = torch.sigmoid(score)
    return scores


def test_batch_scores_as_a_plain_computation_does(detector, examples, vocabulary):
    documents = [[vocabulary.numbers(sentence) for sentence in one.article.sentences] for one in examples]
    with torch.no_grad():
        batched = detector(documents)
        for scores, document in zip(batched, documents, strict=True):
            count = len(document)
            np.testing.assert_allclose(scores[:count, :count], plain_scores(detector, document), atol=1e-5)


def test_many_sentences_are_encoded_in_groups_as_they_are_alone(detector):
    generator = np.random.default_rng(1)
    documents = [
        [generator.integers(2, 60, size=generator.integers(1, 51)).tolist() for _ in range(generator.integers(1, 50))]
        for _ in range(16)
    ]
    assert sum(map(len, documents)) > 256  # several groups, the last one filled up
    with torch.no_grad():
        batched = detector(documents)
        for scores, document in zip(batched, documents, strict=True):
            alone = detector([document])[0]
            np.testing.assert_allclose(scores[: len(document), : len(document)], alone, atol=1e-5)


def test_padding_never_wins_the_maximum(vectors):
    # With these parameters every real hidden number is negative, so a zero of the padding would win.
    detector = GraphDetector(vectors)
    with torch.no_grad():
        for parameter in detector.parameters():
            parameter.fill_(0)
        for way in (detector.word_encoder.forward_lstm, detector.word_encoder.backward_lstm):
            way.bias_ih_l0.copy_(torch.tensor([5.0, 5.0, -5.0, 5.0]).repeat_interleave(25))
        short = detector._sentence_vectors(*padded([[3]]))
        beside = detector._sentence_vectors(*padded([[3], [4] * 30]))
    assert (short < 0).all()
    np.testing.assert_allclose(beside[0], short[0], atol=1e-6)


def test_starts_from_the_papers_distribution(vectors):
    detector = GraphDetector(vectors, "biaffine", seed=3)
    drawn = torch.cat([parameter.flatten() for name, parameter in detector.named_parameters() if name != "vectors"])
    assert drawn.std().item() == pytest.approx(0.02, rel=0.05)
    assert drawn.mean().item() == pytest.approx(0, abs=0.001)
    np.testing.assert_array_equal(detector.vectors.detach(), vectors)


def test_the_seed_decides_where_it_starts(vectors):
    first, again, other = (GraphDetector(vectors, seed=seed) for seed in (1, 1, 2))
    assert torch.equal(first.bilinear, again.bilinear)
    assert not torch.equal(first.bilinear, other.bilinear)


def test_padded():
    table, counts = padded([[5], [1, 2, 3]])
    assert table.tolist() == [[5, 0, 0], [1, 2, 3]]
    assert counts.tolist() == [1, 3]
