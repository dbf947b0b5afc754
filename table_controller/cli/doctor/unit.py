"""The table unit: checks that its device can be used, that it answers, and its firmware's version."""

from __future__ import annotations

import asyncio
import contextlib
import glob
import os
import re
import shutil
from collections.abc import Iterator
from shlex import quote
from typing import TYPE_CHECKING, Final

from config import ConfigError
from firmware_bridge.drivers.installed import driver_at
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.signals import Connected, Lost
from firmware_bridge.unit.holders import holders_of
from firmware_bridge.unit.workshop import FIRMWARE
from table_controller.cli.doctor.diagnosis import Diagnosis, fine, warning, wrong
from table_controller.cli.doctor.service import SET_UP, as_user, not_allowed
from wording import unit_texts
from wording.command_line.diagnosed import Diagnosed, Remedy

if TYPE_CHECKING:
    from pwd import struct_passwd

    from firmware_bridge.drivers.port import TableDriver
    from table_controller.cli.doctor.running import RunningTable

ANSWER_WITHIN_S: Final = 6.0
"""The time in which a unit must answer. [s; judged: a board that resets when its port is opened starts within two]"""
OWN: Final = "jantaku"
SILENT: Final = "none"
LIST_DEVICES: Final = "find /dev -name 'ttyACM*' -o -name 'ttyUSB*'"
AVRDUDE: Final = "avrdude"


def look_at_unit(
    driver: str, place: str, table: RunningTable | None = None, user: struct_passwd | None = None
) -> Iterator[Diagnosis]:
    """Diagnose the unit; a running daemon holds it and reports on it.

    Args:
        driver: the value of the setting ``driver``.
        place: our own unit's device or a pattern for it; for another driver, its table's address.
        table: the daemon, if it runs.
        user: the user who must be allowed to use it; None for the current one.
    """
    if driver == SILENT:
        yield fine("unit", Diagnosed.no_unit_wanted(driver))
        return
    trouble = _trouble_of_device(place, user, held=table is not None) if driver == OWN else None
    if trouble is not None:
        yield trouble
    elif table is not None:
        yield from table.look_at("unit")
    else:
        yield _look_at_driver(driver, place)


def _trouble_of_device(place: str, user: struct_passwd | None, *, held: bool) -> Diagnosis | None:
    """Return the reason why a serial device cannot be used, perhaps because a program holds it; None if it can."""
    # The pattern may be absolute, which pathlib's glob does not take.
    devices = sorted(glob.glob(place))  # noqa: PTH207
    if not devices:
        return wrong("unit", Diagnosed.no_device(place), Remedy.plug_unit(), LIST_DEVICES, SET_UP)
    if not as_user(user, lambda: os.access(devices[0], os.R_OK | os.W_OK)):
        return not_allowed("unit", devices[0], user)
    others = [] if held else holders_of(devices[0])
    if others:
        return wrong(
            "unit",
            Diagnosed.held(devices[0], ", ".join(others)),
            Remedy.end_other(),
            f"sudo fuser -v {quote(devices[0])}",
        )
    return None


def _look_at_driver(driver: str, place: str) -> Diagnosis:
    try:
        unit = driver_at(driver, place, Wires())
    except ConfigError as error:
        return wrong(
            "unit", Diagnosed.unit_lost(place, str(error.__cause__ or error)), Remedy.set_up_anew(), SET_UP
        )
    return asyncio.run(_asked(unit, place))


async def _asked(unit: TableDriver, place: str) -> Diagnosis:
    stream = unit.signals()
    await unit.start()
    lost: Lost | None = None
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_WITHIN_S):
                async for event in stream:
                    if isinstance(event, Connected):
                        return _version(place, event.firmware)
                    if isinstance(event, Lost):
                        lost = event
    finally:
        await unit.stop()
    if lost is not None:
        return wrong("unit", Diagnosed.unit_lost(place, lost.reason), unit_texts.lost_advice(lost.advice))
    return wrong("unit", Diagnosed.unit_silent(place), Remedy.power_unit(), SET_UP)


def _version(place: str, firmware: str) -> Diagnosis:
    ours = own_firmware()
    if firmware != ours:
        write = f"sudo jantaku firmware flash --port {quote(place)}"
        avrdude = [] if shutil.which(AVRDUDE) else ["sudo apt install --yes avrdude"]
        commands = [*avrdude, "sudo systemctl stop jantaku", write, "sudo systemctl start jantaku"]
        return warning("unit", Diagnosed.old_firmware(firmware, ours), Remedy.flash(), *commands)
    return fine("unit", Diagnosed.unit_answers(place, firmware))


def own_firmware() -> str:
    """The version of the firmware that came with this program, ``0.3``."""
    text = (FIRMWARE / "core" / "line" / "version.h").read_text(encoding="ascii")
    found = re.search(r"FIRMWARE_VERSION 0x([0-9a-f]{2})([0-9a-f]{2})u", text)
    assert found is not None
    return f"{int(found[1], 16)}.{int(found[2], 16)}"
