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


def machine_report(machine: TableMachine, watching: Watching, camera_file: Path) -> dict[str, Any]:
    """The report: where the cycle and both sets of tiles stand, who holds the machine, what the camera cannot see.

    Args:
        machine: the table's.
        watching: knows what is hidden.
        camera_file: where the camera's calibration is kept.
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
            "calibrated_px": _calibrated_px(camera_file),
            "residual_px": None if residual is None else round(residual.error_px, 2),
            "moved_mm": None if moved is None else round(moved.shift_mm, 1),
        },
    }
    return cast("dict[str, Any]", made)


def _calibrated_px(file: Path) -> float | None:
    """How far the markers were from their places when the camera was calibrated; None where it was not."""
    try:
        return round(float(json.loads(file.read_text(encoding="utf-8"))["pose"]["error_px"]), 2)
    except (OSError, ValueError, TypeError, KeyError):
        return None  # vision says what is wrong with it
