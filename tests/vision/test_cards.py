"""Smooth pale things on walls, hands and ponds: they look nearly like blank tiles and are never reported as tiles."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.tabletop import (
    GEOMETRY,
    Laid,
    camera,
    grained,
    jittered,
    noisy,
    opened,
    photograph,
    pond,
    standing,
    walls,
)
from vision.camera.camera import Frame
from vision.geometry import to_table
from vision.lens import Image, View
from vision.model.classifier import Classifier
from vision.sightings import CameraAlert, FoundTrack, LostTrack, Sighting, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

VIEW = camera()
BLANK = 31
LOOK_MS = 200
"""The time between two looks of a camera at a table where nobody moves."""
TILES = [3, 12, 22, 30, 33]


@cache
def full_table() -> Image:
    return photograph([*pond(0, TILES), *walls(), *standing(0, 13), *standing(2, 13)], VIEW)


COLOURS = {
    "rose": (190, 170, 215),
    "ivory": (225, 238, 242),
    "grey": (190, 190, 190),
    "sky": (225, 205, 185),
    "crimson": (70, 45, 165),
}


def with_card(
    chair: int,
    place: tuple[float, float],
    turn_deg: float,
    colour: tuple[int, int, int],
    *,
    size: tuple[float, float] = (150.0, 70.0),
    table: Image | None = None,
    top_mm: float = 36.0,
    view: View = VIEW,
) -> Image:
    """The table with a card of 70 by 150 mm, or an object of another size and height, lying on it."""
    turn = np.deg2rad(turn_deg)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size @ axes + place
    seen = view.points([(*to_table(chair, *corner), top_mm) for corner in corners.tolist()])
    shown = (full_table() if table is None else table).copy()
    cv2.fillConvexPoly(shown, seen.round().astype(np.int32), colour, cv2.LINE_AA)
    return shown


WALL, HAND, POND = (2, (-40.0, 205.0)), (2, (-60.0, 300.0)), (0, (10.0, 115.0))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("colour", "place"),
    [
        *((colour, WALL) for colour in COLOURS if colour != "crimson"),
        ("ivory", HAND),
        ("grey", POND),
        ("crimson", POND),
    ],
)
@pytest.mark.parametrize("turn_deg", [40.0, 0.0])
def test_a_card_is_no_tile(
    reader: TableReader, turn_deg: float, colour: str, place: tuple[int, tuple[float, float]]
) -> None:
    random = np.random.default_rng(4)
    number = 0

    def show(image: Image) -> list[ZoneReading]:
        nonlocal number
        number += 1
        frame = Frame(number, 100 * number, noisy(image, random))
        return [readings for readings in reader.read_frame(frame) if isinstance(readings, ZoneReading)]

    for _ in range(3):
        show(full_table())
    covered = with_card(*place, turn_deg, COLOURS[colour])
    readings = [each for image in [covered] * 6 + [full_table()] * 2 for each in show(image)]
    faces = [tile.tile for each in readings for tile in each.tiles if each.zone != ZoneId("pond", 0)]
    assert faces == [], readings
    assert all({tile.tile for tile in each.tiles} <= set(TILES) for each in readings), readings


KHAKI = (125, 170, 165)
NEARLY_FELT = [(50, 84, 36), (56, 84, 42), (68, 84, 24)]
"""Colours that differ from the felt's only by a tenth, averaged over many pixels."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("colour", [KHAKI, COLOURS["ivory"]])
@pytest.mark.parametrize("turn_deg", [28.0, -15.0])
@pytest.mark.parametrize("column", [-30.0, -19.0])
def test_a_lighter_that_ends_with_the_wall_is_no_tile(
    reader: TableReader, column: float, turn_deg: float, colour: tuple[int, int, int]
) -> None:
    """No part of it shows beyond the wall's edge; if it lies askew it does not fill a tile's place."""
    random = np.random.default_rng(4)
    long, wide = 80.0, 30.0
    turn = np.deg2rad(turn_deg)
    reach = (long * np.cos(turn) + wide * np.sin(abs(turn))) / 2
    number = 0
    for edge_mm in (-1.0, 1.0):
        image = with_card(2, (column, 220.0 + edge_mm - reach), 90.0 + turn_deg, colour, size=(long, wide))
        for _ in range(5):
            number += 1
            sightings = reader.read_frame(Frame(number, 100 * number, noisy(image, random)))
            readings = [each for each in sightings if isinstance(each, ZoneReading)]
            assert all(each.tiles == () for each in readings if each.zone == ZoneId("wall", 2)), readings


