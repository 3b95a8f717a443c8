"""The networks behind the default map learn what maps show them."""

from collections.abc import Sequence

import numpy as np
import pytest

from evaluate.articles import BRIDGE, HARBOUR
from mindgist.document import Document
from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle
from mindgist.graph import SupervisedGraph
from mindgist.graph.features import features
from mindgist.graph.relation_graph import Floats
from mindgist.graph.supervised import NEWS, OTHER
from mindgist.learn.map_networks import (
    CENTRE,
    UNKNOWN,
    MapExample,
    MapModelConfig,
    train_highlight_network,
    train_map_networks,
)
from mindgist.learn.map_training import highlight_targets, map_example
from mindgist.mapper import MindMapper
from mindgist.tree import nested_tree

WORDS = "harbour wall council farmer bridge river engineer storm money vote fish road salt marsh tide".split()
QUICKER = MapModelConfig(kept_members=1, pair_members=1, kept_epochs=2, pair_steps=2, highlight_steps=5, folds=2)
QUICK = MapModelConfig(kept_members=2, pair_members=2, kept_epochs=30, pair_steps=60, highlight_steps=60, folds=2)


def article(number: int) -> BenchmarkArticle:
    """Its map keeps the first sentence of each paragraph, all under the very first."""
    draw = np.random.default_rng(number)
    paragraphs = tuple(
        tuple(" ".join(draw.choice(WORDS, 9)).capitalize() + "." for _ in range(draw.integers(2, 5)))
        for _ in range(draw.integers(4, 7))
    )
    nodes = tuple(AnnotatedNode(own[0], 0 if place else None) for place, own in enumerate(paragraphs))
    return BenchmarkArticle(f"made {number}", paragraphs, ("A highlight",), nodes, ())


def test_a_map_as_an_example() -> None:
    example = map_example(HARBOUR)
    assert np.flatnonzero(example.kept).tolist() == [0, 1, 3, 4]
    assert example.governors.tolist() == [CENTRE, 0, UNKNOWN, 0, 3, UNKNOWN]


def test_a_title_at_the_root_is_the_first_sentence() -> None:
    nodes = (AnnotatedNode("Town news", None), AnnotatedNode("The bridge is closed for a year.", 0))
    example = map_example(BenchmarkArticle("titled", BRIDGE.paragraphs, (), nodes, ()))
    assert example.governors[0] == CENTRE
    assert example.governors[26] == 0


def test_sentences_like_a_highlight_have_the_highest_targets() -> None:
    paragraphs = (*HARBOUR.paragraphs, ("Nothing else happened.", "Nobody came."))
    document = Document.from_sentences(paragraphs)
    targets = highlight_targets(document, ("The town opens its sea wall", "Farmers object"))
    assert set(np.argsort(targets)[-2:].tolist()) == {0, 3}
    assert float(targets.mean()) == pytest.approx(0, abs=1e-5)


def advice(number: int) -> BenchmarkArticle:
    """Another kind of text: it asks and addresses its readers, and its map hangs under the last paragraph's start."""
    made = article(number)
    paragraphs = tuple(tuple(f"You, {text[:-1].lower()}?" for text in own) for own in made.paragraphs)
    last = len(paragraphs) - 1
    nodes = tuple(AnnotatedNode(own[0], None if place == last else last) for place, own in enumerate(paragraphs))
    return BenchmarkArticle(f"advice {number}", paragraphs, ("A highlight",), nodes, ())


def rows_of(examples: Sequence[MapExample]) -> list[Floats]:
    return [example.features.sentences for example in examples]


@pytest.fixture(scope="module")
def examples() -> list[MapExample]:
    return [map_example(article(number), is_news=number % 2 == 0) for number in range(30)]


@pytest.fixture(scope="module")
def learned(examples: list[MapExample]) -> SupervisedGraph:
    rows = np.concatenate([example.features.sentences for example in examples])
    highlight = train_highlight_network(rows, rows[:, 0], QUICK)
    return SupervisedGraph(train_map_networks(highlight, rows_of(examples), examples, QUICK))


def test_what_maps_keep_is_learned(learned: SupervisedGraph) -> None:
    for number in range(100, 105):
        new = article(number)
        example = map_example(new)
        graph = learned(new.document)
        # The output of the network, before the penalty of late sentences.
        salience = learned.network("news_kept", learned.standardized(example.features.sentences))
        separated = salience[example.kept][:, None] > salience[~example.kept]
        assert separated.mean() > 0.9
        assert graph.root_salience.argmax() == 0
        kept = np.flatnonzero(example.kept)[1:]
        assert (
            graph.scores[0, kept] >= graph.scores[1:, kept].max(axis=0, where=graph.scores[1:, kept] < 1, initial=0)
        ).all()


def test_the_learned_graph_makes_maps(learned: SupervisedGraph) -> None:
    new = article(200)
    sentences = [node.sentence for node in MindMapper(learned, nested_tree)(new.document).nodes]
    assert sentences[0] == 0
    assert sorted(sentences) == list(range(len(new.document)))


def test_each_kind_of_text_is_arranged_as_its_own_maps_are() -> None:
    news = [map_example(article(number), is_news=True) for number in range(20)]
    others = [map_example(advice(number)) for number in range(20)]
    rows = np.concatenate(rows_of(news))
    articles = [features(article(number).document).sentences for number in range(20, 120)]
    learned = SupervisedGraph(
        train_map_networks(train_highlight_network(rows, rows[:, 0], QUICK), articles, news + others, QUICK)
    )
    for number in range(100, 104):
        for made, kind in ((article(number), NEWS), (advice(number), OTHER)):
            example = map_example(made)
            assert learned.kind_shares(learned.standardized(example.features.sentences)) == {kind: 1.0}
            kept = np.flatnonzero(example.kept)
            centrality = learned(made.document).root_salience[kept]
            assert example.governors[kept[centrality.argmax()]] == CENTRE


def test_a_text_between_the_kinds_blends_both_models(learned: SupervisedGraph) -> None:
    weights = {name: np.zeros_like(values) for name, values in learned._weights.items() if name.startswith("kind")}
    weights |= {"kind_farthest": np.float32(1), "kind_base": np.float32(np.log(7 / 3))}  # a chance of 0.7
    undecided = SupervisedGraph(learned._weights | weights)
    document = article(400).document
    assert undecided.kind_shares(np.zeros((1, len(weights["kind_mean"])), np.float32)) == pytest.approx(
        {NEWS: 0.5, OTHER: 0.5}
    )
    scores = undecided(document).scores
    for kind, base in ((NEWS, 9), (OTHER, -9)):
        sure = SupervisedGraph(undecided._weights | {"kind_base": np.float32(base)})
        scores = scores - sure(document).scores / 2
        assert kind in sure.kind_shares(np.zeros((1, len(weights["kind_mean"])), np.float32))
    assert np.abs(scores).max() < 1e-6


def test_the_same_seed_learns_the_same(examples: list[MapExample]) -> None:
    rows = np.concatenate([example.features.sentences for example in examples])
    first, second = (
        train_map_networks(train_highlight_network(rows, rows[:, 0], QUICKER), rows_of(examples), examples[:6], QUICKER)
        for _ in range(2)
    )
    assert all(np.array_equal(first[name], second[name]) for name in first)
