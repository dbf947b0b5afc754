"""The occasions that are reported to telephones, from the messages of a hall's tables. Pure: the time is passed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from hall.push.telephones import Occasion
from table_controller.mqtt.roles import Role
from table_controller.mqtt.topics import ALERT, CARD
from wording.alerts.declaration import alerts_of
from wording.alerts.declared import TableAlert

Kind: TypeAlias = Literal["call", "finding", "fault"]
FOR: Final[Mapping[Kind, Role]] = {"call": "referee", "finding": "referee", "fault": "technician"}
"""The role whose logins get each occasion."""
SETTLED_S: Final = 2.0
"""The time after which a change counts, since a table may spread one change over several messages. [s]"""
STOPS: Final = frozenset({"judge_called", "disqualified"})
"""The reasons for which only a judge can let play go on."""
MOST_OF_TABLE: Final = 12
"""The most occasions of a table."""
MOST_ALERTS: Final = 200
CALL: Final = "call"
CALLS: Final = {alert.name: alert.calls_people(heard=True) for alert in alerts_of(TableAlert)}
"""By the name of an alert: whether it calls people. An unknown alert of another version does if it is an error."""


@dataclass(slots=True)
class _Table:
    card: Mapping[str, Any] = field(default_factory=dict)
    alerts: dict[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Need:
    """A reason to come to a table.

    Attributes:
        alert: the alert of a fault; empty for anything else.
    """

    occasion: Occasion
    kind: Kind
    alert: Mapping[str, Any] = field(default_factory=dict)


class Needs:
    """The open calls, findings and faults at the tables, from one connection to the broker.

    Args:
        began_s: when the line was made.
    """

    def __init__(self, began_s: float) -> None:
        self._tables: dict[str, _Table] = {}
        self._stand: dict[str, frozenset[Occasion]] = {}
        self._open: dict[Occasion, Need] = {}
        self._changed_s: dict[Occasion, float] = {}
        self._began_s = began_s

    def heard(self, table: str, below: str, message: Mapping[str, Any], now_s: float) -> None:
        """Record a table's message; an empty one withdraws its topic."""
        at = self._tables.setdefault(table, _Table())
        if below == CARD.end:
            at.card = message
        elif below.startswith(ALERT.end):
            name = below.removeprefix(ALERT.end)
            if message and len(at.alerts) < MOST_ALERTS:
                at.alerts[name] = message
            else:
                at.alerts.pop(name, None)
        needs = _needs(table, at)
        self._stand[table] = frozenset(need.occasion for need in needs)
        stands = {need.occasion: need for need in needs if not self.attendant(table)}
        before = {occasion for occasion in self._open if occasion.table == table}
        for occasion in before ^ stands.keys():
            self._changed_s[occasion] = now_s
        for occasion in before - stands.keys():
            del self._open[occasion]
        self._open.update(stands)
        # Forget what has been over for a while.
        self._changed_s = {
            occasion: at_s
            for occasion, at_s in self._changed_s.items()
            if occasion in self._open or now_s - at_s < SETTLED_S
        }

    def settled(self, now_s: float) -> list[Need]:
        """Return the occasions that nobody attends and that have stood for long enough to be reported."""
        return [need for occasion, need in self._open.items() if self._is_settled(occasion, now_s)]

    def is_over(self, occasion: Occasion, now_s: float) -> bool:
        """Return whether a reported occasion has been over, or attended, for long enough."""
        return occasion not in self._open and self._is_settled(occasion, now_s)

    def has_ended(self, occasion: Occasion, now_s: float) -> bool:
        """Return whether an occasion is over, so that it may be reported anew when it happens again.

        A call may be reported again even if the judge who set out turns back; other occasions he has seen on arrival.
        """
        if occasion.name == CALL and occasion in self._open:
            return self._is_settled(occasion, now_s)
        return occasion not in self._stand.get(occasion.table, ()) and self._is_settled(occasion, now_s)

    @property
    def heard_any(self) -> bool:
        """True once any table has published something."""
        return bool(self._tables)

    def attendant(self, table: str) -> str:
        """Return the name of the judge who goes to a table; empty if nobody does."""
        found = self._tables.get(table, _Table()).card.get("attendant")
        return found if isinstance(found, str) else ""

    def _is_settled(self, occasion: Occasion, now_s: float) -> bool:
        return now_s - self._changed_s.get(occasion, self._began_s) >= SETTLED_S


def _needs(table: str, at: _Table) -> list[Need]:
    stopped = at.card.get("stopped")
    called = isinstance(stopped, dict) and stopped.get("reason") in STOPS
    found = [Need(Occasion(table, CALL), "call")] if called or TableAlert.JUDGE.name in at.alerts else []
    count = at.card.get("open_findings")
    findings = min(count, MOST_OF_TABLE) if isinstance(count, int) else 0
    found += [Need(Occasion(table, f"finding-{number + 1}"), "finding") for number in range(findings)]
    found += [
        Need(Occasion(table, name), "fault", alert)
        for name, alert in sorted(at.alerts.items())
        if CALLS.get(name, alert.get("severity") == "error")
    ]
    return found[:MOST_OF_TABLE]
