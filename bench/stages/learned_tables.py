"""``python -m bench.stages.learned_tables``: measures the simulated tables in their pictures, into ``config/tables``."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from bench.stages.set_tables import shown
from jantaku.main import main
from simulation.camera.lens import Mount
from simulation.camera.table_names import STANDARD
from simulation.camera.tables import TABLES

FOLDER = Path(__file__).resolve().parents[2] / "config" / "tables"
SEED = 7


def learn(name: str, folder: Path) -> Path:
    """The geometry of a simulated table as its pictures show it, written into a folder; returns the file.

    Raises:
        ValueError: it cannot be measured.
    """
    table = TABLES[name]
    pictures = shown(table.geometry(), Mount(), np.random.default_rng(SEED), look=table.look)
    with tempfile.TemporaryDirectory() as kept:
        bare, set_up = Path(kept, "bare.png"), Path(kept, "set.png")
        cv2.imwrite(str(bare), pictures.bare)
        cv2.imwrite(str(set_up), pictures.set_up)
        out = folder / f"{name}.toml"
        words = [
            "--bare",
            str(bare),
            "--set",
            str(set_up),
            "--out",
            str(out),
            "--overlay",
            f"{kept}/{name}.png",
        ]
        if not table.geometry().markers:
            words += ["--tile-length", str(table.geometry().tile.length)]
        if table.glued:
            # The person who glued the markers has measured their places and the rim; all else is as on a standard
            # table.
            built = table.mapping()
            lines = ['extends = "standard"', 'name = "start"', f"rim_half = {built['rim_half']}", "[markers]"]
            lines += [f"{axis} = {built['markers'][axis]}" for axis in ("x", "y")]
            start = Path(kept, "start.toml")
            start.write_text("\n".join(lines) + "\n", encoding="utf-8")
            words += ["--geometry", str(start)]
        if main(["table", "learn", *words]):
            raise ValueError(f"{name} cannot be measured")
    return out


def run(names: Sequence[str]) -> None:
    """Measure the tables of these names, or all."""
    for name in names or [name for name in TABLES if name != STANDARD]:
        print(learn(name, FOLDER))


if __name__ == "__main__":
    run(sys.argv[1:])
