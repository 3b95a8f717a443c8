from pathlib import Path

import pytest

from mindgist.errors import BenchmarkError
from mindgist.evaluate.benchmark import AnnotatedNode, annotated_map, annotated_snippet_edges, read_stories, story_parts

ORIGINAL = """(CNN) -- The town opens its wall. Engineers warned of storms.

Farmers object. They must
leave.

@highlight

Town opens wall

@highlight

Farmers object
"""
LABELLED = """<T1>(CNN) -- The town opens its wall.</T1> <T1.1>Engineers warned of storms.</T1.1>

<T1.2.1>Farmers object.</T1.2.1> <T1.1>They must
leave.</T1.1>
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for folder, content in (("a_labeling_dev", LABELLED), ("dev_full_original", ORIGINAL)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a1.story").write_text(content)
    return tmp_path


def test_a_story_becomes_an_article(repository: Path) -> None:
    (article,) = read_stories(repository, "dev")
    assert article.id == "a1"
    assert article.paragraphs == (
        ("(CNN) -- The town opens its wall.", "Engineers warned of storms."),
        ("Farmers object.", "They must leave."),
    )
    assert article.highlights == ("Town opens wall", "Farmers object")
    assert [(node.text, node.parent) for node in article.map] == [
        ("(CNN) -- The town opens its wall.", None),
        ("Engineers warned of storms.", 0),
        ("Farmers object.", 0),  # 1.2 does not exist, so 1.2.1 hangs under 1
        ("They must leave.", 0),  # the tag 1.1 occurs twice
    ]
    assert article.snippet_edges[0][0] is None
    assert len(article.snippet_edges) == 4


def test_children_of_a_tag_that_occurs_twice_hang_under_the_first() -> None:
    nodes = annotated_map("<T1>a</T1><T1.1>b</T1.1><T1.1>c</T1.1><T1.1.1>d</T1.1.1><T2>e</T2>")
    assert [node.parent for node in nodes] == [None, 0, 0, 1, None]


def test_nested_tags_are_both_kept() -> None:
    assert [node.text for node in annotated_map("<T1>a <T1.1>b</T1.1></T1>")] == ["a b", "b"]


def test_story_parts() -> None:
    assert story_parts("One.\n\nTwo\nlines.\n\n@highlight\n\nHigh") == (["One.", "Two lines."], ["High"])


def test_what_is_missing_is_named(repository: Path) -> None:
    with pytest.raises(BenchmarkError, match=r"no folder .*a_labeling_test"):
        read_stories(repository, "test")
    (repository / "dev_full_original" / "a1.story").unlink()
    with pytest.raises(BenchmarkError, match=r"has no original .*a1\.story"):
        read_stories(repository, "dev")
    (repository / "a_labeling_dev" / "a1.story").unlink()
    with pytest.raises(BenchmarkError, match=r"no \.story files"):
        read_stories(repository, "dev")


def test_an_unlabelled_story(repository: Path) -> None:
    (repository / "a_labeling_dev" / "a1.story").write_text("No tags here.")
    with pytest.raises(BenchmarkError, match="no sentence is tagged"):
        read_stories(repository, "dev")


def test_annotators_avoid_phrases_that_an_earlier_node_has() -> None:
    tied = "Underground testing is safer than surface testing, with much care."
    alone = "A very deep marsh is a marsh."
    nodes = (AnnotatedNode(tied, None), AnnotatedNode(tied, 0), AnnotatedNode(alone, 0), AnnotatedNode(alone, 2))
    assert annotated_snippet_edges(nodes) == (
        (None, "underground testing"),
        ("underground testing", "surface testing"),
        ("underground testing", "deep marsh"),
        ("deep marsh", "deep marsh"),
    )
