"""The table units that are plugged in and answer."""

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from referee.texts.message import Message
from table_controller.cli.doctor.unit import look_at_unit

SERIAL: Final = ("/dev/jantaku-unit", "/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*", "/dev/ttyAMA*")
"""Stable names come first: a device with several names is queried once, by the first of them."""


@dataclass(frozen=True, slots=True)
class FoundUnit:
    """A serial device.

    Attributes:
        answers: True if a unit answers there.
        outdated: True if the unit has other firmware than this program's.
        says: the finding, for people.
    """

    device: str
    answers: bool
    outdated: bool
    says: Message


def find_units(patterns: Iterable[str] = SERIAL) -> Iterator[FoundUnit]:
    """Query every serial device to find the table units."""
    asked = set()
    for pattern in patterns:
        # The pattern is absolute, which pathlib's glob does not take.
        for device in sorted(glob.glob(pattern)):  # noqa: PTH207
            real = os.path.realpath(device)
            if real not in asked:
                asked.add(real)
                (seen,) = look_at_unit("jantaku", device)
                outdated = seen.grade == "warning"
                yield FoundUnit(device, seen.grade == "fine" or outdated, outdated, seen.says)
