"""How the table is, as broker, panel and log hear it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from firmware_bridge.signals import Connected, Fault, FaultName, Lost, ResetCause, SignalsLost
from table_controller.health import Health
from vision.sightings import FoundTrack, LostTrack


@dataclass
class Told:
    """Everything that was told."""

    statuses: list[str] = field(default_factory=list)
    alerts: dict[str, dict[str, Any] | None] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    lamp: list[str] = field(default_factory=list)

    def status(self, status: str, text: str) -> None:
        assert text
        self.statuses.append(status)

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        self.alerts[name] = alert

    def show(self, status: str) -> None:
        self.lamp.append(status)

    def close(self) -> None:
        self.lamp.append("closed")

    def open(self) -> dict[str, dict[str, Any]]:
        return {name: alert for name, alert in self.alerts.items() if alert is not None}


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def health(told: Told) -> Health:
    return Health(told, now_ms=lambda: 500, say=told.said.append, panel=told)  # type: ignore[arg-type]


def connected(*, was_reset: bool = False) -> Connected:
    cause = ResetCause.BROWN_OUT if was_reset else ResetCause.POWER_ON
    return Connected(at_ms=1, nonce=7, reset_cause=cause, firmware="0.1", was_reset=was_reset)


def test_ready_when_unit_and_camera_are_there(health: Health, told: Told) -> None:
    health.begin()
    health.link(connected())
    assert told.statuses == ["init"]
    health.camera_sees()
    health.camera_sees()
    assert told.statuses == ["init", "ready"]
    assert told.said == ["table unit answers: firmware 0.1", "camera: the table is seen"]
    health.end()
    assert told.lamp[0] == "init"
    assert told.lamp[-2:] == ["stopped", "closed"]


def test_alerts_of_a_life_before_are_taken_back(health: Health, told: Told) -> None:
    health.begin()
    assert told.open() == {}
    assert {"unit", "camera", "walls", "track-table", "track-pond-0"} <= told.alerts.keys()


def test_a_lost_unit_and_its_return(health: Health, told: Told) -> None:
    health.link(Lost(at_ms=1, reason="no answer", advice="Check the cable."))
    assert told.open()["unit"] == {
        "id": "unit", "severity": "error", "text": "The table unit does not answer: no answer",
        "advice": "Check the cable.", "at_ms": 500,
    }  # fmt: skip
    health.link(connected(was_reset=True))
    assert list(told.open()) == ["unit-reset"]
    assert told.said[-1] == "table unit was reset (brown out): firmware 0.1"
    health.link(replace(connected(was_reset=False), away_ms=12_340))
    assert told.said[-1] == "table unit answers after 12.3 s: firmware 0.1"


def test_lost_signals_and_faults(health: Health, told: Told) -> None:
    health.link(SignalsLost(at_ms=1, nonce=7, count=3))
    health.fault(Fault(fault=FaultName.EMERGENCY_STOP, chair=255, active=True))
    assert list(told.open()) == ["signals", "unit-emergency-stop"]
    health.fault(Fault(fault=FaultName.EMERGENCY_STOP, chair=255, active=False))
    assert list(told.open()) == ["signals"]


def test_a_camera_that_stays_away_is_told_once(health: Health, told: Told) -> None:
    assert health.camera_lost("its frames have ended")
    assert not health.camera_lost("its frames have ended")
    assert len(told.said) == 1
    health.camera_sees()
    assert told.open() == {}


def test_zones_lost_and_found(health: Health, told: Told) -> None:
    health.track(LostTrack("pond/2", "covered", 100))
    assert told.open()["track-pond-2"]["text"] == "pond/2 cannot be read: covered"
    health.track(FoundTrack("pond/2", 200))
    assert told.open() == {}


def test_the_lamp_flashes_while_somebody_is_needed(health: Health, told: Told) -> None:
    health.link(connected())
    health.camera_sees()
    health.judge_called("chair 2")
    assert told.lamp[-1] == "alert"
    health.resolve("judge")
    assert told.lamp[-1] == "ready"


def test_an_alert_from_before_a_restart_can_be_resolved(health: Health, told: Told) -> None:
    told.alerts["signals"] = {"id": "signals"}
    health.resolve("signals")
    assert told.open() == {}
