"""Trees over long documents, window by window.

A relation graph has a score for every pair of sentences, so that of a book would take gigabytes. A long document is cut
into windows of the size of an article. Each window gets its own tree; then the strongest sentences of all windows get a
common tree, and the rest stays below them. Time and memory grow with the length of the document, not with its square.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate

from mindgist.document import Document, Paragraph
from mindgist.tree.tree import Tree

MAX_WHOLE = 512  # sentences: longer documents are cut into windows
MAX_WINDOW = 128  # sentences


def tree_in_windows(document: Document, tree_of: Callable[[Document], Tree]) -> Tree:
    """The tree of a document: ``tree_of`` the whole, if it is short; else assembled from the trees of its windows.

    The strongest sentences of all windows come first, in the order of their common tree. The others follow by their
    relative rank in their window; a root among them moves under the strongest sentence of its window.
    """
    if len(document) <= MAX_WHOLE:
        return tree_of(document)
    windows = list(_windows(document))
    trees = [tree_of(document.part(window)) for window in windows]
    starts = [0, *accumulate(map(len, trees))][:-1]
    strong = max(1, MAX_WHOLE // len(windows))  # sentences of each window
    strongest = sorted(
        start + index for tree, start in zip(trees, starts, strict=True) for index in tree.sentences[:strong]
    )
    upper = tree_in_windows(document.part([Paragraph((document.sentences[index],)) for index in strongest]), tree_of)

    sentences = [strongest[index] for index in upper.sentences]
    parents = [None if parent is None else sentences[parent] for parent in upper.parents]
    scores = list(upper.scores)
    rest = [(rank / len(tree), window, rank) for window, tree in enumerate(trees) for rank in range(strong, len(tree))]
    for _, window, rank in sorted(rest):
        tree, start = trees[window], starts[window]
        sentences.append(start + tree.sentences[rank])
        parents.append(start + tree.sentences[tree.parents[rank] or 0])
        scores.append(tree.scores[rank])
    position = {sentence: number for number, sentence in enumerate(sentences)}
    positions = tuple(None if parent is None else position[parent] for parent in parents)
    return Tree(tuple(sentences), positions, tuple(scores))


def _windows(document: Document) -> Iterator[list[Paragraph]]:
    """Runs of whole paragraphs up to the size of a window; a longer paragraph is cut."""
    window: list[Paragraph] = []
    size = 0
    for paragraph in document.paragraphs:
        for start in range(0, len(paragraph), MAX_WINDOW):
            piece = replace(paragraph, sentences=paragraph.sentences[start : start + MAX_WINDOW])
            if size + len(piece) > MAX_WINDOW:
                yield window
                window, size = [], 0
            window.append(piece)
            size += len(piece)
    yield window
