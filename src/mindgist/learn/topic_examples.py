"""Examples for the topic model: sections of documents whose headings are hidden.

Documents of one folder are joined in groups of different sizes, so that the model meets words that a whole manual
shares and that part no section from another.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

from mindgist.document import Document
from mindgist.document.document import together
from mindgist.document.reading import read
from mindgist.errors import CorpusError, MindgistError
from mindgist.evaluate.similarity import word_f1
from mindgist.labels.topic_features import Branches, branch_words
from mindgist.labels.topic_phrases import branch_phrases
from mindgist.labels.topic_words import Flags, Floats, Integers, read_words
from mindgist.labels.topics import TopicModel
from mindgist.languages import language
from mindgist.mapper import MindMapper
from mindgist.mindmap.section_plan import sections_of
from mindgist.options import MapOptions

OnProgress = Callable[[str, int, int], None]
"""Called with (name of the step, units done, units in total)."""

MIN_SENTENCES, MAX_SENTENCES, MAX_HEADING_WORDS = 4, 40, 6
GROUPS = (1, 3, 8, 25)  # documents of one folder that are joined, in turn
DISCOURSE_WEIGHT = 4.0  # of texts of many genres, against the many manuals


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
    spans = []
    for section in sections_of(document.body):
        sentences = [sentence.index for paragraph in section.all_paragraphs() for sentence in paragraph]
        if section.heading and section is not document.body and sentences:
            spans.append((section, sentences[0], sentences[-1] + 1))
    maps = mapper.map_all([document.part(tuple(section.all_paragraphs())) for section, *_ in spans])
    roots = [next((node.sentence for node in found.nodes if node.sentence is not None), 0) for found in maps]
    sections = [
        HiddenHeading(section.heading.plain if section.heading else "", start, end, start + root)
        for (section, start, end), root in zip(spans, roots, strict=True)
    ]
    return SectionedText([sentence.plain for sentence in document.sentences], sections)


@dataclass(frozen=True, slots=True)
class Rows:
    """The words of sections, with features and whether the heading has them."""

    features: Floats
    wanted: Flags
    weight: Floats


class Example:
    """A sectioned text with the features of the words of its sections."""

    def __init__(self, text: SectionedText, kept: Integers | None = None) -> None:
        self.weight = text.weight
        kept = np.arange(len(text.sentences)) if kept is None else kept
        self.sections = [one for one in text.sections if one.is_example]
        others = [one for one in text.sections if not one.is_example] + [HiddenHeading("", 0, len(text.sentences), 0)]
        every = self.sections + others
        around = [
            min(
                (place for place, other in enumerate(every) if _contains(other, own)),
                key=lambda place: every[place].end - every[place].start,
                default=-1,
            )
            for own in every
        ]
        members = [np.flatnonzero((kept >= one.start) & (kept < one.end)) for one in every]
        branch = np.repeat(np.arange(len(every)), [len(own) for own in members])
        node = np.concatenate(members)
        by_node = np.argsort(node, kind="stable")
        governor = np.searchsorted(kept, [one.governor for one in every])
        self.branches = Branches(governor, np.array(around), branch[by_node], node[by_node])
        self.words = read_words([text.sentences[index] for index in kept.tolist()])
        self.found = branch_words(self.words, self.branches, kept)

    def rows(self) -> Rows:
        """The words of the sections whose headings are to be found."""
        mine = np.flatnonzero(self.found.branch < len(self.sections))
        sample = dict(zip(self.words.stem.tolist(), self.words.texts, strict=True))
        headings = [content_words(section.heading) for section in self.sections]
        pairs = [(headings[self.found.branch[row]], sample[self.found.stem[row]]) for row in mine.tolist()]
        wanted = word_f1([heading for heading, _ in pairs], [word for _, word in pairs]) > 0
        sizes = np.bincount(self.found.branch[mine])[self.found.branch[mine]]
        return Rows(self.found.features[mine], wanted, self.weight / np.sqrt(sizes))

    def best(self, model: TopicModel) -> list[tuple[str, str]]:
        """(Heading, best phrase) of each section."""
        phrases = branch_phrases(self.words, self.branches, self.found, model.probabilities(self.found))
        quality = model.quality(phrases)
        chosen = []
        for number, section in enumerate(self.sections):
            own = np.flatnonzero(phrases.branch == number)
            if len(own):
                place = own[quality[own].argmax()]
                start, length = int(phrases.start[place]), int(phrases.length[place])
                chosen.append((section.heading, " ".join(self.words.texts[start : start + length])))
        return chosen


def _contains(outer: HiddenHeading, inner: HiddenHeading) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end and outer.end - outer.start > inner.end - inner.start


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
    if not path.is_file():
        return
    try:
        with path.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if row["shippable"]:
                    yield _discourse_text(row)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CorpusError(f"cannot read the texts in {path}: {error!r}") from error


def _discourse_text(row: dict[str, Any]) -> SectionedText:
    """A text of the discourse trees. The sentence nearest to the top of the tree governs its section."""
    sentences: list[dict[str, Any]] = []
    starts: list[tuple[str, int]] = []
    for sentence in row["sentences"]:
        if sentence["heading"]:
            starts.append((str(sentence["text"]), len(sentences)))
        else:
            sentences.append(sentence)
    ends = [start for _, start in starts[1:]] + [len(sentences)]
    sections = [
        HiddenHeading(heading, start, end, min(range(start, end), key=lambda place: sentences[place]["prominence"]))
        for (heading, start), end in zip(starts, ends, strict=False)  # a text may have no heading
        if start < end
    ]
    texts = [str(sentence["text"]) for sentence in sentences]
    return SectionedText(texts, sections, DISCOURSE_WEIGHT)
