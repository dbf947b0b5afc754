"""Writes the trained layers as an ONNX file that OpenCV reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.classifier import CLASSES, CROP_HEIGHT, CROP_WIDTH

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

OPSET: Final = 13


@dataclass(frozen=True, slots=True)
class Layer:
    """Weights and bias of a 3 by 3 convolution (followed by ReLU and 2 by 2 pooling) or of a last, dense layer."""

    weights: Floats
    bias: Floats


def onnx_bytes(convolutions: list[Layer], hidden: Layer, last: Layer) -> bytes:
    """The network as ONNX: input ``crops`` (n by 3 by rows by columns), output ``logits`` (n by classes)."""
    nodes, weights = [], []
    value = "crops"
    for index, layer in enumerate(convolutions):
        weights.append(numpy_helper.from_array(layer.weights, f"w{index}"))
        weights.append(numpy_helper.from_array(layer.bias, f"b{index}"))
        nodes += [
            helper.make_node(
                "Conv",
                [value, f"w{index}", f"b{index}"],
                [f"c{index}"],
                kernel_shape=[3, 3],
                pads=[1, 1, 1, 1],
            ),
            helper.make_node("Relu", [f"c{index}"], [f"r{index}"]),
            helper.make_node("MaxPool", [f"r{index}"], [f"p{index}"], kernel_shape=[2, 2], strides=[2, 2]),
        ]
        value = f"p{index}"
    nodes.append(helper.make_node("Flatten", [value], ["flat"], axis=1))
    for name, layer, source, target in (("h", hidden, "flat", "dense"), ("o", last, "active", "logits")):
        weights.append(numpy_helper.from_array(layer.weights, f"w{name}"))
        weights.append(numpy_helper.from_array(layer.bias, f"b{name}"))
        nodes.append(helper.make_node("Gemm", [source, f"w{name}", f"b{name}"], [target], transB=1))
        if name == "h":
            nodes.append(helper.make_node("Relu", ["dense"], ["active"]))
    graph = helper.make_graph(
        nodes,
        "tiles",
        [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["n", 3, CROP_HEIGHT, CROP_WIDTH])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", CLASSES])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="jantaku")
    model.ir_version = 8
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString()
    return data
