from dataclasses import replace

import numpy as np
import pytest

from config import read_table
from vision.geometry import GeometryError, TableGeometry, load_geometry, to_chair, to_table
from vision.lens import View
from vision.zones import CHAIRS, ZoneId


def test_chairs_follow_counter_clockwise() -> None:
    assert [to_table(chair, 10, 200) for chair in range(CHAIRS)] == [
        (10, 200),
        (200, -10),
        (-10, -200),
        (-200, 10),
    ]


@pytest.mark.parametrize("chair", range(CHAIRS))
def test_there_and_back(chair: int) -> None:
    assert to_chair(chair, *to_table(chair, 12.5, -31.0)) == (12.5, -31.0)


def test_zones_of_four_chairs_hold_the_places_of_tiles() -> None:
    table = load_geometry()
    zones = {zone.id: zone for zone in table.zones()}
    assert len(zones) == 20
    hand = zones[ZoneId("hand", 2)].area
    last = table.hand.left_x + 14 * table.tile.width + table.hand.apart_gap
    assert hand.left < table.hand.left_x
    assert hand.right > last
    assert zones[ZoneId("wall", 1)].height == 33.0
    assert zones[ZoneId("pond", 1)].height == 16.5


def test_an_opened_hand_leaves_the_neighbours_added_tile_free() -> None:
    table = load_geometry()
    neighbour_edge = -table.hand.left_x
    added_edge = table.meld.added_y - table.tile.width / 2
    assert neighbour_edge < added_edge


def test_the_corners_of_a_felt_go_around_it() -> None:
    table = replace(load_geometry(), felt_half=350.0, felt_cut=60.0)
    assert table.felt_corners == (
        (-290, 350), (290, 350), (350, 290), (350, -290), (290, -350), (-290, -350), (-350, -290), (-350, 290),
    )  # fmt: skip


@pytest.mark.parametrize("cut", [-1.0, 350.0, "wide"])
def test_a_cut_that_leaves_no_side_is_refused(cut: object) -> None:
    with pytest.raises(GeometryError):
        TableGeometry.from_mapping({**read_table("standard"), "felt_cut": cut})


def test_a_missing_measure_is_refused() -> None:
    with pytest.raises(ValueError, match="tile"):
        TableGeometry.from_mapping({"name": "x", "felt_half": 1, "rim_half": 1, "markers": {}})
    with pytest.raises(ValueError, match="unheard-of"):
        load_geometry("unheard-of")


def test_a_higher_point_moves_away_from_the_middle_of_the_picture() -> None:
    """Under a camera straight above at 1400 mm, 33 mm up pushes a point at 200 mm out by 200 * 33 / 1367 mm."""
    focal = 2400.0
    view = View.from_pose(
        np.array([[focal, 0, 960], [0, focal, 720], [0, 0, 1]]), np.eye(3), np.array([0.0, 0.0, 1400.0])
    )
    low, high = view.points([(200, 100, 0), (200, 100, 33)])
    assert low == pytest.approx((960 + focal * 200 / 1400, 720 + focal * 100 / 1400))
    assert high == pytest.approx((960 + focal * 200 / 1367, 720 + focal * 100 / 1367))
    assert view.to_plane([high], 33)[0] == pytest.approx((200, 100))
