import numpy as np
import pytest
import torch

from mindgist.learn.losses import graph_loss


def test_is_the_mean_over_documents_of_the_mean_over_pairs():
    scores, targets = torch.zeros(2, 3, 3), torch.zeros(2, 3, 3)
    scores[0, 0, 1] = 0.6  # of 6 pairs
    scores[1, 1, 0] = 1.0  # of 2 pairs
    loss = graph_loss(scores, targets, torch.tensor([3, 2]))
    assert loss.item() == pytest.approx((0.36 / 6 + 1 / 2) / 2)


def test_neither_padding_nor_the_diagonal_counts():
    generator = np.random.default_rng(0)
    scores = torch.from_numpy(generator.random((2, 4, 4)))
    targets = scores.clone()
    targets[0, 2:, :] += 5
    targets[0, :, 2:] += 5
    targets[:, range(4), range(4)] -= 3
    assert graph_loss(scores, targets, torch.tensor([2, 4])).item() == 0


def test_a_document_of_one_sentence_costs_nothing():
    assert graph_loss(torch.full((1, 1, 1), 0.3), torch.ones(1, 1, 1), torch.tensor([1])).item() == 0
