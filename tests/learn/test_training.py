from dataclasses import replace

import numpy as np
import pytest
import torch

from mindgist.errors import ModelError
from mindgist.learn.detector import DetectorConfig, GraphDetector
from mindgist.learn.examples import batch_of, examples_of
from mindgist.learn.losses import graph_loss
from mindgist.learn.refinement import Choices, log_chances
from mindgist.learn.training import PRESETS, Trainer, TrainingConfig
from mindgist.learn.training_state import load_model, read_progress

QUICK = replace(TrainingConfig(), learning_rate=5e-3, batch=4, most_epochs=4, patience=4)


class Rising:
    """A validation that is always better than before: nothing stops early."""

    def __init__(self, dies_after=None):
        self.calls, self.dies_after = 0, dies_after

    def __call__(self, detector, vocabulary):
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
    assert config.detector == DetectorConfig(vector=50, hidden=25, scorer="bilinear", deviation=0.02)
    assert PRESETS["paper"] == config


def test_ten_articles_are_learned_by_heart(tmp_path, examples, vocabulary, vectors):
    config = replace(QUICK, learning_rate=1e-2, batch=10, refinement="none", most_epochs=500, patience=500)
    trainer = Trainer(tmp_path, config, examples, vocabulary, vectors)
    errors = []

    class LearnedError(Exception):
        pass

    def validate(detector, vocabulary):
        with torch.no_grad():
            batch, targets = batch_of(examples)
            errors.append(graph_loss(detector(batch), targets, batch.sentence_counts).item())
        if errors[-1] < 0.01 * errors[0]:
            raise LearnedError
        return {"validation": float(len(errors))}

    with torch.no_grad():
        batch, targets = batch_of(examples)
        errors.append(graph_loss(trainer.detector(batch), targets, batch.sentence_counts).item())
    with pytest.raises(LearnedError):
        trainer.run(validate)


def test_the_reward_rises(tmp_path, examples, vocabulary, vectors):
    config = replace(QUICK, learning_rate=1e-2, batch=10, refinement_weight=1.0, most_epochs=80, patience=80)
    history = Trainer(tmp_path, config, examples, vocabulary, vectors).run(Rising()).history
    first, last = (np.mean([row["baseline"] for row in part]) for part in (history[:5], history[-5:]))
    assert last > first + 0.05


@pytest.mark.parametrize("scorer", ["bilinear", "biaffine"])
def test_gradients_agree_with_finite_differences(scorer, examples, vectors):
    torch.set_default_dtype(torch.float64)
    try:
        config = DetectorConfig(vector=3, hidden=2, scorer=scorer, deviation=0.5)
        detector = GraphDetector(config, vectors[:, :3]).initialize(0)
        batch, targets = batch_of([example for example in examples if len(example.sentences) >= 3][:2])
        counts = batch.sentence_counts.tolist()
        choices = [Choices((0, 1), (np.arange(count), np.arange(1, count))) for count in counts]

        def loss():
            scores = detector(batch)
            fitted = graph_loss(scores, targets.double(), batch.sentence_counts)
            return fitted - 0.3 * log_chances(scores, choices).mean()

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
    config = replace(QUICK, refinement=refinement, most_epochs=2)
    runs = []
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        trainer = Trainer(tmp_path / name, replace(config, seed=seed), examples, vocabulary, vectors)
        trainer.run(Rising())
        runs.append(weights(trainer))
    assert_same(runs[0], runs[1])
    assert not torch.equal(runs[0]["bilinear"], runs[2]["bilinear"])


@pytest.mark.parametrize("killed_in", [1, 3])
def test_a_killed_run_ends_as_an_unbroken_one(killed_in, tmp_path, examples, vocabulary, vectors):
    unbroken = Trainer(tmp_path / "unbroken", QUICK, examples, vocabulary, vectors)
    unbroken.run(Rising())
    killed = Trainer(tmp_path / "killed", QUICK, examples, vocabulary, vectors)
    with pytest.raises(KeyboardInterrupt):
        killed.run(Rising(dies_after=killed_in))
    resumed = Trainer(tmp_path / "killed", QUICK, examples, vocabulary, vectors)
    assert len(resumed.progress.history) == killed_in - 1
    resumed.run(Rising())
    assert len(resumed.progress.history) == QUICK.most_epochs
    assert_same(weights(unbroken), weights(resumed))
    for name in ("graph_loss", "refine_loss", "reward"):
        both = [[row[name] for row in one.progress.history] for one in (unbroken, resumed)]
        assert both[0] == both[1]


