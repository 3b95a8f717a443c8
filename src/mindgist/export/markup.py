"""Safe XML: everything written is escaped, and only elements and text are read."""

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser, fromstring
from xml.sax.saxutils import escape

from mindgist.errors import MapFileError

MAX_ELEMENTS = 500_000


def xml_attributes(values: Mapping[str, str | int | float]) -> str:
    """Return the attributes of an element, each with a space before it."""
    return "".join(f' {name}="{escape_xml(value)}"' for name, value in values.items())


def escape_xml(value: str | int | float) -> str:
    """Escape a value for an attribute in double quotes or for text between tags."""
    return escape(str(value), {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


class _SafeBuilder(TreeBuilder):
    """Builds a tree of limited size. Names of elements lose their namespace."""

    count = 0

    def start(self, tag: str, attrs: dict[str, str]) -> Element:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise MapFileError(f"the file has more than {MAX_ELEMENTS:,} elements, which no map has")
        return super().start(tag.rpartition("}")[2], attrs)

    def end(self, tag: str) -> Element:
        return super().end(tag.rpartition("}")[2])

    def doctype(self, *_: object) -> None:
        """Refuse entities: with them a small file can fill the memory or read other files, and no map needs them."""
        raise MapFileError("the file declares a document type or entities, which mindgist does not read; remove them")


def parse_xml(content: bytes) -> Element:
    """Return the root of an XML document."""
    try:
        return fromstring(content, XMLParser(target=_SafeBuilder()))
    except (ParseError, ValueError, LookupError) as error:
        raise MapFileError(f"the file is not well-formed XML: {error}") from error


def walk_elements(root: Element, name: str) -> Iterator[tuple[int, Element]]:
    """Yield (depth, element) for each element of this name in document order."""
    stack = [(0, root)]
    while stack:
        depth, element = stack.pop()
        if element.tag == name:
            yield depth, element
        stack += [(depth + 1, child) for child in reversed(element)]
