"""Scanned pages and pictures: their lines, recognised by rapidocr (the extra ``ocr``) in a process of its own."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from mindgist.document.builder import build_document
from mindgist.document.document import Document
from mindgist.document.pdf.headings import body_size
from mindgist.document.pdf.line import Line
from mindgist.document.pdf.pages import PdfText, lines_in_columns
from mindgist.document.pdf.reader import in_process
from mindgist.document.pdf.structure import structure
from mindgist.document.reading import PAGE_PROGRESS
from mindgist.errors import DocumentError, PackageError
from mindgist.processes import Worker, report

DPI = 200
MAX_PAGE_SECONDS = 120.0  # a page takes 3 to 10 s of one core
MAX_SCANNED_PAGES = 300
MAX_PIXELS = 60_000_000  # of a picture: A3 at 600 dpi
MAX_PAGE_PIXELS = 10_000_000  # of a rendered page: A3 has 8 million at 200 dpi; more need too much memory
MAX_SIDE = 1_700  # pixels to which a page is reduced: a full page of A4 needs 700 MB, with 2,000 pixels 860 MB
FONT_SHARE = 0.92  # of the height of a recognised line that is the font size, measured on Times
SAME_SIZE = 0.2  # share by which the measured sizes of one font differ
MIN_SCORE = 0.5  # of a recognised line, from 0 to 1

_worker = Worker()


def is_installed() -> bool:
    """Whether pages can be recognised."""
    return find_spec("rapidocr") is not None


def with_recognised_pages(content: bytes, text: PdfText) -> PdfText:
    """The text of a PDF with the lines of its scanned pages, whose font counts as that of the other pages."""
    numbers = text.scanned
    if len(numbers) > MAX_SCANNED_PAGES:
        raise DocumentError(f"the PDF has {len(numbers):,} scanned pages; at most {MAX_SCANNED_PAGES} are recognised")
    found = _in_process(_recognise_pages, content, numbers, pages=len(numbers))
    others = [line for number, lines in enumerate(text.pages) if number not in found for line in lines]
    read, recognised = body_size([others]), body_size(list(found.values()))
    factor = read / recognised if recognised and abs(read / recognised - 1) < SAME_SIZE else 1.0
    pages = list(text.pages)
    for number, lines in found.items():
        pages[number] = [line._replace(size=line.size * factor) for line in lines]
    return replace(text, pages=pages)


def read_picture(content: bytes) -> Document:
    """Read the text in a PNG, JPEG or TIFF picture; a TIFF may have several pages."""
    if not is_installed():
        raise PackageError("pictures cannot be read without rapidocr; pip install 'mindgist[ocr]'")
    pages = _in_process(_recognise_picture, content, pages=1)
    blocks = structure(list(pages.values()))
    if not blocks:
        raise DocumentError("no text was recognised in the picture, so there is nothing to map")
    return build_document(blocks)


def _in_process(function: Callable[..., Any], *arguments: Any, pages: int) -> dict[int, list[Line]]:
    callback = PAGE_PROGRESS.get()
    callback(0, pages)
    too_much = (
        f"recognising the text takes more than {MAX_PAGE_SECONDS:g} s a page or too much memory; split the document"
    )
    found: dict[int, list[Line]] = in_process(
        _worker, function, arguments, MAX_PAGE_SECONDS * pages, too_much, lambda done: callback(done, pages)
    )
    return found


def _recognise_pages(content: bytes, numbers: Sequence[int]) -> dict[int, list[Line]]:
    """In the child: render and recognise pages."""
    from pypdfium2 import PdfDocument

    pdf, engine, found = PdfDocument(content), _engine(), {}
    for done, number in enumerate(numbers, 1):
        page = pdf[number]
        width, height = page.get_size()
        # A page of unusual size is rendered with fewer dots, not with more pixels.
        scale = min(DPI / 72, (MAX_PAGE_PIXELS / max(1.0, width * height)) ** 0.5)
        found[number] = _page_lines(engine, page.render(scale=scale).to_numpy()[:, :, :3], number + 1)
        report(done)
    return found


def _recognise_picture(content: bytes) -> dict[int, list[Line]]:
    """In the child: decode and recognise a picture."""
    import cv2
    import numpy as np

    try:
        is_read, pictures = cv2.imdecodemulti(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise DocumentError(f"the picture is broken or too large ({error.err})") from error
    if not is_read:
        raise DocumentError("the picture is broken or incomplete; save it again")
    if max(picture.shape[0] * picture.shape[1] for picture in pictures) > MAX_PIXELS:
        raise DocumentError(f"the picture has more than {MAX_PIXELS // 1_000_000} million pixels; make it smaller")
    engine = _engine()
    return {number: _page_lines(engine, picture, number + 1) for number, picture in enumerate(pictures)}


def _engine() -> Any:
    from rapidocr import RapidOCR

    # One thread: more only spin where other processes work, too. Pages stand upright: classifying lines finds nothing.
    threads = {f"EngineConfig.onnxruntime.{kind}_op_num_threads": 1 for kind in ("intra", "inter")}
    # One line at a time: six, padded to the longest, take 300 MB more and longer.
    memory = {"Global.max_side_len": MAX_SIDE, "Rec.rec_batch_num": 1}
    return RapidOCR(params={"Global.log_level": "error", "Global.use_cls": False, **threads, **memory})


def _page_lines(engine: Any, picture: Any, page: int) -> list[Line]:
    """The lines of a picture in reading order, in points at ``DPI``."""
    import numpy as np
    from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError

    try:
        found = engine(picture)
    except ONNXRuntimeError as error:
        raise MemoryError from error
    kept = [place for place, text in enumerate(found.txts or ()) if found.scores[place] >= MIN_SCORE and text.strip()]
    if not kept:
        return []
    boxes = np.array([found.boxes[place] for place in kept], np.float64)  # (N, 4 corners from the top left, x and y)
    shares = boxes / (picture.shape[1], picture.shape[0])
    edges = np.concatenate([shares.min(axis=1), shares.max(axis=1)], axis=1).tolist()
    widths = boxes[:, 1] - boxes[:, 0]
    slope = np.median(widths[:, 1] / np.maximum(widths[:, 0], 1))  # of a page that is not straight
    boxes[:, :, 1] -= boxes[:, :, 0] * slope
    sizes = FONT_SHARE * (boxes[:, 2:, 1].mean(axis=1) - boxes[:, :2, 1].mean(axis=1))
    body = float(np.median(sizes))
    sizes[np.abs(sizes / body - 1) < SAME_SIZE] = body
    scale, height = 72 / DPI, picture.shape[0]
    lines = []
    for box, size, edge, place in zip(boxes, sizes.tolist(), edges, kept, strict=True):
        bottom = float(box[:, 1].mean()) + size / 4
        left, right = float(box[:, 0].min()) * scale, float(box[:, 0].max()) * scale
        text, baseline = found.txts[place].strip(), (height - bottom) * scale
        lines.append(Line(text, left, right, baseline, size * scale, False, page, 1 - bottom / height, tuple(edge)))
    return lines_in_columns(lines)
