"""Acts out a staged hand: each person acts at the right times, by the model of people."""

import asyncio
from collections.abc import Sequence
from typing import Final

from referee.game import observations as seen
from referee.game.observations import Observation
from referee.game.wall import DEALT, TILES
from simulation.people.acting import HandOverError, Surroundings
from simulation.replay.disturb.moments import StagedMoment
from simulation.replay.disturb.played import PlayedHand
from simulation.staged.accidents import Accidents
from simulation.staged.deeds import Deed, deeds
from simulation.world.gestures import NEAR_X_MM, NEAR_Y_MM, Player
from simulation.world.machine import Button
from simulation.world.places import TilePlace
from simulation.world.seats import SeatedPerson
from simulation.world.world import TileObject
from vision.geometry import to_table
from vision.zones import ZoneId

DEALT_MS: Final = 2500
"""The time at which the model of people has finished the deal and turned the indicator, in ms of its hand."""
REACH_MS: Final = 460
"""The time that an arm needs to reach the line if the deed does not say when it crosses."""
PICK_MS: Final = 160
"""The time from the hand in front of the tiles to the tile to be discarded."""
LIFT_MS: Final = 90
"""The time that the fingers need to close."""
SHARE_BEFORE_LINE: Final = 0.4
"""The share of a reach's time that passes before the arm crosses the line."""
LOOK_MS: Final = 250
"""The interval at which a waiting player checks whether play is stopped."""
IDLE_REACH_MM: Final = 60.0
"""The distance that a hand reaches over the line if it has nothing to do there."""
EXPOSED_MS: Final = 1500
SEEN_MS: Final = 600
"""The time for which a discard out of turn stays after the hand has left."""


