"""The people at a trial table: they play on, whatever happens."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from config.log_line import unsaid
from referee.game.observations import JudgeCalled, RulingGiven
from referee.game.position import IN_HAND
from simulation.processes.logins import make_logins
from simulation.trial.command import ROLES
from simulation.trial.people import TrialPeople
from simulation.trial.table import TrialTable, options_of
from table_controller.broker.requests import CommandRequest
from table_controller.daemon.clock import RealClock
from tests.hall.judge.hall_stage import free_port
from tests.table_controller.silent import raised

NAMES = ("Aoi", "Béla", "Chihiro", "Dan")
SPEED = 100.0
WITHIN_S = 4000.0
"""Table time."""
LONG_S = 60.0
"""Table time; people who want to play have begun by then."""


class Trial:
    """A table with its people, at which ``do`` happens."""

    def __init__(self, folder: Path) -> None:
        self.clock = RealClock(SPEED)
        self._logins = make_logins(folder, ROLES, tables=(), printed=())
        self._folder = folder
        self.log_lines: list[str] = []

    def run(self, do: Callable[[TrialTable], Awaitable[None]]) -> None:
        with asyncio.Runner(loop_factory=self.clock.new_event_loop) as runner:
            runner.run(self._run(do))

    async def _run(self, do: Callable[[TrialTable], Awaitable[None]]) -> None:
        words = options_of(
            self._folder / "7", table="7", hall="home", mqtt=f"127.0.0.1:{free_port()}",
            config=str(self._logins.folder / "table.toml"),
        )  # fmt: skip
        table = TrialTable(words, self.clock, say=unsaid, fail=raised)
        table.start()
        people = TrialPeople(table, NAMES, 7, "house-judge", fouled_first=False, say=self.log_lines.append)
        works = [asyncio.create_task(people.play()), asyncio.create_task(people.judge())]
        acting = asyncio.ensure_future(do(table))
        try:
            async with asyncio.timeout(WITHIN_S):
                await asyncio.wait([acting, *works], return_when=asyncio.FIRST_COMPLETED)
            for work in works:
                assert not work.done(), work.exception()
            await acting
            assert self.log_lines == []
        finally:
            for work in (acting, *works):
                work.cancel()
            await asyncio.gather(acting, *works, return_exceptions=True)
            await asyncio.to_thread(table.stop)


async def until(holds: Callable[[], bool]) -> None:
    while True:
        if holds():
            return
        await asyncio.sleep(1)


async def ordered(table: TrialTable, name: str, **arguments: Any) -> None:
    answer = await table.commands.answer(CommandRequest(name, arguments, "organiser"))
    assert answer["ok"], answer


def test_the_people_wait_for_the_start_signal_of_a_session_and_for_the_next_session(tmp_path: Path) -> None:
    """They give up their hanchan for the session's; before its signal they do nothing, and after its end they begin no
    other."""
    trial = Trial(tmp_path)
    players = ["Ada", "Eve", "Fay", "Gil"]

    async def session(table: TrialTable) -> None:
        def in_hand() -> bool:
            return table.game.state is not None and table.game.state.phase in IN_HAND

        for force in (True, False):
            if force:
                await until(in_hand)
            await ordered(
                table, "begin_hanchan", awaits_signal=True, names=players, force=force, ruleset="wrc-2015"
            )
            assert table.game.state is not None
            assert table.game.state.desk.signal_awaited
            number = table.journal.number
            await asyncio.sleep(LONG_S)
            assert table.journal.number == number
            await ordered(table, "start_signal")
            await until(in_hand)
            assert list(table.game.state.names) == players
            assert table.game.state.findings == ()
            await ordered(table, "close_hanchan", keeps="nothing")
            number = table.journal.number
            await asyncio.sleep(LONG_S)
            assert table.journal.number == number

    trial.run(session)


def test_the_people_begin_no_hanchan_before_the_score_sheet_is_signed(tmp_path: Path) -> None:
    """WRC 8.2."""

    async def unsigned(table: TrialTable) -> None:
        await ordered(table, "begin_hanchan", awaits_signature=True, names=list(NAMES), force=True)
        await ordered(table, "close_hanchan")
        number = table.journal.number
        await asyncio.sleep(LONG_S)
        assert table.journal.number == number
        await ordered(table, "sign_sheet")
        await until(lambda: table.game.state is not None and table.game.state.phase in IN_HAND)

    Trial(tmp_path).run(unsigned)


def test_a_table_restarted_in_a_hand_goes_on_with_its_hanchan(tmp_path: Path) -> None:
    """The tiles of the hand are lost, so the judge of the house makes it void, and the next is dealt."""

    async def until_dealt(table: TrialTable) -> None:
        await until(lambda: table.game.state is not None and table.game.state.phase in IN_HAND)

    async def next_hand(table: TrialTable) -> None:
        state = table.game.state
        assert state is not None
        assert state.phase in IN_HAND
        await until(lambda: table.game.state is not None and table.game.state.hands > state.hands)
        assert table.game.state is not None
        assert table.game.state.started_at_ms == state.started_at_ms

    trial = Trial(tmp_path)
    trial.run(until_dealt)
    trial.run(next_hand)


@pytest.mark.prove
def test_a_hand_that_nobody_ends_is_ended_by_the_judge_of_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first hand breaks off in the middle: the players call the judge, he makes it void, and the next is dealt."""
    deal = TrialPeople._deal

    def broken_off(self: TrialPeople, state: Any) -> list[Any]:
        acts = deal(self, state)
        return acts[:12] if self._hand == 1 else acts

    monkeypatch.setattr(TrialPeople, "_deal", broken_off)

    async def second_hand(table: TrialTable) -> None:
        await until(lambda: table.game.state is not None and table.game.state.hands >= 2)
        seen = [entry.observation for entry in table.journal.entries()]
        assert any(isinstance(each, JudgeCalled) for each in seen)
        (ruled,) = [each for each in seen if isinstance(each, RulingGiven)]
        assert (ruled.ruling, ruled.judge) == ("void", "house-judge")
        assert table.game.state is not None
        assert not table.game.state.desk.stopped

    Trial(tmp_path).run(second_hand)
