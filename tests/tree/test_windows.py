import tracemalloc

import pytest

from mindgist.document import Document
from mindgist.graph import lead_graph, lexrank_graph
from mindgist.tree import Tree, recursive_tree, star_tree, tree_in_windows
from mindgist.tree.windows import MAX_WHOLE, MAX_WINDOW


def document_of(sentences: int, paragraph: int = 7) -> Document:
    texts = [
        f"Topic {number % 13} has the detail {number % 29} and the number {number}." for number in range(sentences)
    ]
    return Document.from_sentences([texts[start : start + paragraph] for start in range(0, sentences, paragraph)])


def recursive(document: Document) -> Tree:
    return recursive_tree(lexrank_graph(document))


def roots_alone(document: Document) -> Tree:
    count = len(document)
    return Tree(tuple(range(count)), (None,) * count, (1.0,) * count)


@pytest.mark.parametrize("sentences", [1, 2, MAX_WHOLE])
def test_a_short_document_has_the_tree_it_always_had(sentences: int) -> None:
    document = document_of(sentences)
    assert tree_in_windows(document, recursive) == recursive(document)


@pytest.mark.parametrize(
    ("sentences", "paragraph"), [(MAX_WHOLE + 1, 7), (1_500, 1), (1_500, MAX_WINDOW + 1), (1_000, 1_000)]
)
def test_a_long_one_keeps_every_sentence_once(sentences: int, paragraph: int) -> None:
    tree = tree_in_windows(document_of(sentences, paragraph), recursive)
    assert sorted(tree.sentences) == list(range(sentences))


def test_no_part_is_larger_than_a_window_or_the_common_tree() -> None:
    sizes = []

    def watched(document: Document) -> Tree:
        sizes.append(len(document))
        return star_tree(lead_graph(document))

    tree_in_windows(document_of(5_000), watched)
    assert max(sizes[:-1]) <= MAX_WINDOW
    assert sizes[-1] <= MAX_WHOLE


def test_windows_of_windows() -> None:
    """Where there are more windows than the common tree may hold, their strongest are windowed in turn."""
    count = (MAX_WHOLE + 10) * MAX_WINDOW
    document = Document.from_sentences([["a"] * MAX_WINDOW for _ in range(MAX_WHOLE + 10)])
    tree = tree_in_windows(
        document, lambda part: Tree(tuple(range(len(part))), (None,) * len(part), (1.0,) * len(part))
    )
    assert len(tree) == count


def test_the_strongest_of_every_window_come_first() -> None:
    document = document_of(1_280, paragraph=MAX_WINDOW)
    tree = tree_in_windows(document, lambda part: star_tree(lead_graph(part)))
    shown = MAX_WHOLE // 10
    first = {sentence // MAX_WINDOW for sentence in tree.sentences[: shown * 10]}
    assert first == set(range(10))
    assert tree.parents.count(None) == 1


def test_memory_is_far_below_the_square() -> None:
    document = document_of(6_000)
    assert len(document.sentences) == 6_000
    tracemalloc.start()
    tree_in_windows(document, lambda part: star_tree(lexrank_graph(part)))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 6_000 * 6_000  # the graph alone would take four times this
