import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from evaluate.articles import BRIDGE, HARBOUR
from mindgist.errors import BenchmarkError, FileError
from mindgist.evaluate.benchmark import Prediction, read_benchmark, read_predictions, write_rows
from mindgist.evaluate.scoring import evaluate_system, predict, report, score_predictions, summarize
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap, Node, suggested_size


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    path = tmp_path / "small.jsonl"
    write_rows(path, [HARBOUR, BRIDGE])
    return path


def test_articles_survive_writing_and_reading(benchmark: Path) -> None:
    assert read_benchmark(benchmark) == [HARBOUR, BRIDGE]


def test_predictions_survive_writing_and_reading(tmp_path: Path) -> None:
    prediction = predict(MindMapper.named("lead"), HARBOUR)
    assert prediction.nodes[0].text == "The town votes to open its sea wall."
    assert prediction.size == 6
    write_rows(tmp_path / "maps.jsonl", [prediction])
    assert read_predictions(tmp_path / "maps.jsonl") == [prediction]


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        "{}",
        '{"id": 1, "paragraphs": [["a"]], "highlights": [], "map": [], "snippet_edges": []}',
        '{"id": 1, "paragraphs": [["a"]], "highlights": [], "map": [{"text": "a", "parent": 7}], "snippet_edges": []}',
        '{"id": 1, "paragraphs": 5, "highlights": [], "map": [{"text": "a", "parent": null}], "snippet_edges": []}',
    ],
)
def test_bad_rows_are_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(asdict(HARBOUR)) + "\n\n" + line + "\n")
    with pytest.raises(BenchmarkError, match=r"bad\.jsonl, line 3"):
        read_benchmark(path)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="cannot read"):
        read_benchmark(tmp_path / "missing.jsonl")
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(BenchmarkError, match="no articles"):
        read_benchmark(tmp_path / "empty.jsonl")
    with pytest.raises(FileError, match="cannot write"):
        write_rows(tmp_path / "no" / "such.jsonl", [])


def test_predictions_must_have_parents_before_children(tmp_path: Path) -> None:
    row = {"id": "a", "nodes": [{"sentence": 0, "parent": 0, "text": "x", "snippet": "x"}]}
    write_rows(tmp_path / "maps.jsonl", [row])
    with pytest.raises(BenchmarkError, match="line 1"):
        read_predictions(tmp_path / "maps.jsonl")


def test_every_article_and_seed_is_scored(benchmark: Path) -> None:
    runs = list(evaluate_system(lambda seed: MindMapper.named("random", seed=seed), [HARBOUR, BRIDGE], range(3)))
    assert [(seed, prediction.id) for seed, prediction, _ in runs] == [
        (seed, article) for article in ("harbour", "bridge") for seed in range(3)
    ]
    by_seed = {seed: [score for run, _, score in runs if run == seed] for seed in range(3)}
    found = summarize(by_seed)
    assert found["ssm_avg"].mean == pytest.approx((found["ssm_short"].mean + found["ssm_long"].mean) / 2)
    assert found["ssm_avg"].mean == pytest.approx(sum(found[f"ssm_{name}"].mean for name in ("r1", "r2", "rl")) / 3)
    assert found["ssm_avg"].deviation > 0
    content = report(benchmark, {"system": "random"}, ["harbour", "bridge"], by_seed)
    assert content["measures"]["ssm_avg"]["mean"] == found["ssm_avg"].mean
    assert content["articles"]["2"]["bridge"]["ssm"] == pytest.approx(100 * by_seed[2][1].ssm.mean())
    json.dumps(content)


def test_predictions_made_elsewhere() -> None:
    prediction = predict(MindMapper.named("lead"), HARBOUR)
    assert len(score_predictions([prediction], [HARBOUR])) == 1
    with pytest.raises(BenchmarkError, match="lack 1 of the benchmark's 2 articles, bridge"):
        score_predictions([prediction], [HARBOUR, BRIDGE])
    empty = Prediction("harbour", (), 0)
    assert score_predictions([empty], [HARBOUR])[0].ssm.tolist() == [0, 0, 0]


ARTICLES = {
    "news": HARBOUR.paragraphs,
    "one sentence": (("The bridge is closed.",),),
    "repeated sentences": (
        ("The wall leaks.", "Farmers object.", "The wall leaks."),
        ("It is old.", "The wall leaks."),
    ),
    "uniform text": tuple((f"Concern {number} is the roof.",) for number in range(40)),
    "very long": tuple((f"Chapter {number} tells of ship {number}.", "It sank there.") for number in range(300)),
}


@pytest.mark.parametrize("kind", sorted(ARTICLES))
@pytest.mark.parametrize("system", ["default", "emgn", "lexrank", "lead", "random"])
def test_the_prediction_is_the_map_that_is_shown(system: str, kind: str) -> None:
    article = replace(HARBOUR, paragraphs=ARTICLES[kind])
    prediction = predict(MindMapper.named(system), article)
    shown = MindMapper.named(system)(article.document)
    nodes = shown.nodes[shown.nodes[0].sentence is None :]  # without a phrase in the centre
    above = len(shown.nodes) - len(nodes)
    assert [node.sentence for node in prediction.nodes] == [node.sentence for node in nodes]
    assert [node.parent for node in prediction.nodes] == [
        None if node.parent is None or node.parent < above else node.parent - above for node in nodes
    ]
    assert prediction.size == len(shown.cut().nodes) - above


def test_the_paper_s_systems_are_scored_and_shown_as_their_tree() -> None:
    article = replace(HARBOUR, paragraphs=ARTICLES["repeated sentences"])
    for graph in ("emgn", "lexrank", "lead"):
        mapper = MindMapper.named(graph)
        tree = mapper.arrange(mapper.relate(article.document))
        prediction = predict(mapper, article)
        assert [node.sentence for node in prediction.nodes] == list(tree.sentences)
        assert [node.parent for node in prediction.nodes] == list(tree.parents)
        assert prediction.size == suggested_size(len(tree))


def test_headings_and_titles_are_no_predicted_nodes() -> None:
    title, heading = Node(None, None, 1.0, 0, 0, "T"), Node(None, 0, 1.0, 0, 0, "H")
    nodes = (title, heading, Node(0, 1, 0.5, 0, 0, "a"), Node(3, 2, 0.5, 0, 0, "b"), Node(1, 0, 0.5, 0, 0, "c"))
    prediction = Prediction.of_map(HARBOUR, MindMap("T", nodes, size=4))
    assert [(node.sentence, node.parent) for node in prediction.nodes] == [(0, None), (3, 0), (1, None)]
    assert prediction.size == 2
