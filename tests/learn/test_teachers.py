"""Both forms of the teacher, on a tiny transformer with random weights."""

import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from topics import topic_articles, write_transformer

from mindgist.errors import ModelError
from mindgist.learn import teachers
from mindgist.learn.checkpoint import save_checkpoint
from mindgist.learn.corpus import Pair, accuracy_and_f1, make_pairs
from mindgist.learn.emgn_recipe import TeacherOptions, train_teacher
from mindgist.learn.teachers import (
    CrossEncoder,
    PairHead,
    SentenceEncoder,
    fine_tune,
    load_teacher,
    train_head,
)
from mindgist.mapper import MindMapper


@pytest.fixture(scope="module")
def transformer(tmp_path_factory):
    return write_transformer(tmp_path_factory.mktemp("transformer"))


@pytest.fixture(scope="module")
def encoder(transformer):
    return SentenceEncoder(transformer)


def test_accuracy_and_f1_by_hand():
    pairs = [Pair("a", "b", governs) for governs in (True, False, True, False)]
    assert accuracy_and_f1(np.array([0.9, 0.8, 0.4, 0.1]), pairs) == (0.5, 0.5)
    assert accuracy_and_f1(np.array([0.1]), pairs[:1]) == (0, 0)


def test_a_sentence_has_the_same_vector_alone_and_in_a_batch(encoder):
    texts = ["The sea.", "The judge and the jury and the song and the band.", "Tide wave coast."]
    together = encoder(texts)
    np.testing.assert_allclose(together, np.concatenate([encoder([text]) for text in texts]), atol=1e-3)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-3)


def test_the_head_scores_all_pairs_as_it_scores_each():
    torch.manual_seed(0)
    head = PairHead(8).eval()
    vectors = torch.nn.functional.normalize(torch.randn(4, 8), dim=-1)
    table = head(vectors[:, None], vectors[None, :])
    for i in range(4):
        for j in range(4):
            torch.testing.assert_close(table[i, j], head(vectors[i], vectors[j]))
    assert not torch.allclose(table, table.T)


def bag_of_words(texts):
    """Vectors that tell topics apart, which random transformers do not."""
    vectors = np.zeros((len(texts), 64), dtype=np.float32)
    for row, text in enumerate(texts):
        for word in text.lower().rstrip(".").split():
            vectors[row, sum(word.encode()) % 64] += 1
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_the_fast_teacher_learns_which_pairs_govern(monkeypatch):
    pairs = make_pairs(topic_articles(120), "highlights")
    monkeypatch.setattr(teachers, "HEAD_BATCH", 32)
    teacher = train_head(pairs.train, bag_of_words, epochs=30)
    accuracy, f1 = accuracy_and_f1(teacher.probabilities(pairs.test), pairs.test)
    assert accuracy > 0.9
    assert f1 > 0.9


def test_the_fast_teacher_survives_saving(encoder, transformer, tmp_path):
    articles = topic_articles(12)
    teacher = train_head(make_pairs(articles).train, encoder, epochs=1)
    teacher.save(tmp_path, {"transformer": transformer})
    sentences = [article.sentences for article in articles[:3]]
    before = teacher.graphs(sentences)
    for left, right in zip(before, load_teacher(tmp_path).graphs(sentences), strict=True):
        np.testing.assert_allclose(left, right, atol=1e-6)
    graph = teacher(articles[0].document)
    apart = ~np.eye(4, dtype=bool)
    np.testing.assert_allclose(graph.scores[apart], before[0][apart], atol=1e-6)


def test_no_teacher_sees_datelines_and_full_stops(encoder, transformer):
    marked, plain = ["Rome (CNN) -- The tide.", "The judge."], ["The tide", "The judge"]
    np.testing.assert_allclose(encoder(marked), encoder(plain), atol=1e-5)
    cross = CrossEncoder(transformer)
    scores = [cross.probabilities([Pair(*texts, True)]) for texts in (marked, plain)]
    np.testing.assert_allclose(*scores, atol=1e-6)


def test_the_cross_encoder_learns_which_pairs_govern(transformer, tmp_path, monkeypatch):
    # one word says it all, so that a transformer with random weights can learn it in seconds
    pairs = [Pair("The tide.", f"The {word}.", word == "wave") for word in ("wave", "jury") for _ in range(64)]
    encoder = CrossEncoder(transformer)
    monkeypatch.setattr(teachers, "TUNING_RATE", 3e-3)
    monkeypatch.setattr(teachers, "TUNING_BATCH", 16)
    fine_tune(encoder, pairs, tmp_path, epochs=8)
    assert accuracy_and_f1(encoder.probabilities(pairs), pairs) == (1, 1)