@pytest.mark.sampled(2)
@pytest.mark.parametrize("wide", [20.0, 23.0, 26.0])
@pytest.mark.parametrize("chair", [1, 2])
@pytest.mark.parametrize("turn_deg", [-2.0, 0.0, 2.0])
@pytest.mark.parametrize("past_mm", [-1.0, 0.0, 1.0, 2.0])
def test_a_lighter_half_in_the_place_of_a_wall_is_no_tile(
    reader: TableReader, past_mm: float, turn_deg: float, chair: int, wide: float
) -> None:
    """It ends where a tile would, is as wide as one, and continues towards the middle of the table."""
    random = np.random.default_rng(5)
    bare = photograph([*pond(0, TILES), *walls(gone=[(chair, stack) for stack in range(17)])], VIEW)
    place = (-28.0, GEOMETRY.wall.centre_y + GEOMETRY.tile.length / 2 + past_mm - 40.0)
    image = with_card(
        chair, place, 90.0 + turn_deg, COLOURS["sky"], size=(80.0, wide), table=bare, top_mm=33.0
    )
    for number in range(5):
        sightings = reader.read_frame(Frame(number, 100 * number, noisy(image, random)))
        readings = [each for each in sightings if isinstance(each, ZoneReading)]
        assert all(each.tiles == () for each in readings if each.zone.kind == "wall"), readings


@pytest.mark.sampled(1)
@pytest.mark.parametrize("tilt_deg", [1.5, 12.0, -12.0])
def test_a_blank_indicator_is_read_at_every_end(classifier: Classifier, tilt_deg: float) -> None:
    """Stacks on either side are gone, or another indicator lies beside it, and nothing is quite straight."""
    random = np.random.default_rng(3)
    view = camera(tilt_deg=tilt_deg)
    for trial in range(4):
        stacks = random.integers(1, 16, 4).tolist()
        face_up = dict.fromkeys(enumerate(stacks), BLANK)
        gone: list[tuple[int, int]] = []
        for chair, stack in enumerate(stacks):
            way = (trial + chair) % 4
            if way == 0:
                gone += [(chair, each) for each in range(stack)]
            elif way == 1:
                gone += [(chair, each) for each in range(stack + 1, 17)]
            elif way == 2:
                face_up[chair, stack + 1] = int(random.integers(BLANK))
        image = photograph(jittered(walls(face_up, gone), random), view)
        reader = TableReader(GEOMETRY, classifier)
        read = {}
        for number in range(4):
            for sighting in reader.read_frame(Frame(number, 100 * number, noisy(image, random))):
                if isinstance(sighting, ZoneReading) and sighting.zone.kind == "wall":
                    read[sighting.zone] = [tile.tile for tile in sighting.tiles]
        laid = {
            ZoneId("wall", chair): [face for (whose, _), face in sorted(face_up.items()) if whose == chair]
            for chair in range(4)
        }
        assert read == laid, (trial, face_up, gone)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("colour", [(150, 40, 80), (50, 160, 225)])
