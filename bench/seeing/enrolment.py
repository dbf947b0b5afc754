"""Measures the gain of enrolling a club's tiles from one picture: ``python -m bench.seeing.enrolment``.

Every tile design that training never saw is laid out, photographed (obliquely, in room light), enrolled, and read in
other pictures. Prints the figures before and after, and the loss on other sets.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from bench.seeing.network import FONTS, SHARED, say
from bench.stages.club_tiles import laid_out
from referee.tiles import FACES
from tools.training.crops import CropPainter
from tools.training.figures import figures
from tools.training.photos import HELD_OUT, real_crops
from tools.training.prints.pool import Prints, own_prints
from tools.training.prints.prints import unseen_prints
from tools.training.shots import INSTALLED
from vision.model.classifier import Classifier
from vision.model.enrol import by_block, learned


def main(arguments: Sequence[str] | None = None) -> int:
    """Enrol each set and print the gain."""
    parser = argparse.ArgumentParser(prog="bench.seeing.enrolment", description=__doc__)
    parser.add_argument("--art", type=Path, default=SHARED / "art")
    parser.add_argument("--fonts", type=Path, default=FONTS, help="folder of fonts")
    parser.add_argument("--photos", type=Path, default=SHARED / "photos")
    parser.add_argument("--count", type=int, default=600, help="cut-outs of each set")
    parser.add_argument("--seed", type=int, default=78)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    random = np.random.default_rng(options.seed)
    plain = Classifier()
    # If a design has many makes, one of them represents a club's tiles.
    clubs = {
        name: Prints([prints[:1] for prints in unseen.faces])
        for name, unseen in unseen_prints(random, options.art, options.fonts).items()
    }
    read = {
        name: CropPainter(prints, random, (INSTALLED,)).batch(options.count)
        for name, prints in {**clubs, "own drawings": own_prints()}.items()
    }
    if len(real := real_crops(options.photos, HELD_OUT)):
        read["photographs held out"] = real.plain()
    for club, prints in clubs.items():
        picture, corners = laid_out({tile: prints.faces[tile][0] for tile in range(FACES)})
        room = cv2.GaussianBlur(picture, (0, 0), 0.8) * np.array((0.75, 0.85, 0.95)) + random.normal(
            0, 3, picture.shape
        )
        photo = np.asarray(room.clip(0, 255), np.uint8)
        enrolled = Classifier(enrolled=learned(plain, photo, by_block(corners), club, "bench"))
        for name, (crops, classes) in read.items():
            before = figures(plain.log_probabilities(list(crops)), classes)
            after = figures(enrolled.log_probabilities(list(crops)), classes)
            what = "tiles named rightly"
            error = "calibration error"
            say(
                f"{club} enrolled, {name}: {before[what]:.4f} before, {after[what]:.4f} after; "
                f"calibration error {before[error]:.4f}, {after[error]:.4f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
