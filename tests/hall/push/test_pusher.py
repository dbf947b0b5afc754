"""Each telephone gets the messages that concern it, each once, even after a restart; they go when somebody comes."""

import itertools
import json
import stat
from pathlib import Path
from typing import Any

import pytest

from hall.push import telephones as telephones_file
from hall.push.needs import SETTLED_S, Needs
from hall.push.pusher import Push, Pusher
from hall.push.sending import Delivery, Result
from hall.push.telephones import Occasion, Telephones, TelephonesError
from referee.texts.language import language
from table_controller.mqtt.messages import alert_of_message
from table_controller.mqtt.roles import Login
from tests.hall.push.push_stage import Subscribed
from wording.alerts.declared import TableAlert

CALLED = {
    "stopped": {"reason": "judge_called", "seat": 1, "since_wall_ms": 1},
    "attendant": None,
    "open_findings": 0,
}
QUIET: dict[str, Any] = {"stopped": None, "attendant": None, "open_findings": 0}
JAM = alert_of_message(language("en"), TableAlert.DEAL, TableAlert.deal_broken_off())
LOGINS = {
    "referee": Login("referee", "referee"),
    "mechanic": Login("mechanic", "technician"),
    "viewer": Login("viewer", "viewer"),
    "of-8": Login("of-8", "referee", ("home",), ("8",)),
    "annex": Login("annex", "referee", ("annex",)),
}


