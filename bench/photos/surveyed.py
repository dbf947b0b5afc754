"""Measures how well a table is surveyed in a single picture of it in play.

``python -m bench.photos.surveyed [--commit HASH] [--pictures N]`` lays real tiles on photographed cloth, as
``bench.photos.circumstances`` does, seen nearly from straight above. For each table it prints the errors of the
measures in millimetres once the felt has its true size, and that of the felt itself; a measure that the picture does
not show is left out, since a person would be asked for it.
"""

import argparse
import hashlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from bench.photos.circumstances import WORKING, Material, Random, material, photographed_cloth, prints
from bench.stages.oblique import Setting, full_table, photograph
from config import read_table
from vision.lens import Image
from vision.photo.surveying.survey import Surveyor, TablePicture
from vision.photo.surveying.views import SurveyError

SIZE: Final = (1920, 1440)
ROW_MM: Final = 4.0
BESIDE_PONDS_MM: Final = 4.0
"""The amount by which the console is smaller than the square between the ponds."""


def drawn(random: Random, stock: Material) -> tuple[Setting, Image]:
    """A table and its picture; the cloth ends where the felt does."""
    cloth, scale = photographed_cloth(random, stock)
    blue, green, red = random.integers(30, 220, 3).tolist()
    setting = Setting(
        tilt_deg=float(random.uniform(0, 4)),
        azimuth_deg=float(90 * random.integers(4) + random.uniform(-4, 4)),
        length_px=50.0,
        back=(blue, green, red),
        focal=float(random.uniform(0.75, 1.1)),
        blur=float(random.uniform(0.4, 0.8)),
        noise=float(random.uniform(2, 5)),
        light=float(random.uniform(0.75, 1.05)),
        prints=prints(random, stock),
    )
    edge = (len(cloth) - int(2 * setting.felt_half * scale)) // 2
    setting = replace(setting, cloth=(cloth[edge:-edge, edge:-edge].copy(), scale))
    laid = full_table(setting, random)
    return setting, photograph(setting, laid, SIZE, int(random.integers(1 << 30))).picture


def off(setting: Setting, picture: Image) -> dict[str, float]:
    """Return how far each measure is off in millimetres."""
    one = TablePicture("set.jpg", picture)
    survey = Surveyor(read_table("standard"), "club", tile_mm=setting.length).survey(None, [one])
    measured = {measure.key for measure in survey.measures if measure.how == "measured"}
    found = survey.geometry
    scale = found.felt_half / setting.felt_half
    first = setting.console + 0.62 * setting.length
    true = {
        "centre.half": (found.centre_half, setting.console - BESIDE_PONDS_MM),
        "pond.first_row_y": (found.pond.first_row_y, first),
        "pond.row_pitch": (found.pond.row_pitch, 1.04 * setting.length),
        "wall.centre_y": (found.wall.centre_y, setting.pond_half + 1.3 * setting.length),
    }
    apart = {key: round(value / scale - known, 1) for key, (value, known) in true.items() if key in measured}
    return {"felt_half": round(found.felt_half - setting.felt_half, 1), **apart}


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, survey, and print a line for each table."""
    parser = argparse.ArgumentParser(prog="bench.photos.surveyed", description=__doc__)
    parser.add_argument("--commit", default=WORKING)
    parser.add_argument("--pictures", type=int, default=6)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    stock = material("working" if options.commit == WORKING else "apart")
    right = 0
    for number in range(options.pictures):
        seed = hashlib.sha256(f"{options.commit} surveyed {number}".encode()).digest()
        try:
            errors = off(*drawn(np.random.default_rng(list(seed)), stock))
        except SurveyError as error:
            print(f"{number}: {error}")
            continue
        right += all(abs(value) <= ROW_MM for name, value in errors.items() if name != "felt_half")
        print(f"{number}: {errors}")
    print(f"{right} of {options.pictures} tables with all that was measured within {ROW_MM:g} mm")
    return 0


if __name__ == "__main__":
    sys.exit(main())
