"""Everything that passes the gate can be journalled, folded, shown, displayed and sent, and is the same after a
restart."""

import asyncio
import itertools
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from bench.stages.jump_loop import in_table_time
from config import read_ruleset
from firmware_bridge.messages.errors import RefusedError
from firmware_bridge.messages.messages import Result, ShowDealer, ShowHonba, ShowPoints, ShowRound
from hall.judge.tables.hall import Table as TableHeardOf
from hall.judge.tables.words import event_line, finding_lines, table_lines
from referee.encoding.public import public_state
from referee.game import observations
from referee.game.observations import Observation
from referee.journal.journal import Journal
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from table_controller.broker.broker import Broker
from table_controller.broker.requests import CommandRequest, DeliveredMessage, Reply
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.commands.commanded_table import CommandedTable
from table_controller.commands.service.service import Commands
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.game.table_game import TableGame
from table_controller.daemon.listeners.game_alerts import GameAlerts
from table_controller.daemon.listeners.publishing import Publishing
from table_controller.health.evidence import ClipChoice, Evidence
from table_controller.health.health import TableHealth
from table_controller.journal.inputs import GameInputs
from table_controller.machine.machine import TableMachine
from table_controller.machine.reactions import Reactions
from table_controller.mqtt.topics import STATE
from table_controller.sensing.sensing import Sensing
from table_controller.settings.settings import Settings
from table_controller.web.doors.clip_door import ClipDoor
from tests.message_schemas import wrong
from tests.table_controller.begin_and_time_stage import LoopClock, settings_of
from tests.table_controller.declared_values import commands_of
from tests.table_controller.fake_cycle import FakeUnit
from tests.table_controller.silent import raised, said_to
from tests.table_controller.strict_broker import sent_by

HAND = (UNKNOWN,) * 13
PATIENCE_S = 60.0
BY_UNIT = {"reset_faults", "machine"}
"""Commands that only the unit can refuse, and that are done once for each id."""


async def passed_on() -> None:
    """Let other tasks run while table time stands still: some answers are computed in a thread."""
    await asyncio.sleep(0)


class Unit(FakeUnit):
    """A unit whose displays accept what the serial line can carry."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    async def reset_faults(self) -> None:
        raise RefusedError("ResetFaults", Result.STILL_ACTIVE)

    async def show_honba(self, honba: int) -> None:
        self.sent.append(ShowHonba(honba=honba).to_payload())

    async def show_round(self, number: int) -> None:
        self.sent.append(ShowRound(round=number).to_payload())

    async def show_points(self, chair: int, points: int) -> None:
        self.sent.append(ShowPoints(chair=chair, points=points).to_payload())

    async def show_dealer(self, chair: int | None) -> None:
        self.sent.append(ShowDealer(chair=255 if chair is None else chair).to_payload())

    async def connected(self) -> None:
        pass


class Table(TableGame):
    """A daemon's game with its journal on disk, machine, displays and broker; only the wires lead nowhere."""

    def __init__(self, chosen: Settings, folder: Path) -> None:
        journal = Journal(folder / "journal.sqlite")
        loaded, self.unit = journal.load(), Unit()
        inputs = GameInputs(LoopClock(asyncio.get_running_loop()).now_ms)
        current = CurrentGame(chosen, journal, inputs, loaded)
        self.log_lines: list[str] = []
        say = said_to(self.log_lines.append)
        self.broker = Broker(chosen.mqtt, journal, command=self._heard, say=say)
        health = TableHealth(self.broker, now_ms=current.now_ms, say=say)
        super().__init__(current, Sensing(last_ms=loaded.at_ms), health, fail=raised)
        machine = TableMachine(self.unit, folder / "machine.json", current, alert=lambda *_: None, say=say)
        evidence = Evidence(folder, ClipChoice(), keep=lambda _: False, kept=lambda *_: None, say=say)
        self.reactions = Reactions(self.unit, say)
        publishing = Publishing(current, self.broker, clip_of=evidence.clip_of)
        self.listeners += (
            machine.hold_while_stopped,
            publishing.entry,
            evidence.film,
            publishing.changes,
            self.reactions.changes,
            machine.follow,
            GameAlerts(health).follow,
        )
        unit, clips = cast("Any", self.unit), ClipDoor(folder / "clips")
        self.commands = Commands(CommandedTable(self, health, machine, unit, evidence=evidence, clips=clips))
        self._questions = itertools.count()
        publishing.state()
        self.reactions.state(self.state)

    def _heard(self, request: CommandRequest, reply: Reply) -> None:
        self.commands.heard(request, reply)

    async def asked(self, name: str, payload: bytes) -> dict[str, Any]:
        """Return the answer to a message of the broker, as it is sent."""
        to = f"jantaku/1/{self.settings.mqtt.hall}/answer/anna/1"
        self.broker._requests.accept_command(
            DeliveredMessage(("anna", name), payload, to, str(next(self._questions)).encode())
        )
        end_s = time.monotonic() + PATIENCE_S
        while (answered := self.broker._requests.next()) is None:
            assert time.monotonic() < end_s, "no answer"
            await passed_on()
        answer: dict[str, Any] = json.loads(answered.payload)
        json.dumps(answer, ensure_ascii=False).encode()  # it contains no lone surrogate
        return answer

    async def displayed(self) -> list[bytes]:
        """Return the messages that went to the displays."""
        showing = asyncio.get_running_loop().create_task(self.reactions.run())
        for _ in range(20):
            await asyncio.sleep(0)
        showing.cancel()
        return self.unit.sent

    def shown(self) -> dict[str, Any]:
        """The public state, as it is sent."""
        sent: dict[str, Any] = json.loads(
            self.broker._retained.newest(self.settings.mqtt.topic(STATE)) or b""
        )
        return sent

    def events(self) -> list[dict[str, Any]]:
        """All entries, as they are sent."""
        return [json.loads(self.broker._entries.payload(entry, 1 << 28)) for entry in self.journal.entries()]


