"""The common base for acting out a recorded hand: the seating, the notes taken, and arms on their way back."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.records.neutral.record import HandRecord
from referee.tiles import Tile
from simulation.people.ears import Ears
from simulation.world.gestures import Player
from simulation.world.machine import Button
from simulation.world.places import WallSpot
from simulation.world.script import wall_spot
from simulation.world.seats import Did, SeatedPerson, TableMoment
from simulation.world.world import TileObject, World
from vision.zones import CHAIRS


class HandOverError(Exception):
    """A judge has ended the current hand."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The seating, the notes, and the news from the table.

    Attributes:
        chairs: the chair of each seat.
        moments: gets the notes.
        touch_in_deal: whether the wall also feels hands during the deal.
        ears: news from the table; while play is stopped, nobody begins a new act.
    """

    chairs: Sequence[int]
    moments: list[TableMoment]
    touch_in_deal: bool
    ears: Ears


class Fouled(Protocol):
    """A hand with a foul in it that people can act out.

    Attributes:
        hand: its record, up to the foul.
        goes_on: whether the model of people plays on until the hand is closed.
    """

    @property
    def hand(self) -> HandRecord: ...

    @property
    def goes_on(self) -> bool: ...

    async def act_out(
        self, number: int, dice: tuple[int, int], players: Sequence[Player], around: Surroundings
    ) -> None:
        """Act it out from the deal on; raises what ``HandInPlay.play`` does, and LookupError if it cannot go on."""


class Acting:
    """One hand. The walls stand already, each tile where the record and the dice need it.

    Args:
        number: of the hand in the record, from 0.
        hand: the record.
        dice: as they show on the table.
        players: by chair.
    """

    def __init__(
        self,
        number: int,
        hand: HandRecord,
        dice: tuple[int, int],
        players: Sequence[Player],
        around: Surroundings,
    ) -> None:
        self.number = number
        self.hand = hand
        self.dice = dice
        self.dealer = hand.round % 4
        self.chairs = chairs = around.chairs
        self.moments = around.moments
        self.world: World = players[0].world
        right_x = self.world.geometry.meld.right_x
        self.seats = []
        for seat in range(CHAIRS):
            player = players[chairs[seat]]
            aside_mm, inwards_mm = player.meld_corner()
            self.seats.append(SeatedPerson(seat, player, right_x - aside_mm, inwards_mm))
        self.touch_in_deal = around.touch_in_deal
        self._ears = around.ears
        self._leaving: dict[int, asyncio.Task[None]] = {}
        self._left_ms: dict[int, int] = {}
        self._last: tuple[SeatedPerson, TileObject] | None = None
        self._last_at_ms = 0
        self._kan_by: SeatedPerson | None = None
        self._live = self._dead = self._turned = 0

    async def _may_go_on(self) -> None:
        """Wait until play goes on. This is called before each act, so players have laid down the tiles they held.

        Raises:
            HandOverError: the hand does not go on.
        """
        await self._ears.going.wait()
        if self._ears.hand_over:
            raise HandOverError

    def _note(
        self, did: Did, act: int, seat: int, at_ms: int, *, tile: Tile | None = None, detail: str = ""
    ) -> None:
        self.moments.append(TableMoment(did, self.number, act, seat, at_ms, tile, detail))

    def _spot(self, number: int) -> WallSpot:
        return wall_spot(number, self.dealer, self.dice, self.chairs)

    def _wall_tile(self, number: int) -> TileObject:
        return self.world.wall_tile(self._spot(number))

    def _leave(self, seat: SeatedPerson, doing: Coroutine[None, None, None]) -> None:
        self._left_ms[seat.number] = seat.player.now_ms()
        self._leaving[seat.number] = asyncio.create_task(doing)

    async def _back(self, seat: SeatedPerson) -> None:
        """Wait until a player's hand has finished its gesture and is off the table."""
        task = self._leaving.pop(seat.number, None)
        if task is not None:
            await task

    async def _think(self, seat: SeatedPerson) -> None:
        """Let a player think, from his last act on, while his hand goes back."""
        player = seat.player
        since_ms = self._left_ms.get(seat.number, player.now_ms())
        await self._back(seat)
        await player.until(since_ms + player.some(player.pace.think))

    async def _all_back(self) -> None:
        for seat in self.seats:
            await self._back(seat)

    async def _press(self, seat: SeatedPerson, button: Button, act: int) -> None:
        self._note("call", act, seat.number, seat.player.now_ms(), detail=button)
        await seat.player.press(button)

    async def _after_last(self, seat: SeatedPerson) -> None:
        """Wait long enough to see whether somebody wants the last tile."""
        player = seat.player
        await player.until(self._last_at_ms + player.some(player.pace.call_after))