@pytest.mark.parametrize("turn_deg", [0.0, 35.0])
def test_an_indicator_under_a_dark_card_is_lost_and_found_again(
    classifier: Classifier, turn_deg: float, colour: tuple[int, int, int]
) -> None:
    """Under a card as dark as a back, or of a back's colour, the indicator is not reported as gone."""
    free = photograph([*walls({(2, 9): 5}), *standing(0, 13)], VIEW)
    covered = with_card(2, (7.0, 202.0), turn_deg, colour, table=free)
    assert _told(classifier, ZoneId("wall", 2), free, covered) == LOST_AND_FOUND


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("turn_deg", "aside_mm"), [(40.0, -4.0), (-50.0, -12.0), (-50.0, 4.0), (90.0, -12.0)]
)
def test_an_indicator_of_which_a_lighter_leaves_a_part_is_lost_and_found_again(
    classifier: Classifier, turn_deg: float, aside_mm: float
) -> None:
    """No tile seems to lie in the indicator's place any more, which does not mean that it is gone."""
    free = photograph([*walls({(2, 9): 15}), *standing(0, 13)], VIEW)
    covered = with_card(2, (21.0 + aside_mm, 212.0), turn_deg, (140, 222, 145), size=(80.0, 30.0), table=free)
    assert _told(classifier, ZoneId("wall", 2), free, covered) == LOST_AND_FOUND


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stack", [16, 9])
@pytest.mark.parametrize(("colour", "size"), [("crimson", (80.0, 30.0)), ("sky", (150.0, 70.0))])
def test_an_ura_indicator_under_something_is_lost_and_found_again(
    classifier: Classifier, stack: int, colour: str, size: tuple[float, float]
) -> None:
    """This also holds in a corner, where an object may belong to the neighbour."""
    x_mm = GEOMETRY.wall.left_x + (stack + 0.5) * GEOMETRY.tile.width
    free = photograph([*walls({(2, stack): 15}), Laid(11, 2, x_mm, GEOMETRY.ura_y)], VIEW)
    covered = with_card(2, (x_mm, 170.0), 20.0, COLOURS[colour], size=size, table=free)
    assert _told(classifier, ZoneId("ura", 2), free, covered) == LOST_AND_FOUND


@pytest.mark.parametrize(
    ("colour", "size"), [((20, 20, 120), (8.0, 20.0)), ((90, 20, 20), (16.0, 8.0))], ids=["red", "blue"]
)
def test_an_ura_indicator_that_cannot_be_told_is_not_passed_over_in_a_corner(
    classifier: Classifier, colour: tuple[int, int, int], size: tuple[float, float]
) -> None:
    """The neighbour's indicators may lie across there, but it ends where an upright tile does."""
    xs = [GEOMETRY.wall.left_x + (stack + 0.5) * GEOMETRY.tile.width for stack in (15, 16)]
    laid = photograph([*walls(), *(Laid(11, 2, x, GEOMETRY.ura_y) for x in xs)], VIEW)
    stained = with_card(2, (xs[1], GEOMETRY.ura_y), 15.0, colour, size=size, table=laid, top_mm=16.5)
    assert _told(classifier, ZoneId("ura", 2), stained, stained) == ["LostTrack"]


def test_an_indicator_under_a_cup_of_nearly_the_colour_of_felt_is_lost_and_found_again(
    classifier: Classifier,
) -> None:
    """The cup is as dark as the cloth and of nearly its hue: no bare cloth is seen where the indicator was."""
    free = photograph([*walls({(2, 9): 19}), *standing(0, 13)], VIEW)
    covered = with_card(2, (21.0, 205.0), 25.0, (66, 70, 39), size=(74.0, 74.0), table=free)
    assert _told(classifier, ZoneId("wall", 2), free, covered) == LOST_AND_FOUND


@pytest.mark.sampled(1)
@pytest.mark.parametrize("colour", NEARLY_FELT)
def test_an_indicator_under_a_packet_of_nearly_the_felts_hue_is_lost_and_found_again(
    classifier: Classifier, colour: tuple[int, int, int]
) -> None:
    """The wall beside it is used up, and the felt there shows its hue in this light."""
    taken = [(2, stack) for stack in range(11, 17)]
    free = photograph([*walls({(2, 9): 19}, taken), *standing(0, 13)], VIEW)
    covered = with_card(2, (21.0, 205.0), 0.0, colour, size=(52.0, 58.0), table=free)
    assert _told(classifier, ZoneId("wall", 2), free, covered) == LOST_AND_FOUND


