"""Conversion of the annotation's public repository to benchmark rows.

The repository has, for each part ('dev', 'test'), a folder ``a_labeling_PART`` with the annotated articles, their
selected sentences in tags such as ``<T1.2>…</T1.2>`` whose numbers give the tree, and a folder
``PART_full_original`` with the same articles as published, their highlights each after a line ``@highlight``.
"""

import re
from pathlib import Path

from mindgist.document.sentences import sentence_spans
from mindgist.errors import BenchmarkError
from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle, Edge, edges_between
from mindgist.labels.snippets import best_phrases

_TAG = re.compile(r"(?=<T(\d+(?:\.\d+)*)>(.*?)</T\1>)", re.DOTALL)  # only looks ahead, so that tags may be nested
_TAG_MARK = re.compile(r"</?T\d+(?:\.\d+)*>")
_HIGHLIGHT = "@highlight"


def read_stories(repository: str | Path, part: str) -> list[BenchmarkArticle]:
    """The articles of a part, sorted by name."""
    labelled = Path(repository) / f"a_labeling_{part}"
    original = Path(repository) / f"{part}_full_original"
    for folder in (labelled, original):
        if not folder.is_dir():
            raise BenchmarkError(f"there is no folder {folder}; name a checkout of the annotation's repository")
    stories = sorted(labelled.glob("*.story"))
    if not stories:
        raise BenchmarkError(f"there are no .story files in {labelled}")
    return [_read_story(story, original / story.name) for story in stories]


def _read_story(labelled: Path, original: Path) -> BenchmarkArticle:
    if not original.is_file():
        raise BenchmarkError(f"the annotated {labelled} has no original {original}")
    try:
        nodes = annotated_map(labelled.read_text(encoding="utf-8"))
        body, highlights = story_parts(original.read_text(encoding="utf-8"))
    except UnicodeError as error:
        raise BenchmarkError(f"the story {labelled.name} is not UTF-8 text: {error}") from error
    if not nodes:
        raise BenchmarkError(f"no sentence is tagged in {labelled}")
    paragraphs = tuple(tuple(text[start:end] for start, end in sentence_spans(text)) for text in body)
    return BenchmarkArticle(labelled.stem, paragraphs, tuple(highlights), nodes, annotated_snippet_edges(nodes))


def story_parts(story: str) -> tuple[list[str], list[str]]:
    """The paragraphs and highlights of a published story; paragraphs are separated by blank lines."""
    body, *highlights = story.split(_HIGHLIGHT)
    paragraphs = [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", body)]
    return [text for text in paragraphs if text], [" ".join(text.split()) for text in highlights if text.strip()]


def annotated_map(labelled: str) -> tuple[AnnotatedNode, ...]:
    """The tagged sentences in order.

    If a tag occurs twice, each text is a node, and the first one gets the children. The parent of 1.2.3 is the nearest
    existing prefix.
    """
    numbers, texts = [], []
    for tag in _TAG.finditer(labelled):
        text = " ".join(_TAG_MARK.sub(" ", tag[2]).split())
        if text:
            numbers.append(tuple(map(int, tag[1].split("."))))
            texts.append(text)
    place: dict[tuple[int, ...], int] = {}
    for index, number in enumerate(numbers):
        place.setdefault(number, index)
    return tuple(
        AnnotatedNode(
            text, next((place[number[:cut]] for cut in range(len(number) - 1, 0, -1) if number[:cut] in place), None)
        )
        for number, text in zip(numbers, texts, strict=True)
    )


def annotated_snippet_edges(nodes: tuple[AnnotatedNode, ...]) -> tuple[Edge, ...]:
    """The key-snippet map of an annotated map: of equally good phrases, the first that no earlier node has."""
    snippets: list[str] = []
    for node in nodes:
        best = best_phrases(node.text)
        snippets.append(next((phrase for phrase in best if phrase not in snippets), best[0]))
    return tuple(edges_between(snippets, [node.parent for node in nodes]))
