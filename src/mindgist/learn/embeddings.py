"""Sentence embeddings by a pretrained transformer, with a cache on disk."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from mindgist.errors import CorpusError
from mindgist.files import atomic_write, fingerprint, make_folder
from mindgist.learn.pairs import strip_style
from mindgist.learn.transformer import load_transformer

Vectors = NDArray[np.float32]
"""Unit vectors, one row for each text."""

Embed = Callable[[Sequence[str]], Vectors]

_MAX_WORD_PIECES = 128  # 99.9 % of the corpus's sentences are shorter
_BATCH = 16  # texts; small enough for a core's cache, a tenth faster than 64


class SentenceEncoder:
    """Mean-pooled, unit-length sentence vectors of a transformer, of texts without datelines and final full stops.

    A folder ``cache`` keeps the vectors of each list of texts in a file, rounded to float16 (an error below 0.0005).
    """

    def __init__(self, name: str, cache: Path | None = None) -> None:
        from transformers import AutoModel

        self._name = name
        self._cache = cache
        self._model, self._tokenizer = load_transformer(AutoModel, name)
        self.size = int(self._model.config.hidden_size)

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the texts, shape (texts, size)."""
        texts = [strip_style(text) for text in texts]
        if self._cache is None:
            return self._embed(texts)
        key = fingerprint("\0".join([self._name, *texts]))[:32]
        path = make_folder(self._cache) / f"{key}.npy"
        if not path.is_file():
            with atomic_write(path) as temporary, temporary.open("wb") as file:
                np.save(file, self._embed(texts).astype(np.float16))
        try:
            vectors: NDArray[np.float16] = np.load(path, allow_pickle=False)
        except (OSError, ValueError) as error:
            raise CorpusError(f"cannot read the cached vectors {path}: {error}; remove the file") from error
        return vectors.astype(np.float32)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        """Embed the texts in batches of similar length."""
        pieces = self._tokenizer(texts, truncation=True, max_length=_MAX_WORD_PIECES)["input_ids"]
        order = sorted(range(len(texts)), key=lambda index: len(pieces[index]))
        vectors = np.zeros((len(texts), self.size), dtype=np.float32)
        with torch.inference_mode():
            for start in range(0, len(order), _BATCH):
                rows = order[start : start + _BATCH]
                batch = self._tokenizer.pad({"input_ids": [pieces[row] for row in rows]}, return_tensors="pt")
                hidden = self._model(**batch).last_hidden_state  # (batch, pieces, size)
                mask = batch["attention_mask"].unsqueeze(-1).to(hidden.dtype)
                pooled = (hidden * mask).sum(dim=1) / mask.sum(dim=1)
                vectors[rows] = torch.nn.functional.normalize(pooled, dim=-1).numpy()
        return vectors


class KnownVectors:
    """Keeps embedded texts in memory; new ones are embedded when they are asked for."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._known: dict[str, Vectors] = {}

    def add(self, texts: Sequence[str]) -> None:
        """Embed these texts in one call, which a cache can recognise."""
        self._known.update(zip(texts, self._embed(texts), strict=True))

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of the texts."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self.add(new)
        return np.stack([self._known[text] for text in texts])
