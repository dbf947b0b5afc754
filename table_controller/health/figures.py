"""Figures of a table for monitoring programs: each with its text and its source, in Prometheus' format.

All are read from the page's thread while the daemon works, so each reads no more than one value that is replaced whole.
The format: https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import InfoMetricFamily

from firmware_bridge.drivers.port import TableDriver
from firmware_bridge.link.counters import Telemetry
from referee.game.position import GameState
from referee.journal.journal import Journal
from table_controller.broker.broker import Broker
from table_controller.health.health import TableHealth
from table_controller.machine.machine import TableMachine
from table_controller.web.doors.figure import Figure, families
from vision.worker.process import VisionProcess


class Game(Protocol):
    """The part of the game that the figures know."""

    @property
    def journal(self) -> Journal: ...

    @property
    def state(self) -> GameState | None: ...

    @property
    def last_ms(self) -> int:
        """Table time of its newest entry."""


@dataclass(frozen=True, slots=True)
class FigureSources:
    """The sources from which the figures of a table are read.

    Attributes:
        labels: the names of the table, and the program that runs it.
    """

    labels: Callable[[], Mapping[str, str]]
    game: Game
    unit: TableDriver
    machine: TableMachine
    vision: VisionProcess
    broker: Broker
    health: TableHealth


class Figures:
    """Writes the figures of a table.

    Args:
        of: the sources of the figures.
    """

    def __init__(self, of: FigureSources) -> None:
        self._of = of
        self._figures = figures(of)
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(namespace="jantaku_daemon", registry=self._registry)
        # Without a process of that number its figures are left out.
        ProcessCollector(namespace="jantaku_vision", pid=lambda: of.vision.pid or -1, registry=self._registry)

    def written(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Any]:
        """The figures in the library's form."""
        labels = dict(self._of.labels())
        yield InfoMetricFamily("jantaku", "Which table this is, and what runs it", value=labels)
        yield from families(self._figures)


def figures(of: FigureSources) -> tuple[Figure, ...]:
    """Return the declared figures of a table."""
    game, broker = of.game, of.broker

    return (
        Figure("ready", "1 while the camera and the unit, where there is one, work", lambda: of.health.ready),
        Figure(
            "alert",
            "1 for each alert that stands",
            lambda: dict.fromkeys(of.health.standing, 1.0),
            label="alert",
        ),
        Figure(
            "machine_phase",
            "1 for the phase in which the machine is",
            lambda: {of.machine.phase.value: 1.0},
            label="phase",
        ),
        Figure("hands", "Hands begun in the hanchan that is played", lambda: _hands(game.state)),
        Figure("table_seconds", "Table time of the newest entry", lambda: game.last_ms / 1000),
        Figure("journal_entries", "Entries in the journal", lambda: game.journal.number),
        Figure("broker_connected", "1 while the broker is reached", lambda: broker.connected),
        Figure(
            "broker_unsent_entries",
            "Entries that the broker has not acknowledged yet",
            lambda: max(0, game.journal.number - broker.sent),
        ),
        Figure(
            "entries_published", "Entries that the broker acknowledged", lambda: broker.published, counts=True
        ),
        Figure(
            "publishing_seconds",
            "Time from what happened to the broker's acknowledgement, summed over the entries published",
            lambda: broker.publishing_s,
            counts=True,
        ),
        Figure(
            "frames_read",
            "Pictures that were read since vision was started",
            lambda: of.vision.frames_done,
            counts=True,
        ),
        *_of_unit(of),
    )


def _of_unit(of: FigureSources) -> tuple[Figure, ...]:
    def counted(name: str, text: str, read: Callable[[Telemetry], float]) -> Figure:
        return Figure(f"unit_{name}", text, link(read), counts=True)

    def link(read: Callable[[Telemetry], float]) -> Callable[[], float | None]:
        def value() -> float | None:
            now = of.unit.telemetry
            return None if now is None else read(now)

        return value

    return (
        counted("requests", "Requests to the unit", lambda now: now.requests),
        counted("retries", "Requests that were sent again", lambda now: now.retries),
        counted("signals", "Signals of the unit", lambda now: now.signals),
        counted("signals_lost", "Signals that the unit could not keep", lambda now: now.signals_lost),
        counted("bad_frames", "Damaged frames on the line", lambda now: now.bad_crc + now.bad_frames),
        counted("frames", "Whole frames on the line", lambda now: now.frames),
        counted("resets", "Restarts of the unit", lambda now: now.resets),
        counted("losses", "Losses of the unit", lambda now: now.losses),
        Figure(
            "unit_round_trip_seconds",
            "The newest time between a beat and its answer",
            link(lambda now: now.round_trip_ms / 1000),
        ),
        Figure(
            "unit_clock_drift_ratio",
            "Share by which the unit's clock is slow",
            link(lambda now: now.drift_ppm / 1e6),
        ),
    )


def _hands(state: GameState | None) -> int:
    return 0 if state is None or state.phase == "ended" else state.hands
