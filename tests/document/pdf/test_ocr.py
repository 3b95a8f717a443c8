"""Scanned pages and pictures, recognised by the real engine; and what happens without it."""

import io
import re
import textwrap

import numpy as np
import pypdfium2
import pytest
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

import mindgist
from mindgist.document import read_bytes
from mindgist.document.pdf import ocr
from mindgist.document.reading import PAGE_PROGRESS
from mindgist.errors import DocumentError, PackageError

cv2 = pytest.importorskip("cv2", reason="needs the extra 'ocr'")
pytest.importorskip("rapidocr", reason="needs the extra 'ocr'")

LEFT = (
    "The harbour wall is fifty years old.", "Engineers say that it will not survive", "another decade of storms.",
    "Each winter the sea takes a metre of", "the bank behind it.", "The town has no money for a new wall.",
    "The council met in March and again", "in June to decide what to do.",
)  # fmt: skip
RIGHT = (
    "Repairing the wall costs forty million,", "which is more than the town collects", "in six years.",
    "Opening it costs fourteen million and", "gives the meadow back to the tide.",
    "A marsh slows the waves before they",
    "reach the houses.", "The farmers will be paid for their land.",
)  # fmt: skip
SENTENCES = re.split(r"(?<=\.) ", " ".join(LEFT + RIGHT))
FIRST_PAGE = "The first page has letters of its own. They are read as they stand in the file, line by line."
FIRST_SENTENCES = re.split(r"(?<=\.) ", FIRST_PAGE)
SIZE = (500, 180)  # points


def scan() -> bytes:
    """A page in two columns as a JPEG: 150 dpi, turned by 1 degree, with noise."""
    file = io.BytesIO()
    page = Canvas(file, SIZE)
    page.setFont("Times-Roman", 12)
    for row, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        page.drawString(30, 150 - 14 * row, left)
        page.drawString(270, 150 - 14 * row, right)
    page.save()
    picture = pypdfium2.PdfDocument(file.getvalue())[0].render(scale=150 / 72).to_numpy()[:, :, :3].astype(np.float32)
    height, width = picture.shape[:2]
    turned = cv2.warpAffine(
        picture, cv2.getRotationMatrix2D((width / 2, height / 2), 1.0, 1.0), (width, height), borderValue=(255,) * 3
    )
    noise = np.random.default_rng(0).normal(0, 12, turned.shape)
    dimmed = np.clip(0.92 * turned + 8 + noise, 0, 255).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", dimmed, [cv2.IMWRITE_JPEG_QUALITY, 70])[1])


def mixed_pdf() -> bytes:
    """A page of text, and a scanned one."""
    file = io.BytesIO()
    pdf = Canvas(file, SIZE)
    for row, line in enumerate(textwrap.wrap(FIRST_PAGE, 40)):
        pdf.drawString(30, 150 - 14 * row, line)
    pdf.showPage()
    pdf.drawImage(ImageReader(io.BytesIO(scan())), 0, 0, *SIZE)
    pdf.save()
    return file.getvalue()


def test_a_mixed_pdf_in_columns_with_pages_and_progress() -> None:
    calls: list[tuple[int, int]] = []
    token = PAGE_PROGRESS.set(lambda done, total: calls.append((done, total)))
    try:
        document = read_bytes(mixed_pdf())
    finally:
        PAGE_PROGRESS.reset(token)
    found = [sentence.plain for sentence in document.sentences]
    assert found == [*FIRST_SENTENCES, *SENTENCES]
    assert [document.page_of(sentence.start) for sentence in document.sentences] == [1, 1] + [2] * len(SENTENCES)
    assert calls == [(0, 1), (1, 1)]


def test_sentences_and_nodes_lead_to_their_place_on_the_page() -> None:
    document = read_bytes(mixed_pdf())
    boxes = {sentence.plain: document.box_of(sentence.start, sentence.end) for sentence in document.sentences}
    # 36 points of 180 from the top, in the left column; letters are read from the file and from the picture.
    for words, column in ((FIRST_SENTENCES[0], 30), (SENTENCES[0], 30), (RIGHT[-1], 270)):
        box = boxes[words]
        assert box is not None
        left, top, right, bottom = box
        row = 7 if words == RIGHT[-1] else 0
        assert abs(left - column / SIZE[0]) < 0.03
        assert left < right < left + 0.5
        assert top < 1 - (150 - 14 * row) / SIZE[1] < bottom + 0.03
        assert bottom - top < 0.35
    nodes = mindgist.map(document).nodes
    assert all(node.box for node in nodes if node.page)
    assert {node.page for node in nodes} == {1, 2}


@pytest.mark.parametrize("ending", [".png", ".jpg", ".tiff"])
def test_pictures_are_read(ending: str) -> None:
    picture = bytes(cv2.imencode(ending, cv2.imdecode(np.frombuffer(scan(), np.uint8), cv2.IMREAD_COLOR))[1])
    document = read_bytes(picture)
    assert [sentence.plain for sentence in document.sentences] == SENTENCES
    assert len(document.boxes) >= len(LEFT + RIGHT)


def test_broken_and_blank_pictures_are_refused() -> None:
    with pytest.raises(DocumentError, match="broken"):
        read_bytes(scan()[:300])
    blank = bytes(cv2.imencode(".png", np.full((80, 200, 3), 255, np.uint8))[1])
    with pytest.raises(DocumentError, match="no text was recognised"):
        read_bytes(blank)


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "is_installed", lambda: False)
    with pytest.raises(PackageError, match=r"pip install 'mindgist\[ocr\]'"):
        read_bytes(scan())
    scanned = io.BytesIO()
    pdf = Canvas(scanned, SIZE)
    pdf.drawImage(ImageReader(io.BytesIO(scan())), 0, 0, *SIZE)
    pdf.save()
    with pytest.raises(DocumentError, match=r"probably scanned; pip install 'mindgist\[ocr\]'"):
        read_bytes(scanned.getvalue())
    with pytest.warns(UserWarning, match=r"1 of 2 pages are scanned and left out; pip install 'mindgist\[ocr\]'"):
        assert FIRST_SENTENCES[1] in [one.plain for one in read_bytes(mixed_pdf()).sentences]
