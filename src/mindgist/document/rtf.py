"""Rich Text Format (RTF): headings by style or outline level, lists, tables and footnotes."""

import re
from dataclasses import dataclass, replace
from io import StringIO

from mindgist.document.block import Block
from mindgist.document.builder import MAX_PARAGRAPH
from mindgist.document.document import Document
from mindgist.document.patterns import TYPED_MARK
from mindgist.document.tables import TableReader
from mindgist.document.tokens import folded
from mindgist.errors import DocumentError

_TOKEN = re.compile(
    r"\\(?P<word>[a-z]{1,32})(?P<number>-?\d{1,10})?[ ]?|\\'(?P<code>[0-9a-f]{2})|\\(?P<symbol>[^a-z])|(?P<brace>[{}])|"
    r"(?P<text>[^\\{}\r\n]+)|[\r\n]+",
    re.IGNORECASE,
)
# Groups that hold no text of the document.
_LEFT_OUT = frozenset(
    "fonttbl colortbl listtable listoverridetable rsidtbl generator pict object header headerl headerr headerf footer "
    "footerl footerr footerf annotation fldinst themedata colorschememapping datastore latentstyles xmlnstbl "
    "pntext listtext nonshppict bkmkstart bkmkend revtbl".split()
)
_DESTINATIONS = ("stylesheet", "info", "title", "footnote")
_CHARACTERS = {
    "tab": " ", "line": " ", "emdash": "—", "endash": "–", "emspace": " ", "enspace": " ", "bullet": "•",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
}  # fmt: skip
_SYMBOLS = {"~": " ", "_": "-", "\\": "\\", "{": "{", "}": "}"}
_HEADING = re.compile(r"heading (\d)\b")
_ITEM_INDENT = 360  # twentieths of a point, per list level
_MAX_GROUPS = 1_000


@dataclass(frozen=True, slots=True)
class _Group:
    """The state inside a pair of braces."""

    skipped: bool = False
    destination: str = ""
    substitutes: int = 1
    """How many substitute characters follow each Unicode character, for programs without Unicode."""


def read_rtf(content: bytes) -> Document:
    """Read an RTF document."""
    reader = _Reader()
    for token in _TOKEN.finditer(content.decode("latin-1")):
        reader.take(token)
    return reader.document()


