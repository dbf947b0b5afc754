"""The table's health, as reported to broker, panel and log."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from firmware_bridge.link.counters import Counters, telemetry
from firmware_bridge.messages.faults import CATALOGUE
from firmware_bridge.messages.messages import Levels, Position
from firmware_bridge.messages.signals import (
    ButtonName,
    Connected,
    Fault,
    FaultName,
    Lost,
    ResetCause,
    SignalsLost,
)
from simulation.processes.conductor import ConductedLoop, Conductor
from table_controller.health import listeners
from table_controller.health.health import TableHealth
from tests.table_controller.silent import said_to
from tests.table_time import real_time
from vision.sightings import CameraAlert
from wording.alerts.texts import Place


@dataclass
class Recorder:
    """A recorder of everything that the health reports."""

    statuses: list[str] = field(default_factory=list)
    alerts: dict[str, dict[str, Any] | None] = field(default_factory=dict)
    log_lines: list[str] = field(default_factory=list)
    lamp: list[str] = field(default_factory=list)
    asked: list[bool] = field(default_factory=list)
    pressed: list[bool] = field(default_factory=list)
    hears: list[bool] = field(default_factory=list)

    def status(self, status: str) -> None:
        self.statuses.append(status)

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        self.alerts[name] = alert

    @property
    def standing(self) -> list[str]:
        return sorted(name for name, alert in self.alerts.items() if alert is not None)

    def show(self, status: str) -> None:
        self.lamp.append(status)

    def judge_asked(self, *, asked: bool) -> None:
        self.asked.append(asked)

    def stop_pressed(self, *, pressed: bool) -> None:
        self.pressed.append(pressed)

    def judge_hears(self, *, hears: bool) -> None:
        self.hears.append(hears)

    def close(self) -> None:
        self.lamp.append("closed")

    def open(self) -> dict[str, dict[str, Any]]:
        return {name: alert for name, alert in self.alerts.items() if alert is not None}


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def health(recorder: Recorder) -> TableHealth:
    return TableHealth(recorder, now_ms=lambda: 500, say=said_to(recorder.log_lines.append), panel=recorder)  # type: ignore[arg-type]


def connected(*, was_reset: bool = False) -> Connected:
    cause = ResetCause.BROWN_OUT if was_reset else ResetCause.POWER_ON
    return Connected(at_ms=1, nonce=7, reset_cause=cause, firmware="0.1", was_reset=was_reset)


def test_ready_when_unit_and_camera_are_there(health: TableHealth, recorder: Recorder) -> None:
    health.begin()
    health.link(connected())
    assert recorder.statuses == ["init"]
    health.camera_sees()
    health.camera_sees()
    assert recorder.statuses == ["init", "ready"]
    assert recorder.log_lines == ["table unit answers: firmware 0.1", "camera: the table is seen"]
    health.end()
    assert recorder.lamp[0] == "init"
    assert recorder.lamp[-2:] == ["stopped", "closed"]


def test_a_table_without_a_unit_waits_for_its_camera_only(recorder: Recorder) -> None:
    health = TableHealth(recorder, now_ms=lambda: 500, say=said_to(recorder.log_lines.append), connects=False)
    health.begin()
    health.camera_sees()
    assert recorder.statuses == ["init", "ready"]


def test_alerts_of_a_life_before_are_taken_back(health: TableHealth, recorder: Recorder) -> None:
    health.begin()
    assert recorder.open() == {}
    assert {
        "unit",
        "camera",
        "walls",
        "track-table",
        "track-pond-0",
        "track-wall-count",
        "backs",
        "sticks",
    } <= recorder.alerts.keys()


def test_a_lost_unit_and_its_return(health: TableHealth, recorder: Recorder) -> None:
    health.link(Lost(at_ms=1, reason="no answer", advice="Check the cable."))
    assert recorder.open()["unit"] == {
        "id": "unit", "severity": "error", "text": "The table unit does not answer: no answer",
        "advice": "Check the cable.", "at_ms": 500,
        "code": "alert.unit_lost", "arguments": {"text": "no answer"},
        "advice_code": "plain.words", "advice_arguments": {"text": "Check the cable."},
    }  # fmt: skip
    health.link(connected(was_reset=True))
    assert list(recorder.open()) == ["unit-reset"]
    assert recorder.log_lines[-1] == "table unit was reset (brown out): firmware 0.1"
    health.link(replace(connected(was_reset=False), away_ms=12_340))
    assert recorder.log_lines[-1] == "table unit answers after 12.3 s: firmware 0.1"


def test_lost_signals_and_faults(health: TableHealth, recorder: Recorder) -> None:
    health.link(SignalsLost(at_ms=1, nonce=7, count=3))
    health.fault(Fault(fault=FaultName.EMERGENCY_STOP, chair=255, active=True))
    assert list(recorder.open()) == ["signals", "unit-emergency-stop"]
    health.fault(Fault(fault=FaultName.EMERGENCY_STOP, chair=255, active=False))
    assert list(recorder.open()) == ["signals"]


def test_a_reset_and_lost_signals_are_reported_in_the_catalogues_words(
    health: TableHealth, recorder: Recorder
) -> None:
    health.link(connected(was_reset=True))
    health.link(SignalsLost(at_ms=1, nonce=7, count=3))
    reset, lost = recorder.open()["unit-reset"], recorder.open()["signals"]
    assert reset["text"].lower().startswith(CATALOGUE["reset"]["BROWN_OUT"]["text"])
    assert reset["advice"] == CATALOGUE["reset"]["BROWN_OUT"]["advice"]
    assert lost["text"].startswith("3 signals")
    assert lost["advice"] == CATALOGUE["link"]["signals_lost"]["advice"]


def test_which_button_and_whose_curtain(health: TableHealth, recorder: Recorder) -> None:
    health.fault(Fault(fault=FaultName.CURTAIN_DIRTY, chair=2, active=True))
    health.fault(Fault(fault=FaultName.CURTAIN_DIRTY, chair=0, active=True))
    health.fault(Fault(fault=FaultName.BUTTON_STUCK, chair=3, active=True, detail=ButtonName.RON))
    health.fault(Fault(fault=FaultName.ON_TOO_LONG, chair=255, active=True, detail=10))
    open_now = recorder.open()
    assert "chair 2" in open_now["unit-curtain-dirty-2"]["text"]
    assert "chair 2" in open_now["unit-curtain-dirty-2"]["advice"]
    assert open_now["unit-button-stuck-3-ron"]["text"] == "The ron button of chair 3 stays down"
    assert "ron button of chair 3" in open_now["unit-button-stuck-3-ron"]["advice"]
    assert open_now["unit-on-too-long"]["text"].startswith("The motor of the drum")
    health.fault(Fault(fault=FaultName.CURTAIN_DIRTY, chair=2, active=False))
    assert "unit-curtain-dirty-0" in recorder.open()
    assert "unit-curtain-dirty-2" not in recorder.open()


def levels(faults: int, curtains: int = 0, buttons: tuple[int, int, int, int] = (0, 0, 0, 0)) -> Levels:
    return Levels(
        curtains=curtains, touches=0, sticks=0, lifts_up=0, lifts_down=15, lid=Position.DOWN, buttons=buttons,
        stacked=0, faults=faults, moving=0, stick_values=(0, 0, 0, 0), walls=0, fitted=0,
    )  # fmt: skip


def test_levels_put_right_what_a_reset_or_a_restart_has_made_forgotten(
    health: TableHealth, recorder: Recorder
) -> None:
    health.begin()
    health.levels(
        levels(
            1 << FaultName.CURTAIN_DIRTY | 1 << FaultName.BUTTON_STUCK | 1 << FaultName.CHAIN_RUNS_ON,
            0b0100,
            (0, 1 << ButtonName.PON, 0, 0),
        )
    )
    there = {"unit-curtain-dirty-2", "unit-button-stuck-1-pon", "unit-chain-runs-on"}
    assert set(recorder.open()) == there
    health.levels(levels(1 << FaultName.CHAIN_RUNS_ON))
    assert set(recorder.open()) == {"unit-chain-runs-on"}
    health.levels(levels(0))
    assert recorder.open() == {}


def test_what_a_life_before_told_of_the_unit_is_taken_back(health: TableHealth, recorder: Recorder) -> None:
    for name in ("unit-too-hot", "unit-curtain-dirty-3", "unit-button-stuck-0-set"):
        recorder.alerts[name] = {"id": name}
    health.begin()
    assert recorder.open() == {}


def test_that_somebody_switched_the_table_on_needs_nobody(health: TableHealth, recorder: Recorder) -> None:
    health.link(replace(connected(was_reset=True), reset_cause=ResetCause.POWER_ON))
    assert recorder.open() == {}


@pytest.mark.parametrize(
    ("frames", "damaged", "noisy"), [(100, 0, False), (100, 4, False), (100, 5, True), (2000, 9, False)]
)
def test_a_noisy_line_is_reported_until_it_is_quiet(
    health: TableHealth, recorder: Recorder, frames: int, damaged: int, noisy: bool
) -> None:
    before = telemetry(Counters(), state="ready", firmware="", offset_ms=0, drift=0, outliers=0)
    health.line(replace(before, frames=500, bad_crc=0))
    seen = replace(before, frames=500 + frames, bad_crc=damaged // 2, bad_frames=damaged - damaged // 2)
    health.line(seen)
    assert (recorder.open().get("line", {}).get("advice") == CATALOGUE["link"]["noise"]["advice"]) == noisy
    health.line(replace(seen, frames=seen.frames + 100))
    assert recorder.open() == {}


def test_a_camera_that_stays_away_is_reported_once(health: TableHealth, recorder: Recorder) -> None:
    assert health.camera_lost("its frames have ended")
    assert not health.camera_lost("its frames have ended")
    assert len(recorder.log_lines) == 1
    health.camera_sees()
    assert recorder.open() == {}


def test_the_lamp_flashes_while_somebody_is_needed(health: TableHealth, recorder: Recorder) -> None:
    health.link(connected())
    health.camera_sees()
    health.judge_called(Place.chair(2))
    assert recorder.lamp[-1] == "alert"
    health.resolve("judge")
    assert recorder.lamp[-1] == "ready"
    assert recorder.asked == [True, False]


@real_time
async def test_a_call_says_whether_a_judge_hears_it(
    health: TableHealth, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A judge's page keeps reporting that he listens; each report counts for a while."""
    monkeypatch.setattr(listeners, "HEARS_S", 0.2)
    health.judge_called(Place.chair(2))
    assert (
        recorder.open()["judge"]["text"] == "The judge is called at chair 2, but no judge is there to hear it"
    )
    assert (
        recorder.open()["judge"]["advice"] == "Fetch a judge. The call waits for the first judge who logs in."
    )
    health.listeners.hear()
    assert recorder.open()["judge"]["text"] == "The judge is called at chair 2"
    health.clip(7, "")
    assert recorder.open()["judge"]["text"] == "The judge is called at chair 2; clip 7"
    await asyncio.sleep(0.5)
    assert recorder.open()["judge"]["text"].endswith("chair 2; clip 7, but no judge is there to hear it")
    health.resolve("judge")
    health.listeners.hear()
    assert recorder.open() == {}
    assert recorder.hears == [True, False, True]


