"""Alerts of the hall: replaced tables, gaps, stalls."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, assert_never

from table_controller.mqtt.gate import TopicLevel
from table_controller.mqtt.messages import alert_of_message
from table_controller.wording.alert_texts import Advice, AlertTexts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hall.store.filing import Notice
    from hall.store.store import KeptNotice, Stall
    from referee.texts.language import Language
    from referee.texts.message import Message

STALL_ALERT: Final = TopicLevel("federation")
"""The name of the alert that nothing goes to the federation."""
BLIP: Final = timedelta(minutes=2)
"""A server that is away for so long is none that is started anew, with its computer: somebody must see to it."""
GIVEN_UP: Final = timedelta(minutes=3)
"""Longer than a cluster's servers can be silent, one after the other. What was not tried for so long is not wanted any more."""


def text_of(notice: Notice) -> Message:
    """Return the text of a table's notice."""
    match notice.kind:
        case "replaced":
            return AlertTexts.table_replaced(notice.table)
        case "renamed":
            return AlertTexts.table_renamed(notice.table, notice.other)
        case "forked":
            return AlertTexts.table_forked(notice.table, notice.number)
    assert_never(notice.kind)


def notice_name(notice: KeptNotice) -> TopicLevel:
    """The name of a notice's alert."""
    return TopicLevel(f"notice-{notice.name}")


def missing_name(table: TopicLevel) -> TopicLevel:
    """The name of the alert that entries of a table are missing."""
    return TopicLevel(f"missing-{table}")


def alerts_of(
    notices: Iterable[KeptNotice], missing: Iterable[TopicLevel], words: Language
) -> Iterator[tuple[TopicLevel, dict[str, Any]]]:
    """The alerts for notices that nobody has seen to, and for tables whose entries are missing, each with its name."""
    for each in notices:
        if not each.resolved:
            name = notice_name(each)
            said = text_of(each.notice), Advice.see_what_happened(each.name)
            yield name, alert_of_message(words, name, said, "warning", 0)
    for table in sorted(missing):
        name = missing_name(table)
        said = AlertTexts.entries_missing(table), Advice.switch_table_on()
        yield name, alert_of_message(words, name, said, "warning", 0)


def stalled(stalls: Sequence[Stall], waiting: int, now: str) -> tuple[Message, Message] | None:
    """Text and advice of the alert that nothing goes to the federation; None if it goes, or has only just stopped.

    Args:
        stalls: as the store has them, the longest first.
        waiting: how many entries were not forwarded.
        now: UTC, ISO 8601.
    """
    moment = datetime.fromisoformat(now)
    for each in stalls:
        since = datetime.fromisoformat(each.since)
        if moment - since >= BLIP and moment - datetime.fromisoformat(each.tried) < GIVEN_UP:
            text = AlertTexts.federation_away(
                each.place, f"{since.astimezone():%Y-%m-%d %H:%M}", _rounded(waiting) or None, each.why
            )
            return text, Advice.see_to_nats()
    return None


def _rounded(number: int) -> int:
    """Down to its first digit, so that an alert is not told anew with every entry."""
    step = int("1".ljust(len(str(number)), "0"))
    return number // step * step
