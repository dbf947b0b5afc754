"""How machine and camera stand, for the technician's screen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from table_controller.machine.cycle import SETS

if TYPE_CHECKING:
    from pathlib import Path

    from table_controller.daemon.watching import Watching
    from table_controller.machine.machine import TableMachine
    from table_controller.mqtt.messages import MachineReport


def machine_report(machine: TableMachine, watching: Watching, calibrated_px: float | None) -> dict[str, Any]:
    """The report: where the cycle and both sets of tiles stand, who holds the machine, what the camera cannot see.

    Args:
        machine: the table's.
        watching: knows what is hidden.
        calibrated_px: how far the markers were from their places when the camera was calibrated, None if it was not.
    """
    moved = watching.told("moved")
    residual = watching.told("residual")
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
    }
    return cast("dict[str, Any]", made)


class KeptCalibration:
    """What the file of the camera's calibration says; read again only when another was written.

    Args:
        file: where it is kept.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._written: tuple[int, int] | None = None
        self._error_px: float | None = None

    @property
    def error_px(self) -> float | None:
        """How far the markers were from their places when the camera was calibrated; None where it was not."""
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
        return None  # vision says what is wrong with it
