"""The shell's learning commands, end to end on a handful of made-up articles."""

import json
from typing import get_args, get_type_hints

import pytest
from click.testing import CliRunner

from mindgist.learn import emgn_recipe, training
from mindgist.learn.corpus import Governors
from mindgist.learn.emgn_recipe import WordVectors, shard_path, write_shard
from mindgist.learn.training import DECISIONS
from mindgist.shell.cli import main
from mindgist.shell.train_command import FORM_NAMES, GOVERNOR_NAMES, REFINEMENT_NAMES, SCORER_NAMES, train_emgn


@pytest.fixture
def graphs(tmp_path, make_articles):
    folder = tmp_path / "graphs"
    folder.mkdir()
    write_shard(shard_path(folder, 0), make_articles(24))
    return folder


@pytest.fixture
def glove_file(tmp_path, glove: WordVectors):
    path = tmp_path / "glove.txt"
    lines = (f"{word} {' '.join(map(str, row))}\n" for word, row in zip(glove.words, glove.vectors, strict=True))
    path.write_text("".join(lines))
    return path


def run(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def test_names_and_defaults_are_those_of_the_rooms():
    defaults = {option.name: option.default for option in train_emgn.params}
    config = training.TrainingConfig()
    for name in ("refinement", "refinement_weight", "samples", "learning_rate", "max_epochs", "seed", "scorer"):
        assert defaults[name] == getattr(config, name), name
    assert get_args(get_type_hints(emgn_recipe.TeacherOptions)["form"]) == FORM_NAMES
    assert get_args(Governors) == GOVERNOR_NAMES
    assert set(REFINEMENT_NAMES) == {"none", "greedy", *DECISIONS}
    assert set(SCORER_NAMES) == {"bilinear", "biaffine"}


def test_train_and_evaluate(graphs, glove_file, tmp_path):
    model = tmp_path / "model"
    result = run("train", "emgn", "--graphs", graphs, "-o", model, "--glove", glove_file, "--epochs", 2)
    assert result.exit_code == 0, result.output
    assert "epoch   2" in result.output
    assert json.loads((model / "config.json").read_text())["training"]["articles"] == 22

    benchmark = tmp_path / "maps.jsonl"
    row = {
        "id": "a", "paragraphs": [["W1 w2.", "W3 w4."]], "highlights": [], "snippet_edges": [[None, "W1 w2."]],
        "map": [{"text": "W1 w2.", "parent": None}],
    }  # fmt: skip
    benchmark.write_text(json.dumps(row))
    result = run("evaluate", benchmark, "--system", "emgn", "--model", model, "--seeds", 1)
    assert result.exit_code == 0, result.output
    assert "SSM" in result.output


def test_a_finished_run_is_only_shown_again(graphs, glove_file, tmp_path):
    first = run("train", "emgn", "--graphs", graphs, "-o", tmp_path / "run", "--glove", glove_file, "--epochs", 1)
    again = run("train", "emgn", "--graphs", graphs, "-o", tmp_path / "run", "--glove", glove_file, "--epochs", 1)
    assert first.output == again.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--articles", 100), "24 annotated articles, not 100"),
        (("--glove", __file__), "GloVe"),
    ],
)
def test_bad_data_gives_a_one_line_error(arguments, message, graphs, tmp_path):
    result = run("train", "emgn", "--graphs", graphs, "-o", tmp_path / "run", *arguments)
    assert result.exit_code == 1
    assert message in result.output
    assert "Traceback" not in result.output


def test_a_folder_without_graphs_is_an_error(tmp_path):
    result = run("train", "emgn", "--graphs", tmp_path, "-o", tmp_path / "run")
    assert result.exit_code == 1
    assert "no pseudo graphs" in result.output


def test_a_system_that_learns_nothing_takes_no_model(tmp_path):
    path = tmp_path / "maps.jsonl"
    path.write_text('{"id": "a", "paragraphs": [["A."]], "highlights": [], "snippet_edges": [[null, "A."]], '
                    '"map": [{"text": "A.", "parent": null}]}')  # fmt: skip
    result = run("evaluate", path, "--system", "lead", "--model", tmp_path)
    assert result.exit_code == 1
    assert "takes no model" in result.output


def test_a_system_that_ships_no_model_needs_one(tmp_path):
    path = tmp_path / "maps.jsonl"
    path.write_text('{"id": "a", "paragraphs": [["A."]], "highlights": [], "snippet_edges": [[null, "A."]], '
                    '"map": [{"text": "A.", "parent": null}]}')  # fmt: skip
    result = run("evaluate", path, "--system", "teacher")
    assert result.exit_code == 1
    assert "needs the folder of a trained model" in result.output


def test_every_twentieth_article_is_held_out(graphs, glove_file, tmp_path, monkeypatch):
    seen = []
    scores = {"validation": 0.0}
    monkeypatch.setattr(emgn_recipe, "highlight_scores", lambda held_out, network: seen.extend(held_out) or scores)
    config = training.TrainingConfig(max_epochs=1)
    trainer = emgn_recipe.train_network(graphs, tmp_path / "run", config, glove=glove_file)
    assert (trainer.settings["articles"], len(seen)) == (22, 2)
    assert not {one.article.id for one in trainer.examples} & {one.article.id for one in seen}
