"""The pages of a PDF as lines of text in reading order.

A PDF places glyphs; lines and columns are what their positions suggest. Words that follow each other on one baseline
are a piece; the pieces of a page are put into columns; in each column, the pieces of one baseline are a line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from mindgist.document.document import union
from mindgist.document.pdf.line import Line, columns, most_common, total_length
from mindgist.document.pdf.words import SAME_BASELINE, WIDE_GAP, PageReader, Word, runs_left
from mindgist.errors import DocumentError

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_PAGES = 5_000
_ASCENT, _DESCENT = 0.8, 0.2  # times the font size, above and below the baseline
_NO_GAP = 0.12  # times the font size
_RAISED = 0.85  # font size of a superscript over that of its word
_LIGATURE_ENDS = ("ff", "fi", "fl", "ffi", "ffl")


@dataclass(frozen=True, slots=True)
class PdfText:
    """The lines of each page in reading order, and the title in the file's metadata."""

    pages: list[list[Line]]
    title: str | None
    scanned: tuple[int, ...] = ()  # the pages, counted from 0, that have a picture and hardly any text


def pdf_text(content: bytes) -> PdfText:
    """Read the text in this process. Not thread-safe: pdfium is a C library with global state."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise DocumentError("the PDF is protected by a password; save it without one and map that") from error
        raise DocumentError(f"the PDF is broken or incomplete ({error}); fetch or save it again") from error
    with pdf:
        if len(pdf) > MAX_PAGES:
            raise DocumentError(f"the PDF has {len(pdf):,} pages; mindgist reads at most {MAX_PAGES:,}")
        pages = [_page(pdf, number) for number in range(len(pdf))]
        scanned = tuple(number for number, (_, is_scanned) in enumerate(pages) if is_scanned)
        title = " ".join(pdf.get_metadata_value("Title").split())
        is_title = " " in title  # one word is mostly a file's name
        return PdfText([lines for lines, _ in pages], title if is_title else None, scanned)


def _page(pdf: "PdfDocument", number: int) -> tuple[list[Line], bool]:
    """The lines of a page and whether it is scanned; nothing for a broken page, so that the others are read."""
    from pypdfium2 import PdfiumError, raw

    try:
        page = pdf[number]
        reader = PageReader(page)
        lines = lines_in_columns([_piece(reader, words, number + 1) for words in reader.runs()])
        pictures = page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=2)
        is_bare = total_length(lines) <= 40  # characters: a page number or a stamp
        return lines, is_bare and any(True for _ in pictures)
    except PdfiumError:
        return [], False


def lines_in_columns(pieces: list[Line]) -> list[Line]:
    """The pieces of a page as lines, column by column."""
    lines: list[Line] = []
    for column, members in enumerate(columns(pieces)):
        joined = join_lines(members)
        left, right = min(line.left for line in joined), max(line.right for line in joined)
        lines += [line._replace(column_left=left, column_right=right, column=column) for line in joined]
    return lines


def _piece(reader: PageReader, words: list[Word], page: int) -> Line:
    longest = max(_of_main_size(words), key=lambda word: len(word.text))
    fonts = {index: reader.font(index) for index in {words[0].first, longest.last, words[-1].last}}
    is_bold = all(bold for bold, _ in fonts.values())  # a bold first word does not make the line bold
    if words[0].text.isdecimal():  # the number of a line of code may be set in another font
        del fonts[words[0].first]
    is_monospaced = all(monospaced for _, monospaced in fonts.values())
    left, right = min(word.left for word in words), max(word.right for word in words)
    width, height = max(reader.width, 1), max(reader.height, 1)
    top, bottom = (1 - (longest.baseline + share * longest.size) / height for share in (_ASCENT, -_DESCENT))
    return Line(
        _spaced(words), left, right, longest.baseline, longest.size, is_bold, page, longest.baseline / height,
        (left / width, top, right / width, bottom), monospaced=is_monospaced,
    )  # fmt: skip


def _of_main_size(words: list[Word]) -> list[Word]:
    """The words of the size that most letters have, so that a superscript or an initial does not decide."""
    size = most_common(words, lambda word: round(word.size, 1))
    return [word for word in words if round(word.size, 1) == size]


def _spaced(pieces: Sequence[Word | Line]) -> str:
    parts = (piece.text if _touches(before, piece) else f" {piece.text}" for before, piece in pairwise(pieces))
    return "".join([pieces[0].text, *parts])


def _touches(before: Word | Line, piece: Word | Line) -> bool:
    """Whether no space belongs into a gap: after a ligature, before a superscript, before the comma after that."""
    gap = (piece.left - before.right) / max(piece.size, before.size)
    if not -0.2 < gap < 2 * _NO_GAP:
        return False
    if piece.text[0] in ",.;:)":
        return gap < _NO_GAP or before.size < _RAISED * piece.size
    raised = len(piece.text) <= 2 and piece.size < _RAISED * before.size
    return gap < _NO_GAP and (raised or before.text.endswith(_LIGATURE_ENDS))


def join_lines(pieces: Sequence[Line]) -> list[Line]:
    """The pieces of one column as whole lines, from top to bottom; superscripts stay in their line."""
    rows: list[list[Line]] = []
    reference: Line | None = None  # the longest piece of the last row stands on its baseline
    for piece in sorted(pieces, key=lambda piece: -piece.baseline):
        if reference and abs(reference.baseline - piece.baseline) < SAME_BASELINE * max(reference.size, piece.size):
            rows[-1].append(piece)
            reference = max(reference, piece, key=lambda line: len(line.text))
        else:
            rows.append([piece])
            reference = piece
    return [_joined(row) if len(row) > 1 else row[0] for row in rows]


def _joined(pieces: list[Line]) -> Line:
    longest = max(pieces, key=lambda line: len(line.text))
    leftwards = runs_left(longest.text)
    ordered = sorted(pieces, key=lambda line: -line.right if leftwards else line.left)
    cells = [ordered[:1]]
    for before, after in pairwise(ordered):
        gap = before.left - after.right if leftwards else after.left - before.right
        if gap > WIDE_GAP * longest.size:
            cells.append([])
        cells[-1].append(after)
    return longest._replace(
        text=_spaced(ordered),
        cells=tuple(map(_spaced, cells)) if len(cells) > 1 else (),
        left=min(piece.left for piece in pieces),
        right=max(piece.right for piece in pieces),
        box=union(piece.box for piece in pieces),
        bold=all(piece.bold for piece in pieces),
        monospaced=all(piece.monospaced for piece in pieces),
    )
