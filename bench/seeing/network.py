"""Measures how well the network names cut-outs of tiles it was not trained on: ``python -m bench.seeing.network``.

Rendered: art and fonts that training never saw, in unseen lamps and bands of light, by camera and by the length of a
tile in the picture. Real: photographs kept out of training, one tile design kept out of it, and the two labelled
photographs of riichi tables. It needs the packages of ``jantaku[train]`` without torch.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.photos.riichi_photos import labelled_tiles
from referee.tiles import NAMES, parse_tile
from tools.training.crops import CropPainter
from tools.training.figures import figures
from tools.training.photos import HELD_OUT, UNSEEN_SET, real_crops
from tools.training.prints.prints import unseen_prints
from tools.training.shots import INSTALLED, Conditions
from vision.lens import Image
from vision.model.classifier import OTHER_CLASS, Classifier, packaged_model
from vision.model.enrolled import read_enrolled

SHARED: Final = Path(__file__).parents[3] / "shared" / "vision"
FONTS: Final = Path("/usr/share/fonts")
OBLIQUE: Final = {
    f"{low}-{high} px": Conditions(steepest=50, shortest=low, longest=high, cast=0.25, worst=0.7)
    for low, high in ((14, 20), (20, 28), (28, 40), (40, 60))
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, cut, name, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="bench.seeing.network", description=__doc__)
    parser.add_argument("--art", type=Path, default=SHARED / "art")
    parser.add_argument("--fonts", type=Path, default=FONTS, help="folder of fonts")
    parser.add_argument("--photos", type=Path, default=SHARED / "photos")
    parser.add_argument("--count", type=int, default=3000, help="cut-outs of each kind")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument(
        "--model", type=Path, nargs="+", help="other networks than the package's, side by side"
    )
    parser.add_argument("--enrolled", type=Path, help="a file of enrolled tiles")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    enrolled = None if options.enrolled is None else read_enrolled(options.enrolled)
    models = (
        {str(path): path.read_bytes() for path in options.model} if options.model else {"": packaged_model()}
    )
    classifiers = {name: Classifier(data, enrolled=enrolled) for name, data in models.items()}

    def tell(what: str, crops: Image, classes: NDArray[np.int64]) -> None:
        for model, classifier in classifiers.items():
            shares = figures(classifier.log_probabilities(list(crops)), classes)
            say(f"{what}: {model} {json.dumps({name: round(one, 4) for name, one in shares.items()})}")

    for part in (HELD_OUT, UNSEEN_SET):
        if len(real := real_crops(options.photos, part)):
            tell(f"photographs, {part}", *real.plain())
    found = labelled_tiles(options.photos / "amos")
    for model, classifier in classifiers.items() if found else ():
        best = [max(classifier.log_probabilities(crops)[:, :OTHER_CLASS], key=np.max) for _, crops in found]
        wrong = [
            f"{name} as {NAMES[int(logs.argmax())]}"
            for (name, _), logs in zip(found, best, strict=True)
            if int(logs.argmax()) != parse_tile(name)
        ]
        say(f"riichi tables by phone: {model} {len(found) - len(wrong)} of {len(found)} right {wrong}")
    random = np.random.default_rng(options.seed)
    for name, prints in unseen_prints(random, options.art, options.fonts).items():
        for light in (False, True):
            crops, classes = CropPainter(prints, random, (INSTALLED,)).batch(options.count)
            if light:
                crops = np.stack([lit(crop, random) for crop in crops])
            tell(f"{name}, the table's camera{', other lamps' if light else ''}", crops, classes)
        for size, conditions in OBLIQUE.items():
            tell(
                f"{name}, oblique, {size}",
                *CropPainter(prints, random, (conditions,)).batch(options.count // 4),
            )
    return 0


def say(text: str) -> None:
    """One line, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def lit(crop: Image, random: np.random.Generator) -> Image:
    """The cut-out under light that was not in training: a lamp of any hue, and flicker bands."""
    hue = np.array([[[random.integers(180), 70, 255]]], np.uint8)
    lamp = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] / 255
    rows = np.arange(len(crop))
    bands = (
        1 - random.uniform(0, 0.25) * (1 + np.sin(rows / random.uniform(2, 12) + random.uniform(0, 6))) / 2
    )
    return np.asarray((crop * lamp * bands[:, None, None]).clip(0, 255), np.uint8)


if __name__ == "__main__":
    sys.exit(main())
