"""Whole zones from single pictures; the oracle is what the test laid on the table."""

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.tiles import HAKU, NAMES
from tests.vision.tabletop import (
    GEOMETRY,
    Laid,
    camera,
    jittered,
    melds,
    opened,
    photograph,
    pond,
    standing,
    walls,
)
from vision.calibration.charts import ZoneChart
from vision.camera.camera import Frame
from vision.lens import View
from vision.model.classifier import Classifier
from vision.sightings import BACK, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId


def readings(
    classifier: Classifier,
    laid: Iterable[Laid],
    view: View | None = None,
    *,
    light: float = 0.9,
    noise: float = 3.0,
) -> dict[ZoneId, ZoneReading]:
    laid = list(laid)
    reader, found = TableReader(GEOMETRY, classifier), {}
    for number in range(3):
        image = photograph(laid, view, seed=number, light=light, noise=noise)
        for sighting in reader.read_frame(Frame(number, 100 * number, image)):
            if isinstance(sighting, ZoneReading):
                found[sighting.zone] = sighting
    return found


def names(reading: ZoneReading) -> str:
    shown = (("B" if tile.tile == BACK else NAMES[tile.tile]) + "-" * tile.sideways for tile in reading.tiles)
    return " ".join(shown)


def deck(seed: int) -> list[int]:
    tiles = [kind for kind in range(34) for _ in range(4)]
    tiles[16], tiles[52], tiles[88] = 34, 35, 36
    return [int(tile) for tile in np.random.default_rng(seed).permutation(tiles)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(4))
def test_four_ponds(classifier: Classifier, seed: int) -> None:
    random, tiles = np.random.default_rng(seed), deck(seed)
    lengths, sideways = random.integers(5, 22, 4).tolist(), random.integers(0, 18, 4).tolist()
    laid, truth = [], {}
    for chair, (length, across) in enumerate(zip(lengths, sideways, strict=True)):
        part = [tiles.pop() for _ in range(length)]
        laid += pond(chair, part, across)
        truth[ZoneId("pond", chair)] = " ".join(
            NAMES[tile] + "-" * (at == across) for at, tile in enumerate(part)
        )
    found = readings(classifier, jittered(laid, random))
    assert {zone: names(found[zone]) for zone in truth} == truth


def test_places_in_a_pond_from_which_tiles_were_called(classifier: Classifier) -> None:
    found = readings(classifier, pond(2, list(range(16)), gaps=(3, 12)))[ZoneId("pond", 2)]
    places = [(tile.row, tile.column) for tile in found.tiles]
    assert places == [
        *((0, 0), (0, 1), (0, 2), (0, 4), (0, 5)),
        *((1, column) for column in range(6)),
        *((2, 1), (2, 2), (2, 3)),
    ]
    assert [tile.tile for tile in found.tiles] == [0, 1, 2, 4, 5, *range(6, 12), 13, 14, 15]


@pytest.mark.parametrize("pushed_mm", [-9.0, -6.0, 6.0])
def test_a_neighbours_row_pushed_over_the_edge_of_a_pond(classifier: Classifier, pushed_mm: float) -> None:
    """Its tiles are known from their own pond, so nothing there is left unexplained."""
    tiles, zones = deck(5), [ZoneId("pond", chair) for chair in range(4)]
    laid = [one for chair in range(4) for one in pond(chair, tiles[20 * chair : 20 * chair + 15])]
    pushed = [replace(one, x=one.x + pushed_mm) if one.chair == 2 else one for one in laid]
    found = readings(classifier, pushed)
    assert {zone: names(found[zone]) for zone in zones if zone in found} == {
        zone: " ".join(NAMES[one.tile] for one in laid if one.chair == zone.chair) for zone in zones
    }


def test_where_a_tile_lies(classifier: Classifier) -> None:
    laid = Laid(27, 1, -45.0, 142.0, 2.0)
    [tile] = readings(classifier, [laid])[ZoneId("pond", 1)].tiles
    assert tile.x_mm == pytest.approx(-45, abs=1.2)
    assert tile.y_mm == pytest.approx(142, abs=1.2)
    assert tile.confidence_pm > 980


