"""The door to a table's health, for programs on its own computer (``/health``): ``jantaku doctor`` reads it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypedDict

HEALTH_PATH: Final = "/health"
ONLY_HERE: Final = "a table's health is read from its own computer only\n"


class PublishedHealth(TypedDict):
    """The health of a running table.

    Attributes:
        unit: the unit has answered, or there is none.
        camera: the camera has seen the table.
        alerts: those that stand, as the broker has them.
    """

    hall: str
    table: str
    unit: bool
    camera: bool
    alerts: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class HealthDoor:
    """Gives the health as it is now; called in a thread beside the page's."""

    health: Callable[[], PublishedHealth]
