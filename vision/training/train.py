"""Trains the network that names tiles: ``python -m vision.training.train``, on one core, repeatable from its seed.

It needs the packages of ``jantaku[train]`` (torch, onnx), best in an environment of their own. Without ``--art`` it sees
our own drawings only.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
import torch
from torch import nn

from vision.classifier import CLASSES, CROP_HEIGHT, CROP_WIDTH, MODEL_FILE, OTHER_CLASS, network_input
from vision.training.crops import CropPainter
from vision.training.export import Layer, onnx_bytes
from vision.training.pool import print_pool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

CHANNELS: Final = (3, 16, 24, 40, 64)
HIDDEN: Final = 96
BATCH: Final = 128
PEAK_RATE: Final = 4e-3
SMOOTHING: Final = 0.02
"""Label smoothing keeps the logits of easy tiles from growing without end."""


def build_network() -> Any:
    """Four convolutions, each halving the picture, and two dense layers."""
    layers: list[Any] = []
    for before, after in pairwise(CHANNELS):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU(), nn.MaxPool2d(2)]
    cells = (CROP_HEIGHT // 16) * (CROP_WIDTH // 16)
    layers += [nn.Flatten(), nn.Dropout(0.1), nn.Linear(CHANNELS[-1] * cells, HIDDEN), nn.ReLU()]
    layers.append(nn.Linear(HIDDEN, CLASSES))
    return nn.Sequential(*layers)


def exported(network: Any, temperature: float) -> bytes:
    """The network as ONNX, batch normalisation folded in and the last layer divided by ``temperature``."""
    modules = list(network)
    convolutions = []
    for convolution, norm in zip(modules[0:16:4], modules[1:16:4], strict=True):
        scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
        weights = (convolution.weight * scale[:, None, None, None]).detach()
        bias = ((convolution.bias - norm.running_mean) * scale + norm.bias).detach()
        convolutions.append(Layer(weights.numpy(), bias.numpy()))
    hidden, last = modules[-3], modules[-1]
    return onnx_bytes(
        convolutions,
        Layer(hidden.weight.detach().numpy(), hidden.bias.detach().numpy()),
        Layer(last.weight.detach().numpy() / temperature, last.bias.detach().numpy() / temperature),
    )


def paint(painter: CropPainter, count: int) -> tuple[Any, Any]:
    """``count`` cut-outs as tensors: bytes, and classes."""
    crops, classes = painter.batch(count)
    return torch.from_numpy(crops), torch.from_numpy(classes)


def tensor(crops: Any) -> Any:
    """Cut-outs as the network takes them."""
    return torch.from_numpy(network_input(crops.numpy()))


def fit(network: Any, crops: Any, classes: Any, epochs: int) -> None:
    """Train with a rising and falling rate."""
    steps = epochs * (len(crops) // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK_RATE, total_steps=steps, pct_start=0.2)
    loss_of = nn.CrossEntropyLoss(label_smoothing=SMOOTHING)
    network.train()
    for epoch in range(epochs):
        order = torch.randperm(len(crops))
        total, started = 0.0, time.monotonic()
        for step in range(len(crops) // BATCH):
            chosen = order[step * BATCH : (step + 1) * BATCH]
            optimiser.zero_grad()
            loss = loss_of(network(tensor(crops[chosen])), classes[chosen])
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        mean = total / (len(crops) // BATCH)
        say(f"epoch {epoch + 1}: loss {mean:.3f} in {time.monotonic() - started:.0f} s")


def logits_of(network: Any, crops: Any) -> Any:
    """Logits without training, in pieces."""
    network.eval()
    with torch.no_grad():
        return torch.cat([network(tensor(part)) for part in crops.split(512)])


def best_temperature(logits: Any, classes: Any) -> float:
    """The divisor of the logits under which the probabilities are most likely."""
    candidates = np.geomspace(0.2, 4.0, 80)
    losses = [float(nn.functional.cross_entropy(logits / t, classes)) for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def figures(probabilities: NDArray[np.float32], classes: NDArray[np.int64]) -> dict[str, float]:
    """Shares of right names, and the gap between confidence and being right (expected calibration error)."""
    named, sure = probabilities.argmax(1), probabilities.max(1)
    right = named == classes
    bins = np.digitize(sure, np.linspace(0, 1, 16)[1:-1])
    gap = sum(
        abs(right[bins == index].mean() - sure[bins == index].mean()) * (bins == index).mean()
        for index in np.unique(bins)
    )
    tiles, others = classes != OTHER_CLASS, classes == OTHER_CLASS
    return {
        "tiles named rightly": float(right[tiles].mean()),
        "tiles named wrongly with 90 % or more": float((~right & tiles & (sure >= 0.9)).sum() / tiles.sum()),
        "other called other": float(right[others].mean()),
        "calibration error": float(gap),
    }


def say(text: str) -> None:
    """Tell whoever waits how far it is."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Paint, train, calibrate, export, and print the figures for the model card."""
    parser = argparse.ArgumentParser(prog="vision.training.train", description=__doc__)
    parser.add_argument("--art", type=Path, help="folder of other people's tile faces (PNG)")
    parser.add_argument("--crops", type=int, default=80_000)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent.parent / "model" / MODEL_FILE)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    random = np.random.default_rng(options.seed)
    started = time.monotonic()
    painter = CropPainter(print_pool(random, options.art), random)
    crops, classes = paint(painter, options.crops)
    say(f"{options.crops} cut-outs painted in {time.monotonic() - started:.0f} s")
    network = build_network()
    say(f"{sum(parameter.numel() for parameter in network.parameters())} weights")
    fit(network, crops, classes, options.epochs)
    held_out, truth = paint(painter, 6000)
    temperature = best_temperature(logits_of(network, held_out[:3000]), truth[:3000])
    say(f"temperature {temperature:.2f}")
    probabilities = torch.softmax(logits_of(network, held_out[3000:]) / temperature, 1).numpy()
    for name, figure in figures(probabilities, truth[3000:].numpy()).items():
        say(f"{name}: {figure:.4f}")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(exported(network, temperature))
    say(f"{options.out}: {options.out.stat().st_size} bytes, {time.monotonic() - started:.0f} s in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
