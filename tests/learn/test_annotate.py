import numpy as np
import pytest
from topics import topic_articles

from mindgist.errors import CorpusError
from mindgist.learn import emgn_recipe
from mindgist.learn.corpus import CorpusArticle, fits, training_articles
from mindgist.learn.emgn_recipe import annotate, read_pseudo_graphs, shard_path


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(emgn_recipe, "SHARD", 3)


class CountingTeacher:
    """Scores by the sentences' lengths; can fail, as a kill would make it."""

    def __init__(self, fails_at=None):
        self.calls = 0
        self.fails_at = fails_at

    def graphs(self, articles):
        self.calls += 1
        if self.calls == self.fails_at:
            raise KeyboardInterrupt
        return [
            np.array([[(len(i) * 7 + len(j) * 3) % 11 / 10 for j in article] for i in article], dtype=np.float32)
            for article in articles
        ]

    def probabilities(self, pairs):
        raise NotImplementedError


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_what_is_read_is_what_was_annotated(tmp_path):
    articles = topic_articles(7)
    annotate(CountingTeacher().graphs, articles, tmp_path)
    found = list(read_pseudo_graphs(tmp_path))
    assert [one.article for one in found] == articles
    for one, graph in zip(found, CountingTeacher().graphs([article.sentences for article in articles]), strict=True):
        assert one.graph.dtype == np.float32
        np.testing.assert_allclose(one.graph, graph, atol=0.5 / 255 + 1e-6)
    assert [one.article.id for one in read_pseudo_graphs(tmp_path, limit=4)] == ["0", "1", "2", "3"]


def test_killed_and_resumed_gives_the_same_shards(tmp_path):
    articles = topic_articles(10)
    annotate(CountingTeacher().graphs, articles, tmp_path / "uninterrupted")
    with pytest.raises(KeyboardInterrupt):
        annotate(CountingTeacher(fails_at=3).graphs, articles, tmp_path / "killed")
    assert [shard_path(tmp_path / "killed", number).is_file() for number in range(3)] == [True, True, False]
    again = CountingTeacher()
    annotate(again.graphs, articles, tmp_path / "killed")
    assert again.calls == 2  # the two shards that were missing
    assert contents(tmp_path / "killed") == contents(tmp_path / "uninterrupted")


def test_a_store_can_grow(tmp_path):
    articles = topic_articles(10)
    annotate(CountingTeacher().graphs, articles, tmp_path / "once")
    annotate(CountingTeacher().graphs, articles[:4], tmp_path / "grown")
    assert len(list(read_pseudo_graphs(tmp_path / "grown"))) == 4
    done = []
    annotate(CountingTeacher().graphs, articles, tmp_path / "grown", lambda *counts: done.append(counts))
    assert done == [(3, 10), (6, 10), (9, 10), (10, 10)]
    assert contents(tmp_path / "grown") == contents(tmp_path / "once")


def test_graphs_of_two_corpora_are_not_mixed(tmp_path):
    articles = topic_articles(6)
    annotate(CountingTeacher().graphs, articles[:4], tmp_path)
    before = contents(tmp_path)
    with pytest.raises(CorpusError, match="another corpus"):
        annotate(CountingTeacher().graphs, articles[2:], tmp_path)
    assert contents(tmp_path) == before


def test_only_training_articles_within_the_limits_are_annotated():
    long = CorpusArticle("long", tuple((f"Sentence {number}.",) for number in range(51)), ())
    other = CorpusArticle("val", (("A sentence.",),), (), "val")
    good = CorpusArticle("good", (("A sentence.",),), ())
    wordy = CorpusArticle("wordy", ((" ".join(["Word"] * 51),),), ())
    assert [article.id for article in filter(fits, [long, other, good, wordy])] == ["good"]


def test_errors_say_what_to_do(tmp_path):
    with pytest.raises(CorpusError, match="mindgist train emgn"):
        list(read_pseudo_graphs(tmp_path))
    (tmp_path / "corpus.jsonl").write_text('{"id": 1, "article": "A.", "highlights": [], "split": "val"}')
    with pytest.raises(CorpusError, match="no article of the training split"):
        training_articles(tmp_path / "corpus.jsonl", 4)
    annotate(CountingTeacher().graphs, topic_articles(4), tmp_path / "store")
    shard = shard_path(tmp_path / "store", 0)
    for damaged in (b"nothing", shard.read_bytes()[:-100], b""):
        shard.write_bytes(damaged)
        with pytest.raises(CorpusError, match="cannot read"):
            list(read_pseudo_graphs(tmp_path / "store"))