def begun(rules: str) -> Callable[[Table], None]:
    return lambda table: tell(table, observations.HanchanBegun(ruleset=read_ruleset(rules)))


def tell(table: Table, *seen: Observation) -> None:
    for each in seen:
        table.person_observes(each, "test")


def dealt(rules: str) -> Callable[[Table], None]:
    def stage(table: Table) -> None:
        begun(rules)(table)
        tell(table, observations.HandDealt(dice=(1, 2), hands=(HAND, HAND, HAND, HAND)))

    return stage


def fouled(rules: str) -> Callable[[Table], None]:
    """South calls 5p with 46p and discards 5p."""

    def stage(table: Table) -> None:
        dealt(rules)(table)
        tell(
            table,
            observations.TileDrawn(seat=0, tile=UNKNOWN),
            observations.TileDiscarded(seat=0, tile=parse_tile("5p")),
            observations.CallHeard(seat=1, call="chi"),
            observations.MeldShown(seat=1, kind="chi", tiles=parse_tiles("4p5p6p"), source_seat=0),
            observations.TileDiscarded(seat=1, tile=parse_tile("5p")),
        )

    return stage


def won(rules: str) -> Callable[[Table], None]:
    def stage(table: Table) -> None:
        dealt(rules)(table)
        tell(
            table,
            observations.TileDrawn(seat=0, tile=UNKNOWN),
            observations.TileDiscarded(seat=0, tile=parse_tile("8p")),
            observations.CallHeard(seat=2, call="ron"),
            observations.TilesShown(seat=2, tiles=parse_tiles("2m3m4m5m6m7m6p7p3s4s5s2s2s")),
        )

    return stage


def nothing(_table: Table) -> None:
    """A table before its first hanchan."""


STAGES = {
    "nothing": nothing,
    "begun": begun("wrc-2015"),
    "dealt": dealt("tenhou"),
    "fouled": fouled("wrc-2015"),
    "stopped": fouled("saikouisen-2025"),
    "won": won("saikouisen-2025"),
}


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_of(tmp_path_factory.mktemp("settings"), "")