def test_a_judge_hears_as_long_as_he_goes_on_saying_so() -> None:
    changes: list[bool] = []

    async def evening() -> None:
        judges = listeners.Listeners(lambda: changes.append(judges.any), asyncio.get_running_loop().time)
        for _ in range(3):
            judges.hear()
            await asyncio.sleep(listeners.HEARS_S * 2 / 3)
        assert changes == [True]
        await asyncio.sleep(listeners.HEARS_S * 2 / 3)
        assert changes == [True, False]

    with asyncio.Runner(loop_factory=lambda: ConductedLoop(Conductor())) as runner:
        runner.run(evening())


def test_an_emergency_stop_is_an_alert_until_it_is_released(health: TableHealth, recorder: Recorder) -> None:
    health.emergency_stop(pressed=True)
    assert recorder.open()["emergency-stop"]["severity"] == "error"
    health.emergency_stop(pressed=False)
    health.emergency_stop(pressed=False)
    assert recorder.open() == {}
    assert recorder.pressed == [True, False, False]
    assert recorder.log_lines == [
        "The emergency stop is pressed, or its wire is broken",
        "the emergency stop is released",
    ]


def test_an_alert_from_before_a_restart_can_be_resolved(health: TableHealth, recorder: Recorder) -> None:
    recorder.alerts["signals"] = {"id": "signals"}
    health.resolve("signals")
    assert recorder.open() == {}


