"""A judge at the simulated table: gets findings as a real judge does, and rules with the orders of the terminal.

His only link to the table is his own connection to the broker. While he rules, table time stands still if possible, as
people wait for a judge. He counts findings, so that a game full of them is not taken for a clean one.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from hall.judge.tables.hall import Hall, Table
from hall.judge.tables.words import stopped_line
from simulation.people.policies import JUDGE_NAME, Policy
from table_controller.client.connection import BrokerLine, Credentials
from table_controller.client.errors import JudgeError
from table_controller.mqtt.topics import STATE, STATUS

if TYPE_CHECKING:
    from hall.judge.session import Session

ANSWERED_WITHIN_S: Final = 20.0
CONNECT_AGAIN_S: Final = 0.2
FOLLOWED: Final = (STATUS, STATE)
LOOK_AGAIN_S: Final = 0.5
"""The real time after which a stop is checked again, since a restarting table does not answer."""


@dataclass(slots=True)
class GivenRuling:
    """The judge's acts.

    Attributes:
        findings: the number of findings, by rule.
        resumed: the number of times he let play go on.
        refused: the refusals he got from a table.
    """

    findings: Counter[str] = field(default_factory=Counter)
    resumed: int = 0
    refused: list[str] = field(default_factory=list)

    def in_words(self, policy: Policy) -> str:
        """Return a line for the end of the game; empty if the judge had nothing to do."""
        if not self.findings and not self.resumed:
            return ""
        rules = ", ".join(f"{rule} {times}" for rule, times in sorted(self.findings.items())) or "no findings"
        done = {"accept": "accepted", "dismiss": "dismissed"}.get(policy, "left")
        return f"The simulated judge {done}: {rules}; play resumed {self.resumed} times."


class Rulings:
    """The judge's work at the table: he rules on every open finding, then lets play go on.

    Args:
        session: his terminal.
        policy: his ruling on every finding.
    """

    def __init__(self, session: Session, policy: Policy) -> None:
        self.session = session
        self.policy = policy
        self.ruled = GivenRuling()
        self._seen: set[tuple[int, int]] = set()
        self._hanchan = 0

    def look(self, table: Table) -> bool:
        """Rule and resume as needed; return whether nothing is left to do."""
        with self.session.hall.lock:
            findings = [dict(finding) for finding in table.findings]
            stopped = bool(stopped_line(table))
        if len(findings) < len(self._seen):
            self._seen.clear()
            self._hanchan += 1
        done = True
        for number, finding in enumerate(findings):
            key = self._hanchan, number
            if key not in self._seen:
                self._seen.add(key)
                self.ruled.findings[str(finding.get("rule"))] += 1
            if not finding.get("ruling"):
                done = self._rule(number, str(finding.get("grade"))) and done
        if not stopped:
            return done
        if not self._says("resume"):
            return False
        self.ruled.resumed += 1
        return done

    def _rule(self, number: int, grade: str) -> bool:
        if self.policy == "accept" and grade != "judge":
            return self._says(f"accept {number} --yes")
        if self.policy == "accept":  # the rules leave the grade to him
            return self._says(f"change-grade {number} guidance")
        return self._says(f"dismiss {number}")

    def _says(self, order: str) -> bool:
        if self.session.obey(order):
            return True
        self.ruled.refused.append(order)
        return False


class SimulatedJudge:
    """The judge, in threads of his own, until ``stop``.

    Args:
        login: at the broker.
        table: his table.
        policy: his ruling on every finding.
        hold: called from his thread with True while he rules and False afterwards.
        say: takes lines for the log.
    """

    def __init__(
        self,
        login: Credentials,
        table: str,
        policy: Policy,
        *,
        hold: Callable[[bool], None],
        say: Callable[[str], None],
    ) -> None:
        self._news: queue.Queue[str | None] = queue.Queue()
        self._table = table
        self._hold = hold
        self._stopping = threading.Event()
        self._line_of: Callable[[], BrokerLine] = lambda: BrokerLine(login, self._heard, watched=FOLLOWED)
        self._hall = Hall(login.hall)
        self._policy: Policy = policy
        self._say = say
        self._session: Session | None = None
        self.ruled = GivenRuling()
        self._thread = threading.Thread(target=self._run, name="judge at the table", daemon=True)

    def start(self) -> None:
        """Have him come as soon as the broker is up."""
        self._thread.start()

    def stop(self) -> None:
        """Send him home."""
        self._stopping.set()
        self._news.put(None)
        self._thread.join(ANSWERED_WITHIN_S)

    def _heard(self, name: str, topic: str, value: Any) -> None:
        self._hall.note_publication(name, topic, value)
        if name == self._table and topic == "state":
            self._news.put(topic)

    def _run(self) -> None:
        line = self._comes()
        if line is None:
            return
        try:
            self._judges(line)
        finally:
            line.close()

    def _comes(self) -> BrokerLine | None:
        while not self._stopping.is_set():
            line = self._line_of()
            try:
                line.open()
            except JudgeError:
                self._stopping.wait(CONNECT_AGAIN_S)
            else:
                return line
        return None

    def _judges(self, line: BrokerLine) -> None:
        patience: float | None = None
        rulings: Rulings | None = None
        while not self._stopping.is_set():
            with contextlib.suppress(queue.Empty):
                self._news.get(timeout=patience)
            table = self._hall.tables.get(self._table)
            if table is None or not wanted(table):
                patience = None
                continue
            self._hold(True)
            try:
                if rulings is None:
                    session = session_of(self._hall, line, self._table, self._say)
                    rulings = Rulings(session, self._policy)
                    self.ruled = rulings.ruled
                patience = None if rulings.look(table) else LOOK_AGAIN_S
            finally:
                self._hold(False)


def wanted(table: Table) -> bool:
    """Return whether a judge has something to do."""
    return bool(stopped_line(table)) or any(not finding.get("ruling") for finding in table.findings)


def session_of(hall: Hall, line: BrokerLine, table: str, say: Callable[[str], None]) -> Session:
    """Return his terminal at one table, which asks for no confirmation."""
    # Takes long to import, and most games need no judge.
    from hall.judge.session import Session  # noqa: PLC0415

    session = Session(
        hall, line, say=say, confirm=lambda _question: True, by=JUDGE_NAME, wait_s=ANSWERED_WITHIN_S
    )
    session.followed = table
    return session
