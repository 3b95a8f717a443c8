import numpy as np
import pytest
import torch
from topics import WORDS, topic_articles

from mindgist.errors import ModelError
from mindgist.learn import teaching
from mindgist.learn.glove import WordVectors
from mindgist.learn.mrdmf import MrdmfSettings, PairDetector, load_mrdmf, save_mrdmf, train_mrdmf
from mindgist.learn.pairs import Pair, make_pairs
from mindgist.learn.teacher import measure_pairs
from mindgist.learn.teaching import TeacherOptions, train_teacher


@pytest.fixture
def glove():
    return WordVectors(tuple(WORDS), np.random.default_rng(3).normal(size=(len(WORDS), 12)).astype(np.float32))


def test_padding_does_not_change_a_sentence():
    torch.manual_seed(0)
    network = PairDetector(torch.randn(20, 12), MrdmfSettings(hidden=6, attention=5, hops=3)).eval()
    short = torch.tensor([[3, 4, 5]])
    batch = torch.tensor([[3, 4, 5, 0, 0, 0], [6, 7, 8, 9, 10, 11]])
    alone = network.encode(short, torch.tensor([3]))
    together = network.encode(batch, torch.tensor([3, 6]))
    torch.testing.assert_close(alone[0], together[0])
    assert alone.shape == (1, 3, 12)


def test_the_two_places_of_a_pair_differ():
    torch.manual_seed(0)
    network = PairDetector(torch.randn(20, 12), MrdmfSettings(hidden=6)).eval()
    left, right = network.encode(torch.tensor([[3, 4], [5, 6]]), torch.tensor([2, 2])).split(1)
    assert network.match(left, right).item() != pytest.approx(network.match(right, left).item())


def test_all_pairs_at_once_are_the_pairs_one_by_one():
    torch.manual_seed(0)
    network = PairDetector(torch.randn(20, 12), MrdmfSettings(hidden=6, hops=3)).eval()
    encoded = torch.randn(5, 3, 12)
    every = network.match_all(encoded[:2], encoded)
    one_by_one = network.match(encoded[:2].repeat_interleave(5, dim=0), encoded.repeat(2, 1, 1))
    torch.testing.assert_close(every, one_by_one.reshape(2, 5))


def test_it_learns_which_pairs_govern(glove, tmp_path):
    pairs = make_pairs(topic_articles(60), "highlights")
    losses = []
    settings = MrdmfSettings(hidden=12, learning_rate=1e-2, batch=32, epochs=12, dropout=0)
    model = train_mrdmf(pairs.train, glove, tmp_path, settings, lambda step, steps, loss: losses.append(loss))
    assert np.mean(losses[-10:]) < np.mean(losses[:10]) / 3
    # a quarter of the random pairs share their topic by chance, so nine in ten is near what can be had
    assert measure_pairs(model, pairs.train).accuracy > 0.85


def test_graphs_are_the_pairs_scores_and_survive_saving(glove, tmp_path):
    articles = topic_articles(12)
    model = train_mrdmf(make_pairs(articles, "highlights").train, glove, tmp_path, MrdmfSettings(hidden=6, epochs=1))
    sentences = [article.sentences for article in articles[:2]]
    graphs = model.graphs(sentences)
    assert [graph.shape for graph in graphs] == [(4, 4), (4, 4)]
    one = model.probabilities([Pair(sentences[1][2], sentences[1][0], True)])
    assert graphs[1][2, 0] == pytest.approx(float(one[0]), abs=1e-6)
    save_mrdmf(tmp_path / "model", model)
    for before, after in zip(graphs, load_mrdmf(tmp_path / "model").graphs(sentences), strict=True):
        np.testing.assert_allclose(before, after, atol=1e-6)


def test_a_dateline_is_not_read(tmp_path):
    words = (*WORDS, "cnn", "london")
    vectors = np.random.default_rng(3).normal(size=(len(words), 12)).astype(np.float32)
    pairs = [Pair("LONDON (CNN) -- The judge.", "The jury.", True), Pair("The cow.", "The barn.", False)] * 4
    model = train_mrdmf(pairs, WordVectors(words, vectors), tmp_path, MrdmfSettings(hidden=6, epochs=1))
    assert set(model.vocabulary.words) == {"the", "judge", "jury", "cow", "barn"}
    (graph,) = model.graphs([["LONDON (CNN) -- The judge.", "The judge", "The jury"]])
    np.testing.assert_allclose(graph[0], graph[1], atol=1e-6)


def test_its_pairs_hold_no_highlight(glove, tmp_path, monkeypatch):
    articles = topic_articles(24)
    seen: list[Pair] = []
    monkeypatch.setattr(teaching, "read_glove", lambda path: glove)
    monkeypatch.setattr(teaching, "train_mrdmf", lambda pairs, *rest: seen.extend(pairs) or train_mrdmf(pairs, *rest))
    train_teacher("mrdmf", articles, tmp_path, TeacherOptions(epochs=1))
    sentences = {sentence for article in articles for sentence in article.sentences}
    assert seen
    assert {text for pair in seen for text in (pair.governor, pair.governed)} <= sentences


def test_a_damaged_model_is_named(glove, tmp_path):
    model = train_mrdmf(
        make_pairs(topic_articles(12), "highlights").train, glove, tmp_path, MrdmfSettings(hidden=6, epochs=1)
    )
    save_mrdmf(tmp_path, model)
    (tmp_path / "vocabulary.txt").unlink()
    with pytest.raises(ModelError, match="damaged"):
        load_mrdmf(tmp_path)


def test_a_stopped_run_ends_as_an_uninterrupted_one(glove, tmp_path):
    class StoppedError(Exception):
        pass

    def stop(step, steps, loss):
        if step == 5:
            raise StoppedError

    pairs = make_pairs(topic_articles(30), "highlights").train
    settings = MrdmfSettings(hidden=6, epochs=2, batch=16, save_every=2)
    uninterrupted = train_mrdmf(pairs, glove, tmp_path / "uninterrupted", settings)
    with pytest.raises(StoppedError):
        train_mrdmf(pairs, glove, tmp_path / "stopped", settings, stop)
    steps_seen = []
    resumed = train_mrdmf(
        pairs, glove, tmp_path / "stopped", settings, lambda step, steps, loss: steps_seen.append(step)
    )
    assert steps_seen[0] == 5  # step 4 was the last that was saved
    for left, right in zip(uninterrupted.network.parameters(), resumed.network.parameters(), strict=True):
        torch.testing.assert_close(left, right)
    with pytest.raises(ModelError, match="other settings"):
        train_mrdmf(pairs[:-1], glove, tmp_path / "stopped", settings)