class StagedHand(Accidents):
    """Acts out a hand of the model of people from the deal on; its other arguments are those of ``Acting``.

    With ``goes_back``, a tile discarded as a foul goes back into the hand, since the others play on without it.

    Times are kept as well as arms allow: an act is late if the arm arrives late. While play is stopped the hand's time
    stands still, except for a player whose foul is to play on.
    """

    def __init__(
        self,
        number: int,
        staged: PlayedHand,
        dice: tuple[int, int],
        players: Sequence[Player],
        around: Surroundings,
        *,
        goes_back: bool = False,
    ) -> None:
        super().__init__(number, staged.hand, dice, players, around)
        self._staged = staged
        self._goes_back = goes_back
        self._before_foul: tuple[tuple[SeatedPerson, TileObject] | None, int] = (None, 0)
        self._zero_ms = 0
        self._held_ms = 0
        self._counted_ms = 0
        self._claims: dict[int, tuple[SeatedPerson, TileObject]] = {}
        self._gaps: dict[int, TilePlace] = {}
        self._stuck = False
        self._called = any(isinstance(each.seen, seen.JudgeCalled) for each in staged.moments)

    async def play(self) -> None:
        """Deal, then let everybody act.

        Raises:
            HandOverError: a judge has ended the hand; everybody has laid down the tiles he held.
            LookupError: a player would have to show a tile that lies open elsewhere.
        """
        await self._deal()
        await self._all_back()
        self._zero_ms = self.seats[0].player.now_ms() - DEALT_MS
        people = [
            asyncio.create_task(self._act_out(seat, todo))
            for seat, todo in zip(self.seats, deeds(self._staged.moments, self.dealer), strict=True)
        ]
        try:
            ends = await asyncio.gather(*people, return_exceptions=True)
        finally:
            for task in people:
                task.cancel()
        await asyncio.gather(*(seat.player.rest() for seat in self.seats))
        for end in ends:
            if isinstance(end, BaseException) and not isinstance(end, HandOverError):
                raise end
        if any(ends):
            raise HandOverError

    async def _act_out(self, seat: SeatedPerson, todo: list[Deed]) -> None:
        """Act out a player's deeds, as long as everybody can act."""
        for deed in todo:
            plays_on = deed.foul and self._called
            await self._until(seat, deed.at - REACH_MS, plays_on=plays_on)
            if self._stuck:
                return
            try:
                if deed.reaches:
                    await self._reach(seat, deed, plays_on=plays_on)
                else:
                    await self._single(seat, deed.moments[0], plays_on=plays_on)
            except LookupError:
                self._stuck = True
                raise

    # -- time ---------------------------------------------------------------------------------------------------

    def _due(self, at: int) -> int:
        """Return the table time of a moment of the staged hand."""
        return self._zero_ms + self._held_ms + at

    async def _until(self, seat: SeatedPerson, at: int, *, plays_on: bool = False) -> None:
        """Wait for a moment of the staged hand, and for play to go on.

        Raises:
            HandOverError: the hand does not go on.
        """
        now_ms = seat.player.now_ms
        while True:
            if not plays_on:
                since = now_ms()
                await self._may_go_on()
                self._held_ms += max(0, now_ms() - max(since, self._counted_ms))
                self._counted_ms = now_ms()
            left = self._due(at) - now_ms()
            if left <= 0:
                return
            await asyncio.sleep(min(left, LOOK_MS) / 1000)

    # -- reaching over the line ---------------------------------------------------------------------------------

    async def _reach(self, seat: SeatedPerson, deed: Deed, *, plays_on: bool) -> None:
        """Cross the line at the first moment, act at the others, and come back at the last."""
        player = seat.player
        inside = [each for each in deed.moments if not isinstance(each.seen, seen.HandMoved)]
        placing = next((each for each in inside if not isinstance(each.seen, seen.CallHeard)), None)
        cross = deed.at
        held: TileObject | None = None
        target: TilePlace | None = None
        if placing is not None and isinstance(placing.seen, seen.TileDiscarded):
            held = await self._pick(seat, placing.seen)
            target = seat.player.pond_place(sideways=bool(placing.seen.sideways))
        elif placing is not None:
            target = self._target(seat, placing.seen)
        x_mm, y_mm = self._idle_point(seat) if target is None else (target.x_mm, target.y_mm)
        there = placing.at - LIFT_MS if placing is not None else cross + REACH_MS
        there = max(there, cross + 100)
        start = cross - round((there - cross) * SHARE_BEFORE_LINE / (1 - SHARE_BEFORE_LINE))
        await self._until(seat, start, plays_on=plays_on)
        arriving = asyncio.create_task(player.arrive(x_mm, y_mm, self._due(there)))
        try:
            for each in inside:
                if each is placing:
                    await arriving
                await player.until(self._due(each.at))
                await self._do(seat, each, held=held, at=target)
            await arriving
        finally:
            arriving.cancel()
        back = deed.moments[-1]
        near = self._near_point(seat)
        if isinstance(back.seen, seen.HandMoved) and not back.seen.across:
            await player.until(self._due(back.at) - player.crossing_ms(*near, REACH_MS))
        await player.arrive(*near, player.now_ms() + REACH_MS)
        await self._put_away(seat, placing)
        if held is not None and deed.foul and self._goes_back:
            await self._take_discard_back(seat, held)

    async def _take_discard_back(self, seat: SeatedPerson, piece: TileObject) -> None:
        """Take a discard out of the pond again, once everybody has seen it."""
        player = seat.player
        await player.until(player.now_ms() + SEEN_MS)
        if piece.place is None or piece.zone != ZoneId("pond", seat.chair):
            return  # somebody has called it
        await player.arrive(piece.place.x_mm, piece.place.y_mm, player.now_ms() + REACH_MS)
        self.world.hold(piece, seat.chair)
        self._last, self._last_at_ms = self._before_foul
        await player.arrive(*self._near_point(seat), player.now_ms() + REACH_MS)
        seat.concealed.append(piece)
        self._stand_drawn(seat, piece)
        self._arrange(seat)
        await player.arrive(*self.world.rest_point(seat.chair), player.now_ms() + PICK_MS)

    def _target(self, seat: SeatedPerson, what: Observation) -> TilePlace | None:
        if isinstance(what, seen.TileDrawn):
            return self._wall_piece(what.place).place
        if isinstance(what, seen.TileTaken):
            claim = self._claims.get(seat.number) or self._last
            return None if claim is None else claim[1].place
        return None

    def _idle_point(self, seat: SeatedPerson) -> tuple[float, float]:
        return to_table(seat.chair, 0.0, self.world.geometry.wall.line_y - IDLE_REACH_MM)

    @staticmethod
    def _near_point(seat: SeatedPerson) -> tuple[float, float]:
        return to_table(seat.chair, NEAR_X_MM, NEAR_Y_MM)

    async def _put_away(self, seat: SeatedPerson, placing: StagedMoment | None) -> None:
        """Once the hand is back, stand a drawn tile or lay a claimed one in its place."""
        for piece in self.world.held_by(seat.chair):
            if placing is not None and isinstance(placing.seen, seen.TileTaken):
                place = self._gaps.pop(seat.number, None)
                if place is not None:
                    await seat.player.arrive(place.x_mm, place.y_mm, seat.player.now_ms() + PICK_MS)
                    untidy = seat.player.untidy(place, share=0.3, in_row=True)
                    self.world.put(piece, ZoneId("meld", seat.chair), untidy)
                    await seat.player.arrive(*self._near_point(seat), seat.player.now_ms() + PICK_MS)
            else:
                self._stand_drawn(seat, piece)
        if placing is not None and isinstance(placing.seen, seen.TileDiscarded):
            seat.drawn = None
            self._arrange(seat)
            await seat.player.arrive(*self.world.rest_point(seat.chair), seat.player.now_ms() + PICK_MS)

    def _stand_drawn(self, seat: SeatedPerson, piece: TileObject) -> None:
        place = self.world.places.standing(seat.chair, len(seat.concealed), apart=True)[-1]
        self.world.put(piece, ZoneId("hand", seat.chair), place)

    # -- single acts --------------------------------------------------------------------------------------------

    async def _single(self, seat: SeatedPerson, each: StagedMoment, *, plays_on: bool) -> None:
        player, what = seat.player, each.seen
        await self._until(seat, each.at - REACH_MS, plays_on=plays_on)
        if isinstance(what, seen.IndicatorSeen):
            piece = self._indicator_tile(what.tile)
            await player.until(self._due(each.at) - REACH_MS - player.pace.lay[1])
            at_ms = await player.turn_up(piece)
            self._note("indicator", each.act, seat.number, at_ms, tile=what.tile)
            await player.near()
        elif isinstance(what, seen.StickLaid):
            at_ms = await player.lay_stick()
            self._note("stick", each.act, seat.number, at_ms)
            await player.near()
        elif isinstance(what, seen.UraSeen):
            self._hide_ura(what.tiles)
            await self._lay_ura(seat, len(what.tiles), each.act)
            await player.rest()
        else:
            await self._until(seat, each.at, plays_on=plays_on)
            await self._do(seat, each, held=None, at=None)

    async def _do(
        self, seat: SeatedPerson, each: StagedMoment, *, held: TileObject | None, at: TilePlace | None
    ) -> None:
        """Act now; the arm is in its place."""
        what = each.seen
        if isinstance(what, seen.TileDrawn):
            await self._draw_now(seat, each, what)
        elif isinstance(what, seen.TileDiscarded):
            assert held is not None
            assert at is not None
            self._discard_now(seat, each, what, held, at)
        elif isinstance(what, seen.CallHeard):
            await self._call_now(seat, each, what)
        elif isinstance(what, seen.MeldShown):
            await self._show_now(seat, each, what)
        elif isinstance(what, seen.TileTaken):
            self._take_now(seat)
        elif isinstance(what, seen.TilesShown):
            await self._open_now(seat, each, what)
        elif isinstance(what, seen.TilesExposed):
            await self._expose(seat, what)
        elif isinstance(what, seen.WallBroken):
            await self._knock_over(seat, what.what)
        elif isinstance(what, seen.JudgeCalled | seen.HandClosed):
            await self._press(seat, "judge" if isinstance(what, seen.JudgeCalled) else "set", each.act)

    async def _pick(self, seat: SeatedPerson, what: seen.TileDiscarded) -> TileObject:
        if what.tsumogiri and seat.drawn is not None:
            piece = self._as_face(seat.drawn, what.tile)
        else:
            piece = self._want(seat, what.tile)
        if piece.place is not None:
            await seat.player.arrive(piece.place.x_mm, piece.place.y_mm, seat.player.now_ms() + PICK_MS)
        self.world.hold(piece, seat.chair)
        return piece

    def _discard_now(
        self,
        seat: SeatedPerson,
        each: StagedMoment,
        what: seen.TileDiscarded,
        held: TileObject,
        at: TilePlace,
    ) -> None:
        self.world.put(held, ZoneId("pond", seat.chair), at)
        at_ms = seat.player.now_ms()
        detail = "sideways" if what.sideways else ""
        self._note("discard", each.act, seat.number, at_ms, tile=held.face, detail=detail)
        seat.give([held])
        if each.foul:
            self._before_foul = (self._last, self._last_at_ms)
        self._last, self._last_at_ms = (seat, held), at_ms

    async def _draw_now(self, seat: SeatedPerson, each: StagedMoment, what: seen.TileDrawn) -> None:
        piece = self._wall_piece(what.place)
        player = seat.player
        player.machine.touch(seat.chair, True)
        await player.wait(player.pace.take)
        self.world.hold(piece, seat.chair)
        player.machine.touch(seat.chair, False)
        self._note("draw", each.act, seat.number, player.now_ms(), tile=piece.face)
        seat.concealed.append(piece)
        seat.drawn = piece

    def _wall_piece(self, place: int | None) -> TileObject:
        """Return the tile at a place of the wall, or the next one if that was taken."""
        for number in range(DEALT if place is None else place, TILES):
            try:
                return self._wall_tile(number)
            except LookupError:
                continue
        raise LookupError("the wall is empty")

    async def _call_now(self, seat: SeatedPerson, each: StagedMoment, what: seen.CallHeard) -> None:
        if what.call in {"chi", "pon", "kan"} and self._last is not None and self._last[0] is not seat:
            self._claims[seat.number] = self._last
        button: Button = what.call  # type: ignore[assignment] # nine terminals are only said (deeds.unheard)
        await self._press(seat, button, each.act)

    async def _show_now(self, seat: SeatedPerson, each: StagedMoment, what: seen.MeldShown) -> None:
        claim = None
        if what.claimed is not None and what.kind != "kakan":
            claim = self._claims.get(seat.number) or self._last
            if claim is not None:
                self._claims[seat.number] = claim
        piece = None if claim is None else claim[1]
        if piece is not None and seat.number in self._gaps:
            self._take_back(seat, piece)
        gap = self._lay_shown(seat, what, piece)
        if gap is not None:
            self._gaps[seat.number] = gap
        self._note("meld", each.act, seat.number, seat.player.now_ms(), detail=what.kind)
        if what.kind in {"daiminkan", "ankan", "kakan"}:
            self._kan_by = seat
        self._arrange(seat)

    def _take_now(self, seat: SeatedPerson) -> None:
        claim = self._claims.pop(seat.number, None) or self._last
        if claim is not None:
            self.world.hold(claim[1], seat.chair)

    async def _open_now(self, seat: SeatedPerson, each: StagedMoment, what: seen.TilesShown) -> None:
        pieces: list[TileObject] = []
        if what.winning is not None:
            apart = seat.drawn if seat.drawn is not None else seat.concealed[-1]
            pieces.append(self._as_face(apart, what.winning))
        for face in what.tiles:
            pieces.append(self._want(seat, face, pieces))
        if what.winning is not None:
            pieces.append(pieces.pop(0))
        await self._lay_open(seat, pieces, each.act, apart=what.winning is not None)

    async def _expose(self, seat: SeatedPerson, what: seen.TilesExposed) -> None:
        pieces: list[TileObject] = []
        for face in what.tiles:
            pieces.append(self._want(seat, face, pieces))
        await self._fall(seat, pieces)
        await seat.player.until(seat.player.now_ms() + EXPOSED_MS)
        self._arrange(seat)
