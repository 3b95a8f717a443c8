"""Safe XML: everything written is escaped, and only elements and text are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape

from mindgist.errors import MapFileError

MAX_ELEMENTS = 500_000


def xml_attributes(values: Mapping[str, str | int | float]) -> str:
    """Return the attributes of an element, each with a space before it."""
    return "".join(f' {name}="{escape_xml(value)}"' for name, value in values.items())


def escape_xml(value: str | int | float) -> str:
    """Escape a value for an attribute in double quotes or for text between tags."""
    return escape(str(value), {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


@dataclass(slots=True)
class Element:
    """An element that was read; its name has no namespace prefix."""

    depth: int
    name: str
    attributes: dict[str, str]
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text directly inside it."""
        return "".join(self.texts)


def parse_elements(content: bytes) -> list[Element]:
    """Return the elements of an XML document in document order.

    Document types and entity declarations are refused: with them a small file can fill the memory or read other
    files, and no map needs them.
    """
    elements: list[Element] = []
    open_elements: list[Element] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(elements) >= MAX_ELEMENTS:
            raise MapFileError(f"the file has more than {MAX_ELEMENTS:,} elements, which no map has")
        element = Element(len(open_elements), name.rpartition(":")[2], attributes)
        elements.append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    def characters(data: str) -> None:
        if open_elements:
            open_elements[-1].texts.append(data)

    def refuse(*_: object) -> None:
        raise MapFileError("the file declares a document type or entities, which mindgist does not read; remove them")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise MapFileError(f"the file is not well-formed XML: {error}") from error
    return elements
