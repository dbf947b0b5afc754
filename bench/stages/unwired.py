"""A table without firmware, broker and daemon: signals and sightings go straight to sensing and the referee.

Everything runs in one process and in table time. Subclasses provide the camera.
"""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Final, cast

import numpy as np
from msgspec import structs

from bench.stages.jump_loop import JumpLoop
from firmware_bridge.messages.signals import (
    Button,
    ButtonName,
    Curtain,
    DiceRolled,
    Signal,
    StickSlot,
    WallTouch,
)
from referee.game import observations
from referee.game.events import Event, FoulFound
from referee.game.judge_observations import EnteredResult, EnteredWin, HandEntered
from referee.game.observations import Observation
from referee.game.position import IN_HAND, GameState
from referee.judging.decide import advance
from referee.records.journaled import records_of
from referee.records.neutral.record import DrawnGame, GameRecord, HandRecord, RecordedBet, WinClaim
from simulation.replay.replay import ruleset_of
from simulation.world.machine import Button as ButtonWord
from simulation.world.machine import LiftedWalls
from simulation.world.script import faces_of
from simulation.world.world import World
from table_controller.sensing.sensing import Sensing
from table_controller.sensing.waiting.hand_by_sight import HandBySight
from table_controller.settings.senses import SENSES
from vision.geometry import TableGeometry
from vision.sightings import Sighting

WALLS_AFTER_S: Final = 8.0
RISE_S: Final = 1.2
DICE_AFTER_S: Final = 1.5
GIVEN_UP: Final = "the hand cannot be followed"
IN_DOUBT: Final = "what was seen does not fit together"
NOT_CLOSED: Final = "the hand is not closed"
ENTERED: Final = "the judge enters the hand"


@dataclass(slots=True)
class Judged:
    """The outcome of a game.

    Attributes:
        entries: observations and what the referee decided, in order.
        given_ms: table time at which each of them was given out.
        fouls: findings in words.
        notes: sensing's notes for people.
        asked: questions and findings for a judge, each with the number of its hand from 0.
    """

    entries: list[tuple[Observation, tuple[Event, ...]]] = field(default_factory=list)
    given_ms: list[int] = field(default_factory=list)
    fouls: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: list[tuple[int, str]] = field(default_factory=list)

    def record(self) -> GameRecord:
        return list(records_of(self.entries, "judged"))[-1]