def test_melds_of_every_kind(classifier: Classifier) -> None:
    chi, pon, kakan, ankan, daiminkan = (
        ([2, 0, 1], 0, None),
        ([31, 31, 31], 1, None),
        ([13, 35, 13], 2, 13),
        ([BACK, 27, 27, BACK], None, None),
        ([33, 33, 33, 33], 3, None),
    )
    laid = [
        *melds(0, [chi, kakan]),
        *melds(1, [pon, ankan]),
        *melds(2, [daiminkan, ([22, 36, 22], 2, 22)]),
        *melds(3, [([BACK, 28, 28, BACK], None, None)]),
    ]
    found = readings(classifier, jittered(laid, np.random.default_rng(1), mm=0.4))
    assert {chair: names(found[ZoneId("meld", chair)]) for chair in range(4)} == {
        0: "5p 0p 5p- 5p- 3m- 1m 2m",
        1: "B 1z 1z B 5z 5z- 5z",
        2: "5s 0s 5s- 5s- 7z 7z 7z 7z-",
        3: "B 2z 2z B",
    }
    added = [tile for tile in found[ZoneId("meld", 0)].tiles if tile.sideways][:2]
    assert sorted(tile.y_mm for tile in added) == [
        pytest.approx(244.5, abs=1.5),
        pytest.approx(265.5, abs=1.5),
    ]


def test_a_back_is_never_added_to_a_meld(classifier: Classifier) -> None:
    """The tip of a packet over the sideways tile of a chi passed for a back added to it, and the chi for a void call."""
    added = melds(0, [([2, 0, 1], 0, BACK)])
    found = readings(classifier, [*added, *melds(1, [([2, 0, 1], 0, None)])])
    assert names(found[ZoneId("meld", 1)]) == "3m- 1m 2m"
    assert ZoneId("meld", 0) not in found


def test_opened_and_standing_hands(classifier: Classifier) -> None:
    tiles = [0, 0, 34, 5, 9, 10, 11, 18, 26, 30, 31, 32, 33, 21]
    pons: list[tuple[list[int], int | None, int | None]] = [([kind] * 3, 1, None) for kind in (1, 2, 3)]
    laid = [*opened(0, tiles), *standing(1, 14), *opened(2, tiles[3:8]), *melds(2, pons)]
    found = readings(classifier, jittered(laid, np.random.default_rng(2), mm=0.3))
    assert [tile.tile for tile in found[ZoneId("hand", 0)].tiles] == tiles
    assert found[ZoneId("hand", 1)].tiles == ()
    assert [tile.tile for tile in found[ZoneId("hand", 2)].tiles] == tiles[3:8]
    gap = found[ZoneId("hand", 0)].tiles[-1].x_mm - found[ZoneId("hand", 0)].tiles[-2].x_mm
    assert gap == pytest.approx(GEOMETRY.tile.width + GEOMETRY.hand.apart_gap, abs=2)


def test_indicators_on_walls_that_are_partly_drawn(classifier: Classifier) -> None:
    gone = [(0, stack) for stack in range(9)]
    laid = walls({(0, 12): 35, (0, 13): 31, (3, 0): 21}, gone)
    left = GEOMETRY.wall.left_x + 10.5
    laid += [Laid(19, 0, left + 12 * 21, GEOMETRY.ura_y), Laid(36, 0, left + 13 * 21, GEOMETRY.ura_y)]
    laid += [Laid(8, 3, left, GEOMETRY.ura_y)]
    found = readings(classifier, laid)
    assert [(tile.tile, tile.column) for tile in found[ZoneId("wall", 0)].tiles] == [(35, 12), (31, 13)]
    assert [(tile.tile, tile.column) for tile in found[ZoneId("wall", 3)].tiles] == [(21, 0)]
    assert found[ZoneId("wall", 1)].tiles == ()
    assert [tile.tile for tile in found[ZoneId("ura", 0)].tiles] == [19, 36]
    assert [tile.tile for tile in found[ZoneId("ura", 3)].tiles] == [8]
    assert found[ZoneId("ura", 2)].tiles == ()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("from_edge_mm", [0.5, 2.5, 4.5])
