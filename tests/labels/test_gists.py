import re
import time
from importlib.resources import as_file, files
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mindgist.errors import ModelError
from mindgist.labels.candidates import MAX_WORDS, candidates
from mindgist.labels.gist_model import GistModel, load_gist_model
from mindgist.labels.gists import SHORT_WORDS, gists
from mindgist.labels.stream import stream
from mindgist.labels.words import count_words, pieces, read_pieces

NEWS = (
    "Havana, Cuba (CNN) -- A Spanish politician was sentenced to four years in prison on Monday, state media said.",
    "An FBI tactical agent, who had followed him for days through the woods, fatally shot DiMaggio, authorities said.",
    "According to the police, the two boys were found in a small boat near the harbour early on Sunday morning.",
    '"We will not stop," the minister said on Tuesday, "until every child in the country has a place in a school."',
    "Shares of the company fell by 12% on Friday, after its chief executive had said that he would leave in March.",
    "Researchers at the university have found that children who sleep less tend to gain weight, a new study says.",
    "In the U.S. the law has been changed (after years of debate) so that farmers can sell their milk directly.",
)
HANGING = set(
    "a an the my your his its our their every no of in to for with on at by from as into and or but nor because "
    "although though if unless while whereas whether that which who whose is are was were be been being am has have "
    "had do does did will would shall should can could may might must".split()
)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def in_order(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(word in rest for word in part)


@pytest.mark.parametrize("sentence", NEWS)
def test_a_gist_is_a_few_words_of_the_sentence_in_their_order(sentence: str) -> None:
    (gist,) = gists([sentence])
    assert 3 <= len(words(gist)) <= MAX_WORDS
    assert in_order(words(gist), words(sentence))
    assert words(gist)[-1].lower() not in HANGING
    assert gist.count('"') % 2 == 0
    assert gist.count("(") == gist.count(")")
    assert "CNN" not in gist


def test_attributions_datelines_and_asides_go() -> None:
    found = gists(NEWS)
    assert found[0].startswith("A Spanish politician was sentenced")
    assert "authorities said" not in found[1]
    assert found[2].startswith("the two boys were found")
    assert found[5].endswith("tend to gain weight")


def test_no_gist_begins_with_a_verb_whose_subject_stands_before_it() -> None:
    sentences = (
        "On September 12, 1992, the old town was finally reduced by the creation of another one in the north.",
        "Was the old town finally reduced by the creation of another one in the north, or was it not?",
    )
    made = stream([read_pieces(sentence) for sentence in sentences], load_gist_model().vocabulary.table)
    found = {(int(made.sentence[start]), int(start - made.first[made.sentence[start]]))
             for start in candidates(made).start.tolist()}  # fmt: skip
    split = [pieces(sentence)[1::2] for sentence in sentences]
    begins = [{split[number][place] for number, place in found if number == which} for which in (0, 1)]
    assert "was" not in begins[0]
    assert "the" in begins[0]
    assert "Was" in begins[1]


def test_nor_one_after_an_aside_that_its_subject_stands_before() -> None:
    sentence = "The runner, a former champion over both distances, was arrested last week on a charge of fraud."
    found = stream([read_pieces(sentence)], load_gist_model().vocabulary.table)
    starts = {pieces(sentence)[1::2][start - found.first[0]] for start in candidates(found).start.tolist()}
    assert "The" in starts
    assert "was" not in starts


def test_what_is_short_stays_as_it_is() -> None:
    short = ["The sea wall is broken.", "Is it?", "1. Grandchild_", "Repairs in the U.S.", 'He said: "No."', "¡Hola!"]
    assert gists(short) == [
        "The sea wall is broken", "Is it?", "1. Grandchild_", "Repairs in the U.S.", 'He said: "No"', "¡Hola!",
    ]  # fmt: skip


def test_a_name_is_never_cut() -> None:
    sentence = (
        "The former Prime Minister Margaret Hilda Thatcher and President Ronald Wilson Reagan met in Washington for "
        "several hours in 1985 to talk about arms."
    )
    (gist,) = gists([sentence])
    start = sentence.index(gist)
    before, after = sentence[:start].split(), sentence[start + len(gist) :].split()
    assert not (gist[0].isupper() and before and before[-1][0].isupper())
    assert not (gist.split()[-1][0].isupper() and after and after[0][0].isupper())


def test_other_languages_are_cut_at_clauses() -> None:
    sentences = [
        "Die Stadt hat am Montag beschlossen, dass der alte Hafen nach vielen Jahren wieder geöffnet werden soll.",
        "Le conseil municipal a décidé lundi de rouvrir le vieux port de la ville après de très longues années.",
        "市议会星期一决定，在关闭多年之后重新开放这座城市的旧港口，以便渔民能够再次从那里出海捕鱼。",
        "สภาเมืองตัดสินใจเมื่อวันจันทร์ที่จะเปิดท่าเรือเก่าของเมืองอีกครั้งหลังจากผ่านไปหลายปีเพื่อให้ชาวประมงออกทะเลได้",
        "नगर परिषद ने सोमवार को कई वर्षों के बाद शहर के पुराने बंदरगाह को फिर से खोलने का फैसला किया है ताकि मछुआरे जा सकें।",
    ]
    german, french, chinese, thai, hindi = gists(sentences)
    assert german == "Die Stadt hat am Montag beschlossen"
    assert french == "Le conseil municipal a décidé lundi de rouvrir le vieux"
    assert chinese == "市议会星期一决定，在关闭多年之后重新开放这座城市的旧港口"[: len(chinese)]
    assert len(chinese) <= 2 * MAX_WORDS + 1
    assert sentences[3].startswith(thai)
    assert len(thai) < 60
    assert 3 <= len(hindi.split()) <= SHORT_WORDS


def test_where_the_first_clause_is_too_long_another_is_shown_whole() -> None:
    long = (
        "Nachdem die Verhandlungen der beiden großen Parteien am späten Montagabend ohne ein Ergebnis abgebrochen waren"
    )
    assert gists([f"{long}, trat der zuständige Minister zurück."]) == ["trat der zuständige Minister zurück"]
    (cut,) = gists([f"{long}, sagte der Minister."])  # too little to stand apart
    assert long.startswith(cut)


SCRIPTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.text(min_size=1, max_size=12), max_size=60).map(" ".join),
    st.lists(
        st.sampled_from("the a of and He said, \"no (yes) 12 % -- U.S. café 漢字 ไทย हिन्दी 👍 … don't /".split())
    ).map(" ".join),
    st.text(st.sampled_from("漢字かなไทยမြန်မာab ,。"), max_size=200),
)