def test_an_indicator_under_something_is_lost_where_the_table_is_found_anew(classifier: Classifier) -> None:
    """The camera is knocked while a lighter lies there; a known indicator is not gone just because the table is read
    anew."""
    knocked = camera(shift_mm=40.0)
    laid = [*walls({(2, 9): 5}), *standing(0, 13)]
    free, moved = photograph(laid, VIEW), photograph(laid, knocked)
    covered, covered_still = (
        with_card(2, (24.0, 208.0), 62.0, KHAKI, table=table, size=(82.0, 30.0), view=view)
        for table, view in ((free, VIEW), (moved, knocked))
    )
    reader = TableReader(GEOMETRY, classifier)
    sightings: list[Sighting] = []
    for number, image in enumerate([free] * 4 + [covered] * 2 + [covered_still] * 15 + [moved] * 4):
        sightings += reader.read_frame(Frame(number, LOOK_MS * number, grained(image, number)))
    assert sum(isinstance(one, CameraAlert) for one in sightings) == 1
    assert _of(sightings, ZoneId("wall", 2)) == LOST_AND_FOUND


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("place", "turn_deg", "colour"),
    [
        ((42.8, 203.8), -6.4, (225, 181, 86)),
        ((43.3, 201.2), -4.6, (188, 74, 57)),
        ((15.8, 206.0), 1.0, (153, 206, 47)),
        ((8.6, 203.3), -5.6, (201, 220, 109)),
        ((12.2, 207.6), -8.0, (50, 47, 227)),
        ((48.6, 208.3), 3.9, (30, 217, 203)),
    ],
)
def test_a_packet_along_the_wall_is_no_back_beside_others_of_another_colour(
    classifier: Classifier, place: tuple[float, float], turn_deg: float, colour: tuple[int, int, int]
) -> None:
    """It is as wide as a tile is long, plain, and ends where the wall does."""
    free = photograph([*walls({(2, 9): 5}), *standing(0, 13)], VIEW)
    covered = with_card(2, place, turn_deg, colour, table=free, size=(84.0, 26.0))
    assert _told(classifier, ZoneId("wall", 2), free, covered) == LOST_AND_FOUND


def test_an_indicator_that_is_turned_back_is_gone(classifier: Classifier) -> None:
    free, turned = (photograph([*walls(shown), *standing(0, 13)], VIEW) for shown in ({(2, 9): 5}, {}))
    assert _told(classifier, ZoneId("wall", 2), free, turned) == ["ZoneReading"] * 3


def test_an_indicator_whose_stack_is_pushed_aside_hides_nothing(classifier: Classifier) -> None:
    """The part of it in its old place looks like neither back nor felt."""
    laid = walls({(2, 9): 5}, [(2, 10)])
    pushed = [
        replace(one, x=one.x + 7.0) if one.chair == 2 and abs(one.x - 21.0) < 1 else one for one in laid
    ]
    free, aside = photograph(laid, VIEW), photograph(pushed, VIEW)
    assert _told(classifier, ZoneId("wall", 2), free, aside) == ["ZoneReading"]


LOST_AND_FOUND = ["ZoneReading", "LostTrack", "FoundTrack"]


def _told(classifier: Classifier, zone: ZoneId, free: Image, covered: Image) -> list[str]:
    """Return the readings of a zone while it is free, covered for two seconds, and free again."""
    reader = TableReader(GEOMETRY, classifier)
    sightings: list[Sighting] = []
    number = 0
    for image, frames in ((free, 4), (covered, 11), (free, 4)):
        for _ in range(frames):
            number += 1
            sightings += reader.read_frame(Frame(number, LOOK_MS * number, grained(image, number)))
    return _of(sightings, zone)


