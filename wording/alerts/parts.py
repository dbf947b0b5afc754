"""Parts of a table that each have an alert: tasks of the daemon, contacts of the panel, faults of the unit, zones."""

from typing import Final, Literal, TypeAlias, get_args

from firmware_bridge.messages.signals import ButtonName, FaultName
from vision.zones import EACH_CHAIR, PLAYERS_ZONES, TABLE, ZoneId

TaskName: TypeAlias = Literal[
    "link",
    "camera",
    "machine",
    "displays",
    "telemetry",
    "evidence",
    "panel",
    "check",
    "upkeep",
    "calls",
    "decisions",
    "other",
]
"""The tasks that the daemon keeps running; ``other`` is whatever fails outside them."""
OneContact: TypeAlias = Literal["judge", "set", "dice", "stop"]
"""Contacts of the whole table. ``stop`` is the read-back of an emergency stop: normally closed, so it is open while pressed."""
CallContact: TypeAlias = Literal["chi", "pon", "kan", "win", "riichi"]
"""Contacts of each chair. ``win`` is ron, and tsumo for the player who holds the tile that he drew."""
FaultPlace: TypeAlias = tuple[FaultName, int | None, ButtonName | None]
"""A fault, its chair and its button; None if it has none."""

TASKS: Final[tuple[TaskName, ...]] = get_args(TaskName)
ONE: Final[tuple[OneContact, ...]] = get_args(OneContact)
CALLS: Final[tuple[CallContact, ...]] = get_args(CallContact)


def contact_name(kind: OneContact | CallContact, chair: int | None) -> str:
    """The name of a contact in alerts and at the command line: ``set``, ``riichi-2``."""
    return kind if chair is None else f"{kind}-{chair}"


def places_of(fault: FaultName) -> list[FaultPlace]:
    """The places where a fault can be: each curtain and each button has its own."""
    if fault is FaultName.CURTAIN_DIRTY:
        return [(fault, chair, None) for chair in EACH_CHAIR]
    if fault is FaultName.BUTTON_STUCK:
        return [(fault, chair, button) for chair in EACH_CHAIR for button in ButtonName]
    return [(fault, None, None)]


def fault_name(fault: FaultName, chair: int | None, button: ButtonName | None) -> str:
    """The name of a fault in alerts: ``too-hot``, ``button-stuck-3-ron``."""
    words = fault.name.lower().split("_")
    words += [] if chair is None else [str(chair)]
    return "-".join(words + ([] if button is None else [button.name.lower()]))


def zone_name(zone: ZoneId) -> str:
    """The name of a zone in alerts: ``pond-2``, ``table``."""
    return str(zone).replace("/", "-")


CONTACT_NAMES: Final = (
    *(contact_name(kind, None) for kind in ONE),
    *(contact_name(kind, chair) for chair in EACH_CHAIR for kind in CALLS),
)
FAULT_NAMES: Final = tuple(fault_name(*place) for fault in FaultName for place in places_of(fault))
ZONE_NAMES: Final = tuple(zone_name(zone) for zone in (TABLE, *PLAYERS_ZONES))
