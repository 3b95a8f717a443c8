"""Streams: the same words and gaps as if each sentence were split by itself."""

from hypothesis import example, given
from hypothesis import strategies as st

from mindgist.document.word_table import WordTable
from mindgist.labels import words as flag
from mindgist.labels.gist_model import GistVocabulary, load_gist_model
from mindgist.labels.gists import gists
from mindgist.labels.stream import STOPS, stream
from mindgist.labels.words import read_pieces

WORDS = st.sampled_from('the U.S. don\'t 12,500 -- (CNN) "no," café — 漢字 ไทย e-mail, He said: ok. … & a/b'.split())


def vocabulary() -> GistVocabulary:
    return GistVocabulary(["the", "said"], ["aid"], ["said"], [])


@given(st.lists(st.lists(WORDS, min_size=1, max_size=20).map(" ".join), min_size=1, max_size=4))
@example(["A wall--broken twice--fell, he said."])
def test_a_stream_has_the_words_and_gaps_of_its_sentences(sentences: list[str]) -> None:
    known = vocabulary()
    made = stream([read_pieces(sentence) for sentence in sentences], known.table)
    names = {row: word for word, row in known.table.items()}
    for number, sentence in enumerate(sentences):
        parts = flag.pieces(sentence)
        first, length = int(made.first[number]), int(made.length[number])
        assert [names[row] for row in made.words[first : first + length].tolist()] == parts[1::2]
        assert set(made.sentence[first : first + length].tolist()) == {number}
        signs = [bool(known.describe(word)[0] & flag.SIGN) for word in parts[1::2]]
        for place, gap in enumerate(parts[::2]):
            wanted = flag.gap_flags(gap) | (flag.EDGE if place in (0, length) else 0)
            if any(signs[max(0, place - 1) : place + 1]):
                wanted |= flag.DASH
            assert int(made.gaps[first + place]) == wanted, (sentence, place)


def test_only_the_beginning_of_a_sentence_is_looked_at() -> None:
    known = vocabulary()
    made = stream([read_pieces("a-b-c " * 50), read_pieces("漢" * 1000), read_pieces("the")], known.table)
    assert made.length.tolist() == [flag.MAX_WORDS_READ - flag.MAX_WORDS_READ % 3, flag.MAX_WORDS_READ, 1]
    assert made.first.tolist()[0] == STOPS


def test_what_was_forgotten_is_found_again() -> None:
    known = WordTable(vocabulary().describe, 4, max_rows=3)
    before = stream([read_pieces("The wall is broken.")], known)
    stream([read_pieces("Another wall stands.")], known)
    again = stream([read_pieces("The wall is broken.")], known)
    assert known.times_cleared == 2
    assert before.flags.tolist() == again.flags.tolist()
    assert before.gaps.tolist() == again.gaps.tolist()


def test_a_model_that_has_forgotten_its_words_shortens_as_before() -> None:
    sentence = (
        "An FBI agent, who had followed him for days through the woods, shot DiMaggio on Saturday, officials said."
    )
    before = gists([sentence])
    load_gist_model().vocabulary.table.clear()
    gists(["Nothing in this long sentence stands in the other one, but for a few small words that all have."])
    assert gists([sentence]) == before


def test_no_number_is_cut_where_no_clause_is_known() -> None:
    (gist,) = gists(
        ["Der Ort hat jetzt gut 12,500 Einwohner und liegt am Rande eines großen Sees im Norden des Landes"]
    )
    assert gist == "Der Ort hat jetzt gut 12,500 Einwohner und liegt"
