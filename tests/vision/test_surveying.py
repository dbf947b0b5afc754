"""A table is measured in two pictures of it; the oracle is the geometry by which they were drawn.

What a reader needs: a zone is drawn 4 mm around the places of its tiles, so a row may lie half of that, 2 mm, from
where it is thought to be. Rows of a pond lie 1 mm apart, so a tile may be thought half of that, 0.5 mm, too long or too
short.
"""

from functools import cache

import cv2
import numpy as np
import pytest

from bench.photos import surveyed
from bench.photos.traced.kept import file_of
from bench.stages.oblique import Setting, full_table, photograph
from bench.stages.set_tables import Shown, drawn_geometry, drawn_mount, shown
from config import read_table
from simulation.camera.look import Look
from simulation.world.places import WallSpot
from tests.proofs import some
from tests.vision.surveying_stage import ROW_MM, compared, too_far
from vision.geometry import TableGeometry
from vision.photo.surveying.measures import Survey
from vision.photo.surveying.survey import Surveyor, TablePicture
from vision.photo.surveying.views import SurveyError
from vision.photo.surveying.written import drawn_in

MEASURED = {
    "felt_half", "centre.half", "tile.length", "wall.centre_y", "wall.left_x", "pond.first_row_y", "pond.row_pitch",
    "pond.left_x", "hand.centre_y", "hand.left_x", "meld.right_x",
}  # fmt: skip


BROKEN_MM = 4.0
"""A hundredth of the largest felt's half."""
FELT_SHARE = 0.03
"""The tile's assumed proportions, the gaps between discards and the camera's assumed height are off by a hundredth each."""


def measured(table: Shown, tile_mm: float | None = None, height_mm: float | None = None) -> Survey:
    surveyor = Surveyor(read_table("standard"), "club", tile_mm=tile_mm, height_mm=height_mm)
    return surveyor.survey(TablePicture("bare.jpg", table.bare), [TablePicture("set.jpg", table.set_up)])


@pytest.mark.prove
@pytest.mark.parametrize("seed", some(range(1, 13), 2))
def test_a_table_with_markers_is_measured(seed: int) -> None:
    random = np.random.default_rng([seed, 41])
    table = shown(drawn_geometry(random), drawn_mount(random), random)
    survey = measured(table)
    assert too_far(survey.geometry, table.geometry) == []
    assert survey.scale == "markers"
    assert {one.key for one in survey.measures if one.how == "measured"} >= MEASURED
    for found, true in zip(survey.geometry.markers, table.geometry.markers, strict=True):
        assert np.hypot(found.x - true.x, found.y - true.y) < ROW_MM


@cache
def without_markers(seed: int) -> Shown:
    random = np.random.default_rng([seed, 41])
    return shown(drawn_geometry(random, markers=False), drawn_mount(random), random)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", some(range(21, 33), 2))
@pytest.mark.parametrize("given", [True, pytest.param(False, marks=pytest.mark.prove(short=False))])
def test_without_markers_the_tile_is_the_scale(seed: int, given: bool) -> None:
    """A height that is given need not be searched for."""
    table = without_markers(seed)
    height = table.mount.height_mm if given else None
    survey = measured(table, table.geometry.tile.length, height)
    assert too_far(survey.geometry, table.geometry) == []
    assert survey.scale == "tile"


def in_play(table: Shown) -> Survey:
    surveyor = Surveyor(read_table("standard"), "club", tile_mm=table.geometry.tile.length)
    return surveyor.survey(None, [TablePicture("set.jpg", table.set_up)])


# `jantaku table learn` measures the first of them in tests/table_controller/test_table_learn.py.
@pytest.mark.prove(short=False)
@pytest.mark.parametrize("seed", some(range(41, 47), 1))
def test_one_picture_shows_a_table_without_markers(seed: int) -> None:
    table = without_markers(seed)
    survey = in_play(table)
    assert too_far(survey.geometry, table.geometry) == []
    assert {one.key for one in survey.measures if one.how == "measured"} >= MEASURED


