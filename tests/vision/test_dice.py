"""Dice under the dome: reported right or not at all, never wrong. The oracle is the source of the throw: the simulated
table, or a pen."""

from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import cv2
import numpy as np
import pytest

from config import read_table
from simulation.camera.lens import Light, Mount
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from tests.proofs import some
from tests.vision.mounts_stage import MOUNTS
from tests.vision.thrown import Thrown, glint, smeared, thrown
from vision.camera.camera import Frame
from vision.geometry import TableGeometry, load_geometry
from vision.lens import Image
from vision.model.classifier import Classifier
from vision.reading.dice import read_dice
from vision.reading.dome import DomeView
from vision.sightings import DiceSeen, Sighting
from vision.tracking.tracker import TableReader
from vision.worker.wire import FrameReport, decode_report, encode

THROWS = list(combinations_with_replacement(range(1, 7), 2))
CAMERAS = {
    "usual": Mount(),
    **{name: MOUNTS[name] for name in ("tilted by 25 degrees, wide", "1280 by 960", "turned by any angle")},
}


class Filmed:
    """A table under one camera, and what is read under its dome."""

    def __init__(self, mount: Mount, light: Light | None = None) -> None:
        self.world = World()
        self.scale = mount.scale
        self.camera = OverheadCamera(self.world, mount=mount, light=light)
        self.bare = self.picture(None)
        dome = load_geometry().dome
        assert dome is not None
        height, width = self.bare.shape[:2]
        self._dome = DomeView(dome, self.camera.view, (height // 4, width // 4))

    def picture(self, dice: tuple[int, int] | None) -> Image:
        self.world.displays = replace(self.world.displays, dice=dice)
        return np.array(self.camera.render(0), np.uint8)

    def faces(self, picture: Image) -> list[int] | None:
        dice = read_dice(self._dome.chart(picture), self._dome.inside, self._dome.lean)
        return None if dice is None else sorted(die.value for die in dice)

    def right(self, picture: Image, faces: list[int]) -> bool:
        """Return whether these dice are read; fail if the right number of dice is read with wrong pips."""
        read_faces = self.faces(picture)
        assert read_faces is None or len(read_faces) != len(faces) or read_faces == faces
        return read_faces == faces


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["usual", "tilted by 25 degrees, wide"])
def test_throws_of_the_simulated_table(name: str) -> None:
    table = Filmed(CAMERAS[name])
    assert table.faces(table.bare) == []
    for dice in THROWS[::4]:
        assert table.faces(table.picture(dice)) == list(dice), dice


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("room", some([0.45, 0.7, 0.86], 1))
@pytest.mark.parametrize("name", CAMERAS)
def test_every_throw_of_the_simulated_table(name: str, room: float) -> None:
    """No picture is read wrongly; in one of them noise may look like a glint, but not in the next."""
    table = Filmed(CAMERAS[name], Light(room=room))
    assert table.faces(table.bare) == []
    throws = list(product(range(1, 7), range(1, 7)))
    right = [table.right(table.picture(throw), sorted(throw)) for throw in throws]
    assert sum(right) >= len(throws) - 1


def test_dice_so_bright_that_glare_would_not_show_are_right_or_not_told() -> None:
    table = Filmed(CAMERAS["usual"], Light(room=1.1))
    readings = [(table.faces(table.picture(dice)), list(dice)) for dice in THROWS[::3]]
    assert all(faces in (None, dice) for faces, dice in readings)
    assert sum(faces is None for faces, _ in readings) < len(readings)


def any_throw(rng: np.random.Generator) -> list[Thrown]:
    """Two dice of one make anywhere under the dome, not touching each other."""
    side = float(rng.uniform(10, 15))
    make: dict[str, Any] = {
        "side_mm": side,
        "corner": float(rng.uniform(0.23, 0.29)),
        "pip": float(rng.uniform(0.08, 0.115)),
        "ace": float(rng.uniform(0.1, 0.2)),
        "side_shade": float(rng.uniform(0.5, 0.9)),
        "red_ace": bool(rng.random() < 0.7),
    }
    while True:
        one, other = rng.uniform(-18, 18, (2, 2))
        far = max(float(np.hypot(*one)), float(np.hypot(*other)))
        if np.hypot(*(one - other)) > 1.42 * side + 1 and far < 28 - 0.75 * side:
            break
    return [
        Thrown(int(rng.integers(1, 7)), float(x), float(y), turn_deg=float(rng.uniform(0, 90)), **make)
        for x, y in (one, other)
    ]


def values(dice: list[Thrown]) -> list[int]:
    return sorted(die.value for die in dice)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", CAMERAS)
def test_boxes_of_any_make_lying_anyhow(name: str) -> None:
    table, rng = Filmed(CAMERAS[name]), np.random.default_rng(21)
    read_right = 0
    for _ in range(30):
        dice = any_throw(rng)
        picture = thrown(table.bare, table.camera.view, dice, light=float(rng.uniform(0.6, 1.0)))
        read_right += table.right(picture, values(dice))
    assert read_right >= 25


def test_dice_that_lie_side_by_side() -> None:
    table = Filmed(CAMERAS["usual"])
    for one, other in THROWS:
        dice = [Thrown(one, -6.0, 3.0, flat=True), Thrown(other, 6.0, 3.0, flat=True)]
        assert table.faces(thrown(table.bare, table.camera.view, dice)) == [one, other]


def disturbed(table: Filmed, picture: Image, die: Thrown, how: str, rng: np.random.Generator) -> Image:
    [tip] = table.camera.view.points([(die.x_mm, die.y_mm, 14.0)])
    if how == "rolling":
        return smeared(picture, tip, int(rng.integers(1, 14)), float(rng.uniform(0, 180)))
    if how == "glare":
        for _ in range(int(rng.integers(1, 4))):
            place, radius = rng.normal(tip, 4 * table.scale), float(rng.uniform(0.6, 5)) * table.scale
            picture = glint(picture, place, radius, float(rng.uniform(40, 255)))
        return picture
    # A finger over a part of the die.
    turn = float(rng.uniform(0, 2 * np.pi))
    along = np.array([np.cos(turn), np.sin(turn)])
    near, far = tip + along * float(rng.uniform(2, 14)) * table.scale, tip + along * 300
    wide = round(14 * table.scale)
    covered = cv2.line(picture.copy(), near.astype(int), far.astype(int), (140, 170, 215), wide, cv2.LINE_AA)
    return np.asarray(covered, np.uint8)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["usual", "1280 by 960"])