def test_ura_indicators_round_a_corner(classifier: Classifier, from_edge_mm: float) -> None:
    """The one before the corner is moved until it nearly touches the neighbour's, which lies across."""
    tile, last = GEOMETRY.tile, GEOMETRY.wall.left_x + 10.5
    beside = GEOMETRY.ura_y - tile.length / 2 - tile.width / 2 - from_edge_mm
    faces = [11, 25, 31, 27, 4, 15, 33, 21]
    laid = walls({(chair, 16): 1 for chair in range(4)})
    for chair in range(4):
        laid.append(Laid(faces[chair], chair, beside, GEOMETRY.ura_y))
        laid.append(Laid(faces[4 + chair], chair, last, GEOMETRY.ura_y))
    found = readings(classifier, laid)
    read = {chair: [tile.tile for tile in found[ZoneId("ura", chair)].tiles] for chair in range(4)}
    assert read == {chair: [faces[4 + chair], faces[chair]] for chair in range(4)}


@pytest.mark.parametrize(("light", "noise"), [(0.55, 5.0), (1.05, 2.0)])
def test_dim_and_bright_rooms(classifier: Classifier, light: float, noise: float) -> None:
    laid = [*pond(3, deck(9)[:17], 4), *opened(1, deck(10)[:13], apart=False)]
    found = readings(classifier, jittered(laid, np.random.default_rng(3)), light=light, noise=noise)
    assert [tile.tile for tile in found[ZoneId("pond", 3)].tiles] == deck(9)[:17]
    assert [tile.tile for tile in found[ZoneId("hand", 1)].tiles] == deck(10)[:13]


def test_another_camera(classifier: Classifier) -> None:
    laid = [*pond(0, deck(4)[:18]), *walls({(2, 3): 15})]
    found = readings(classifier, laid, camera(1600.0, -2.5, -20.0, 1.62))
    assert [tile.tile for tile in found[ZoneId("pond", 0)].tiles] == deck(4)[:18]
    assert [tile.tile for tile in found[ZoneId("wall", 2)].tiles] == [15]


@pytest.mark.parametrize(("shares", "is_read"), [((1.6, 1.6, 1.6), True), ((1.6, 1.3, 1.0), False)])
def test_a_leaf_of_the_cloths_own_hue_is_no_thing(
    classifier: Classifier, shares: tuple[float, float, float], *, is_read: bool
) -> None:
    """A cloth may be printed in a lighter shade of its colour; a packet has another hue."""
    zone = next(zone for zone in GEOMETRY.zones() if zone.id == ZoneId("pond", 0))
    outline = ZoneChart(zone, camera(), GEOMETRY.tile).in_picture(60.0, 130.0, 75.0, 148.0).astype(np.int32)
    reader, found = TableReader(GEOMETRY, classifier), ""
    for number in range(4):
        image = photograph(pond(0, [3, 12, 22]), seed=number)
        inside = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), outline, 255) > 0
        image[inside] = (image[inside] * np.array(shares)).clip(0, 255).astype(np.uint8)
        for sighting in reader.read_frame(Frame(number, 100 * number, image)):
            if isinstance(sighting, ZoneReading) and sighting.zone == zone.id:
                found = names(sighting)
    assert found == ("4m 4p 5s" if is_read else "")


@pytest.mark.parametrize(("shares", "is_read"), [((0.9, 0.9, 0.9), True), ((0.87, 0.76, 0.98), False)])
def test_a_blank_thing_is_a_haku_only_if_its_paper_is_that_of_the_other_faces(
    classifier: Classifier, shares: tuple[float, float, float], *, is_read: bool
) -> None:
    """A part of a pink packet looks like a haku in every other respect."""
    zone = next(zone for zone in GEOMETRY.zones() if zone.id == ZoneId("pond", 1))
    reader, found = TableReader(GEOMETRY, classifier), ""
    faces = pond(0, [3, 12, 22, 0, 9, 18, 5, 14, 24])
    blank = pond(1, [HAKU])
    [one] = blank
    chart = ZoneChart(zone, camera(), GEOMETRY.tile)
    top = chart.in_picture(one.x - 12, one.y - 16, one.x + 12, one.y + 16).astype(np.int32)
    for number in range(8):
        image = photograph(faces if number < 4 else [*faces, *blank], seed=number)
        if number >= 4:
            inside = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), top, 255) > 0
            inside &= image.min(axis=2) > 120
            image[inside] = (image[inside] * np.array(shares)).clip(0, 255).astype(np.uint8)
        for sighting in reader.read_frame(Frame(number, 100 * number, image)):
            if isinstance(sighting, ZoneReading) and sighting.zone == zone.id:
                found = names(sighting)
    assert found == ("5z" if is_read else "")
