"""Signals of the panel: contacts at the computer's own pins, on the way that the unit's signals take.

Each start of the daemon is a boot of its panel, with a number above those of units, which have 32 bits. Stored, a button
of the panel is written like one of a unit: the boot number then tells which it was.
"""

from __future__ import annotations

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
    """The contact of the emergency stop has opened (it is pressed, or its wire is broken) or closed."""

    opened: bool


def new_boot() -> int:
    """The boot number of a panel that starts."""
    return UNIT_BOOTS + secrets.randbits(32)


def stored_as(signal: object) -> str:
    """The name under which a kind of signal is stored."""
    return Button.__name__ if isinstance(signal, PanelButton) else type(signal).__name__


def read_button(**stored: Any) -> Button:
    """The button of a unit or of a panel that was stored so."""
    button = Button(**stored)
    return PanelButton(**asdict(button)) if button.nonce >= UNIT_BOOTS else button
