"""Helpers that the tests of mounts share."""

from dataclasses import replace

from simulation.camera.lens import Mount

BARREL = (-0.25, 0.06, 0.0, 0.0, 0.0)
"""About the value of a 2.8 mm lens."""


MOUNTS = {
    "a wide lens, low, turned": Mount(
        height_mm=900.0, aside_mm=(10.0, 25.0), roll_deg=91.0, scale=1.78, bend=BARREL
    ),
    "tilted by 25 degrees": Mount.tilted(25.0, 90.0, scale=1.66),
    "turned by 90 degrees": Mount(roll_deg=90.0),
    "turned by 180 degrees": Mount(roll_deg=181.0),
    "turned by any angle": Mount(roll_deg=37.0, scale=1.25),
    "a slightly bent lens": Mount(bend=(-0.1, 0.01, 0.001, -0.001, 0.0)),
    "a cushion": Mount(bend=(0.08, 0.0, 0.0, 0.0, 0.0)),
    "a wide lens, very low": Mount(height_mm=750.0, aside_mm=(10.0, 20.0), scale=1.85, bend=BARREL),
    "tilted by 12 degrees, wide": Mount.tilted(
        12.0, 200.0, scale=1.7, height_mm=1100.0, bend=(-0.2, 0.05, 0, 0, 0)
    ),
    "tilted by 25 degrees, from the side, turned": Mount.tilted(25.0, 0.0, scale=1.6, roll_deg=-90.0),
    "tilted by 25 degrees, wide": Mount.tilted(
        25.0, 60.0, scale=1.66, height_mm=1200.0, bend=(-0.15, 0.03, 0, 0, 0)
    ),
    "1280 by 960": Mount(width=1280, height=960, scale=1.153),
    "2592 by 1944": Mount(width=2592, height=1944, scale=2.3, bend=(-0.12, 0.02, 0.0, 0.0, 0.0)),
    "4K": Mount(width=3840, height=2160, scale=2.6),
    "4K, a wide lens": Mount(width=3840, height=2160, scale=2.75, height_mm=900.0, bend=BARREL),
    "an axis that is off": Mount(off_px=(25.0, -18.0)),
}


def smaller(mount: Mount) -> Mount:
    """The camera with pictures of 1,440 x 1,080 pixels, from which a table can just be read.

    They are drawn, written and looked through in half the time.
    """
    return replace(mount, scale=mount.scale * 1440 / mount.width, width=1440, height=1080)
