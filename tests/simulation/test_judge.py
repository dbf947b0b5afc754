"""The simulated judge rules with the words of the terminal, so that a game under any rulebook goes on."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from hall.judge.tables.hall import Hall
from simulation.people.judge import Rulings, session_of, wanted
from simulation.people.policies import JUDGE_NAME
from table_controller.client.connection import Credentials
from table_controller.client.errors import UnansweredError
from wording.misordered import Unreached


@dataclass
class FakeTable:
    """Answers orders as a table does, and publishes its state after each."""

    hall: Hall = field(default_factory=lambda: Hall("home"))
    findings: list[dict[str, Any]] = field(default_factory=list)
    stopped: dict[str, Any] | None = None
    orders: list[tuple[str, int | None, str]] = field(default_factory=list)
    deaf: bool = False
    refuses: str = ""

    def publish(self) -> None:
        state = {"findings": [dict(each) for each in self.findings], "stopped": self.stopped, "seats": []}
        self.hall.note_publication("sim", "state", state)

    def finds(self, rule: str, grade: str, *, stops: bool = False) -> None:
        self.findings.append({"rule": rule, "grade": grade, "seat": 1, "text": "", "ruling": None})
        if stops:
            self.stopped = {"reason": rule, "seat": 1}
        self.publish()

    @property
    def login(self) -> Credentials:
        raise AssertionError("he asks for no film")

    def ask(self, table: str, name: str, arguments: dict[str, Any], wait_s: float) -> dict[str, Any]:
        assert (table, wait_s > 0) == ("sim", True)
        if self.deaf:
            raise UnansweredError(Unreached.closed())
        self.orders.append((name, arguments.get("finding"), arguments["by"]))
        if name == self.refuses:
            return {"ok": False, "error": "it makes no sense now"}
        if name == "resume":
            self.stopped = None
        else:
            self.findings[arguments["finding"]]["ruling"] = name
        self.publish()
        return {"ok": True}


@pytest.fixture
def table() -> FakeTable:
    made = FakeTable()
    made.publish()
    return made


def judge(table: FakeTable, policy: Any) -> Rulings:
    line: Any = table
    return Rulings(session_of(table.hall, line, "sim", lambda _: None), policy)


def test_he_dismisses_what_was_found_and_lets_play_go_on(table: FakeTable) -> None:
    rulings = judge(table, "dismiss")
    assert not wanted(table.hall.table("sim"))
    table.finds("early_draw", "warning")
    table.finds("kuikae", "dead_hand", stops=True)
    assert wanted(table.hall.table("sim"))
    assert rulings.look(table.hall.table("sim"))
    assert table.orders == [
        ("dismiss", 0, JUDGE_NAME),
        ("dismiss", 1, JUDGE_NAME),
        ("resume", None, JUDGE_NAME),
    ]
    assert not wanted(table.hall.table("sim"))
    assert rulings.ruled.in_words("dismiss") == (
        "The simulated judge dismissed: early_draw 1, kuikae 1; play resumed 1 times."
    )


def test_he_accepts_what_the_rules_propose_and_grades_what_they_leave_to_him(table: FakeTable) -> None:
    table.finds("early_draw", "warning")
    table.finds("pace", "judge")
    assert judge(table, "accept").look(table.hall.table("sim"))
    assert [order[:2] for order in table.orders] == [("accept", 0), ("change_grade", 1)]


def test_a_table_that_does_not_answer_is_asked_again(table: FakeTable) -> None:
    rulings = judge(table, "dismiss")
    table.deaf = True
    table.finds("kuikae", "dead_hand", stops=True)
    assert not rulings.look(table.hall.table("sim"))
    table.deaf = False
    assert rulings.look(table.hall.table("sim"))
    assert rulings.ruled.findings == {"kuikae": 1}, "one finding, however often he tries"
    assert rulings.ruled.resumed == 1


def test_a_refusal_is_kept(table: FakeTable) -> None:
    rulings = judge(table, "accept")
    table.refuses = "accept"
    table.finds("false_win", "chombo")
    assert not rulings.look(table.hall.table("sim"))
    assert rulings.ruled.refused == ["accept 0 --yes"]


def test_findings_of_the_next_hanchan_are_others(table: FakeTable) -> None:
    rulings = judge(table, "dismiss")
    table.finds("kuikae", "dead_hand")
    rulings.look(table.hall.table("sim"))
    table.findings.clear()
    table.publish()
    rulings.look(table.hall.table("sim"))
    table.finds("kuikae", "dead_hand")
    rulings.look(table.hall.table("sim"))
    assert rulings.ruled.findings == {"kuikae": 2}
