"""Acts out the end of a recorded hand: win calls, opened hands, ura dora indicators."""

import asyncio
from collections.abc import Sequence

from referee.game.wall import INDICATORS, URA
from referee.records.neutral.record import DrawnGame, WinClaim
from simulation.people.acting import Acting
from simulation.world.places import is_sideways
from simulation.world.seats import SeatedPerson
from simulation.world.world import TileObject
from vision.geometry import to_chair
from vision.zones import CHAIRS, ZoneId


class HandEnd(Acting):
    """Acts out the end of a hand."""

    async def _wins(self, claims: Sequence[WinClaim]) -> None:
        async def claim(act: WinClaim) -> None:
            seat = self.seats[act.seat]
            if act.source == act.seat:
                await self._think(seat)
                await self._press(seat, "tsumo", act.index)
            else:
                await self._after_last(seat)
                await self._press(seat, "ron", act.index)

        await asyncio.gather(*(claim(act) for act in claims))
        await self._all_back()
        for act in claims:
            seat = self.seats[act.seat]
            await self._may_go_on()
            await self._open(seat, act.index)
            if act.ura:
                await self._may_go_on()
                await self._lay_ura(seat, len(act.ura), act.index)
            self._leave(seat, seat.player.rest())
        await self._all_back()

    async def _open(self, seat: SeatedPerson, act: int) -> None:
        """Open the hand face up, with a tile just drawn set apart."""
        await self._lay_open(seat, seat.in_order(), act, apart=seat.drawn is not None)

    async def _lay_open(
        self, seat: SeatedPerson, pieces: Sequence[TileObject], act: int, *, apart: bool
    ) -> None:
        player = seat.player
        places = self.world.places.opened(
            seat.chair, len(pieces), apart=apart, shift_mm=self._shift(seat, len(pieces))
        )
        await player.move_to(places[len(places) // 2])
        await player.wait(player.pace.lay)
        for piece, place in zip(pieces, places, strict=True):
            self.world.put(piece, ZoneId("hand", seat.chair), player.untidy(place, share=0.25, in_row=True))
        self._note("open", act, seat.number, player.now_ms())
        await player.near()

    def _shift(self, seat: SeatedPerson, count: int) -> float:
        """Return the distance to the right by which an opened hand must move to clear the left neighbour's melds."""
        tile = self.world.geometry.tile
        row = self.world.places.opened(seat.chair, count, apart=False)
        left = min(to_chair(seat.chair, place.x_mm, place.y_mm)[0] for place in row) - tile.width / 2
        y = self.world.geometry.hand.centre_y
        shift = 0.0
        for piece in self.world.in_zone(ZoneId("meld", (seat.chair - 1) % CHAIRS)):
            if piece.place is None:
                continue
            x_mm, y_mm = to_chair(seat.chair, piece.place.x_mm, piece.place.y_mm)
            across = is_sideways(piece.place, seat.chair)
            half_x, half_y = (tile.length, tile.width) if across else (tile.width, tile.length)
            if abs(y_mm - y) < (half_y + tile.length) / 2 and x_mm < 0:
                shift = max(shift, x_mm + half_x / 2 + 1.0 - left)
        return shift

    async def _lay_ura(self, seat: SeatedPerson, count: int, act: int) -> None:
        """Turn the tiles under this many indicators, unless another winner has done it."""
        spots = [self._spot(URA[number]) for number in range(count)]
        ponds = [ZoneId("pond", chair) for chair in {spot.chair for spot in spots}]
        discards = [
            tile.place for pond in ponds for tile in self.world.in_zone(pond) if tile.place is not None
        ]
        places = self.world.places.uras(spots, discards)
        for number, (spot, place) in enumerate(zip(spots, places, strict=True)):
            try:
                piece = self.world.wall_tile(spot)
            except LookupError:
                continue
            await seat.player.grasp(piece)
            indicator = self._wall_tile(INDICATORS[number])
            if indicator.place is not None and indicator.zone is not None:
                down = indicator.place.raised(-self.world.geometry.tile.thickness)
                self.world.put(indicator, indicator.zone, down)
            laid = seat.player.untidy(place, share=0.4)
            at_ms = await seat.player.lay(piece, ZoneId("ura", spot.chair), laid)
            self._note("ura", act, seat.number, at_ms, tile=piece.face)

    async def _drawn_game(self, act: DrawnGame) -> None:
        await self._all_back()
        order = [self.seats[(self.dealer + turn) % CHAIRS] for turn in range(CHAIRS)]
        shown = [seat for seat in order if act.shown[seat.number] is not None]
        if act.result == "triple_ron":
            callers = [seat for seat in shown if self._last is None or seat is not self._last[0]]
            await asyncio.gather(*(self._late_ron(seat, act.index) for seat in callers))
            opening = callers
        elif act.result in {"exhaustive", "nagashi"}:
            opening = shown
        elif act.result == "nine_terminals":
            opening = [seat for seat in order if seat.drawn is not None]
        elif act.result == "four_riichi":
            opening = order  # all must open (MJ 3.4.3), even if the record lacks their tiles
        else:
            opening = []
        for seat in opening:
            await self._may_go_on()
            if act.result != "triple_ron":
                await seat.player.wait(seat.player.pace.settle)
            await self._open(seat, act.index)
            self._leave(seat, seat.player.rest())
        await self._all_back()

    async def _late_ron(self, seat: SeatedPerson, act: int) -> None:
        await self._after_last(seat)
        await self._press(seat, "ron", act)
