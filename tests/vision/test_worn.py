"""Tiles used for years: dirt on them is no print, and tiles that it makes doubtful are lost and not guessed."""

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest

from referee.game.wall import STACKS_A_SIDE
from referee.tiles import FACES, HAKU, parse_tile
from simulation.camera.look import Look
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import Lie, WallSpot
from simulation.world.world import World
from vision.camera.camera import Frame
from vision.model.classifier import BACK_CLASS, CLASSES, CROP_HEIGHT, CROP_WIDTH, OTHER_CLASS, Classifier
from vision.prints.faces import face_image
from vision.reading.plain_tiles import has_ink, without_smears
from vision.reading.rows import RowShape
from vision.reading.shapes import Named
from vision.sightings import FoundTrack, LostTrack, ZoneReading
from vision.tracking.beliefs import Beliefs, UncertainError
from vision.tracking.tracker import TableReader
from vision.zones import CHAIRS, ZoneId

LOOKS_MS = range(0, 2800, 200)
"""The times of a camera's looks at a table where nobody moves. A loss is reported within two seconds."""
BESIDE = [3, 22, 30]
POND = ZoneId("pond", 0)


def read(classifier: Classifier, face: int, copies: list[int], wear: float) -> dict[int, list[list[int]]]:
    """Return the readings of each copy in a pond, after three other tiles; every unread pond is lost."""
    world = World()
    for chair, copy in enumerate(copies):
        pond = ZoneId("pond", chair)
        own = [[tile for tile in world.tiles if tile.face == kind][chair] for kind in BESIDE]
        own.append([tile for tile in world.tiles if tile.face == face][copy])
        for tile in own:
            before = [each.place for each in world.in_zone(pond) if each.place is not None]
            world.put(tile, pond, world.places.pond(chair, before, sideways=False))
    camera = OverheadCamera(world, look=Look(wear=wear))
    readings, lost = follow(TableReader(world.geometry, classifier), camera)
    ponds = {chair: readings.get(ZoneId("pond", chair), []) for chair in range(len(copies))}
    assert all(bool(ponds[chair]) != (ZoneId("pond", chair) in lost) for chair in ponds)
    return ponds


def follow(reader: TableReader, camera: OverheadCamera) -> tuple[dict[ZoneId, list[list[int]]], set[ZoneId]]:
    """Return all reports of each zone while nothing moves, and the zones that are lost in the end."""
    readings, lost = dict[ZoneId, list[list[int]]](), set[ZoneId]()
    for number, at_ms in enumerate(LOOKS_MS):
        for sighting in reader.read_frame(Frame(number, at_ms, camera.render(at_ms))):
            if isinstance(sighting, ZoneReading):
                readings.setdefault(sighting.zone, []).append([tile.tile for tile in sighting.tiles])
            elif isinstance(sighting, LostTrack):
                lost.add(sighting.zone)
            elif isinstance(sighting, FoundTrack):
                lost.discard(sighting.zone)
    return readings, lost


@pytest.mark.sampled(1)
@pytest.mark.parametrize("copies", [list(range(CHAIRS)), list(range(CHAIRS, 2 * CHAIRS))])
@pytest.mark.parametrize("name", ["5z", "4p"])
def test_a_dirty_face_is_reported_as_it_is_or_lost(
    classifier: Classifier, name: str, copies: list[int]
) -> None:
    """A haku with smears used to be reported as 1s, a 4p with one between its circles as 5p."""
    face = parse_tile(name)
    found = read(classifier, face, copies, wear=1.0)
    assert all(tiles == [*BESIDE, face] for readings in found.values() for tiles in readings)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("beside", ["7p", None])
