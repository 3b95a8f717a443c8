"""Training of the topic model: two logistic regressions.

The first finds the words of a hidden heading in its section. Documents of one folder are joined in groups of different
sizes, so that the model meets words that a whole manual shares and that part no section from another. The second finds
the phrases that a reader judged to be good topics, in ``topic_judgements.tsv``: for each phrase the verdict and its
features in a map, not its words.
"""

import csv
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain, cycle, groupby
from pathlib import Path
from typing import Any

import numpy as np

from mindgist.document import Document
from mindgist.document.document import together
from mindgist.document.reading import read
from mindgist.errors import CorpusError, MindgistError
from mindgist.evaluate.benchmark import read_rows
from mindgist.evaluate.scoring import rouge
from mindgist.files import make_folder, write_json
from mindgist.labels.topic_phrases import PHRASE_FEATURES, branch_phrases
from mindgist.labels.topic_words import FEATURES, Branches, Floats, branch_words, read_words
from mindgist.labels.topics import FILE, TopicModel
from mindgist.languages import language
from mindgist.mapper import MindMapper
from mindgist.mindmap.section_plan import sections_of
from mindgist.options import MapOptions

OnProgress = Callable[[str, int, int], None]  # called with (name of the step, units done, units in total)
Rows = tuple[Floats, Floats, Floats]  # of words: their features, whether the heading has them (0 or 1), their weights

MIN_SENTENCES, MAX_SENTENCES, MAX_HEADING_WORDS = 4, 40, 6
GROUPS = (1, 3, 8, 25)  # documents of one folder that are joined, in turn
DISCOURSE_WEIGHT = 4.0  # of texts of many genres, against the many manuals
NEWTON_STEPS = 20
KEPT_SHARE = 0.4  # of the sentences in the second, thinned copy of each document: maps leave out sentences


@dataclass(frozen=True, slots=True)
class HiddenHeading:
    """A section: its heading, the range of its sentences, and the sentence that governs them."""

    heading: str
    start: int
    end: int
    governor: int

    @property
    def is_example(self) -> bool:
        """Whether it is neither too short nor too long, and its heading has content words."""
        fits = MIN_SENTENCES <= self.end - self.start <= MAX_SENTENCES
        return fits and len(self.heading.split()) <= MAX_HEADING_WORDS and bool(content_words(self.heading))


@dataclass(frozen=True, slots=True)
class SectionedText:
    """A document with its sections."""

    sentences: list[str]
    sections: list[HiddenHeading]
    weight: float = 1.0


def content_words(text: str) -> str:
    """The words of a heading or a topic without stop words and numbers."""
    found = (word.strip(".,:;()?!\"'“”").lower() for word in text.replace("/", " ").replace("-", " ").split())
    return " ".join(word for word in found if word not in language("en").stop_words and any(map(str.isalpha, word)))


def sectioned_text(document: Document, mapper: MindMapper) -> SectionedText:
    """A document as an example: a map of each section says which sentence governs it."""
    spans, parts = [], []
    for section in sections_of(document.body):
        paragraphs = tuple(section.all_paragraphs())
        sentences = [sentence.index for paragraph in paragraphs for sentence in paragraph]
        if section.heading and section is not document.body and sentences:
            spans.append((section.heading.plain, sentences[0], sentences[-1] + 1))
            parts.append(document.part(paragraphs))
    maps = mapper.map_all(parts)
    roots = [next((node.sentence for node in found.nodes if node.sentence is not None), 0) for found in maps]
    sections = [HiddenHeading(*span, span[1] + root) for span, root in zip(spans, roots, strict=True)]
    return SectionedText([sentence.plain for sentence in document.sentences], sections)


class Example:
    """A sectioned text with the features of the words of its sections."""

    def __init__(self, text: SectionedText, rng: np.random.Generator | None = None) -> None:
        self.weight = text.weight
        kept = np.arange(len(text.sentences))
        if rng:  # some of the sentences, and all that govern a section
            chosen = rng.random(len(kept)) < KEPT_SHARE
            chosen[[section.governor for section in text.sections]] = True
            kept = np.flatnonzero(chosen)
        whole = HiddenHeading("", 0, len(text.sentences), 0)
        every = sorted([*text.sections, whole], key=lambda one: not one.is_example)  # examples first
        self.sections = [one for one in every if one.is_example]
        start, end = (np.array([getattr(one, side) for one in every]) for side in ("start", "end"))
        size = end - start
        contains = (start[:, None] <= start) & (end <= end[:, None]) & (size[:, None] > size)
        smallest = np.where(contains, size[:, None], len(text.sentences) + 1).argmin(axis=0)
        around = np.where(contains.any(axis=0), smallest, -1)
        node, branch = np.nonzero((kept[:, None] >= start) & (kept[:, None] < end))
        governor = np.searchsorted(kept, [one.governor for one in every])
        self.branches = Branches(governor, around, branch, node)
        self.words = read_words([text.sentences[index] for index in kept.tolist()])
        self.found = branch_words(self.words, self.branches, kept)

    def rows(self) -> Rows:
        """The words of the sections whose headings are to be found."""
        mine = np.flatnonzero(self.found.branch < len(self.sections))
        sample = dict(zip(self.words.stem.tolist(), self.words.texts, strict=True))
        headings = [content_words(section.heading) for section in self.sections]
        pairs = [(headings[self.found.branch[row]], sample[self.found.stem[row]]) for row in mine.tolist()]
        sizes = np.bincount(self.found.branch[mine])[self.found.branch[mine]]
        return self.found.features[mine], (_word_f1(pairs) > 0).astype(float), self.weight / np.sqrt(sizes)

    def best(self, model: TopicModel) -> list[tuple[str, str]]:
        """(Heading, best phrase) of each section, without words that do not count."""
        phrases = branch_phrases(self.words, self.branches, self.found, model.probabilities(self.found))
        quality = model.quality(phrases)
        chosen = []
        for number, section in enumerate(self.sections):
            own = np.flatnonzero(phrases.branch == number)
            if len(own):
                place = own[quality[own].argmax()]
                phrase = self.words.texts[phrases.start[place] :][: phrases.length[place]]
                chosen.append((content_words(section.heading), content_words(" ".join(phrase))))
        return chosen


