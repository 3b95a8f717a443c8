from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindgist.document.sentences import sentence_spans


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


def test_prose_is_split_at_full_stops_but_not_at_abbreviations() -> None:
    assert split("Mr. Smith met Dr. Jones at 5 p.m. on Monday. They talked. Nobody knows why!") == [
        "Mr. Smith met Dr. Jones at 5 p.m. on Monday.",
        "They talked.",
        "Nobody knows why!",
    ]


def test_ordinary_words_that_look_like_abbreviations_end_sentences() -> None:
    assert split(
        "The wave reaches the bank. Similar marshes grew. They run as fast as they can. Fair play matters."
    ) == [
        "The wave reaches the bank.",
        "Similar marshes grew.",
        "They run as fast as they can.",
        "Fair play matters.",
    ]


def test_abbreviations_do_not_end_sentences() -> None:
    assert split("It was shown by Miller et al. Smith agreed, see fig. A for the data.") == [
        "It was shown by Miller et al. Smith agreed, see fig. A for the data."
    ]


def test_other_scripts_have_their_own_marks() -> None:
    assert split("海面が上昇している。町は壁を開けた！なぜか？") == [
        "海面が上昇している。",
        "町は壁を開けた！",
        "なぜか？",
    ]
    assert split("यह पहला वाक्य है। यह दूसरा है।") == ["यह पहला वाक्य है।", "यह दूसरा है।"]
    assert split("هل ارتفع البحر؟ نعم۔ لا") == ["هل ارتفع البحر؟", "نعم۔", "لا"]


def test_quotes_stay_with_their_sentence() -> None:
    assert split('"I call it being told to go." He left. "Really?" she asked.') == [
        '"I call it being told to go."',
        "He left.",
        '"Really?" she asked.',
    ]


def test_text_without_letters_has_no_sentences() -> None:
    assert split("* * *") == []
    assert split("   ") == []
    assert split("") == []


@given(st.text())
def test_spans_are_ordered_disjoint_and_trimmed(text: str) -> None:
    spans = sentence_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)


@given(st.lists(st.sampled_from(["word", "Word", ".", "!", "。", " ", "\n", '"', "etc", "U.S", "(", ")"])).map("".join))
def test_no_letter_is_lost(text: str) -> None:
    kept = "".join(text[start:end] for start, end in sentence_spans(text))
    assert [character for character in kept if character.isalnum()] == [
        character for character in text if character.isalnum()
    ]


def test_a_megabyte_without_an_end_takes_linear_time() -> None:
    assert len(split("word " * 200_000)) >= 1


@pytest.mark.parametrize(
    "sentences",
    [
        ["Am 25. Juni 1998 trafen sie sich.", "Das war am 15. und am 16. Mai."],
        ["Er kam am 15.", "Danach ging er."],
        ["Der 2. Weltkrieg endete 1945.", "Kaiser Wilhelm II. dankte ab."],
        ["El Sr. García llegó.", "La Sra. López no."],
        ["Mme. Durand est venue.", "Elle part."],
        ["Dr. med. Müller kam bzw. ging.", "Er blieb."],
        ["As shown earlier.[1]", "Another one.[2][3]", "More of it."],
        ['He said "I had to sort it out myself."[45]', "Roberts trained."],
        ["Vgl. Abb. 3.", "Das ist klar."],
        ["1. First item.", "2. Second item."],
        ["ต้นไม้ใหญ่ให้ร่มเงาแก่ผู้คนที่เดินผ่านไปมาในตอนกลางวัน", "แม่น้ำไหลผ่านเมืองและนำน้ำมาให้ทุกคนที่อาศัยอยู่ริมฝั่งนี้"],
        ["1.1. What is this about?", "It is about tides."],
        ["The tide rises.", "It falls again. 3"],
    ],
)
def test_false_ends(sentences: list[str]) -> None:
    assert split(" ".join(sentences)) == sentences


def test_scripts_without_spaces() -> None:
    assert split("今天天气很好。我们去公园吧！") == ["今天天气很好。", "我们去公园吧！"]
    assert split("彼は「行く。」と言った。そして去った。") == ["彼は「行く。」と言った。", "そして去った。"]
    assert split("यह एक वाक्य है। यह दूसरा है।") == ["यह एक वाक्य है।", "यह दूसरा है।"]
    assert split("كيف حالك؟ أنا بخير.") == ["كيف حالك؟", "أنا بخير."]
