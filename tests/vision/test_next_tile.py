"""Partly covered ponds: the next tile is reported if it is certainly in sight, and nothing else is guessed."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.vision.tabletop import GEOMETRY, photograph, pond, walls
from tests.vision.tracker_stage import REST_MS, VIEW, Film, of, with_arm
from vision.geometry import to_chair, to_table
from vision.lens import Image
from vision.sightings import FoundTrack, LostTrack, Sighting, TileMoved, Watermark, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

ROW = (0, 9, 18, 27, 31, 32, 33, 4, 13, 22, 28, 29, 1, 10)
"""Discards in order; the seventh begins the second row."""
POND = ZoneId("pond", 0)


@lru_cache(maxsize=4)
def table(tiles: tuple[int, ...], *, chair: int = 0, sideways: int | None = None, seed: int = 0) -> Image:
    return photograph([*pond(chair, list(tiles), sideways), *walls()], VIEW, seed=seed)


def with_cup(image: Image, x: float, y: float, *, radius: float = 26.0, chair: int = 0) -> Image:
    """A cup that stands with its middle at a place of the chair's frame."""
    shown = image.copy()
    ends = VIEW.points([(*to_table(chair, x, y), height) for height in (0.0, 60.0)]).round().astype(int)
    size = round(radius * 1.68)
    cv2.line(shown, ends[0].tolist(), ends[1].tolist(), (150, 70, 40), 2 * size, cv2.LINE_AA)
    cv2.circle(shown, ends[1].tolist(), size, (200, 90, 60), -1, cv2.LINE_AA)
    cv2.circle(shown, ends[1].tolist(), size - 6, (60, 40, 30), -1, cv2.LINE_AA)
    return shown


def arm_of(image: Image, chair: int, place: tuple[float, float]) -> Image:
    """Somebody's thin arm up to a place of chair 0's frame."""
    return with_arm(image, chair, to_chair(chair, *place), wide=24)


def names(reading: ZoneReading) -> list[int]:
    return [tile.tile for tile in reading.tiles]


def here(sightings: list[Sighting]) -> list[Sighting]:
    """Return the reports of the pond; the cup also stands on a corner of another pond."""
    return [one for one in sightings if getattr(one, "zone", POND) == POND]


def known_ms(film: Film) -> int:
    """The time up to which everything about the pond is reported."""
    newest = [mark for mark in film.sightings if isinstance(mark, Watermark)][-1]
    return dict(newest.behind).get(POND, newest.at_ms)


def test_a_tile_beside_a_cup_is_reported_at_once(film: Film) -> None:
    """The cup stands on the left of the row and a tile is laid at its right; the rest stays as believed before."""
    before, after = table(ROW[:4]), table(ROW[:5], seed=1)
    film.show(before, 4)
    film.show(arm_of(with_cup(before, -62, 84), 0, (-62, 84)), 2)
    film.show(with_cup(before, -62, 84), 2)
    film.show(arm_of(with_cup(before, -62, 84), 0, (35, 90)), 2)
    covered_ms = 300
    assert here(film.show(arm_of(with_cup(after, -62, 84), 0, (35, 90)), 2)) == []
    laid_ms = film.now_ms
    sightings = here(film.show(with_cup(after, -62, 84), 3))
    [reading] = of(sightings, POND)
    assert names(reading) == list(ROW[:5])
    assert reading.settled_ms <= laid_ms + 200
    assert laid_ms - 500 <= reading.at_ms - reading.within_ms, "the last frame without the arm"
    assert reading.at_ms + reading.within_ms <= laid_ms + 100
    [move] = [one for one in sightings if isinstance(one, TileMoved)]
    assert (move.kind, move.tile) == ("laid", ROW[4])
    assert known_ms(film) == covered_ms, "what is below the cup is not known"
    sightings = here(film.show(with_cup(after, -62, 84), 8, REST_MS))
    assert sightings == [LostTrack(POND, "something lies there that is no tile", covered_ms)]
    sightings = here(film.show(after, 3))
    assert [type(one) for one in sightings] == [FoundTrack]
    assert known_ms(film) == film.now_ms - 100


def test_one_after_the_other_beside_a_cup_that_stays(film: Film) -> None:
    film.show(with_cup(table(ROW[:3]), -62, 84), 1)
    film.show(table(ROW[:3]), 3)
    film.show(with_cup(table(ROW[:3]), -62, 84), 12, REST_MS)
    for count in (4, 5):
        sightings = here(film.show(with_cup(table(ROW[:count], seed=count), -62, 84), 4))
        assert [names(reading) for reading in of(sightings, POND)] == [list(ROW[:count])]
    sightings = here(film.show(table(ROW[:5], seed=5), 4))
    assert [type(one) for one in sightings] == [FoundTrack]


def test_what_a_cup_hid_is_told_when_it_leaves(film: Film) -> None:
    """The first tile was exchanged as the cup was put down; a discard beside it was reported in the meantime."""
    other = (15, *ROW[1:5])
    film.show(table(ROW[:4]), 4)
    film.show(arm_of(with_cup(table(ROW[:4]), -62, 84), 1, (-62, 84)), 2)
    sightings = here(film.show(with_cup(table(other, seed=2), -62, 84), 4))
    assert [names(reading) for reading in of(sightings, POND)] == [list(ROW[:5])]
    sightings = here(film.show(table(other, seed=2), 5))
    [reading] = of(sightings, POND)
    assert names(reading) == list(other)
    assert [(one.kind, one.tile) for one in sightings if isinstance(one, TileMoved)] == [("exchanged", 15)]
    first, second = of(film.sightings, POND)[-2:]
    assert first.at_ms <= second.at_ms