def sectioned_documents(folder: Path, on_progress: OnProgress) -> Iterator[SectionedText]:
    """The documents below a folder; those of one folder are joined in groups."""
    mapper = MindMapper.of(MapOptions())
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    by_folder: dict[Path, list[Document]] = defaultdict(list)
    for number, path in enumerate(paths):
        on_progress("reading", number, len(paths))
        try:
            document = read(path)
        except MindgistError:
            continue  # a picture, or a page without text
        if document.language == "en" and document.body.sections:
            by_folder[path.parent].append(document)
    for documents in by_folder.values():
        sizes = cycle(GROUPS)
        while documents:
            size = next(sizes)
            group, documents = documents[:size], documents[size:]
            joined = group[0] if size == 1 else together([(str(place), one) for place, one in enumerate(group)])
            yield sectioned_text(joined, mapper)


def sectioned_discourse(path: Path) -> Iterator[SectionedText]:
    """The texts of a file of discourse trees that are free to be trained on."""
    if path.is_file():
        yield from filter(None, read_rows(path, _discourse_text, CorpusError, "not a text with its discourse tree"))


def _discourse_text(row: dict[str, Any]) -> SectionedText | None:
    """A text of the discourse trees. The sentence nearest to the top of the tree governs its section."""
    if not row["shippable"]:
        return None
    texts: list[str] = []
    sections: list[HiddenHeading] = []
    heading = None
    for is_heading, group in groupby(row["sentences"], lambda sentence: bool(sentence["heading"])):
        own = list(group)
        if is_heading:
            heading = str(own[-1]["text"])  # those before it have no sentences
            continue
        start = len(texts)
        texts += [str(sentence["text"]) for sentence in own]
        if heading is not None:
            prominence = [sentence["prominence"] for sentence in own]
            sections.append(HiddenHeading(heading, start, len(texts), start + prominence.index(min(prominence))))
    return SectionedText(texts, sections, DISCOURSE_WEIGHT)


def regression(features: Floats, target: Floats, weight: Floats) -> Floats:
    """The weights of a logistic regression, the intercept last, by Newton's method."""
    mean, scale = features.mean(axis=0), features.std(axis=0)
    rows = np.column_stack([(features - mean) / scale, np.ones(len(features))])
    found = np.zeros(rows.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-rows @ found))
        curvature = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows + np.eye(len(found))
        found += np.linalg.solve(curvature, rows.T @ (weight * (target - chance)) - found)
    found[:-1] /= scale
    found[-1] -= found[:-1] @ mean
    return found


def _fitted(rows: Sequence[Sequence[Rows]]) -> TopicModel:
    features, wanted, weight = map(np.concatenate, zip(*chain.from_iterable(rows), strict=True))
    return TopicModel(regression(features, wanted, weight / weight.mean()), judged_weights())


def judged_weights() -> Floats:
    """The weights of the features of phrases, from the judged topics."""
    text = (files("mindgist") / "learn" / "topic_judgements.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    features = np.array([[float(row[name]) for name in PHRASE_FEATURES] for row in rows])
    return regression(features, np.array([float(row["verdict"] == "yes") for row in rows]), np.ones(len(rows)))


def train_topics(
    data: Path, output: Path, seed: int = 0, on_progress: OnProgress = lambda *_: None
) -> dict[str, float]:
    """Make a topic model in ``output`` and return its figures on documents that were not used for learning.

    The folder ``data`` has ``documents/`` (files of any kind that mindgist reads, in folders of their own),
    ``discourse/train.jsonl``, or both.
    """
    documents = sectioned_documents(data / "documents", on_progress)
    texts = [*documents, *sectioned_discourse(data / "discourse" / "train.jsonl")]
    texts = [text for text in texts if any(section.is_example for section in text.sections)]
    if len(texts) < 2:
        raise CorpusError(f"{data} has no two documents with headings and sections below them")
    whole = [Example(text) for text in texts]
    rng = np.random.default_rng(seed)
    thinned = [Example(text, rng) for text in texts]
    rows = [(example.rows(), thin.rows()) for example, thin in zip(whole, thinned, strict=True)]
    halves = [slice(0, None, 2), slice(1, None, 2)]
    measured: list[float] = []
    for number, (learned, tested) in enumerate((halves, halves[::-1])):
        on_progress("measuring", number, 3)
        model = _fitted(rows[learned])
        measured += _word_f1([found for example in whole[tested] for found in example.best(model)]).tolist()
    on_progress("training", 2, 3)
    model = _fitted(rows)
    figures = {"sections": float(len(measured)), "word_f1": 100 * float(np.mean(measured))}
    weights, phrase_weights = (
        dict(zip((*names, "intercept"), values.tolist(), strict=True))
        for names, values in ((FEATURES, model.weights), (PHRASE_FEATURES, model.phrase_weights))
    )
    content = {"weights": weights, "phrase weights": phrase_weights, "documents": len(texts), "seed": seed}
    write_json(make_folder(output) / FILE, content | figures)
    return figures


def _word_f1(pairs: Sequence[tuple[str, str]]) -> Floats:
    """ROUGE-1 F1 of each pair of texts: of their stemmed words, without regard to order."""
    return rouge([left for left, _ in pairs], [right for _, right in pairs])[:, 0]
