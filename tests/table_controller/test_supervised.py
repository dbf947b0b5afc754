"""A task that ends with an error is reported and restarted, with longer and longer pauses; decisions continue too."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from bench.stages.jump_loop import in_table_time
from firmware_bridge.messages.signals import Button, ButtonName
from referee.game import observations
from referee.judging.decide import advance
from referee.texts.language import english
from table_controller.daemon.game import table_game
from table_controller.health.supervised import Supervisor
from tests.table_controller.begin_and_time_stage import CLUB, LoopClock, Table, settings_of
from tests.table_controller.silent import said_to
from tests.table_time import table_time
from wording.alerts.declaration import DeclaredAlert, Trouble


@table_time
async def test_it_is_reported_started_again_and_taken_back() -> None:
    reported: list[tuple[int, str, str | None]] = []
    lines: list[str] = []
    starts: list[float] = []
    loop = asyncio.get_running_loop()
    supervisor = Supervisor(
        lambda alert, trouble: reported.append(
            (round(loop.time()), alert.name, None if trouble is None else english(trouble.text))
        ),
        said_to(lines.append),
    )
    others = 0

    async def fails() -> None:
        starts.append(loop.time())
        await asyncio.sleep(0.5)
        if len(starts) < 5:
            raise KeyError("seat 7")
        await asyncio.Event().wait()

    async def goes_on() -> None:
        nonlocal others
        while True:
            await asyncio.sleep(1)
            others += 1

    async def ends() -> None:
        await asyncio.sleep(1)

    supervisor.start("camera", fails, "what the camera sees")
    supervisor.start("link", goes_on, "the link")
    supervisor.start("check", ends, "the look through the journal")
    await asyncio.sleep(200)
    assert others >= 199
    await supervisor.stop()
    assert starts == [0.0, 1.5, 4.0, 8.5, 17.0]
    failures = [each for each in reported if each[2] is not None]
    assert failures == [
        (at, "task-camera", "A part of the table fails: what the camera sees (KeyError: 'seat 7')")
        for at in (0, 2, 4, 9)
    ]
    assert (77, "task-camera", None) in reported, "a minute after the last start"
    assert len(lines) == 4
    assert "KeyError: 'seat 7'" in lines[0]


class NotedHealth:
    def __init__(self) -> None:
        self.alerts: dict[str, str] = {}

    def alert(self, alert: DeclaredAlert, trouble: Trouble | None) -> None:
        if trouble is None:
            self.alerts.pop(alert.name, None)
        else:
            self.alerts[alert.name] = english(trouble.text)


def test_the_log_names_the_pause_that_follows() -> None:
    """This also holds after a task has worked for a minute, when the pauses begin again."""
    lines: list[str] = []
    lasts_s = iter((0.5, 0.5, 61.0))

    async def fails() -> None:
        await asyncio.sleep(next(lasts_s, 1e6))
        raise KeyError("seat 7")

    async def work() -> None:
        supervisor = Supervisor(lambda *_: None, said_to(lines.append))
        supervisor.start("camera", fails, "what the camera sees")
        await asyncio.sleep(200)
        await supervisor.stop()

    in_table_time(work)
    assert [line.partition(" s: ")[0].rpartition(" ")[2] for line in lines] == ["1", "2", "1"]


@table_time
async def test_an_observation_that_cannot_be_judged_keeps_back_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a fault of the referee the observation is set aside, a judge gets an alert, and its signals do not come
    again."""

    def breaks(state: Any, observation: Any) -> Any:
        if isinstance(observation, observations.JudgeCalled):
            raise ZeroDivisionError("of the referee")
        return advance(state, observation)

    monkeypatch.setattr(table_game, "advance", breaks)
    loop = asyncio.get_running_loop()
    health = NotedHealth()
    table = Table(settings_of(tmp_path, CLUB), clock=LoopClock(loop), health=health)
    table.begin_hanchan()
    for number, at_ms in ((1, 1000), (2, 2000)):
        signal = Button(number=number, nonce=7, at_ms=at_ms, chair=0, button=ButtonName.JUDGE, pressed=True)
        table.journal.receive(7, number, "x")
        table.sensing.signal(signal, at_ms)
    table.pump()
    await asyncio.sleep(10)
    table.pump()
    assert (
        "A call for the judge was seen and could not be judged: ZeroDivisionError" in health.alerts["aside"]
    )
    assert table.journal.inbox() == []
    table.person_observes(cast("Any", observations.ClockAdvanced()), "anna")
    assert [type(entry.observation).__name__ for entry in table.journal.entries()] == [
        "HanchanBegun",
        "ClockAdvanced",
    ]
