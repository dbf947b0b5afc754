"""The panel on mock pins: its buttons as signals, its lamps, its settings and its commands."""

import asyncio
import io
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from bench.stages.jump_loop import JumpLoop, in_table_time
from config import ConfigError
from firmware_bridge.messages.signals import Button, ButtonName, Signal
from jantaku.main import main
from referee.game import observations
from referee.game.judge_observations import PlayHalted, PlayReleased, TableAttended
from referee.game.observations import GongHeard
from referee.journal.tables import UNIT_BOOTS
from referee.texts.language import english
from simulation.replay.playback.recording import encode_what, signal_in
from table_controller.cli.doctor.panel import look_at_panel
from table_controller.cli.doctor.running import RunningTable
from table_controller.journal import signals_store
from table_controller.journal.panel_signals import PanelButton, StopContact, new_boot
from table_controller.machine.panel.contacts import CONTACTS, Contact, Output, PanelChoice, PanelError
from table_controller.machine.panel.debounced import STILL_MS, ContactChange, Debounced
from table_controller.machine.panel.header import HEADER, drawing
from table_controller.machine.panel.inputs import LOOK_S, STUCK_MS
from table_controller.machine.panel.outputs import PanelOutputs, shown_of
from table_controller.machine.panel.panel import Panel
from table_controller.machine.panel.pins import PanelPins
from table_controller.settings.panel import read_panel
from table_controller.settings.settings import read_file
from table_controller.web.doors.health_door import PublishedHealth
from tests.conftest import ROOT
from tests.table_controller.broker_stage import until
from tests.table_controller.seen_table import RULES, SeenTable
from tests.table_controller.silent import said_to
from wording.alerts.declaration import DeclaredAlert, Trouble
from wording.alerts.parts import CALLS

JUDGE, SET, DICE, STOP = (Contact(kind) for kind in ("judge", "set", "dice", "stop"))
RIICHI = Contact("riichi", 2)
WIRED = PanelChoice(
    inputs={JUDGE: 17, SET: 27, DICE: 22, STOP: 4, RIICHI: 5},
    outputs={"lamp": 18, "judge_lamp": 10, "stopped_lamp": 9, "buzzer": 11},
)
DOCUMENT = ROOT / "docs" / "tables" / "panel.md"


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = MockFactory()
    yield factory
    factory.close()


@dataclass
class DaemonStub:
    """The messages of a panel to the daemon."""

    signals: list[Signal] = field(default_factory=list)
    alerts: dict[str, str] = field(default_factory=dict)
    log_lines: list[str] = field(default_factory=list)

    def alert(self, alert: DeclaredAlert, trouble: Trouble | None) -> None:
        self.alerts.pop(alert.name, None)
        if trouble is not None:
            self.alerts[alert.name] = english(trouble.text)

    @property
    def presses(self) -> list[tuple[str, int]]:
        return [
            (each.button.name, each.at_ms)
            for each in self.signals
            if isinstance(each, Button) and each.pressed
        ]


def at_panel(
    pins: Any, work: Callable[[DaemonStub, JumpLoop], Any], choice: PanelChoice = WIRED
) -> DaemonStub:
    """Do something at a panel that is listening, in table time."""
    daemon = DaemonStub()

    async def listen() -> None:
        loop = cast("JumpLoop", asyncio.get_running_loop())
        panel = Panel(choice, pins)
        panel.start(
            now_ms=lambda: loop.now_ms,
            send=daemon.signals.append,
            alert=daemon.alert,
            say=said_to(daemon.log_lines.append),
        )
        watch = loop.create_task(panel.run())
        await work(daemon, loop)
        await asyncio.sleep(LOOK_S)
        assert not watch.done()
        watch.cancel()
        panel.close()

    in_table_time(listen)
    return daemon


# One contact


EDGES = st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=40)


