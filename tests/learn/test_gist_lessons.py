"""What a pretrained teacher of gists is given, and what the small network is told of it; the transformer aside."""

import numpy as np
import pytest
from test_gists import PARSE, SENTENCE

from gist_lessons import Lessons
from gist_teacher import Lesson, wanted
from ramify.learn.shortenings import Shortening, part_of
from ramify.mindmap.gist_model import GistModel

TRAINED = [f"article {number}" for number in range(60) if part_of(f"article {number}") == "train"][:40]


@pytest.fixture
def lessons(tmp_path):
    path = tmp_path / "parses.conllu"
    path.write_text(PARSE, encoding="utf-8")
    sentence = "The {} engineers of the old town will build the sea wall again in May, the mayor {} said on Monday."
    pairs = [
        Shortening(
            article, sentence.format("good " * (number % 5), article), "Engineers build the sea wall again", share
        )
        for number, article in enumerate(TRAINED)
        for share in ([0.9] if number % 4 else [0.75])
    ]
    return Lessons(pairs, [path], GistModel.default().vocabulary)


def test_only_near_pairs_and_sentences_without_an_editor_are_learned_from(lessons):
    assert len(lessons.sentences) == 30 + 1
    assert lessons.sentences[-1] == SENTENCE
    assert lessons.told(range(31)).tolist() == [True] * 30 + [False]


def test_a_batch_is_the_same_whatever_is_made_ready_with_it(lessons):
    order = lessons.order(4)
    assert sorted(number for numbers in order for number in numbers) == list(range(31))
    _, all_of_them = lessons.examples(range(31))
    for numbers, (sentences, batch, told, parsed) in zip(order[3:], lessons.batches(order[3:]), strict=True):
        whole = all_of_them.batch(numbers)
        for name in ("words", "gaps", "inside", "which", "ends", "length", "reward", "complete"):
            assert (getattr(whole, name) == getattr(batch, name)).all(), name
        assert sentences == [lessons.sentences[number] for number in numbers]
        assert told.tolist() == [number != 30 for number in numbers]
        assert parsed.tolist() == [number == 30 for number in numbers]


def test_the_teacher_does_not_score_pairs_that_it_has_learned_from(lessons):
    order = lessons.order(4)
    scored = lessons.unseen(order[:3])
    seen = {number for numbers in order[:3] for number in numbers}
    assert scored[0] == 30
    assert set(scored) == (set(range(31)) - seen) | {30}


def test_what_is_complete_and_what_has_ten_words_is_wanted(lessons):
    _, examples = lessons.examples([30])
    count = len(examples.rewards)
    told = np.zeros(count, dtype=bool)
    nothing = np.zeros((2, count), dtype=np.float32)
    sure = nothing.copy()
    sure[1, 0] = 20.0
    lesson = Lesson(word=0.0, beyond=0.0)
    gained = wanted(examples, sure, nothing[0], told, lesson) - wanted(examples, nothing, nothing[0], told, lesson)
    assert gained[0] == pytest.approx(lesson.plain / 2)
    assert not gained[1:].any()
    length = examples.candidates[:, 4]
    assert {10, 12} <= set(length.tolist())
    shaped = wanted(examples, nothing, nothing[0], told, Lesson(plain=0.0, word=0.1, beyond=1.0))
    assert shaped[length == 10][0] == pytest.approx(1.0)
    assert shaped[length == 12][0] == pytest.approx(0.2)