@st.composite
def orders(draw: st.DrawFn, name: str) -> list[tuple[str, dict[str, Any]]]:
    """The command, among a few others."""
    others = st.sampled_from(sorted(COMMANDS)).flatmap(
        lambda other: st.tuples(st.just(other), commands_of(COMMANDS[other]))
    )
    before = draw(st.lists(others, max_size=1))
    return [*before, (name, draw(commands_of(COMMANDS[name]))), *draw(st.lists(others, max_size=1))]


@pytest.mark.parametrize(
    "examples",
    [
        3,
        pytest.param(10, marks=pytest.mark.prove(short=False)),
        pytest.param(30, marks=pytest.mark.prove(usual=False)),
    ],
)
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_whatever_is_let_in_can_be_done_shown_sent_and_taken_up_again(
    chosen: Settings, name: str, examples: int
) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(given_orders=orders(name), stage=st.sampled_from(sorted(STAGES)))
    def holds(given_orders: list[tuple[str, dict[str, Any]]], stage: str) -> None:
        async def work() -> None:
            with tempfile.TemporaryDirectory(prefix="jantaku-any-") as folder:
                table = Table(chosen, Path(folder))
                STAGES[stage](table)
                for command, arguments in given_orders:
                    await ordered(table, command, arguments)
                await looked_at(table)
                await taken_up_again(table, chosen, Path(folder))

        in_table_time(work)

    holds()


async def ordered(table: Table, name: str, arguments: dict[str, Any]) -> None:
    """Preview a command, then give it: both have the same result, and a refusal changes nothing."""
    kind = COMMANDS[name].__name__
    note(f"{name} {arguments}")
    before = table.state, table.journal.number
    rehearsal = await table.asked(name, json.dumps({**arguments, "dry_run": True}).encode())
    assert (table.state, table.journal.number) == before
    answer = await table.asked(name, json.dumps(arguments).encode())
    for each in (rehearsal, answer):
        assert wrong(f"{kind}Answer", each) == []
        assert not str(each.get("error", "")).startswith("it failed"), each
    if not answer["ok"]:
        assert (table.state, table.journal.number) == before, answer
    if name not in BY_UNIT:
        assert rehearsal["ok"] == answer["ok"], (rehearsal, answer)
    if rehearsal["ok"] and answer["ok"]:
        would, state = rehearsal["would"], table.state
        assert would["entries"] == table.journal.number - before[1]
        assert would["scores"] == ([] if state is None else list(state.scores))
        assert would["phase"] == ("waiting" if state is None else state.phase)


async def looked_at(table: Table) -> None:
    """Check that everything that shows the table accepts its state."""
    public = public_state(table.state, table.journal.number, table.current.last_ms, table.settings.mqtt.table)
    assert wrong("State", json.loads(json.dumps(public))) == []
    assert await table.displayed()
    heard = TableHeardOf("7", state=table.shown())
    assert table_lines(heard)
    assert finding_lines(heard)
    for event in table.events():
        # Choose by type, which is faster than trying each.
        for each, what in (
            (event["observation"], "Observation"),
            *((every, "Event") for every in event["events"]),
        ):
            assert wrong(f"{what}{each['type']}", each) == []
        event_line(heard, event)
    sent = await sent_by(table.broker)
    assert table.settings.mqtt.topic(STATE) in dict(sent)
    for _topic, payload in sent:
        assert not payload or isinstance(json.loads(payload), dict)
    for reading in ("history", "results"):
        answer = await table.asked(reading, b"")
        assert answer["ok"], answer


async def taken_up_again(table: Table, chosen: Settings, folder: Path) -> None:
    """Restart the daemon with the same journal."""
    state, number, shown = table.state, table.journal.number, table.shown()
    table.stop_timer()
    table.journal.close()
    again = Table(chosen, folder)
    assert (again.state, again.journal.number) == (state, number)
    assert {**again.shown(), "at_ms": 0, "number": 0} == {**shown, "at_ms": 0, "number": 0}
    assert await again.displayed()
    again.stop_timer()
    again.journal.close()
