from dataclasses import replace

import numpy as np
import pytest

from mindgist.document import Document
from mindgist.graph.supervised import MAX_OTHER_BRANCHES, is_other_language
from mindgist.systems import graph_named
from mindgist.tree.nested import nested_tree

GERMAN = [
    "Hochwasser an der Küste",
    "Was ist zu tun, wenn der Deich bei der nächsten Flut nicht mehr hält?",
    "Der Deich an der Küste ist zu niedrig und muss bis zum nächsten Winter erhöht werden.",
    "Das Wasser stieg in der Nacht auf vier Meter.",
    "Die Bauern brachten ihre Tiere auf die Hügel.",
    "Der Bau kostet das Land viel Geld, und die Arbeit an dem Deich dauert lange.",
]


def graph_of(document: Document) -> tuple[np.ndarray, np.ndarray]:
    graph = graph_named("supervised")(document)
    return graph.scores, graph.root_salience


def test_a_title_or_a_question_is_not_the_centre() -> None:
    _, centrality = graph_of(Document.from_sentences([GERMAN]))
    assert centrality.argmax() == 2


def test_a_first_sentence_that_is_no_title_is_the_centre() -> None:
    _, centrality = graph_of(Document.from_sentences([GERMAN[2:]]))
    assert centrality.argmax() == 0


def test_early_sentences_and_those_like_the_first_are_salient() -> None:
    text = [
        "東京都の第一の橋は来年の春に閉まる。",
        *[f"{word}は高い所に住む。" for word in "鳥猫犬馬牛"],
        "第一の橋は来年の春に直す。",
    ]
    salience = graph_named("supervised")(Document.from_sentences([text])).salience
    assert (np.diff(salience[1:-1]) < 0).all()
    assert salience[-1] > salience[-2]


def test_most_sentences_of_long_texts_are_below_the_centre() -> None:
    document = Document.from_sentences(
        [[f"Der Deich Nummer {number} ist in der Nacht gebrochen." for number in range(99)]]
    )
    tree = nested_tree(graph_named("supervised")(document))
    assert 9 < tree.parents.count(0) <= MAX_OTHER_BRANCHES


def test_few_sentences_of_a_long_text_have_children_and_each_several() -> None:
    nouns = "Deich Strand Bauer Winter Sturm Hafen Damm Regen Hügel Fluss Markt Turm Wald Brunnen".split()
    chosen = np.random.default_rng(0).choice(nouns, (90, 4)).tolist()
    document = Document.from_sentences(
        [["Der {} und der {} sind bei dem {} und dem {}.".format(*own) for own in chosen]]
    )
    tree = nested_tree(graph_named("supervised")(document))
    below = [parent for parent in tree.parents[: len(document) // 2] if parent]
    assert len(below) > 2.4 * len(set(below))


def test_english_cues_mean_little_in_other_languages() -> None:
    """ "Also" opens an addition in English; only its rarity is left of that in German."""
    text = [*GERMAN[:3], "Also war das Wasser in der Nacht gestiegen.", *GERMAN[4:]]
    documents = [Document.from_sentences([[one.replace("Also", word) for one in text]]) for word in ("Also", "Alfo")]

    def difference(language: str) -> float:
        with_cue, without = (graph_named("supervised")(replace(one, stated_language=language)) for one in documents)
        return float(np.abs(with_cue.salience - without.salience).max())

    assert difference("de") < 0.02 < difference("en")


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("The dam is too low, and the farmers must leave before the next winter.", False),
        ("Der Deich ist zu niedrig, und die Bauern müssen vor dem nächsten Winter gehen.", True),
        ("Tartu", False),  # in no language that is recognised
        ("Бөгет тым төмен, ал шаруалар қыс басталғанша кетуі керек.", True),  # Kazakh
    ],
)
def test_which_texts_are_in_another_language(text: str, is_other: bool) -> None:
    assert is_other_language(Document.from_sentences([[text]])) is is_other


def test_the_stated_language_counts() -> None:
    document = Document.from_sentences([GERMAN])
    assert not is_other_language(replace(document, stated_language="en"))


def test_parts_have_the_language_of_the_whole() -> None:
    document = Document.from_sentences([GERMAN, ["All this is what the farmers of the town said to us."]])
    assert document.part(document.paragraphs[1:]).language == "de"
    assert replace(document, stated_language="nl").part(document.paragraphs).language == "nl"
