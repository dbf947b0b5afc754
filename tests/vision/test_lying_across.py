"""A discard that lies sideways stays so when others are laid close to it; the oracle is the simulated table."""

from dataclasses import replace

import pytest

from bench.film.films import scene_of
from bench.film.tables import by_two
from referee.tiles import parse_tiles
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import TilePlace
from simulation.world.world import World
from vision.camera.camera import Frame
from vision.geometry import load_geometry, to_table
from vision.model.classifier import Classifier
from vision.sightings import PlacedTile, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import CHAIRS, ZoneId

FIRST, SECOND = ("1z", "9m", "4z", "2s", "3p", "8p"), ("7s", "3s", "1s", "7m", "8s")
LAST = ("1m", "6p", "9s", "4p", "1p")
GAP_MM = 0.9
CLOSE_MM = 0.8


class Ponds:
    """Four ponds with the same tiles, seen by one of two cameras, which look from the side."""

    def __init__(self, classifier: Classifier, game: int) -> None:
        scene = by_two(scene_of(game, 1))
        self._world = World()
        self._camera = OverheadCamera(
            self._world, mount=scene.mount, light=scene.light, look=scene.look, seed=game
        )
        self._reader = TableReader(load_geometry(), classifier)
        self._frame = 0
        self.readings: dict[ZoneId, tuple[PlacedTile, ...]] = {}

    def lay(
        self, row: int, faces: tuple[str, ...], *, across: int | None = None, close_mm: float = 0.0
    ) -> None:
        pitch_mm = self._world.geometry.pond.row_pitch
        for chair in range(CHAIRS):
            before: list[TilePlace] = []
            dx, dy = to_table(chair, 0.0, row * pitch_mm - close_mm)
            for index, name in enumerate(faces):
                place = self._world.places.pond(chair, before, sideways=index == across, gap_mm=GAP_MM)
                before.append(place)
                tile = next(
                    each
                    for each in self._world.tiles
                    if each.place is None and each.face == parse_tiles(name)[0]
                )
                self._world.put(
                    tile, ZoneId("pond", chair), replace(place, x_mm=place.x_mm + dx, y_mm=place.y_mm + dy)
                )
        self._show(6)

    def _show(self, frames: int) -> None:
        for _ in range(frames):
            at_ms = 300 * self._frame
            for each in self._reader.read_frame(Frame(self._frame, at_ms, self._camera.render(at_ms))):
                if isinstance(each, ZoneReading):
                    self.readings[each.zone] = each.tiles
            self._frame += 1

    def across(self) -> list[list[int]]:
        """Return the tiles of each pond that are reported to lie sideways."""
        return [
            [index for index, tile in enumerate(self.readings[ZoneId("pond", chair)]) if tile.sideways]
            for chair in range(CHAIRS)
        ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", range(3))
@pytest.mark.parametrize("column", range(1, 5))
@pytest.mark.parametrize("face", ["6z", "5z", "5p"])
def test_a_sideways_discard_stays_so_when_one_is_laid_before_it(
    classifier: Classifier, face: str, column: int, game: int
) -> None:
    """From the side, tiles behind it and before it hide the felt at its ends: it looks as narrow as an upright one."""
    ponds = Ponds(classifier, game)
    ponds.lay(0, FIRST)
    ponds.lay(1, (*SECOND[:column], face, *SECOND[column:]), across=column)
    before = [[len(FIRST) + column]] * CHAIRS
    assert ponds.across() == before
    ponds.lay(2, LAST[: column + 1], close_mm=CLOSE_MM)
    assert ponds.across() == before
    assert any(len(tiles) == 2 * len(FIRST) + column + 1 for tiles in ponds.readings.values())
