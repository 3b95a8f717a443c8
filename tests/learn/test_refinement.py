import numpy as np
import pytest
import torch

from mindgist.evaluate.scoring import similarities
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.training import AnnotatedArticle, choose, log_probabilities, refine

SENTENCES = ("Rivers flood the town.", "A cat sleeps.", "The mayor opens shelters.", "Rain goes on.", "Dogs bark.")


def example(highlights):
    article = CorpusArticle("1", (SENTENCES,), (highlights,))
    return AnnotatedArticle(article, np.zeros((5, 5), dtype=np.float32))


def graph_of(*row_means):
    """A graph whose rows differ only by how much they govern."""
    graph = np.repeat(np.array(row_means, dtype=np.float32)[:, None], len(row_means), axis=1)
    np.fill_diagonal(graph, 1)
    return graph


def test_chooses_the_strongest_and_the_strongest_of_each_part():
    graph = graph_of(0.3, 0.9, 0.5, 0.4)
    graph[0, 2:] = 0.0  # sentences 2 and 3 have equal columns, 0 differs
    (root, _), *children = choose(graph, 3)
    assert root == 1
    assert sorted(np.concatenate([cluster for _, cluster in children]).tolist()) == [0, 2, 3]
    for sentence, cluster in children:
        assert sentence == max(cluster.tolist(), key=lambda member, part=cluster: graph[member, part].sum())


@pytest.mark.parametrize(("count", "expected"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_small_documents_have_fewer_upper_nodes(count, expected):
    graph = np.random.default_rng(0).random((count, count)).astype(np.float32)
    assert len(choose(graph, 3)) == expected
    assert len(choose(graph, 1)) == 1


def test_samples_follow_the_softmax():
    sums = np.array([0.0, 1.0, 2.0])
    graph, generator = np.diag(sums).astype(np.float32), np.random.default_rng(0)
    roots = [choose(graph, 1, generator)[0][0] for _ in range(20_000)]
    found = np.bincount(roots, minlength=3) / 20_000
    np.testing.assert_allclose(found, np.exp(sums) / np.exp(sums).sum(), atol=0.015)


def test_log_probabilities_are_the_sums_of_the_logarithms():
    generator = np.random.default_rng(0)
    graphs = [generator.random((5, 5)), generator.random((3, 3))]
    scores = torch.zeros(2, 5, 5, dtype=torch.float64)
    scores[0], scores[1, :3, :3] = torch.from_numpy(graphs[0]), torch.from_numpy(graphs[1])
    choices = [
        [(2, np.arange(5)), (0, np.array([0, 1])), (4, np.array([3, 4]))],
        [(1, np.arange(3))],
    ]
    expected = []
    for graph, one in zip(graphs, choices, strict=True):
        np.fill_diagonal(graph, 1)
        logs = 0.0
        for sentence, cluster in one:
            sums = graph[np.ix_(cluster, cluster)].sum(axis=1)
            logs += np.log(np.exp(sums) / np.exp(sums).sum())[cluster.tolist().index(sentence)]
        expected.append(logs)
    np.testing.assert_allclose(log_probabilities(scores, choices).numpy(), expected)


def test_loss_is_the_advantage_times_the_log_probabilities():
    scores = torch.rand(1, 5, 5, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    highlights = "Floods: the mayor opens shelters as rain goes on."
    loss, sampled, baseline = refine(scores, [example(highlights)], "children", 1, np.random.default_rng(3))

    graph = scores[0].numpy().astype(np.float32)
    np.fill_diagonal(graph, 1)
    generator = np.random.default_rng(3)
    best = choose(graph, 3)
    drawn = choose(graph, 3, generator)

    def reward(choices):
        chosen = " ".join(SENTENCES[index] for index in sorted(sentence for sentence, _ in choices))
        return similarities([chosen], [highlights])[0]

    assert sampled == pytest.approx(reward(drawn))
    assert baseline == pytest.approx(reward(best))
    expected = -(reward(drawn) - reward(best)) * log_probabilities(scores, [drawn]).item()
    assert loss.item() == pytest.approx(expected)


def test_refinement_alone_raises_the_reward():
    scores = torch.full((1, 5, 5), 0.5, dtype=torch.float64, requires_grad=True)
    generator = np.random.default_rng(0)
    highlights = " ".join(SENTENCES[index] for index in (1, 3, 4))
    optimizer = torch.optim.Adam([scores], lr=0.05)
    rewards = []
    for _ in range(300):
        loss, _, baseline = refine(scores, [example(highlights)], "children", 1, generator)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rewards.append(baseline)
    assert np.mean(rewards[-20:]) > np.mean(rewards[:20]) + 0.2
    assert rewards[-1] == pytest.approx(1)


def test_nearest_root_becomes_more_likely():
    article = example("The mayor opened shelters.")
    assert article.nearest == 2
    scores = torch.full((1, 5, 5), 0.5, requires_grad=True)
    refine(scores, [article], "greedy", 1, np.random.default_rng(0))[0].backward()
    off_diagonal = ~torch.eye(5, dtype=torch.bool)
    assert (scores.grad[0][2][off_diagonal[2]] < 0).all()
    assert (scores.grad[0][[0, 1, 3, 4]][off_diagonal[[0, 1, 3, 4]]] > 0).all()
