"""Trains the network that finds tiles (``python -m tools.training.finder.train``): on one core, repeatable by seed.

It needs the packages of ``jantaku[train]``. Drawn scenes (``scenes.py``) carry the exact axes of every face;
photographs with boxes, given by ``--photos``, have no axes, so only the box that the axes span is learned.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from torch import nn

from tools.training.finder.export import Convolution, finder_onnx
from tools.training.finder.scenes import ScenePainter, Seen
from tools.training.finder.snapshots import random_prints, real_prints, real_scenes
from vision.lens import Floats32, Image
from vision.photo.finding.finder import AXES_PX, FINDER_FILE, STRIDE, network_input
from vision.prints.chance import happens

SIZE: Final = 192
"""Side of the scenes. [px; judged: some dozen tiles]"""
BATCH: Final = 8
"""Scenes in a batch. [scenes; judged: as many cells as memory of one core likes]"""
SURE_SHARE: Final = 0.6
"""A tile of which a larger share is visible counts as present. [share; judged: more than half]"""
LEAST_SHARE: Final = 0.25
"""A tile less visible than this share counts as absent; in between, finding it is neither right nor wrong.
[share; judged: a corner]"""
MINE: Final = 0.35
"""Cells this near to a tile's middle learn its axes. [half axes, squared; derived: 0.6 of the way to its edge]"""
CENTRE: Final = 0.999
"""A cell of this value is a tile's middle. [1; derived: 1, rounded]"""
SAY_EVERY: Final = 50
"""Steps between two lines about the progress. [steps; judged: some seconds]"""
MAPS: Final = 2
"""Faces, backs. [count; defined]"""
SPANS: Final = 8
"""Two numbers for the place, and three for each axis: its outer product with itself, so that its sign does not
matter. [count; defined]"""


def block(before: int, after: int, stride: int = 1, spread: int = 1) -> Any:
    """A 3 by 3 convolution with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, spread, spread, bias=False), nn.BatchNorm2d(after), nn.ReLU()
    )


def build_network() -> Any:
    """Three parts: ``near`` sees detail at a quarter's scale, ``far`` 190 pixels around a place, ``last`` joins both."""
    near = nn.Sequential(block(3, 16, 2), block(16, 32, 2), block(32, 40))
    far = nn.Sequential(
        block(40, 64, 2),
        block(64, 64),
        block(64, 64, 1, 2),
        block(64, 64, 1, 4),
        block(64, 64),
        block(64, 40),
    )
    last = nn.Sequential(block(40, 56), nn.Conv2d(56, MAPS + SPANS, 1))
    nn.init.constant_(last[1].bias[:MAPS], -3.0)
    return nn.ModuleDict({"near": near, "far": far, "last": last})


def maps_of(network: Any, pictures: Any) -> Any:
    """The network's answer: ``MAPS`` logits and ``SPANS`` numbers for every cell of ``STRIDE`` pixels."""
    near = network["near"](pictures)
    return network["last"](near + nn.functional.interpolate(network["far"](near), scale_factor=2))


def targets(seen: Sequence[Seen], size: int = SIZE) -> tuple[Floats32, Floats32, Floats32]:
    """Maps of where tiles are (2, values 0 to 1), spans (8) with their weight (1), and where to learn (2)."""
    cells = size // STRIDE
    maps = np.zeros((MAPS, cells, cells), np.float32)
    spans = np.zeros((SPANS + 1, cells, cells), np.float32)
    learn = np.ones((MAPS, cells, cells), np.float32)
    y, x = np.mgrid[0:cells, 0:cells].astype(np.float32)
    nearest = np.full((cells, cells), np.inf, np.float32)
    for one in seen:
        if one.share < LEAST_SHARE:
            continue
        centre = (one.x + 0.5) / STRIDE - 0.5, (one.y + 0.5) / STRIDE - 0.5
        along, across = np.array(one.along), np.array(one.across)
        shape = np.outer(along, along) + np.outer(across, across)
        around = np.linalg.inv(shape + np.eye(2) * 1e-3)
        dx, dy = (x - centre[0]) * STRIDE, (y - centre[1]) * STRIDE
        apart = around[0, 0] * dx * dx + 2 * around[0, 1] * dx * dy + around[1, 1] * dy * dy
        if one.share < SURE_SHARE:
            learn[:, apart < 1.0] = 0
            continue
        column, row = round(centre[0]), round(centre[1])
        heat = np.exp(-0.5 * apart / 0.22**2)
        if 0 <= column < cells and 0 <= row < cells:
            heat[row, column] = 1.0
        maps[int(one.back)] = np.maximum(maps[int(one.back)], heat)
        mine = (apart < MINE) & (apart < nearest)
        nearest[mine] = apart[mine]
        spans[0][mine], spans[1][mine] = -dx[mine] / STRIDE, -dy[mine] / STRIDE
        for index, axis in ((2, along), (5, across)):
            product = np.outer(axis, axis) / AXES_PX**2
            for step, value in enumerate((product[0, 0], product[0, 1], product[1, 1])):
                spans[index + step][mine] = value
        spans[SPANS][mine] = 1.0
    return maps, spans, learn


