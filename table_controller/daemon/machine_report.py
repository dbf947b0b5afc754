"""The condition of machine and camera, for the technician's screen."""

import json
from pathlib import Path
from typing import Any, Final, cast

from table_controller.daemon.watching import Watching
from table_controller.machine.cycle import SETS
from table_controller.machine.machine import TableMachine
from table_controller.mqtt.messages import MachineReport, UpdateReport

THERMAL: Final = Path("/sys/class/thermal/thermal_zone0/temp")
"""The file in which Linux keeps the computer's temperature, in thousandths of a degree. [kernel.org, thermal sysfs]"""


def machine_report(
    machine: TableMachine,
    watching: Watching,
    calibrated_px: float | None,
    alerts: list[str],
    computer_c: int | None,
    *,
    update: UpdateReport | None = None,
) -> dict[str, Any]:
    """Return the report: the cycle, both sets of tiles, holds on the machine, zones that the camera cannot see.

    Args:
        machine: the table's machine.
        watching: knows the hidden zones.
        calibrated_px: the markers' distance from their places when the camera was calibrated; None if it was not.
        alerts: the names of the open alerts that need a person.
        computer_c: the computer's temperature; None if it does not measure that.
        update: the versions of the program; None if there are no updates.
    """
    moved = watching.alert_of("moved")
    residual = watching.alert_of("residual")
    made: MachineReport = {
        "phase": machine.phase.value,
        "sets": [machine.place(each).value for each in SETS],
        "paused": machine.paused,
        "held": machine.held,
        "camera": {
            "hidden": watching.hidden,
            "calibrated_px": calibrated_px,
            "residual_px": None if residual is None else round(residual.error_px, 2),
            "moved_mm": None if moved is None else round(moved.shift_mm, 1),
        },
        "alerts": alerts,
        "computer_c": computer_c,
        "update": update,
    }
    return cast("dict[str, Any]", made)


def computer_degrees(thermal: Path = THERMAL) -> int | None:
    """Return the computer's temperature in degrees Celsius; None if it does not measure that."""
    try:
        return int(thermal.read_text(encoding="ascii")) // 1000
    except (OSError, ValueError):
        return None


class KeptCalibration:
    """The figures in the camera's calibration file, which is read again only after a change.

    Args:
        file: the calibration file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._written: tuple[int, int] | None = None
        self._error_px: float | None = None

    @property
    def error_px(self) -> float | None:
        """The distance of the markers from their places when the camera was calibrated; None if it was not."""
        try:
            now = self._file.stat()
        except OSError:
            self._written = self._error_px = None
            return None
        if self._written != (now.st_ino, now.st_mtime_ns):
            self._written = now.st_ino, now.st_mtime_ns
            self._error_px = _error_px(self._file)
        return self._error_px


def _error_px(file: Path) -> float | None:
    try:
        return round(float(json.loads(file.read_text(encoding="utf-8"))["pose"]["error_px"]), 2)
    except (OSError, ValueError, TypeError, KeyError):
        return None  # vision reports the fault in the file
