"""What a pretrained teacher of gists is given, and what the small network is told of it; the transformer aside."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from test_gists import PARSE, SENTENCE

import gist_wider
from gist_lessons import Lessons, other_sentences
from gist_teacher import FIRST, wanted
from mindgist.labels.gist_model import load_gist_model
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.shortenings import Shortening, part_of

TRAINED = [f"article {number}" for number in range(60) if part_of(f"article {number}") == "train"][:40]


@pytest.fixture
def pairs():
    sentence = "The {} engineers of the old town will build the sea wall again in May, the mayor {} said on Monday."
    return [
        Shortening(
            article, sentence.format("good " * (number % 5), article), "Engineers build the sea wall again", share
        )
        for number, article in enumerate(TRAINED)
        for share in ([0.9] if number % 4 else [0.75])
    ]


@pytest.fixture
def lessons(tmp_path, pairs):
    path = tmp_path / "parses.conllu"
    path.write_text(PARSE, encoding="utf-8")
    return Lessons(pairs, [path], load_gist_model().vocabulary)


def test_only_near_pairs_and_sentences_without_an_editor_are_learned_from(lessons):
    assert len(lessons.sentences) == 30 + 1
    assert lessons.sentences[-1] == SENTENCE


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


def test_the_teacher_scores_what_no_editor_shortened_then_pairs_it_did_not_see_then_all_others(lessons, pairs):
    scored = lessons.scored(pairs, ["HAVANA, Cuba (CNN) -- The old wall of the town will be built again."])
    assert len(scored.sentences) == 1 + 10 + 30 + 1
    assert scored.sentences[0] == SENTENCE
    assert {one.sentence for one in pairs if one.shared < 0.8} == set(scored.sentences[1:11])
    assert scored.sentences[-1] == "The old wall of the town will be built again."
    assert scored.told().tolist() == [False] + [True] * 40 + [False]
    assert scored.news.tolist() == [False] + [True] * 41
    assert len(scored.examples(2, 9).counts) == 7


def test_of_each_article_to_learn_from_one_of_the_first_sentences_is_scored(tmp_path, pairs):
    long = "On day {} the engineers of the old town went to see the sea wall and its gates."
    paragraphs = (("Too short.", pairs[0].sentence, *(long.format(day) for day in range(30))),)
    held_out = next(name for name in map(str, range(99)) if part_of(name) == "test")
    articles = [CorpusArticle(name, "train", paragraphs, ()) for name in (TRAINED[0], held_out)]
    found = other_sentences(articles, pairs, tmp_path / "others.txt")
    assert len(found) == 1
    assert found[0] in [long.format(day) for day in range(8)]
    assert other_sentences([], pairs, tmp_path / "others.txt") == found


def test_what_is_complete_likely_and_of_ten_words_is_wanted(lessons):
    _, examples = lessons.examples([30])
    count = len(examples.rewards)
    none = np.zeros(count, dtype=bool)
    nothing = np.zeros((2, count), dtype=np.float32)
    sure = nothing.copy()
    sure[1, 0] = 20.0
    lesson = replace(FIRST, word=0.0, beyond=0.0)
    gained = wanted(examples, sure, none, none, lesson) - wanted(examples, nothing, none, none, lesson)
    assert gained[0] == pytest.approx(lesson.plain / 2)
    assert gained[1:] == pytest.approx(0)
    gained = wanted(examples, sure, none, ~none, lesson) - wanted(examples, nothing, none, ~none, lesson)
    assert gained[0] == pytest.approx(lesson.complete / 2)
    length = examples.candidates[:, 4]
    assert {10, 12} <= set(length.tolist())
    shaped = wanted(examples, nothing, none, none, replace(FIRST, plain=0.0, expected=0.0, word=0.1, beyond=1.0))
    assert shaped[length == 10][0] - shaped[length == 12][0] == pytest.approx(0.8)
    certain = nothing.copy()
    certain[0, 3] = 50.0
    expected = wanted(examples, certain, none, none, replace(FIRST, expected=1.0)) - wanted(
        examples, certain, none, none, replace(FIRST, expected=0.0)
    )
    assert expected.argmax() == 3
    assert expected[3] == pytest.approx(1.0)


def test_a_wider_network_begins_as_the_one_it_is_made_of(lessons, monkeypatch):
    vocabulary = load_gist_model().vocabulary
    torch.manual_seed(0)
    narrow = GistNetwork(vocabulary, NetworkShape(hidden=8, candidate=4)).eval()
    batch = lessons.examples([30])[1].batch([0])
    monkeypatch.setattr(gist_wider, "QUIET", 0.0)
    wide = gist_wider.wider(narrow, vocabulary, 12, 0.1).eval()
    assert wide.head.in_features == 12
    assert torch.allclose(wide(batch), narrow(batch), atol=1e-5)