@given(EDGES, st.booleans())
def test_each_time_a_contact_stands_still_otherwise_is_one_change(
    steps: list[tuple[int, bool]],
    begins: bool,
) -> None:
    contact = Debounced.standing(closed=begins, at_ms=0)
    found: list[ContactChange] = []
    at_ms, edges = 0, []
    for gap_ms, closed in steps:
        at_ms += gap_ms
        edges.append((at_ms, closed))
        found += filter(None, [contact.edge(closed=closed, at_ms=at_ms)])
    found += filter(None, [contact.look(at_ms + STILL_MS)])
    # The levels that lasted long enough, between real edges.
    level, levels = begins, [(-STILL_MS, begins)]
    for moment, closed in edges:
        if closed != level:
            level = closed
            levels.append((moment, closed))
    ends = [moment for moment, _ in levels[1:]] + [at_ms + STILL_MS]
    lasting = [closed for (begun, closed), end in zip(levels, ends, strict=True) if end - begun >= STILL_MS]
    wanted = [closed for before, closed in zip([begins, *lasting], lasting, strict=False) if closed != before]
    assert [change.closed for change in found] == wanted
    times = [change.at_ms for change in found]
    assert times == sorted(times)
    assert set(times) <= {moment for moment, _ in edges}, "a change is dated by an edge"


# Buttons


def test_a_press_that_bounces_is_reported_once_at_its_first_edge(pins: Any) -> None:
    async def work(_: DaemonStub, __: JumpLoop) -> None:
        await asyncio.sleep(0.5)
        for _bounce in range(4):
            pins.pin(17).drive_low()
            await asyncio.sleep(0.003)
            pins.pin(17).drive_high()
            await asyncio.sleep(0.003)
        pins.pin(17).drive_low()
        await asyncio.sleep(0.3)
        pins.pin(17).drive_high()

    daemon = at_panel(pins, work)
    assert daemon.presses == [("JUDGE", 500)]
    buttons = [each for each in daemon.signals if isinstance(each, Button)]
    assert [each.pressed for each in buttons] == [True, False]
    assert [each.number for each in daemon.signals] == [1, 2, 3]
    assert all(each.nonce >= UNIT_BOOTS for each in daemon.signals)


def test_noise_on_a_long_wire_is_no_press(pins: Any) -> None:
    async def work(_: DaemonStub, __: JumpLoop) -> None:
        pins.pin(5).drive_low()
        await asyncio.sleep(0.005)
        pins.pin(5).drive_high()

    assert at_panel(pins, work).presses == []


def test_two_buttons_at_once_are_both_told(pins: Any) -> None:
    async def work(_: DaemonStub, __: JumpLoop) -> None:
        await asyncio.sleep(0.1)
        pins.pin(5).drive_low()
        pins.pin(27).drive_low()
        await asyncio.sleep(0.1)

    assert at_panel(pins, work).presses == [("RIICHI", 100), ("SET", 100)]


def test_a_button_that_is_held_is_pressed_once_and_one_that_stays_down_is_an_alert(pins: Any) -> None:
    async def work(daemon: DaemonStub, __: JumpLoop) -> None:
        pins.pin(5).drive_low()
        await asyncio.sleep(STUCK_MS / 1000 - 2)
        assert daemon.alerts == {}
        await asyncio.sleep(4)
        assert daemon.alerts == {
            "panel-riichi-2": "A button of the panel stays down: the riichi button of chair 2"
        }
        pins.pin(5).drive_high()
        await asyncio.sleep(1)
        assert daemon.alerts == {}

    assert len(at_panel(pins, work).presses) == 1


def test_a_button_that_is_down_at_the_start_counts_from_its_next_press_on(pins: Any) -> None:
    async def work(_: DaemonStub, __: JumpLoop) -> None:
        await asyncio.sleep(1)
        pins.pin(27).drive_high()
        await asyncio.sleep(1)
        pins.pin(27).drive_low()
        await asyncio.sleep(1)

    # gpiozero sets the pull-up of an input, which drives a mock pin high.
    def held(self: Any, value: str) -> None:
        self._pull = value

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gpiozero.pins.mock.MockPin._set_pull", held)
        for pin in (17, 22, 5):
            pins.pin(pin).drive_high()
        daemon = at_panel(pins, work)
    assert daemon.presses == [("SET", 2000)]
    assert daemon.log_lines == ["panel: set is down already: it counts from its next press on"]


def test_an_emergency_stop_is_reported_as_it_stands_and_when_its_wire_breaks(pins: Any) -> None:
    async def work(daemon: DaemonStub, __: JumpLoop) -> None:
        assert daemon.signals == [replace(cast("StopContact", daemon.signals[0]), opened=True)], (
            "an open wire"
        )
        pins.pin(4).drive_low()
        await asyncio.sleep(1)
        pins.pin(4).drive_high()
        await asyncio.sleep(1)

    daemon = at_panel(pins, work)
    assert [each.opened for each in daemon.signals if isinstance(each, StopContact)] == [True, False, True]


