"""The table of kinds: what it says is so, and others can add to it."""

import importlib.metadata
import sys
from types import ModuleType

import pytest

from mindgist.document import Document, read_bytes, read_text
from mindgist.document.kinds import KINDS, Kind, titles
from mindgist.errors import DocumentError, PackageError
from mindgist.tables import added_rows

SHOUT = Kind("shout", "Shout", (".shout",), "shouting:read_shout", starts=(b"SHOUT!",), extra="shouting")


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that adds a kind is installed."""
    module = ModuleType("shouting")
    module.SHOUT = SHOUT  # type: ignore[attr-defined]
    module.read_shout = lambda content: Document.from_sentences([[content[6:].decode().strip()]])  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "shouting", module)
    entry = importlib.metadata.EntryPoint("shout", "shouting:SHOUT", "mindgist.readers")
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: (entry,) if group == entry.group else ())
    added_rows.cache_clear()
    yield
    added_rows.cache_clear()


def test_every_reader_can_be_imported() -> None:
    for name, kind in KINDS.items():
        assert kind.name == name
        assert kind.endings
        with pytest.raises(DocumentError):
            kind.read("" if kind.is_text else b"")


@pytest.mark.usefixtures("added")
def test_another_package_adds_a_kind() -> None:
    assert read_bytes(b"SHOUT! Hello").sentences[0].plain == "Hello"


@pytest.mark.usefixtures("added")
def test_a_missing_library_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shouting", None)
    with pytest.raises(PackageError, match="pip install 'shouting'"):
        SHOUT.read(b"SHOUT! Hello")


def test_binary_kinds_are_not_read_from_strings() -> None:
    with pytest.raises(DocumentError, match="PDF is not a text format"):
        read_text("x", kind="pdf")


def test_messages_list_all_kinds() -> None:
    assert all(kind.title in titles() for kind in KINDS.values())
    with pytest.raises(DocumentError) as refused:
        read_bytes(b"GIF89a\r\n\x1a\n")
    assert titles("and") in str(refused.value)
