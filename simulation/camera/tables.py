"""The tables that can be simulated: their construction and their look.

The daemon does not get these measures. It reads a table by the geometry of the same name in ``config/tables``, which
``jantaku table learn`` measured in the simulation's pictures; ``python -m bench.stages.learned_tables`` writes it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from config import read_table
from simulation.camera.lens import Mount
from simulation.camera.look import Look
from simulation.camera.table_names import STANDARD
from vision.geometry import TableGeometry


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """A table.

    Attributes:
        look: of its tiles and cloth.
        differs: the differences from the standard table's TOML, by TOML table.
        glued: whether its markers are not in a square's corners and halfway between, so that the person who measures
            the table enters their places.
        mounts: of its cameras.
    """

    look: Look = field(default_factory=Look)
    differs: Mapping[str, Any] = field(default_factory=dict)
    glued: bool = False
    mounts: tuple[Mount, ...] = (Mount(),)

    def with_small_pictures(self) -> SimulatedTable:
        """Return the same table whose camera gives the smallest pictures that it is read from; two stay as they are."""
        return self if len(self.mounts) > 1 else replace(self, mounts=(self.mounts[0].small(),))

    def mapping(self) -> dict[str, Any]:
        table: dict[str, Any] = read_table(STANDARD)
        for key, value in self.differs.items():
            table[key] = {**table[key], **value} if isinstance(value, dict) else value
        return table

    def geometry(self) -> TableGeometry:
        return TableGeometry.from_mapping(self.mapping())


TABLES: Final[Mapping[str, SimulatedTable]] = {
    STANDARD: SimulatedTable(),
    # A black frame, blue felt, a large console, small tiles.
    "amos": SimulatedTable(
        Look(felt=(112.0, 76.0, 34.0), rim=(44.0, 41.0, 40.0)),
        {
            "felt_half": 338.0,
            "rim_half": 388.0,
            "tile": {"length": 26.0, "width": 19.5, "thickness": 15.3},
            "centre": {"half": 70.0, "dome": 31.2},
            "markers": {
                "x": [-363.0, 0.0, 363.0, 363.0, 363.0, 0.0, -363.0, -363.0],
                "y": [-363.0, -363.0, -363.0, 0.0, 363.0, 363.0, 363.0, 0.0],
            },
            "pond": {"first_row_y": 91.5, "row_pitch": 27.5},
            "wall": {"centre_y": 203.0, "line_y": 219.0},
            "ura": {"centre_y": 174.0},
            "hand": {"centre_y": 256.0, "standing_y": 252.0, "left_x": -212.0},
            "meld": {"centre_y": 256.0, "right_x": 328.0},
        },
    ),
    # A frame of light wood, wine-red felt, large tiles.
    "wood": SimulatedTable(
        Look(felt=(52.0, 38.0, 108.0), rim=(96.0, 138.0, 176.0)),
        {
            "felt_half": 366.0,
            "rim_half": 416.0,
            "tile": {"length": 29.6, "width": 22.2, "thickness": 17.4},
            "centre": {"half": 67.0, "dome": 29.8},
            "markers": {
                "x": [-391.0, 0.0, 391.0, 391.0, 391.0, 0.0, -391.0, -391.0],
                "y": [-391.0, -391.0, -391.0, 0.0, 391.0, 391.0, 391.0, 0.0],
            },
            "pond": {"first_row_y": 90.5, "row_pitch": 30.8},
            "wall": {"centre_y": 214.0, "line_y": 232.0},
            "ura": {"centre_y": 181.5},
            "hand": {"centre_y": 275.0, "standing_y": 271.0, "left_x": -242.0},
            "meld": {"centre_y": 275.0, "right_x": 356.0},
        },
    ),
    # A brown frame without markers, green felt: vision finds it by the felt's edges.
    "no-markers": SimulatedTable(
        Look(felt=(58.0, 92.0, 44.0), rim=(62.0, 84.0, 112.0)),
        {
            "felt_half": 356.0,
            "rim_half": 406.0,
            "tile": {"length": 28.6, "width": 21.45, "thickness": 16.8},
            "centre": {"half": 66.0, "dome": 29.4},
            "markers": {"ids": [], "x": [], "y": []},
            "pond": {"first_row_y": 87.0, "row_pitch": 29.8},
            "wall": {"centre_y": 209.0, "line_y": 226.0},
            "ura": {"centre_y": 177.0},
            "hand": {"centre_y": 267.0, "standing_y": 263.0, "left_x": -232.5},
            "meld": {"centre_y": 267.0, "right_x": 346.0},
        },
    ),
    # Eight sides: markers on the short ones are nearer to the middle than a square's corners.
    "octagonal": SimulatedTable(
        Look(felt=(124.0, 108.0, 72.0), rim=(30.0, 44.0, 70.0), cut_mm=60.0),
        {
            "rim_half": 410.0,
            "tile": {"length": 27.0, "width": 20.25, "thickness": 15.9},
            "markers": {
                "x": [-341.0, 0.0, 341.0, 380.0, 341.0, 0.0, -341.0, -380.0],
                "y": [-341.0, -380.0, -341.0, 0.0, 341.0, 380.0, 341.0, 0.0],
            },
            "pond": {"first_row_y": 85.5, "row_pitch": 28.2},
            "wall": {"centre_y": 204.0, "line_y": 220.0},
            "ura": {"centre_y": 174.0},
            "hand": {"centre_y": 258.0, "standing_y": 254.0, "left_x": -220.0},
            "meld": {"centre_y": 258.0, "right_x": 330.0},
        },
        glued=True,
    ),
    # Two cameras over opposite corners: one sees what an arm hides from the other, for arms from any side.
    "two-cameras": SimulatedTable(
        mounts=(Mount.tilted(20.0, 45.0, scale=1.6), Mount.tilted(20.0, 225.0, scale=1.6)),
    ),
}
"""The tables, by name."""