def test_an_edge_that_nobody_reported_is_seen_all_the_same(pins: Any) -> None:
    async def work(daemon: DaemonStub, __: JumpLoop) -> None:
        pins.pin(27)._change_state(value=False)
        await asyncio.sleep(3)
        assert len(daemon.presses) == 1

    at_panel(pins, work)


@given(st.builds(StopContact, opened=st.just(True), number=st.integers(0), at_ms=st.integers(0)))
def test_a_stop_is_kept_like_any_signal(signal: StopContact) -> None:
    assert signals_store.is_kept(signal)
    assert signals_store.from_text(signals_store.to_text(signal)) == signal
    assert not signals_store.is_kept(replace(signal, opened=False))


def test_a_stored_button_is_the_panels_or_the_units_by_its_boot() -> None:
    """On disk it has the name of any button, as in the inboxes of earlier versions."""
    for kind, boot in ((PanelButton, new_boot()), (Button, UNIT_BOOTS - 1)):
        button = kind(number=3, nonce=boot, at_ms=5, chair=2, button=ButtonName.SET, pressed=True)
        text = signals_store.to_text(button)
        assert '"type": "Button"' in text
        assert signals_store.from_text(text) == button
        assert signal_in(encode_what(button)) == button


# Lamps and buzzer


@dataclass
class Watched:
    """Lamps and buzzer that remember what they were told to do."""

    asked: list[str] = field(default_factory=list)

    def output(self, name: Output) -> Any:
        watched = self

        class Lamp:
            def __getattr__(self, how: str) -> Any:
                return lambda *times: watched.asked.append(" ".join(map(str, (name, how, *times))))

        return Lamp()


def test_lamps_and_buzzer_follow_a_call_until_a_judge_has_taken_it_and_play_goes_on() -> None:
    table = SeenTable.in_play(rules=RULES.with_overrides({"flow.time_limit_minutes": 60}))
    watched = Watched()
    outputs = PanelOutputs(cast("Any", watched), quiet=False)
    outputs.judge_hears(hears=True)
    outputs.game(table.state)
    assert watched.asked == ["judge_lamp off", "stopped_lamp off"]
    shown = []
    for seen in (
        PlayHalted(judge="panel", at_ms=3000),
        TableAttended(who="anna", judge="anna", at_ms=4000),
        PlayReleased(judge="anna", at_ms=5000),
        GongHeard(at_ms=6000),
    ):
        watched.asked.clear()
        table.judge(seen)
        outputs.game(table.state)
        shown.append(list(watched.asked))
    assert shown == [
        ["judge_lamp blink 0.5 0.5", "stopped_lamp on", "buzzer blink 0.2 0.2 1"],
        ["judge_lamp on"],
        ["judge_lamp off", "stopped_lamp off"],
        ["buzzer blink 0.8 0.8 3"],
    ]


def test_a_call_that_no_judge_hears_flashes_until_one_does() -> None:
    """The player sees and hears that nobody comes; the call stays open, so a judge who logs in finds it."""
    table = SeenTable.in_play()
    watched = Watched()
    outputs = PanelOutputs(cast("Any", watched), quiet=False)
    outputs.game(table.state)
    watched.asked.clear()
    table.judge(observations.JudgeCalled(seat=1, at_ms=3000))
    outputs.game(table.state)
    assert watched.asked == ["judge_lamp blink 0.1 1.9", "stopped_lamp on", "buzzer blink 0.2 0.2 3"]
    watched.asked.clear()
    outputs.judge_hears(hears=True)
    assert watched.asked == ["judge_lamp blink 0.5 0.5"]
    outputs.judge_hears(hears=False)
    table.judge(TableAttended(who="anna", judge="anna", at_ms=4000))
    outputs.game(table.state)
    assert watched.asked[1:] == ["judge_lamp blink 0.1 1.9", "judge_lamp on"]