@pytest.mark.parametrize("number", range(CHAIRS))
def test_a_dirty_indicator_is_not_overlooked(classifier: Classifier, number: int, beside: str | None) -> None:
    """A wall with a haku too dirty to be named used to be reported as if only the face beside it lay there."""
    world, wall = World(), ZoneId("wall", 2)
    spots = [WallSpot(*spot) for spot in product(range(CHAIRS), range(STACKS_A_SIDE), range(2))]
    haku = [tile for tile in world.tiles if tile.face == HAKU][number]
    set_tiles = [tile for tile in world.tiles if tile.tile_set == 0]
    world.build_walls(0, dict(zip(spots, (tile.face for tile in set_tiles), strict=True)))
    shown = [] if beside is None else [parse_tile(beside)]
    for stack, face in zip((7, 8), [*shown, HAKU], strict=False):
        there = world.wall_tile(WallSpot(2, stack, 1))
        wanted = haku if face == HAKU else next(tile for tile in set_tiles if tile.face == face)
        world.exchange(there, wanted)
        assert wanted.place is not None
        world.put(wanted, wall, replace(wanted.place, lie=Lie.FACE_UP))
    camera = OverheadCamera(world, look=Look(wear=1.0))
    readings, lost = follow(TableReader(world.geometry, classifier), camera)
    assert wall in lost or [sorted(tiles) for tiles in readings[wall]] == [sorted([*shown, HAKU])]


def test_a_new_one_is_reported(classifier: Classifier) -> None:
    assert all(read(classifier, HAKU, list(range(CHAIRS)), wear=0.0).values())


def cut_out(face: int) -> np.ndarray:
    """A face without its surroundings."""
    return np.asarray(face_image(face, CROP_WIDTH, CROP_HEIGHT))


def surely(face: int, *, inked: bool) -> Named:
    logs = np.full(CLASSES, -9.0, np.float32)
    logs[face] = -0.01
    return Named(RowShape(0.0, 0.0, False, 0.0), logs, inked)


@pytest.mark.parametrize("face", [face for face in range(FACES) if face != HAKU])
def test_ink_is_seen_on_every_face_half_as_sharp_and_half_as_dark(face: int) -> None:
    ivory = cut_out(HAKU).astype(np.float32)
    pale = cv2.GaussianBlur(ivory + (cut_out(face) - ivory) / 2, (0, 0), 0.8).astype(np.uint8)
    assert has_ink(pale)


def test_a_soft_shade_is_no_ink() -> None:
    shade = np.zeros((CROP_HEIGHT, CROP_WIDTH), np.float32)
    cv2.ellipse(shade, (18, 20), (6, 14), 30, 0, 360, 0.35, -1)
    dirty = (cut_out(HAKU) * (1 - cv2.GaussianBlur(shade, (0, 0), 3.0))[..., None]).astype(np.uint8)
    assert not has_ink(dirty)
    named = without_smears([surely(face, inked=False) for face in (parse_tile("1s"), HAKU, BACK_CLASS)])
    assert [int(one.logs.argmax()) for one in named] == [OTHER_CLASS, HAKU, BACK_CLASS]


@pytest.mark.parametrize(
    ("name", "other", "likely", "certain"),
    [
        ("7p", "8p", 0.85, False),
        ("7p", "8p", 0.95, True),
        # A smear adds a stroke and removes none.
        ("5p", "4p", 0.98, False),
        ("5p", "4p", 0.995, True),
        ("4p", "5p", 0.95, True),
        ("2m", "1m", 0.98, False),
        ("3m", "2m", 0.98, False),
        ("5s", "4s", 0.98, False),
        # Nor may many others, each far less likely, be as likely together; a bold 7m was once read as a 5m.
        ("5m", "7m 8m 6m 1s", 0.8, False),
        ("5m", "7m 8m 6m 1s", 0.88, True),
    ],
)
def test_frames_that_agree_make_a_doubtful_name_no_surer(
    name: str, other: str, likely: float, certain: bool
) -> None:
    frames, others = 8, [parse_tile(each) for each in other.split()]
    logs = np.full(CLASSES, -9.0, np.float32)
    logs[parse_tile(name)], logs[others] = np.log(likely), np.log((1 - likely) / len(others))
    beliefs = Beliefs()

    def named() -> list[int]:
        return beliefs.settled(POND, [logs * frames], frames, [frozenset()], set(), red_fives=True)[0]

    if certain:
        assert named() == [parse_tile(name)]
    else:
        with pytest.raises(UncertainError):
            named()
