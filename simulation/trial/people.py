"""The people of a trial table: built-in players, one of whom sometimes commits a foul, and a judge of the house.

Each hand starts from the present state of the game, is played beforehand, and is acted out at the pace of people. So the
next hand always takes a judge's acts into account. The judge of the house rules only if nobody else does.

At a table set up for a session of a tournament, they wait for the start signal, and afterwards for the next session.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from msgspec import structs

from referee.game.observations import HandClosed, JudgeCalled, Observation
from referee.game.position import IN_HAND, GameState
from referee.records.observe import Standing
from simulation.people.course import built_in_players
from simulation.replay.disturb.disturbing import disturbed
from simulation.replay.disturb.game import PlayedGame
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.disturb.moments import PLAYED_SENSES
from simulation.replay.disturb.played import played
from simulation.replay.disturb.scene import FoulKind
from simulation.trial.table import TrialTable
from table_controller.broker.requests import CommandRequest

FOUL_CHANCE: Final = 0.3
"""The chance of a foul in a hand that has a place for one."""
BETWEEN_HANDS_S: Final = 6.0
"""The table time between hands; real tables take longer to raise walls."""
BETWEEN_HANCHANS_S: Final = 15.0
LOOK_S: Final = 0.5
"""The table time between two checks whether play goes on."""
HOUSE_JUDGE_S: Final = 120.0
"""The table time for which a finding or a stop waits for the user before the judge of the house acts."""


@dataclass(slots=True)
class TrialPeople:
    """The people at one table.

    Attributes:
        table: their table.
        names: of the players by seat.
        seed: of their play.
        house_judge: the login of the judge of the house.
        fouled_first: whether there is a foul already in the first hand.
        say: takes lines for the log.
    """

    table: TrialTable
    names: tuple[str, str, str, str]
    seed: int
    house_judge: str
    fouled_first: bool
    say: Callable[[str], None]
    _hand: int = 0
    _over: int | None = None
    _in_tournament: bool = False

    async def play(self) -> None:
        """Play hanchan after hanchan."""
        game = self.table.game
        while True:
            state = game.state
            if state is None or state.phase == "ended":
                if self._in_tournament or (state is not None and state.sheet_unsigned):
                    await asyncio.sleep(LOOK_S)
                    continue
                if state is not None:
                    await asyncio.sleep(BETWEEN_HANCHANS_S)
                # A judge may have begun a hanchan meanwhile.
                if game.state is state:
                    game.begin_hanchan(names=self.names, senses=PLAYED_SENSES)
            elif state.desk.signal_awaited:
                self._in_tournament = True
                await asyncio.sleep(LOOK_S)
            elif state.phase in IN_HAND and not state.desk.stopped:
                await self._wait_for_judge(state.hands)
            elif state.desk.stopped:
                await asyncio.sleep(LOOK_S)
            else:
                await self._play_hand(await asyncio.to_thread(self._deal, state), state.started_at_ms)

    async def judge(self) -> None:
        """Rule on findings and resume stopped play, if nobody else does."""
        waits: dict[object, float] = {}
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK_S)
            state = self.table.game.state
            wanted = {} if state is None else _wanted(state, self._over)
            waits = {key: waits.get(key, loop.time()) for key in wanted}
            for key, (name, arguments) in wanted.items():
                if loop.time() - waits[key] >= HOUSE_JUDGE_S:
                    request = CommandRequest(name, arguments, self.house_judge)
                    answer = await self.table.commands.answer(request)
                    if not answer["ok"]:
                        self.say(f"table {self.table.name}: {name} refused: {answer.get('error')}")
                        waits[key] = loop.time()

    def _deal(self, state: GameState) -> list[Observation]:
        """Return the observations of the next hand, from time 0 on."""
        rules = state.ruleset.to_mapping()
        self._hand += 1
        seed = 1000 * self.seed + self._hand
        chance = Random(seed)
        deal = built_in_players(rules, seed, red_fives=bool(rules["scoring"]["red_fives"]))
        hand = deal(_standing(state), 0)
        acted = PlayedGame(f"{self.table.name}-{seed}", self.names, rules, [played(hand, rules, chance)])
        if self.fouled_first and self._hand == 1:
            acted = min(
                _with_fouls(acted, FOUL_KINDS.values(), seed), key=lambda each: each[0], default=(0, acted)
            )[1]
        elif chance.random() < FOUL_CHANCE:
            kinds = list(FOUL_KINDS.values())
            chance.shuffle(kinds)
            acted = next((fouled for _, fouled in _with_fouls(acted, kinds, seed)), acted)
        return list(acted.hands[0].observations(0))

    async def _play_hand(self, acts: list[Observation], hanchan_ms: int) -> None:
        """Act out a hand of the hanchan that began at ``hanchan_ms``, until it or a judge ends it."""
        game, loop = self.table.game, asyncio.get_running_loop()
        await asyncio.sleep(BETWEEN_HANDS_S)
        began_ms, late_ms = game.now_ms(), 0
        hands = None if game.state is None else game.state.hands
        number = game.journal.number
        for place, act in enumerate(acts):
            await asyncio.sleep(max(0.0, (began_ms + late_ms + act.at_ms) / 1000 - loop.time()))
            if place:
                late_ms += await self._stand_still()
            if place and (game.state is None or game.state.hands != hands or game.state.phase not in IN_HAND):
                return
            if place == 0 and not _may_deal(game.state, hanchan_ms, hands):
                return
            at_ms = began_ms + late_ms + act.at_ms
            if game.journal.number != number:  # a judge has entered something, which counts as earlier
                at_ms = max(at_ms, game.current.last_ms)
            game.sensing.last_ms = max(game.sensing.last_ms, at_ms)
            number = game.observe(structs.replace(act, at_ms=at_ms))
            game.pump()
            if place == 0 and game.state is not None:
                hands = game.state.hands
        state = game.state
        if state is not None and state.hands == hands and state.phase in IN_HAND:
            # It does not end as it was played, for example because an entry was corrected.
            self._call_judge(state.hands)

    async def _wait_for_judge(self, hands: int) -> None:
        """Leave a hand that they did not deal to a judge, then call the judge of the house.

        After a restart of the table nobody knows the tiles of the hand any more.
        """
        game, until_ms = self.table.game, self.table.game.now_ms() + 1000 * HOUSE_JUDGE_S
        number = game.journal.number
        while game.journal.number == number:
            await asyncio.sleep(LOOK_S)
            if game.now_ms() >= until_ms:
                self._call_judge(hands)

    def _call_judge(self, hands: int) -> None:
        """Give a hand up: the judge of the house makes it void."""
        game = self.table.game
        assert game.state is not None
        self._over = hands
        game.observe(JudgeCalled(at_ms=game.now_ms(), seat=game.state.dealer))
        game.pump()

    async def _stand_still(self) -> int:
        """Wait while play is stopped; return the duration in milliseconds of table time."""
        game = self.table.game
        since_ms = game.now_ms()
        while True:
            if game.state is None or not game.state.desk.stopped:
                return game.now_ms() - since_ms
            await asyncio.sleep(LOOK_S)


def _with_fouls(acted: PlayedGame, kinds: Iterable[FoulKind], seed: int) -> Iterator[tuple[int, PlayedGame]]:
    """Yield a copy of a hand with each foul that it has a place for, and the number of the foul's observation.

    It leaves out fouls that break the hand off.
    """
    for kind in kinds:
        copy = replace(acted, hands=[hand.copied() for hand in acted.hands])
        truth = disturbed(copy, kind, seed)
        *_, last = copy.hands[0].observations(0)
        if truth is not None and isinstance(last, HandClosed):
            yield truth.event, copy


def _may_deal(state: GameState | None, hanchan_ms: int, hands: int | None) -> bool:
    """Return whether the prepared hand is still the next one."""
    if state is None or (state.started_at_ms, state.hands) != (hanchan_ms, hands):
        return False
    return state.phase == "waiting" and not state.desk.stopped and not state.desk.signal_awaited


def _standing(state: GameState) -> Standing:
    return (state.round, state.honba, state.bets, *state.scores)


def _wanted(state: GameState, over: int | None) -> dict[object, tuple[str, dict[str, object]]]:
    """Return the orders that a table waits for, each under a stable key; none if a judge attends.

    ``over`` is the number of a hand that was abandoned.
    """
    if state.desk.attendant:
        return {}
    ruled = {made.finding for made in state.rulings}
    wanted: dict[object, tuple[str, dict[str, object]]] = {
        (state.started_at_ms, number): ("dismiss", {"finding": number})
        for number in range(len(state.findings))
        if number not in ruled
    }
    if over == state.hands and state.phase in IN_HAND:
        wanted[state.started_at_ms, "over", over] = "rule", {"ruling": "void"}
    if state.desk.stopped and not wanted:
        wanted[state.started_at_ms, "stopped", state.desk.stopped_ms] = ("resume", {})
    return wanted