@given(SCRIPTS)
@example("")
@example("\n \t")
@example("?!")
@example("👍" * 50)
@example("x" * 5000)
@example("/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p")
@example("— " * 40)
def test_nothing_is_empty_or_long_or_invented(sentence: str) -> None:
    (gist,) = gists([sentence])
    assert gist.strip()
    assert count_words(gist) <= MAX_WORDS
    assert len(gist.split()) <= MAX_WORDS
    if gist != "…":
        assert in_order(pieces(gist)[1::2], pieces(" ".join(sentence.split()))[1::2]) or in_order(
            list("".join(words(gist))), list("".join(words(sentence)))
        )


def test_a_gist_does_not_depend_on_its_neighbours() -> None:
    assert gists(NEWS) == [gists([sentence])[0] for sentence in NEWS]
    assert gists(NEWS * 200)[: len(NEWS)] == gists(NEWS)


def test_time_is_linear_in_the_length_of_a_sentence() -> None:
    """Only the beginning of an endless sentence is looked at."""
    times = []
    for length in (1_000, 100_000):
        sentence = " ".join(["The harbour of the old town was closed and"] * (length // 9))
        start = time.process_time()
        (gist,) = gists([sentence])
        times.append(time.process_time() - start)
        assert count_words(gist) <= MAX_WORDS
    assert all(after < 50 * before + 0.5 for before, after in pairwise(times))


def test_a_model_that_is_not_there(tmp_path) -> None:
    with pytest.raises(ModelError, match=r"model\.npz and vocabulary\.json missing"):
        GistModel(tmp_path)
    (tmp_path / "model.npz").write_bytes(b"none")
    (tmp_path / "vocabulary.json").write_text("{}")
    with pytest.raises(ModelError, match="cannot be used"):
        load_gist_model(tmp_path)


def test_what_a_word_becomes_does_not_depend_on_the_words_before_it() -> None:
    """A worker that goes on with a batch has met its words one by one, where another has met hundreds at once."""
    letters = "bcdfghjklmnp"
    words = [f"{first}a{second}e{third}" for first in letters for second in letters for third in "lmn"]
    sentences = [
        f"The {' '.join(words[at : at + 8])} of the town was broken by the sea." for at in range(0, len(words), 8)
    ]
    with as_file(files("mindgist") / "models" / "gist") as folder:
        at_once, one_by_one = GistModel(folder), GistModel(folder)
    gists(sentences, model=at_once)
    for sentence in sentences:
        gists([sentence], model=one_by_one)
    first, other = at_once._first_layer(), one_by_one._first_layer()
    for word, row in at_once.vocabulary.table.items():
        assert np.array_equal(first[row], other[one_by_one.vocabulary.table[word]]), word
