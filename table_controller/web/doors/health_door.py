"""The door to a table's health, for programs on its own computer (``/health``): ``jantaku doctor`` reads it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypedDict

HEALTH_PATH: Final = "/health"
ONLY_HERE: Final = "a table's health is read from its own computer only\n"


class PublishedHealth(TypedDict):
    """The health of a running table.

    Attributes:
        unit: True if the unit has answered, or there is none.
        camera: True if the camera has seen the table.
        alerts: the open alerts, in their published form.
    """

    hall: str
    table: str
    unit: bool
    camera: bool
    alerts: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class HealthDoor:
    """Returns the present health; called in another thread than the page's."""

    health: Callable[[], PublishedHealth]
