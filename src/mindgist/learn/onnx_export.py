"""Export of a trained network to ONNX, so that making maps needs no torch.

The graph is written node by node instead of traced: all sizes stay dynamic, and ONNX's LSTM handles sequence lengths.
"""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from mindgist.files import make_folder, write_file, write_json
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.checkpoint import load_detector
from mindgist.learn.detector import BidirectionalLstm, GraphDetector
from mindgist.learn.training import read_history

_OPSET = 17
_IR_VERSION = 8  # supported by every onnxruntime that mindgist accepts


class _Writer:
    """Collects the nodes and constants of a graph; each method returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output


def onnx_graph(detector: GraphDetector) -> onnx.ModelProto:
    """Return the network as an ONNX model.

    Inputs: ``words`` (S, L), ``word_counts`` (S,), ``earlier`` (M, 2H), ``places`` (D, N), ``sentence_counts`` (D,).
    Outputs: the sentence vectors ``sentences`` (M + S, 2H) and ``scores`` (D, N, N). ``places`` are rows of
    ``sentences``. A long document can be encoded in parts: each part's ``sentences`` are the next part's ``earlier``.
    """
    both = 2 * detector.config.hidden
    writer = _Writer()
    _sentences(writer, detector, both)
    _scores(writer, detector, both)
    whole, real = TensorProto.INT64, TensorProto.FLOAT
    graph = helper.make_graph(
        writer.nodes,
        "emgn",
        inputs=[
            helper.make_tensor_value_info("words", whole, ["sentences", "words"]),
            helper.make_tensor_value_info("word_counts", whole, ["sentences"]),
            helper.make_tensor_value_info("earlier", real, ["earlier", both]),
            helper.make_tensor_value_info("places", whole, ["documents", "most_sentences"]),
            helper.make_tensor_value_info("sentence_counts", whole, ["documents"]),
        ],
        outputs=[
            helper.make_tensor_value_info("sentences", real, ["all_sentences", both]),
            helper.make_tensor_value_info("scores", real, ["documents", "most_sentences", "most_sentences"]),
        ],
        initializer=writer.constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], producer_name="mindgist")
    model.ir_version = _IR_VERSION
    onnx.checker.check_model(model)
    return model


def export_model(
    detector: GraphDetector, vocabulary: Vocabulary, folder: Path, training: Mapping[str, Any] | None = None
) -> None:
    """Write a model for ``graph/emgn.py``: the ONNX graph, the vocabulary and the configuration."""
    make_folder(folder)
    config = {"model": "emgn", "detector": asdict(detector.config), "words": len(vocabulary), "training": training}
    write_file(folder / "model.onnx", onnx_graph(detector).SerializeToString())
    write_file(folder / "vocabulary.txt", "\n".join(vocabulary.words) + "\n")
    write_json(folder / "config.json", config)


def export_run(run: Path, folder: Path) -> Vocabulary:
    """Export the best network of a training run and return its vocabulary."""
    detector, vocabulary = load_detector(run)
    history = read_history(run)
    training = history.settings | {"epochs": history.best + 1} | history.epochs[history.best] if history else None
    export_model(detector, vocabulary, folder, training)
    return vocabulary


def _sentences(writer: _Writer, detector: GraphDetector, both: int) -> None:
    """From words to ``sentences``: BiLSTM, then max-pooling over the words of each sentence."""
    table = writer.constant("vectors", detector.vectors.detach().numpy())
    in_time = writer.node("Transpose", ["words"], "words_in_time", perm=[1, 0])
    vectors = writer.node("Gather", [table, in_time], "word_vectors")  # (L, S, d)
    hidden = _bidirectional_lstm(writer, "word", detector.word_encoder, vectors, "word_counts", both)  # (S, L, 2H)
    zero, one = (writer.constant(name, np.array(value)) for name, value in (("zero", 0), ("one", 1)))
    first, second = (writer.constant(name, np.array([axis])) for name, axis in (("axis_0", 0), ("axis_1", 1)))
    shape = writer.node("Shape", ["words"], "words_shape")
    longest = writer.node("Gather", [shape, one], "longest")
    steps = writer.node("Range", [zero, longest, one], "steps")
    inside = writer.node(
        "Less",
        [writer.node("Unsqueeze", [steps, first], "steps_row"),
         writer.node("Unsqueeze", ["word_counts", second], "counts_column")],
        "inside",
    )  # fmt: skip
    last = writer.constant("axis_2", np.array([2]))
    mask = writer.node("Unsqueeze", [inside, last], "mask")
    nothing = writer.constant("nothing", np.array(-np.inf, dtype=np.float32))
    real = writer.node("Where", [mask, hidden, nothing], "real_words")
    new = writer.node("ReduceMax", [real], "new_sentences", axes=[1], keepdims=0)
    writer.node("Concat", ["earlier", new], "sentences", axis=0)


def _scores(writer: _Writer, detector: GraphDetector, both: int) -> None:
    """From ``sentences`` to ``scores``: BiLSTM, start and end transforms, bilinear or biaffine, sigmoid."""
    documents = writer.node("Gather", ["sentences", "places"], "documents")  # (D, N, 2H)
    in_time = writer.node("Transpose", [documents], "documents_in_time", perm=[1, 0, 2])
    hidden = _bidirectional_lstm(writer, "sentence", detector.sentence_encoder, in_time, "sentence_counts", both)
    start = _linear(writer, "start", detector.start, hidden)
    end = _linear(writer, "end", detector.end, hidden)
    across = writer.node("Transpose", [end], "end_across", perm=[0, 2, 1])
    bilinear = writer.constant("bilinear", detector.bilinear.detach().numpy())
    scores = writer.node("MatMul", [writer.node("MatMul", [start, bilinear], "start_bilinear"), across], "products")
    if detector.config.scorer == "biaffine":
        for name, side, perm in (("start", start, [0, 1, 2]), ("end", end, [0, 2, 1])):
            weight = getattr(detector, f"{name}_weight").detach().numpy()[:, None]
            alone = writer.node("MatMul", [side, writer.constant(f"{name}_weight", weight)], f"{name}_alone")
            turned = writer.node("Transpose", [alone], f"{name}_turned", perm=perm)
            scores = writer.node("Add", [scores, turned], f"with_{name}")
    bias = writer.constant("bias", detector.bias.detach().numpy())
    writer.node("Sigmoid", [writer.node("Add", [scores, bias], "logits")], "scores")


def _bidirectional_lstm(
    writer: _Writer, name: str, encoder: BidirectionalLstm, sequences: str, counts: str, both: int
) -> str:
    """A BiLSTM from (T, B, d) to (B, T, 2H)."""
    ways = (encoder.forward_lstm, encoder.backward_lstm)
    weights = [
        writer.constant(f"{name}_input", np.stack([_gates(way.weight_ih_l0) for way in ways])),
        writer.constant(f"{name}_recurrent", np.stack([_gates(way.weight_hh_l0) for way in ways])),
        writer.constant(
            f"{name}_bias",
            np.stack([np.concatenate([_gates(way.bias_ih_l0), _gates(way.bias_hh_l0)]) for way in ways]),
        ),
    ]
    lengths = writer.node("Cast", [counts], f"{name}_lengths", to=TensorProto.INT32)
    states = writer.node(
        "LSTM", [sequences, *weights, lengths], f"{name}_states", direction="bidirectional", hidden_size=both // 2
    )  # (T, 2, B, H)
    turned = writer.node("Transpose", [states], f"{name}_turned", perm=[2, 0, 1, 3])
    shape = writer.constant(f"{name}_shape", np.array([0, 0, both]))  # 0 keeps a size as it is
    return writer.node("Reshape", [turned, shape], f"{name}_hidden")


def _gates(parameter: Any) -> NDArray[np.float32]:
    """Reorder an LSTM's gates from torch (input, forget, cell, output) to ONNX (input, output, forget, cell)."""
    input_, forget, cell, output = np.split(parameter.detach().numpy(), 4)
    return np.concatenate([input_, output, forget, cell])


def _linear(writer: _Writer, name: str, layer: nn.Linear, hidden: str) -> str:
    weight = writer.constant(f"{name}_matrix", layer.weight.detach().numpy().T)
    product = writer.node("MatMul", [hidden, weight], f"{name}_product")
    return writer.node("Add", [product, writer.constant(f"{name}_offset", layer.bias.detach().numpy())], f"{name}_side")
