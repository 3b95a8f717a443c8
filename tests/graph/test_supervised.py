from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mindgist
from mindgist.document import Document, read, read_text
from mindgist.document.tokens import words
from mindgist.errors import ModelError
from mindgist.evaluate.shape import Shape
from mindgist.graph import supervised_graph
from mindgist.graph.features import (
    CUES,
    PAIR_FEATURES,
    SALIENCE_FEATURES,
    SENTENCE_FEATURES,
    cues,
    features,
    salience_features,
)
from mindgist.graph.supervised import FLAT_FROM, POSITION_PENALTY
from mindgist.mapper import MindMapper
from mindgist.systems import DEFAULT_GRAPH, graph_named

ENGLISH = [
    ["The bridge over the Tarn will close in May.", "Engineers found rust in its cables."],
    ["It was built in 1931.", '"We cannot wait," said the mayor, Ruth Tamsin.', "But the ferry takes forty cars only."],
]

sentences = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1, max_size=60)
texts = st.lists(st.lists(sentences, min_size=1, max_size=5), min_size=1, max_size=8)


@given(texts)
def test_any_text_has_finite_features_and_a_graph(paragraphs: list[list[str]]) -> None:
    document = Document.from_sentences(paragraphs)
    found = features(document)
    count = len(document)
    assert found.sentences.shape == (count, len(SENTENCE_FEATURES))
    assert found.pairs.shape == (len(PAIR_FEATURES), count, count)
    assert np.isfinite(found.sentences).all()
    assert np.isfinite(found.pairs).all()
    graph = graph_named("supervised")(document)
    assert graph.root_salience.sum() == pytest.approx(1, abs=1e-4)
    if count > 1:  # who governs a sentence is a matter of chances, which sum up to one
        assert (graph.scores.sum(axis=0) - 1).tolist() == pytest.approx([1] * count, abs=1e-3)


def test_features_by_hand() -> None:
    found = features(Document.from_sentences(ENGLISH))
    of = {name: found.sentences[:, number] for number, name in enumerate(SENTENCE_FEATURES)}
    assert of["opens its paragraph"].tolist() == [1, 0, 1, 0, 0]
    assert of["starts: pronoun"].tolist() == [0, 0, 1, 0, 0]
    assert of["speech"].tolist() == [0, 0, 0, 1, 0]
    assert of["starts: contrast"].tolist() == [0, 0, 0, 0, 1]
    assert of["next: starts: pronoun"].tolist() == [0, 1, 0, 0, 0]
    pairs = dict(zip(PAIR_FEATURES, found.pairs, strict=True))
    assert pairs["same paragraph"][2].tolist() == [0, 0, 1, 1, 1]
    assert pairs["adjacent"][1].tolist() == [0, 0, 1, 0, 0]
    assert pairs["opens the other's paragraph"][2].tolist() == [0, 0, 0, 1, 1]


def test_unspaced_scripts_are_compared_by_pairs_of_characters() -> None:
    document = Document.from_sentences([["東京都は大きい。", "東京都に住む人が多い。", "米は秋に実る。"]])
    cosine = features(document).pairs[PAIR_FEATURES.index("cosine")]
    assert cosine[0, 1] > 0
    assert cosine[0, 2] == 0  # a single character in common says nothing


def test_forms_of_a_word_are_one() -> None:
    document = Document.from_sentences([["Engineers inspected cables.", "An engineering firm paid.", "Nobody slept."]])
    assert features(document).pairs[PAIR_FEATURES.index("cosine")][0, 1] > 0


def test_cues_have_their_names() -> None:
    texts = ["For example, you asked him: why?", "“It is 10 p.m.,” said Ruth Tamsin (49)!", "no end"]
    example, quoted, fragment = (dict(zip(CUES, row, strict=True)) for row in cues(texts, [*map(words, texts)]))
    assert (example["starts: example"], example["asks"], example["speech"], example["starts: pronoun"]) == (1, 1, 1, 0)
    assert (quoted["starts with a quotation"], quoted["exclaims"], quoted["brackets"], quoted["forms of be"]) == (
        1,
        1,
        1,
        1,
    )
    assert (quoted["numbers"], quoted["names"]) == (pytest.approx(2 / 4), pytest.approx(2 / 6))
    assert (fragment["ends openly"], fragment["starts small"], fragment["negation"]) == (1, 1, 1)


