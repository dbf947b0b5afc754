"""Zones around the ponds; the oracle is how the simulation laid its tables: melds of every shape, open hands, indicators."""

import numpy as np
import pytest

from bench.stages.random_tables import random_table
from referee.tiles import KIND
from simulation.world.places import Lie
from simulation.world.world import World
from vision.photo.finding.lying import Lying
from vision.photo.lines import STANDING
from vision.photo.places import sorted_out
from vision.zones import ZoneId

LENGTH = 28 / 21
THICK = 16.5 / 21
POND_HALF = 168 / 21
AWAY = 60.0


def zone_of(zone: ZoneId) -> str:
    return "indicator" if zone.kind in ("wall", "ura") else str(zone)


def lying_tiles(seed: int) -> tuple[list[Lying], list[str]]:
    """Tiles as they appear from above under a camera up to 50 degrees off the vertical, slightly misplaced, and their zones."""
    world, random = World(), np.random.default_rng([seed, 9])
    random_table(world, np.random.default_rng([seed, 5]))
    tilt, azimuth = np.deg2rad(random.uniform(0, 50)), random.uniform(0, 2 * np.pi)
    eye = AWAY * np.array(
        [np.sin(tilt) * np.sin(azimuth), np.sin(tilt) * np.cos(azimuth), np.cos(tilt)], float
    )
    seen = [tile for tile in world.tiles if tile.place is not None and tile.place.lie is not Lie.STANDING]
    tops = {(round(t.place.x_mm / 4), round(t.place.y_mm / 4)) for t in seen if t.place and t.place.z_mm > 1}
    tiles, zones = [], []
    for tile in seen:
        place = tile.place
        if place is None or tile.zone is None:
            continue
        if place.z_mm < 1 and (round(place.x_mm / 4), round(place.y_mm / 4)) in tops:
            continue
        back = place.lie is Lie.FACE_DOWN
        high = place.z_mm / 21 + THICK
        part = (eye[2] - THICK) / (eye[2] - high)
        here = np.array([place.x_mm, place.y_mm]) / 21
        x, y = eye[:2] + (here - eye[:2]) * part + random.normal(0, 0.03, 2)
        turn = (90 - place.angle_deg + random.normal(0, 1)) % 180
        tiles.append(Lying(float(x), float(y), float(turn), back, None if back else KIND[tile.face]))
        zones.append(zone_of(tile.zone))
    return tiles, zones


@pytest.mark.parametrize("seed", range(3000, 3020))
def test_every_zone_of_a_random_table(seed: int) -> None:
    tiles, zones = lying_tiles(seed)
    spots = sorted_out(tiles, LENGTH, POND_HALF)
    faces = [index for index, tile in enumerate(tiles) if not tile.back]
    wrong = [(zones[index], spots[index].zone) for index in faces if str(spots[index].zone) != zones[index]]
    assert len(wrong) <= 0.01 * len(faces), wrong


def test_a_concealed_kan_whose_backs_were_not_seen() -> None:
    hand = [Lying(-9.0 + column, 12.5, 90, back=False, kind=column) for column in range(10)]
    kan = [Lying(7.0 + column, 12.5, 90, back=False, kind=30) for column in range(2)]
    spots = sorted_out([*hand, *kan], LENGTH, POND_HALF)
    assert [str(spot.zone) for spot in spots] == ["hand/0"] * 10 + ["meld/0"] * 2


def test_ura_before_the_wall_is_an_indicator() -> None:
    wall = [Lying(-4.0 + column, 9.8, 90, back=column != 2, kind=None) for column in range(8)]
    ura = Lying(-2.0, 8.3, 90, back=False, kind=4)
    third = [
        Lying(-3.0 + column, 4.0 + 1.4 * row, 90, back=False, kind=1)
        for row in range(3)
        for column in range(6)
    ]
    spots = sorted_out([*third, *wall, ura], LENGTH, POND_HALF)
    assert [spots[len(third) + 2].zone, spots[-1].zone] == ["indicator", "indicator"]
    assert {str(spot.zone) for spot in spots[: len(third)]} == {"pond/0"}


def test_tops_of_a_standing_hand_are_neither_a_wall_nor_backs() -> None:
    standing = [Lying(-6.0 + column, 13.4, 90, back=True) for column in range(8)]
    meld = [
        Lying(5.0, 13.4, 90, back=False, kind=3),
        Lying(6.0, 13.4, 90, back=False, kind=3),
        Lying(7.2, 13.55, 0, back=False, kind=3),
    ]
    spots = sorted_out([*standing, *meld], LENGTH, POND_HALF)
    assert {str(spot.zone) for spot in spots[: len(standing)]} == {STANDING}
    assert [str(spot.zone) for spot in spots[len(standing) :]] == ["meld/0"] * 3


def test_a_meld_of_which_a_tile_was_not_found_is_a_meld() -> None:
    hand = [Lying(-8.0 + column, 12.5, 90, back=False, kind=column) for column in range(10)]
    torn = [Lying(9.0, 12.5, 90, back=False, kind=3), Lying(10.2, 12.65, 0, back=False, kind=4)]
    spots = sorted_out([*hand, *torn], LENGTH, POND_HALF)
    assert [str(spot.zone) for spot in spots] == ["hand/0"] * 10 + ["meld/0"] * 2
    assert [spot.sideways for spot in spots[10:]] == [False, True]
