"""The bench that tries thresholds: a kept picture is read as the whole one, and a value reaches all who use it."""

from __future__ import annotations

import importlib
import tempfile
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from bench.film.kept import QUALITY, KeptPicture, RememberingClassifier, remembering
from bench.film.sensitivity import (
    QUARTERS,
    THRESHOLDS,
    scaled,
    threshold,
)
from bench.stages.random_tables import random_table
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from vision.camera.frames import Frame
from vision.camera.reduced import Reduced
from vision.geometry import load_geometry
from vision.model.classifier import Classifier
from vision.sightings import Watermark, ZoneReading
from vision.tracking import moves
from vision.tracking.tracker import TableReader

if TYPE_CHECKING:
    pass

FRAMES = 3


def test_a_kept_picture_is_read_like_the_whole_one(classifier: Classifier) -> None:
    world = World()
    laid = random_table(world, np.random.default_rng(8))
    camera = OverheadCamera(world, seed=4)
    whole, kept = (
        TableReader(load_geometry(), classifier),
        TableReader(load_geometry(), RememberingClassifier()),
    )
    read = 0
    with tempfile.TemporaryFile() as file, remembering():
        for number in range(FRAMES):
            drawn = camera.render(1000 + 100 * number)
            _, jpeg = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            picture: Any = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
            reduced = Reduced.of(picture)
            on_disk: Any = KeptPicture(file, drawn, reduced.quarter)
            again = Reduced(on_disk.quarter(), on_disk.quarter())
            expected = whole.read_frame(Frame(number, 1000 + 100 * number, picture, reduced))
            assert kept.read_frame(Frame(number, 1000 + 100 * number, on_disk, again)) == expected
            assert isinstance(expected[-1], Watermark)
            read += sum(isinstance(each, ZoneReading) for each in expected)
    assert read >= sum(bool(tiles) for tiles in laid.values())


def test_every_threshold_is_there_and_changes() -> None:
    for module, names in THRESHOLDS.items():
        for name in names:
            value = getattr(importlib.import_module(module), name)
            less, more = (scaled(value, by) for by in QUARTERS)
            assert less != value != more, name


def test_a_threshold_reaches_whoever_imported_it_and_goes_back() -> None:
    usual, user = moves.STAYED_MM, importlib.import_module("vision.tracking.zone_watch")
    with threshold("vision.tracking.moves", "STAYED_MM", 99.0):
        assert moves.STAYED_MM == vars(user)["STAYED_MM"] == 99.0
    assert moves.STAYED_MM == vars(user)["STAYED_MM"] == usual