def _of(sightings: Iterable[Sighting], zone: ZoneId) -> list[str]:
    """Return the kinds of readings of a zone."""
    return [
        type(one).__name__
        for one in sightings
        if isinstance(one, ZoneReading | LostTrack | FoundTrack) and one.zone == zone
    ]


OPENED = [3, 4, 34, 5, 6, 9, 9, 11, 12, 13, 19, 20, 21]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("place", "turn_deg", "size"),
    [
        ((-193.0, 262.0), 6.0, (90.0, 60.0)),
        ((62.0, 265.0), -8.0, (40.0, 70.0)),
        ((-90.0, 262.0), 90.0, (80.0, 30.0)),
        ((-60.0, 252.0), 0.0, (80.0, 30.0)),
    ],
)
def test_an_opened_hand_of_which_a_part_is_covered_is_not_reported(
    classifier: Classifier, place: tuple[float, float], turn_deg: float, size: tuple[float, float]
) -> None:
    """The cover lies at an end, over a tile kept apart, across the row, or along it over parts of several tiles."""
    laid = [*opened(2, [*OPENED, 22]), *walls()]
    free, standing_still = photograph(laid, VIEW), photograph([*standing(2, 13), *walls()], VIEW)
    covered = with_card(2, place, turn_deg, (140, 135, 70), size=size, table=free)
    reader = TableReader(GEOMETRY, classifier)
    sightings: list[Sighting] = []
    for number, image in enumerate([standing_still] * 3 + [covered] * 11 + [free] * 4):
        sightings += reader.read_frame(Frame(number, LOOK_MS * number, image))
    of_hand = [
        one for one in sightings if isinstance(one, ZoneReading | LostTrack) and one.zone == ZoneId("hand", 2)
    ]
    tiles = [[tile.tile for tile in one.tiles] for one in of_hand if isinstance(one, ZoneReading)]
    assert tiles == [[], [*OPENED, 22]]
    assert [type(one).__name__ for one in of_hand] == ["ZoneReading", "LostTrack", "ZoneReading"]


@pytest.mark.parametrize("colour", NEARLY_FELT)
def test_a_packet_of_nearly_the_felts_hue_is_no_gap_in_a_pond(
    classifier: Classifier, colour: tuple[int, int, int]
) -> None:
    """It lies over the first tile of the second row; nobody takes a tile that others follow."""
    free = photograph([*pond(0, [3, 4, 9, 12, 20, 28, 9, 30, 30, 11]), *walls()], VIEW)
    measures = GEOMETRY.pond
    place = (measures.left_x - 5.0, measures.first_row_y + measures.row_pitch + 1.0)
    covered = with_card(0, place, 0.0, colour, table=free, size=(52.0, 28.0), top_mm=18.0)
    assert _told(classifier, ZoneId("pond", 0), free, covered) == LOST_AND_FOUND


@pytest.mark.parametrize("colour", [(60, 130, 50), (126, 158, 50), COLOURS["crimson"]])
def test_a_packet_along_the_row_of_a_pond_is_no_tiles_that_lie_face_down(
    classifier: Classifier, colour: tuple[int, int, int]
) -> None:
    """It is as wide as a tile is long and as long as four are wide, but has not the colour of the backs."""
    free = photograph([*pond(0, TILES), *walls()], VIEW)
    place = (GEOMETRY.pond.left_x + 64.0, GEOMETRY.pond.first_row_y + GEOMETRY.pond.row_pitch)
    covered = with_card(0, place, 0.0, colour, table=free, size=(84.0, 26.0), top_mm=18.0)
    assert _told(classifier, ZoneId("pond", 0), free, covered) == LOST_AND_FOUND


def test_the_last_tile_of_a_pond_may_be_taken(classifier: Classifier) -> None:
    faces = [3, 4, 9, 12, 20, 28, 9, 30, 30, 11]
    free, called = (photograph([*pond(0, each), *walls()], VIEW) for each in (faces, faces[:-1]))
    assert _told(classifier, ZoneId("pond", 0), free, called) == ["ZoneReading"] * 3
