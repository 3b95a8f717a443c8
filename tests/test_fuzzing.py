"""A small slice of ``make fuzz``, the same inputs every time."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "fuzzing"))

import run as fuzzing


@pytest.mark.parametrize("target", fuzzing.targets())
def test_damaged_inputs_are_read_or_refused(target: str) -> None:
    *_, found = fuzzing.fuzz(target, 1, 100, float("inf"), fuzzing.found_before(None, target, 1))
    assert found["failures"] == []
    assert found["read"] + found["refused"] == found["inputs"] == 100
    assert found["read"] > 0
