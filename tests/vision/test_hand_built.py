"""Indicators on walls that people built by hand: off the places that a geometry gives, and aslant."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from referee.tiles import HAKU
from table_controller.simulation.world.hand_built import HandBuilt
from table_controller.simulation.world.places import WallLay
from tests.vision.test_fallen import STACKS, WALLS, Hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.model.classifier import Classifier

LEVEL = WallLay(0.0, 0.0, 0.0, 0.0, (0.0,) * STACKS)


def built(classifier: Classifier, number: int, lay_walls: Callable[[], tuple[WallLay, ...]]) -> Hand:
    hand = Hand(classifier, number)
    hand.world.swallow(hand.world.on_table())
    hand.world.lay_walls = lay_walls
    hand.build_walls(0)
    return hand


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(12))
def test_they_are_told(classifier: Classifier, number: int) -> None:
    walls = np.random.default_rng(number)
    hand = Hand(classifier, number)
    hand = built(classifier, number, partial(HandBuilt().lays, hand.world.geometry, walls))
    hand.show(3)
    hand.take()
    hand.show(3)
    shown = hand.turn_up()
    hand.show(9)
    # Off its line a blank face may be one that a lamp washes out.
    blank = {zone for zone in WALLS if shown[zone] == [HAKU]} & hand.told.lost
    assert {zone: faces for zone, faces in hand.walls().items() if zone not in blank} == {
        zone: faces for zone, faces in shown.items() if zone not in blank
    }
    assert not hand.told.lost & set(WALLS) - blank


@pytest.mark.parametrize("aside_mm", [12.0, 5.0, -8.0, -12.0])
def test_a_wall_may_stand_so_far_off_its_line(classifier: Classifier, aside_mm: float) -> None:
    hand = built(classifier, 2, lambda: (replace(LEVEL, aside_mm=aside_mm),) * 4)
    hand.show(3)
    hand.take()
    shown = hand.turn_up()
    hand.show(5)
    assert hand.walls() == shown
    assert not hand.told.lost & set(WALLS)