def test_before_a_hanchan_the_lamp_shows_who_has_asked_and_an_emergency_stop_is_a_stop() -> None:
    watched = Watched()
    outputs = PanelOutputs(cast("Any", watched), quiet=True)
    outputs.judge_hears(hears=True)
    outputs.game(None)
    watched.asked.clear()
    outputs.judge_asked(asked=True)
    outputs.stop_pressed(pressed=True)
    outputs.judge_asked(asked=False)
    assert watched.asked == ["judge_lamp blink 0.5 0.5", "stopped_lamp on", "judge_lamp off"], (
        "and it is quiet"
    )
    assert shown_of(None, asked=True, pressed=False, hears=False).call == "flashes"


def test_what_was_called_before_a_start_does_not_sound_again() -> None:
    table = SeenTable.in_play()
    table.judge(observations.JudgeCalled(seat=1, at_ms=3000))
    watched = Watched()
    PanelOutputs(cast("Any", watched), quiet=False).game(table.state)
    assert watched.asked == ["judge_lamp blink 0.1 1.9", "stopped_lamp on"]


def test_the_lamps_are_pins(pins: Any) -> None:
    panel = Panel(WIRED, pins)
    panel.show("ready")
    panel.stop_pressed(pressed=True)
    assert (pins.pin(18).state, pins.pin(9).state) == (1, 1)
    panel.show("init")
    panel.show("alert")
    panel.show("stopped")
    assert pins.pin(18).state == 0
    panel.close()
    panel.close()


def test_a_lamp_that_fails_is_an_alert_and_ends_nothing(pins: Any) -> None:
    daemon = DaemonStub()
    panel = Panel(WIRED, pins)
    panel.outputs.alert = daemon.alert
    panel.close()
    panel.show("ready")
    assert daemon.alerts["panel"].startswith("The panel does not work: lamp")


# Settings


def said_of(**panel: Any) -> dict[str, Any]:
    return {**read_file(None)["panel"], **panel}


@pytest.mark.parametrize(
    ("panel", "driver", "serial", "error"),
    [
        ({"set_pin": 5, "riichi_pins": [-1, -1, 5, -1]}, "none", "", "panel.riichi_pins[2]: GPIO 5 is panel.set_pin"),
        ({"lamp_pin": 3, "judge_pin": 3}, "none", "", "panel.judge_pin: GPIO 3 is panel.lamp_pin already"),
        ({"set_pin": 14}, "jantaku", "/dev/serial0", "panel.set_pin: GPIO 14 belongs to the serial line /dev/serial0"),
        ({"buzzer_pin": 15}, "jantaku", "/dev/ttyAMA*", "panel.buzzer_pin: GPIO 15 belongs to the serial line"),
    ],
)  # fmt: skip
def test_pins_that_collide_are_named(panel: dict[str, Any], driver: str, serial: str, error: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(error)):
        read_panel(said_of(**panel), driver=driver, serial=serial)


def test_the_pins_of_the_serial_line_are_free_where_the_unit_is_elsewhere() -> None:
    assert read_panel(said_of(set_pin=14), driver="jantaku", serial="/dev/ttyACM0").inputs == {SET: 14}
    assert read_panel(said_of(set_pin=14), driver="none", serial="/dev/serial0").inputs == {SET: 14}
    assert not read_panel(said_of(), driver="none", serial="").wired


def test_call_buttons_are_a_sense_only_if_every_chair_has_them_all() -> None:
    whole = PanelChoice(
        inputs={contact: pin for pin, contact in enumerate(CONTACTS) if contact.kind in CALLS}
    )
    assert whole.hears_calls
    for missing in whole.inputs:
        few = {contact: pin for contact, pin in whole.inputs.items() if contact != missing}
        assert not PanelChoice(inputs=few).hears_calls


def test_a_pin_that_this_board_does_not_have_is_named_with_its_setting(pins: Any) -> None:
    with pytest.raises(PanelError, match=r"panel\.dice_pin: this board has no GPIO 54"):
        PanelPins(PanelChoice(inputs={SET: 5, DICE: 54}), pins)
    PanelPins(PanelChoice(inputs={SET: 5}), pins).close()  # nothing was held


def test_pins_that_are_taken_are_reported_as_such(pins: Any) -> None:
    first = PanelPins(PanelChoice(outputs={"lamp": 17}), pins)
    with pytest.raises(PanelError, match=r"panel\.lamp_pin: GPIO 17 cannot be used: it is in use") as error:
        PanelPins(PanelChoice(outputs={"lamp": 17}), pins)
    assert "[panel]" in english(error.value.trouble.advice)
    first.close()


