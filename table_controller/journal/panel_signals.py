"""Signals of the panel, whose contacts are at the computer's own pins; they go the same way as the unit's signals.

Each start of the daemon is a boot of its panel. Its number is above those of units, which have 32 bits. On disk a button
of the panel looks like one of a unit, and the boot number distinguishes them.
"""

import secrets
from dataclasses import asdict, dataclass
from typing import Any

from firmware_bridge.messages.signals import Button, Signal
from referee.journal.tables import UNIT_BOOTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSignal(Signal):
    """A signal of the panel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelButton(Button, PanelSignal):
    """A button of the panel went down or up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopContact(PanelSignal):
    """A change of the emergency stop: opened, because somebody pressed it or its wire broke, or closed."""

    opened: bool


def new_boot() -> int:
    """Return a boot number for a panel that starts."""
    return UNIT_BOOTS + secrets.randbits(32)


def stored_as(signal: object) -> str:
    """The name under which a kind of signal is stored."""
    return Button.__name__ if isinstance(signal, PanelButton) else type(signal).__name__


def read_button(**stored: Any) -> Button:
    """Return the stored button of a unit or of a panel."""
    button = Button(**stored)
    return PanelButton(**asdict(button)) if button.nonce >= UNIT_BOOTS else button
