"""Weights of a network in a safetensors file: named arrays of float32, and nothing that could run.

The file holds the size of its header, the header in JSON (the type, shape and place of each array) and the arrays.
"""

import json
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindgist.files import MAX_BYTES, MAX_MEGABYTES

Floats = NDArray[np.float32]


def read_weights(path: Path) -> dict[str, Floats]:
    """The arrays of a file by name.

    Raises:
        ValueError: if the file is too large or no such file, an array is not of finite float32, or its shape does not
            fit its place in the file.
    """
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"{path.name} is larger than {MAX_MEGABYTES} MB")
    content = memoryview(path.read_bytes())
    start = 8 + int.from_bytes(content[:8], "little")
    try:
        header = json.loads(bytes(content[8:start]))
        header.pop("__metadata__", None)
        return {name: _array(content[start:], **entry) for name, entry in header.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path.name} is no safetensors file of finite float32 numbers ({error})") from error


def _array(data: memoryview, dtype: str, shape: list[int], data_offsets: list[int]) -> Floats:
    first, last = data_offsets
    if dtype != "F32" or last - first != 4 * prod(shape) or not 0 <= first <= last <= len(data):
        raise ValueError(f"an array of {dtype}, {shape} does not fit the bytes {first} to {last}")
    array = np.frombuffer(data[first:last], dtype="<f4").astype(np.float32, copy=False).reshape(shape)
    if not np.isfinite(array).all():
        raise ValueError("a number is not finite")
    return array