@pytest.mark.parametrize("how", ["rolling", "glare", "finger"])
def test_what_cannot_be_seen_for_sure_is_not_reported(name: str, how: str) -> None:
    table, rng = Filmed(CAMERAS[name]), np.random.default_rng(22)
    untold = 0
    for _ in range(25):
        dice = any_throw(rng)
        picture = thrown(table.bare, table.camera.view, dice, light=float(rng.uniform(0.6, 1.1)))
        picture = disturbed(table, picture, dice[0], how, rng)
        untold += not table.right(picture, values(dice))
    assert untold  # otherwise nothing was disturbed


@pytest.mark.sampled(1)
@pytest.mark.parametrize("hidden", [(0, 0), (1, 1), (-1, -1)])
@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_a_glint_on_a_pip_makes_no_other_face(value: int, hidden: tuple[int, int]) -> None:
    """Five without its middle would be four, three would be two."""
    table = Filmed(CAMERAS["usual"])
    read_right = 0
    for light in (0.7, 0.9, 1.05):
        dice = [Thrown(value, -9.0, 0.0, turn_deg=20.0), Thrown(1, 10.0, 0.0)]
        picture = thrown(table.bare, table.camera.view, dice, light)
        [pip] = table.camera.view.points([dice[0].point(hidden[0] * 0.27, hidden[1] * 0.27, 1.0)])
        for strength, radius in product((5.0, 160.0, 230.0), (0.8, 0.9, 1.2, 2.4)):
            read_right += table.right(glint(picture, pip, radius * table.scale, strength), [1, value])
    assert read_right >= 12  # the weakest gleams hide no pip


def test_what_is_no_die() -> None:
    table = Filmed(CAMERAS["usual"])
    view = table.camera.view
    blank = [Thrown(1, -8.0, 0.0, ace=0.0), Thrown(4, 8.0, 4.0)]
    assert table.faces(thrown(table.bare, view, blank)) is None
    crumb = [Thrown(3, -8.0, 0.0), Thrown(4, 10.0, 4.0, side_mm=7.0)]
    assert table.faces(thrown(table.bare, view, crumb)) is None


