"""The network: its layers, and its conversion to an ONNX file."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tools.training.export import ExportedLayer, onnx_bytes
from vision.lens import Floats32
from vision.model.classifier import CLASSES, CROP_HEIGHT, CROP_WIDTH, network_input

CHANNELS: Final = ((5, 2, 32), (3, 2, 48), (3, 1, 64), (3, 2, 96), (3, 2, 128))
"""Convolutions: size, stride, channels. Strides instead of pooling keep the first, largest layers cheap. [px, px,
count; judged: the cost of a cut-out on a Pi]"""
HIDDEN: Final = 128
"""Width of the layer before the last. [count; judged: the cost of a cut-out on a Pi]"""


def build_network() -> Any:
    """Five convolutions and two dense layers."""
    layers: list[Any] = []
    before, rows, columns = 3, CROP_HEIGHT, CROP_WIDTH
    for size, stride, after in CHANNELS:
        layers += [
            nn.Conv2d(before, after, size, stride=stride, padding=size // 2),
            nn.BatchNorm2d(after),
            nn.ReLU(),
        ]
        before, rows, columns = after, -(-rows // stride), -(-columns // stride)
    layers += [nn.Flatten(), nn.Dropout(0.15), nn.Linear(before * rows * columns, HIDDEN), nn.ReLU()]
    layers.append(nn.Linear(HIDDEN, CLASSES))
    return nn.Sequential(*layers)


def exported(network: Any, temperature: float) -> bytes:
    """The network as ONNX, batch normalisation folded in and the last layer divided by ``temperature``."""
    modules = list(network)
    last_norm = 3 * len(CHANNELS)
    convolutions = []
    for convolution, norm in zip(modules[0:last_norm:3], modules[1:last_norm:3], strict=True):
        scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        weights = (convolution.weight * scale[:, None, None, None]).detach()
        bias = ((convolution.bias - norm.running_mean) * scale + norm.bias).detach()
        convolutions.append(ExportedLayer(weights.numpy(), bias.numpy(), convolution.stride[0]))
    hidden, last = modules[-3], modules[-1]
    return onnx_bytes(
        convolutions,
        ExportedLayer(hidden.weight.detach().numpy(), hidden.bias.detach().numpy()),
        ExportedLayer(last.weight.detach().numpy() / temperature, last.bias.detach().numpy() / temperature),
    )


def logits_of(network: Any, crops: NDArray[np.uint8]) -> Floats32:
    """Logits without training, in pieces."""
    network.eval()
    with torch.no_grad():
        parts = [network(torch.from_numpy(network_input(part).copy())) for part in _pieces(crops)]
    return np.concatenate([part.numpy() for part in parts])


def _pieces(crops: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    return [crops[start : start + 512] for start in range(0, len(crops), 512)]
