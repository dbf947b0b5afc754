"""The running daemon's report on the table's parts: it holds them, so nothing else can check them."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.texts.findings import Plain
from referee.texts.message import Message, from_json
from table_controller.cli.doctor.diagnosis import Diagnosis, Grade, Part, fine, warning
from table_controller.cli.doctor.service import LOG
from table_controller.cli.running_table import health_of
from table_controller.settings.in_force import SettingsInForce
from table_controller.web.doors.health_door import PublishedHealth
from wording.command_line.diagnosed import Diagnosed, Remedy

PATIENCE_S: Final = 10.0
"""The time that a daemon gets to start, find its camera and hear from its unit. [s; judged]"""
PAUSE_S: Final = 0.2
GRADES: Final[Mapping[str, Grade]] = {"error": "wrong", "warning": "warning"}
"""The grade for each severity of an alert; an alert that only informs has none."""
PARTS: Final[tuple[tuple[str, Part], ...]] = (
    ("camera-2", "second_camera"),
    ("camera", "camera"),
    ("unit", "unit"),
    ("line", "unit"),
    ("signals", "unit"),
    ("panel", "panel"),
    ("emergency-stop", "panel"),
    ("machine-file", "disk"),
    ("broker", "broker"),
    ("calls", "calls"),
    ("flood", "broker"),
    ("set-aside", "broker"),
)
"""The part to which an alert belongs, by the beginning of its name; other alerts belong to the table."""
LOOKED_AT: Final = frozenset({"backup", "disk", "journal", "judge", "sheet", "time"})
"""Alerts about things that the doctor checks itself, and about players."""


@dataclass(frozen=True, slots=True)
class RunningTable:
    """The table's daemon while it runs.

    Attributes:
        health: the health that the daemon publishes; None if it does not answer.
    """

    health: PublishedHealth | None

    def look_at(self, part: Part) -> Iterator[Diagnosis]:
        """Diagnose a part that the daemon holds, from the daemon's report."""
        if self.health is None:
            yield warning(part, Diagnosed.daemon_silent(), Remedy.see_log(), LOG)
            return
        found = [self._diagnosis_of(part, alert) for alert in self._alerts(part)]
        seen: Mapping[str, bool] = {"unit": self.health["unit"], "camera": self.health["camera"]}
        if not found and not seen.get(part, True):
            found = [warning(part, Diagnosed.daemon_waits(), Remedy.see_log(), LOG)]
        says = Diagnosed.table_runs() if part == "table" else Diagnosed.daemon_has_it()
        yield from found or [fine(part, says)]

    def _alerts(self, part: Part) -> list[dict[str, Any]]:
        assert self.health is not None
        return [
            alert for alert in self.health["alerts"]
            if alert["severity"] in GRADES and alert["id"] not in LOOKED_AT and _part_of(alert["id"]) == part
        ]  # fmt: skip

    def further(self, part: Part) -> Iterator[Diagnosis]:
        """Return alerts about a part that the doctor also checks itself."""
        if self.health is not None:
            yield from (self._diagnosis_of(part, alert) for alert in self._alerts(part))

    def _diagnosis_of(self, part: Part, alert: dict[str, Any]) -> Diagnosis:
        advice = _message(alert, "advice", "advice_code", "advice_arguments") if alert["advice"] else None
        says = _message(alert, "text", "code", "arguments")
        return Diagnosis(
            part, GRADES[alert["severity"]], says, advice or Remedy.see_log(), () if advice else (LOG,)
        )


def _message(alert: dict[str, Any], text: str, code: str, arguments: str) -> Message:
    """Return one of an alert's texts; older tables send only words."""
    if code not in alert:
        return Plain.words(alert[text])
    return from_json({"code": alert[code], "arguments": alert[arguments]})


def _part_of(name: str) -> Part:
    return next((part for start, part in PARTS if name == start or name.startswith(f"{start}-")), "table")


def ask(force: SettingsInForce) -> RunningTable:
    """Ask the daemon for its health; give it some time if it has just started."""
    end_s = time.monotonic() + PATIENCE_S
    while True:
        health = health_of(force)
        complete = health is not None and all(
            health[part] or any(_part_of(alert["id"]) == part for alert in health["alerts"])
            for part in ("unit", "camera")
        )
        if complete or not force.value("http.port") or time.monotonic() >= end_s:
            return RunningTable(health)
        time.sleep(PAUSE_S)
