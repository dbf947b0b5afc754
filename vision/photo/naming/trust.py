"""Computes the confidence in a tile from the finder's chance, the naming and the tile's place.

The weights are those of a logistic regression of "is a face-up tile, and this one" over rendered pictures and photographs
that served for tuning (bench/results/notebook/photographs.md says which).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from referee.tiles import HAKU
from vision.lens import Floats
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.flat import FlatPicture, paper_colour, paper_share
from vision.photo.naming.naming import NamedTop

FACE_WEIGHTS: Final = (
    1.01,
    2.88,
    -0.53,
    -0.93,
    -1.72,
    0.81,
    -0.18,
    -0.79,
    -1.09,
    0.0,
    -0.35,
    1.05,
    0.0,
    -3.59,
)
"""Weights of ``features``, the constant last. [log; judged: fitted by logistic regression on training photographs;
the program was not kept]"""
BACK_WEIGHTS: Final = (0.37, 1.27, 0.0, -3.32, -1.41, -0.11, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.56, -4.47)
"""Weights for backs, likewise. [log; judged: fitted by logistic regression on 185 backs and 326 pieces of cloth in
working pictures (python -m bench.photos.circumstances)]"""
RIGHT: Final = (
    (0.15, 0.14),
    (0.23, 0.23),
    (0.41, 0.44),
    (0.59, 0.59),
    (0.73, 0.66),
    (0.93, 0.95),
    (0.997, 0.994),
    (1.0, 0.998),
)
"""Confidence in faces by the regression, and the share of such faces that were right; between them on a line. [probability;
judged: above 0.9 over 37 photographs that did not serve to change the reader
(python -m bench.photos.real_pictures --half fitted), below over 128 faces of 13 others and of pictures drawn by 84d88f9e]"""
MOST_ODDS: Final = 6.0
"""Log-odds of probabilities are clipped to this range. [log; derived: 400 to one, surer than any name is right]"""
MOST_CHANCE: Final = 3.0
"""The finder's log-odds are clipped to this range. [log; derived: 20 to one]"""
FULL_PX: Final = 24.0
"""A tile of at least this length in the picture is named as reliably as a longer one. [px; derived: from 28 pixels on
names are as right as at 40 (MODEL_CARD.md)]"""
SURE: Final = 0.9
"""Faces named with this probability show the set's paper. [probability; judged: one in ten may be wrong]"""
ENOUGH_FACES: Final = 3
"""This many sure faces are enough to show the set's paper. [faces; judged: a median is steady]"""
IN_TOUCH: Final = (0.75, 1.6)
"""Distance between the middles of tiles that touch, in widths. [widths; derived: side by side 1, end to end 1.39, and
slack]"""
MOST_NEIGHBOURS: Final = 3
"""More neighbours make a tile no likelier. [tiles; judged: in a row there are two, in a pond three or four]"""


def trusted(tiles: Sequence[NamedTop], flat: FlatPicture) -> list[NamedTop]:
    """The tiles with their final confidence."""
    if not tiles:
        return []
    measured = features(tiles, flat)
    faces = _probability(measured, FACE_WEIGHTS)
    backs = _probability(measured, BACK_WEIGHTS)
    return [
        replace(one, confidence=float(back if one.tile == BACK_CLASS else face))
        for one, face, back in zip(tiles, faces, backs, strict=True)
    ]


def calibrated(confidence: float) -> float:
    """The share of faces of a confidence that are right."""
    stated, right = zip(*RIGHT, strict=True)
    return float(np.interp(confidence, stated, right))


def _probability(measured: Floats, weights: tuple[float, ...]) -> Floats:
    return np.asarray(1 / (1 + np.exp(-(measured @ np.array(weights[:-1]) + weights[-1]))))


def features(tiles: Sequence[NamedTop], flat: FlatPicture) -> Floats:
    """The features of each tile (n by the number of weights without the constant)."""
    faces = [one for one in tiles if one.tile != BACK_CLASS]
    papers = [paper_colour(flat, one.top) for one in faces if one.tile != HAKU and one.confidence > SURE]
    usual = np.median(np.array(papers), axis=0) if len(papers) >= ENOUGH_FACES else None
    places = np.array([(one.top.x, one.top.y) for one in tiles]).reshape(-1, 2)
    rows = []
    for number, one in enumerate(tiles):
        paper = paper_colour(flat, one.top)
        light, share = 0.0, paper_share(flat, one.top, paper)
        if usual is not None:
            size, other = float(np.linalg.norm(paper)) + 1, float(np.linalg.norm(usual)) + 1
            light = float(abs(np.log(size / other)))
        blank = float(one.tile == HAKU)
        name = float(np.exp(one.logs[one.tile])) if not one.again else one.confidence
        chance = 0.0 if one.again else _odds(one.top.chance, MOST_CHANCE)
        size = abs(float(np.log(one.size)))
        rows.append(
            (
                _odds(name, MOST_ODDS),
                chance,
                float(one.again),
                min(size, 0.5),
                min(light, 1.0),
                _neighbours(number, tiles, places),
                blank,
                blank * (1 - share),
                blank * min(size, 0.5),
                blank * _odds(name, MOST_ODDS),
                blank * chance,
                max(0.0, 1 - one.pixels / FULL_PX),
                share,
            )
        )
    return np.array(rows).reshape(len(tiles), -1)


def _odds(probability: float, most: float) -> float:
    return float(np.clip(np.log(max(probability, 1e-9) / max(1 - probability, 1e-9)), -most, most))


def _neighbours(number: int, tiles: Sequence[NamedTop], places: Floats) -> float:
    """Count the tiles, up to 3, that touch a tile."""
    far = np.hypot(*(places - places[number]).T) / (2 * float(np.hypot(*tiles[number].top.across)))
    return float(min(int(((far > IN_TOUCH[0]) & (far < IN_TOUCH[1])).sum()), MOST_NEIGHBOURS))
