"""Accidents: tiles of a hand, a wall, a meld or a pond are knocked over."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from referee.game.observations import Breakable
from referee.game.wall import INDICATORS
from simulation.staged.staged_tiles import StagedTiles
from simulation.world.places import Lie, TilePlace
from simulation.world.seats import SeatedPerson
from simulation.world.world import TileObject
from vision.geometry import to_table
from vision.zones import CHAIRS, ZoneId

PUSHED_MM: Final = 26.0
"""The distance that an accident pushes a tile: about its own width, so that no row looks intact."""
TURNED_DEG: Final = 50.0
FALLEN: Final = 6
"""The number of tiles of a wall or hand that one clumsy movement knocks over."""


class Accidents(StagedTiles):
    """Lets tiles fall, and leaves them so until somebody puts them right."""

    async def _fall(self, seat: SeatedPerson, pieces: Sequence[TileObject]) -> None:
        """Let standing tiles fall on their backs in place."""
        geometry = self.world.geometry
        hand, tile = geometry.hand, geometry.tile
        left = -(len(pieces) - 1) / 2 * (tile.width + 2.0)
        for number, piece in enumerate(pieces):
            x_mm, y_mm = to_table(seat.chair, left + number * (tile.width + 2.0), hand.centre_y)
            place = TilePlace(x_mm, y_mm, 90.0 * seat.chair, Lie.FACE_UP)
            self.world.put(piece, ZoneId("hand", seat.chair), seat.player.untidy(place))

    async def _knock_over(self, seat: SeatedPerson, what: Breakable) -> None:
        """Push tiles into disorder: all tiles of a hand fall on their backs, some of a wall do."""
        pieces = self._struck(seat, what)
        if not pieces:
            raise LookupError(f"seat {seat.number} has no {what} that could be knocked over")
        first = pieces[0].place
        assert first is not None
        player = seat.player
        await player.move(first.x_mm, first.y_mm)
        rng = np.random.default_rng([self.number, seat.number, len(pieces)])
        for piece in pieces:
            assert piece.place is not None
            assert piece.zone is not None
            dx, dy = rng.uniform(-PUSHED_MM, PUSHED_MM, 2)
            falls = what == "hand" or (what in {"wall", "dead_wall"} and rng.random() < 0.5)
            lie = Lie.FACE_UP if falls else piece.place.lie
            turned = piece.place.angle_deg + float(rng.uniform(-TURNED_DEG, TURNED_DEG))
            place = TilePlace(piece.place.x_mm + float(dx), piece.place.y_mm + float(dy), turned, lie, 0.0)
            self.world.put(piece, piece.zone, place)
        await player.near()

    def _struck(self, seat: SeatedPerson, what: Breakable) -> list[TileObject]:
        if what == "hand":
            return seat.concealed[:FALLEN]
        if what == "dead_wall":
            return [self._wall_tile(number) for number in INDICATORS[self._turned + 1 :]]
        zone = ZoneId("wall" if what == "wall" else what, seat.chair)
        pieces = self.world.in_zone(zone)
        if what == "wall" and not pieces:
            pieces = [piece for chair in range(CHAIRS) for piece in self.world.in_zone(ZoneId("wall", chair))]
        if what != "wall":
            return pieces
        top = [piece for piece in pieces if piece.spot is not None and piece.spot.level]
        return top[:FALLEN]
