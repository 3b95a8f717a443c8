"""What several tests need."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from mindgist.document import Document, read_text

# Small matrices: further BLAS threads only wait for each other, for minutes on a busy machine. numpy reads this once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The machines that run the suite are shared and slow at times: no deadline for an example, and the same examples
# every time, so that a failure can be repeated.
settings.register_profile("mindgist", deadline=None, derandomize=True)
settings.load_profile("mindgist")

pytest_plugins = ("web.running_service", "web.real_browser")  # fixtures that only the tests in web/ ask for

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(scope="session")
def harbour_text() -> str:
    return (EXAMPLES / "harbour.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def harbour(harbour_text: str) -> Document:
    return read_text(harbour_text)
