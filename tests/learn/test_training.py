from dataclasses import replace

import numpy as np
import pytest
import torch

from mindgist.errors import ModelError
from mindgist.graph.emgn import read_weights
from mindgist.learn.detector import DEVIATION, HIDDEN, GraphDetector
from mindgist.learn.training import Trainer, TrainingConfig, batch_of, graph_loss, log_probabilities

QUICK = replace(TrainingConfig(), learning_rate=5e-3, batch=4, max_epochs=4, patience=4)


class Rising:
    """A validation that is always better than before: nothing stops early."""

    def __init__(self, dies_after=None):
        self.calls, self.dies_after = 0, dies_after

    def __call__(self, network):
        self.calls += 1
        if self.calls == self.dies_after:
            raise KeyboardInterrupt
        return {"validation": float(self.calls)}


def weights(trainer):
    return {name: tensor.clone() for name, tensor in trainer.detector.state_dict().items()}


def assert_same(left, right):
    assert left.keys() == right.keys()
    for name in left:
        assert torch.equal(left[name], right[name]), name


def test_the_papers_settings_are_the_defaults():
    config = TrainingConfig()
    assert (config.learning_rate, config.batch, config.refinement_weight, config.patience) == (1e-4, 64, 0.01, 3)
    assert (config.scorer, HIDDEN, DEVIATION) == ("bilinear", 25, 0.02)


def test_ten_articles_are_learned_by_heart(tmp_path, examples, vocabulary, vectors):
    config = replace(QUICK, learning_rate=1e-2, batch=10, refinement="none", max_epochs=500, patience=500)
    trainer = Trainer(tmp_path, config, examples, vocabulary, vectors)
    errors = []

    class LearnedError(Exception):
        pass

    def validate(network):
        with torch.no_grad():
            documents, targets = batch_of(examples, vocabulary)
            errors.append(graph_loss(trainer.detector(documents), targets, documents).item())
        if errors[-1] < 0.01 * errors[0]:
            raise LearnedError
        return {"validation": float(len(errors))}

    with torch.no_grad():
        documents, targets = batch_of(examples, vocabulary)
        errors.append(graph_loss(trainer.detector(documents), targets, documents).item())
    with pytest.raises(LearnedError):
        trainer.run(validate)


def test_the_reward_rises(tmp_path, examples, vocabulary, vectors):
    config = replace(QUICK, learning_rate=1e-2, batch=10, refinement_weight=1.0, max_epochs=80, patience=80)
    trainer = Trainer(tmp_path, config, examples, vocabulary, vectors)
    trainer.run(Rising())
    parts = trainer.epochs[:5], trainer.epochs[-5:]
    first, last = (np.mean([row["baseline"] for row in part]) for part in parts)
    assert last > first + 0.05


@pytest.mark.parametrize("scorer", ["bilinear", "biaffine"])
def test_gradients_agree_with_finite_differences(scorer, examples, vocabulary, vectors):
    torch.set_default_dtype(torch.float64)
    try:
        detector = GraphDetector(vectors[:, :3], scorer, hidden=2, deviation=0.5)
        documents, targets = batch_of(
            [example for example in examples if len(example.article.sentences) >= 3][:2], vocabulary
        )
        counts = list(map(len, documents))
        choices = [[(0, np.arange(count)), (1, np.arange(1, count))] for count in counts]

        def loss():
            scores = detector(documents)
            fitted = graph_loss(scores, targets.double(), documents)
            return fitted - 0.3 * log_probabilities(scores, choices).mean()

        loss().backward()
        generator = np.random.default_rng(0)
        for name, parameter in detector.named_parameters():
            used = parameter.grad.flatten().nonzero().flatten().tolist()
            assert used, f"no gradient reaches {name}"
            for place in generator.choice(used, size=min(5, len(used)), replace=False):
                slope = finite_difference(loss, parameter, int(place))
                assert parameter.grad.flatten()[place].item() == pytest.approx(slope, rel=1e-4, abs=1e-8), name
    finally:
        torch.set_default_dtype(torch.float32)


def finite_difference(loss, parameter, place, step=1e-5):
    with torch.no_grad():
        cell = parameter.view(-1)
        value = cell[place].item()
        cell[place] = value + step
        above = loss().item()
        cell[place] = value - step
        below = loss().item()
        cell[place] = value
    return (above - below) / (2 * step)


@pytest.mark.parametrize("refinement", ["none", "root", "children", "greedy"])
def test_a_seed_decides_the_result(refinement, tmp_path, examples, vocabulary, vectors):
    config = replace(QUICK, refinement=refinement, max_epochs=2)
    runs = []
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        trainer = Trainer(tmp_path / name, replace(config, seed=seed), examples, vocabulary, vectors)
        trainer.run(Rising())
        runs.append(weights(trainer))
    assert_same(runs[0], runs[1])
    assert not torch.equal(runs[0]["bilinear"], runs[2]["bilinear"])


