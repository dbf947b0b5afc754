"""Zones, rows and columns of tiles whose places are known; the oracle is how they were laid."""

import numpy as np
import pytest

from bench.stages.oblique import BACK, Placed, Setting, full_table
from vision.photo.finding.lying import Lying, PhotoSpot
from vision.photo.places import sorted_out
from vision.zones import ZoneId

LENGTH = 35 / 26


def lying(placed: list[Placed], setting: Setting) -> list[Lying]:
    return [
        Lying(one.x / setting.width, one.y / setting.width, (one.turn_deg + 90) % 180, one.tile == BACK)
        for one in placed
    ]


def seen_from_above(placed: list[Placed]) -> list[Placed]:
    under = {(one.x, one.y) for one in placed if one.z > 0}
    return [one for one in placed if not one.standing and not (one.z == 0 and (one.x, one.y) in under)]


@pytest.mark.parametrize("seed", range(30))
def test_a_whole_table_is_sorted_as_it_was_laid(seed: int) -> None:
    setting = Setting()
    placed = seen_from_above(full_table(setting, np.random.default_rng(seed), 14))
    spots = sorted_out(lying(placed, setting), LENGTH, setting.pond_half / setting.width)
    faces = [(one, spot) for one, spot in zip(placed, spots, strict=True) if one.tile != BACK]
    wrong = [
        (one.zone, one.row, one.column, one.sideways, spot)
        for one, spot in faces
        if one.zone.startswith("pond")
        and spot != PhotoSpot(ZoneId.parse(one.zone), one.row, one.column, one.sideways)
    ]
    assert not wrong
    assert all(str(spot.zone) == one.zone for one, spot in faces if not one.zone.startswith("pond"))


def test_a_table_turned_a_little_and_seen_too_high() -> None:
    """Tops seem shifted if the camera's tilt is not well known, and nobody lays tiles quite straight."""
    setting = Setting()
    for seed in range(10):
        placed = [
            one
            for one in seen_from_above(full_table(setting, np.random.default_rng(seed)))
            if one.zone.startswith("pond")
        ]
        angle = np.deg2rad(2.0)
        moved = [
            Lying(
                one.x * np.cos(angle) - one.y * np.sin(angle) + 0.3,
                one.x * np.sin(angle) + one.y * np.cos(angle) + 0.25,
                (one.turn_deg + 2) % 180,
                back=False,
            )
            for one in lying(placed, setting)
        ]
        spots = sorted_out(moved, LENGTH, setting.pond_half / setting.width)
        assert [(str(s.zone), s.row, s.column) for s in spots] == [(p.zone, p.row, p.column) for p in placed]


def test_third_row_goes_on_and_a_called_tile_leaves_its_place_empty() -> None:
    row = [Lying(-2.5 + column, 4.0, 90, back=False) for column in range(6) if column != 2]
    second = [Lying(-2.5 + column, 5.4, 90, back=False) for column in range(6)]
    third = [Lying(-2.5 + column, 6.8, 90, back=False) for column in range(9)]
    spots = sorted_out([*row, *second, *third], LENGTH, 8.0)
    assert [spot.column for spot in spots] == [0, 1, 3, 4, 5, *range(6), *range(9)]
    assert [spot.row for spot in spots] == [0] * 5 + [1] * 6 + [2] * 9
    assert {str(spot.zone) for spot in spots} == {"pond/0"}


def test_an_added_kan_beside_a_hand() -> None:
    hand = [Lying(-6 + column, 13.0, 90, back=False) for column in range(10)]
    kan = [
        Lying(4.2, 13.2, 0, back=False),
        Lying(4.2, 12.2, 0, back=False),
        Lying(5.4, 13.0, 90, back=False),
        Lying(6.4, 13.0, 90, back=False),
    ]
    spots = sorted_out([*hand, *kan], LENGTH, 8.0)
    assert [str(spot.zone) for spot in spots] == ["hand/0"] * 10 + ["meld/0"] * 4
    assert [spot.sideways for spot in spots[10:]] == [True, True, False, False]


def test_nothing_lies_in_ponds_where_there_are_none() -> None:
    spots = sorted_out([Lying(0.5, 4.0, 90, back=False)], LENGTH, 0)
    assert spots == [PhotoSpot("other")]


def test_a_stick_taken_for_a_tile_before_the_first_row_moves_no_row() -> None:
    rows = [Lying(-2.5 + column, 4.0 + 1.4 * row, 90, back=False) for row in range(2) for column in range(6)]
    spots = sorted_out([Lying(0.0, 2.7, 0, back=False), *rows], LENGTH, 8.0)
    assert spots[0].zone == "other"
    assert [spot.row for spot in spots[1:]] == [0] * 6 + [1] * 6
