"""The policy of each kind of input, found by its type when it arrives."""

from collections.abc import Mapping
from typing import Any, Final, assert_never

from firmware_bridge.messages.signals import Button, DiceRolled, Levels, StickSlot, WallTouch
from table_controller.journal.panel_signals import PanelButton, StopContact
from table_controller.sensing.policies import (
    buttons,
    corners,
    dice,
    draws,
    felt,
    hands,
    opened_hands,
    ponds,
    sticks,
    walls,
)
from table_controller.sensing.waiting.hand_seen import DealSeen, SweptSeen
from table_controller.sensing.waiting.policy import Payload, Policy
from table_controller.sensing.waiting.wall_taken import DrawSeen
from vision.sightings import SticksSeen, ZoneReading

READINGS: Final[Mapping[str, Policy[ZoneReading]]] = {
    "pond": ponds.POND,
    "meld": corners.CORNER,
    "hand": opened_hands.HAND,
    "wall": walls.WALL,
    "ura": walls.URA,
    "felt": felt.TILES,
}
"""The policy of readings, by the kind of the zone."""


def policy_of(payload: Payload) -> Policy[Any]:
    """The policy of an input."""
    match payload:
        case Button():
            return (buttons.OF_PANEL if isinstance(payload, PanelButton) else buttons.OF_UNIT)[payload.button]
        case StopContact():
            return buttons.STOP
        case DiceRolled():
            return dice.DICE
        case WallTouch():
            return draws.TOUCH
        case DrawSeen():
            return draws.DRAW_SEEN
        case StickSlot():
            return sticks.SLOT
        case SticksSeen():
            return sticks.STICKS_SEEN
        case DealSeen():
            return hands.HAND_SEEN
        case SweptSeen():
            return hands.SWEEP_SEEN
        case Levels():
            return sticks.LEVELS
        case ZoneReading():
            return READINGS[payload.zone.kind]
        case _:
            assert_never(payload)
