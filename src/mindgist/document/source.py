"""Turns what a caller passes to ``mindgist.map`` (a text, a path, a file name) into a Document."""

from pathlib import Path

from mindgist.document.document import Document
from mindgist.document.kinds import KINDS
from mindgist.document.reading import read, read_text
from mindgist.errors import DocumentError


def document_of(source: str | Path | Document) -> Document:
    """The document itself, the document in a file, or the document of a text."""
    if isinstance(source, Document):
        return source
    if isinstance(source, Path):
        return read(source)
    if "\n" not in source and "://" in source.split(" ", 1)[0]:
        raise DocumentError(f"{source} is an address; `mindgist map` fetches one, mindgist.map takes a text or a file")
    if _looks_like_file_name(source):
        if not _is_file(source):
            raise DocumentError(f"there is no file {source}; to map these words themselves, end them with a line break")
        return read(source)
    return read_text(source)


def _looks_like_file_name(text: str) -> bool:
    """Whether a text is a file name: a line with a known suffix, or a single word that has a suffix or is a file."""
    if "\n" in text or not 0 < len(text) < 1000:
        return False
    ending = Path(text).suffix.lower()
    if any(ending in kind.endings for kind in KINDS.all().values()):
        return True
    is_word = not any(character.isspace() for character in text)
    return is_word and ((len(ending) > 2 and ending[1:].isalnum() and ending[1].isalpha()) or _is_file(text))


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # the name is too long
        return False