class _Reader:
    """Consumes tokens and keeps the current state."""

    def __init__(self) -> None:
        self._groups = [_Group()]
        self._encoding = "cp1252"
        self._bytes = bytearray()  # of characters that are written as one or two bytes
        self._substitutes = 0
        self._starred = False  # after \*: programs that do not know the next word skip its group
        # StringIO: a list of a million short pieces takes a hundred times their length.
        self._texts = {name: StringIO() for name in ("", "title", "stylesheet", "footnote")}
        self._styles: dict[int, str] = {}
        self._style = self._depth = self._indent = 0
        self._level: int | None = None
        self._blocks = TableReader()
        self._notes = TableReader()
        self._in_cell = self._in_table = self._in_row = False

    def take(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "code":
            if self._substitutes:
                self._substitutes -= 1
            else:
                self._bytes += bytes.fromhex(token["code"])
            return
        self._write(self._decoded())
        if token["brace"]:
            self._brace(token["brace"])
        elif token["word"]:
            self._word(token["word"], int(token["number"]) if token["number"] else None)
        elif token["symbol"]:
            self._write(_SYMBOLS.get(token["symbol"], ""))
            self._starred = token["symbol"] == "*"
        elif token["text"]:
            text = token["text"]
            self._write(text[self._substitutes :])
            self._substitutes = max(0, self._substitutes - len(text))

    def document(self) -> Document:
        """The document of all tokens so far."""
        self._write(self._decoded())
        self._end_paragraph()
        self._end_table()
        for note in self._notes.blocks:  # asides after the text
            self._blocks.add(note)
        return self._blocks.document(self._taken("title") or None)

    def _brace(self, brace: str) -> None:
        if brace == "{":
            if len(self._groups) > _MAX_GROUPS:
                raise DocumentError("the RTF document nests groups deeper than any document needs")
            self._groups.append(self._groups[-1])
            return
        if self._groups[-1].destination == "stylesheet":
            name = self._taken("stylesheet").rstrip(" ;").lower()
            if name:
                self._styles[self._style] = name
        if len(self._groups) > 1:
            ended = self._groups.pop().destination
            if ended == "footnote" and self._groups[-1].destination != "footnote":
                self._notes.add(Block(self._taken("footnote"), "aside"))

    def _word(self, word: str, number: int | None) -> None:
        group = self._groups[-1]
        starred, self._starred = self._starred, False
        if word in _LEFT_OUT or (starred and word not in ("shptxt", "cs")):
            self._groups[-1] = replace(group, skipped=True)
        elif word in _DESTINATIONS and (word != "title" or group.destination == "info"):
            self._groups[-1] = replace(group, destination=word)
        elif word == "ansicpg" and number:
            self._encoding = f"cp{number}"
        elif word == "uc":
            self._groups[-1] = replace(group, substitutes=max(0, number or 0))
        elif word == "u" and number is not None:
            self._write(chr(number % 0x10000))
            self._substitutes = group.substitutes
        elif word == "s" and number is not None:
            self._style = number
        elif not group.skipped and not group.destination:
            self._control(word, number)

    def _control(self, word: str, number: int | None) -> None:
        if word in _CHARACTERS:
            self._write(_CHARACTERS[word])
        elif word in ("par", "sect", "page"):
            self._end_paragraph()
        elif word == "cell":
            self._end_cell()
        elif word == "row":
            self._in_row = False
        elif word == "pard":
            self._style = self._depth = self._indent = 0
            self._level, self._in_cell = None, False
        elif word == "intbl":
            self._in_cell = True
        elif word == "outlinelevel" and number is not None and 0 <= number < 9:
            self._level = number + 1
        elif word == "ilvl":
            self._depth = 1 + min(max(number or 0, 0), 8)
        elif word == "ls" and number:
            self._depth = max(1, self._depth)
        elif word == "li":
            self._indent = max(0, number or 0)

    def _end_paragraph(self) -> None:
        if self._in_cell:
            self._write(" ")
            return
        text = self._taken("")
        self._end_table()
        name = self._styles.get(self._style, "")
        numbered = _HEADING.match(name)
        level = int(numbered[1]) if numbered else self._level
        if name == "title":
            self._blocks.add(Block(text, "title"))
        elif level is not None:
            self._blocks.add(Block(text, "heading", level))
        else:
            mark = TYPED_MARK.match(text)
            depth = self._depth or (max(1, min(9, self._indent // _ITEM_INDENT)) if mark else 0)
            self._blocks.add(Block(text[mark.end() :] if mark else text, depth=depth))

    def _end_cell(self) -> None:
        if not self._in_table:
            self._blocks.table_event("tbl", "start")
        if not self._in_row:
            self._blocks.table_event("tr", "start")
        self._in_table = self._in_row = True
        self._blocks.table_event("tc", "start")
        self._blocks.add(Block(self._taken("")))

    def _end_table(self) -> None:
        if self._in_table:
            self._blocks.table_event("tbl", "end")
        self._in_table = self._in_row = False

    def _write(self, text: str) -> None:
        group = self._groups[-1]
        if text and not group.skipped and group.destination in self._texts:
            if self._texts[group.destination].tell() > MAX_PARAGRAPH:
                raise DocumentError(
                    f"a paragraph has more than {MAX_PARAGRAPH // 1_000_000} million characters; split it"
                )
            self._texts[group.destination].write(text)

    def _taken(self, destination: str) -> str:
        """The text of a destination, which is empty then. RTF writes characters beyond U+FFFF as two surrogates."""
        joined = self._texts[destination].getvalue().encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        self._texts[destination] = StringIO()
        return folded(joined)

    def _decoded(self) -> str:
        content = bytes(self._bytes)
        self._bytes.clear()
        try:
            return content.decode(self._encoding, "replace") if content else ""
        except LookupError:
            return content.decode("cp1252", "replace")