def broken_walls(*stacks: range) -> tuple[WallSpot, ...]:
    """The stacks that are missing from each wall."""
    return tuple(
        WallSpot(chair, stack, level)
        for chair, mine in enumerate(stacks)
        for stack in mine
        for level in (1, 0)
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", some(range(51, 55), 1))
def test_one_picture_in_play_shows_a_table_whose_walls_are_broken(seed: int) -> None:
    """The scale is then the pitch of discards, with gaps that nobody knows, so all is off by up to a hundredth more."""
    random = np.random.default_rng([seed, 41])
    geometry, mount = drawn_geometry(random, markers=False), drawn_mount(random)
    lacking = broken_walls(range(7), range(9, 17), range(17), range(3, 10))
    survey = in_play(shown(geometry, mount, random, lacking=lacking))
    off = compared(survey.geometry, geometry)
    assert [one for one in off if abs(one.off) > one.most + BROKEN_MM] == []
    how = {one.key: one.how for one in survey.measures}
    assert (how["tile.length"], how["wall.centre_y"], how["wall.left_x"]) == ("given", "measured", "with")


def test_a_person_is_asked_for_what_a_picture_does_not_show() -> None:
    random = np.random.default_rng([51, 41])
    geometry, mount = drawn_geometry(random, markers=False), drawn_mount(random)
    table = shown(geometry, mount, random, lacking=broken_walls(*[range(17)] * 4))
    answers = {"tile.length": geometry.tile.length, "wall.centre_y": 201.0}
    asked: list[str] = []

    def ask(key: str, likely: float, between: tuple[float, float]) -> float | None:
        assert between[0] < likely < between[1]
        asked.append(key)
        return answers[key]

    survey = Surveyor(read_table("standard"), "club", ask=ask).survey(
        None, [TablePicture("set.jpg", table.set_up)]
    )
    assert asked == list(answers)
    assert {one.key: one.value for one in survey.measures if one.how == "given"} == pytest.approx(answers)


def test_grey_cloth_before_a_grey_rim_and_floor_ends_where_the_brightness_changes() -> None:
    """By their hue the oracle's floor and rim would pass for this cloth, out to the border of the picture."""
    random = np.random.default_rng([61, 41])
    setting = Setting(tilt_deg=1.0, azimuth_deg=2.0, length_px=50.0, felt=(136, 141, 148), back=(60, 160, 60))
    picture = photograph(setting, full_table(setting, random), (1920, 1440), 61).picture
    apart = surveyed.off(setting, picture)
    assert apart.pop("felt_half") == pytest.approx(0.0, abs=FELT_SHARE * setting.felt_half)
    assert {"centre.half", "pond.first_row_y"} <= apart.keys()
    assert [name for name, value in apart.items() if abs(value) > BROKEN_MM] == []


@pytest.mark.parametrize("number", [17, *(pytest.param(one, marks=pytest.mark.prove) for one in (2, 7, 13))])
def test_a_traced_picture_shows_a_table_without_its_markers(number: int) -> None:
    """Another renderer's light, cloth and lens; scaled to the felt's true size, the rows are found where they lie."""
    start = read_table("standard")
    true = TableGeometry.from_mapping(start)
    picture = TablePicture("set.jpg", np.asarray(cv2.imread(str(file_of(number))), np.uint8))
    unmarked = {**start, "markers": {**start["markers"], "ids": [], "x": [], "y": []}}
    found = Surveyor(unmarked, "club", tile_mm=28.0).survey(None, [picture]).geometry
    scale = found.felt_half / true.felt_half
    assert scale == pytest.approx(1.0, abs=0.013)
    for one, other in (
        (found.centre_half, true.centre_half),
        (found.pond.first_row_y, true.pond.first_row_y),
        (found.pond.first_row_y + 2 * found.pond.row_pitch, true.pond.first_row_y + 2 * true.pond.row_pitch),
        (found.wall.centre_y, true.wall.centre_y),
    ):
        assert one / scale == pytest.approx(other, abs=ROW_MM)


def test_an_empty_table_alone_shows_too_little() -> None:
    bare = TablePicture("bare.jpg", without_markers(21).bare)
    with pytest.raises(SurveyError) as error:
        Surveyor(read_table("standard"), "club").survey(None, [bare])
    assert error.value.lacks == "rows"


@pytest.mark.prove
def test_a_wall_that_lacks_a_stack_at_its_end_does_not_count() -> None:
    random = np.random.default_rng([1, 42])
    geometry, mount = drawn_geometry(random), drawn_mount(random)
    first = [WallSpot(0, 0, level) for level in (1, 0)]
    survey = measured(shown(geometry, mount, random, lacking=tuple(first)))
    assert too_far(survey.geometry, geometry) == []
    assert next(one.points for one in survey.measures if one.key == "wall.centre_y") == 3
    ends = [WallSpot(chair, 0, level) for chair in range(4) for level in (1, 0)]
    with pytest.raises(SurveyError) as error:
        measured(shown(geometry, mount, random, lacking=tuple(ends)))
    assert (error.value.lacks, error.value.picture) == ("wall", "set.jpg")


@pytest.mark.prove
@pytest.mark.parametrize(
    ("seed", "markers", "cut_mm"),
    [
        (1, True, 70.0),
        pytest.param(22, False, 40.0, marks=pytest.mark.prove(usual=False)),
        pytest.param(23, False, 110.0, marks=pytest.mark.prove(usual=False)),
    ],
)
def test_the_cut_off_corners_of_eight_sides_are_measured(seed: int, markers: bool, cut_mm: float) -> None:
    random = np.random.default_rng([seed, 41])
    geometry, mount = drawn_geometry(random, markers=markers), drawn_mount(random)
    table = shown(geometry, mount, random, look=Look(cut_mm=cut_mm))
    survey = measured(table, tile_mm=None if markers else geometry.tile.length)
    assert survey.geometry.felt_cut == pytest.approx(cut_mm, abs=1.0)
    assert next(one.points for one in survey.measures if one.key == "felt_cut") == 4
    drawn = drawn_in(table.set_up, survey)
    half = survey.geometry.felt_half
    for off, changed in ((cut_mm / 2, True), (0.0, False)):
        x, y = survey.view.points([(half - off, half - off, 0.0)])[0].round().astype(int)
        part = np.s_[y - 3 : y + 4, x - 3 : x + 4]
        assert (drawn[part] != table.set_up[part]).any() == changed
