"""While a judge is called or play is stopped the table moves nothing and begins no hand (SAI 53.3-4)."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bench.stages.jump_loop import in_table_time
from config import read_ruleset
from config.log_line import unsaid
from firmware_bridge.drivers.silent import SilentTable
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.signals import ButtonName
from referee.encoding.codec import encode
from referee.game import observations
from referee.game.judge_observations import Corrected, PlayReleased
from referee.journal.corrections.refold import CorrectionRefusedError
from referee.journal.entry import Entry
from referee.journal.journal import Journal, JournalAwayError, Loaded
from referee.journal.tables import UNIT_BOOTS
from referee.texts.journal_texts import BadJournal
from referee.texts.language import english
from referee.texts.message import Message
from referee.tiles import UNKNOWN, parse_tile
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.game.table_game import JOURNAL_AGAIN_S, TableGame
from table_controller.daemon.intake import Intake
from table_controller.daemon.listeners.publishing import Publishing
from table_controller.daemon.machine_waits import MachineWaits
from table_controller.journal.inputs import GameInputs, PartWaits
from table_controller.journal.panel_signals import PanelButton
from table_controller.machine.cycle import Phase
from table_controller.machine.machine import MachineCommand, OrderRefusedError, TableMachine
from table_controller.sensing.sensing import Sensing
from table_controller.settings.senses import SENSES
from tests.table_controller.fake_cycle import Cycle, until
from tests.table_controller.seen_table import SeenTable, row
from tests.table_controller.silent import raised
from tests.table_time import table_time
from vision.zones import ZoneId
from wording.alerts.declaration import DeclaredAlert, Trouble

HAND = (UNKNOWN,) * 13


@table_time
async def test_the_machine_moves_nothing_and_says_why(tmp_path: Path) -> None:
    cycle = Cycle(tmp_path)
    machine = await cycle.running()
    machine.hold("judge_called")
    machine.press(ButtonName.SET, "b1")
    for order in ("set", "dice"):
        with pytest.raises(OrderRefusedError, match="the judge is called"):
            machine.command(MachineCommand(f"c-{order}", cast("Any", order), "anna"))
    await asyncio.sleep(60)
    assert cycle.unit.did == []
    machine.hold("")
    machine.press(ButtonName.SET, "b2")
    await until(lambda: machine.phase is Phase.READY)


@table_time
async def test_a_stop_holds_what_was_about_to_move(tmp_path: Path) -> None:
    """The hand is closed by a ruling while the judge is at the table: the tiles stay until he resumes play (SAI 45.12)."""
    cycle = Cycle(tmp_path)
    cycle.stood("playing", "table", "stacked")
    cycle.unit.walls, cycle.unit.stacked, cycle.hands = 1, {2}, 1
    machine = cycle.machine()
    machine.resume(1, playing=True)
    await cycle.running(machine)
    machine.hold("judge_called")
    machine.hand_closed()
    await asyncio.sleep(60)
    assert cycle.unit.did == []
    machine.hold("")
    await until(lambda: "open" in cycle.unit.did)


@table_time
async def test_a_pause_by_hand_outlives_a_stop(tmp_path: Path) -> None:
    cycle = Cycle(tmp_path)
    machine = await cycle.running()
    machine.pause("anna")
    machine.hold("judge")
    machine.hold("")
    machine.press(ButtonName.SET, "b1")
    await asyncio.sleep(60)
    assert cycle.unit.did == []
    machine.hold("judge")
    machine.pause("")
    await asyncio.sleep(60)
    assert cycle.unit.did == []


def test_the_judge_button_is_journalled_in_its_order() -> None:
    table = SeenTable.in_play()
    table.touch(0, 2500)
    table.press(2, ButtonName.JUDGE, 4500)
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    assert table.look(6000) == ["0 draws", "0 discards 5p", "JudgeCalled"]
    assert (table.game.desk.stopped, table.game.desk.stopped_seat) == ("judge_called", 2)


def test_the_set_button_settles_nothing_while_play_is_stopped() -> None:
    table = SeenTable.in_play()
    table.press(2, ButtonName.JUDGE, 2500)
    table.look(4000)
    table.press(0, ButtonName.SET, 4500)
    assert table.look(9500) == []
    assert any("play is stopped" in note for note in table.notes)
    assert table.game.phase == "dealing"
    assert table.fouls == []


# The daemon


@dataclass
class FakeBroker:
    texts: list[str] = field(default_factory=list)

    def entry(self, _entry: object, lines: tuple[Message, ...], _origin: object) -> None:
        self.texts.append("; ".join(map(english, lines)))


class StillInputs(GameInputs):
    """Table time that stands still."""

    def __init__(self) -> None:
        super().__init__(lambda: self.at_ms)
        self.at_ms = 5000


@dataclass
class FakeHealth:
    called: list[str] = field(default_factory=list)
    alerts: dict[str, str | None] = field(default_factory=dict)

    def judge_called(self, who: Message) -> None:
        self.called.append(english(who))

    def alert(self, alert: DeclaredAlert, trouble: Trouble | None) -> None:
        self.alerts[alert.name] = None if trouble is None else english(trouble.text)

    @property
    def standing(self) -> list[str]:
        return [name for name, text in self.alerts.items() if text is not None]

    def may_resolve(self, name: str) -> bool:
        return self.alerts.get(name) is not None


@pytest.fixture
def game() -> TableGame:
    """The game of a daemon without its processes, a hand being played: East has discarded 5p (entry 4)."""
    journal = Journal(":memory:")
    settings: Any = type(
        "FakeSettings",
        (),
        {
            "mqtt": type("FakeMqtt", (), {"table": "1"}),
            "own_gong": False,
            "language": "en",
            "state": Path(),
        },
    )
    current = CurrentGame(settings, journal, StillInputs(), Loaded(None, 0, 0, None))
    made = TableGame(current, Sensing(), cast("Any", FakeHealth()), fail=raised)
    made.observe(observations.HanchanBegun(ruleset=read_ruleset("saikouisen-2025"), senses=SENSES))
    made.observe(observations.HandDealt(at_ms=1000, dice=(1, 2), hands=(HAND, HAND, HAND, HAND)))
    made.observe(observations.TileDrawn(at_ms=2000, seat=0, tile=UNKNOWN))
    made.observe(observations.TileDiscarded(at_ms=3000, seat=0, tile=parse_tile("5p")))
    return made


def test_no_hand_comes_next_while_play_is_stopped(game: TableGame, tmp_path: Path) -> None:
    machine = machine_of(game, tmp_path)
    assert game.current.next_hand() == 2
    game.observe(observations.JudgeCalled(at_ms=4000, seat=1))
    assert game.current.next_hand() is None
    assert machine.held == "judge_called"
    game.person_observes(PlayReleased(judge="anna"), "anna")
    assert game.current.next_hand() == 2
    assert machine.held == ""


def machine_of(game: TableGame, folder: Path) -> TableMachine:
    """A machine that follows the game."""
    unit, file = SilentTable("", Wires()), folder / "machine.json"
    machine = TableMachine(unit, file, game.current, alert=lambda *_: None, say=unsaid)
    game.listeners += (machine.hold_while_stopped, machine.follow)
    return machine


def pressed_at_panel(game: TableGame, health: FakeHealth, number: int) -> None:
    """The button for a judge is pressed, in a loop as the daemon has it."""
    pressed = PanelButton(
        nonce=UNIT_BOOTS, number=number, at_ms=4000, chair=0, button=ButtonName.JUDGE, pressed=True
    )

    async def press() -> None:
        intake = Intake(game, cast("Any", None), cast("Any", health))
        intake.receive_panel(pressed)
        assert [each.number for each in game.journal.inbox()] == [number], (
            "it is on disk before anything else"
        )
        # The daemon no longer waits for a camera.
        cast("StillInputs", game.current.inputs).at_ms = 20_000
        await asyncio.sleep(0)
        game.pump()
        assert game.journal.inbox() == []
        game.stop_timer()

    in_table_time(press)


def test_the_panel_stops_play(game: TableGame) -> None:
    health = FakeHealth()
    for number in (1, 2):
        pressed_at_panel(game, health, number)
    assert health.called == ["the panel", "the panel"]
    assert game.state is not None
    assert game.state.desk.stopped == "judge"
    assert game.journal.number == 5


def corrected(game: TableGame, entry: int, right: Any) -> Corrected:
    held = game.corrections.observation(entry)
    assert held is not None
    return Corrected(entry=entry, observation=None if right is None else encode(replace(held, **right)))


def test_a_correction_is_journalled_and_published(game: TableGame) -> None:
    broker = FakeBroker()
    game.listeners.append(Publishing(game.current, cast("Any", broker)).entry)
    number, refolded = game.correct(corrected(game, 4, {"tile": parse_tile("6s")}), "anna")
    assert (number, refolded.first) == (5, 4)
    (entry,) = game.journal.entries(5)
    assert (entry.observation.source, entry.observation.at_ms) == ("judge:anna", 5000)
    assert "entry 4 is corrected" in broker.texts[-1]
    assert game.journal.load().state == game.state
    assert game.state is not None
    assert game.state.seats[0].pond[-1].tile == parse_tile("6s")


def test_a_correction_that_is_refused_writes_nothing(game: TableGame) -> None:
    with pytest.raises(CorrectionRefusedError):
        game.correct(corrected(game, 4, {"tile": parse_tile("5p")}), "anna")
    assert game.journal.number == 4


def test_the_time_while_the_program_was_away_counts_against_nobody(game: TableGame) -> None:
    """The program is started again an hour later, in the middle of a turn (WRC 5.4.1)."""
    game.observe(observations.TileDrawn(at_ms=4000, seat=1, tile=UNKNOWN))
    cast("StillInputs", game.current.inputs).at_ms = 3_604_000
    game.was_away()
    (away,) = list(game.journal.entries())[5:]
    assert away.observation == observations.TableHindered(
        at_ms=4000, source="daemon:away", cause="away", since_ms=4000, until_ms=3_604_000
    )
    game.observe(observations.TileDiscarded(at_ms=3_606_000, seat=1, tile=parse_tile("1z")))
    assert game.state is not None
    assert game.state.findings == ()


@table_time
async def test_a_journal_that_cannot_be_written_at_the_start_hears_later_that_the_program_was_away(
    game: TableGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table starts nevertheless, and later acts come after that time."""
    cast("StillInputs", game.current.inputs).at_ms = 3_604_000

    def full(*_: object, **__: object) -> Entry:
        raise JournalAwayError(BadJournal.nothing_written("disk full"))

    with monkeypatch.context() as broken:
        broken.setattr(game.journal, "append", full)
        game.was_away()
    assert game.journal.number == 4
    await asyncio.sleep(JOURNAL_AGAIN_S + 1)
    game.stop_timer()
    (away,) = list(game.journal.entries())[4:]
    assert away.observation == observations.TableHindered(
        at_ms=3000, source="daemon:away", cause="away", since_ms=3000, until_ms=3_604_000
    )


def test_what_the_machine_waits_for_is_told_before_the_next_act(game: TableGame) -> None:
    game.observe(observations.TileDrawn(at_ms=4000, seat=1, tile=UNKNOWN))
    waits = MachineWaits(cast("Any", FakeHealth()), game.sensing, game.current.inputs)
    for _ in range(2):
        waits.part_waits(PartWaits("lift", waits=True))
    pressed_at_panel(game, FakeHealth(), 1)
    observed = [entry.observation for entry in game.journal.entries()][5:]
    assert [type(each).__name__ for each in observed] == ["TableHindered", "PlayHalted"]
