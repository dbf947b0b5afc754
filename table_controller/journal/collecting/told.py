"""What the hall tells people of: tables that are not what they were, and entries that are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from table_controller.mqtt.messages import alert_of_message
from table_controller.wording.alert_texts import Advice, AlertTexts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.hall.filing import Notice
    from referee.hall.store import KeptNotice
    from referee.texts.language import Language
    from referee.texts.message import Message


def text_of(notice: Notice) -> Message:
    """What happened at a table."""
    match notice.kind:
        case "replaced":
            return AlertTexts.table_replaced(notice.table)
        case "renamed":
            return AlertTexts.table_renamed(notice.table, notice.other)
        case "forked":
            return AlertTexts.table_forked(notice.table, notice.number)
    assert_never(notice.kind)


def notice_name(notice: KeptNotice) -> str:
    """The name of a notice's alert."""
    return f"notice-{notice.name}"


def missing_name(table: str) -> str:
    """The name of the alert that entries of a table are missing."""
    return f"missing-{table}"


def alerts_of(
    notices: Iterable[KeptNotice], missing: Iterable[str], words: Language
) -> Iterator[tuple[str, dict[str, Any]]]:
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
