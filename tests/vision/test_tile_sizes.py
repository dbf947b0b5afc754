"""Tiles of other sizes are a line of the table's TOML: zones follow from it, and what lies there is read as ever."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bench.film.filmed import film_game
from bench.film.films import scene_of
from bench.film.score import score
from bench.stages.random_tables import random_table
from config import read_ruleset, read_table
from referee.records.journaled import records_of
from simulation.camera.overhead import OverheadCamera
from simulation.people.bots import play_game
from simulation.world.world import World
from tests.proofs import some
from vision.camera.camera import Frame
from vision.geometry import TableGeometry, load_geometry
from vision.model.classifier import Classifier
from vision.sightings import ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

FRAMES = 6


def with_tiles(tile: dict[str, float], **places: dict[str, float]) -> TableGeometry:
    """The standard table with other tiles, and walls and hands elsewhere where they would not fit."""
    table: dict[str, Any] = dict(read_table("standard"))
    table |= {"tile": tile}
    table |= {name: {**table[name], **lies} for name, lies in places.items()}
    return TableGeometry.from_mapping(table)


TABLES = {
    "24 mm long": with_tiles({"length": 24.0}),
    "26 mm long": with_tiles({"length": 26.0}),
    "24 mm wide": with_tiles(
        {"length": 32.0},
        wall={"centre_y": 228.0, "line_y": 247.0},
        ura={"centre_y": 195.0},
        hand={"centre_y": 278.0, "standing_y": 274.0},
        meld={"centre_y": 278.0},
    ),
    "28 mm wide": with_tiles(
        {"length": 28 / 0.75},
        wall={"centre_y": 265.0, "line_y": 286.0},
        ura={"centre_y": 226.0},
        hand={"centre_y": 322.0, "standing_y": 318.0},
        meld={"centre_y": 322.0},
    ),
}


def test_the_standard_tile_is_28_mm_long() -> None:
    standard = load_geometry()
    assert (standard.tile.width, standard.tile.length, standard.tile.thickness) == (21.0, 28.0, 16.5)
    assert standard.tile.scale == 1
    assert (standard.pond.left_x, standard.pond.first_row_y, standard.pond.row_pitch) == (-63.0, 84.0, 29.0)
    assert standard.wall.left_x == -178.5
    assert (standard.meld.sideways_y, standard.meld.added_y) == (265.5, 244.5)


def test_what_is_given_of_a_tile_or_of_a_row_counts() -> None:
    table = with_tiles({"length": 26.0, "thickness": 17.0}, pond={"row_pitch": 30.0})
    assert (table.tile.width, table.tile.thickness, table.pond.row_pitch) == (19.5, 17.0, 30.0)
    assert table.pond.left_x == -3 * 19.5
    with pytest.raises(ValueError, match="length"):
        with_tiles({"width": 21.0})


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", some([1, 2], 1))
def test_all_tiles_are_read(classifier: Classifier, name: str, seed: int) -> None:
    geometry = TABLES[name]
    world = World(geometry)
    readings: dict[ZoneId, list[tuple[int, bool]]] = {}
    laid = random_table(world, np.random.default_rng([seed, 15]))
    camera, reader = OverheadCamera(world, seed=seed), TableReader(geometry, classifier)
    for number in range(FRAMES):
        for sighting in reader.read_frame(Frame(number, 100 * number, camera.render(100 * number))):
            if isinstance(sighting, ZoneReading):
                readings[sighting.zone] = [(tile.tile, tile.sideways) for tile in sighting.tiles]
    assert {
        str(zone): (readings.get(zone), tiles) for zone, tiles in laid.items() if readings.get(zone) != tiles
    } == {}


@pytest.mark.prove(short=False)
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("24 mm wide", 24_117),
        pytest.param("28 mm wide", 28_117, marks=pytest.mark.prove(usual=False)),
    ],
)
def test_a_hand_played_with_them_is_followed(classifier: Classifier, name: str, seed: int) -> None:
    """The players' own game, filmed like any other, with faults and other arms: every event is right, nobody is asked."""
    [record] = records_of(play_game(read_ruleset("tenhou"), seed, 1))
    scene = replace(scene_of(0, seed), geometry=TABLES[name])
    made = score(record, film_game(record, scene, classifier, seed=seed, hands=1), 1, name)
    assert made.differences == []
    assert (made.clean, made.followed, made.fouls, made.silent) == (1, 1, 0, 0)
