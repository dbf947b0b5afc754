"""Sequences of frames: what is reported when, and what is not reported while it cannot be seen."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.tabletop import (
    GEOMETRY,
    HEIGHT,
    WIDTH,
    Laid,
    camera,
    melds,
    opened,
    photograph,
    pond,
    standing,
    walls,
)
from tests.vision.tracker_stage import REST_MS, VIEW, Film, of, with_arm
from vision.lens import Image
from vision.sightings import (
    FoundTrack,
    HandsOver,
    LostTrack,
    TileMoved,
    WallSeen,
    Watermark,
    ZoneReading,
)
from vision.zones import TABLE, ZoneId

TILES = [0, 9, 18, 27, 31, 32, 33]


@cache
def table_before() -> Image:
    return photograph([*pond(0, TILES[:6]), *walls()], VIEW)


@cache
def table_after() -> Image:
    return photograph([*pond(0, TILES), *walls()], VIEW, seed=1)


def test_all_zones_are_reported_once_and_then_only_watermarks(film: Film) -> None:
    first = film.show(table_before(), 2)
    readings = [one.zone for one in first if isinstance(one, ZoneReading)]
    assert sorted(readings) == sorted(zone.id for zone in GEOMETRY.zones())
    assert len(first) == 20
    assert [(one.zone, one.most) for one in film.sightings if isinstance(one, WallSeen)] == [
        (ZoneId("wall", chair), 34) for chair in range(4)
    ]
    assert film.show(table_before(), 9) == []
    assert film.safe_ms == film.now_ms - 100


def test_a_discard_is_reported_once_when_the_hand_is_away(film: Film) -> None:
    film.show(table_before(), 5)
    for tip in (250.0, 180.0, 113.0):
        assert of(film.show(with_arm(table_before(), 0, (-40.0, tip))), ZoneId("pond", 0)) == []
    covered_since = film.now_ms - 300
    for tip in (113.0, 113.0, 180.0):
        assert of(film.show(with_arm(table_after(), 0, (-40.0, tip))), ZoneId("pond", 0)) == []
    assert film.safe_ms < covered_since
    # It is dated to the first picture without an arm over the pond.
    sightings = film.show(with_arm(table_after(), 0, (-40.0, 250.0)))
    assert len(of(sightings, ZoneId("pond", 0))) == 1
    sightings += film.show(table_after(), 6)
    [reading] = of(sightings, ZoneId("pond", 0))
    assert [tile.tile for tile in reading.tiles] == TILES
    assert covered_since - 100 <= reading.at_ms - reading.within_ms
    assert reading.at_ms + reading.within_ms <= film.now_ms - 600
    [move] = [one for one in sightings if isinstance(one, TileMoved)]
    assert (move.kind, move.tile, move.hands, move.tsumogiri) == ("laid", TILES[-1], (0,), None)
    assert len(sightings) == 2
    assert film.safe_ms == film.now_ms - 100


def test_a_place_under_a_sleeve_of_the_felts_colour_is_not_seen(film: Film) -> None:
    """Under blue light a blue sleeve passed for the blue cloth, and the discard under it was dated too late."""
    film.show(table_before(), 4)
    shown = with_arm(table_after(), 0, (-40.0, 60.0))
    hidden = photograph(pond(0, TILES), VIEW, seed=1) != photograph(pond(0, TILES[:6]), VIEW, seed=1)
    place = cv2.dilate(hidden.any(axis=2).astype(np.uint8), np.ones((13, 13), np.uint8)) > 0
    shown[place] = table_before()[place]
    assert of(film.show(shown, 8), ZoneId("pond", 0)) == []
    [reading] = of(film.show(table_after(), 3), ZoneId("pond", 0))
    assert [tile.tile for tile in reading.tiles] == TILES
    assert reading.at_ms - reading.within_ms == 300


def test_nothing_told_was_before_the_watermark(film: Film) -> None:
    film.show(table_before(), 4)
    for tip in (250.0, 113.0, 113.0):
        film.show(with_arm(table_before(), 0, (-40.0, tip)))
    film.show(with_arm(table_after(), 0, (-40.0, 250.0)))
    film.show(table_after(), 4)
    safe = -1
    for sighting in film.sightings:
        if isinstance(sighting, ZoneReading):
            assert sighting.at_ms >= safe
        elif isinstance(sighting, Watermark):
            assert sighting.safe_ms >= safe
            safe = sighting.safe_ms


def test_the_discard_of_another_does_not_wait_for_a_hand_elsewhere(film: Film) -> None:
    film.show(table_before(), 4)
    film.show(with_arm(table_before(), 2, (0.0, 205.0)), 2)
    sightings = film.show(with_arm(table_after(), 2, (0.0, 205.0)), 3)
    assert [tile.tile for tile in of(sightings, ZoneId("pond", 0))[0].tiles] == TILES


def test_a_hand_that_stays_is_a_loss_and_its_leaving_a_find(film: Film) -> None:
    film.show(table_before(), 4)
    covered = with_arm(table_before(), 0, (0.0, 100.0))
    lost = [one for one in film.show(covered, 13, REST_MS) if isinstance(one, LostTrack)]
    assert ZoneId("pond", 0) in {one.zone for one in lost}
    assert {one.reason for one in lost} == {"covered"}
    assert {one.at_ms for one in lost} == {300}
    sightings = film.show(table_before(), 4)
    assert {one.zone for one in sightings if isinstance(one, FoundTrack)} == {one.zone for one in lost}
    assert [one for one in sightings if isinstance(one, ZoneReading)] == []


def test_a_change_under_a_loss_is_reported_after_it(film: Film) -> None:
    film.show(table_before(), 4)
    film.show(with_arm(table_before(), 0, (-40.0, 100.0)), 13, REST_MS)
    sightings = film.show(table_after(), 4)
    kinds = [
        type(one)
        for one in sightings
        if isinstance(one, FoundTrack | ZoneReading) and one.zone == ZoneId("pond", 0)
    ]
    assert kinds == [FoundTrack, ZoneReading]
    [reading] = of(sightings, ZoneId("pond", 0))
    assert reading.at_ms - reading.within_ms <= 400


def test_an_arm_there_from_the_beginning(film: Film) -> None:
    """The first picture does not yet show the table at rest; tiles below the arm appear when it leaves."""
    film.show(with_arm(table_after(), 0, (-40.0, 100.0)), 4)
    sightings = film.show(table_after(), 23, REST_MS)
    assert [tile.tile for tile in of(film.sightings, ZoneId("pond", 0))[-1].tiles] == TILES
    assert of(sightings, ZoneId("pond", 0))


@pytest.mark.parametrize("level", [0, 12])
def test_a_covered_lens(film: Film, level: int) -> None:
    film.show(table_before(), 4)
    dark = np.full((HEIGHT, WIDTH, 3), level, np.uint8)
    sightings = film.show(dark, 10)
    assert sightings == [LostTrack(TABLE, "the picture is dark", 300)]
    assert film.safe_ms == 300
    assert film.show(table_before(), 3) == [FoundTrack(TABLE, 1400)]
    assert of(film.show(table_after(), 4), ZoneId("pond", 0))


def test_a_dark_room_at_the_start_tells_no_tiles(film: Film) -> None:
    sightings = film.show(np.zeros((HEIGHT, WIDTH, 3), np.uint8), 3)
    assert [type(one) for one in sightings] == [LostTrack]
    assert of(film.show(table_after(), 3), ZoneId("pond", 0))


def test_no_table_in_the_picture(film: Film) -> None:
    grey = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    grey[: HEIGHT // 2] = 60
    assert film.show(grey, 2) == [LostTrack(TABLE, "0 of 8 markers seen, 4 needed", 0)]


def test_where_the_table_is_is_not_known_while_it_is_not_seen(film: Film) -> None:
    """Nothing of such frames may be kept, because it is unknown which part of them is felt."""
    assert film.reader.calibration is None
    film.show(table_before(), 3)
    found = film.reader.calibration
    assert found is not None
    film.show(with_arm(table_before(), 0, (-40.0, 113.0)))
    assert film.reader.calibration is found, "an arm over the table hides it not"
    grey = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    grey[: HEIGHT // 2] = 60
    for unseen in (grey, np.zeros_like(grey), table_before()[:960, :1280].copy()):
        for _ in range(2):
            film.show(unseen)
            assert film.reader.calibration is None
        film.show(table_before(), 3)
        assert film.reader.calibration is not None


def test_frames_of_a_wrong_size(film: Film) -> None:
    film.show(table_before(), 3)
    small = np.asarray(cv2.resize(table_before(), (960, 720), interpolation=cv2.INTER_AREA), np.uint8)
    [lost] = film.show(small, 2)
    assert isinstance(lost, LostTrack)
    assert "960 x 720, those before were 1920 x 1440" in lost.reason
    assert film.show(table_before(), 3) == [FoundTrack(TABLE, 500)]


def test_a_pushed_camera_is_followed(film: Film) -> None:
    film.show(table_before(), 3)
    pushed = photograph([*pond(0, TILES), *walls()], camera(1400.0, 2.2, -14.0), seed=3)
    sightings = film.show(pushed, 4)
    assert [tile.tile for tile in of(sightings, ZoneId("pond", 0))[-1].tiles] == TILES


def test_the_lights_are_dimmed(film: Film) -> None:
    film.show(table_before(), 3)
    sightings = film.show(np.asarray(cv2.convertScaleAbs(table_before(), alpha=0.6), np.uint8), 6)
    assert [one for one in sightings if isinstance(one, ZoneReading)] == []
    sightings = film.show(np.asarray(cv2.convertScaleAbs(table_after(), alpha=0.6), np.uint8), 4)
    assert [tile.tile for tile in of(sightings, ZoneId("pond", 0))[-1].tiles] == TILES


def test_something_that_is_no_tile_is_never_read_as_one(film: Film) -> None:
    film.show(table_before(), 3)
    cup = table_before().copy()
    centre = VIEW.points([(20.0, 100.0, 40.0)])[0].round().astype(int)
    cv2.circle(cup, centre.tolist(), 60, (200, 90, 60), -1, cv2.LINE_AA)
    sightings = film.show(cup, 13, REST_MS)
    assert of(sightings, ZoneId("pond", 0)) == []
    [lost] = [one for one in sightings if isinstance(one, LostTrack)]
    assert lost.zone == ZoneId("pond", 0)
    assert lost.reason in ("something lies there that is no tile", "a tile cannot be told")


def test_an_opened_hand_is_dated_to_its_opening(film: Film) -> None:
    shut = photograph(standing(1, 13), VIEW)
    open_ = photograph(opened(1, list(range(13)), apart=False), VIEW, seed=4)
    film.show(shut, 4)
    film.show(with_arm(shut, 1, (0.0, 262.0), wide=300), 3)
    film.show(with_arm(open_, 1, (0.0, 262.0), wide=300), 2)
    [reading] = of(film.show(open_, 4), ZoneId("hand", 1))
    assert [tile.tile for tile in reading.tiles] == list(range(13))
    assert reading.at_ms - reading.within_ms >= 300
    assert reading.at_ms + reading.within_ms == 900


def test_a_tile_taken_back_is_reported(film: Film) -> None:
    film.show(table_after(), 4)
    film.show(with_arm(table_after(), 0, (-40.0, 113.0)), 2)
    film.show(with_arm(table_before(), 0, (-40.0, 180.0)))
    [reading] = of(film.show(table_before(), 4), ZoneId("pond", 0))
    assert [tile.tile for tile in reading.tiles] == TILES[:6]


def test_an_upside_down_discard_is_the_same_tile(film: Film) -> None:
    turned = [*pond(0, TILES[:6]), Laid(TILES[6], 0, -52.5, 113.0, 181.5), *walls()]
    film.show(table_before(), 4)
    [reading] = of(film.show(photograph(turned, VIEW, seed=5), 4), ZoneId("pond", 0))
    assert [tile.tile for tile in reading.tiles] == TILES


def test_walls_on_their_way_up_are_not_lost(film: Film) -> None:
    """Lifts take some seconds; only walls that stay unreadable are reported."""
    low, high = photograph([], VIEW), photograph(walls(), VIEW, seed=7)
    film.show(low, 3)
    for step in range(15):
        film.show(np.asarray(cv2.addWeighted(low, 1 - step / 15, high, step / 15, 0), np.uint8), 1, REST_MS)
    sightings = film.show(high, 4)
    assert [one for one in film.sightings if isinstance(one, LostTrack)] == []
    assert sightings == []
    assert film.safe_ms == film.now_ms - 100


def test_a_hand_that_rests_on_opened_tiles_takes_none_away(film: Film) -> None:
    laid = photograph(opened(1, list(range(13)), apart=False), VIEW, seed=4)
    film.show(laid, 4)
    film.show(with_arm(laid, 1, (-60.0, 262.0), wide=60), 25, REST_MS)
    film.show(laid, 4)
    assert [len(one.tiles) for one in of(film.sightings, ZoneId("hand", 1))] == [13]


def test_a_face_that_changes_by_itself_is_a_loss_and_no_reading(film: Film) -> None:
    """No hand can have done it, so only the loss is reported, at once, and the tile again once the old face is back."""
    film.show(table_before(), 4)
    other = photograph([*pond(0, [*TILES[:5], 15]), *walls()], VIEW, seed=2)
    sightings = film.show(other, 12)
    assert sightings == [
        LostTrack(ZoneId("pond", 0), "a tile shows another face although no hand was near", 300)
    ]
    assert film.show(table_before(), 3) == [FoundTrack(ZoneId("pond", 0), film.now_ms - 300)]


def test_a_face_that_changes_under_a_hand_was_exchanged(film: Film) -> None:
    film.show(table_before(), 4)
    other = photograph([*pond(0, [*TILES[:5], 15]), *walls()], VIEW, seed=2)
    for tip in (200.0, 100.0, 100.0):
        film.show(with_arm(table_before(), 3, (-40.0, tip)))
        film.show(with_arm(table_before(), 0, (0.0, tip)))
    sightings = film.show(other, 5)
    assert [tile.tile for tile in of(sightings, ZoneId("pond", 0))[0].tiles] == [*TILES[:5], 15]
    [move] = [one for one in sightings if isinstance(one, TileMoved)]
    assert (move.kind, move.tile) == ("exchanged", 15)
    assert 0 in move.hands


def test_a_fifth_of_a_kind_is_a_loss_and_no_reading(film: Film) -> None:
    """It lasts until one of the five is gone."""
    four = photograph([*pond(0, TILES[:6]), *pond(1, [5, 5, 5, 5]), *walls()], VIEW)
    film.show(four, 4)
    five = photograph([*pond(0, [*TILES[:6], 5]), *pond(1, [5, 5, 5, 5]), *walls()], VIEW, seed=3)
    for _ in range(3):
        film.show(with_arm(four, 0, (-40.0, 113.0)))
    sightings = film.show(five, 14)
    assert sightings == [LostTrack(ZoneId("pond", 0), "more 6m would lie on the table than a set has", 300)]
    gone = photograph([*pond(0, [*TILES[:6], 5]), *pond(1, [5, 5, 5]), *walls()], VIEW, seed=4)
    film.show(with_arm(gone, 1, (-40.0, 113.0)), 2)
    sightings = film.show(gone, 9)
    assert [len(one.tiles) for one in of(sightings, ZoneId("pond", 1))] == [3]
    assert [tile.tile for tile in of(sightings, ZoneId("pond", 0))[0].tiles] == [*TILES[:6], 5]
    assert [one.zone for one in sightings if isinstance(one, FoundTrack)] == [ZoneId("pond", 0)]


def test_whose_hands_are_over_what(film: Film) -> None:
    film.show(table_before(), 3)
    film.show(with_arm(table_before(), 2, (0.0, 205.0)), 2)
    film.show(table_before(), 2)
    hands_over = [one for one in film.sightings if isinstance(one, HandsOver)]
    assert {chairs for one in hands_over for _, chairs in one.hands} == {(2,)}
    assert ZoneId("wall", 2) in dict(hands_over[0].hands)
    assert hands_over[-1].hands == ()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("back", [False, True])
def test_tsumogiri_is_reported_only_of_an_arm_that_was_not_back(film: Film, back: bool) -> None:
    """The arm takes the upper tile of a stack and lays a tile in the pond.

    In between it may return to its own tiles.
    """
    standing_walls = walls()
    taken = [one for one in standing_walls if (one.chair, round(one.x)) != (0, 0) or one.z == 0]
    assert len(standing_walls) - len(taken) == 1
    gone = photograph([*pond(0, TILES[:6]), *taken], VIEW)
    laid = photograph([*pond(0, TILES), *taken], VIEW, seed=1)
    film.show(table_before(), 4)
    for tip in (230.0, 205.0, 205.0):
        film.show(with_arm(table_before(), 0, (0.0, tip)))
    for tip in (205.0, *([285.0, 285.0] if back else []), 150.0, 113.0):
        film.show(with_arm(gone, 0, (-30.0, tip)))
    for tip in (113.0, 180.0):
        film.show(with_arm(laid, 0, (-40.0, tip)))
    sightings = film.show(laid, 6)
    [move] = [one for one in sightings if isinstance(one, TileMoved)]
    assert (move.kind, move.tile, move.hands) == ("laid", TILES[-1], (0,))
    assert move.tsumogiri is (None if back else True)


def test_two_tiles_that_a_called_one_will_join_are_reported(film: Film) -> None:
    """The discard may come before the claimed tile is taken (WRC 5.4): the shown tiles must be known by then."""
    lying, pair = melds(0, [([9, 10, 11], 0, None)]), melds(0, [([9, 10, 11], 0, None), ([5, 6, 7], 0, None)])
    before = photograph([*pond(3, [5]), *lying, *walls()], VIEW)
    film.show(before, 4)
    corner = ZoneId("meld", 0)
    for _ in range(3):
        film.show(with_arm(before, 0, (250.0, 255.0)))
    own = [*lying, *(one for one in pair[3:] if one.tile != 5)]
    sightings = film.show(photograph([*pond(3, [5]), *own, *walls()], VIEW, seed=2), 12, REST_MS)
    assert [[tile.tile for tile in one.tiles] for one in of(sightings, corner)] == [[6, 7, 9, 10, 11]]
    assert [one for one in sightings if isinstance(one, LostTrack)] == []
    shown = film.now_ms
    taken = photograph([*pair, *walls()], VIEW, seed=3)
    for tip in ((-60.0, 160.0), (250.0, 255.0)):
        film.show(with_arm(taken, 0, tip), 2)
    sightings = film.show(taken, 8)
    reading = of(sightings, corner)[-1]
    assert [tile.tile for tile in reading.tiles] == [5, 6, 7, 9, 10, 11]
    assert reading.at_ms >= shown
    [move] = [one for one in sightings if isinstance(one, TileMoved) and one.target is not None]
    assert (move.kind, move.tile, move.source is not None) == ("called", 5, True)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("pair", [(0, 9), (27, 28), (8, 9), (0, 3)])
def test_two_tiles_that_no_called_one_can_join_are_a_loss(film: Film, pair: tuple[int, int]) -> None:
    before = photograph([*walls()], VIEW)
    film.show(before, 4)
    for _ in range(3):
        film.show(with_arm(before, 0, (280.0, 255.0)))
    laid = melds(0, [([*pair], None, None)])
    sightings = film.show(photograph([*laid, *walls()], VIEW, seed=2), 12, REST_MS)
    assert of(sightings, ZoneId("meld", 0)) == []
    assert [one.reason for one in sightings if isinstance(one, LostTrack)] == ["a meld is not whole"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("missing", [0, 3], ids=["outer back", "inner back"])
def test_a_meld_of_which_a_tile_is_not_seen_is_a_loss(film: Film, missing: int) -> None:
    """The unseen tile is a back of the felt's colour; the tiles beside it must not be reported as the whole meld."""
    kan = [38, 3, 3, 38]
    laid = melds(0, [([9, 10, 11], 0, None), (kan, None, None)])
    before = photograph([*laid[:3], *walls()], VIEW)
    film.show(before, 4)
    unseen = [one for index, one in enumerate(laid[3:]) if 3 - index != missing]
    for _ in range(3):
        film.show(with_arm(before, 0, (280.0, 255.0)))
    sightings = film.show(photograph([*laid[:3], *unseen, *walls()], VIEW, seed=2), 12, REST_MS)
    assert of(sightings, ZoneId("meld", 0)) == []
    assert [(one.zone, one.reason) for one in sightings if isinstance(one, LostTrack)] == [
        (ZoneId("meld", 0), "a meld is not whole")
    ]
    for _ in range(3):
        film.show(with_arm(before, 0, (280.0, 255.0)))
    sightings = film.show(photograph([*laid, *walls()], VIEW, seed=3), 6)
    assert [tile.tile for tile in of(sightings, ZoneId("meld", 0))[-1].tiles] == [*kan, 9, 10, 11]
