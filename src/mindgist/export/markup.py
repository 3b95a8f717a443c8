"""Safe XML: everything written is escaped, and only elements and text are read."""

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, TreeBuilder
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


def parse_xml(content: bytes) -> Element:
    """Return the root of an XML document. Names of elements lose their namespace prefix.

    Document types and entity declarations are refused: with them a small file can fill the memory or read other
    files, and no map needs them.
    """
    builder = TreeBuilder()
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MAX_ELEMENTS:
            raise MapFileError(f"the file has more than {MAX_ELEMENTS:,} elements, which no map has")
        builder.start(_local_name(name), attributes)

    def refuse(*_: object) -> None:
        raise MapFileError("the file declares a document type or entities, which mindgist does not read; remove them")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: builder.end(_local_name(name))
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise MapFileError(f"the file is not well-formed XML: {error}") from error
    return builder.close()


def walk_elements(root: Element, name: str) -> Iterator[tuple[int, Element]]:
    """Yield (depth, element) for each element of this name in document order."""
    stack = [(0, root)]
    while stack:
        depth, element = stack.pop()
        if element.tag == name:
            yield depth, element
        stack += [(depth + 1, child) for child in reversed(element)]


def _local_name(name: str) -> str:
    return name.rpartition(":")[2]
