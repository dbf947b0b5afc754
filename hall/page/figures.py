"""A hall's figures for monitoring programs: its store's contents, waiting entries, and stalls of the forwarding."""

from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest

from hall.store.places import StorePlace
from hall.store.store import SqlStore, StoreError
from referee.journal.journal import utc_now
from table_controller.web.doors.figure import Figure, families


@dataclass(frozen=True, slots=True)
class HallState:
    """The contents of a hall's store, some by table or by place; a state without values stands for an unreadable store.

    Attributes:
        entries: number of the newest entry of each table's newest branch.
        newest_s: when that entry was filed, in seconds since 1970.
        waiting: entries that wait for an earlier one.
        notices: open ones.
        unforwarded: entries that were not forwarded; None if the hall forwards nothing.
        stalled_s: the time for which forwarding to a place has failed.
    """

    readable: bool = False
    entries: Mapping[str, float] = field(default_factory=dict)
    newest_s: Mapping[str, float] = field(default_factory=dict)
    waiting: Mapping[str, float] = field(default_factory=dict)
    notices: int | None = None
    unforwarded: int | None = None
    stalled_s: Mapping[str, float] = field(default_factory=dict)


class HallFigures:
    """Writes the figures of a hall.

    Args:
        place: of its store, which may be away at any time and is opened for each reading.
    """

    def __init__(self, place: StorePlace) -> None:
        self._place = place
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def written(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Any]:
        return families(hall_figures(self._state()))

    def _state(self) -> HallState:
        try:
            with closing(self._place.open()) as store:
                return state_of(store, utc_now())
        except StoreError:
            return HallState()


def state_of(store: SqlStore, now: str) -> HallState:
    """Return the contents of a store now (UTC, ISO 8601).

    Raises:
        StoreError: it cannot be read.
    """
    branches = sorted(store.branches_with_walls(), key=lambda each: (each[1], each[0].name))
    stalls = store.stalls()
    return HallState(
        readable=True,
        entries={branch.table: branch.number for branch, _ in branches},
        newest_s={branch.table: _seconds(wall) for branch, wall in branches},
        waiting=dict(store.waiting()),
        notices=sum(not each.resolved for each in store.notices()),
        unforwarded=store.unforwarded() if stalls or store.forwarded_numbers() else None,
        stalled_s={each.place: _seconds(now) - _seconds(each.since) for each in stalls},
    )


def hall_figures(state: HallState) -> tuple[Figure, ...]:
    """The figures of a hall."""
    return (
        Figure("hall_store_readable", "1 while the hall's store can be read", lambda: state.readable),
        Figure(
            "hall_entries",
            "Number of the newest entry of each table that is filed",
            lambda: state.entries,
            label="table",
        ),
        Figure(
            "hall_newest_timestamp_seconds",
            "When that entry was filed, in seconds since 1970",
            lambda: state.newest_s,
            label="table",
        ),
        Figure(
            "hall_waiting_entries",
            "Entries that wait for an earlier one",
            lambda: state.waiting,
            label="table",
        ),
        Figure("hall_open_notices", "Notices that nobody has seen to", lambda: state.notices),
        Figure(
            "hall_unforwarded_entries",
            "Entries that were not forwarded to a federation, where any are",
            lambda: state.unforwarded,
        ),
        Figure(
            "hall_stalled_seconds",
            "For how long entries have not got to a server of a federation",
            lambda: state.stalled_s,
            label="place",
        ),
    )


def _seconds(wall: str) -> float:
    return datetime.fromisoformat(wall).timestamp()