def test_a_new_row_begins_while_an_arm_lies_over_the_old_one(film: Film) -> None:
    before, after = table(ROW[:6]), table(ROW[:7], seed=1)
    film.show(before, 4)
    film.show(arm_of(before, 2, (4, 80)), 3)
    film.show(arm_of(arm_of(before, 2, (4, 80)), 0, (-50, 113)), 2)
    sightings = here(film.show(arm_of(after, 2, (4, 80)), 4))
    assert [names(reading) for reading in of(sightings, POND)] == [list(ROW[:7])]
    assert here(film.show(after, 3)) == []


def test_a_riichi_tile_beside_a_cup(film: Film) -> None:
    film.show(table(ROW[:9]), 4)
    film.show(with_cup(table(ROW[:9]), -62, 84), 2)
    sightings = here(film.show(with_cup(table(ROW[:10], sideways=9, seed=1), -62, 84), 3))
    [reading] = of(sightings, POND)
    assert [(tile.tile, tile.sideways) for tile in reading.tiles][-1] == (ROW[9], True)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("case", "after"),
    [
        ("the cup touches the tile", ROW[:5]),
        ("the player's arm is still there", ROW[:5]),
        ("the last tile is covered", ROW[:7]),
        ("a tile is taken away", (*ROW[:2], ROW[3], ROW[4])),
        ("a tile is exchanged in sight", (*ROW[:2], 15, *ROW[3:5])),
        ("nothing is laid", ROW[:4]),
    ],
)
def test_what_is_not_safe_waits(film: Film, case: str, after: tuple[int, ...]) -> None:
    """Nothing is reported while it is covered, and the truth once the cover has left."""
    before = ROW[: 6 if "last" in case else 4]
    laid = pond(0, list(ROW[: len(after)]) if "taken" not in case else list(ROW[:5]))
    if "taken" in case:
        del laid[2]
    elif "exchanged" in case:
        laid = pond(0, list(after))
    cup = {"the cup touches the tile": (58.0, 100.0), "the last tile is covered": (52.0, 84.0)}
    place = cup.get(case, (-62.0, 84.0))

    def covered(image: Image) -> Image:
        shown = with_cup(image, *place)
        return arm_of(shown, 0, (-30, 120)) if "player's" in case else shown

    film.show(table(before), 4)
    film.show(arm_of(covered(table(before)), 1, place), 2)
    shown = photograph([*laid, *walls()], VIEW, seed=3)
    assert of(film.show(covered(shown), 8), POND) == []
    sightings = here(film.show(shown, 5))
    expected = [] if case == "nothing is laid" else [list(after)]
    assert [names(reading) for reading in of(sightings, POND)] == expected


def scene(film: Film, seed: int) -> tuple[list[ZoneReading], tuple[int, ...]]:
    """A random pond, a cup or somebody's arm somewhere over it, and the next tile; the readings, and what lies there."""
    random = np.random.default_rng([seed, 3])
    count = int(random.integers(0, 13))
    faces = tuple(int(face) for face in random.permutation(34)[: count + 1])
    sideways = int(random.integers(count + 1)) if random.random() < 0.3 else None
    before = photograph([*pond(0, list(faces[:-1]), sideways), *walls()], VIEW, seed=seed)
    after = photograph([*pond(0, list(faces), sideways), *walls()], VIEW, seed=seed + 1)
    place = (float(random.uniform(-70, 75)), float(random.uniform(74, 150)))
    chair = int(random.integers(1, 4))
    cup = random.random() < 0.5

    def covered(image: Image) -> Image:
        return with_cup(image, *place) if cup else arm_of(image, chair, place)

    film.show(before, 4)
    film.show(arm_of(covered(before), chair, place), 1)
    film.show(covered(before), 2)
    film.show(covered(arm_of(before, 0, (float(random.uniform(-60, 60)), 110.0))), 2)
    sightings: list[Sighting] = film.show(covered(after), 5)
    film.show(after, 5)
    return of(sightings, POND), faces


def assert_true(film: Film, seed: int) -> int:
    """Check that every report is true and dated after the known time, and that in the end everything is reported.

    Return the number of tiles reported under the cover.
    """
    sightings, faces = scene(film, seed)
    for reading in sightings:
        assert names(reading) == list(faces)
    assert names(of(film.sightings, POND)[-1]) == list(faces)
    known: dict[ZoneId, int] = {}
    for sighting in film.sightings:
        if isinstance(sighting, ZoneReading):
            assert sighting.at_ms >= known.get(sighting.zone, 0)
        elif isinstance(sighting, Watermark):
            behind = dict(sighting.behind)
            known = {zone.id: behind.get(zone.id, sighting.at_ms) for zone in GEOMETRY.zones()}
    return len(sightings)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_reported_is_true(film: Film, seed: int) -> None:
    assert_true(film, seed)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(1200)
def test_many_covered_ponds(reader: TableReader) -> None:
    """More than a third of the tiles laid beside a cover are reported while it is there."""
    seeds = range(100, 160)
    reported = 0
    for seed in seeds:
        film = Film(reader.__class__(GEOMETRY))
        reported += assert_true(film, seed)
    assert reported >= len(seeds) / 3