def test_a_camera_that_was_moved_waits_for_a_person_and_worse_markers_may_become_better(
    health: TableHealth, recorder: Recorder
) -> None:
    health.camera(CameraAlert("moved", "the camera has moved: 12 mm", 100))
    health.camera(CameraAlert("residual", "the markers are 1.9 px from where they should be", 100))
    assert recorder.log_lines == [
        "camera: the camera has moved: 12 mm",
        "camera: the markers are 1.9 px from where they should be",
    ]
    assert "jantaku vision calibrate" in recorder.open()["camera-moved"]["advice"]
    health.camera(CameraAlert("residual", "", 900))
    assert set(recorder.open()) == {"camera-moved"}
    health.resolve("camera-moved")
    assert recorder.open() == {}


def test_an_alert_names_which_of_two_cameras_it_is_about(health: TableHealth, recorder: Recorder) -> None:
    health.camera(CameraAlert("lost", "the picture is dark", 100, camera=2))
    health.camera(CameraAlert("moved", "the camera has moved: 12 mm", 100, shift_mm=12.0, camera=1))
    assert set(recorder.open()) == {"camera-2-lost", "camera-1-moved"}
    assert recorder.open()["camera-2-lost"]["text"] == (
        "Camera 2: it does not see the table: the picture is dark"
    )
    assert recorder.open()["camera-1-moved"]["text"].startswith("Camera 1: the camera has moved")
    assert recorder.log_lines[0] == "camera-2: the picture is dark"
    health.camera(CameraAlert("lost", "", 900, camera=2))
    assert set(recorder.open()) == {"camera-1-moved"}
