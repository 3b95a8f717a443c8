"""The bodies of requests and answers, as the API's documentation shows them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler
from pydantic_core import CoreSchema

from mindgist.mindmap import file_form

_EXAMPLE_TEXT = "The sea rises. Cities on the coast build walls. Walls cost money."


class _Strict(BaseModel):
    model_config = ConfigDict(extra="ignore", str_max_length=10_000_000)


class TextBody(_Strict):
    """A document given as text."""

    text: Annotated[str, Field(description="Plain text or Markdown.", examples=[_EXAMPLE_TEXT])]
    kind: Annotated[str | None, Field(description="'text' or 'markdown'; without it, the contents tell.")] = None


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


class ViewContent(_Strict):
    """How a map is folded: so many levels are open (null for all), but for the nodes of these places in the list."""

    level: Annotated[int | None, Field(ge=0)] = None
    folded: list[tuple[int, bool]] = []


class DocumentContent(_Strict):
    """The text of a document with the places of its sentences. Offsets count characters (code points)."""

    title: str | None = None
    text: str
    pages: Annotated[list[int], Field(description="Where each page begins in the text.")] = []
    sentences: list[PlaceContent]
    blocks: list[BlockContent]


class NodeContent(BaseModel):
    """A node of a map."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return _in_form(file_form.node_schema(), core, handler)


class MapContent(BaseModel):
    """A map: the same JSON that ``mindgist map -o map.json`` writes, with the document, which the page needs too."""

    nodes: Annotated[list[NodeContent], Field(description=file_form.NODES_MEANING)]
    document: Annotated[DocumentContent | None, Field(description="The text that the map was made of.")] = None

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return _in_form(file_form.schema(), core, handler)


def _in_form(form: dict[str, Any], core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
    """A model's schema with the fields of the map's one form: maps are read by it, and the models only show it."""
    shown = handler.resolve_ref_schema(handler(core))
    return {**shown, "required": form["required"], "properties": form["properties"] | shown.get("properties", {})}


class FormatContent(_Strict):
    """A format that maps can be exported to."""

    ending: Annotated[str, Field(examples=[".svg"])]
    name: str
    media_type: str


class TreeContent(_Strict):
    """A tree generator."""

    name: str
    title: str


class GraphContent(TreeContent):
    """A source of relation graphs, and the tree that belongs to it."""

    tree: str


class SystemsContent(_Strict):
    """What a map can be made with."""

    default: Annotated[str, Field(description="The graph where a request names none.")]
    graphs: list[GraphContent]
    trees: list[TreeContent]


class HealthContent(_Strict):
    """What answers here."""

    status: Literal["ok"] = "ok"
    version: str


class ErrorContent(_Strict):
    """What went wrong, in words."""

    error: str
