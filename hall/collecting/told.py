"""Alerts of the hall: replaced tables, gaps, stalls."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, assert_never

from hall.alerts import HallAdvice, HallAlert

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hall.store.filing import Notice
    from hall.store.store import KeptNotice, Stall
    from table_controller.mqtt.gate import TopicLevel
    from table_controller.wording.alerts.declaration import DeclaredAlert, Trouble

BLIP: Final = timedelta(minutes=2)
"""A server that is away for so long is none that is started anew, with its computer: somebody must see to it."""
GIVEN_UP: Final = timedelta(minutes=3)
"""Longer than a cluster's servers can be silent, one after the other. What was not tried for so long is not wanted any more."""


def trouble_of(notice: Notice) -> Trouble:
    """Return the trouble of which a table's notice tells."""
    match notice.kind:
        case "replaced":
            return HallAlert.table_replaced(notice.table)
        case "renamed":
            return HallAlert.table_renamed(notice.table, notice.other)
        case "forked":
            return HallAlert.table_forked(notice.table, notice.number)
    assert_never(notice.kind)


def alert_of(notice: KeptNotice) -> DeclaredAlert:
    """The alert of a notice."""
    return HallAlert.NOTICE(str(notice.name))


def alerts_of(
    notices: Iterable[KeptNotice], missing: Iterable[TopicLevel]
) -> Iterator[tuple[DeclaredAlert, Trouble]]:
    """The alerts for notices that nobody has seen to, and for tables whose entries are missing."""
    for each in notices:
        if not each.resolved:
            advice = HallAdvice.see_what_happened(each.name)
            yield alert_of(each), trouble_of(each.notice)._replace(advice=advice)
    for table in sorted(missing):
        yield HallAlert.MISSING(table), HallAlert.entries_missing(table)


def stalled(stalls: Sequence[Stall], waiting: int, now: str) -> Trouble | None:
    """The trouble that nothing goes to the federation; None if it goes, or has only just stopped.

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
                each.place, f"{since.astimezone():%Y-%m-%d %H:%M}", _rounded(waiting) or None, each.why
            )
    return None


def _rounded(number: int) -> int:
    """Down to its first digit, so that an alert is not told anew with every entry."""
    step = int("1".ljust(len(str(number)), "0"))
    return number // step * step
