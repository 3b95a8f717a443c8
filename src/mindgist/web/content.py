"""The bodies of requests and answers, for the API's documentation and validation."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from mindgist.mindmap import file_form

_EXAMPLE_TEXT = "The sea rises. Cities on the coast build walls. Walls cost money."


class _Strict(BaseModel):
    model_config = ConfigDict(extra="ignore", str_max_length=10_000_000)


class TextBody(_Strict):
    """A document as text."""

    text: Annotated[str, Field(description="Plain text or Markdown.", examples=[_EXAMPLE_TEXT])]
    kind: Annotated[str | None, Field(description="'text' or 'markdown'; by default found from the content.")] = None


class PlaceContent(_Strict):
    """A sentence's offsets; ``plain`` is its text if that differs from this slice of the source."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    plain: str | None = None


class HeadingContent(PlaceContent):
    """A heading's offsets and level."""

    level: Annotated[int, Field(ge=1)]


class BlockContent(_Strict):
    """A heading, or a paragraph given by its first and last sentence."""

    heading: HeadingContent | None = None
    first: Annotated[int | None, Field(ge=0)] = None
    last: Annotated[int | None, Field(ge=0)] = None


class ViewContent(_Strict):
    """How a map is folded: the number of open levels (null for all) and the nodes that differ, by index."""

    level: Annotated[int | None, Field(ge=0)] = None
    folded: list[tuple[int, bool]] = []


class DocumentContent(_Strict):
    """The text of a document and the offsets of its sentences, in characters (code points)."""

    title: str | None = None
    text: str
    pages: Annotated[list[int], Field(description="Offset of each page in the text.")] = []
    sentences: list[PlaceContent]
    blocks: list[BlockContent]


class NodeContent(BaseModel):
    """A node of a map."""

    model_config = ConfigDict(json_schema_extra=file_form.node_schema())


def _add_map_fields(schema: dict[str, Any]) -> None:
    form = file_form.schema()
    schema |= {"required": form["required"], "properties": form["properties"] | schema["properties"]}


class MapContent(BaseModel):
    """A map: the JSON that ``mindgist map -o map.json`` writes, with the document.

    Its fields are validated by ``MindMap.from_dict``, not by this model.
    """

    model_config = ConfigDict(json_schema_extra=_add_map_fields)

    nodes: Annotated[list[NodeContent], Field(description=file_form.NODES_MEANING)]
    document: Annotated[DocumentContent | None, Field(description="The text of the map.")] = None


class ErrorContent(_Strict):
    """An error message."""

    error: str
