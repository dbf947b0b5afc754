"""Paints the cut-outs to train on, in chunks that can be cached: each chunk has its own stream of random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tools.training.crops import CropPainter
from tools.training.prints.prints import Makers, makers, training_prints
from tools.training.shots import INSTALLED, PHOTOGRAPH
from vision.lens import Image

CHUNK: Final = 4000
"""Cut-outs in a chunk. [cut-outs; judged: a file of some 25 MB]"""
TRAINED: Final = (replace(INSTALLED, lamps=0.35), replace(PHOTOGRAPH, lamps=0.3))
"""Half of the cut-outs are as the table's camera sees them, half as any camera does; this share of each shows lamps.
[share; judged: a third]"""


@dataclass(frozen=True, slots=True)
class ChunkSources:
    """The sources to draw from: a seed, optional folders of art and fonts, and an optional cache for painted chunks.

    ``tuning`` leaves out the sets by which ways of training are compared.
    """

    seed: int
    art: Path | None = None
    fonts: Path | None = None
    cache: Path | None = None
    tuning: bool = False


@lru_cache(maxsize=1)
def _makers(sources: ChunkSources) -> Makers:
    return makers(sources.art, sources.fonts, tuning=sources.tuning)


def painted(
    sources: ChunkSources, numbers: Sequence[int], size: int = CHUNK
) -> tuple[Image, NDArray[np.int64]]:
    """The cut-outs of these chunks, ``size`` each, and their classes; cached if there is a cache."""
    parts = [_chunk(sources, number, size) for number in numbers]
    return np.concatenate([crops for crops, _ in parts]), np.concatenate([classes for _, classes in parts])


def _chunk(sources: ChunkSources, number: int, size: int) -> tuple[Image, NDArray[np.int64]]:
    kept = (
        None
        if sources.cache is None
        else sources.cache / f"chunk-{sources.seed}{'t' * sources.tuning}-{number}-{size}.npz"
    )
    if kept is not None and kept.exists():
        with np.load(kept) as file:
            return file["crops"], file["classes"]
    random = np.random.default_rng([sources.seed, number])
    # Every chunk has prints of its own, so that hardly any two cut-outs show the same.
    prints = training_prints(random, _makers(sources))
    crops, classes = CropPainter(prints, random, TRAINED, wide=True).batch(size)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.savez(kept, crops=crops, classes=classes)
    return crops, classes
