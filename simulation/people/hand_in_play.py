"""Acts out one recorded hand, from the deal to the opened hands."""

from collections.abc import Sequence

from referee.game.wall import DEALT, INDICATORS, RINSHAN, dealt
from referee.melds import Meld
from referee.records.neutral.record import (
    Act,
    Discard,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from simulation.people.acting import HandOverError
from simulation.people.hand_end import HandEnd
from simulation.world.places import Lie, is_sideways
from simulation.world.script import rinshan_draws
from simulation.world.seats import FELL_OPEN, LaidMeld, SeatedPerson, meld_order
from simulation.world.world import TileObject
from vision.zones import CHAIRS, ZoneId


class HandInPlay(HandEnd):
    """Acts out one hand from the deal on; its arguments are those of ``Acting``."""

    # -- the whole hand -----------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Deal, turn the indicator, play every act of the record.

        Raises:
            HandOverError: a judge has ended the hand; everybody has laid down the tiles he held.
        """
        try:
            await self._deal()
            rinshan = rinshan_draws(self.hand.acts)
            acts = self.hand.acts
            for index, act in enumerate(acts):
                await self._may_go_on()
                if isinstance(act, RecordedDraw):
                    await self._draw(act, after=acts[index - 1] if index else None, rinshan=index in rinshan)
                elif isinstance(act, Discard):
                    await self._discard(act, hurried=isinstance(acts[index - 1], RecordedRiichi))
                elif isinstance(act, MeldCall):
                    await self._call(act)
                elif isinstance(act, RecordedRiichi):
                    await self._declare(act)
                elif isinstance(act, RecordedBet):
                    await self._bet(act)
                elif isinstance(act, KanDora):
                    await self._turn_kan_dora(act)
                elif isinstance(act, WinClaim):
                    if not isinstance(acts[index - 1], WinClaim):
                        await self._wins([act, *_wins_after(acts, index)])
                else:
                    await self._drawn_game(act)
            await self._all_back()
        except HandOverError:
            await self._all_back()
            raise
        finally:
            for task in self._leaving.values():
                task.cancel()

    # -- the deal -----------------------------------------------------------------------------------------------

    async def _deal(self) -> None:
        numbers = dealt(self.dealer)
        order = [self.seats[(self.dealer + turn) % CHAIRS] for turn in range(CHAIRS)]
        for first, last in ((0, 4), (4, 8), (8, 12), (12, 13)):
            for seat in order:
                await self._may_go_on()
                await self._back(seat)
                pieces = [self._wall_tile(number) for number in numbers[seat.number][first:last]]
                await seat.player.take_from_wall(pieces, seat.player.pace.deal, felt=self.touch_in_deal)
                seat.concealed += pieces
                self._leave(seat, self._stand(seat))
        await self._all_back()
        await self._may_go_on()
        dealer = self.seats[self.dealer]
        at_ms = await dealer.player.turn_up(self._wall_tile(INDICATORS[0]))
        self._note("indicator", -1, self.dealer, at_ms, tile=self.hand.indicator)
        self._leave(dealer, dealer.player.rest())

    async def _stand(self, seat: SeatedPerson) -> None:
        """Stand the tiles in the hand, then draw it back."""
        player = seat.player
        await player.move_to(self.world.places.standing(seat.chair, len(seat.concealed), apart=False)[-1])
        self._arrange(seat)
        await player.rest()

    def _arrange(self, seat: SeatedPerson) -> None:
        """Stand the concealed tiles in order, the drawn one apart."""
        pieces = seat.in_order()
        places = self.world.places.standing(seat.chair, len(pieces), apart=seat.drawn is not None)
        for piece, place in zip(pieces, places, strict=True):
            if piece.place != place:
                self.world.put(piece, ZoneId("hand", seat.chair), place)

    # -- turns --------------------------------------------------------------------------------------------------

    async def _draw(self, act: RecordedDraw, *, after: Act | None, rinshan: bool) -> None:
        seat = self.seats[act.seat]
        player = seat.player
        if self._last is not None and not rinshan:
            await self._back(self._last[0])
        await self._back(seat)
        if isinstance(after, Discard | RecordedBet):
            # While the discarder's hand goes back, the others can see the tile already.
            await player.until(self._last_at_ms + player.some(player.pace.call_pause))
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
        await player.lay(piece, ZoneId("hand", seat.chair), place)
        self._leave(seat, player.near())

    async def _discard(self, act: Discard, *, hurried: bool) -> None:
        seat = self.seats[act.seat]
        player = seat.player
        await (self._back(seat) if hurried else self._think(seat))
        if act.tsumogiri:
            if seat.drawn is None or seat.drawn.face != act.tile:
                raise LookupError(f"act {act.index}: seat {act.seat} did not just draw that tile")
            piece = seat.drawn
        else:
            piece = seat.find(act.tile, but=[seat.drawn])
        await player.grasp(piece)
        await self._drop(seat, piece, act.index)
        sideways = act.riichi or seat.sideways_next
        seat.sideways_next = False
        zone = ZoneId("pond", seat.chair)
        at_ms = await player.lay(piece, zone, player.pond_place(sideways=sideways))
        self._note(
            "discard", act.index, act.seat, at_ms, tile=act.tile, detail="sideways" if sideways else ""
        )
        seat.give([piece])
        self._last, self._last_at_ms = (seat, piece), at_ms
        self._leave(seat, self._leave_pond(seat))

    async def _drop(self, seat: SeatedPerson, piece: TileObject, act: int) -> None:
        """Perhaps let the tile fall on its way to the pond."""
        fell = await seat.player.drop(piece)
        if fell is not None:
            at_ms, lie = fell
            shows = FELL_OPEN if lie is Lie.FACE_UP else ""
            self._note("dropped", act, seat.number, at_ms, tile=piece.face, detail=shows)

    async def _leave_pond(self, seat: SeatedPerson) -> None:
        """Perhaps push a row of the pond after the discard, then close ranks."""
        await seat.player.push_row()
        await self._close_ranks(seat)

    async def _close_ranks(self, seat: SeatedPerson) -> None:
        """Put the drawn tile among the others after the discard, and take the hand off the table."""
        if seat.drawn is not None and seat.drawn.place is not None:
            await seat.player.move_to(seat.drawn.place)
        seat.drawn = None
        self._arrange(seat)
        await seat.player.rest()

    # -- calls --------------------------------------------------------------------------------------------------

    async def _call(self, act: MeldCall) -> None:
        seat, kind = self.seats[act.seat], act.meld.kind
        if kind in {"chi", "pon", "daiminkan"}:
            await self._after_last(seat)
            if kind == "chi" and self._last is not None:
                await self._back(self._last[0])  # a chi before is a foul in some rulesets (SAI 41.2)
            await self._press(
                seat, "kan" if kind == "daiminkan" else "chi" if kind == "chi" else "pon", act.index
            )
            await self._claim(seat, act.meld)
        else:
            await self._think(seat)
            await self._press(seat, "kan", act.index)
            await (self._add(seat, act.meld) if kind == "kakan" else self._conceal(seat, act.meld))
        if kind in {"daiminkan", "ankan", "kakan"}:
            self._kan_by = seat
        self._note("meld", act.index, act.seat, seat.player.now_ms(), detail=kind)
        self._leave(seat, self._close_ranks(seat))

    async def _claim(self, seat: SeatedPerson, meld: Meld) -> None:
        """Take the claimed tile from the pond and the player's own tiles from his hand, and lay them in the corner."""
        if self._last is None or self._last[1].face != meld.claimed:
            raise LookupError(f"the claimed tile of {meld} is not the last discard")
        source, claimed = self._last
        await self._back(source)
        await self._back(seat)
        was_sideways = claimed.place is not None and is_sideways(claimed.place, source.chair)
        await seat.player.grasp(claimed)
        if was_sideways:
            source.sideways_next = True
        faces, index = meld_order(meld, seat.number)
        own = seat.pieces([face for number, face in enumerate(faces) if number != index])
        await seat.player.grasp(own[0])
        for piece in own[1:]:
            self.world.hold(piece, seat.chair)
        seat.give(own)
        pieces = list(own)
        if index is not None:
            pieces.insert(index, claimed)
        await self._lay_meld(seat, meld, pieces, index)

    async def _conceal(self, seat: SeatedPerson, meld: Meld) -> None:
        faces, _ = meld_order(meld, seat.number)
        own = seat.pieces(faces)
        await seat.player.grasp(own[0])
        for piece in own[1:]:
            self.world.hold(piece, seat.chair)
        seat.give(own)
        await self._lay_meld(seat, meld, own, None)

    async def _lay_meld(
        self, seat: SeatedPerson, meld: Meld, pieces: list[TileObject], sideways: int | None
    ) -> None:
        player = seat.player
        places, left = self.world.places.meld(
            seat.chair, seat.right_x, sideways, len(pieces), inwards_mm=seat.inwards_mm
        )
        seat.right_x = left - self.world.geometry.meld.gap
        await player.move_to(places[1])
        await player.wait(player.pace.lay)
        for piece, place in zip(pieces, places, strict=True):
            self.world.put(piece, ZoneId("meld", seat.chair), player.untidy(place, share=0.3, in_row=True))
        seat.melds.append(LaidMeld(meld, pieces, None if sideways is None else pieces[sideways]))

    async def _add(self, seat: SeatedPerson, meld: Meld) -> None:
        """Add the fourth tile to a pon, sideways beside the sideways one."""
        if meld.added is None:
            raise LookupError(f"{meld} has no added tile")
        pon = next(
            laid for laid in seat.melds if laid.meld.kind == "pon" and set(laid.meld.tiles) <= set(meld.tiles)
        )
        piece = seat.find(meld.added)
        await seat.player.grasp(piece)
        seat.give([piece])
        if pon.sideways is None or pon.sideways.place is None:
            raise LookupError("a pon without a sideways tile")
        place = self.world.places.added(seat.chair, pon.sideways.place, inwards_mm=seat.inwards_mm)
        at_ms = await seat.player.lay(
            piece, ZoneId("meld", seat.chair), seat.player.untidy(place, 0.3, in_row=True)
        )
        pon.meld = meld
        pon.pieces.append(piece)
        self._last, self._last_at_ms = (seat, piece), at_ms

    async def _declare(self, act: RecordedRiichi) -> None:
        seat = self.seats[act.seat]
        await self._think(seat)
        await self._press(seat, "riichi", act.index)

    async def _bet(self, act: RecordedBet) -> None:
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


def _wins_after(acts: Sequence[Act], index: int) -> list[WinClaim]:
    found: list[WinClaim] = []
    for act in acts[index + 1 :]:
        if not isinstance(act, WinClaim):
            break
        found.append(act)
    return found
