"""Films composed of real tiles on photographed cloth: drawn as ordered, and read without a wrong tile."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from bench.film.films import scene_of
from bench.film.laid import rinshan_spot
from bench.laid.camera import PHASES, LaidCamera
from bench.stages.random_tables import Laid, random_table
from referee.game.wall import INDICATORS, RINSHAN
from referee.tiles import parse_tile, parse_tiles
from simulation.world.places import Lie, TilePlace, WallSpot
from simulation.world.script import wall_spot
from simulation.world.world import World
from vision.model.classifier import Classifier
from vision.sightings import ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId, ZoneKind

FILMED_MS = range(1000, 4200, 200)
SEED = 4811
HAKU = parse_tile("5z")
ROUNDED, SELDOM = 6, 1e-3


@cache
def a_table(seed: int) -> tuple[World, Laid]:
    world = World()
    return world, random_table(world, np.random.default_rng([seed, 5]), legal_melds=True)


def a_camera(world: World, number: int, under: str) -> LaidCamera:
    scene = scene_of(number, SEED)
    return LaidCamera(world, scene.mount, scene.look, SEED, half="working", under=under)


def readings_of(
    zone: ZoneId, camera: LaidCamera, world: World, classifier: Classifier
) -> list[list[tuple[int, bool]]]:
    """Return the faces of each reading of a zone, and which lie sideways."""
    reader = TableReader(world.geometry, classifier)
    return [
        [(tile.tile, tile.sideways) for tile in sighting.tiles]
        for number, at_ms in enumerate(FILMED_MS[:6])
        for sighting in reader.read_frame(camera.frame(number, at_ms))
        if isinstance(sighting, ZoneReading) and sighting.zone == zone
    ]


@pytest.mark.shared
@pytest.mark.parametrize("under", ["plain", "chips, plate, trays"])
def test_a_table_of_real_tiles_is_read_without_a_wrong_tile(
    shared: Path, classifier: Classifier, under: str
) -> None:
    assert shared.is_dir()
    world, laid = a_table(SEED)
    camera = a_camera(world, 0, under)
    reader, readings = TableReader(world.geometry, classifier), dict[ZoneId, list[tuple[int, bool]]]()
    for number, at_ms in enumerate(FILMED_MS):
        for sighting in reader.read_frame(camera.frame(number, at_ms)):
            if isinstance(sighting, ZoneReading) and sighting.zone.kind == "pond":
                readings[sighting.zone] = [(tile.tile, tile.sideways) for tile in sighting.tiles]
    # The red of this set's 5p has run: they look nearly like its red five.
    assert readings == {zone: tiles for zone, tiles in laid.items() if zone.kind == "pond"}


@pytest.mark.shared
@pytest.mark.parametrize(
    ("seed", "zone", "under"),
    [
        # The seven circles of this set's 7p are wider than the strokes that are filled in elsewhere.
        pytest.param(113, ZoneId("wall", 3), "plain", id="a face in bold print on a wall"),
        pytest.param(4001, ZoneId("wall", 3), "defocus", id="an 8p on a wall whose circles run together"),
        pytest.param(4004, ZoneId("wall", 3), "blue light", id="a wall on felt that the light makes pale"),
        # The network holds the 3m of this set for 87 times as likely as 2m, as it holds dirty ones for 60 times.
        pytest.param(805, ZoneId("pond", 0), "plain", id="a clean 3m whose stroke may be dirt"),
        pytest.param(7102, ZoneId("pond", 0), "defocus", id="a sideways 8p between others, out of focus"),
        # Cut across, the neighbour's 6s looks like a 7s that ends where an upright tile does.
        pytest.param(7102, ZoneId("ura", 0), "defocus", id="no indicator of the player beside this corner"),
    ],
)
def test_a_zone_of_real_tiles_is_read(
    shared: Path, classifier: Classifier, seed: int, zone: ZoneId, under: str
) -> None:
    assert shared.is_dir()
    world, laid = a_table(seed)
    assert zone.kind != "ura" or (laid[ZoneId("ura", 3)] and not laid[zone])
    scene = scene_of(seed, seed)
    camera = LaidCamera(world, scene.mount, scene.look, seed, half="working", under=under)
    assert readings_of(zone, camera, world, classifier) == [laid[zone]]


@dataclass(frozen=True)
class Row:
    """Tiles laid in a zone, and the seed, number, half and circumstance of their film."""

    kind: ZoneKind
    chair: int
    tiles: str
    seed: int
    number: int
    half: str
    under: str


@pytest.mark.shared
@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            Row("hand", 0, "2m 2m 5m 6m 7m 5p 5p 3s 4s 5s 6s 7s 8s", 496446, 0, "apart", "plain"),
            id="bamboo of the colour of the cloth, surrounded by paper",
        ),
        pytest.param(
            Row("hand", 0, "3m 3m 3m 5m 3p 4p 5p 6p 7p 8p 7s 7s 7s", 5151, 1, "working", "blue light"),
            id="an 8p whose ink reaches the end of the face",
        ),
        pytest.param(
            Row("hand", 1, "1m 2m 3m 4m 0m 6m 8m 9m 9m 9m 3p 4p 5p", 370518, 3, "apart", "blue light"),
            id="circles of the colour of the cloth, at the end of a hand",
        ),
        pytest.param(
            Row("pond", 3, "4z 8p 7m 4m 9m 9s 7z 7s 2s", 6007, 7, "working", "plain"),
            id="circles of the colour of the cloth",
        ),
        pytest.param(
            Row("pond", 1, "4z 6z 7z 1z 4m 0s", 759737, 12, "apart", "compass console"),
            id="red bamboo on red cloth, as long as the face",
        ),
        pytest.param(
            Row("pond", 3, "5z 4z 2s", 217000, 0, "apart", "defocus"),
            id="a blank face out of focus, whose neighbour's paper goes on",
        ),
    ],
)
def test_a_row_of_real_tiles_is_read_whole(shared: Path, classifier: Classifier, row: Row) -> None:
    assert shared.is_dir()
    world, zone, faces = World(), ZoneId(row.kind, row.chair), parse_tiles(row.tiles)
    places: list[TilePlace] = []
    if row.kind == "hand":
        places = list(world.places.opened(row.chair, len(faces), apart=False))
    while len(places) < len(faces):
        places.append(world.places.pond(row.chair, places, sideways=False, gap_mm=0.5))
    for face, place in zip(faces, places, strict=True):
        world.put(next(tile for tile in world.tiles if tile.face == face and tile.in_machine), zone, place)
    scene, seed = scene_of(row.number, row.seed), row.seed + row.number * (row.kind == "hand")
    camera = LaidCamera(world, scene.mount, scene.look, seed, half=row.half, under=row.under)
    assert readings_of(zone, camera, world, classifier) == [[(face, False) for face in faces]]


@pytest.mark.shared
def test_a_blank_indicator_is_read_among_backs_of_the_colour_of_the_cloth(
    shared: Path, classifier: Classifier
) -> None:
    assert shared.is_dir()
    world, zone, seed, number = World(), ZoneId("wall", 1), 971029, 10
    spots = [WallSpot(chair, stack, level) for chair, stack, level in product(range(4), range(17), range(2))]
    top = WallSpot(1, 11, 1)
    faces = [tile.face for tile in world.tiles if tile.tile_set == 0 and tile.face != HAKU]
    layout = dict(zip([spot for spot in spots if spot != top], [*faces, *[HAKU] * 3], strict=True))
    world.build_walls(0, {**layout, top: HAKU})
    world.swallow(
        world.wall_tile(spot) for spot in spots if spot.chair != top.chair or not 8 <= spot.stack < 15
    )
    haku = world.wall_tile(top)
    assert haku.place is not None
    world.put(haku, zone, replace(haku.place, lie=Lie.FACE_UP))
    scene = scene_of(number, seed)
    camera = LaidCamera(world, scene.mount, scene.look, seed + number, half="apart", under="blue light")
    assert readings_of(zone, camera, world, classifier) == [[(HAKU, False)]]


@pytest.mark.shared
def test_a_picture_laid_anew_only_where_it_changed_is_that_laid_whole(
    shared: Path,
) -> None:
    assert shared.is_dir()
    world, _ = a_table(SEED)
    kept = a_camera(world, 1, "compass console")
    world.arms[0].path = [(0, 60.0, 480.0), (1000, -80.0, 100.0), (2000, 200.0, 300.0)]
    for number in range(8):
        picture = kept.frame(number, 250 * number).image
        if number == PHASES + 1:
            new = a_camera(world, 1, "compass console")
            off = np.abs(picture.astype(int) - new.frame(number, 250 * number).image)
            # The blur of a part may be rounded differently from that of the whole.
            assert off.max() <= ROUNDED
            assert (off > 0).mean() < SELDOM
        world.lay_stick(number % 4, present=True)


@pytest.mark.parametrize("dice", [(1, 1), (2, 4), (6, 6)])
def test_the_tile_taken_down_is_the_first_after_a_kan(dice: tuple[int, int]) -> None:
    """The replacement tile lies two stacks from the indicator, if need be on another side (WRC 4.9)."""
    indicator, first = (wall_spot(number, 1, dice, (2, 3, 0, 1)) for number in (INDICATORS[0], RINSHAN[0]))
    assert rinshan_spot(indicator) == first


@pytest.mark.shared
def test_no_two_pictures_in_a_row_are_equal_whichever_numbers_are_left_out(shared: Path) -> None:
    """The reader takes equal pictures for those of a camera that hangs."""
    assert shared.is_dir()
    world, _ = a_table(SEED)
    camera = a_camera(world, 1, "plain")
    pictures = [camera.frame(number, 1000 * number).image.copy() for number in (0, 10, 20)]
    assert not any(np.array_equal(one, other) for one, other in pairwise(pictures))
