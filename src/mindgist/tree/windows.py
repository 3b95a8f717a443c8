"""Trees over long documents, window by window.

A relation graph holds a score for every pair of sentences, so a book's would take gigabytes. A long document is cut
into windows of an article's size, the size that graphs and trees are made for. Each window has its own tree; the
strongest sentences of all windows are then related among themselves, and what they govern stays under them. Time and
memory grow with the length of the document, not with its square.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate

from mindgist.document import Document, Paragraph
from mindgist.tree.tree import Tree

WHOLE = 512
"""The most sentences that are related all at once."""
WINDOW = 128


def tree_in_windows(document: Document, tree_of: Callable[[Document], Tree]) -> Tree:
    """The document's tree: as ``tree_of`` makes it, where the document is short; else put together of windows'.

    The strongest sentences of all windows come first, in the order of their common tree. The others follow, the
    strongest of each window before the second of any; one without a governor stands under its window's strongest.
    """
    if len(document) <= WHOLE:
        return tree_of(document)
    windows = list(_windows(document))
    trees = [tree_of(document.part(window)) for window in windows]
    starts = [0, *accumulate(map(len, trees))][:-1]
    shown = max(1, WHOLE // len(windows))  # of each window
    strongest = sorted(
        start + index for tree, start in zip(trees, starts, strict=True) for index in tree.sentences[:shown]
    )
    upper = tree_in_windows(document.part([Paragraph((document.sentences[index],)) for index in strongest]), tree_of)

    sentences = [strongest[index] for index in upper.sentences]
    governors = [None if parent is None else sentences[parent] for parent in upper.parents]
    scores = list(upper.scores)
    rest = [(rank / len(tree), window, rank) for window, tree in enumerate(trees) for rank in range(shown, len(tree))]
    for _, window, rank in sorted(rest):
        tree, start = trees[window], starts[window]
        sentences.append(start + tree.sentences[rank])
        governors.append(start + tree.sentences[tree.parents[rank] or 0])
        scores.append(tree.scores[rank])
    place = {sentence: position for position, sentence in enumerate(sentences)}
    return Tree(tuple(sentences), tuple(None if above is None else place[above] for above in governors), tuple(scores))


def _windows(document: Document) -> Iterator[list[Paragraph]]:
    """Paragraphs that stand together, up to a window's size; a longer paragraph is cut."""
    window: list[Paragraph] = []
    size = 0
    for paragraph in document.paragraphs:
        for start in range(0, len(paragraph), WINDOW):
            piece = replace(paragraph, sentences=paragraph.sentences[start : start + WINDOW])
            if size + len(piece) > WINDOW:
                yield window
                window, size = [], 0
            window.append(piece)
            size += len(piece)
    yield window
