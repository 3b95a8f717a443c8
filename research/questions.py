"""How well ``mindgist ask`` finds the sentence that answers a question, against plain BM25: recall at 1 and at 5.

    python research/questions.py --corpus cnn-3.jsonl.xz --documents DOCUMENTS

A question of the corpus is a highlight without its subject; its answer is the article's sentence nearest to the
highlight by ROUGE, if that is near. A question of a document is the heading of a section; its answers are the section's
sentences.
"""

import argparse
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import library
from mindgist.document import Document, read
from mindgist.document.tokens import words
from mindgist.errors import MindgistError
from mindgist.evaluate.scoring import SimilarityTo
from mindgist.languages import language
from mindgist.learn.corpus import read_corpus
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap
from mindgist.mindmap.answers import answers
from mindgist.mindmap.section_plan import sections_of
from mindgist.options import MapOptions

MIN_SIMILARITY = 0.25  # of a highlight and its answer, mean of three ROUGE scores
SENTENCES = range(8, 1501)  # of an article or document
MAX_BYTES = 800_000  # of a document
K1, B = 1.2, 0.75  # the usual settings of BM25
_VERB = re.compile(
    r"(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|says?|said|[a-z]+(?:ed|es|[^su]s))$"
)

Asked = tuple[MindMap, Document, list[tuple[str, frozenset[int]]]]
"""A document with its map and its questions, each with the indexes of the sentences that answer it."""


def main() -> None:
    """Ask all questions and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--articles", type=int, default=1000)
    parser.add_argument("--documents", type=Path, required=True)
    options = parser.parse_args()
    sets = {
        "highlights": list(islice(_from_corpus(options.corpus), options.articles)),
        "headings": list(_from_documents(options.documents)),
    }
    record = {}
    for name, asked in sets.items():
        record[name] = {
            "documents": len(asked),
            "questions": sum(len(questions) for _, _, questions in asked),
            "bm25": _recall(asked, _bm25),
            "ask": _recall(asked, lambda mindmap, _, question: _ask(mindmap, question)),
        }
        print(name, json.dumps(record[name]), flush=True)
    library.write_json(library.RESULTS / "questions.json", record | {"run": library.provenance()})


def _recall(asked: Sequence[Asked], rank: Callable[[MindMap, Document, str], list[int]]) -> list[float]:
    found = []
    for mindmap, document, questions in asked:
        for question, right in questions:
            ranked = rank(mindmap, document, question)
            found.append([any(sentence in right for sentence in ranked[:count]) for count in (1, 5)])
    return [round(sum(hits) / len(found), 3) for hits in zip(*found, strict=True)]


def _ask(mindmap: MindMap, question: str) -> list[int]:
    return [mindmap.nodes[answer.node].sentence or 0 for answer in answers(mindmap, question)]


def _bm25(_: MindMap, document: Document, question: str) -> list[int]:
    texts = [Counter(words(sentence.plain)) for sentence in document.sentences]
    mean = sum(text.total() for text in texts) / len(texts)
    scores = [0.0] * len(texts)
    for word in set(words(question)):
        holding = sum(word in text for text in texts)
        weight = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
        for index, text in enumerate(texts):
            scores[index] += weight * text[word] * (K1 + 1) / (text[word] + K1 * (1 - B + B * text.total() / mean))
    return sorted(range(len(texts)), key=lambda index: -scores[index])


def _from_corpus(path: Path) -> Iterator[Asked]:
    mapper = MindMapper.of(MapOptions(keep_all=True))
    for article in read_corpus(path):
        document = article.document
        if len(document) not in SENTENCES or not article.highlights:
            continue
        near = SimilarityTo(article.highlights).rouge([sentence.plain for sentence in document.sentences]).mean(axis=2)
        questions = [
            (_without_subject(highlight), frozenset([int(row.argmax())]))
            for highlight, row in zip(article.highlights, near, strict=True)
            if row.max() >= MIN_SIMILARITY
        ]
        yield mapper(document), document, questions


def _without_subject(highlight: str) -> str:
    """The highlight from its first verb on, as far as endings tell; else without its first third."""
    said = highlight.split()
    verbs = (place for place, word in enumerate(said[: max(2, 2 * len(said) // 3)]) if place and _VERB.match(word))
    return " ".join(said[next(verbs, max(1, len(said) // 3)) :])


def _from_documents(folder: Path) -> Iterator[Asked]:
    mapper, stop_words = MindMapper.of(MapOptions(keep_all=True)), language("en").stop_words
    for path in sorted(file for file in folder.rglob("*") if file.is_file() and file.stat().st_size < MAX_BYTES):
        try:
            document = read(path)
        except MindgistError:
            continue
        if len(document) not in SENTENCES or document.language != "en":
            continue
        questions = [
            (section.heading.plain, inside)
            for section in sections_of(document.body)
            if section.heading and section.heading.plain != document.title
            and len([word for word in words(section.heading.plain) if word not in stop_words]) > 1
            and len(inside := frozenset(one.index for each in section.all_paragraphs() for one in each)) > 1
        ]  # fmt: skip
        if questions:
            yield mapper(document), document, questions


if __name__ == "__main__":
    main()
