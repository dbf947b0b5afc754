"""One recorded hand, acted out from the deal to the opened hands."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from referee.records.record import (
    Discard,
    Draw,
    DrawnGame,
    KanDora,
    MeldCall,
    RiichiAccepted,
    RiichiDeclared,
    WinClaim,
)
from referee.wall import DEALT, INDICATORS, RINSHAN, URA, dealt
from table_controller.simulation.places import is_sideways
from table_controller.simulation.script import rinshan_draws, wall_spot
from table_controller.simulation.seats import LaidMeld, Moment, Seat, meld_order
from vision.geometry import CHAIRS, to_chair

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from referee.melds import Meld
    from referee.records.record import Act, HandRecord
    from referee.tiles import Tile
    from table_controller.simulation.gestures import Button, Player
    from table_controller.simulation.places import WallSpot
    from table_controller.simulation.seats import Did
    from table_controller.simulation.world import TileObject, World


class HandInPlay:
    """Acts out one hand; the walls stand already, each tile where the record and the dice want it.

    Args:
        number: of the hand in the record, from 0.
        hand: the record.
        dice: as they show on the table.
        players: by chair.
        chairs: the chair of each seat.
        moments: notes are added to it.
        touch_in_deal: whether the wall feels the hands also while the first tiles are dealt.
    """

    def __init__(
        self,
        number: int,
        hand: HandRecord,
        dice: tuple[int, int],
        players: Sequence[Player],
        *,
        chairs: Sequence[int],
        moments: list[Moment],
        touch_in_deal: bool,
    ) -> None:
        self.number = number
        self.hand = hand
        self.dice = dice
        self.dealer = hand.round % 4
        self.chairs = chairs
        self.moments = moments
        self.world: World = players[0].world
        right_x = self.world.geometry.meld.right_x
        self.seats = [Seat(seat, players[chairs[seat]], right_x) for seat in range(CHAIRS)]
        self.touch_in_deal = touch_in_deal
        self._leaving: dict[int, asyncio.Task[None]] = {}
        self._last: tuple[Seat, TileObject] | None = None
        self._last_at_ms = 0
        self._kan_by: Seat | None = None
        self._live = self._dead = self._turned = 0

    # -- the whole hand -----------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Deal, turn the indicator, play every act of the record."""
        try:
            await self._deal()
            rinshan = rinshan_draws(self.hand.acts)
            acts = self.hand.acts
            for index, act in enumerate(acts):
                if isinstance(act, Draw):
                    await self._draw(act, after=acts[index - 1] if index else None, rinshan=index in rinshan)
                elif isinstance(act, Discard):
                    await self._discard(act, hurried=isinstance(acts[index - 1], RiichiDeclared))
                elif isinstance(act, MeldCall):
                    await self._call(act)
                elif isinstance(act, RiichiDeclared):
                    await self._declare(act)
                elif isinstance(act, RiichiAccepted):
                    await self._bet(act)
                elif isinstance(act, KanDora):
                    await self._turn_kan_dora(act)
                elif isinstance(act, WinClaim):
                    if not isinstance(acts[index - 1], WinClaim):
                        await self._wins([act, *_wins_after(acts, index)])
                else:
                    await self._drawn_game(act)
            await self._all_back()
        finally:
            for task in self._leaving.values():
                task.cancel()

    def _note(
        self, did: Did, act: int, seat: int, at_ms: int, *, tile: Tile | None = None, detail: str = ""
    ) -> None:
        self.moments.append(Moment(did, self.number, act, seat, at_ms, tile, detail))

    def _spot(self, number: int) -> WallSpot:
        return wall_spot(number, self.dealer, self.dice, self.chairs)

    def _wall_tile(self, number: int) -> TileObject:
        return self.world.wall_tile(self._spot(number))

    def _leave(self, seat: Seat, doing: Coroutine[None, None, None]) -> None:
        self._leaving[seat.number] = asyncio.create_task(doing)

    async def _back(self, seat: Seat) -> None:
        """Wait until a player's hand has done what it was about and is off the table."""
        task = self._leaving.pop(seat.number, None)
        if task is not None:
            await task

    async def _all_back(self) -> None:
        for seat in self.seats:
            await self._back(seat)

    # -- the deal -----------------------------------------------------------------------------------------------

    async def _deal(self) -> None:
        numbers = dealt(self.dealer)
        order = [self.seats[(self.dealer + turn) % CHAIRS] for turn in range(CHAIRS)]
        for first, last in ((0, 4), (4, 8), (8, 12), (12, 13)):
            for seat in order:
                await self._back(seat)
                pieces = [self._wall_tile(number) for number in numbers[seat.number][first:last]]
                await seat.player.take_from_wall(pieces, seat.player.pace.deal, felt=self.touch_in_deal)
                seat.concealed += pieces
                self._leave(seat, self._stand(seat))
        await self._all_back()
        dealer = self.seats[self.dealer]
        at_ms = await dealer.player.turn_up(self._wall_tile(INDICATORS[0]))
        self._note("indicator", -1, self.dealer, at_ms, tile=self.hand.indicator)
        self._leave(dealer, dealer.player.rest())

    async def _stand(self, seat: Seat) -> None:
        """Stand the tiles in the hand, then draw it back."""
        player = seat.player
        await player.move_to(self.world.places.standing(seat.chair, len(seat.concealed), apart=False)[-1])
        self._arrange(seat)
        await player.rest()

    def _arrange(self, seat: Seat) -> None:
        """Stand the concealed tiles in order, the drawn one apart."""
        pieces = seat.in_order()
        places = self.world.places.standing(seat.chair, len(pieces), apart=seat.drawn is not None)
        for piece, place in zip(pieces, places, strict=True):
            if piece.place != place:
                self.world.put(piece, f"hand/{seat.chair}", place)

    # -- turns --------------------------------------------------------------------------------------------------

    async def _draw(self, act: Draw, *, after: Act | None, rinshan: bool) -> None:
        seat = self.seats[act.seat]
        player = seat.player
        if self._last is not None and not rinshan:
            await self._back(self._last[0])
        await self._back(seat)
        if isinstance(after, Discard | RiichiAccepted):
            await player.wait(player.pace.call_pause)
        if rinshan:
            piece = self._wall_tile(RINSHAN[self._dead])
            self._dead += 1
        else:
            piece = self._wall_tile(DEALT + self._live)
            self._live += 1
        await player.take_from_wall([piece])
        self._note("draw", act.index, act.seat, player.now_ms(), tile=act.tile)
        seat.concealed.append(piece)
        seat.drawn = piece
        place = self.world.places.standing(seat.chair, len(seat.concealed), apart=True)[-1]
        await player.lay(piece, f"hand/{seat.chair}", place)
        self._leave(seat, player.near())

    async def _discard(self, act: Discard, *, hurried: bool) -> None:
        seat = self.seats[act.seat]
        player = seat.player
        await self._back(seat)
        if not hurried:
            await player.think()
        if act.tsumogiri:
            if seat.drawn is None or seat.drawn.face != act.tile:
                raise LookupError(f"act {act.index}: seat {act.seat} did not just draw that tile")
            piece = seat.drawn
        else:
            piece = seat.find(act.tile, but=[seat.drawn])
        await player.take(piece)
        sideways = act.riichi or seat.sideways_next
        seat.sideways_next = False
        zone = f"pond/{seat.chair}"
        before = [tile.place for tile in self.world.in_zone(zone) if tile.place is not None]
        place = self.world.places.pond(seat.chair, before, sideways=sideways, gap_mm=player.gap_mm())
        at_ms = await player.lay(piece, zone, player.untidy(place, in_row=bool(before), upside_down=True))
        self._note(
            "discard", act.index, act.seat, at_ms, tile=act.tile, detail="sideways" if sideways else ""
        )
        seat.give([piece])
        self._last, self._last_at_ms = (seat, piece), at_ms
        self._leave(seat, self._close_ranks(seat))

    async def _close_ranks(self, seat: Seat) -> None:
        """After the discard: put the drawn tile among the others and take the hand off the table."""
        if seat.drawn is not None and seat.drawn.place is not None:
            await seat.player.move_to(seat.drawn.place)
        seat.drawn = None
        self._arrange(seat)
        await seat.player.rest()

    # -- calls --------------------------------------------------------------------------------------------------

    async def _press(self, seat: Seat, button: Button, act: int) -> None:
        self._note("call", act, seat.number, seat.player.now_ms(), detail=button)
        await seat.player.press(button)

    async def _after_last(self, seat: Seat) -> None:
        """Let the time pass that it takes to see that the last tile is wanted."""
        player = seat.player
        await player.until(self._last_at_ms + player.some(player.pace.call_after))

    async def _call(self, act: MeldCall) -> None:
        seat, kind = self.seats[act.seat], act.meld.kind
        if kind in {"chi", "pon", "daiminkan"}:
            await self._after_last(seat)
            await self._press(
                seat, "kan" if kind == "daiminkan" else "chi" if kind == "chi" else "pon", act.index
            )
            await self._claim(seat, act.meld)
        else:
            await self._back(seat)
            await seat.player.think()
            await self._press(seat, "kan", act.index)
            await (self._add(seat, act.meld) if kind == "kakan" else self._conceal(seat, act.meld))
        if kind in {"daiminkan", "ankan", "kakan"}:
            self._kan_by = seat
        self._note("meld", act.index, act.seat, seat.player.now_ms(), detail=kind)
        self._leave(seat, self._close_ranks(seat))

    async def _claim(self, seat: Seat, meld: Meld) -> None:
        """Take the claimed tile from the pond, the own ones from the hand, and lay them in the corner."""
        if self._last is None or self._last[1].face != meld.claimed:
            raise LookupError(f"the claimed tile of {meld} is not the last discard")
        source, claimed = self._last
        await self._back(source)
        await self._back(seat)
        was_sideways = claimed.place is not None and is_sideways(claimed.place, source.chair)
        await seat.player.take(claimed)
        if was_sideways:
            source.sideways_next = True
        faces, index = meld_order(meld, seat.number)
        own = seat.pieces([face for number, face in enumerate(faces) if number != index])
        await seat.player.take(own[0])
        for piece in own[1:]:
            self.world.hold(piece, seat.chair)
        seat.give(own)
        pieces = list(own)
        if index is not None:
            pieces.insert(index, claimed)
        await self._lay_meld(seat, meld, pieces, index)

    async def _conceal(self, seat: Seat, meld: Meld) -> None:
        faces, _ = meld_order(meld, seat.number)
        own = seat.pieces(faces)
        await seat.player.take(own[0])
        for piece in own[1:]:
            self.world.hold(piece, seat.chair)
        seat.give(own)
        await self._lay_meld(seat, meld, own, None)

    async def _lay_meld(self, seat: Seat, meld: Meld, pieces: list[TileObject], sideways: int | None) -> None:
        player = seat.player
        places, left = self.world.places.meld(seat.chair, seat.right_x, sideways, len(pieces))
        seat.right_x = left - self.world.geometry.meld.gap
        await player.move_to(places[1])
        await player.wait(player.pace.lay)
        for piece, place in zip(pieces, places, strict=True):
            self.world.put(piece, f"meld/{seat.chair}", player.untidy(place, share=0.3, in_row=True))
        seat.melds.append(LaidMeld(meld, pieces, None if sideways is None else pieces[sideways]))

    async def _add(self, seat: Seat, meld: Meld) -> None:
        """Add the fourth tile to a pon, sideways beside the sideways one."""
        if meld.added is None:
            raise LookupError(f"{meld} has no added tile")
        pon = next(
            laid for laid in seat.melds if laid.meld.kind == "pon" and set(laid.meld.tiles) <= set(meld.tiles)
        )
        piece = seat.find(meld.added)
        await seat.player.take(piece)
        seat.give([piece])
        if pon.sideways is None or pon.sideways.place is None:
            raise LookupError("a pon without a sideways tile")
        place = self.world.places.added(seat.chair, pon.sideways.place)
        at_ms = await seat.player.lay(
            piece, f"meld/{seat.chair}", seat.player.untidy(place, 0.3, in_row=True)
        )
        pon.meld = meld
        pon.pieces.append(piece)
        self._last, self._last_at_ms = (seat, piece), at_ms

    async def _declare(self, act: RiichiDeclared) -> None:
        seat = self.seats[act.seat]
        await self._back(seat)
        await seat.player.think()
        await self._press(seat, "riichi", act.index)

    async def _bet(self, act: RiichiAccepted) -> None:
        seat = self.seats[act.seat]
        await self._back(seat)
        at_ms = await seat.player.lay_stick()
        self._note("stick", act.index, act.seat, at_ms)
        self._leave(seat, seat.player.rest())

    async def _turn_kan_dora(self, act: KanDora) -> None:
        seat = self._kan_by or self.seats[self.dealer]
        await self._back(seat)
        self._turned += 1
        at_ms = await seat.player.turn_up(self._wall_tile(INDICATORS[self._turned]))
        self._note("indicator", act.index, seat.number, at_ms, tile=act.tile)
        self._leave(seat, seat.player.near())

    # -- the end ------------------------------------------------------------------------------------------------

    async def _wins(self, claims: Sequence[WinClaim]) -> None:
        async def claim(act: WinClaim) -> None:
            seat = self.seats[act.seat]
            if act.source == act.seat:
                await self._back(seat)
                await seat.player.think()
                await self._press(seat, "tsumo", act.index)
            else:
                await self._after_last(seat)
                await self._press(seat, "ron", act.index)

        await asyncio.gather(*(claim(act) for act in claims))
        await self._all_back()
        for act in claims:
            seat = self.seats[act.seat]
            await self._open(seat, act.index)
            if act.ura:
                await self._lay_ura(seat, act)
            self._leave(seat, seat.player.rest())
        await self._all_back()

    async def _open(self, seat: Seat, act: int) -> None:
        """Open the hand face up, a tile just drawn set apart."""
        player, apart = seat.player, seat.drawn is not None
        pieces = seat.in_order()
        places = self.world.places.opened(
            seat.chair, len(pieces), apart=apart, shift_mm=self._shift(seat, len(pieces))
        )
        await player.move_to(places[len(places) // 2])
        await player.wait(player.pace.lay)
        for piece, place in zip(pieces, places, strict=True):
            self.world.put(piece, f"hand/{seat.chair}", player.untidy(place, share=0.25, in_row=True))
        self._note("open", act, seat.number, player.now_ms())
        await player.near()

    def _shift(self, seat: Seat, count: int) -> float:
        """How far to the right an opened hand must lie so as not to lie on the left neighbour's melds."""
        tile = self.world.geometry.tile
        row = self.world.places.opened(seat.chair, count, apart=False)
        left = min(to_chair(seat.chair, place.x_mm, place.y_mm)[0] for place in row) - tile.width / 2
        y = self.world.geometry.hand.centre_y
        shift = 0.0
        for piece in self.world.in_zone(f"meld/{(seat.chair - 1) % CHAIRS}"):
            if piece.place is None:
                continue
            x_mm, y_mm = to_chair(seat.chair, piece.place.x_mm, piece.place.y_mm)
            across = is_sideways(piece.place, seat.chair)
            half_x, half_y = (tile.length, tile.width) if across else (tile.width, tile.length)
            if abs(y_mm - y) < (half_y + tile.length) / 2 and x_mm < 0:
                shift = max(shift, x_mm + half_x / 2 + 1.0 - left)
        return shift

    async def _lay_ura(self, seat: Seat, act: WinClaim) -> None:
        """Lay open the tiles under the indicators, unless another winner has done it."""
        spots = [self._spot(URA[number]) for number in range(len(act.ura))]
        for number, spot in enumerate(spots):
            try:
                piece = self.world.wall_tile(spot)
            except LookupError:
                continue
            await seat.player.take(piece)
            indicator = self._wall_tile(INDICATORS[number])
            if indicator.place is not None:
                down = indicator.place.raised(-self.world.geometry.tile.thickness)
                self.world.put(indicator, indicator.zone, down)
            place = seat.player.untidy(self.world.places.ura(spot, spots), share=0.4)
            at_ms = await seat.player.lay(piece, f"ura/{spot.chair}", place)
            self._note("ura", act.index, seat.number, at_ms, tile=piece.face)

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
            opening = order  # all must (MJ 3.4.3), whether or not the record has their tiles
        else:
            opening = []
        for seat in opening:
            if act.result != "triple_ron":
                await seat.player.wait(seat.player.pace.settle)
            await self._open(seat, act.index)
            self._leave(seat, seat.player.rest())
        await self._all_back()

    async def _late_ron(self, seat: Seat, act: int) -> None:
        await self._after_last(seat)
        await self._press(seat, "ron", act)


def _wins_after(acts: Sequence[Act], index: int) -> list[WinClaim]:
    found: list[WinClaim] = []
    for act in acts[index + 1 :]:
        if not isinstance(act, WinClaim):
            break
        found.append(act)
    return found
