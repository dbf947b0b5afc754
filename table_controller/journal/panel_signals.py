"""Signals of the panel: contacts at the computer's own pins, on the way that the unit's signals take.

A button of the panel is a ``Button`` like the unit's. Its boot number tells where it comes from: a unit's has 32 bits,
those of a panel begin above. Each start of the daemon is a boot of its panel.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_bridge.messages.signals import Signal
from referee.journal.tables import UNIT_BOOTS

if TYPE_CHECKING:
    from firmware_bridge.messages.signals import UnitEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class StopContact(Signal):
    """The contact of the emergency stop has opened (it is pressed, or its wire is broken) or closed."""

    opened: bool


def new_boot() -> int:
    """The boot number of a panel that starts."""
    return UNIT_BOOTS + secrets.randbits(32)


def of_panel(signal: UnitEvent) -> bool:
    """Return whether a signal comes from the panel."""
    return signal.nonce >= UNIT_BOOTS
