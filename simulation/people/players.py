"""Four people who play a recorded game on the simulated table, in table time.

They follow the record and ignore the referee's decisions, but they obey a judge. Like real players they wait for the
walls, the dice, the previous player's hand to be back, and for play to go on.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

import numpy as np

from referee.game.wall import STACKS_A_SIDE, TILES
from referee.records.neutral.record import GameRecord, HandRecord
from simulation.people.acting import Fouled, HandOverError, Surroundings
from simulation.people.course import Course, Deal
from simulation.people.ears import Ears
from simulation.people.hand_in_play import HandInPlay
from simulation.world.gestures import Care, MachinePort, Pace, Player
from simulation.world.places import WallSpot
from simulation.world.script import wall_faces, wall_spot
from simulation.world.seats import TableMoment
from simulation.world.world import SETS_OF_TILES, World
from vision.zones import CHAIRS, ZoneId

POLL_S: Final = 0.05
LID_PATIENCE_S: Final = 150.0
"""A lid still closed after this long will not open; shuffling the other set takes up to two minutes."""
PRESS_AGAIN_S: Final = 150.0
PRESS_ANEW_S: Final = 15.0
"""The wait before a button is pressed again: for the dice, or for a lid after play was stopped."""
JUDGED_WITHIN_S: Final = 20.0
"""The wait for a judge after a foul if the hand cannot go on. While he rules, table time stands still."""
GIVE_UP_S: Final = 320.0
"""The longest wait for walls or dice; then the players get up."""
WELL_Z_MM: Final = -42.0
"""The height of the walls in their wells while the lifts are down."""


class PlayersLeaveError(RuntimeError):
    """The players waited in vain for the table, or for a judge."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The people's seating and way of playing.

    Attributes:
        chairs: the chair of each seat.
        pace: their speed.
        care: their tidiness.
        touch_in_deal: whether the wall also feels hands during the deal.
        begins: whether the first dealer begins the hanchan with the buttons of his chair.
    """

    chairs: tuple[int, int, int, int] = (0, 1, 2, 3)
    pace: Pace = field(default_factory=Pace)
    care: Care = field(default_factory=Care)
    touch_in_deal: bool = False
    begins: bool = False


@dataclass(frozen=True, slots=True)
class OffRecord:
    """The play besides the record.

    Attributes:
        deal: makes the hands to play once a ruling has left the record.
        rules: of the record, if known.
        staged: hands with a foul in them, by their number in the record; each is acted out once.
        fouled: called for every other hand, with its place among those dealt; returns the hand with a foul in it if
            somebody is to commit one.
    """

    deal: Deal | None = None
    rules: dict[str, Any] | None = None
    staged: Mapping[int, Fouled] = field(default_factory=dict)
    fouled: Callable[[HandRecord, int], Fouled | None] | None = None


class ScriptedTable:
    """Four people who play a record in a world.

    Args:
        world: the table; its sets must hold the faces of the record (red fives where it has some).
        machine: the table's electric side.
        record: the game to play.
        seed: of all that varies in people's movements.
        manner: their seating and way of playing.
        watching: while it is not set, the players stop.
        ears: news from their table, or None.
        off_record: what they play besides the record.
    """

    def __init__(
        self,
        world: World,
        machine: MachinePort,
        record: GameRecord,
        *,
        seed: int = 0,
        manner: Manner | None = None,
        watching: asyncio.Event | None = None,
        ears: Ears | None = None,
        off_record: OffRecord | None = None,
    ) -> None:
        manner, off_record = manner or Manner(), off_record or OffRecord()
        self.world = world
        self.machine = machine
        self.record = record
        self.chairs = manner.chairs
        self.touch_in_deal = manner.touch_in_deal
        self.begins = manner.begins
        self.ears = ears or Ears()
        self.deal = off_record.deal
        self.rules = off_record.rules
        self._staged = dict(off_record.staged)
        self._fouled = off_record.fouled
        self.course = Course(record, ())
        """The past and present hands."""
        self.moments: list[TableMoment] = []
        """Everything that the players have done so far, in order of time."""
        self.players = [
            Player(
                chair,
                world,
                machine,
                rng=np.random.default_rng([seed, chair]),
                pace=manner.pace,
                care=manner.care,
                watching=watching,
            )
            for chair in range(CHAIRS)
        ]
        self._rng = np.random.default_rng([seed, CHAIRS])
        self._faces = tuple(tile.face for tile in world.tiles if tile.tile_set == 0)
        self._set: int | None = None
        self.left_because = ""
        """The reason why the players got up before the end; empty if they did not."""

    @property
    def releases(self) -> list[TableMoment]:
        """Return the discards, each with the time at which the tile was released."""
        return [moment for moment in self.moments if moment.did == "discard"]

    def player_of(self, seat: int) -> Player:
        return self.players[self.chairs[seat]]

    async def play(self, hands: Sequence[int] | None = None, limit: int | None = None) -> None:
        """Play the hands with these numbers, by default all; ``limit`` is as in ``Course``.

        Each begins with the set button and the dice. After the last one the dealer presses the set button once more,
        which closes the hand, and the tiles go into the well. If the table does not raise the walls or roll the dice,
        or the hanchan ends early, the players get up, and ``left_because`` holds the reason.
        """
        numbers = range(len(self.record.hands)) if hands is None else hands
        self.course = Course(
            self.record, numbers, ears=self.ears, deal=self.deal, limit=limit, rules=self.rules
        )
        try:
            await self._play(self.course)
        except PlayersLeaveError as reason:
            self.left_because = str(reason)
            await asyncio.gather(*(player.rest() for player in self.players))

    async def _play(self, course: Course) -> None:
        dealer, number = 0, -1
        if self.begins:
            await self.player_of(0).press_together("dice", "set")
        while course.goes_on:
            await self.next_walls(dealer, number)
            hand = await course.next_hand()
            if hand is None:
                raise PlayersLeaveError("after what the judge ruled, the record has no hand to go on with")
            if self.ears.anew is not None:
                self.chairs = self.ears.anew.chairs
            dealer, number = hand.round % 4, number + 1
            dice = await self.roll(dealer)
            try:
                if (staged := self._staged_hand(course)) is None:
                    await self.play_hand(number, dice, hand)
                else:
                    await self.act_out(number, dice, staged)
            except HandOverError:
                course.ended_by_judge()
            if self.ears.hanchan_over:
                raise PlayersLeaveError(f"a judge closed the hanchan in {course.played[-1].name}")
        if course.played:
            await self.close(dealer, number)

    async def close(self, dealer: int, number: int) -> None:
        """Clear the table after payment: the dealer presses the set button, and all push the tiles into the well.

        If a judge has ended the hand, no button is needed: the table opens its well when play goes on.
        """
        player = self.player_of(dealer)
        await self.ears.going.wait()
        await player.wait(player.pace.settle)
        self.moments.append(TableMoment("closed", number, -1, dealer, player.now_ms()))
        asked = not self.ears.hand_over
        if asked:
            await player.press("set")
        if self._set is None:
            return
        await self._well_opens(player, asked=asked)
        await self.ears.going.wait()
        for pusher in self.players:
            pusher.pull_stick()
        await asyncio.gather(*(self._push_in(pusher) for pusher in self.players))
        self.world.swallow(self.world.on_table())

    async def _well_opens(self, player: Player, *, asked: bool) -> None:
        since = self._now()
        while self.machine.walls().lid_open is False and self._now() <= since + LID_PATIENCE_S:
            if self.ears.stopped.is_set():
                # A button pressed meanwhile had no effect.
                await self.ears.going.wait()
                since, asked = self._now(), False
            if not asked and self._now() > since + PRESS_ANEW_S:
                asked = True
                await player.press("set")
            await asyncio.sleep(POLL_S)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    @staticmethod
    async def _push_in(player: Player) -> None:
        chair, geometry = player.chair, player.world.geometry
        await player.sweep((ZoneId("hand", chair), ZoneId("meld", chair)), geometry.hand.centre_y)
        await player.sweep((ZoneId("wall", chair), ZoneId("ura", chair)), geometry.wall.centre_y - 8.0)
        await player.sweep((ZoneId("pond", chair),), geometry.pond.first_row_y + geometry.pond.row_pitch)
        await player.rest()

    async def next_walls(self, dealer: int, number: int) -> None:
        """Close the last hand and wait until the other set stands, in the order in which the machine shuffled it."""
        standing = self._set
        await self.close(dealer, number)
        since = self._now()
        again = since + PRESS_AGAIN_S
        while True:
            walls = self.machine.walls()
            if walls.tile_set is not None and walls.tile_set != standing and walls.raised_pm > 0:
                break
            now = self._now()
            if self.ears.hanchan_over:
                raise PlayersLeaveError("the hanchan is over")
            if self.ears.stopped.is_set():
                since, again = now, now + PRESS_ANEW_S
            elif now > since + GIVE_UP_S:
                raise PlayersLeaveError(f"no walls came up {GIVE_UP_S:.0f} s after the set button")
            elif now > again:
                again = now + PRESS_AGAIN_S
                await self.player_of(dealer).press("set")
            await asyncio.sleep(POLL_S)
        self._set = walls.tile_set % SETS_OF_TILES
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
        """Let the dealer press the dice button; return the dice when they lie still."""
        player = self.player_of(dealer)
        await self.ears.signalled.wait()
        await self.ears.going.wait()
        await player.wait(player.pace.settle)
        self.ears.hand_begins(player.now_ms())
        await player.press("dice")
        since, rolling = self._now(), False
        again = since + PRESS_ANEW_S
        while self._now() < since + GIVE_UP_S:
            # The dice show the last throw until they roll again.
            dice = self.machine.dice()
            rolling = rolling or dice is None
            if rolling and dice is not None:
                return dice
            if self.ears.hanchan_over:
                raise PlayersLeaveError("the hanchan is over")
            if self.ears.stopped.is_set() or not self.ears.signalled.is_set():
                since, again = self._now(), self._now() + PRESS_ANEW_S
            elif self._now() > again:
                again = self._now() + PRESS_ANEW_S
                await player.press("dice")
            await asyncio.sleep(POLL_S)
        raise PlayersLeaveError(f"no dice were shown {GIVE_UP_S:.0f} s after the dice button")

    async def play_hand(self, number: int, dice: tuple[int, int], hand: HandRecord | None = None) -> None:
        """Play one hand, by default that of the record, from the standing walls, broken according to the dice.

        The tiles lie face down, so they can still be arranged: each player will draw the tiles of the record.

        Raises:
            ValueError: the record draws what the set does not have.
            LookupError: somebody discards or calls what they do not have.
            HandOverError: a judge has ended the hand.
        """
        hand = hand or self.record.hands[number]
        self._arrange(hand, dice)
        await HandInPlay(number, hand, dice, self.players, self._around()).play()

    async def act_out(self, number: int, dice: tuple[int, int], fouled: Fouled) -> None:
        """Play a hand with a foul in it; raises as ``play_hand``.

        If the hand cannot go on after the foul, the players wait for a judge.

        Raises:
            PlayersLeaveError: no judge has ended the hand.
        """
        self._arrange(fouled.hand, dice)
        why = "nobody plays on"
        hurry = [player.pace for player in self.players]
        for player in self.players:
            player.pace = Pace()  # the times of a foul are those of people who are in no hurry
        try:
            await fouled.act_out(number, dice, self.players, self._around())
            if fouled.goes_on:
                return
        except LookupError as error:
            why = str(error)
        finally:
            for player, pace in zip(self.players, hurry, strict=True):
                player.pace = pace
        until = self._now() + JUDGED_WITHIN_S
        while self._now() < until:
            if self.ears.hand_over:
                raise HandOverError
            await asyncio.sleep(POLL_S)
            await self.ears.going.wait()
        raise PlayersLeaveError(f"after the foul {why}, and no judge has ended the hand")

    def _staged_hand(self, course: Course) -> Fouled | None:
        playing = course.played[-1]
        staged = None if playing.number is None else self._staged.pop(playing.number, None)
        if staged is None and self._fouled is not None:
            staged = self._fouled(playing.hand, len(course.played) - 1)
        playing.fouled = staged is not None
        return staged

    def _arrange(self, hand: HandRecord, dice: tuple[int, int]) -> None:
        faces = wall_faces(hand, self._faces, self._rng)
        dealer = hand.round % 4
        self.world.arrange_walls(
            {wall_spot(index, dealer, dice, self.chairs): faces[index] for index in range(TILES)}
        )

    def _around(self) -> Surroundings:
        return Surroundings(
            chairs=self.chairs, moments=self.moments, touch_in_deal=self.touch_in_deal, ears=self.ears
        )