def test_salience_features_against_a_plain_computation() -> None:
    salience = np.random.default_rng(0).normal(size=7).astype(np.float32)
    found = dict(zip(SALIENCE_FEATURES, salience_features(salience), strict=True))
    chance = 1 / (1 + np.exp(-salience))
    for i in range(7):
        for j in range(7):
            between = list(range(min(i, j) + 1, max(i, j)))
            assert found["kept between"][i, j] == pytest.approx(np.log1p(chance[between].sum()), abs=1e-5)
            none = np.prod(1 - chance[between])
            assert found["the last kept before"][i, j] == pytest.approx(none if i < j else 0, abs=1e-5)
            stronger = any(salience[k] > salience[i] for k in between)
            assert found["a stronger one between"][i, j] == stronger


def test_the_same_document_has_the_same_graph(harbour: Document) -> None:
    first, second = (graph_named("supervised")(harbour) for _ in range(2))
    assert np.array_equal(first.scores, second.scores)
    assert np.array_equal(first.salience, second.salience)


def test_names_are_capitals_inside_sentences() -> None:
    texts = [
        "Then Ruth Tamsin met Émile. The end",
        "No names. But a sentence",
        "“Ah,” said ’Ruth, and Tom",
        "He saw Ann,",
    ]
    names = cues(texts, [*map(words, texts)])[:, CUES.index("names")] * 6
    assert names == pytest.approx([2, 0, 1, 1])


def test_many_marks_after_the_end() -> None:
    texts = ["Why?" + '"' * 5_000, "''Quoted'' and 'quoted'.", '"', ""]
    found = [dict(zip(CUES, row, strict=True)) for row in cues(texts, [*map(words, texts)])]
    assert [row["asks"] for row in found] == [1, 0, 0, 0]
    assert [row["holds a quotation"] for row in found] == [1, 1, 0.5, 0]


UNIFORM = {
    "english": "The roof is concern number {}. ",
    "chinese": "第{}个问题是屋顶。",
    "japanese": "問題その{}は屋根です。",
    "arabic": "المشكلة رقم {} هي السقف. ",
    "letters": "x{} y. ",
}


@pytest.mark.parametrize("kind", sorted(UNIFORM))
@pytest.mark.parametrize("break_", ["", "\n\n"])
def test_uniform_text_is_no_chain(kind: str, break_: str) -> None:
    document = read_text(break_.join(UNIFORM[kind].format(number) for number in range(40)))
    parents = [node.parent for node in MindMapper.named()(document).cut().nodes]
    shape = Shape.of(parents)
    assert shape.depth <= 4
    assert shape.run <= 2


def test_a_folder_without_a_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no supervised model"):
        supervised_graph(tmp_path)


def test_the_default_is_the_supervised_model() -> None:
    text = " ".join(" ".join(paragraph) for paragraph in ENGLISH)
    assert DEFAULT_GRAPH == "supervised"
    assert mindgist.map(text) == mindgist.map(text, graph="supervised", tree="nested")


NEWS = read(Path(__file__).parents[2] / "examples" / "harbour.txt")


def test_late_sentences_lose_salience_up_to_two_thirds_of_the_text() -> None:
    document = NEWS
    source = supervised_graph()
    rows = features(document).sentences
    learned = source.network("news_kept", source.standardized(rows))
    salience = source(document).salience
    lost = learned - np.log(salience / (1 - salience))
    assert lost[0] == pytest.approx(0, abs=1e-3)
    flat_from = int(FLAT_FROM * len(document))
    assert (np.diff(lost[: flat_from + 1]) > 0).all()
    assert lost[flat_from + 1 :] == pytest.approx(lost[-1], abs=1e-3)
    assert POSITION_PENALTY / 2 <= lost[-1] <= POSITION_PENALTY
