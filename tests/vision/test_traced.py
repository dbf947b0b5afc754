"""Tables as a path tracer sees them, another renderer than the one on whose pictures vision was trained and measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bench.photos.traced.bodies import rounded_box, together
from bench.photos.traced.kept import TracedTruth, kept_picture, kept_truths, named
from bench.photos.traced.reading import STACKS, STICKS, Told, TracedScore, scored, told_of
from vision.sightings import BACK
from vision.zones import ZoneId

if TYPE_CHECKING:
    from bench.photos.traced.bodies import Body
    from vision.model.classifier import Classifier

TRUTHS = kept_truths()
SURE = ("pond", "meld", "hand", "ura")
ASIDE_MM = 15.0
"""The distance from its place at which the camera may be found."""
LEAST_TOLD = {"pond": 0.91, "meld": 0.61, "hand": 0.9, "ura": 0.94, "wall": 0.41, STACKS: 0.32}
"""A little below what was measured; docs/vision.md has the figures."""
MOST_WRONG = {"wall": 1}
"""A pale back that is told as haku: a fault that stands in docs/vision.md."""
PALE_BACKS = (6, 7, 8, 12, 19, 24)
"""Pictures with a short wall whose backs a lamp makes pale."""


def read_rightly(truth: TracedTruth, classifier: Classifier) -> TracedScore:
    """Read a picture; nothing is told wrongly of players' tiles, and the camera is found where it hangs."""
    told = told_of(kept_picture(truth.number), classifier)
    assert told.camera_mm is not None
    # By markers alone the height is an estimate.
    assert (
        max(abs(seen - so) for seen, so in zip(told.camera_mm[:2], truth.camera_mm[:2], strict=True))
        < ASIDE_MM
    )
    score = scored(truth, told)
    assert {kind: score.wrong[kind] for kind in SURE if score.wrong[kind]} == {}, score.differences
    return score


@pytest.mark.parametrize("truth", TRUTHS[::20], ids=lambda truth: str(truth.number))
def test_what_is_told_of_players_tiles_is_so(classifier: Classifier, truth: TracedTruth) -> None:
    assert read_rightly(truth, classifier).right.total() > 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", PALE_BACKS)
def test_pale_backs_on_a_wall_without_others_are_no_haku(classifier: Classifier, number: int) -> None:
    told = told_of(kept_picture(number), classifier)
    assert told.zones.get(ZoneId("wall", 2), []) == []


@pytest.mark.prove
def test_all_of_them_how_much_is_told_and_how_much_wrongly(classifier: Classifier) -> None:
    total = TracedScore()
    for truth in TRUTHS:
        total.add(read_rightly(truth, classifier))
    short = {kind: total.share(kind) for kind, least in LEAST_TOLD.items() if total.share(kind) < least}
    assert short == {}, total.differences
    wrong = {kind: count for kind, count in total.wrong.items() if count > MOST_WRONG.get(kind, 0)}
    assert wrong == {}, total.differences


def test_the_score_sees_what_is_told_wrongly_and_what_is_not_told() -> None:
    zones = {"pond/0": "1m 2p- 5z", "hand/2": "3s 4s", "meld/1": "x 7z 7z x"}
    truth = TracedTruth(0, zones, ("210", "000", "000", "000"), (1, 3), (0.0, 0.0, 1400.0))
    told = Told({zone: truth.tiles(zone) for zone in map(ZoneId.parse, zones)})
    told.walls[ZoneId("wall", 0)] = ((2, 2), (1, 2), (0, 0))
    told.sticks = (1, 3)
    good = scored(truth, told)
    assert (good.laid["pond"], good.right["pond"], good.right["meld"], good.right["hand"]) == (3, 3, 4, 2)
    assert (good.laid[STACKS], good.right[STACKS], good.right[STICKS]) == (2, 1, 2)
    assert good.wrong.total() == 0
    assert good.differences == []
    told.zones[ZoneId("pond", 0)] = [(0, False), (10, False), (31, False)]  # the second is told upright
    del told.zones[ZoneId("hand", 2)]
    told.walls[ZoneId("wall", 0)] = ((1, 1), (1, 1), (0, 0))
    told.sticks = (0, 1)
    bad = scored(truth, told)
    assert +bad.wrong == Counter({"pond": 1, STACKS: 1, STICKS: 1})
    assert (bad.right["pond"], bad.right["hand"], bad.share("hand")) == (2, 0, 0.0)
    assert len(bad.differences) == 4


def test_truth_in_words() -> None:
    laid = [(0, False), (34, True), (BACK, False), (33, False)]
    assert named(laid) == "1m 0m- x 7z"
    truth = replace(TRUTHS[0], zones={"meld/0": named(laid)})
    assert truth.tiles(ZoneId("meld", 0)) == laid


def volume(body: Body) -> float:
    """Of what a closed body encloses; negative if its triangles face inward."""
    a, b, c = (body.points[body.triangles[:, corner]] for corner in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def test_a_tile_is_a_closed_body_of_two_parts() -> None:
    size, radius, cut = (21.0, 28.0, 16.5), 1.9, -2.0
    ivory, back = rounded_box(size, radius, cut)
    whole = together([ivory, back])
    # A sharp box, less what a radius takes off twelve edges and eight corners.
    edges = 4 * sum(side - 2 * radius for side in size) * radius**2 * (1 - np.pi / 4)
    corners = radius**3 * (8 - np.pi * 4 / 3)
    assert volume(whole) == pytest.approx(np.prod(size) - edges - corners, rel=2e-3)
    assert np.abs(whole.points).max(axis=0) == pytest.approx(np.array(size) / 2)
    used = ivory.points[ivory.triangles.ravel()]
    assert used[:, 2].min() == pytest.approx(cut)
    assert back.points[back.triangles.ravel()][:, 2].max() == pytest.approx(cut)
    a, b, c = (whole.points[whole.triangles[:, corner]] for corner in range(3))
    facing = np.cross(b - a, c - a)
    assert (np.einsum("ij,ij->i", facing, whole.normals[whole.triangles[:, 0]]) > 0).all()
    # What is printed is upright: its first row lies at the far side, its first column on the left.
    far_left = np.argmin(np.abs(ivory.texture).sum(axis=1))
    assert ivory.points[far_left, 0] < 0 < ivory.points[far_left, 1]
