"""The state of machine and camera: every report is as declared."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from table_controller.daemon.machine_report import KeptCalibration, machine_report
from table_controller.daemon.watching import Watching
from table_controller.machine.cycle import SETS, Phase, SetPlace
from table_controller.machine.machine import TableMachine
from table_controller.mqtt.messages import MachineReport
from vision.sightings import CameraAlert


@dataclass
class Machine:
    """The state of the machine."""

    phase: Phase = Phase.WAITING
    places: dict[int, SetPlace] = field(default_factory=lambda: dict.fromkeys(SETS, SetPlace.DRUM))
    paused: str = ""
    held: str = ""

    def place(self, number: int) -> SetPlace:
        return self.places[number]


@dataclass
class Seen:
    """The camera's faults, and the zones hidden from it."""

    hidden: dict[str, str] = field(default_factory=dict)
    alerts: dict[str, CameraAlert] = field(default_factory=dict)

    def alert_of(self, kind: str) -> CameraAlert | None:
        return self.alerts.get(kind)


def reported(machine: Machine, seen: Seen | None = None, calibrated_px: float | None = None) -> Any:
    made = machine_report(
        cast("TableMachine", machine), cast("Watching", seen or Seen()), calibrated_px, ["lid"], 48
    )
    assert msgspec.convert(json.loads(json.dumps(made)), MachineReport, strict=True) == made
    return made


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_is_declared(phase: Phase) -> None:
    assert reported(Machine(phase))["phase"] == phase.value


@pytest.mark.parametrize("place", SetPlace)
def test_every_place_of_a_set_is_declared(place: SetPlace) -> None:
    assert reported(Machine(places={1: place, 2: SetPlace.TABLE}))["sets"] == [place.value, "table"]


def test_what_is_wrong_with_the_camera_is_reported() -> None:
    alerts = {
        "moved": CameraAlert("moved", "the camera has moved", 100, shift_mm=12.34),
        "residual": CameraAlert("residual", "the markers are off", 100, error_px=1.987),
    }
    camera = reported(Machine(paused="anna", held="judge"), Seen({"pond/2": "a hand"}, alerts), 0.42)[
        "camera"
    ]
    assert camera == {
        "hidden": {"pond/2": "a hand"},
        "calibrated_px": 0.42,
        "residual_px": 1.99,
        "moved_mm": 12.3,
    }


def test_a_calibration_is_read_once_and_again_when_it_was_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report is made every second, in the daemon's loop."""
    file, reads = tmp_path / "camera.json", []
    read_text = Path.read_text

    def counted(self: Path, *args: Any, **more: Any) -> str:
        reads.append(self)
        return read_text(self, *args, **more)

    monkeypatch.setattr(Path, "read_text", counted)
    kept = KeptCalibration(file)
    assert (kept.error_px, reads) == (None, [])
    for count, report in enumerate(
        ('{"pose": {"error_px": 0.654}}', '{"pose": {"error_px": 1.2}}', "broken"), 1
    ):
        fresh = tmp_path / "camera.new"
        fresh.write_text(report)
        os.utime(fresh, ns=(count, count))
        fresh.replace(file)
        expected = {1: 0.65, 2: 1.2}.get(count)
        assert [kept.error_px for _ in range(3)] == [expected] * 3
        assert len(reads) == count
    file.unlink()
    assert kept.error_px is None
