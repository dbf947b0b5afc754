"""The people of a trial table: whatever happens at it, they play on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from config.log_line import unsaid
from referee.game.observations import JudgeCalled, RulingGiven
from table_controller.daemon.clock import RealClock
from table_controller.simulation.processes.logins import make_logins
from table_controller.simulation.trial.command import ROLES
from table_controller.simulation.trial.people import TrialPeople
from table_controller.simulation.trial.table import TrialTable, options_of
from tests.table_controller.judge.hall_stage import free_port
from tests.table_controller.silent import raised

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Aoi", "Béla", "Chihiro", "Dan")
SPEED = 100.0
WITHIN_S = 4000.0
"""Table time."""


@pytest.mark.prove
def test_a_hand_that_nobody_ends_is_ended_by_the_judge_of_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first hand breaks off in the middle: the players call the judge, he makes it void, and the next is dealt."""
    clock = RealClock(SPEED)
    logins = make_logins(tmp_path, ROLES, tables=(), told=())
    said: list[str] = []
    deal = TrialPeople._deal

    def broken_off(self: TrialPeople, state: Any) -> list[Any]:
        acts = deal(self, state)
        return acts[:12] if self._hand == 1 else acts

    monkeypatch.setattr(TrialPeople, "_deal", broken_off)

    async def run() -> None:
        words = options_of(
            tmp_path / "7", table="7", hall="home", mqtt=f"127.0.0.1:{free_port()}",
            config=str(logins.folder / "table.toml"),
        )  # fmt: skip
        table = TrialTable(words, clock, say=unsaid, fail=raised)
        table.start()
        people = TrialPeople(table, NAMES, 7, "house-judge", fouled_first=False, say=said.append)
        works = [asyncio.create_task(people.play()), asyncio.create_task(people.judge())]
        try:
            async with asyncio.timeout(WITHIN_S):
                while table.game.state is None or table.game.state.hands < 2:
                    await asyncio.sleep(1)
                    for work in works:
                        assert not work.done(), work.exception()
            seen = [entry.observation for entry in table.journal.entries()]
            assert any(isinstance(each, JudgeCalled) for each in seen)
            (ruled,) = [each for each in seen if isinstance(each, RulingGiven)]
            assert (ruled.ruling, ruled.judge) == ("void", "house-judge")
            assert not table.game.state.desk.stopped
            assert said == []
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            await asyncio.to_thread(table.stop)

    with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
        runner.run(run())
