"""`mindgist train emgn --data`: from a tiny corpus to a model that makes maps."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from topics import WORDS, topic_articles, write_corpus, write_transformer

import mindgist
from mindgist.graph.emgn import read_weights
from mindgist.learn import emgn_recipe
from mindgist.learn.checkpoint import checkpoint_config
from mindgist.learn.emgn_recipe import read_pseudo_graphs
from mindgist.shell.cli import main


@pytest.fixture(scope="module")
def transformer(tmp_path_factory):
    return write_transformer(tmp_path_factory.mktemp("transformer"))


@pytest.fixture
def data(tmp_path):
    """A folder with the layout of the real data, and word vectors."""
    folder = tmp_path / "data"
    (folder / "corpus").mkdir(parents=True)
    (folder / "benchmark").mkdir()
    write_corpus(folder / "corpus" / "part-0.jsonl", topic_articles(24))
    nodes = [{"text": "The tide.", "parent": None}, {"text": "The wave.", "parent": 0}]
    row = {
        "id": "1",
        "paragraphs": [["The tide.", "The wave."], ["The coast."]],
        "highlights": ["Tide"],
        "map": nodes,
        "snippet_edges": [[None, "tide"], ["tide", "wave"]],
    }
    (folder / "benchmark" / "dev.jsonl").write_text(json.dumps(row) + "\n")
    vectors = np.random.default_rng(0).normal(size=(len(WORDS), 50))
    lines = (f"{word} {' '.join(f'{value:.3f}' for value in row)}\n" for word, row in zip(WORDS, vectors, strict=True))
    (folder / "glove.txt").write_text("".join(lines))
    return folder


def train(data, output, transformer, *more, code=0):
    options = ["--glove", data / "glove.txt", "--transformer", transformer, "--articles", 20, "--epochs", 2, *more]
    command = ["train", "emgn", "--data", data, "-o", output, *options]
    result = CliRunner().invoke(main, list(map(str, command)))
    assert result.exit_code == code, result.output
    return result.output


def weights(model):
    return read_weights(model / "model.safetensors")


def test_one_command_makes_a_model(data, transformer, tmp_path):
    model = tmp_path / "model"
    shown = train(data, model, transformer)
    assert "epoch   2" in shown
    training = json.loads((model / "config.json").read_text())["training"]
    assert (training["articles"], training["learning_rate"], training["refinement"]) == (20, 1e-4, "children")
    assert mindgist.map("The tide. The wave. The coast.", graph="emgn", model=model).nodes

    again = tmp_path / "again"
    train(data, again, transformer)
    for name, tensor in weights(model).items():
        np.testing.assert_array_equal(tensor, weights(again)[name])


@pytest.mark.parametrize("step", ["train_teacher", "annotate", "vocabulary_of", "copy_model"])
def test_a_stopped_run_resumes_and_ends_with_the_same_weights(step, data, transformer, tmp_path, monkeypatch):
    train(data, tmp_path / "uninterrupted", transformer)
    with monkeypatch.context() as patch:
        patch.setattr(emgn_recipe, step, lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        train(data, tmp_path / "stopped", transformer, code=1)
    shown = train(data, tmp_path / "stopped", transformer)
    assert "epoch   2" in shown
    uninterrupted = weights(tmp_path / "uninterrupted")
    for name, tensor in weights(tmp_path / "stopped").items():
        np.testing.assert_array_equal(tensor, uninterrupted[name])


def test_highlights_govern_and_the_cross_encoder_annotates_where_that_is_asked_for(data, transformer, tmp_path):
    options = {"usual": (), "paper": ("--governors", "highlights"), "cross": ("--form", "cross")}
    for name, given in options.items():
        train(data, tmp_path / name, transformer, *given)
    teachers = {name: checkpoint_config(tmp_path / name / "training" / "teacher") for name in options}
    assert [teacher["model"] for teacher in teachers.values()] == ["fast-teacher", "fast-teacher", "cross-encoder"]
    found = {name: teacher["measured"] for name, teacher in teachers.items()}
    assert found["usual"]["articles"] == 20
    assert 0 < found["usual"]["held_out_pairs"] < found["usual"]["pairs"]
    # A highlight also governs the sentence nearest to it.
    assert found["paper"]["pairs"] > found["usual"]["pairs"] == found["cross"]["pairs"]
    graphs = [next(read_pseudo_graphs(tmp_path / name / "training" / "graphs")).graph for name in options]
    assert not np.array_equal(graphs[0], graphs[2])
    teacher = tmp_path / "cross" / "training" / "teacher"
    assert mindgist.map("The tide. The wave. The coast.", graph="teacher", model=teacher).nodes


def test_other_settings_are_refused(data, transformer, tmp_path):
    train(data, tmp_path / "model", transformer)
    assert "other settings" in train(data, tmp_path / "model", transformer, "--seed", 1, code=1)


def test_highlights_decide_where_there_are_no_annotated_maps(data, transformer, tmp_path):
    (data / "benchmark" / "dev.jsonl").unlink()
    train(data, tmp_path / "model", transformer)
    training = json.loads((tmp_path / "model" / "config.json").read_text())["training"]
    assert (training["articles"], training["validated_on"]) == (19, "held-out articles")


def test_missing_data_and_wrong_options_are_named(data, transformer, tmp_path):
    result = CliRunner().invoke(main, ["train", "emgn", "-o", str(tmp_path / "model")])
    assert "either --data or --graphs" in result.output
    command = ["train", "emgn", "-o", "model", "--graphs", str(data), "--transformer", transformer]
    assert "do not go with --graphs" in CliRunner().invoke(main, command).output
    (data / "corpus" / "part-0.jsonl").unlink()
    (data / "corpus").rmdir()
    assert "there is no corpus" in train(data, tmp_path / "model", transformer, code=1)
