"""Training of the model of gists on a few made-up texts."""

import json
import re
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from topics import TOPICS, write_transformer

from mindgist.errors import CorpusError
from mindgist.labels.network import LabelNetwork
from mindgist.labels.words import read_pieces
from mindgist.learn import gist_training
from mindgist.learn.gist_networks import Label, Student, Teacher, best_path, loss_of
from mindgist.learn.gist_training import read_labels, read_sentences, train_gists
from mindgist.shell.cli import main

WORDS = [word for words in TOPICS.values() for word in words]


def sentence(number: int) -> str:
    """A sentence whose label has no words between its two commas."""
    words = [WORDS[(7 * number + 5 * place) % len(WORDS)] for place in range(16)]
    return f"The {' '.join(words[:6])}, and the {' '.join(words[6:10])}, {' '.join(words[10:])}."


KEPT = "0-6,12-17"


def checksum(text: str) -> int:
    return crc32(" ".join(re.findall(r"\w+", text.lower())).encode())


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    for name in ("corpus", "discourse", "documents"):
        (folder / name).mkdir(parents=True)
    texts = [sentence(number) for number in range(60)]
    articles = [{"id": "news", "article": "\n".join(texts[:30]), "highlights": ["a"]}]
    articles.append({"id": "late", "article": "\n".join(texts[30:35]), "highlights": ["a"]})
    (folder / "corpus" / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in articles))
    other = {"id": "talk", "shippable": True, "sentences": [{"text": text} for text in texts[35:50]]}
    closed = {"id": "closed", "shippable": False, "sentences": [{"text": texts[0]}]}
    rows = "".join(json.dumps(row) + "\n" for row in (other, closed))
    (folder / "discourse" / "train.jsonl").write_text(rows)
    read, unread = ("summer.txt", "winter.txt")
    assert crc32(read.encode()) % 2 == 0
    assert crc32(unread.encode()) % 2 == 1
    for name in (read, unread):
        (folder / "documents" / name).write_text(
            "This is what the notes of the winter say.\n\n" + "\n\n".join(texts[50:])
        )
    (folder / "documents" / "winter.png").write_bytes(b"\x89PNG\r\n")
    parts = {"news": texts[:30], "late": texts[30:35], "talk": texts[35:50], read: texts[50:]}
    labels = {name: {checksum(text): KEPT for text in own} for name, own in parts.items()}
    monkeypatch.setattr(gist_training, "read_labels", lambda: labels)
    for name in ("TEACHER_EPOCHS", "STUDENT_EPOCHS", "LAST_EPOCHS"):
        monkeypatch.setattr(gist_training, name, 2)
    return folder


def test_a_rerun_and_a_resumed_run_give_the_same_weights(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transformer = write_transformer(tmp_path / "transformer")
    train_gists(data, tmp_path / "a", transformer=transformer, articles=1)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(gist_training, "Student", stop)
    with pytest.raises(KeyboardInterrupt):
        train_gists(data, tmp_path / "b", transformer=transformer, articles=1)
    monkeypatch.setattr(gist_training, "Student", Student)
    monkeypatch.setattr(gist_training, "Teacher", stop)  # its labels are there
    train_gists(data, tmp_path / "b", transformer=transformer, articles=1)
    first, second = ((tmp_path / name / "weights.npz").read_bytes() for name in "ab")
    assert first == second
    assert not (tmp_path / "b" / "training").exists()
    assert json.loads((tmp_path / "a" / "config.json").read_text())["training"]["labels"] == 60
    LabelNetwork.read(tmp_path / "a")


def test_only_open_texts_and_every_second_document_are_read(data: Path) -> None:
    sentences, written = read_sentences(data, articles=1)
    assert len(sentences) == len(written) == 60
    assert written[0].kept == [*range(1, 8), *range(13, 19)]
    assert written[0].commas == [13]


def test_data_without_the_texts_of_the_labels_is_an_error(data: Path, tmp_path: Path) -> None:
    (data / "discourse" / "train.jsonl").write_text('{"id": "x", "shippable": true, "sentences": []}\n')
    with pytest.raises(CorpusError, match="45 of the 60 sentences with written labels"):
        train_gists(data, tmp_path / "model")
    with pytest.raises(CorpusError, match="lacks corpus"):
        train_gists(tmp_path / "transformer", tmp_path / "model")


def test_the_command_needs_a_folder_with_data(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["train", "gists", "--data", str(tmp_path), "-o", str(tmp_path / "model")])
    assert result.exit_code != 0
    assert "lacks corpus" in result.output


def test_the_shipped_labels_can_be_read() -> None:
    rows = read_labels()
    assert sum(map(len, rows.values())) > 13_000
    assert all(re.fullmatch(r"\d+(-\d+)?([ ,]\d+(-\d+)?)*", kept) for own in rows.values() for kept in own.values())


def test_numpy_computes_what_torch_does() -> None:
    torch.manual_seed(1)
    student = Student(WORDS, units=8, rank=3).eval()
    network = LabelNetwork({name: array.astype(np.float32) for name, array in student.weights().items()}, WORDS)
    batch = [read_pieces(sentence(number)) for number in range(3)]
    batch.append(read_pieces('Ships -- 12 of them -- sailed to the U.S. "at once".'))
    with torch.inference_mode():
        wanted = [tensor.numpy() for tensor in student(batch)]
    for found, own in zip(network.path_scores(batch), wanted, strict=True):
        for number, pieces in enumerate(batch):
            size = len(pieces) // 2 + 2
            inside = (number, *[slice(size)] * (found.ndim - 1))
            assert found[inside] == pytest.approx(own[inside], abs=0.02)  # the weights are in half precision


def test_both_networks_learn_labels(tmp_path: Path) -> None:
    pieces = [read_pieces(sentence(number)) for number in range(40)]
    labels = [Label(own, [*range(1, 8), *range(13, 19)], [13]) for own in pieces]
    torch.manual_seed(1)
    teacher = Teacher(write_transformer(tmp_path / "transformer"))
    for model, rate in ((Student(WORDS, units=16, rank=4), 0.02), (teacher, 0.003)):
        optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
        for _ in range(30):
            loss = loss_of(model([label.pieces for label in labels]), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.inference_mode():
            kept, skips, commas = model(pieces[:1])
        assert best_path(kept[0], skips[0], len(pieces[0]) // 2) == labels[0].kept
        assert commas[0, 7, 13] > 0
