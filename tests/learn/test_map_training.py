"""`mindgist train map` on a small data folder."""

import json
import lzma
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from learn.test_map_networks import WORDS, advice, article
from mindgist.document import read_text
from mindgist.evaluate.benchmark import write_rows
from mindgist.graph import supervised_graph
from mindgist.learn import map_training
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.map_networks import MapModelConfig
from mindgist.learn.map_training import most_frequent_words
from mindgist.mapper import MindMapper
from mindgist.shell.cli import main

QUICK = {"kept_members": 1, "pair_members": 1, "kept_epochs": 2, "pair_steps": 2, "highlight_steps": 5, "folds": 2}


@pytest.fixture(autouse=True)
def restored_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENBLAS_CORETYPE", "ATEN_CPU_CAPABILITY", "MKL_ENABLE_INSTRUCTIONS", "OPENBLAS_NUM_THREADS"):
        monkeypatch.setenv(name, "")  # what the command sets is undone after the test


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six articles with highlights, two of them with a drawn map; four news maps; three other maps and one unusable."""
    monkeypatch.setattr(map_training, "CONFIG", MapModelConfig(**QUICK))
    monkeypatch.setattr(
        map_training, "read_places", lambda: {f"made {number}": [[0, None], [60, 0]] for number in (2, 5)}
    )
    folder = tmp_path / "data"
    for name in ("corpus", "benchmark", "discourse"):
        (folder / name).mkdir(parents=True)
    articles = [article(number) for number in range(6)]
    with lzma.open(folder / "corpus" / "part.jsonl.xz", "wt") as file:
        for one in articles:
            text = "\n".join(" ".join(paragraph) for paragraph in one.paragraphs)
            row = {"id": one.id, "article": text, "highlights": [one.sentences[0], one.sentences[3]]}
            file.write(json.dumps(row) + "\n")
    write_rows(folder / "benchmark" / "dev.jsonl", [article(number) for number in range(10, 14)])
    others = [advice(number) for number in range(4)]
    write_rows(folder / "discourse" / "maps-train.jsonl", others)
    write_rows(folder / "discourse" / "train.jsonl", [{"id": one.id, "shippable": one != others[0]} for one in others])
    return folder


def train(data: Path, output: Path, *options: str) -> str:
    result = CliRunner().invoke(main, ["train", "map", "--data", str(data), "-o", str(output), *options])
    assert result.exit_code == 0, result.output
    return result.output


def weights(model: Path) -> dict[str, np.ndarray]:
    with np.load(model / "weights.npz") as arrays:
        return {name: arrays[name] for name in arrays.files}


def test_one_command_trains_a_model_that_makes_maps(data: Path, tmp_path: Path) -> None:
    assert "networks" in train(data, tmp_path / "model")
    assert sorted(file.name for file in (tmp_path / "model").iterdir()) == ["config.json", "weights.npz", "words.txt"]
    config = json.loads((tmp_path / "model" / "config.json").read_text())
    assert (config["model"], config["training"]["maps"]) == ("supervised", 9)
    mindmap = MindMapper.named(model=tmp_path / "model")(read_text("The wall leaks. Farmers object. The tide rises."))
    assert len(mindmap) == 3


def test_a_stopped_run_continues_and_ends_with_the_same_weights(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(data, tmp_path / "whole")

    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(map_training.map_networks, "train_map_networks", stop)
        result = CliRunner().invoke(main, ["train", "map", "--data", str(data), "-o", str(tmp_path / "stopped")])
        assert result.exit_code == 1
    again = train(data, tmp_path / "stopped")
    assert "of articles" not in again
    first, second = weights(tmp_path / "whole"), weights(tmp_path / "stopped")
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_a_run_with_other_data_is_not_continued(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_training.shutil, "rmtree", lambda folder: None)  # as if it had been stopped
    train(data, tmp_path / "model")
    (data / "benchmark" / "dev.jsonl").write_text((data / "discourse" / "maps-train.jsonl").read_text())
    result = CliRunner().invoke(main, ["train", "map", "--data", str(data), "-o", str(tmp_path / "model")])
    assert result.exit_code == 1
    assert "other settings (data)" in result.output


def test_a_model_has_its_own_words(data: Path, tmp_path: Path) -> None:
    train(data, tmp_path / "model")
    words = supervised_graph(tmp_path / "model")._lexicon.words
    assert set(words) == set(WORDS)
    assert (tmp_path / "model" / "words.txt").read_text().split() == list(words)


def test_words_are_counted_in_articles() -> None:
    one = CorpusArticle("a", (("The wall, the sea.", "A wall."), ("The end.",)), ())
    assert most_frequent_words([one], 4) == ["the", "wall", "a", "end"]


def test_a_folder_without_data_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    result = CliRunner().invoke(main, ["train", "map", "--data", str(tmp_path / "data"), "-o", str(tmp_path / "m")])
    assert result.exit_code == 1
    assert "dev.jsonl" in result.output
