"""EMGN (Hu et al. 2021): a trained network reads the whole document and scores every pair of sentences at once.

The network was trained with torch (``mindgist.learn``) and exported to ONNX; here it runs with onnxruntime alone.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindgist.document import Document
from mindgist.errors import ModelError
from mindgist.graph.layout import groups_of_like_size
from mindgist.graph.relation_graph import RelationGraph
from mindgist.graph.vocabulary import Vocabulary, padded

_MODEL, _WORDS = "model.onnx", "vocabulary.txt"

MAX_ENCODED = 512  # sentences encoded in one run: bounds the memory for long documents
BATCH_PAIRS = 60_000  # pairs of sentences of the documents of a batch


class EmgnGraph:
    """The model of a folder (``model.onnx`` and ``vocabulary.txt``) as a source of relation graphs."""

    def __init__(self, folder: str | Path) -> None:
        folder = Path(folder)
        missing = [name for name in (_MODEL, _WORDS) if not (folder / name).is_file()]
        if missing:
            raise ModelError(
                f"there is no model in {folder} ({' and '.join(missing)} missing); train one with `mindgist train emgn`"
            )
        try:
            self._vocabulary = Vocabulary((folder / _WORDS).read_text(encoding="utf-8").split())
            self._session = _session(folder / _MODEL)
            self._hidden = int(self._session.get_inputs()[2].shape[1])
        except (OSError, UnicodeError, IndexError, TypeError, ValueError) as error:
            raise ModelError(f"the model in {folder} cannot be used: {error}") from error

    @classmethod
    def shipped(cls) -> "EmgnGraph":
        """The model that comes with mindgist."""
        return _shipped()

    def __call__(self, document: Document) -> RelationGraph:
        return self.relate_all([document])[0]

    def relate_all(self, documents: Sequence[Document]) -> list[RelationGraph]:
        """The graphs of several documents, those of like length in one batch: faster than one by one."""
        found: dict[int, RelationGraph] = {}
        for group in groups_of_like_size([len(document) for document in documents], BATCH_PAIRS):
            found |= zip(group, self._graphs([documents[place] for place in group]), strict=True)
        return [found[place] for place in range(len(documents))]

    def _graphs(self, documents: Sequence[Document]) -> list[RelationGraph]:
        numbers = [
            self._vocabulary.numbers(sentence.plain) for document in documents for sentence in document.sentences
        ]
        # Sentences are sorted by length, so that little is padded.
        order = np.argsort([len(sentence) for sentence in numbers], kind="stable")
        position = np.empty_like(order)
        position[order] = np.arange(len(order))
        ends = np.cumsum([len(document) for document in documents])
        positions, counts = padded(
            [position[end - len(one) : end].tolist() for one, end in zip(documents, ends, strict=True)]
        )
        scores = self._scores([numbers[index] for index in order], positions, counts)
        return [RelationGraph(one[:count, :count]) for one, count in zip(scores, counts, strict=True)]

    def _scores(
        self, sentences: list[list[int]], positions: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """Encode the sentences in several runs, then score in the last one; shape (documents, longest, longest)."""
        vectors = np.zeros((0, self._hidden), dtype=np.float32)
        any_document = np.zeros((1, 1), np.int64), np.ones(1, np.int64)
        last = (len(sentences) - 1) // MAX_ENCODED * MAX_ENCODED
        for start in range(0, last, MAX_ENCODED):
            (vectors,) = self._run("sentences", sentences[start : start + MAX_ENCODED], vectors, *any_document)
        (scores,) = self._run("scores", sentences[last:], vectors, positions, counts)
        return np.asarray(scores)

    def _run(
        self, output: str, sentences: list[list[int]], earlier: NDArray[np.float32],
        positions: NDArray[np.int64], counts: NDArray[np.int64],
    ) -> list[NDArray[np.float32]]:  # fmt: skip
        words, word_counts = padded(sentences)
        feed = {
            "words": words,
            "word_counts": word_counts,
            "earlier": earlier,
            "places": positions,
            "sentence_counts": counts,
        }
        found: list[NDArray[np.float32]] = self._session.run([output], feed)
        return found


def emgn_graph(model: Path | None = None) -> EmgnGraph:
    """The exported model of a folder, or the one that comes with mindgist."""
    return EmgnGraph.shipped() if model is None else EmgnGraph(model)


@cache
def _shipped() -> EmgnGraph:
    with as_file(files("mindgist") / "models" / "emgn") as folder:
        return EmgnGraph(folder)


def _session(path: Path):  # type: ignore[no-untyped-def]
    """A session with one thread: the network is small, and several documents are faster in several processes."""
    import onnxruntime

    from mindgist.graph.onnx_check import has_inner_graph

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        if has_inner_graph(path.read_bytes()):
            raise ModelError(f"{path} has loops or branches, which no model of mindgist has and which might never end")
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except ModelError:
        raise
    except Exception as error:  # onnxruntime's exceptions have no common base class
        raise ModelError(f"{path} is no model that onnxruntime can read: {error}") from error
