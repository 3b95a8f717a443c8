import numpy as np
import pytest

from mindgist.document import Document
from mindgist.errors import MindgistError, UnknownNameError
from mindgist.graph import RelationGraph
from mindgist.graph.baselines import tfidf_cosines
from mindgist.systems import GRAPHS, graph_named

OWN = [name for name, graph in GRAPHS.items() if graph.made_with != "model" or graph.shipped]


@pytest.mark.parametrize("name", OWN)
def test_every_source_scores_every_pair(name: str, harbour: Document) -> None:
    graph = graph_named(name, seed=3)(harbour)
    assert graph.scores.shape == (len(harbour), len(harbour))
    assert np.diag(graph.scores).tolist() == [1] * len(harbour)


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("sentences", [["One."], ["Same.", "Same."], ["!a", "?!", "..."]])
def test_small_and_odd_documents(name: str, sentences: list[str]) -> None:
    assert len(graph_named(name)(Document.from_sentences([sentences]))) == len(sentences)


def test_random_depends_on_the_seed_alone(harbour: Document) -> None:
    first, again, other = (graph_named("random", seed)(harbour).scores for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_lead_falls_with_position() -> None:
    graph = graph_named("lead")(Document.from_sentences([["a", "b", "c", "d"]]))
    assert graph.scores[:, 3].tolist() == [1, 0.75, 0.5, 1]
    assert graph.scores[2].tolist() == [0.5, 0.5, 1, 0.5]


def test_cosines_by_hand() -> None:
    # df: sea 2, rises 1, walls 2, cost 1 in 3 sentences; "sea walls" has weights log(3/2), log(3/2).
    cosines = tfidf_cosines([["sea", "rises"], ["sea", "walls"], ["walls", "cost"]])
    common, rare = np.log(3 / 2), np.log(3)
    expected = common**2 / (np.hypot(common, rare) * np.hypot(common, common))
    assert cosines[0, 1] == pytest.approx(expected, rel=1e-5)
    assert cosines[0, 2] == 0
    assert np.allclose(cosines, cosines.T)


@pytest.mark.parametrize("count", [40, 200])  # one product, or several, or blocks of columns
def test_cosines_against_a_plain_computation(count: int) -> None:
    generator = np.random.default_rng(0)
    sentences = [[f"w{word}" for word in generator.zipf(1.3, size=15) if word < 3000] for _ in range(count)]
    words = sorted({word for sentence in sentences for word in sentence})
    counts = np.array([[sentence.count(word) for word in words] for sentence in sentences], dtype=float)
    weights = counts * np.log(count / (counts > 0).sum(axis=0))
    lengths = np.linalg.norm(weights, axis=1, keepdims=True)
    vectors = np.divide(weights, lengths, out=np.zeros_like(weights), where=lengths > 0)
    expected = vectors @ vectors.T
    np.fill_diagonal(expected, 1)
    assert np.allclose(tfidf_cosines(sentences), expected, atol=1e-5)


def test_the_central_sentence_governs_most() -> None:
    document = Document.from_sentences(
        [["The sea wall protects the town.", "The sea rises.", "The wall is old.", "The town is small.", "Birds sing."]]
    )
    assert graph_named("lexrank")(document).salience.argmax() == 0


def test_unknown_names() -> None:
    with pytest.raises(UnknownNameError, match="lexrank"):
        graph_named("astrology")


@pytest.mark.parametrize(
    "scores", [np.zeros((2, 3)), np.zeros((0, 0)), np.full((2, 2), 1.5), np.full((2, 2), np.nan), np.zeros(4)]
)
def test_a_graph_is_a_square_of_scores(scores: np.ndarray) -> None:
    with pytest.raises(MindgistError):
        RelationGraph(scores)


def test_a_graph_is_a_value() -> None:
    scores = np.zeros((2, 2), dtype=np.float32)
    graph = RelationGraph(scores)
    scores[0, 1] = 1
    assert graph.scores[0, 1] == 0
    with pytest.raises(ValueError, match="read-only"):
        graph.scores[0, 1] = 1