class Seen:
    """A table and its reader's reports, frame by frame."""

    def __init__(self, classifier: Classifier) -> None:
        self.table = Filmed(Mount())
        self._reader = TableReader(load_geometry(), classifier)
        self._frame = 0

    def show(self, *pictures: Image) -> list[DiceSeen]:
        sightings: list[Sighting] = []
        for picture in pictures:
            noisy = picture.copy()
            noisy[self._frame % 100] += 1  # no two frames of a camera are the same
            sightings += self._reader.read_frame(Frame(self._frame, 100 * self._frame, noisy))
            self._frame += 1
        return [one for one in sightings if isinstance(one, DiceSeen)]

    def thrown(self, *dice: Thrown) -> Image:
        return thrown(self.table.bare, self.table.camera.view, dice)


@pytest.fixture
def seen(classifier: Classifier) -> Seen:
    return Seen(classifier)


def faces(throws: list[DiceSeen]) -> list[tuple[int, ...]]:
    return [one.faces for one in throws]


def test_a_throw_is_reported_once_when_it_lies_still(seen: Seen) -> None:
    lying = seen.thrown(Thrown(5, -7, 3, turn_deg=15), Thrown(2, 9, -4, turn_deg=50))
    assert seen.show(*[seen.table.bare] * 4) == []
    rng = np.random.default_rng(3)
    assert seen.show(*(seen.thrown(*any_throw(rng)) for _ in range(8))) == []  # they roll
    [sighting] = seen.show(*[lying] * 6)
    assert sighting.faces == (2, 5)
    assert sighting.at_ms == 1300  # their second frame; the first is not known to be calm
    assert sighting.confidence_pm > 900
    assert sighting.lying  # so soon after the start
    report = FrameReport(sighting.frame, sighting.at_ms, (sighting,))
    assert decode_report(encode(report)) == report


def test_the_same_faces_in_the_next_throw_are_reported_again(seen: Seen) -> None:
    one, other = (
        seen.thrown(Thrown(3, -7, 3), Thrown(4, 9, -4)),
        seen.thrown(Thrown(4, -5, 8), Thrown(3, 8, -8)),
    )
    assert faces(seen.show(*[seen.table.bare] * 3, *[one] * 5)) == [(3, 4)]
    assert faces(seen.show(*[other] * 5)) == [(3, 4)]
    assert faces(seen.show(*[seen.table.bare] * 4, *[other] * 5)) == [(3, 4)]


def test_an_arm_over_the_dome_tells_nothing_and_changes_nothing(seen: Seen) -> None:
    lying = seen.thrown(Thrown(6, -7, 3), Thrown(1, 9, -4))
    seen.show(*[seen.table.bare] * 4)
    reaching, resting = seen.table.bare.copy(), lying.copy()
    for picture in (reaching, resting):
        cv2.line(picture, (980, 1439), (965, 700), (120, 150, 200), 60)
    assert seen.show(reaching, reaching, reaching, resting, resting, resting) == []
    assert faces(seen.show(*[lying] * 5)) == [(1, 6)]
    assert seen.show(*[resting] * 4, *[lying] * 5) == []


def test_dice_that_lay_there_when_the_dome_was_first_seen(seen: Seen) -> None:
    lying = seen.thrown(Thrown(6, -7, 3), Thrown(1, 9, -4))
    covered = lying.copy()
    cv2.line(covered, (980, 1439), (965, 700), (120, 150, 200), 60)
    # An arm comes before they can be read, and stays for seconds.
    assert seen.show(lying, lying, *[covered] * 40) == []
    [sighting] = seen.show(*[lying] * 6)
    assert sighting.lying
    [sighting] = seen.show(*[seen.thrown(Thrown(2, -5, 8), Thrown(3, 8, -8))] * 6)
    assert not sighting.lying


def test_one_die_alone_is_not_reported(seen: Seen) -> None:
    alone = seen.thrown(Thrown(6, -7, 3))
    assert seen.show(*[seen.table.bare] * 4, *[alone] * 8) == []


def test_a_table_without_a_dome(classifier: Classifier) -> None:
    geometry_values = read_table("standard")
    del geometry_values["centre"]["dome"]
    geometry = TableGeometry.from_mapping(geometry_values)
    assert geometry.dome is None
    picture = Filmed(Mount()).picture((3, 4))
    reader = TableReader(geometry, classifier)
    sightings = [
        one for number in range(4) for one in reader.read_frame(Frame(number, 100 * number, picture))
    ]
    assert not any(isinstance(one, DiceSeen) for one in sightings)
    geometry_values["centre"]["dome"] = 80.0
    with pytest.raises(ValueError, match="a dome of 80 mm"):
        TableGeometry.from_mapping(geometry_values)
