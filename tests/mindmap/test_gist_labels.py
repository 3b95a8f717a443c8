from dataclasses import replace

import pytest

from mindgist.labels.pronouns import with_antecedent
from mindgist.mindmap import MindMap, Node

LONG = "The council of the old harbour town voted on Monday to open the sea wall, a spokesman for the mayor said."


def sentences(*texts: str) -> MindMap:
    nodes = (Node(i, None if i == 0 else i - 1, 0.5, 10 * i, 10 * i + 9, text) for i, text in enumerate(texts))
    return MindMap(None, tuple(nodes))


def test_gists_are_found_together_when_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def find(texts: list[str], short: list[int]) -> list[str]:
        asked.append(len(texts))
        return [f"gist of {text}" for text in texts]

    monkeypatch.setattr("mindgist.labels.gists.gists", find)
    whole = sentences(*(f"Sentence {i}" for i in range(2000)))
    shown = whole.cut(60)
    assert not asked
    assert [shown.label(node) for node in shown.nodes][-1] == "gist of Sentence 59"
    assert asked == [60]
    assert whole.nodes[700].gist == "gist of Sentence 700"
    assert asked == [60, 512]
    assert whole.nodes[0].gist == "gist of Sentence 0"
    assert asked == [60, 512]


def test_a_gist_belongs_to_its_text() -> None:
    node = sentences(LONG).nodes[0]
    assert len(node.gist) < len(LONG)
    assert replace(node, score=0.1).gist == node.gist
    assert replace(node, text="The sea rises.").gist == "The sea rises"
    assert replace(node, gist="My own words").gist == "My own words"
    assert Node(0, None, 1.0, 0, 9, LONG).gist == node.gist


def test_a_heading_is_its_own_gist_unless_it_is_too_long() -> None:
    twelve = "How the old harbour town of the north learned to love water"
    heading = Node(None, None, 1.0, 0, 60, twelve)
    assert heading.gist == twelve
    assert len(replace(heading, text=f"{twelve} and to live with all that the storms bring").gist.split()) <= 12


@pytest.mark.parametrize(
    ("gist", "parent", "shown"),
    [
        ("He fled to Idaho", "Police say James DiMaggio set the house on fire.", "[James DiMaggio] fled to Idaho"),
        ("She won twice", "Mrs. Pankhurst spoke to the crowd.", "[Pankhurst] won twice"),
        ("he was late", "Everybody waited for Mr. Smith.", "[Smith] was late"),
        ("She fled to Idaho", "Police say James DiMaggio set the house on fire.", "She fled to Idaho"),
        ("He fled", "James DiMaggio and Robert Smith set the house on fire.", "He fled"),
        ("He fled to Idaho", "The White House in New York was silent.", "He fled to Idaho"),
        ("They fled to Idaho", "Police say James DiMaggio set the house on fire.", "They fled to Idaho"),
        ("He fled", "James DiMaggio met Michael at the lake.", "He fled"),
        ("He fled", "James DiMaggio, police in San Diego said in June.", "[James DiMaggio] fled"),
        ("He fled", "James DiMaggio told Michael, who lives in San Diego.", "He fled"),
        (
            "He fled to Idaho on a hot day in the last summer",
            "Police say James DiMaggio set the house on fire.",
            "[DiMaggio] fled to Idaho on a hot day in the last summer",
        ),
    ],
)
def test_a_pronoun_is_told_by_a_name_only_where_that_is_certain(gist: str, parent: str, shown: str) -> None:
    assert with_antecedent(gist, parent, 12) == shown


def test_the_name_comes_from_the_parent_if_it_is_the_sentence_before() -> None:
    texts = ("Police say James DiMaggio set the house on fire.", "He fled to Idaho.")
    assert sentences(*texts).nodes[1].gist == "[James DiMaggio] fled to Idaho"
    first, _, third = sentences(texts[0], "Nobody knew.", texts[1]).nodes
    assert MindMap(None, (first, replace(third, parent=0, gist=""))).nodes[1].gist == "He fled to Idaho"
