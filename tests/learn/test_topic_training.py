"""Training of the topic model on a few made-up pages."""

import json

import pytest
from click.testing import CliRunner

from mindgist.errors import CorpusError
from mindgist.labels.topic_words import FEATURES
from mindgist.labels.topics import FILE, TopicModel, shipped_topic_model
from mindgist.learn.topic_training import (
    HiddenHeading,
    content_words,
    judged_weights,
    sectioned_discourse,
    train_topics,
)
from mindgist.shell.cli import main

SUBJECTS = ("Glaciers", "Harbour walls", "Beekeeping", "Steam engines", "Coral reefs", "Violin strings")


def page(number: int) -> str:
    sections = []
    for subject in SUBJECTS[number % 3 :]:
        name = subject.lower()
        sections.append(
            f"## {subject}\n\nMany people write about {name} in this town. The history of {name} is long and rich. "
            f"Every visitor asks for {name} at the office. Few books describe {name} well.\n"
        )
    return f"# Page {number}\n\n" + "\n".join(sections)


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    (folder / "documents" / "manual").mkdir(parents=True)
    for number in range(10):
        (folder / "documents" / "manual" / f"{number}.md").write_text(page(number))
    (folder / "documents" / "manual" / "picture.png").write_bytes(b"\x89PNG\r\n")
    (folder / "discourse").mkdir()
    sentences = [{"text": "Tides", "heading": True, "prominence": 1}]
    sentences += [
        {"text": f"The tides rise for reason {number}.", "heading": False, "prominence": 3 - (number == 2)}
        for number in range(5)
    ]
    rows = [
        {"id": "a", "shippable": True, "title": "Sea", "sentences": sentences},
        {"id": "b", "shippable": True, "title": "No headings", "sentences": sentences[1:]},
        {"id": "c", "shippable": False, "title": "Not free", "sentences": sentences},
    ]
    (folder / "discourse" / "train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def test_a_rerun_gives_the_same_weights(data, tmp_path):
    figures = [train_topics(data, tmp_path / name, seed=3) for name in "ab"]
    assert figures[0] == figures[1]
    assert figures[0]["word_f1"] > 50
    first, second = ((tmp_path / name / FILE).read_text() for name in "ab")
    assert first == second
    assert json.loads(first)["seed"] == 3
    TopicModel.read(tmp_path / "a")


def test_the_judged_topics_give_the_shipped_weights():
    assert judged_weights() == pytest.approx(shipped_topic_model().phrase_weights)


def test_the_command_prints_the_held_out_score(data, tmp_path):
    result = CliRunner().invoke(main, ["train", "topics", "--data", str(data), "-o", str(tmp_path / "model")])
    assert result.exit_code == 0, result.output
    assert "held-out word F1" in result.output
    assert set(json.loads((tmp_path / "model" / FILE).read_text())["weights"]) == {*FEATURES, "intercept"}


def test_only_free_texts_are_trained_on(data):
    texts = list(sectioned_discourse(data / "discourse" / "train.jsonl"))
    assert len(texts) == 2
    assert texts[0].sections == [HiddenHeading("Tides", 0, 5, 2)]
    assert not texts[1].sections


def test_data_without_headings_is_an_error(tmp_path):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.txt").write_text("One sentence. Another sentence.")
    with pytest.raises(CorpusError, match="no two documents with headings"):
        train_topics(tmp_path, tmp_path / "model")


def test_broken_discourse_trees_are_an_error(tmp_path):
    (tmp_path / "train.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(CorpusError, match=r"train\.jsonl"):
        list(sectioned_discourse(tmp_path / "train.jsonl"))


def test_the_words_that_are_compared():
    assert content_words("2.1 The state-of-the-art, in brief") == "state art"
    assert HiddenHeading("3.1", 0, 9, 0).is_example is False
    assert HiddenHeading("Tides", 0, 3, 0).is_example is False