def test_a_pair_has_the_same_score_alone_and_in_a_graph(transformer):
    encoder = CrossEncoder(transformer)
    sentences = ["The tide.", "The judge and the jury.", "The band and the song and the drum."]
    (graph,) = encoder.graphs([sentences])
    assert graph.diagonal().tolist() == [1, 1, 1]
    for i, j in ((0, 1), (2, 0), (1, 2)):
        alone = encoder.probabilities([Pair(sentences[i], sentences[j], True)])
        assert graph[i, j] == pytest.approx(float(alone[0]), abs=1e-5)
    assert encoder.graphs([["Alone."]])[0].tolist() == [[1]]


class StoppedError(Exception):
    pass


def test_a_killed_fine_tuning_goes_on_to_the_same_weights(transformer, tmp_path, monkeypatch):
    pairs = make_pairs(topic_articles(24)).train
    monkeypatch.setattr(teachers, "TUNING_BATCH", 8)
    monkeypatch.setattr(teachers, "SAVE_EVERY", 2)
    uninterrupted = CrossEncoder(transformer)
    fine_tune(uninterrupted, pairs, tmp_path / "uninterrupted", epochs=1)

    def kill(step, steps):
        if step == 5:
            raise StoppedError

    with pytest.raises(StoppedError):
        fine_tune(CrossEncoder(transformer), pairs, tmp_path / "killed", epochs=1, on_step=kill)
    seen = []
    resumed = CrossEncoder(transformer, seed=9)  # what it starts from must not matter
    fine_tune(resumed, pairs, tmp_path / "killed", epochs=1, on_step=lambda step, steps: seen.append(step))
    assert seen[0] == 5  # step 4 was saved
    for name, tensor in uninterrupted.model.state_dict().items():
        torch.testing.assert_close(resumed.model.state_dict()[name], tensor, rtol=0, atol=0)


def test_a_run_with_other_settings_is_refused(transformer, tmp_path):
    pairs = make_pairs(topic_articles(24)).train
    fine_tune(CrossEncoder(transformer), pairs, tmp_path, epochs=1)
    with pytest.raises(ModelError, match="other settings"):
        fine_tune(CrossEncoder(transformer), pairs, tmp_path, epochs=2)


@pytest.mark.parametrize("form", ["fast", "cross"])
def test_a_taught_teacher_is_loaded_by_what_its_folder_says(form, transformer, tmp_path):
    articles = topic_articles(16)
    options = TeacherOptions(transformer, form, epochs=1)
    measured = train_teacher(articles, tmp_path / "model", options)
    assert measured["articles"] == 16
    assert measured["held_out_pairs"] > 0
    assert 0 <= measured["accuracy"] <= 1
    (graph,) = load_teacher(tmp_path / "model").graphs([articles[0].sentences])
    assert graph.shape == (4, 4)


def test_errors_say_what_was_tried(tmp_path, transformer, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelError, match="there is no trained model"):
        load_teacher(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelError, match="cannot load the transformer"):
        SentenceEncoder(str(tmp_path / "empty"))
    save_checkpoint(tmp_path / "other", "emgn", {}, {})
    with pytest.raises(ModelError, match="scores no pairs"):
        load_teacher(tmp_path / "other")
    save_checkpoint(tmp_path / "empty", "fast-teacher", {}, {})
    with pytest.raises(ModelError, match="cannot load the fast teacher"):
        load_teacher(tmp_path / "empty")
    (tmp_path / "other" / "config.json").write_text("[]")
    with pytest.raises(ModelError, match="what kind"):
        load_teacher(tmp_path / "other")


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("config.json", b"[" * 100_000),
        ("config.json", b"null"),
        ("config.json", b'{"model_type": "bert", "hidden_size": -1}'),
        ("config.json", b'{"model_type": "bert", "hidden_size": "x"}'),
        ("model.safetensors", b""),
        ("model.safetensors", b"\xff" * 100),
        ("model.safetensors.index.json", b'{"weight_map": {"a": "../../secret.bin"}}'),
        (
            "model.safetensors.index.json",
            b'{"metadata": {}, "weight_map": {"embeddings.word_embeddings.weight": "x.bin"}}',
        ),
        ("model.safetensors.index.json", b"[]"),
        ("tokenizer.json", b"null"),
    ],
)
def test_hostile_transformers_give_a_one_line_error(file, content, transformer, tmp_path):
    folder = Path(shutil.copytree(transformer, tmp_path / "hostile"))
    if file.endswith("index.json"):
        (folder / "model.safetensors").unlink()
        (folder / "x.bin").write_bytes(b"\x80\x04K\x01.")
    (folder / file).write_bytes(content)
    with pytest.raises(ModelError, match="cannot load the transformer") as error:
        SentenceEncoder(str(folder))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "content", [b"", b"[" * 100_000, b'{"model": 5}', b'{"model": "fast"}', b'{"model": "cross", "x": 1}']
)
def test_hostile_teacher_folders_give_a_one_line_error(content, tmp_path):
    save_checkpoint(tmp_path, "fast", {}, {})
    (tmp_path / "config.json").write_bytes(content)
    with pytest.raises(ModelError):
        load_teacher(tmp_path)
    with pytest.raises(ModelError):
        MindMapper.named("teacher", model=tmp_path)