class UnwiredTable:
    """A simulated table without a camera, with sensing and the referee behind it.

    Args:
        record: what is played; its rules hold.
        judged: collects the outcome.
        rng: throws the dice.
        chairs: of each seat.
        senses: the senses that the table has; missing ones give no signals.
        geometry: of the table; the standard one by default.
        by_sight: true if the table's buttons and dice are another maker's and send no signals.
    """

    def __init__(
        self,
        record: GameRecord,
        judged: Judged,
        rng: np.random.Generator,
        chairs: tuple[int, int, int, int] = (0, 1, 2, 3),
        senses: tuple[str, ...] = SENSES,
        *,
        geometry: TableGeometry | None = None,
        by_sight: bool = False,
    ) -> None:
        self.world = World(geometry, red_fives=any(34 <= face <= 36 for face in faces_of(record)))
        self._judged = judged
        self._rng = rng
        self._senses = frozenset(senses)
        self._by_sight = by_sight
        self._sensing = Sensing(tile=self.world.geometry.tile, by_sight=HandBySight() if by_sight else None)
        self.record = record
        self._state: GameState | None = None
        self._number = 0
        self._walls: int | None = None
        self._up_at_s = 0.0
        self._dice: tuple[int, int] | None = None
        self._hands = [0] * 4
        self._timer: asyncio.TimerHandle | None = None
        rules = ruleset_of(record).to_mapping()
        self._judge(
            observations.HanchanBegun(ruleset=rules, names=record.names, chairs=chairs, senses=senses), 0
        )

    # What the players meet

    def hand(self, chair: int, across: bool) -> None:
        """A hand of ``chair`` enters or leaves the space beyond the elevator line."""
        self._hands[chair] += 1 if across else -1
        # The curtain is broken by the first arm and free after the last.
        if "curtains" in self._senses and self._hands[chair] == (1 if across else 0):
            self._feel(Curtain(chair=chair, broken=across))

    def touch(self, chair: int, touching: bool) -> None:
        """The hand of ``chair`` touches the wall, or lets go."""
        if "wall_touch" in self._senses:
            self._feel(WallTouch(chair=chair, touching=touching))

    def press(self, chair: int, button: ButtonWord, pressed: bool) -> None:
        """A button is pressed or released; set raises the walls, dice throws the dice."""
        if not self._by_sight:
            self._feel(Button(chair=chair, button=ButtonName[button.upper()], pressed=pressed))
        if pressed and button == "set":
            self._dice = None
            self._walls = 0 if self._walls is None else 1 - self._walls
            self._up_at_s = asyncio.get_running_loop().time() + WALLS_AFTER_S
        if pressed and button == "dice":
            asyncio.get_running_loop().call_later(DICE_AFTER_S, self._throw)

    def stick(self, chair: int, present: bool) -> None:
        """A riichi stick is put into the slot of ``chair``, or taken out."""
        if "sticks" in self._senses:
            self._feel(StickSlot(chair=chair, present=present))

    def walls(self) -> LiftedWalls:
        """The walls now on the lifts; the lid stays closed while a hand is played, as in the machine."""
        lid_open = self._by_sight or self._state is None or self._state.phase not in IN_HAND
        up = (asyncio.get_running_loop().time() - self._up_at_s) / RISE_S
        if self._walls is None or up <= 0:
            return LiftedWalls(None, 0, lid_open)
        return LiftedWalls(self._walls, min(1000, int(1000 * up)), lid_open)

    def dice(self) -> tuple[int, int] | None:
        """The faces of the dice; None while they roll or are dark."""
        return self._dice

    def _throw(self) -> None:
        first, second = (int(pips) for pips in self._rng.integers(1, 7, 2))
        self._dice = (first, second)
        self.enter_hand()
        if not self._by_sight:
            self._feel(DiceRolled(goal=1, first=first, second=second))

    def _feel(self, signal: Signal) -> None:
        self._number += 1
        at_ms = now_ms()
        self._sensing.signal(replace(signal, number=self._number, at_ms=at_ms, nonce=1), at_ms)
        self.pump()

    # What the camera tells

    def see(self, sighting: Sighting, at_ms: int) -> None:
        """Take a sighting; ``pump`` follows once all of a frame's sightings are in."""
        self._sensing.sighting(sighting, at_ms)

    # Behind

    def enter_hand(self) -> None:
        """Let the judge enter the result of a finished hand, if it is still open here."""
        state = self._state
        if state is None or state.phase not in IN_HAND or state.hands > len(self.record.hands):
            return
        self._ask(ENTERED)
        at_ms = max(now_ms(), self._sensing.last_ms)
        self._sensing.last_ms = at_ms
        self._judge(structs.replace(entered(self.record.hands[state.hands - 1]), at_ms=at_ms), at_ms)

    def _ask(self, text: str) -> None:
        asked = (0 if self._state is None else self._state.hands - 1, text)
        if asked not in self._judged.asked:
            self._judged.asked.append(asked)

    def pump(self) -> None:
        """Judge everything that sensing gives out now; schedule another call for when time alone brings more."""
        at_ms = now_ms()
        while (step := self._sensing.step(self._state, at_ms)) is not None:
            if step.note:
                self._judged.notes.append(f"{at_ms}: {step.note}")
            for observation in step.observations:
                self._judge(observation, at_ms)
        if self._sensing.sight.asked(self._state):
            self._ask(IN_DOUBT)
        if self._sensing.sight.lost(self._state):
            self._ask(GIVEN_UP)
        sight = self._sensing.sight
        if sight.refused(self._state) is not None or sight.ura_missing(self._state):
            self._ask(NOT_CLOSED)
        self.stop()
        wake_ms = self._sensing.wake_ms(at_ms)
        if wake_ms is not None:
            self._timer = asyncio.get_running_loop().call_at(wake_ms / 1000, self.pump)

    def stop(self) -> None:
        """Cancel all scheduled calls."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _judge(self, observation: Observation, at_ms: int) -> None:
        events, self._state = advance(self._state, observation)
        self._judged.entries.append((observation, events))
        self._judged.given_ms.append(at_ms)
        for event in events:
            if isinstance(event, FoulFound):
                self._judged.fouls.append(f"{observation.at_ms}: {event.rule} {event.text}")
                self._ask(event.rule)


def entered(hand: HandRecord) -> HandEntered:
    """The result that a judge who watched the hand would enter."""
    riichi = tuple(act.seat for act in hand.acts if isinstance(act, RecordedBet))
    wins = tuple(
        EnteredWin(
            seat=act.seat,
            source=act.source,
            han=act.recorded.get("han", 0),
            fu=act.recorded.get("fu", 0),
            yakuman=len(act.recorded.get("yakuman", ())),
        )
        for act in hand.acts
        if isinstance(act, WinClaim)
    )
    if wins:
        result: EnteredResult = "tsumo" if wins[0].seat == wins[0].source else "ron"
        return HandEntered(judge="bench", result=result, wins=wins, riichi=riichi)
    drawn = next(act for act in hand.acts if isinstance(act, DrawnGame))
    shown = tuple(seat for seat, tiles in enumerate(drawn.shown) if tiles is not None)
    tenpai = shown if drawn.result == "exhaustive" else ()
    return HandEntered(
        judge="bench", result=cast("EnteredResult", drawn.result), tenpai=tenpai, riichi=riichi
    )


def now_ms() -> int:
    """Table time."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, JumpLoop):
        raise TypeError("table time is that of a JumpLoop")
    return loop.now_ms
