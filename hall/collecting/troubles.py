"""Alerts of the hall: replaced tables, gaps, stalls."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, assert_never

from hall.alerts import HallAdvice, HallAlert
from hall.store.filing import Notice
from hall.store.store import KeptNotice, Stall
from table_controller.mqtt.gate import TopicLevel
from wording.alerts.declaration import DeclaredAlert, Trouble

BLIP: Final = timedelta(minutes=2)
"""A server that is away for longer is not just rebooting with its computer, so people are alerted."""
GIVEN_UP: Final = timedelta(minutes=3)
"""A stall not retried for so long is dropped: nothing forwards there any more. Trying each server of a cluster is faster."""


RESTORED: Final = frozenset({"set_back", "book_lost"})
"""The kinds of notices of a store that was restored from a backup."""


def trouble_of(notice: Notice) -> Trouble:
    """Return the trouble behind a table's notice."""
    match notice.kind:
        case "replaced":
            return HallAlert.table_replaced(notice.table)
        case "renamed":
            return HallAlert.table_renamed(notice.table, notice.other)
        case "forked":
            return HallAlert.table_forked(notice.table, notice.number)
        case "set_back":
            return HallAlert.store_set_back(notice.table.split(", "), notice.number, _local(notice.other))
        case "book_lost":
            return HallAlert.book_lost(notice.table, notice.branch, notice.number, _local(notice.other))
    assert_never(notice.kind)


def alert_of(notice: KeptNotice) -> DeclaredAlert:
    """Return the alert of a notice."""
    return HallAlert.NOTICE(str(notice.name))


def alerts_of(
    notices: Iterable[KeptNotice], missing: Iterable[TopicLevel], clocks: Mapping[TopicLevel, int]
) -> Iterator[tuple[DeclaredAlert, Trouble]]:
    """Yield the alerts for open notices, for tables with missing entries and for those whose clocks differ, in minutes."""
    for each in notices:
        if not each.resolved:
            restored = each.notice.kind in RESTORED
            advice = (HallAdvice.enter_again if restored else HallAdvice.see_what_happened)(each.name)
            yield alert_of(each), trouble_of(each.notice)._replace(advice=advice)
    for table in sorted(missing):
        yield HallAlert.MISSING(table), HallAlert.entries_missing(table)
    for table, minutes in sorted(clocks.items()):
        yield HallAlert.CLOCK(table), HallAlert.clock_differs(table, minutes)


def stalled(stalls: Sequence[Stall], waiting: int, now: str) -> Trouble | None:
    """Return the trouble of stalled forwarding to the federation; None if it works, or stopped only just now.

    Args:
        stalls: as the store has them, the longest first.
        waiting: how many entries were not forwarded.
        now: UTC, ISO 8601.
    """
    moment = datetime.fromisoformat(now)
    for each in stalls:
        since = datetime.fromisoformat(each.since)
        if moment - since >= BLIP and moment - datetime.fromisoformat(each.tried) < GIVEN_UP:
            return HallAlert.federation_away(
                each.place, _local(each.since), _rounded(waiting) or None, each.why
            )
    return None


def _local(wall: str) -> str:
    return f"{datetime.fromisoformat(wall).astimezone():%Y-%m-%d %H:%M}" if wall else ""


def _rounded(number: int) -> int:
    """Round a number down to its first digit, so that an alert does not change with every entry."""
    step = int("1".ljust(len(str(number)), "0"))
    return number // step * step
