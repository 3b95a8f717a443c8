"""Processing all sentences at once gives the same result as one by one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mindgist.document.tokens import words
from mindgist.graph.cues import CUES, _marks, cues
from mindgist.graph.letters import Letters
from mindgist.graph.lexicon import shipped_lexicon

_SENTENCES = st.lists(st.text("aBz1'\"-_,. ()[:?!“’é東\n", max_size=25), min_size=1, max_size=8)


@given(_SENTENCES)
def test_words_of_all_sentences_at_once(texts: list[str]) -> None:
    found, lengths = Letters.of(texts).words()
    assert found == [word for text in texts for word in words(text)]
    assert lengths.tolist() == [len(words(text)) for text in texts]


@given(_SENTENCES)
def test_marks_of_all_sentences_at_once(texts: list[str]) -> None:
    letters = Letters.of(texts)
    found = cues(letters, shipped_lexicon().look_up(*letters.words()))
    alone = np.array([_marks(text) for text in texts], np.float32)
    first = len(CUES) - alone.shape[1]
    marks = [column for column in range(alone.shape[1]) if CUES[first + column] not in ("numbers", "names")]
    assert np.array_equal(found[:, first:][:, marks], alone[:, marks])


@given(_SENTENCES)
def test_the_cues_of_a_sentence_do_not_depend_on_its_neighbours(texts: list[str]) -> None:
    letters = Letters.of(texts)
    together = cues(letters, shipped_lexicon().look_up(*letters.words()))
    for text, row in zip(texts, together, strict=True):
        alone = Letters.of([text])
        assert np.array_equal(cues(alone, shipped_lexicon().look_up(*alone.words()))[0], row)


def test_names_are_capitals_inside_sentences() -> None:
    texts = [
        "Then Ruth Tamsin met Émile. The end",
        "No names. But a sentence",
        "“Ah,” said ’Ruth, and Tom",
        "He saw Ann,",
    ]
    letters = Letters.of(texts)
    found = cues(letters, shipped_lexicon().look_up(*letters.words()))[:, CUES.index("names")] * 6
    assert found.round().tolist() == [2, 0, 1, 1]


def test_many_marks_after_the_end() -> None:
    texts = ["Why?" + '"' * 5_000, "''Quoted'' and 'quoted'.", '"', ""]
    letters = Letters.of(texts)
    found = cues(letters, shipped_lexicon().look_up(*letters.words()))
    assert found[:, CUES.index("asks")].tolist() == [1, 0, 0, 0]
    assert found[:, CUES.index("holds a quotation")].tolist() == [1, 1, 0.5, 0]
