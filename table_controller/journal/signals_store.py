"""Signals of unit and panel as JSON texts for the journal's inbox, and back."""

import json
from dataclasses import asdict
from typing import Any, Final, TypeAlias, TypeGuard, get_args

from firmware_bridge.messages.signals import (
    Button,
    ButtonName,
    DiceRolled,
    Levels,
    Position,
    Signal,
    StickSlot,
    WallTouch,
)
from table_controller.journal.panel_signals import StopContact, read_button, stored_as

StoredSignal: TypeAlias = Button | WallTouch | StickSlot | DiceRolled | Levels | StopContact
KEPT: Final[dict[str, type[Signal]]] = {kind.__name__: kind for kind in get_args(StoredSignal)}
"""Signals that lead to observations; the others only report the machine's present state."""


def is_kept(signal: Signal) -> TypeGuard[StoredSignal]:
    """Return whether the program must not lose a signal, because it may lead to an entry or a motion."""
    if isinstance(signal, Button):
        return signal.pressed
    if isinstance(signal, WallTouch):
        return signal.touching
    if isinstance(signal, StickSlot):
        return signal.present
    if isinstance(signal, Levels):
        return signal.sticks != 0
    if isinstance(signal, StopContact):
        return signal.opened
    return isinstance(signal, DiceRolled)


def to_text(signal: Signal) -> str:
    """Return the JSON text of a kept signal."""
    return json.dumps({"type": stored_as(signal), **asdict(signal)}, sort_keys=True)


def from_text(text: str) -> Signal:
    """Return the signal of a text.

    Raises:
        ValueError: the text is no signal.
    """
    fields: dict[str, Any] = json.loads(text)
    try:
        kind = KEPT[fields.pop("type")]
        if kind is Button:
            return read_button(**{**fields, "button": ButtonName(fields["button"])})
        if kind is Levels:
            fields["lid"] = Position(fields["lid"])
            fields["buttons"] = tuple(fields["buttons"])
        return kind(**fields)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a signal: {text}") from error