@dataclass(frozen=True, slots=True)
class Cycle:
    """A round of training: how long, its highest rate, and the share of samples shown far too large."""

    epochs: int
    rate: float
    magnified: float


CYCLES: Final = (Cycle(4, 3e-3, 0.0), Cycle(2, 1.5e-3, 0.12))
"""Epochs, highest rate, share of magnified scenes. [count; judged: until real photographs no longer gained]"""


def say(text: str) -> None:
    """Print the progress."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def heat_loss(logits: Any, maps: Any, learn: Any) -> Any:
    """Focal loss for points with soft surroundings (Zhou, Wang and Krähenbühl 2019, equation 1)."""
    chance = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    there = (maps >= CENTRE).float()
    hit = there * (1 - chance) ** 2 * torch.log(chance)
    miss = (1 - there) * (1 - maps) ** 4 * chance**2 * torch.log(1 - chance)
    return -((hit + miss) * learn).sum() / there.sum().clamp(min=1)


def span_loss(spans: Any, wanted: Any, boxes_only: Any) -> Any:
    """Return the error of places and axes; where only the box is known, that of its sides."""
    weight = wanted[:, SPANS]
    area = torch.sqrt(
        (wanted[:, 2] * wanted[:, 7] + wanted[:, 4] * wanted[:, 5] - 2 * wanted[:, 3] * wanted[:, 6]).clamp(
            min=1e-2
        )
    )
    place = (spans[:, :2] - wanted[:, :2]).abs().sum(1)
    axes = (spans[:, 2:] - wanted[:, 2:SPANS]).abs().sum(1) / area
    sides = 0
    for first, second in ((2, 5), (4, 7)):
        half = torch.sqrt(spans[:, first].clamp(min=1e-3)) + torch.sqrt(spans[:, second].clamp(min=1e-3))
        sides = sides + (half - torch.sqrt(wanted[:, first] + wanted[:, second])).abs() * 0.5
    known = ~boxes_only[:, None, None]
    off = torch.where(known, place + axes, 0.5 * place + 0.5 * sides)
    return (off * weight).sum() / weight.sum().clamp(min=1)


def turned(
    picture: Image, truth: tuple[Floats32, Floats32, Floats32], quarter: int, mirrored: bool
) -> tuple[Image, tuple[Floats32, Floats32, Floats32]]:
    """A sample mirrored and turned, its spans with it."""
    maps, spans, learn = truth
    if mirrored:
        picture, maps, spans, learn = (
            picture[:, ::-1],
            maps[..., ::-1],
            spans[..., ::-1].copy(),
            learn[..., ::-1],
        )
        spans[[0, 3, 6]] *= -1
    for _ in range(quarter):
        picture = np.rot90(picture)
        maps, learn = np.rot90(maps, axes=(1, 2)), np.rot90(learn, axes=(1, 2))
        spans = np.rot90(spans, axes=(1, 2)).copy()
        spans = np.stack(
            [spans[1], -spans[0], spans[4], -spans[3], spans[2], spans[7], -spans[6], spans[5], spans[8]]
        )
    return picture, (maps, spans, learn)


def magnified(
    picture: Image, random: np.random.Generator
) -> tuple[Image, tuple[Floats32, Floats32, Floats32]]:
    """A third of a sample, magnified three times: it teaches that the print of a huge tile is not a small tile."""
    part = SIZE // 3
    left, top = (int(random.integers(SIZE - part)) for _ in range(2))
    large = cv2.resize(
        picture[top : top + part, left : left + part], (SIZE, SIZE), interpolation=cv2.INTER_CUBIC
    )
    return np.asarray(large, np.uint8), targets([])


Sample = tuple["Image", "tuple[Floats32, Floats32, Floats32]", bool]


def painted(random: np.random.Generator, scenes: int, art: Path | None, photos: Path | None) -> list[Sample]:
    """Drawn scenes; where photographs are given, also a fifth as many cut-outs of them."""
    prints = random_prints(random, art)
    if photos is not None:
        prints += real_prints(photos) * 2
    painter = ScenePainter(prints, random, SIZE)
    samples: list[Sample] = []
    for _ in range(scenes):
        picture, seen = painter.scene()
        samples.append((picture, targets(seen), False))
    if photos is not None:
        samples += [
            (picture, (*targets(seen)[:2], learn), True)
            for picture, seen, learn in real_scenes(photos, random, scenes // 5, SIZE)
        ]
    return samples


def fit(network: Any, samples: list[Sample], cycle: Cycle, random: np.random.Generator) -> None:
    """Train with a rising and falling rate."""
    epochs = cycle.epochs
    steps = epochs * (len(samples) // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=cycle.rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, cycle.rate, total_steps=steps, pct_start=0.15)
    network.train()
    for epoch in range(epochs):
        order = random.permutation(len(samples))
        total, started = np.zeros(2), time.monotonic()
        for step in range(len(samples) // BATCH):
            pictures, parts, boxes_only = [], [], []
            for index in order[step * BATCH : (step + 1) * BATCH]:
                picture, truth, boxed = samples[index]
                if cycle.magnified and happens(random, cycle.magnified):
                    picture, truth = magnified(picture, random)
                shown, truth = turned(picture, truth, int(random.integers(4)), bool(random.integers(2)))
                pictures.append(shown.astype(np.float32) * random.uniform(0.75, 1.2, 3))
                parts.append(truth)
                boxes_only.append(boxed)
            batch = torch.from_numpy(network_input(np.stack(pictures).clip(0, 255)))
            maps, spans, learn = (
                torch.from_numpy(np.ascontiguousarray(np.stack([part[i] for part in parts])))
                for i in range(3)
            )
            optimiser.zero_grad()
            with torch.autocast("cpu", torch.bfloat16):
                out = maps_of(network, batch.contiguous(memory_format=torch.channels_last))
            out = out.float()
            heat = heat_loss(out[:, :MAPS], maps, learn)
            span = span_loss(out[:, MAPS:], spans, torch.tensor(boxes_only))
            (heat + span).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 20.0)
            optimiser.step()
            schedule.step()
            total += float(heat.detach()), float(span.detach())
            if (step + 1) % SAY_EVERY == 0:
                say(f"  {step + 1}: {total / (step + 1)} {time.monotonic() - started:.0f} s")
        mean = total / max(len(samples) // BATCH, 1)
        say(
            f"epoch {epoch + 1}: heat {mean[0]:.3f} spans {mean[1]:.3f} in {time.monotonic() - started:.0f} s"
        )


def exported(network: Any) -> bytes:
    """The network as ONNX, normalisation folded in."""
    network.eval()
    parts = {
        name: [_folded(layer) for layer in network[name] if isinstance(layer, nn.Sequential)]
        for name in ("near", "far", "last")
    }
    head = network["last"][1]
    parts["last"].append(Convolution(head.weight.detach().numpy(), head.bias.detach().numpy(), relu=False))
    return finder_onnx(parts["near"], parts["far"], parts["last"])


def _folded(layer: Any) -> Convolution:
    convolution, norm = layer[0], layer[1]
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = (convolution.weight * scale[:, None, None, None]).detach().contiguous().numpy()
    bias = (norm.bias - norm.running_mean * scale).detach().numpy()
    return Convolution(weights, bias, convolution.stride[0], convolution.dilation[0])


def main(arguments: Sequence[str] | None = None) -> int:
    """Paint, train, export."""
    parser = argparse.ArgumentParser(prog="tools.training.finder.train", description=__doc__)
    parser.add_argument("--art", type=Path, help="folder of other people's tile faces (PNG)")
    parser.add_argument("--photos", type=Path, help="folder of photographs with boxes (images/, labels/)")
    parser.add_argument("--scenes", type=int, default=2600)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "model" / FINDER_FILE)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    random = np.random.default_rng(options.seed)
    started = time.monotonic()
    samples = painted(random, options.scenes, options.art, options.photos)
    say(f"{len(samples)} scenes in {time.monotonic() - started:.0f} s")
    network = build_network().to(memory_format=torch.channels_last)
    say(f"{sum(parameter.numel() for parameter in network.parameters())} weights")
    for number, cycle in enumerate(CYCLES, 1):
        fit(network, samples, cycle, np.random.default_rng(options.seed + number))
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_bytes(exported(network))
        network.train()
    say(f"{options.out}: {options.out.stat().st_size} bytes, {time.monotonic() - started:.0f} s in all")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
