"""The bodies of requests and answers, as the API's documentation shows them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ramify.mindmap import MindMap, Node

_EXAMPLE_TEXT = "The sea rises. Cities on the coast build walls. Walls cost money."


class _Strict(BaseModel):
    model_config = ConfigDict(extra="ignore", str_max_length=10_000_000)


class TextBody(_Strict):
    """A document given as text."""

    text: Annotated[str, Field(description="Plain text or Markdown.", examples=[_EXAMPLE_TEXT])]
    kind: Annotated[str | None, Field(description="'text' or 'markdown'; without it, the contents tell.")] = None


class NodeContent(_Strict):
    """A node of a map."""

    parent: Annotated[int | None, Field(ge=0, description="Index of the parent among the nodes; null for a root.")]
    text: Annotated[str, Field(description="The sentence, verbatim.")]
    snippet: Annotated[str, Field(description="Its key phrase.")] = ""
    score: Annotated[float, Field(description="How far the parent governs it.", allow_inf_nan=False)] = 0.0
    sentence: Annotated[int | None, Field(ge=0, description="Index of the sentence; null for headings.")] = None
    start: Annotated[int | None, Field(ge=0, description="Where it begins in the text, in characters.")] = None
    end: Annotated[int | None, Field(ge=0, description="Where it ends.")] = None
    page: Annotated[int | None, Field(ge=1, description="The page, where there are pages.")] = None


class PlaceContent(_Strict):
    """A sentence's place; ``plain`` is given where the words shown are not simply that slice of the text."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    plain: str | None = None


class HeadingContent(PlaceContent):
    """A heading's place and level."""

    level: Annotated[int, Field(ge=1)]


class BlockContent(_Strict):
    """A heading, or a paragraph: its first and last sentence."""

    heading: HeadingContent | None = None
    first: Annotated[int | None, Field(ge=0)] = None
    last: Annotated[int | None, Field(ge=0)] = None


class DocumentContent(_Strict):
    """The text of a document with the places of its sentences. Offsets count characters (code points)."""

    title: str | None = None
    text: str
    pages: Annotated[list[int], Field(description="Where each page begins in the text.")] = []
    sentences: list[PlaceContent]
    blocks: list[BlockContent]


class MapContent(_Strict):
    """A map: the same JSON that ``ramify map -o map.json`` writes, with more where the page needs more."""

    format: Literal["ramify-map"] = "ramify-map"
    version: Literal[1] = 1
    title: str | None = None
    labels: Literal["sentences", "snippets"] = "sentences"
    nodes: Annotated[
        list[NodeContent],
        Field(min_length=1, description="Strongest first, parents before children: every prefix is a map."),
    ]
    size: Annotated[int | None, Field(ge=1, description="How many nodes to show; without it, all.")] = None
    document: Annotated[DocumentContent | None, Field(description="The text that the map was made of.")] = None

    @model_validator(mode="after")
    def _parents_before_children(self) -> "MapContent":
        for place, node in enumerate(self.nodes):
            if node.parent is not None and node.parent >= place:
                raise ValueError(f"node {place} stands before its parent {node.parent}; parents come first")
        return self

    def mindmap(self) -> MindMap:
        """The map itself, whole."""
        nodes = tuple(
            Node(
                sentence=node.sentence,
                parent=node.parent,
                score=node.score,
                start=node.start or 0,
                end=node.end or 0,
                text=node.text,
                snippet=node.snippet,
                page=node.page,
            )
            for node in self.nodes
        )
        return MindMap(self.title, nodes, self.labels, self.size)


class FormatContent(_Strict):
    """A format that maps can be exported to."""

    ending: Annotated[str, Field(examples=[".svg"])]
    name: str
    media_type: str


class HealthContent(_Strict):
    """What answers here."""

    status: Literal["ok"] = "ok"
    version: str


class ErrorContent(_Strict):
    """What went wrong, in words."""

    error: str
