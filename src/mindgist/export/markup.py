"""XML, written and read with care: text from anywhere goes out escaped, and nothing but elements comes in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape

from mindgist.errors import MapFileError

_MOST_ELEMENTS = 500_000


def attributes(values: Mapping[str, str | int | float]) -> str:
    """Attributes of an element, each with a space before it."""
    return "".join(f' {name}="{quoted(value)}"' for name, value in values.items())


def quoted(value: str | int | float) -> str:
    """A value as it stands between double quotes or between tags."""
    return escape(str(value), {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


@dataclass(slots=True)
class Element:
    """An element that was read: its depth, its name without a namespace, its attributes, the text inside it."""

    depth: int
    name: str
    attributes: dict[str, str]
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.texts)


def elements(content: bytes) -> Iterator[Element]:
    """The elements of a document, in order.

    A document type or an entity of its own is refused: that is how a small file grows to gigabytes in memory or
    reads files that it should not, and no map needs one.
    """
    found: list[Element] = []
    open_: list[Element] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(found) >= _MOST_ELEMENTS:
            raise MapFileError(f"the file has more than {_MOST_ELEMENTS:,} elements, which no map has")
        element = Element(len(open_), name.rpartition(":")[2], attributes)
        found.append(element)
        open_.append(element)

    def end(_: str) -> None:
        open_.pop()

    def characters(data: str) -> None:
        if open_:
            open_[-1].texts.append(data)

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
    return iter(found)
