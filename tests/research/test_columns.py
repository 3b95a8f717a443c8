"""Whether a text mixes columns: told by the places of the words, and seen to tell."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "document"))
from samples import pdf_of_lines

from columns import Seams, seams

LEFT = [f"left line {row} of prose ends with word{row}" for row in range(12)]
RIGHT = [f"right line {row} of prose stops at mark{row}" for row in range(12)]


def test_a_text_goes_on_or_across() -> None:
    places = Seams(frozenset([("a", "b", "c", "d", "e", "f")]), frozenset([("a", "b", "c", "x", "y", "z")]))
    assert places.mixed("A b c d e f.") == (0, 1)
    assert places.mixed("A b c x y z.") == (1, 1)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs pdftotext")
def test_columns_side_by_side(tmp_path: Path) -> None:
    lines = [
        (60 + 270 * side, 700 - 14 * row, 10, text)
        for side, some in enumerate((LEFT, RIGHT))
        for row, text in enumerate(some)
    ]
    (tmp_path / "two.pdf").write_bytes(pdf_of_lines([lines]))
    places = seams(tmp_path / "two.pdf")
    assert places.mixed(" ".join([*LEFT, *RIGHT])) == (0, 11)
    across = " ".join(f"{left} {right}" for left, right in zip(LEFT, RIGHT, strict=True))
    assert places.mixed(across) == (11, 11)
