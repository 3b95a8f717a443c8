"""Export of a trained network to ONNX, so that making maps needs no torch.

The graph is written in ONNX's own text format instead of traced: all sizes stay dynamic, and ONNX's LSTM handles
sequence lengths.
"""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from mindgist.files import make_folder, write_file, write_json
from mindgist.graph.vocabulary import Vocabulary
from mindgist.learn.checkpoint import load_detector, save_vocabulary
from mindgist.learn.detector import BidirectionalLstm, GraphDetector
from mindgist.learn.training import read_history

# IR version 8 is supported by every onnxruntime that mindgist accepts. BOTH is 2H, the units of both directions.
_GRAPH = """
<ir_version: 8, opset_import: ["": 17], producer_name: "mindgist">
emgn (int64[sentences, words] words, int64[sentences] word_counts, float[earlier, BOTH] earlier,
      int64[documents, most_sentences] places, int64[documents] sentence_counts)
  => (float[all_sentences, BOTH] sentences, float[documents, most_sentences, most_sentences] scores)
{
  words_in_time = Transpose <perm = [1, 0]> (words)
  word_vectors = Gather (vectors, words_in_time)
  word_lengths = Cast <to = 6> (word_counts)
  word_states = LSTM <direction = "bidirectional", hidden_size = HIDDEN>
    (word_vectors, word_input, word_recurrent, word_bias, word_lengths)
  word_turned = Transpose <perm = [2, 0, 1, 3]> (word_states)
  word_hidden = Reshape (word_turned, joined)

  words_shape = Shape (words)
  longest = Gather (words_shape, one)
  steps = Range (zero, longest, one)
  steps_row = Unsqueeze (steps, axis_0)
  counts_column = Unsqueeze (word_counts, axis_1)
  inside = Less (steps_row, counts_column)
  mask = Unsqueeze (inside, axis_2)
  real_words = Where (mask, word_hidden, nothing)
  new_sentences = ReduceMax <axes = [1], keepdims = 0> (real_words)
  sentences = Concat <axis = 0> (earlier, new_sentences)

  documents = Gather (sentences, places)
  documents_in_time = Transpose <perm = [1, 0, 2]> (documents)
  sentence_lengths = Cast <to = 6> (sentence_counts)
  sentence_states = LSTM <direction = "bidirectional", hidden_size = HIDDEN>
    (documents_in_time, sentence_input, sentence_recurrent, sentence_bias, sentence_lengths)
  sentence_turned = Transpose <perm = [2, 0, 1, 3]> (sentence_states)
  hidden = Reshape (sentence_turned, joined)

  start_product = MatMul (hidden, start_matrix)
  start = Add (start_product, start_offset)
  end_product = MatMul (hidden, end_matrix)
  end = Add (end_product, end_offset)
  start_bilinear = MatMul (start, bilinear)
  end_across = Transpose <perm = [0, 2, 1]> (end)
  products = MatMul (start_bilinear, end_across)
  BIAFFINE
  logits = Add (pair_scores, bias)
  scores = Sigmoid (logits)
}
"""
_BILINEAR = "pair_scores = Identity (products)"
_BIAFFINE = """
  start_alone = MatMul (start, start_weight)
  with_start = Add (products, start_alone)
  end_alone = MatMul (end, end_weight)
  end_turned = Transpose <perm = [0, 2, 1]> (end_alone)
  pair_scores = Add (with_start, end_turned)
"""


def onnx_graph(detector: GraphDetector) -> onnx.ModelProto:
    """Return the network as an ONNX model.

    Inputs: ``words`` (S, L), ``word_counts`` (S,), ``earlier`` (M, 2H), ``places`` (D, N), ``sentence_counts`` (D,).
    Outputs: the sentence vectors ``sentences`` (M + S, 2H) and ``scores`` (D, N, N). ``places`` are rows of
    ``sentences``. A long document can be encoded in parts: each part's ``sentences`` are the next part's ``earlier``.
    """
    hidden = detector.config.hidden
    scorer = _BIAFFINE if detector.config.scorer == "biaffine" else _BILINEAR
    text = _GRAPH.replace("BIAFFINE", scorer).replace("BOTH", str(2 * hidden)).replace("HIDDEN", str(hidden))
    model = onnx.parser.parse_model(text)
    model.graph.initializer.extend(
        onnx.numpy_helper.from_array(np.ascontiguousarray(value), name) for name, value in _constants(detector).items()
    )
    onnx.checker.check_model(model)
    return model


def _constants(detector: GraphDetector) -> dict[str, NDArray[Any]]:
    """Return the constants of the graph by name: numbers, axes and the network's weights."""
    weights = {name: parameter.detach().numpy() for name, parameter in detector.named_parameters()}
    constants = {
        "zero": np.array(0),
        "one": np.array(1),
        "axis_0": np.array([0]),
        "axis_1": np.array([1]),
        "axis_2": np.array([2]),
        "nothing": np.array(-np.inf, dtype=np.float32),
        "joined": np.array([0, 0, 2 * detector.config.hidden]),  # 0 keeps a size as it is
        "vectors": weights["vectors"],
        **_lstm_constants("word", detector.word_encoder),
        **_lstm_constants("sentence", detector.sentence_encoder),
        "bilinear": weights["bilinear"],
        "bias": weights["bias"],
    }
    for side in ("start", "end"):
        constants |= {f"{side}_matrix": weights[f"{side}.weight"].T, f"{side}_offset": weights[f"{side}.bias"]}
        if detector.config.scorer == "biaffine":
            constants[f"{side}_weight"] = weights[f"{side}_weight"][:, None]
    return constants


def _lstm_constants(name: str, encoder: BidirectionalLstm) -> dict[str, NDArray[np.float32]]:
    ways = (encoder.forward_lstm, encoder.backward_lstm)
    biases = [np.concatenate([_gates(way.bias_ih_l0), _gates(way.bias_hh_l0)]) for way in ways]
    return {
        f"{name}_input": np.stack([_gates(way.weight_ih_l0) for way in ways]),
        f"{name}_recurrent": np.stack([_gates(way.weight_hh_l0) for way in ways]),
        f"{name}_bias": np.stack(biases),
    }


def _gates(parameter: Any) -> NDArray[np.float32]:
    """Reorder an LSTM's gates from torch (input, forget, cell, output) to ONNX (input, output, forget, cell)."""
    input_, forget, cell, output = np.split(parameter.detach().numpy(), 4)
    return np.concatenate([input_, output, forget, cell])


def export_model(
    detector: GraphDetector, vocabulary: Vocabulary, folder: Path, training: Mapping[str, Any] | None = None
) -> None:
    """Write a model for ``graph/emgn.py``: the ONNX graph, the vocabulary and the configuration."""
    make_folder(folder)
    config = {"model": "emgn", "detector": asdict(detector.config), "words": len(vocabulary), "training": training}
    write_file(folder / "model.onnx", onnx_graph(detector).SerializeToString())
    save_vocabulary(folder, vocabulary)
    write_json(folder / "config.json", config)


def export_run(run: Path, folder: Path) -> Vocabulary:
    """Export the best network of a training run and return its vocabulary."""
    detector, vocabulary = load_detector(run)
    history = read_history(run)
    training = history.settings | {"epochs": history.best + 1} | history.epochs[history.best] if history else None
    export_model(detector, vocabulary, folder, training)
    return vocabulary
