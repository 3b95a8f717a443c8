"""What can go wrong, in words a user can act on: each message says what was tried and what to do."""

import re
from collections.abc import Iterable

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


class MindgistError(Exception):
    """The base of every error that mindgist raises on purpose."""


class FileError(MindgistError):
    """A file that cannot be written."""


class PackageError(MindgistError):
    """A library that is not installed, or a package whose addition to mindgist cannot be used."""


class DocumentError(MindgistError):
    """An input that cannot be read as a document, or that holds nothing to map."""


class UnknownNameError(MindgistError):
    """A name (of a graph, a tree, a kind of label, a format) that mindgist does not have."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"there is no {kind} '{name}'; choose one of: {', '.join(known)}")


class OptionError(MindgistError):
    """An option whose value makes no sense, such as a map of no nodes."""


class BenchmarkError(MindgistError):
    """A benchmark, a prediction or a folder of stories that is not in the form it should be."""


class ExportError(MindgistError):
    """A map that cannot be written in the form it was asked for."""


class CorpusError(MindgistError):
    """A corpus of articles, or what was made of one, that is missing or not in the form it should be."""


class ModelError(MindgistError):
    """A trained model that is missing, or that cannot be used as it is."""


class MapError(MindgistError):
    """Nodes that are no map: a parent after its child, a place that ends before it starts."""


class MapFileError(MapError):
    """A file that cannot be read as a map."""


class BatchError(MindgistError):
    """A run over many documents that cannot begin, go on or end as it should."""


def printable(message: str) -> str:
    """A message on one line that a terminal can be shown: part of it may come from a file or a server."""
    return _CONTROLS.sub(" ", message)
