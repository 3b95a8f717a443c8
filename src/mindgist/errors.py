"""The errors. Each message says what failed and what to do."""

import re
from collections.abc import Iterable

_CONTROL_CHARACTERS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


class MindgistError(Exception):
    """Base class of all errors that mindgist raises on purpose."""


class FileError(MindgistError):
    """A file cannot be read or written."""


class PackageError(MindgistError):
    """A library is not installed, or a row that a package adds cannot be used."""


class DocumentError(MindgistError):
    """An input cannot be read as a document, or has no text."""


class UnknownNameError(MindgistError):
    """A name (of a graph source, a tree generator, a kind of label, a format) is unknown."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"there is no {kind} '{name}'; choose one of: {', '.join(known)}")


class OptionError(MindgistError):
    """The value of an option is not allowed."""


class BenchmarkError(MindgistError):
    """A benchmark, a prediction or a folder of stories has the wrong form."""


class ExportError(MindgistError):
    """A map cannot be written in the requested format."""


class CorpusError(MindgistError):
    """A corpus, or a file made from one, is missing or has the wrong form."""


class ModelError(MindgistError):
    """A trained model is missing or cannot be used."""


class MapError(MindgistError):
    """Nodes do not form a map: a parent after its child, an end before its start."""


class MapFileError(MapError):
    """A file cannot be read as a map."""


class BatchError(MindgistError):
    """A batch cannot start, continue or finish."""


def printable(message: str) -> str:
    """The message on one line, without control characters: parts of it may come from a file or a server."""
    return _CONTROL_CHARACTERS.sub(" ", message)
