"""The alerts of a hall, each declared once. The hall publishes them as those of a table named ``hall``.

``config/texts`` words each under ``[alert]``, by the name of its attribute, and its advice under ``[advice]``.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from referee.texts import signatures as of
from referee.texts.declaration import Text
from wording.alerts.declaration import AlertFamily, DeclaredAlert

PartName: TypeAlias = Literal["page", "forward", "push"]
"""A process that a hall keeps running."""


def _of_tables(table: str, other: str) -> None: ...  # a table, and another one
# Tables, the number of missing entries, and the time of the newest entry that is there, if any.
def _of_set_back(names: Sequence[str], number: int, wall: str) -> None: ...
# A tournament, its first and last lost entry, and the time of the newest entry that is there, if any.
def _of_lost(name: str, number: int, last: int, wall: str) -> None: ...
def _of_entry(table: str, number: int) -> None: ...  # a table, and an entry of it
def _of_clock(table: str, number: int) -> None: ...  # a table, and the minutes by which its clock is wrong
# A server, the start of its stall, the least number of waiting entries if any wait, and the reason.
def _of_stall(name: str, wall: str, number: int | None, text: str) -> None: ...


class HallAdvice:
    """Advice with arguments."""

    TOPIC: Final = "advice"

    see_what_happened = Text(of.of_number)
    enter_again = Text(of.of_number)


class HallAlert:
    """Alerts of a hall."""

    NOTICE: AlertFamily[str] = AlertFamily(DeclaredAlert("notice-{}", "warning", stays=True))
    table_replaced = NOTICE.pattern.says(of.of_text)
    table_renamed = NOTICE.pattern.says(_of_tables)
    table_forked = NOTICE.pattern.says(_of_entry)
    store_set_back = NOTICE.pattern.says(_of_set_back)
    book_lost = NOTICE.pattern.says(_of_lost)
    MISSING: AlertFamily[str] = AlertFamily(DeclaredAlert("missing-{}", "warning"))
    entries_missing = MISSING.pattern.says(of.of_text, "switch_table_on")
    CLOCK: AlertFamily[str] = AlertFamily(DeclaredAlert("clock-{}", "warning"))
    clock_differs = CLOCK.pattern.says(_of_clock, "set_clock")
    FEDERATION, federation_away = DeclaredAlert("federation", "warning").saying(_of_stall, "see_to_nats")
    TASK: AlertFamily[PartName] = AlertFamily(DeclaredAlert("task-{}", "warning"), get_args(PartName))
