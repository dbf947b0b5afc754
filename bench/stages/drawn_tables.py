"""Tables of many kinds drawn from any side: tiles of any size, felts, backs, lenses."""

from typing import Any

import numpy as np

from bench.stages.oblique import Photograph, Setting, full_table, photograph

MATS = ((70, 95, 40), (120, 80, 50), (95, 95, 98), (40, 40, 45), (60, 60, 120))
BACKS = ((60, 60, 190), (190, 120, 60), (40, 170, 220), (180, 120, 170))


def drawn_table(
    seed: int, tilt_deg: float, length_px: float, size: tuple[int, int], prints: dict[int, Any] | None = None
) -> Photograph:
    """A full table with random tiles, felt and light, as a camera at this tilt sees it."""
    random = np.random.default_rng(seed)
    width = float(random.choice([20, 24, 26, 28]))
    setting = Setting(
        width=width,
        length=width * float(random.uniform(1.32, 1.37)),
        thick=width * float(random.uniform(0.7, 0.82)),
        tilt_deg=tilt_deg,
        azimuth_deg=float(random.uniform(0, 360)),
        length_px=length_px,
        felt=MATS[int(random.integers(len(MATS)))],
        back=BACKS[int(random.integers(len(BACKS)))],
        focal=float(random.uniform(0.65, 1.2)),
        noise=float(random.uniform(2, 5)),
        light=float(random.uniform(0.7, 1.05)),
        prints=prints or {},
    )
    return photograph(setting, full_table(setting, random), size, seed=seed)
