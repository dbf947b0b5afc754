"""Indicators on walls that people built by hand: aslant, and off the places of the geometry."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product

import cv2
import numpy as np
import pytest

from bench.stages.hand_built import HandBuilt
from referee.tiles import HAKU
from simulation.world.places import WallLay, WallSpot
from tests.vision.fallen_stage import STACKS, WALLS, Hand
from tests.vision.tabletop import GEOMETRY, LastReadings, camera, noisy, photograph, walls
from vision.camera.camera import Frame
from vision.geometry import to_table
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader
from vision.zones import CHAIRS, ZoneId

MOST_WRONG = 0.05
"""The share of stacks that may be counted wrong: one of two that are farther out of line than the others."""
URA = [ZoneId("ura", chair) for chair in range(CHAIRS)]
LEVEL = WallLay(0.0, 0.0, 0.0, 0.0, (0.0,) * STACKS)


def built(classifier: Classifier, number: int, lay_walls: Callable[[], tuple[WallLay, ...]]) -> Hand:
    hand = Hand(classifier, number)
    hand.world.swallow(hand.world.on_table())
    hand.world.lay_walls = lay_walls
    hand.build_walls(0)
    return hand


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", range(12))
def test_they_are_told(classifier: Classifier, number: int) -> None:
    lays = np.random.default_rng(number)
    hand = Hand(classifier, number)
    hand = built(classifier, number, partial(HandBuilt().lays, hand.world.geometry, lays))
    hand.show(3)
    hand.take()
    hand.show(3)
    shown = hand.turn_up()
    hand.show(9)
    # A blank face off its line may be one that a lamp washes out.
    blank = {zone for zone in WALLS if shown[zone] == [HAKU]} & hand.readings.lost
    assert {zone: faces for zone, faces in hand.walls().items() if zone not in blank} == {
        zone: faces for zone, faces in shown.items() if zone not in blank
    }
    assert not hand.readings.lost & set(WALLS) - blank


@pytest.mark.sampled(1)
@pytest.mark.parametrize("aside_mm", [12.0, 5.0, -8.0, -12.0])
def test_a_wall_may_stand_so_far_off_its_line(classifier: Classifier, aside_mm: float) -> None:
    hand = built(classifier, 2, lambda: (replace(LEVEL, aside_mm=aside_mm),) * 4)
    hand.show(3)
    hand.take()
    shown = hand.turn_up()
    hand.show(5)
    assert hand.walls() == shown
    assert not hand.readings.lost & set(WALLS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("aside_mm", [11.0, 5.0, -5.0, -8.0, -11.0])
def test_so_may_ura_dora_before_it(classifier: Classifier, aside_mm: float) -> None:
    hand = built(classifier, 2, lambda: (replace(LEVEL, aside_mm=aside_mm),) * CHAIRS)
    hand.show(3)
    shown = hand.turn_up()
    hand.show(5)
    assert not any(hand.readings.faces.get(zone) for zone in URA)
    laid = hand.lay_ura()
    hand.show(5)
    assert {zone: hand.readings.faces[zone] for zone in URA} == laid
    assert hand.walls() == shown
    assert not hand.readings.lost & {*WALLS, *URA}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 6, 7, 8])
def test_their_stacks_are_counted(classifier: Classifier, number: int) -> None:
    """Stacks are out of line by as much as separates one tile from two; in the light of scene 4 backs have the felt's
    hue."""
    lays = np.random.default_rng([number, STACKS])
    hand = built(classifier, number, partial(HandBuilt().lays, GEOMETRY, lays))
    left = {zone: [2] * STACKS for zone in WALLS}
    hand.show(4)
    before = dict(hand.readings.walls)
    for taken in (13, 13, 12, 12):
        for zone in WALLS:
            left[zone][taken] -= 1
            hand.world.swallow([hand.world.wall_tile(WallSpot(zone.chair, taken, left[zone][taken]))])
        hand.show(4)
        wrong = 0
        for zone in WALLS:
            stacks = hand.readings.walls[zone].stacks
            seen = list(zip(before[zone].stacks, stacks, strict=True))
            seem_taken = {stack for stack, ((least, _), (_, most)) in enumerate(seen) if most < least}
            assert seem_taken <= {taken}
            wrong += sum(not low <= n <= high for (low, high), n in zip(stacks, left[zone], strict=True))
        assert wrong <= MOST_WRONG * STACKS * len(WALLS)
        before = dict(hand.readings.walls)


@pytest.mark.parametrize("aside_mm", [-6.0, 6.0])
def test_other_walls_that_came_unseen_are_compared_with_themselves(
    classifier: Classifier, aside_mm: float
) -> None:
    """Some of the old walls still stood when last seen."""
    asides = iter([aside_mm, -aside_mm])
    hand = built(classifier, 0, lambda: (replace(LEVEL, aside_mm=next(asides)),) * CHAIRS)
    hand.show(4)
    hand.take()
    hand.show(4)
    hand.world.swallow(hand.world.on_table())
    hand.build_walls(0)
    hand.show(4)
    for zone in WALLS:
        assert (1, 1) not in hand.readings.walls[zone].stacks
        assert len(hand.readings.walls[zone].standing) == STACKS


@pytest.mark.parametrize("pushed_mm", [-6.0, -2.5, 2.5, 6.0])
def test_a_wall_that_is_pushed_loses_nothing(classifier: Classifier, pushed_mm: float) -> None:
    hand = Hand(classifier, 0)
    hand.show(3)
    hand.world.swallow([hand.world.wall_tile(WallSpot(chair, 16, 1)) for chair in range(CHAIRS)])
    hand.show(3)
    before = {zone: hand.readings.walls[zone].stacks for zone in WALLS}
    assert {stacks[-1] for stacks in before.values()} == {(1, 1)}
    for zone in WALLS:
        dx, dy = to_table(zone.chair, 0.0, pushed_mm)
        for tile in hand.world.in_zone(zone):
            assert tile.place is not None
            there = replace(tile.place, x_mm=tile.place.x_mm + dx, y_mm=tile.place.y_mm + dy)
            hand.world.put(tile, zone, there)
    hand.show(3)
    assert {zone: hand.readings.walls[zone].stacks for zone in WALLS} == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("over_mm", [1.0, 2.0, 3.0])
@pytest.mark.parametrize("chair", range(CHAIRS))
def test_what_lies_against_a_stack_takes_no_tile_from_it(
    classifier: Classifier, chair: int, over_mm: float
) -> None:
    """A packet with a rim of the felt's hue hides the stack's edge."""
    view, reader, random = camera(), TableReader(GEOMETRY, classifier), np.random.default_rng(chair)
    bare = photograph(walls(), view, noise=0.0)
    far, left = GEOMETRY.wall.centre_y + GEOMETRY.tile.length / 2 - over_mm, GEOMETRY.wall.left_x + 30
    laid = bare.copy()
    column, row = view.points([(*to_table(chair, 0.0, far + 30), 0.0)]).round().astype(int)[0]
    felt = bare[row - 5 : row + 5, column - 5 : column + 5].mean(axis=(0, 1))
    for rim, colour in ((0.0, 0.7 * felt), (2.0, np.array([110.0, 110.0, 10.0]))):
        ends = product((left + rim, left + 50 - rim), (far + rim, far + 80 - rim))
        seen = view.points([(*to_table(chair, *end), GEOMETRY.wall_top) for end in ends])[[0, 1, 3, 2]]
        cv2.fillConvexPoly(laid, seen.round().astype(np.int32), colour.tolist(), cv2.LINE_AA)
    readings = LastReadings()
    for number in range(16):
        image = noisy(bare if number < 6 else laid, random)
        readings.take(reader.read_frame(Frame(number, 100 * number, image)))
    assert all(most == 2 for _, most in readings.walls[ZoneId("wall", chair)].stacks)
