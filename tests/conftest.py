"""Fixtures and settings of the whole suite."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from mindgist.document import Document, read_text

# Matrices are small: more BLAS threads only wait for each other. numpy reads this when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No deadline per example, because test machines may be slow; the same examples every time, so that failures can be
# repeated.
settings.register_profile("mindgist", deadline=None, derandomize=True)
settings.load_profile("mindgist")

pytest_plugins = ("web.running_service", "web.real_browser")  # fixtures of the tests in web/

EXAMPLES = Path(__file__).parent.parent / "examples"

# Left out by `make quick`: folders and files whose tests start processes, browsers or training, or read huge inputs.
SLOW = (
    "agents", "batch", "learn", "research", "web", "document/pdf", "document/test_hostile", "document/test_mutated",
    "evaluate", "export/test_hostile", "export/test_layout", "export/test_real_readers", "export/test_round_trips",
    "export/test_self", "shell/test_convert", "shell/test_batch", "shell/test_serve", "test_contributing",
    "test_extending", "test_fuzzing", "test_hostile_models", "test_mapper", "test_options", "test_packaging",
    "test_processes", "test_readme", "test_systems",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests."""
    for item in items:
        if item.path.relative_to(Path(__file__).parent).as_posix().startswith(SLOW):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def harbour_text() -> str:
    return (EXAMPLES / "harbour.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def harbour(harbour_text: str) -> Document:
    return read_text(harbour_text)