def test_a_finished_run_is_not_trained_on(tmp_path, examples, vocabulary, vectors):
    Trainer(tmp_path, QUICK, examples, vocabulary, vectors).run(Rising())
    validate = Rising()
    assert Trainer(tmp_path, QUICK, examples, vocabulary, vectors).run(validate).ended
    assert validate.calls == 0


def test_stops_early_and_keeps_the_best(tmp_path, examples, vocabulary, vectors):
    config = replace(QUICK, most_epochs=50, patience=3)
    seen = []

    def validate(detector, vocabulary):
        seen.append(detector.bilinear.detach().clone())
        return {"validation": [1.0, 5.0, 5.0, 2.0, 4.0][len(seen) - 1]}

    progress = Trainer(tmp_path, config, examples, vocabulary, vectors).run(validate)
    assert (len(progress.history), progress.best) == (5, 1)
    detector, words = load_model(tmp_path)
    assert torch.equal(detector.bilinear, seen[1])
    assert words.words == vocabulary.words


def test_other_settings_are_refused(tmp_path, examples, vocabulary, vectors):
    Trainer(tmp_path, QUICK, examples, vocabulary, vectors).run(Rising())
    with pytest.raises(ModelError, match=r"other settings.*learning_rate"):
        Trainer(tmp_path, replace(QUICK, learning_rate=1.0), examples, vocabulary, vectors)
    with pytest.raises(ModelError, match=r"other settings.*articles"):
        Trainer(tmp_path, QUICK, examples[:5], vocabulary, vectors)
    other = [replace(examples[0], graph=1 - examples[0].graph), *examples[1:]]
    with pytest.raises(ModelError, match=r"other settings.*graphs"):
        Trainer(tmp_path, QUICK, other, vocabulary, vectors)
    other = [replace(examples[0], highlights="Nothing of it is true."), *examples[1:]]
    with pytest.raises(ModelError, match=r"other settings.*texts"):
        Trainer(tmp_path, QUICK, other, vocabulary, vectors)
    with pytest.raises(ModelError, match=r"other settings.*validated_on"):
        Trainer(tmp_path, QUICK, examples, vocabulary, vectors, validated_on="another benchmark")


def test_damaged_progress_is_told(tmp_path, examples, vocabulary, vectors):
    (tmp_path / "progress.json").write_text("{")
    with pytest.raises(ModelError, match="damaged"):
        read_progress(tmp_path)
    with pytest.raises(ModelError, match="no article"):
        Trainer(tmp_path / "none", QUICK, [], vocabulary, vectors)


def test_epochs_of_so_many_steps_go_through_all_articles_in_turn(tmp_path, examples, vocabulary, vectors):
    class Seen(Trainer):
        def _loss(self, examples, generator, totals):
            seen.extend(example.id for example in examples)
            return super()._loss(examples, generator, totals)

    seen: list[str] = []
    batch = -(-len(examples) // 3)  # three batches once through, two in an epoch
    config = replace(QUICK, batch=batch, steps_each=2, most_epochs=3, patience=3)
    Seen(tmp_path, config, examples, vocabulary, vectors).run(Rising())
    ids = sorted(example.id for example in examples)
    assert sorted(seen[: len(ids)]) == sorted(seen[len(ids) :]) == ids
    assert seen[: len(ids)] != seen[len(ids) :]


def test_a_run_needs_only_the_annotated_articles_that_it_comes_to(tmp_path, make_articles, vocabulary, vectors):
    examples = examples_of(make_articles(12), vocabulary)
    config = replace(QUICK, batch=2, steps_each=3, most_epochs=2)
    trainer = Trainer(tmp_path / "part", config, examples, vocabulary, vectors, articles=40)
    orders = [trainer._batches(epoch, np.random.default_rng()) for epoch in range(2)]
    taken = [index for batches in orders for batch in batches for index in batch]
    assert sorted(taken) == list(range(12))  # each once, and none that is not annotated
    every = np.random.default_rng((config.seed, 0, 1)).permutation(40)
    assert taken == [index for index in every if index < 12]
    settings = trainer.run(Rising()).settings
    assert (settings["articles"], settings["annotated"]) == (40, 12)

    further = replace(config, most_epochs=3)
    with pytest.raises(ModelError, match="all 12 annotated articles of its 40"):
        Trainer(tmp_path / "further", further, examples, vocabulary, vectors, articles=40).run(Rising())
    with pytest.raises(ModelError, match="steps_each"):
        Trainer(tmp_path / "whole", QUICK, examples, vocabulary, vectors, articles=40)
