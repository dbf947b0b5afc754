"""Writes the trained finder of tiles as an ONNX file that OpenCV reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.lens import Floats32

OPSET: Final = 13
"""Version of ONNX's operators. [number; defined: OpenCV 4.10 and 5 read it]"""


@dataclass(frozen=True, slots=True)
class Convolution:
    """Weights and bias of a square convolution that keeps the picture's size but for its stride."""

    weights: Floats32
    bias: Floats32
    stride: int = 1
    spread: int = 1
    relu: bool = True


def finder_onnx(
    near: Sequence[Convolution], far: Sequence[Convolution], last: Sequence[Convolution]
) -> bytes:
    """Input ``picture`` (n by 3 by rows by columns, multiples of 8), output ``maps``, a quarter as large each way."""
    nodes: list[Any] = []
    weights: list[Any] = [numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "twice")]
    detail = _chain("near", near, "picture", nodes, weights)
    around = _chain("far", far, detail, nodes, weights)
    nodes += [
        helper.make_node(
            "Resize",
            [around, "", "twice"],
            ["large"],
            mode="nearest",
            coordinate_transformation_mode="asymmetric",
            nearest_mode="floor",
        ),
        helper.make_node("Add", [detail, "large"], ["both"]),
    ]
    out = _chain("last", last, "both", nodes, weights)
    nodes.append(helper.make_node("Identity", [out], ["maps"]))
    graph = helper.make_graph(
        nodes,
        "finder",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["n", 3, "rows", "columns"])],
        [helper.make_tensor_value_info("maps", TensorProto.FLOAT, ["n", len(last[-1].bias), "r", "c"])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="jantaku")
    model.ir_version = 8
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString()
    return data


def _chain(name: str, layers: Sequence[Convolution], value: str, nodes: list[Any], weights: list[Any]) -> str:
    for index, layer in enumerate(layers):
        here = f"{name}{index}"
        side = layer.weights.shape[2]
        pad = layer.spread * (side // 2)
        weights += [
            numpy_helper.from_array(np.ascontiguousarray(layer.weights), f"{here}w"),
            numpy_helper.from_array(np.ascontiguousarray(layer.bias), f"{here}b"),
        ]
        nodes.append(
            helper.make_node(
                "Conv",
                [value, f"{here}w", f"{here}b"],
                [here],
                kernel_shape=[side, side],
                strides=[layer.stride] * 2,
                dilations=[layer.spread] * 2,
                pads=[pad] * 4,
            )
        )
        value = here
        if layer.relu:
            nodes.append(helper.make_node("Relu", [here], [f"{here}r"]))
            value = f"{here}r"
    return value
