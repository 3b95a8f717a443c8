"""Rich Text Format (RTF): headings by style or outline level, lists, tables and footnotes."""

import re
from dataclasses import dataclass
from io import StringIO
from typing import NamedTuple

from mindgist.document.block import Block, row_blocks
from mindgist.document.builder import check_length
from mindgist.document.document import Document
from mindgist.document.tables import TableReader
from mindgist.document.tokens import TYPED_MARK, folded
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
_DESTINATIONS = ("info", "title", "stylesheet", "footnote")
_CHARACTERS = {
    "tab": " ", "line": " ", "emdash": "—", "endash": "–", "emspace": " ", "enspace": " ", "bullet": "•", "~": " ",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "_": "-", "\\": "\\", "{": "{", "}": "}",
}  # fmt: skip
_HEADING = re.compile(r"heading (\d)\b")
_CELL_END = "\a"  # in the text of a row


class _Group(NamedTuple):
    """The state inside a pair of braces."""

    destination: str | None = ""  # the part of the file: '' for the document itself, None for text that is left out
    substitutes: int = 1  # characters after each Unicode character, for programs without Unicode


@dataclass(slots=True)
class _Paragraph:
    style: int = 0
    level: int | None = None
    depth: int = 0
    indent: int = 0
    in_cell: bool = False


def read_rtf(content: bytes) -> Document:
    """Read an RTF document."""
    return _Reader().document(content.decode("latin-1"))


class _Reader:
    def __init__(self) -> None:
        self._groups = [_Group()]
        self._encoding = "cp1252"
        self._bytes = bytearray()  # of characters that are written as one or two bytes
        self._substitutes = 0
        self._starred = False  # after \*: programs that do not know the next word skip its group
        # StringIO: a list of a million short pieces takes a hundred times their length.
        self._texts: dict[str | None, StringIO] = {name: StringIO() for name in ("", *_DESTINATIONS)}
        self._styles: dict[int, str] = {}
        self._paragraph = _Paragraph()
        self._blocks = TableReader()

    def document(self, text: str) -> Document:
        for token in _TOKEN.finditer(text):
            if token["code"] and self._substitutes:
                self._substitutes -= 1
            elif token["code"]:
                self._bytes += bytes.fromhex(token["code"])
            else:
                self._write(self._decoded())
                self._take(token)
        self._write(self._decoded())
        self._end_paragraph()
        return self._blocks.document(self._taken("title") or None)

    def _take(self, token: re.Match[str]) -> None:
        if token["brace"]:
            self._brace(token["brace"])
        elif token["word"]:
            self._word(token["word"], int(token["number"] or 0))
        elif token["symbol"]:
            self._write(_CHARACTERS.get(token["symbol"], ""))
            self._starred = token["symbol"] == "*"
        elif token["text"]:
            text = token["text"]
            self._write(text[self._substitutes :])
            self._substitutes = max(0, self._substitutes - len(text))

    def _brace(self, brace: str) -> None:
        if brace == "{":
            if len(self._groups) > 1_000:
                raise DocumentError("the RTF document nests groups deeper than any document needs")
            self._groups.append(self._groups[-1])
        elif len(self._groups) > 1:
            ended = self._groups.pop().destination
            if ended == "stylesheet" and (name := self._taken("stylesheet").rstrip(" ;").lower()):
                self._styles[self._paragraph.style] = name
            elif ended == "footnote" and self._groups[-1].destination != "footnote":
                self._blocks.add(Block(self._taken("footnote"), "aside"))

    def _word(self, word: str, number: int) -> None:
        group = self._groups[-1]
        starred, self._starred = self._starred, False
        if word in _LEFT_OUT or (starred and word not in ("shptxt", "cs")):
            self._groups[-1] = group._replace(destination=None)
        elif group.destination is not None and word in _DESTINATIONS:
            self._groups[-1] = group._replace(destination=word)
        elif word == "ansicpg":
            self._encoding = f"cp{number}"
        elif word == "uc":
            self._groups[-1] = group._replace(substitutes=max(0, number))
        elif word == "u":
            self._write(chr(number % 0x10000))
            self._substitutes = group.substitutes
        elif word == "s":
            self._paragraph.style = number
        elif group.destination == "":
            self._control(word, number)

    def _control(self, word: str, number: int) -> None:
        paragraph = self._paragraph
        if word in _CHARACTERS:
            self._write(_CHARACTERS[word])
        elif word in ("par", "sect", "page"):
            self._end_paragraph()
        elif word == "cell":
            self._write(_CELL_END)
        elif word == "row":
            for block in row_blocks([[Block(cell.strip())] for cell in self._taken("").split(_CELL_END)[:-1]]):
                self._blocks.add(block)
        elif word == "pard":
            self._paragraph = _Paragraph()
        elif word == "intbl":
            paragraph.in_cell = True
        elif word == "outlinelevel" and 0 <= number < 9:
            paragraph.level = number + 1
        elif word == "ilvl":
            paragraph.depth = 1 + min(max(number, 0), 8)
        elif word == "ls" and number:
            paragraph.depth = max(1, paragraph.depth)
        elif word == "li":
            paragraph.indent = max(0, number)

    def _end_paragraph(self) -> None:
        paragraph = self._paragraph
        if paragraph.in_cell:
            self._write(" ")
            return
        text = self._taken("").replace(_CELL_END, "")
        name = self._styles.get(paragraph.style, "")
        numbered = _HEADING.match(name)
        level = int(numbered[1]) if numbered else paragraph.level
        if name == "title":
            self._blocks.add(Block(text, "title"))
        elif level is not None:
            self._blocks.add(Block(text, "heading", level))
        else:
            mark = TYPED_MARK.match(text)
            # Each list level is indented by 360 twentieths of a point.
            depth = paragraph.depth or (max(1, min(9, paragraph.indent // 360)) if mark else 0)
            self._blocks.add(Block(text[mark.end() :] if mark else text, depth=depth))

    def _write(self, text: str) -> None:
        written = self._texts.get(self._groups[-1].destination)
        if written is not None:
            check_length(written.tell())
            written.write(text)

    def _taken(self, destination: str) -> str:
        """The text of a destination, which is empty then. RTF writes characters beyond U+FFFF as two surrogates."""
        joined = self._texts[destination].getvalue().encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        self._texts[destination] = StringIO()
        return folded(joined)

    def _decoded(self) -> str:
        content, self._bytes = self._bytes, bytearray()
        try:
            return content.decode(self._encoding, "replace") if content else ""
        except LookupError:
            return content.decode("cp1252", "replace")
