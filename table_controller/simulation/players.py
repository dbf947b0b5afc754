"""Four people who play a recorded game on the simulated table, in table time.

They know the record and nothing else: what the referee makes of it they do not ask. They wait for what players wait
for: the walls to stand, the dice to show, the hand of the player before them to be back.
"""

from __future__ import annotations

import asyncio
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from referee.wall import STACKS_A_SIDE, TILES
from table_controller.simulation.gestures import Care, Pace, Player
from table_controller.simulation.hand_in_play import HandInPlay
from table_controller.simulation.places import WallSpot
from table_controller.simulation.script import wall_faces, wall_spot
from table_controller.simulation.seats import Moment
from table_controller.simulation.world import SETS
from vision.geometry import CHAIRS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.records.record import GameRecord
    from table_controller.simulation.gestures import Machine
    from table_controller.simulation.world import World

POLL_S: Final = 0.05
LID_PATIENCE_S: Final = 150.0
"""A lid that is not open after this long (the other set is shuffled for up to two minutes) will not open."""
PRESS_AGAIN_S: Final = 150.0
GIVE_UP_S: Final = 320.0
"""Players who have waited so long for walls or dice get up."""
WELL_Z_MM: Final = -42.0
"""How deep the walls stand in their wells while the lifts are down."""


class PlayersLeaveError(RuntimeError):
    """The table does not do what players wait for."""


