"""Trees over long documents, window by window.

A relation graph has a score for every pair of sentences, so that of a book would take gigabytes. A long document is cut
into windows of the size of an article. Each window gets its own tree; then the strongest sentences of all windows get a
common tree, and the rest stays below them. Time and memory grow with the length of the document, not with its square.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

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
    trees = []  # with the indexes of sentences in the document
    start = 0
    for tree in (tree_of(document.part(window)) for window in windows):
        trees.append(replace(tree, sentences=tuple(start + index for index in tree.sentences)))
        start += len(tree)
    strong = max(1, MAX_WHOLE // len(windows))  # sentences of each window
    strongest = sorted(index for tree in trees for index in tree.sentences[:strong])
    upper = tree_in_windows(document.part([Paragraph((document.sentences[index],)) for index in strongest]), tree_of)

    position = {strongest[index]: place for place, index in enumerate(upper.sentences)}
    parents, scores = list(upper.parents), list(upper.scores)
    rest = [(rank / len(tree), window, rank) for window, tree in enumerate(trees) for rank in range(strong, len(tree))]
    for _, window, rank in sorted(rest):
        tree = trees[window]
        position[tree.sentences[rank]] = len(position)
        parents.append(position[tree.sentences[tree.parents[rank] or 0]])
        scores.append(tree.scores[rank])
    return Tree(tuple(position), tuple(parents), tuple(scores))


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
