"""Trains the network that names tiles (``python -m tools.training.train``): on one core, repeatable by seed.

It needs the packages of ``jantaku[train]`` (torch, onnx and what reads art), best in an environment of their own.
``--art``, ``--fonts`` and ``--photos`` are optional; without any of them the network sees only our own drawings.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tools.training.chunks import ChunkSources, painted
from tools.training.crops import CropPainter
from tools.training.figures import best_temperature, figures
from tools.training.network import build_network, exported, logits_of
from tools.training.photos import TRAINING, RealCrops, real_crops
from tools.training.prints.prints import tuning_prints
from tools.training.shots import INSTALLED
from vision.lens import Image
from vision.model.classifier import MODEL_FILE
from vision.prints.chance import happens

Stage: TypeAlias = "tuple[tuple[int, ...], int, float]"
BATCH: Final = 128
"""Cut-outs in a batch. [cut-outs; judged: usual]"""
STAGES: Final = (
    ((0, 1, 3, 4), 6, 4e-3),
    ((0, 1, *range(3, 13)), 6, 3e-3),
    ((0, 1, *range(3, 15)), 12, 2.5e-3),
)
"""Chunks of drawn cut-outs, epochs and highest rate of each stage; each goes on from the one before. [count; judged:
until the figures of bench.seeing.network no longer improved]"""
CALIBRATION: Final = 2
"""The chunk on which the temperature is fitted; no stage sees it. ``bench.seeing.network`` measures the figures.
[index; defined]"""
SMOOTHING: Final = 0.02
"""Label smoothing keeps the logits of easy tiles from growing without end. [probability; judged: usual]"""
REAL_SHARE: Final = 0.2
"""Share of cut-outs of photographs in each batch. [share; judged: photographs are few, and repeat]"""


def fit(
    network: Any,
    drawn: tuple[Image, NDArray[np.int64]],
    real: RealCrops,
    stage: Stage,
    random: np.random.Generator,
    *,
    fast: bool = False,
) -> None:
    """Train one stage (cut-outs, epochs, highest rate); each cut-out comes upright and upside down, in changing light.

    ``fast`` multiplies in bfloat16, which is twice as fast on processors that support it.
    """
    crops, classes = drawn
    _, epochs, rate = stage
    from_photos = round(BATCH * REAL_SHARE) if len(real) else 0
    from_drawn = BATCH - from_photos
    steps = epochs * (len(crops) // from_drawn)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.15)
    loss_of = nn.CrossEntropyLoss(label_smoothing=SMOOTHING)
    # Channels last is a quarter faster.
    network.train().to(memory_format=torch.channels_last)
    for epoch in range(epochs):
        order = random.permutation(len(crops))
        total, started = 0.0, time.monotonic()
        for step in range(len(crops) // from_drawn):
            chosen = np.sort(order[step * from_drawn : (step + 1) * from_drawn])
            images, labels = crops[chosen], classes[chosen]
            if from_photos:
                more, their = real.batch(from_photos, random)
                images, labels = np.concatenate([images, more]), np.concatenate([labels, their])
            optimiser.zero_grad()
            pixels = disturbed(images, random)
            with torch.autocast("cpu", torch.bfloat16, enabled=fast):
                logits = network(pixels)
            loss = loss_of(logits.float(), torch.from_numpy(labels))
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        say(
            f"epoch {epoch + 1}: loss {total / (len(crops) // from_drawn):.3f} in {time.monotonic() - started:.0f} s"
        )


def disturbed(images: Image, random: np.random.Generator) -> Any:
    """Cut-outs as network input, half of them upside down, each in slightly different light."""
    pixels = (torch.from_numpy(images).float() - 128) / 96
    pixels = pixels.permute(0, 3, 1, 2)
    over = torch.from_numpy(happens(random, 0.5, len(images)))
    pixels[over] = pixels[over].flip(2, 3)
    # Up to two pixels off: the same cut-out is never quite the same.
    aside = random.integers(-2, 3, 2)
    pixels = torch.roll(
        nn.functional.pad(pixels, (2, 2, 2, 2), mode="replicate"), tuple(aside.tolist()), (2, 3)
    )
    pixels = pixels[:, :, 2:-2, 2:-2]
    # Most lamps are nearly white, some are not.
    spread = np.where(happens(random, 0.25, (len(images), 1, 1, 1)), 0.2, 0.06)
    gain = random.uniform(0.75, 1.15, (len(images), 1, 1, 1)) * (
        1 + spread * random.uniform(-1, 1, (len(images), 3, 1, 1))
    )
    gains = torch.from_numpy(gain.astype(np.float32))
    black = 128 / 96
    lit = ((pixels + black) * gains).clamp(max=2 * black) - black
    return lit.contiguous(memory_format=torch.channels_last)


def _stage(text: str) -> Stage:
    chunks, epochs, rate = text.split(",")
    return tuple(int(number) for number in chunks.split("+")), int(epochs), float(rate)


def say(text: str) -> None:
    """Print the progress."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Paint, train, calibrate and export."""
    parser = argparse.ArgumentParser(prog="tools.training.train", description=__doc__)
    parser.add_argument("--art", type=Path, help="folder of other people's tile faces (SVG, PNG)")
    parser.add_argument("--fonts", type=Path, help="folder of fonts, as /usr/share/fonts")
    parser.add_argument("--photos", type=Path, help="folder of labelled photographs")
    parser.add_argument("--stages", type=_stage, nargs="+", default=STAGES, metavar="CHUNK+CHUNK,EPOCHS,RATE")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument(
        "--bfloat16", action="store_true", help="train in bfloat16: quicker with AVX-512 or AMX"
    )
    parser.add_argument("--cache", type=Path, help="folder to keep painted cut-outs in")
    parser.add_argument(
        "--tuning", action="store_true", help="leave out the sets that ways of training are chosen by"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).parent.parent / "model" / MODEL_FILE)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    started = time.monotonic()
    sources = ChunkSources(options.seed, options.art, options.fonts, options.cache, options.tuning)
    real = real_crops(options.photos, TRAINING)
    network = build_network()
    say(
        f"{sum(parameter.numel() for parameter in network.parameters())} weights; {len(real)} tiles of photographs"
    )
    for number, stage in enumerate(options.stages):
        kept = (
            None
            if options.cache is None
            else options.cache
            / f"stage-{options.seed}{'t' * options.tuning}-{zlib.crc32(repr(options.stages[: number + 1]).encode())}.pt"
        )
        if kept is not None and kept.exists():
            network.load_state_dict(torch.load(kept))
            continue
        drawn = painted(sources, stage[0])
        say(f"{len(drawn[0])} cut-outs painted; {time.monotonic() - started:.0f} s")
        torch.manual_seed(options.seed + number)
        random = np.random.default_rng([options.seed, 1, number])
        fit(network, drawn, real, stage, random, fast=options.bfloat16)
        if kept is not None:
            torch.save(network.state_dict(), kept)
    crops, classes = painted(sources, (CALIBRATION,))
    logits = logits_of(network, crops)
    temperature = best_temperature(logits, classes)
    say(f"temperature {temperature:.2f}")
    say(json.dumps(figures(logits / temperature, classes), indent=1))
    if options.tuning and options.fonts is not None:
        random = np.random.default_rng([options.seed, 2])
        for name, prints in tuning_prints(random, options.art, options.fonts).items():
            crops, classes = CropPainter(prints, random, (INSTALLED,)).batch(1000)
            say(f"{name}: {json.dumps(figures(logits_of(network, crops) / temperature, classes))}")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(exported(network, temperature))
    say(f"{options.out}: {options.out.stat().st_size} bytes, {time.monotonic() - started:.0f} s in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