@pytest.mark.parametrize("killed_in", [1, 3])
def test_a_killed_run_ends_as_an_uninterrupted_one(killed_in, tmp_path, examples, vocabulary, vectors):
    uninterrupted = Trainer(tmp_path / "uninterrupted", QUICK, examples, vocabulary, vectors)
    uninterrupted.run(Rising())
    killed = Trainer(tmp_path / "killed", QUICK, examples, vocabulary, vectors)
    with pytest.raises(KeyboardInterrupt):
        killed.run(Rising(dies_after=killed_in))
    resumed = Trainer(tmp_path / "killed", QUICK, examples, vocabulary, vectors)
    assert len(resumed.epochs) == killed_in - 1
    resumed.run(Rising())
    assert len(resumed.epochs) == QUICK.max_epochs
    assert_same(weights(uninterrupted), weights(resumed))
    for name in ("graph_loss", "refine_loss", "reward"):
        both = [[row[name] for row in one.epochs] for one in (uninterrupted, resumed)]
        assert both[0] == both[1]


def test_a_finished_run_is_not_trained_on(tmp_path, examples, vocabulary, vectors):
    Trainer(tmp_path, QUICK, examples, vocabulary, vectors).run(Rising())
    validate = Rising()
    again = Trainer(tmp_path, QUICK, examples, vocabulary, vectors)
    again.run(validate)
    assert again.has_ended
    assert validate.calls == 0


def test_stops_early_and_keeps_the_best(tmp_path, examples, vocabulary, vectors):
    config = replace(QUICK, max_epochs=50, patience=3)
    seen = []

    def validate(network):
        seen.append(trainer.detector.bilinear.detach().numpy().copy())
        return {"validation": [1.0, 5.0, 5.0, 2.0, 4.0][len(seen) - 1]}

    trainer = Trainer(tmp_path, config, examples, vocabulary, vectors)
    trainer.run(validate)
    assert (len(trainer.epochs), trainer.best) == (5, 1)
    np.testing.assert_array_equal(read_weights(tmp_path / "model.safetensors")["bilinear"], seen[1])
    assert tuple((tmp_path / "vocabulary.txt").read_text().split()) == vocabulary.words


def test_other_settings_are_refused(tmp_path, examples, vocabulary, vectors):
    Trainer(tmp_path, QUICK, examples, vocabulary, vectors).run(Rising())
    with pytest.raises(ModelError, match=r"other settings.*learning_rate"):
        Trainer(tmp_path, replace(QUICK, learning_rate=1.0), examples, vocabulary, vectors)
    with pytest.raises(ModelError, match=r"other settings.*articles"):
        Trainer(tmp_path, QUICK, examples[:5], vocabulary, vectors)
    other = [replace(examples[0], graph=1 - examples[0].graph), *examples[1:]]
    with pytest.raises(ModelError, match=r"other settings.*data"):
        Trainer(tmp_path, QUICK, other, vocabulary, vectors)
    other_article = replace(examples[0].article, highlights=("Nothing of it is true.",))
    other = [replace(examples[0], article=other_article), *examples[1:]]
    with pytest.raises(ModelError, match=r"other settings.*data"):
        Trainer(tmp_path, QUICK, other, vocabulary, vectors)
    with pytest.raises(ModelError, match=r"other settings.*validated_on"):
        Trainer(tmp_path, QUICK, examples, vocabulary, vectors, validated_on="another benchmark")


def test_damaged_progress_is_an_error(tmp_path, examples, vocabulary, vectors):
    (tmp_path / "training.safetensors").write_bytes(b"{")
    with pytest.raises(ModelError, match="cannot resume"):
        Trainer(tmp_path, QUICK, examples, vocabulary, vectors)


def documents_of(*sizes):
    return [[[5]] * size for size in sizes]


def test_the_graph_loss_is_the_mean_over_documents_of_the_mean_over_pairs():
    scores, targets = torch.zeros(2, 3, 3), torch.zeros(2, 3, 3)
    scores[0, 0, 1] = 0.6  # of 6 pairs
    scores[1, 1, 0] = 1.0  # of 2 pairs
    loss = graph_loss(scores, targets, documents_of(3, 2))
    assert loss.item() == pytest.approx((0.36 / 6 + 1 / 2) / 2)


def test_the_graph_loss_ignores_padding_and_the_diagonal():
    generator = np.random.default_rng(0)
    scores = torch.from_numpy(generator.random((2, 4, 4)))
    targets = scores.clone()
    targets[0, 2:, :] += 5
    targets[0, :, 2:] += 5
    targets[:, range(4), range(4)] -= 3
    assert graph_loss(scores, targets, documents_of(2, 4)).item() == 0


def test_a_document_of_one_sentence_costs_nothing():
    assert graph_loss(torch.full((1, 1, 1), 0.3), torch.ones(1, 1, 1), documents_of(1)).item() == 0
