"""A trained network as an ONNX graph, so that making maps needs no torch.

The graph is written node by node rather than traced: it is the network's own arithmetic, readable, with free sizes
everywhere, and ONNX's LSTM takes the lengths of its sequences itself.
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
from mindgist.learn.detector import BothWays, GraphDetector

_OPSET = 17
_IR_VERSION = 8  # old enough for every onnxruntime that mindgist takes


class _Writer:
    """Collects the nodes and constants of a graph; each method gives the name of what it adds."""

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
    """The network as an ONNX model.

    It takes ``words`` (S, L), ``word_counts`` (S,), ``earlier`` (M, 2H), ``places`` (D, N) and ``sentence_counts``
    (D,), and gives ``sentences`` (M + S, 2H), the vectors of the sentences, and ``scores`` (D, N, N). ``places`` are
    rows of ``sentences``, so a long document's sentences can be encoded some at a time: what one run gave as
    ``sentences`` the next one takes as ``earlier``.
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
    """Write the model as ``graph/emgn.py`` reads it: the ONNX graph, the vocabulary and the configuration."""
    make_folder(folder)
    config = {"model": "emgn", "detector": asdict(detector.config), "words": len(vocabulary), "training": training}
    write_file(folder / "model.onnx", onnx_graph(detector).SerializeToString())
    write_file(folder / "vocabulary.txt", "\n".join(vocabulary.words) + "\n")
    write_json(folder / "config.json", config)


def _sentences(writer: _Writer, detector: GraphDetector, both: int) -> None:
    """From words to ``sentences``: BiLSTM, then the largest of each hidden number over a sentence's own words."""
    table = writer.constant("vectors", detector.vectors.detach().numpy())
    in_time = writer.node("Transpose", ["words"], "words_in_time", perm=[1, 0])
    vectors = writer.node("Gather", [table, in_time], "word_vectors")  # (L, S, d)
    hidden = _both_ways(writer, "word", detector.word_encoder, vectors, "word_counts", both)  # (S, L, 2H)
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
    hidden = _both_ways(writer, "sentence", detector.sentence_encoder, in_time, "sentence_counts", both)
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


def _both_ways(writer: _Writer, name: str, encoder: BothWays, sequences: str, counts: str, both: int) -> str:
    """A BiLSTM from (T, B, d) to (B, T, 2H)."""
    ways = (encoder.onward, encoder.back)
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
    """An LSTM's gates, from torch's order (input, forget, cell, output) to ONNX's (input, output, forget, cell)."""
    input_, forget, cell, output = np.split(parameter.detach().numpy(), 4)
    return np.concatenate([input_, output, forget, cell])


def _linear(writer: _Writer, name: str, layer: nn.Linear, hidden: str) -> str:
    weight = writer.constant(f"{name}_matrix", layer.weight.detach().numpy().T)
    product = writer.node("MatMul", [hidden, weight], f"{name}_product")
    return writer.node("Add", [product, writer.constant(f"{name}_offset", layer.bias.detach().numpy())], f"{name}_side")
