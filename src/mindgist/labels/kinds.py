"""The one table of label kinds: what a map can show for its nodes.

The shell's choices, the JSON form of maps with its schema, the API and ``MindMap.label`` follow from this table. A new
kind is one file with its function, one row here, and the node field that holds it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from mindgist.errors import UnknownNameError
from mindgist.tables import load

Labels = Literal["gists", "sentences", "snippets", "topics"]


class LabelledNode(Protocol):
    """What a function that makes labels may read of a node."""

    @property
    def text(self) -> str: ...
    @property
    def sentence(self) -> int | None: ...  # the sentence's index in the document; None for a heading
    @property
    def parent(self) -> int | None: ...  # the parent's index among the map's nodes


MakeLabels = Callable[[Sequence[LabelledNode], str | None], list[str]]
"""Makes one kind of label for the nodes of a map, with the code of its language if it is known."""


@dataclass(frozen=True, slots=True)
class LabelKind:
    """A kind of label."""

    name: Labels
    title: str  # explains it in help texts
    field: str  # of a node that holds it
    meaning: str  # of this field, for the JSON Schema
    source: str | None = None  # 'module:function' of a ``MakeLabels``; None for the text itself

    def make(self, nodes: Sequence[LabelledNode], language: str | None) -> list[str]:
        """The label of each node of a map."""
        if self.source is None:
            return [node.text for node in nodes]
        make: MakeLabels = load(self.source, f"labels of the kind {self.name}")
        return make(nodes, language)


LABEL_KINDS: dict[Labels, LabelKind] = {
    kind.name: kind
    for kind in (  # the first is the default
        LabelKind(
            "gists", "a few words of each sentence", "gist", "What the sentence says, in a few of its words.",
            "mindgist.labels.gists:node_gists",
        ),
        LabelKind("sentences", "whole sentences", "text", "The sentence or heading as a reader sees it."),
        LabelKind(
            "snippets", "key phrases", "snippet", "The sentence's key phrase.", "mindgist.labels.snippets:node_snippets"
        ),
        LabelKind(
            "topics", "the topics of branches", "topic",
            "What the branch below the node is about, in one to four words; null for leaves and where it is uncertain.",
            "mindgist.labels.topics:node_topics",
        ),
    )
}  # fmt: skip
LABELS: tuple[Labels, ...] = tuple(LABEL_KINDS)
SHOWN_TOGETHER: tuple[Labels, ...] = ("gists", "topics")
"""A map that shows one of these needs both: a topic stands above the gist, and a leaf has no topic."""
DERIVED_KINDS = tuple(kind for kind in LABEL_KINDS.values() if kind.source)  # a map may hold these or not


def label_kind(name: str) -> LabelKind:
    """The kind of this name."""
    for kind in LABEL_KINDS.values():
        if kind.name == name:
            return kind
    raise UnknownNameError("kind of label", name, LABELS)


def label_choices() -> str:
    """The kinds in a sentence, for help texts."""
    *most, last = (f"{kind.name} ({kind.title})" for kind in LABEL_KINDS.values())
    return f"{', '.join(most)} or {last}"