class Hall:
    """A hall whose clock jumps, and the messages that it would send."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 100.0
        self.telephones = Telephones(folder / "push.sqlite", lambda: self.now_s)
        self.logins = dict(LOGINS)
        self.log_lines: list[str] = []
        self.restart()

    def restart(self) -> None:
        """Begin again with what is on disk, as after a crash."""
        self.needs = Needs(self.now_s)
        self.pusher = Pusher(
            "home",
            self.telephones,
            login=self.logins.get,
            contact="mailto:club@example.org",
            private=True,
            say=lambda text, _level=0: self.log_lines.append(text),
        )

    def add(self, name: str, number: int = 1, **more: Any) -> Subscribed:
        made = Subscribed(f"https://push.example/{name}/{number}", name, **more)
        self.telephones.add(made.telephone)
        return made

    def card(self, payload: dict[str, Any], table: str = "7") -> None:
        self.needs.heard(table, "telemetry/card", payload, self.now_s)

    def alert(self, name: str, payload: dict[str, Any], table: str = "7") -> None:
        self.needs.heard(table, f"alert/{name}", payload, self.now_s)

    def later(self, seconds: float = SETTLED_S) -> list[Push]:
        self.now_s += seconds
        return self.pusher.due(self.needs, self.now_s)

    def sent(self, pushes: list[Push], result: Result = "taken") -> list[dict[str, Any]]:
        """Give these messages this result; return the log."""
        for push in pushes:
            self.pusher.sent(push, Delivery(result, "why"), self.now_s)
        return [json.loads(push.text) for push in pushes]

    def send_all(self, result: Result = "taken") -> list[dict[str, Any]]:
        """Send all that is due, until nothing is."""
        found, due = [], self.later()
        while due:
            found += self.sent(due, result)
            due = self.later(0.0)
        return found


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_a_call_is_reported_once_and_withdrawn_when_somebody_goes(hall: Hall) -> None:
    hall.add("referee")
    hall.card(CALLED)
    assert hall.later(SETTLED_S / 2) == []
    assert hall.send_all() == [
        {
            "hall": "home",
            "table": "7",
            "tag": "7/call",
            "title": "Table 7",
            "body": "A judge is called",
            "over": False,
        }
    ]
    hall.card({**CALLED, "waited_ms": 5})
    hall.alert("judge", {"id": "judge", "severity": "warning"})
    assert hall.send_all() == []
    hall.card({**CALLED, "attendant": "anna"})
    assert hall.send_all() == [
        {
            "hall": "home",
            "table": "7",
            "tag": "7/call",
            "title": "Table 7",
            "body": "anna goes there",
            "over": True,
        }
    ]
    hall.card(QUIET)
    hall.alert("judge", {})
    assert hall.send_all() == []


def test_play_that_resumes_at_once_wakes_nobody(hall: Hall) -> None:
    """The table withdraws the alert and the stop in two messages, and the judge in one of these."""
    hall.add("referee")
    hall.alert("judge", {"id": "judge"})
    hall.card({**CALLED, "attendant": "anna"})
    assert hall.send_all() == []
    hall.card(QUIET)
    hall.alert("judge", {})
    assert hall.send_all() == []


def test_a_call_that_is_handed_to_nobody_is_another_call(hall: Hall) -> None:
    hall.add("referee")
    hall.card(CALLED)
    assert len(hall.send_all()) == 1
    hall.card({**CALLED, "attendant": "anna"})
    assert [each["over"] for each in hall.send_all()] == [True]
    hall.card(CALLED)
    assert [each["over"] for each in hall.send_all()] == [False]


@pytest.mark.parametrize("restarts", [False, True])
def test_what_a_judge_has_seen_is_not_told_again_when_he_leaves(hall: Hall, *, restarts: bool) -> None:
    """He rules on one of two findings and resumes; the other and the fault of the machine stay for later."""
    hall.add("referee")
    hall.card({**CALLED, "open_findings": 2})
    hall.alert("deal", JAM)
    assert [each["over"] for each in hall.send_all()] == [False] * 4
    hall.card({**CALLED, "open_findings": 2, "attendant": "anna"})
    assert [each["over"] for each in hall.send_all()] == [True] * 4
    if restarts:
        hall.restart()
        hall.alert("deal", JAM)
    hall.card({**QUIET, "open_findings": 1})
    assert hall.send_all() == []
    hall.card({**QUIET, "open_findings": 2})
    assert [each["tag"] for each in hall.send_all()] == ["7/finding-2"]
    hall.card(QUIET)
    hall.alert("deal", {})
    assert [each["tag"] for each in hall.send_all()] == ["7/finding-2"]
    hall.alert("deal", JAM)
    hall.card({**CALLED, "open_findings": 1})
    assert {each["tag"] for each in hall.send_all()} == {"7/finding-1", "7/deal", "7/call"}


def test_each_finding_and_each_alert_that_calls_people_is_told_once(hall: Hall) -> None:
    hall.add("referee", language="ja")
    hall.card({**QUIET, "open_findings": 2})
    hall.alert("deal", JAM)
    hall.alert("line", {"id": "line", "severity": "warning"})
    for name in ("camera", "backup", "disk"):
        hall.alert(name, {"id": name, "severity": "error" if name == "camera" else "warning"})
    messages = hall.send_all()
    assert [(each["tag"], each["title"]) for each in messages] == [
        (f"7/{name}", "卓7") for name in ("finding-1", "finding-2", "deal", "camera", "backup", "disk")
    ]
    assert messages[0]["body"] == "裁定を待つ指摘があります"
    assert messages[2]["body"] == language("ja").say(TableAlert.deal_broken_off().text)
    hall.card({**QUIET, "open_findings": 1})
    hall.alert("deal", {})
    over = hall.send_all()
    assert {(each["tag"], each["over"], each["body"]) for each in over} == {
        ("7/finding-2", True, "対応は不要になりました"), ("7/deal", True, "対応は不要になりました"),
    }  # fmt: skip
    hall.card({**QUIET, "open_findings": 2})
    assert [each["tag"] for each in hall.send_all()] == ["7/finding-2"]


def test_an_alert_of_another_version_is_reported_without_its_text(hall: Hall) -> None:
    hall.add("referee")
    hall.alert(
        "new-motor", {"id": "new-motor", "severity": "error", "code": "alert.new", "arguments": {"x": "Aki"}}
    )
    assert [each["body"] for each in hall.send_all()] == ["The table needs somebody"]


def test_nobody_is_told_more_than_the_login_may_read(hall: Hall) -> None:
    for name in LOGINS:
        hall.add(name)
    hall.card(CALLED)
    hall.alert("deal", JAM)
    hall.card(CALLED, table="8")
    texts: dict[str, set[str]] = {}
    due = hall.later()
    while due:
        for push in due:
            texts.setdefault(push.telephone.login, set()).add("/".join(push.occasion))
        hall.sent(due)
        due = hall.later(0.0)
    assert texts == {"referee": {"7/call", "7/deal", "8/call"}, "mechanic": {"7/deal"}, "of-8": {"8/call"}}
    assert {each.login for each in hall.telephones.all()} == set(LOGINS) - {"annex"}


def test_a_login_that_is_removed_is_told_nothing_more(hall: Hall) -> None:
    hall.add("referee")
    hall.logins.clear()
    hall.card(CALLED)
    assert hall.send_all() == []
    assert hall.telephones.all() == []


@pytest.mark.parametrize("crashed", [True, False], ids=["while it is sent", "afterwards"])
def test_a_restart_tells_nothing_twice(hall: Hall, *, crashed: bool) -> None:
    hall.add("referee")
    hall.card(CALLED)
    due = hall.later()
    assert len(due) == 1
    if not crashed:
        hall.sent(due)
    hall.restart()
    hall.card(CALLED)
    assert hall.send_all() == []
    hall.restart()
    hall.card(QUIET)
    assert [each["over"] for each in hall.send_all()] == [True]


def test_what_ended_while_the_hall_was_off_is_withdrawn(hall: Hall) -> None:
    hall.add("referee")
    hall.card(CALLED)
    assert len(hall.send_all()) == 1
    hall.restart()
    assert hall.later(SETTLED_S / 2) == []
    assert [(each["tag"], each["over"]) for each in hall.send_all()] == [("7/call", True)]
    assert hall.send_all() == []


def test_a_message_that_was_not_taken_is_tried_again_after_longer_and_longer_pauses(hall: Hall) -> None:
    hall.add("referee")
    hall.card(CALLED)
    tries = []
    assert len(hall.sent(hall.later(), "later")) == 1
    for _ in range(200):
        due = hall.later(1.0)
        if due:
            tries.append(hall.now_s)
            hall.sent(due, "later")
    pauses = [later - before for before, later in itertools.pairwise(tries)]
    assert pauses == sorted(pauses)
    assert pauses[0] >= 2
    assert pauses[-1] >= 60
    assert len(hall.log_lines) == 1
    hall.card(QUIET)
    assert hall.later(300.0) == []
    assert hall.send_all() == []


def test_a_pause_that_the_service_asks_for_is_kept(hall: Hall) -> None:
    hall.add("referee")
    hall.card(CALLED)
    (push,) = hall.later()
    hall.pusher.sent(push, Delivery("later", "429", 600.0), hall.now_s)
    assert hall.later(599.0) == []
    assert len(hall.later(2.0)) == 1


def test_a_message_that_may_have_been_taken_is_not_repeated(hall: Hall) -> None:
    hall.add("referee")
    hall.card(CALLED)
    assert len(hall.sent(hall.later(), "unknown")) == 1
    assert hall.later(1000.0) == []
    hall.card(QUIET)
    assert [each["over"] for each in hall.sent(hall.later(1000.0), "unknown")] == [True]
    assert [each["over"] for each in hall.sent(hall.later(1000.0), "taken")] == [True]
    assert hall.later(1000.0) == []


@pytest.mark.parametrize("stands", [CALLED, {**QUIET, "open_findings": 1}], ids=["call", "finding"])
@pytest.mark.parametrize("visited", [False, True])
def test_what_follows_something_whose_end_did_not_arrive_is_reported(
    hall: Hall, stands: dict[str, Any], *, visited: bool
) -> None:
    hall.add("referee")
    hall.card(stands)
    assert len(hall.send_all()) == 1
    hall.card({**stands, "attendant": "anna"} if visited else QUIET)
    assert len(hall.sent(hall.later(), "later")) == 1
    hall.card(QUIET)
    assert len(hall.sent(hall.later(), "later")) == 1
    hall.card(stands)
    assert hall.later() == []
    hall.card(QUIET)
    assert hall.later(1.0) == []
    hall.card(stands)
    hall.now_s += 300.0
    assert [each["over"] for each in hall.send_all()] == [True, False]


def test_one_telephone_that_is_away_holds_up_no_other(hall: Hall) -> None:
    hall.add("referee", 1)
    hall.add("referee", 2)
    hall.card(CALLED)
    away, there = hall.later()
    hall.sent([there])
    hall.card({**CALLED, "open_findings": 1})
    assert [(each.telephone, each.occasion.name) for each in hall.later()] == [(there.telephone, "finding-1")]
    hall.sent([away], "gone")
    assert [each.endpoint for each in hall.telephones.all()] == [there.telephone.endpoint]


def test_the_file_is_for_its_owner_and_keeps_key_and_telephones(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    file = tmp_path / "push.sqlite"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    first = hall.add("referee")
    again = Telephones(file, lambda: hall.now_s)
    assert again.key.der == hall.telephones.key.der
    assert again.all() == [first.telephone]
    hall.now_s += telephones_file.KEPT_S - 1
    again.add(first.telephone)
    hall.now_s += 2
    assert again.all() == [first.telephone]
    hall.now_s += telephones_file.KEPT_S
    assert again.all() == []


def test_telephones_are_bounded(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telephones_file, "MOST", 6)
    for number in range(7):
        hall.now_s += 1
        hall.add("referee", number)
    assert [each.endpoint[-1] for each in hall.telephones.all()] == list("23456")
    hall.add("mechanic", 1)
    hall.now_s += 1
    hall.add("mechanic", 2)
    assert [each.endpoint[-3:] for each in hall.telephones.all()] == [
        "e/3",
        "e/4",
        "e/5",
        "e/6",
        "c/1",
        "c/2",
    ]


def test_what_a_telephone_was_told_is_forgotten_with_it(hall: Hall) -> None:
    one = hall.add("referee")
    assert hall.telephones.claim(one.telephone, Occasion("7", "call"))
    assert not hall.telephones.claim(one.telephone, Occasion("7", "call"))
    hall.telephones.forget(one.endpoint)
    assert not hall.telephones.claim(one.telephone, Occasion("7", "call"))
    assert hall.telephones.states() == {}


def test_a_file_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database" * 100)
    for path in (tmp_path / "text", tmp_path / "nowhere" / "push.sqlite", tmp_path):
        with pytest.raises(TelephonesError, match=str(path)):
            Telephones(path)


def test_a_request_is_one_that_push_services_take(hall: Hall) -> None:
    one = hall.add("referee")
    hall.card(CALLED)
    (push,) = hall.later()
    body, headers = hall.pusher.request(push, 5.0)
    read = one.read(body, headers["Authorization"])
    assert (read["signed"], read["claims"]["aud"], read["text"].encode()) == (
        True,
        "https://push.example",
        push.text,
    )
    assert len(headers["Topic"]) == 32
    hall.sent([push])
    hall.card(QUIET)
    (over,) = hall.later()
    assert hall.pusher.request(over, 5.0)[1]["Topic"] == headers["Topic"]
