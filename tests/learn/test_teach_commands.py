import re

import pytest
from click.testing import CliRunner
from topics import topic_articles, write_corpus, write_transformer

from mindgist.learn.pairs import GOVERNORS
from mindgist.learn.pseudo_graphs import read_pseudo_graphs
from mindgist.learn.teaching import FORMS, checkpoint_config
from mindgist.shell.cli import main
from mindgist.shell.teach_command import FORM_NAMES, GOVERNOR_NAMES


@pytest.fixture(scope="module")
def transformer(tmp_path_factory):
    return write_transformer(tmp_path_factory.mktemp("transformer"))


@pytest.fixture
def corpus(tmp_path):
    return str(write_corpus(tmp_path / "corpus.jsonl", topic_articles(24)))


def run(*arguments, code=0):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_the_names_in_the_shell_are_those_of_learn():
    assert tuple(FORMS) == FORM_NAMES
    assert GOVERNORS == GOVERNOR_NAMES


def test_from_a_corpus_to_pseudo_graphs(corpus, transformer, tmp_path):
    model, graphs = tmp_path / "model", tmp_path / "graphs"
    shown = run("teach", "fine-tune", corpus, model, "--transformer", transformer, "--threads", 1)
    measured = checkpoint_config(model)["measured"]
    held_out = re.search(r"on (\d+) held-out pairs: accuracy", shown)
    assert held_out
    assert measured["articles"] == 24
    assert 0 < int(held_out[1]) == measured["held_out_pairs"] < measured["pairs"]
    assert "12 articles" in run("teach", "annotate", corpus, model, graphs, "--articles", 12, "--threads", 1)
    assert len(list(read_pseudo_graphs(graphs))) == 12
    run("teach", "annotate", corpus, model, graphs, "--threads", 1)
    assert len(list(read_pseudo_graphs(graphs))) == 24


def test_highlights_govern_as_in_the_paper_where_that_is_asked_for(corpus, transformer, tmp_path):
    pairs = {}
    for governors in GOVERNOR_NAMES:
        model = tmp_path / governors
        run("teach", "fine-tune", corpus, model, "--transformer", transformer, "--governors", governors, "--threads", 1)
        pairs[governors] = checkpoint_config(model)["measured"]["pairs"]
    # A highlight also governs the sentence nearest to it.
    assert pairs["highlights"] > pairs["sentences"] > 0


def test_errors_are_one_line(corpus, tmp_path):
    shown = run("teach", "annotate", corpus, tmp_path / "none", tmp_path / "graphs", code=1)
    assert shown.startswith("Error: there is no trained model")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "there are no .jsonl" in run("teach", "fine-tune", empty, tmp_path / "model", code=1)
