import json

import pytest

pytest.importorskip("torch")

import numpy as np
import torch
from topics import WORDS, topic_articles, write_corpus

import library
import mrdmf
import tables_1_and_2
from mindgist.learn.corpus import Pair, accuracy_and_f1, make_pairs
from mindgist.learn.emgn_recipe import WordVectors
from mrdmf import MrdmfSettings, PairDetector, train_mrdmf, untrained_graph


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


def test_it_learns_which_pairs_govern(glove):
    pairs = make_pairs(topic_articles(60), "highlights")
    settings = MrdmfSettings(hidden=12, learning_rate=1e-2, batch=32, epochs=12, dropout=0)
    model = train_mrdmf(pairs.train, glove, settings)
    # a quarter of the random pairs share their topic by chance, so nine in ten is near what can be had
    assert accuracy_and_f1(model.probabilities(pairs.train), pairs.train)[0] > 0.85


def test_graphs_are_the_pairs_scores(glove):
    articles = topic_articles(12)
    model = train_mrdmf(make_pairs(articles, "highlights").train, glove, MrdmfSettings(hidden=6, epochs=1))
    sentences = [article.sentences for article in articles[:2]]
    graphs = model.graphs(sentences)
    assert [graph.shape for graph in graphs] == [(4, 4), (4, 4)]
    one = model.probabilities([Pair(sentences[1][2], sentences[1][0], True)])
    assert graphs[1][2, 0] == pytest.approx(float(one[0]), abs=1e-6)


def test_a_dateline_is_not_read():
    words = (*WORDS, "cnn", "london")
    vectors = np.random.default_rng(3).normal(size=(len(words), 12)).astype(np.float32)
    pairs = [Pair("LONDON (CNN) -- The judge.", "The jury.", True), Pair("The cow.", "The barn.", False)] * 4
    model = train_mrdmf(pairs, WordVectors(words, vectors), MrdmfSettings(hidden=6, epochs=1))
    assert set(model.vocabulary.words) == {"the", "judge", "jury", "cow", "barn"}
    (graph,) = model.graphs([["LONDON (CNN) -- The judge.", "The judge", "The jury"]])
    np.testing.assert_allclose(graph[0], graph[1], atol=1e-6)


def test_a_seed_is_trained_on_sentences_and_scored(glove, tmp_path, monkeypatch):
    articles = topic_articles(24)
    corpus = write_corpus(tmp_path / "corpus.jsonl", articles)
    nodes = [{"text": "The tide.", "parent": None}, {"text": "The wave.", "parent": 0}]
    row = {
        "id": "1",
        "paragraphs": [["The tide.", "The wave."], ["The coast."]],
        "highlights": ["Tide"],
        "map": nodes,
        "snippet_edges": [[None, "tide"], ["tide", "wave"]],
    }
    for name in (library.DEV, library.OPEN):
        (tmp_path / name).write_text(json.dumps(row) + "\n")
    seen: list[Pair] = []
    monkeypatch.setattr(tables_1_and_2, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(mrdmf, "read_glove", lambda: glove)
    monkeypatch.setattr(mrdmf, "train_mrdmf", lambda pairs, *rest: seen.extend(pairs) or train_mrdmf(pairs, *rest))
    found = mrdmf.run_seed(0, corpus, tmp_path)
    assert found["dev"]["ssm_avg"] == found["open"]["ssm_avg"] > 0
    measured = library.read_json(tmp_path / "results" / "teachers.json")["measured"]["mrdmf, seed 0"]
    assert measured["pairs"] == len(seen) > 0
    sentences = {sentence for article in articles for sentence in article.sentences}
    assert {text for pair in seen for text in (pair.governor, pair.governed)} <= sentences
    documents = [article.document for article in articles]
    assert untrained_graph(documents)(documents[0]).scores.shape == (4, 4)
