"""What a label may not leave out, and how the best label of a sentence is found."""

from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from mindgist.errors import ModelError
from mindgist.labels import shorten
from mindgist.labels.cuts import forbidden_cuts
from mindgist.labels.network import DIGITS, LOWER, LabelNetwork, PathScores, shape_of
from mindgist.labels.words import read_pieces


def allows(sentence: str, label: str) -> bool:
    """Whether a label, whose words stand in the sentence once each, may be made."""
    pieces = read_pieces(sentence)
    words = pieces[1::2]
    path = [0, *(words.index(word) + 1 for word in label.split()), len(words) + 1]
    return not any(forbidden_cuts(pieces)[before, after] for before, after in pairwise(path))


@pytest.mark.parametrize(
    ("sentence", "true", "false"),
    [
        ("The mayor did not say that the bridge was closed.", "mayor did not say that the bridge", "bridge was closed"),
        ("She sings in the choir, but he does not dance.", "She sings", "he does dance"),
        ("The ferry sails on Sundays unless it storms.", "ferry sails unless it storms", "ferry sails on Sundays"),
        ("The ferry sails on Sundays, but only in June.", "ferry sails but only in June", "The ferry sails"),
        ("The mill, which was closed until May, burned down.", "The mill burned down", "which was closed"),
        ("Unless it storms, the ferry sails.", "Unless it storms the ferry sails", "the ferry sails"),
        ("They will not vote before the recess.", "They will not vote before the recess", "They will not vote"),
        ("It is the first flood since 1953.", "It is the first flood since 1953", "It is the first flood"),
        ("The river froze before the war.", "The river froze", "river the war before"),
        ("Prices fell by more than 8 % in May.", "Prices fell by more than 8 %", "Prices fell by 8 %"),
        ("Prices fell by 8 % in May.", "Prices fell", "Prices fell by 8"),
        ("Critics say the dam will break.", "Critics say the dam will break", "the dam will break"),
        ("Police say the dam will break.", "the dam will break", "Police dam say"),
        ("Ann Lee met Tom Baker in Rome.", "Lee met Tom Baker", "Ann Lee met Tom in Rome"),
        ("Residents must register or leave the valley.", "Residents must register", "Residents must leave the valley"),
    ],
)  # fmt: skip
def test_what_turns_or_limits_a_statement_stays_with_it(sentence: str, true: str, false: str) -> None:
    pieces = read_pieces(sentence)
    assert not forbidden_cuts(pieces)[range(len(pieces) // 2 + 1), range(1, len(pieces) // 2 + 2)].any()
    assert allows(sentence, true)
    words = [word for word in false.split() if word in pieces]
    assert words != sorted(words, key=pieces[1::2].index) or not allows(sentence, false)


def random_scores(generator: np.random.Generator, lengths: list[int]) -> PathScores:
    places = max(lengths) + 2
    kept = generator.normal(size=(len(lengths), places)).astype(np.float32)
    skips = generator.normal(size=(len(lengths), places, places)).astype(np.float32)
    for number, length in enumerate(lengths):
        kept[number, [0, length + 1]] = 0
    return PathScores(kept, skips, np.zeros_like(skips))


def all_paths(scores: PathScores, number: int, length: int) -> dict[tuple[int, ...], float]:
    """The score of each label of a sentence, but for the empty one."""
    found = {}
    for count in range(1, length + 1):
        for path in combinations(range(1, length + 1), count):
            steps = pairwise((0, *path, length + 1))
            score = sum(scores.skips[number, before, after] + scores.kept[number, after] for before, after in steps)
            found[path] = float(score)
    return found


def test_the_best_of_all_labels_is_found() -> None:
    lengths = [4, 7, 6]
    scores = random_scores(np.random.default_rng(5), lengths)
    for number, path in enumerate(shorten.best_paths(scores, lengths)):
        every = all_paths(scores, number, lengths[number])
        assert tuple(path) == max(every, key=every.__getitem__)


def test_the_chance_of_a_cut_is_its_share_of_all_labels() -> None:
    lengths = [5, 4]
    scores = random_scores(np.random.default_rng(6), lengths)
    found = shorten.unlikely(scores, lengths)
    for number, length in enumerate(lengths):
        weights = {path: np.exp(score) for path, score in all_paths(scores, number, length).items()}
        weights[()] = np.exp(scores.skips[number, 0, length + 1])
        total = sum(weights.values())
        for before, after in combinations(range(length + 2), 2):
            own = [weight for path, weight in weights.items() if (before, after) in pairwise((0, *path, length + 1))]
            is_rare = sum(own) / total < shorten.MIN_CHANCE and after > before + 1
            assert found[number, before, after] == is_rare


def test_words_are_known_by_their_shape() -> None:
    assert shape_of("wall") == LOWER
    assert shape_of("x86") == DIGITS
    assert len({shape_of(word) for word in ("wall", "Wall", "WALL", "12", "e-mail")}) == 5


def test_a_damaged_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no usable model of gists"):
        LabelNetwork.read(tmp_path)
    np.savez(tmp_path / "weights.npz", words=np.zeros((3, 2)))
    (tmp_path / "words.txt").write_text("the\n")
    with pytest.raises(ModelError, match="no usable model of gists"):
        LabelNetwork.read(tmp_path)
