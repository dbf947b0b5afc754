"""The gate counts only pixels that differ, with the same result as counting each zone's pixels one by one."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tabletop import GEOMETRY, camera
from vision.calibration.charts import ZoneChart
from vision.change.occlusion import (
    CHANGED_PX,
    COVERED_PX,
    DIFFERENT,
    EDGE_MM,
    MOVING_PX,
    OcclusionGate,
    differs,
    reduced,
)
from vision.zones import CHAIRS, ZoneId

SHAPE = (360, 480)
VIEW = camera()
CHARTS = {zone.id: ZoneChart(zone, VIEW, GEOMETRY.tile) for zone in GEOMETRY.zones()}


def inside(zone: ZoneId) -> NDArray[np.bool_]:
    """The pixels of the reduced picture in a zone, with its edge."""
    mask = np.zeros(SHAPE, np.uint8)
    cv2.fillPoly(mask, [reduced(CHARTS[zone].outline(EDGE_MM - 4.0))], 255)
    return np.asarray(mask > 0)


@pytest.mark.parametrize("seed", range(3))
def test_what_differs_differs_in_any_colour(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one = rng.integers(0, 256, (*SHAPE, 3), np.uint8)
    other = np.clip(one + rng.integers(-20, 21, one.shape), 0, 255).astype(np.uint8)
    far = abs(one.astype(int) - other).max(axis=2) > DIFFERENT
    assert np.array_equal(differs(one, other, DIFFERENT), far * np.uint8(255))


@pytest.mark.parametrize("seed", range(6))
def test_zones_are_moving_covered_and_changed_by_their_own_pixels(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rest = np.full((*SHAPE, 3), 90, np.uint8)
    before, now = rest.copy(), rest.copy()
    for picture in (before, now, now):
        # Objects that reach in from the rim, and isolated ones.
        for _ in range(int(rng.integers(1, 4))):
            top, left = int(rng.integers(0, 300)), int(rng.integers(0, 400))
            picture[top : top + int(rng.integers(2, 60)), left : left + int(rng.integers(2, 80))] = 180
        picture[:, : int(rng.integers(1, 200))][120:130] = 200
    gate = OcclusionGate(CHARTS, GEOMETRY, VIEW)
    gate.update(rest, 0)
    gate.update(before, 100)
    gates = gate.update(now, 200)
    moved, different = differs(now, before, DIFFERENT), differs(now, rest, DIFFERENT)
    owners = gate.owners
    assert owners is not None
    assert owners.any()
    assert not owners[different == 0].any()
    for name, judged in gates.items():
        zone = inside(name)
        over = owners[zone]
        assert judged.moving == (np.count_nonzero((moved & different)[zone]) >= MOVING_PX), name
        assert judged.changed == (np.count_nonzero(different[zone]) >= CHANGED_PX), name
        assert judged.covered == (np.count_nonzero(over) >= COVERED_PX), name
        chairs = {chair for chair in range(CHAIRS) if np.count_nonzero(over == chair + 1) >= COVERED_PX}
        assert judged.arms == (chairs if judged.covered else set()), name
    assert any(judged.covered for judged in gates.values())
    assert len({(judged.moving, judged.changed) for judged in gates.values()}) > 1


@pytest.mark.parametrize("chair", range(CHAIRS))
def test_what_two_zones_share_is_changed_for_each_until_it_has_accepted_it(chair: int) -> None:
    """An ura dora at the end of a wall lies in a corner that belongs to the neighbour's row of indicators too.

    The neighbour's zone, in which nothing lies, is often seen sooner.
    """
    own, other = ZoneId("ura", chair), ZoneId("ura", (chair - 1) % CHAIRS)
    shared = inside(own) & inside(other)
    assert np.count_nonzero(shared) >= CHANGED_PX
    rest = np.full((*SHAPE, 3), 90, np.uint8)
    laid = rest.copy()
    laid[shared] = 200
    gate = OcclusionGate(CHARTS, GEOMETRY, VIEW)
    for at_ms in (0, 100):
        gate.update(rest, at_ms)
    for name in CHARTS:
        gate.accept(name)
    gate.update(laid, 200)
    assert all(gate.update(laid, 300)[name].changed for name in (own, other))
    gate.accept(other)
    gates = gate.update(laid, 400)
    assert gates[own].changed
    assert not gates[other].changed
    changed, before = gate.changed(own), gate.at_rest(own)
    assert changed is not None
    assert before is not None
    assert (changed[shared] > 0).all()
    assert (before[inside(own)] == 90).all()
    gate.accept(own)
    gates = gate.update(laid, 500)
    assert not gates[own].changed
    assert not gates[other].changed


@pytest.mark.parametrize("chair", range(CHAIRS))
def test_two_zones_may_accept_what_they_share_in_one_frame(chair: int) -> None:
    own, other = ZoneId("ura", chair), ZoneId("ura", (chair - 1) % CHAIRS)
    rest = np.full((*SHAPE, 3), 90, np.uint8)
    laid = rest.copy()
    laid[inside(own) & inside(other)] = 200
    gate = OcclusionGate(CHARTS, GEOMETRY, VIEW)
    gate.update(rest, 0)
    for name in CHARTS:
        gate.accept(name)
    gate.update(laid, 100)
    gate.update(laid, 200)
    gate.accept(other)
    gate.accept(own)
    gates = gate.update(laid, 300)
    assert not gates[own].changed
    assert not gates[other].changed


@pytest.mark.parametrize("same", [True, False])
def test_a_zone_is_known_by_its_look_before_a_shadow_fell_on_the_same_content(same: bool) -> None:
    name = ZoneId("meld", 1)
    bare = np.full((*SHAPE, 3), 90, np.uint8)
    shaded, laid = bare.copy(), bare.copy()
    shaded[inside(name)] = 60
    laid[inside(name)] = 200
    gate = OcclusionGate(CHARTS, GEOMETRY, VIEW)
    gate.update(bare, 0)
    gate.accept(name)
    gate.update(shaded, 100)
    assert not gate.looks_as_before(name)
    gate.accept(name, same=same)
    assert gate.update(bare, 200)[name].changed
    assert gate.looks_as_before(name) == same
    gate.update(laid, 300)
    assert not gate.looks_as_before(name)