class ScriptedTable:
    """Plays a record on a world.

    Args:
        world: the table; its sets must hold the faces of the record (red fives where it has some).
        machine: the table's electric side.
        record: what is played.
        chairs: the chair of each seat.
        seed: of everything people do differently each time.
        pace: how fast they are.
        care: how tidy.
        watching: while not set the players stop.
        touch_in_deal: whether the wall feels the hands also while the first tiles are dealt.
        begins: whether the first dealer begins the hanchan at the table, with the buttons of the own chair.
    """

    def __init__(
        self,
        world: World,
        machine: Machine,
        record: GameRecord,
        *,
        chairs: tuple[int, int, int, int] = (0, 1, 2, 3),
        seed: int = 0,
        pace: Pace | None = None,
        care: Care | None = None,
        watching: asyncio.Event | None = None,
        touch_in_deal: bool = False,
        begins: bool = False,
    ) -> None:
        self.world = world
        self.machine = machine
        self.record = record
        self.chairs = chairs
        self.touch_in_deal = touch_in_deal
        self.begins = begins
        self.moments: list[Moment] = []
        """Everything done so far, in order of time."""
        self.players = [
            Player(
                chair,
                world,
                machine,
                rng=np.random.default_rng([seed, chair]),
                pace=pace or Pace(),
                care=care or Care(),
                watching=watching,
            )
            for chair in range(CHAIRS)
        ]
        self._rng = np.random.default_rng([seed, CHAIRS])
        self._faces = tuple(tile.face for tile in world.tiles if tile.tile_set == 0)
        self._set: int | None = None
        self.left_because = ""
        """Why the players got up before the end; empty while they have not."""

    @property
    def releases(self) -> list[Moment]:
        """The discards, with the time at which each tile was let go."""
        return [moment for moment in self.moments if moment.did == "discard"]

    def player_of(self, seat: int) -> Player:
        """The person in a seat."""
        return self.players[self.chairs[seat]]

    async def play(self, hands: Sequence[int] | None = None) -> None:
        """Play the hands of these numbers, by default all.

        Each begins with the set button and the dice. After the last one the dealer presses the set button once more,
        which closes it, and the tiles go into the well. If the table does not raise the walls or roll the dice the
        players get up: ``left_because`` says why.
        """
        try:
            await self._play(range(len(self.record.hands)) if hands is None else hands)
        except PlayersLeaveError as reason:
            self.left_because = str(reason)

    async def _play(self, hands: Sequence[int]) -> None:
        last_dealer: int | None = None
        if self.begins:
            await self.player_of(0).press_together("dice", "set")
        for number in hands:
            dealer = self.record.hands[number].round % 4
            await self.next_walls(dealer if last_dealer is None else last_dealer, number - 1)
            dice = await self.roll(dealer)
            await self.play_hand(number, dice)
            last_dealer = dealer
        if last_dealer is not None:
            await self.close(last_dealer, hands[-1])

    async def close(self, dealer: int, number: int) -> None:
        """The hand is paid: the dealer presses the set button, all push the tiles into the well."""
        player = self.player_of(dealer)
        await player.wait(player.pace.settle)
        self.moments.append(Moment("closed", number, -1, dealer, player.now_ms()))
        await player.press("set")
        if self._set is None:
            return
        until = self._now() + LID_PATIENCE_S
        while True:
            if self.machine.walls().lid_open is not False or self._now() > until:
                break
            await asyncio.sleep(POLL_S)
        for pusher in self.players:
            pusher.pull_stick()
        await asyncio.gather(*(self._push_in(pusher) for pusher in self.players))
        self.world.swallow(self.world.on_table())

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    @staticmethod
    async def _push_in(player: Player) -> None:
        chair, geometry = player.chair, player.world.geometry
        await player.sweep((f"hand/{chair}", f"meld/{chair}"), geometry.hand.centre_y)
        await player.sweep((f"wall/{chair}", f"ura/{chair}"), geometry.wall.centre_y - 8.0)
        await player.sweep((f"pond/{chair}",), geometry.pond.first_row_y + geometry.pond.row_pitch)
        await player.rest()

    async def next_walls(self, dealer: int, number: int) -> None:
        """Close the hand before and wait until the other set stands; its tiles are as the machine shuffled them."""
        standing = self._set
        await self.close(dealer, number)
        since, presses = self._now(), 1
        while True:
            walls = self.machine.walls()
            if walls.tile_set is not None and walls.tile_set != standing and walls.raised_pm > 0:
                break
            if self._now() > since + GIVE_UP_S:
                raise PlayersLeaveError(f"no walls came up {GIVE_UP_S:.0f} s after the set button")
            if self._now() > since + PRESS_AGAIN_S * presses:
                presses += 1
                await self.player_of(dealer).press("set")
            await asyncio.sleep(POLL_S)
        self._set = walls.tile_set % SETS
        spots = [WallSpot(*spot) for spot in product(range(CHAIRS), range(STACKS_A_SIDE), range(2))]
        faces = self._rng.permutation(np.array(self._faces)).tolist()
        height = -1
        while height < 1000:
            if walls.raised_pm != height:
                height = walls.raised_pm
                z_mm = WELL_Z_MM * (1000 - height) / 1000
                if self.world.walls_stand():
                    self.world.raise_walls(z_mm)
                else:
                    self.world.build_walls(self._set, dict(zip(spots, faces, strict=True)), z_mm=z_mm)
            if height < 1000:
                await asyncio.sleep(POLL_S)
                walls = self.machine.walls()

    async def roll(self, dealer: int) -> tuple[int, int]:
        """The dealer presses the dice button; what the dice show when they lie still."""
        player = self.player_of(dealer)
        await player.wait(player.pace.settle)
        await player.press("dice")
        since, rolling = self._now(), False
        while self._now() < since + GIVE_UP_S:
            # The last throw is shown until the dice roll again.
            dice = self.machine.dice()
            rolling = rolling or dice is None
            if rolling and dice is not None:
                return dice
            await asyncio.sleep(POLL_S)
        raise PlayersLeaveError(f"no dice were shown {GIVE_UP_S:.0f} s after the dice button")

    async def play_hand(self, number: int, dice: tuple[int, int]) -> None:
        """Play one hand on the walls that stand, broken where the dice say.

        The tiles lie face down, so that which is where may still be decided: it is decided such that everybody draws
        what the record says.

        Raises:
            ValueError: the record draws what the set does not have.
            LookupError: somebody discards or calls what they do not have.
        """
        hand = self.record.hands[number]
        faces = wall_faces(hand, self._faces, self._rng)
        dealer = hand.round % 4
        self.world.arrange_walls(
            {wall_spot(index, dealer, dice, self.chairs): faces[index] for index in range(TILES)}
        )
        playing = HandInPlay(
            number,
            hand,
            dice,
            self.players,
            chairs=self.chairs,
            moments=self.moments,
            touch_in_deal=self.touch_in_deal,
        )
        await playing.play()
