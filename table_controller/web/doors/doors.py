"""The doors of one page's server."""

from dataclasses import dataclass

from table_controller.web.doors.clip_door import ClipDoor
from table_controller.web.doors.health_door import HealthDoor
from table_controller.web.doors.metrics_door import MetricsDoor
from table_controller.web.doors.onlooker_door import OnlookerDoor


@dataclass(frozen=True, slots=True)
class Doors:
    """The doors of a page.

    Attributes:
        clips: the films for judges; None without films.
        onlookers: the views of players and streams; None without views.
        metrics: the figures of the table or the hall; None without figures.
        health: the table's health; None for a hall.
    """

    clips: ClipDoor | None = None
    onlookers: OnlookerDoor | None = None
    metrics: MetricsDoor | None = None
    health: HealthDoor | None = None
