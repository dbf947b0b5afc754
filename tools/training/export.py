"""Writes the trained layers as an ONNX file that OpenCV reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.lens import Floats32
from vision.model.classifier import CLASSES, CROP_HEIGHT, CROP_WIDTH, FEATURES, LOGITS

OPSET: Final = 13
"""Version of ONNX's operators. [number; defined: OpenCV 4.10 and 5 read it]"""


@dataclass(frozen=True, slots=True)
class ExportedLayer:
    """Weights and bias of a convolution (followed by ReLU) with its stride, or of a dense layer."""

    weights: Floats32
    bias: Floats32
    stride: int = 1


def onnx_bytes(convolutions: list[ExportedLayer], hidden: ExportedLayer, last: ExportedLayer) -> bytes:
    """The network as ONNX: input ``crops`` (n by 3 by rows by columns), outputs ``logits`` (n by classes) and ``features``."""
    nodes, weights = [], []
    value = "crops"
    for index, layer in enumerate(convolutions):
        weights.append(numpy_helper.from_array(layer.weights, f"w{index}"))
        weights.append(numpy_helper.from_array(layer.bias, f"b{index}"))
        size = layer.weights.shape[-1]
        nodes += [
            helper.make_node(
                "Conv",
                [value, f"w{index}", f"b{index}"],
                [f"c{index}"],
                kernel_shape=[size, size],
                pads=[size // 2] * 4,
                strides=[layer.stride] * 2,
            ),
            helper.make_node("Relu", [f"c{index}"], [f"r{index}"]),
        ]
        value = f"r{index}"
    nodes.append(helper.make_node("Flatten", [value], ["flat"], axis=1))
    for name, layer, source, target in (("h", hidden, "flat", "dense"), ("o", last, FEATURES, LOGITS)):
        weights.append(numpy_helper.from_array(layer.weights, f"w{name}"))
        weights.append(numpy_helper.from_array(layer.bias, f"b{name}"))
        nodes.append(helper.make_node("Gemm", [source, f"w{name}", f"b{name}"], [target], transB=1))
        if name == "h":
            nodes.append(helper.make_node("Relu", ["dense"], [FEATURES]))
    graph = helper.make_graph(
        nodes,
        "tiles",
        [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["n", 3, CROP_HEIGHT, CROP_WIDTH])],
        [
            helper.make_tensor_value_info(LOGITS, TensorProto.FLOAT, ["n", CLASSES]),
            helper.make_tensor_value_info(FEATURES, TensorProto.FLOAT, ["n", len(hidden.bias)]),
        ],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="jantaku")
    model.ir_version = 8
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString()
    return data
