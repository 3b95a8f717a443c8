"""Defects of real PDFs; each test has a small page made for it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from samples import pdf_of_lines, pdf_sample

from mindgist.document import Document
from mindgist.document.pdf import reader as pdf_reader
from mindgist.document.pdf.line import Line
from mindgist.document.pdf.pages import PdfText, join_lines, pdf_text
from mindgist.document.pdf.reader import pdf_document, read_pdf

Page = list[tuple[float, float, float, str]]
PROSE = [f"The tide of line {row} rises over the meadow and falls again before the night" for row in range(30)]


def prose(top: float, rows: int = 8, left: float = 60, size: float = 10) -> Page:
    return [(left, top - 12 * row, size, PROSE[row]) for row in range(rows)]


def parse(pages: list[Page], **options: object) -> Document:
    return pdf_document(pdf_text(pdf_of_lines(pages, **options)))  # type: ignore[arg-type]


def headings(document: Document) -> list[str]:
    return [section.heading.plain for section in document.body.sections if section.heading]


def test_titles_and_headings_of_two_lines_are_joined() -> None:
    page = [
        (60, 740, 18, "A Report on the Tides"),
        (60, 718, 18, "of the Northern Coast"),
        *prose(680),
        (60, 560, 13, "What the engineers of the town"),
        (60, 545, 13, "measured in nine years"),
        *prose(520),
        (60, 400, 13, "Money"),
        *prose(380),
    ]
    document = parse([page])
    assert document.title == "A Report on the Tides of the Northern Coast"
    assert headings(document) == ["What the engineers of the town measured in nine years", "Money"]


def test_a_title_across_columns_is_joined_though_its_last_line_is_short() -> None:
    columns = [
        (60 + 260 * side, 640 - 12 * row, 10, f"side {side}, line {row} of long prose here")
        for side in (0, 1)
        for row in range(20)
    ]
    page = [(60, 740, 20, "A Report on the Tides of the Northern Coast and"), (60, 716, 20, "its Harbours"), *columns]
    document = parse([page, prose(700)])
    assert document.text.startswith("A Report on the Tides of the Northern Coast and its Harbours\n")


def test_columns_with_formulas_between_their_lines_are_not_mixed() -> None:
    rows: Page = []
    for row in range(24):
        for side in (0, 1):
            text = f"a={row}" if row % 3 == 2 else f"side {'LR'[side]} line {row} of prose in a column"
            rows.append((60 + 262 * side, 700 - 12 * row, 10, text))
    text = parse([rows]).text
    assert text.rindex("side L") < text.index("side R")


def test_bold_words_that_lead_into_a_sentence_are_no_heading() -> None:
    page: Page = [
        (60, 700, 10, "*Abstract."),
        (108, 700, 10, "The tide rises twice a day and floods the whole meadow again"),
    ]
    page += [(60, 688 - 12 * row, 10, PROSE[row]) for row in range(20)]
    assert headings(parse([page])) == []


@pytest.mark.parametrize(
    "title", ["PowerPoint Presentation", "untitled", "Microsoft Word - tides_final.docx", "tides.indd"]
)
def test_titles_that_programs_fill_in_are_ignored(title: str) -> None:
    assert parse([prose(700)], title=title).title is None


def test_a_table_of_contents_is_left_out() -> None:
    entries = [(60, 700 - 14 * row, 10, f"{row + 1} A chapter about tides   {3 * row + 4}") for row in range(8)]
    document = parse([[(60, 740, 14, "Contents"), *entries], [(60, 740, 14, "Tides"), *prose(700)]])
    assert "chapter" not in document.text
    assert "Contents" not in document.text
    assert "The tide of line 0" in document.text


def test_a_slide_is_a_section_with_its_title() -> None:
    slides: list[Page] = [[(60, 300, 30, "A Talk on Tides"), (60, 200, 16, "by an engineer")]]
    points = [(60.0, 280.0 - 30 * row, 16.0, f"• a point number {row} of it") for row in range(3)]
    slides += [[(60, 330, 28, name), *points] for name in ("Why they rise", "What they cost", "What to do")]
    document = parse(slides, size=(720, 405))
    assert document.title == "A Talk on Tides"
    assert headings(document) == ["Why they rise", "What they cost", "What to do"]
    items = document.body.sections[0].paragraphs
    assert [(one.depth, one.sentences[0].plain) for one in items] == [
        (1, f"a point number {row} of it") for row in range(3)
    ]


def test_a_row_of_a_table_is_one_item_and_formulas_are_not_mapped() -> None:
    table = [
        (60 + 150 * column, 560 - 14 * row, 10, text)
        for row, texts in enumerate([("Part", "Cost"), ("the wall", "46 million"), ("the gate", "14 million")])
        for column, text in enumerate(texts)
    ]
    document = parse([[*prose(700), (200, 590, 10, "x = a + b (1)"), *table, *prose(500)]])
    rows = [one for one in document.paragraphs if one.depth]
    assert [row.sentences[0].plain for row in rows] == ["Part – Cost", "the wall – 46 million", "the gate – 14 million"]
    assert not any("a + b" in sentence.plain for sentence in document.sentences)
    assert "x = a + b (1)" in document.text


def test_a_page_of_numbers_is_read() -> None:
    assert parse([[(60, 700 - 14 * row, 10, f"{row}.5") for row in range(4)]]).sentences


def test_right_to_left_text_is_in_logical_order() -> None:
    def piece(text: str, left: float, right: float) -> Line:
        return Line(text, left, right, 700, 10, False, 1, 0.9)

    (line,) = join_lines([piece("מים", 100, 130), piece("רבים", 60, 95), piece("שלום", 135, 170)])
    assert line.text == "שלום מים רבים"


def test_one_process_reads_many_files_and_is_replaced_when_it_dies() -> None:
    read_pdf(pdf_sample())
    process = pdf_reader._worker._process
    assert process is not None
    read_pdf(pdf_sample())
    assert pdf_reader._worker._process is process
    process.kill()
    process.wait()
    assert read_pdf(pdf_sample()).sentences
    assert pdf_reader._worker._process is not process


def test_nothing_is_imported_from_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "report.pdf").write_bytes(pdf_sample())
    for name in ("json", "struct", "pypdfium2"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\n")
    # -P: the program itself must not import from there either; `mindgist map` as a command does not.
    code = "import mindgist; print(len(mindgist.read('report.pdf')))"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_process_ends_with_its_parent() -> None:
    code = (
        "import os, time\n"
        "from mindgist.document.pdf import reader\n"
        "print(reader._worker.call(os.getpid, (), 30.0), flush=True)\n"
        "time.sleep(1); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    status = Path(f"/proc/{int(done.stdout)}/stat")
    for _ in range(200):
        if not status.exists() or status.read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("it is still there")


def test_pages_without_lines() -> None:
    assert pdf_document(PdfText([[], [Line("A tide.", 60, 100, 700, 10, False, 2, 0.9)]], None)).sentences
