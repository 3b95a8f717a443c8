"""Whether an ONNX file contains loops: onnxruntime would run them, and nothing can interrupt it.

ONNX is Protocol Buffers; only the few fields that lead to inner graphs are followed (onnx.proto3).
"""

from collections.abc import Iterator

_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5  # wire types
_MODEL_GRAPH, _MODEL_FUNCTIONS = 7, 25
_GRAPH_NODE, _NODE_ATTRIBUTE = 1, 5
_ATTRIBUTE_GRAPHS = (6, 11)  # one graph, a list of graphs


def has_inner_graph(content: bytes) -> bool:
    """Whether a node of the model has a graph in an attribute (Loop, Scan, If), or the model has functions.

    Raises:
        ValueError: if the file is no Protocol Buffers message.
    """
    for number, graph in _messages(memoryview(content)):
        if number == _MODEL_FUNCTIONS:
            return True
        nodes = _inside([graph], _GRAPH_NODE) if number == _MODEL_GRAPH else []
        if any(name in _ATTRIBUTE_GRAPHS for one in _inside(nodes, _NODE_ATTRIBUTE) for name, _ in _messages(one)):
            return True
    return False


def _inside(messages: list[memoryview], wanted: int) -> list[memoryview]:
    return [value for message in messages for number, value in _messages(message) if number == wanted]


def _messages(content: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The fields of a message that hold bytes, which may be messages themselves, by number."""
    place = 0
    while place < len(content):
        key, place = _varint(content, place)
        kind = key & 7
        if kind == _VARINT:
            _, place = _varint(content, place)
        elif kind == _BYTES:
            size, place = _varint(content, place)
            yield key >> 3, content[place : place + size]
            place += size
        elif kind in (_FIXED_64, _FIXED_32):
            place += 8 if kind == _FIXED_64 else 4
        else:
            raise ValueError("it is no ONNX file")


def _varint(content: memoryview, place: int) -> tuple[int, int]:
    value = shift = 0
    while place < len(content) and shift < 70:
        value |= (content[place] & 127) << shift
        shift, place = shift + 7, place + 1
        if content[place - 1] < 128:
            return value, place
    raise ValueError("it is no ONNX file")