def test_without_a_library_for_the_pins_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(PanelError) as error:
        PanelPins(PanelChoice(outputs={"lamp": 17}))
    assert "python3-lgpio" in english(error.value.trouble.advice)


# The doctor, the command, the documents


def test_the_doctor_says_what_is_pressed_and_what_is_open(pins: Any) -> None:
    def codes(choice: PanelChoice, table: RunningTable | None = None) -> list[tuple[str, str]]:
        found = look_at_panel(choice, table, factory=pins)
        return [(each.grade, each.says.code.removeprefix("diagnosed.")) for each in found]

    assert codes(PanelChoice()) == [("fine", "no_panel")]
    stuck = {"id": "panel-stop", "severity": "warning", "text": "it sticks", "advice": ""}
    health: PublishedHealth = {"hall": "h", "table": "7", "unit": True, "camera": True, "alerts": []}
    assert codes(WIRED, RunningTable(health)) == [("fine", "daemon_has_it")]
    assert codes(WIRED, RunningTable({**health, "alerts": [stuck]})) == [("warning", "plain.words")]
    assert codes(WIRED) == [("fine", "panel_usable"), ("warning", "stop_open"), ("fine", "some_calls")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gpiozero.pins.mock.MockPin._set_pull", lambda *_: None)
        for pin in (17, 27, 22):
            pins.pin(pin).drive_high()
        for pin in (4, 5):
            pins.pin(pin).drive_low()
        assert codes(WIRED)[1:] == [("warning", "pressed"), ("fine", "some_calls")]
    pins.pin(18).function = "output"
    assert codes(PanelChoice(inputs={SET: 54})) == [("wrong", "panel_unusable")]


def shown_in_document() -> tuple[str, str]:
    """The settings and the drawing of docs/tables/panel.md."""
    text = DOCUMENT.read_text(encoding="utf-8")
    settings = re.search(r"```toml\n(\[panel\].*?)```", text, re.DOTALL)
    picture = re.search(r"```text\n( *┌.*?)\n```", text, re.DOTALL)
    assert settings is not None
    assert picture is not None
    return settings[1], picture[1]


def test_the_drawing_in_the_document_is_that_of_its_settings() -> None:
    settings, picture = shown_in_document()
    choice = read_panel(said_of(**tomllib.loads(settings)["panel"]), driver="none", serial="")
    assert picture.strip() == drawing(choice).strip()
    assert choice.hears_calls
    gpio = [each for each in HEADER if isinstance(each, int)]
    assert sorted(gpio) == list(range(28))
    assert all(setting.removeprefix("panel.") in picture for setting, _ in choice.pins)


def test_the_document_names_every_contact_and_output_of_the_settings() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [name for name in read_file(None)["panel"] if f"`{name}`" not in text] == []


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    (tmp_path / "state").mkdir()
    file = tmp_path / "table.toml"
    shown, _ = shown_in_document()
    file.write_text(f'state = "{tmp_path}/state"\n[unit]\ndriver = "none"\n{shown}')
    return file


def test_the_panel_can_be_drawn_and_tried(
    settings: Path, pins: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Device, "pin_factory", pins)
    assert main(["panel", "--config", str(settings), "--drawing"]) == 0
    assert capsys.readouterr().out.strip() == shown_in_document()[1].strip()

    class Typed(io.StringIO):
        """A person who types, and presses the set button before that."""

        def __iter__(self) -> Iterator[str]:  # type: ignore[override]
            pins.pin(27).drive_low()
            until(lambda: "set: pressed" in shown(), "the press")
            yield "judge_lamp on\n"
            assert pins.pin(10).state == 1
            yield "judge_lamp dance\n"
            yield "quit\n"

    heard: list[str] = []

    def shown() -> str:
        heard.append(capsys.readouterr().out)
        return "".join(heard)

    monkeypatch.setattr(sys, "stdin", Typed())
    assert main(["panel", "--config", str(settings)]) == 1, "dance is not an order"
    assert "stop: GPIO 4, OPEN: pressed, or its wire is broken" in shown()
    assert "riichi-3: GPIO 21, not pressed" in shown()
