"""A request is done once however often it is delivered, its answer goes to the sender, and survives a lost
connection."""

import json
from typing import Any

import pytest

from referee.texts.language import english
from table_controller.broker.requests import (
    ANSWER_BYTES_EACH,
    ANSWERS_EACH,
    REMEMBERED,
    CommandRequest,
    DeliveredMessage,
    Reply,
    Requests,
)
from table_controller.mqtt import gate
from table_controller.mqtt.messages import noting, refusing
from wording.barred import Aside, Barred
from wording.declined import Declined

BELOW = "jantaku/1/home/answer/"
TO = f"{BELOW}anna/1"


class Desk:
    """Does what is asked at once, or keeps the request waiting."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str, dict[str, Any]]] = []
        self.waiting: list[Reply] = []
        self.slow = False
        self.nudged = 0
        self.full: set[tuple[str, str]] = set()
        self.requests = Requests(
            BELOW, self.command, self.nudge, room=self.room, reads=lambda name: name == "history"
        )

    def room(self, name: str, login: str) -> bool:
        return (name, login) not in self.full

    def nudge(self) -> None:
        self.nudged += 1

    def command(self, request: CommandRequest, reply: Reply) -> None:
        self.done.append((request.login, request.name, request.arguments))
        if self.slow:
            self.waiting.append(reply)
        else:
            reply({"ok": True, "number": len(self.done)})

    def hears(
        self,
        name: str = "paid",
        payload: bytes = b"{}",
        to: str | None = TO,
        correlation: bytes | None = b"1",
        login: str | None = "anna",
    ) -> None:
        levels = (name,) if login is None else (login, name)
        self.requests.accept_command(DeliveredMessage(levels, payload, to, correlation))

    def answers(self) -> list[tuple[str, bytes | None, dict[str, Any]]]:
        found: list[tuple[str, bytes | None, dict[str, Any]]] = []
        while (answered := self.requests.next()) is not None:
            found.append((answered.topic, answered.correlation, json.loads(answered.payload)))
        return found


def test_a_request_that_comes_again_is_only_answered_again() -> None:
    desk = Desk()
    for _ in range(3):
        desk.hears()
    assert desk.done == [("anna", "paid", {})]
    assert desk.answers() == [(TO, b"1", {"ok": True, "number": 1})] * 3
    assert desk.nudged == 3


def test_where_no_more_is_taken_the_payload_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    desk.full = {("paid", "anna")}
    read: list[bytes] = []
    parse = gate.mapping_in

    def counted(payload: bytes) -> dict[str, Any]:
        read.append(payload)
        return parse(payload)

    monkeypatch.setattr(gate, "mapping_in", counted)
    desk.hears(payload=b"{" * 60_000)
    ((_, _, answer),) = desk.answers()
    assert (answer["error"], read) == (english(Declined.too_much()), [])
    desk.hears("stop", b'{"text": "a"}', correlation=b"2")
    desk.hears(payload=b'{"text": "b"}', to=f"{BELOW}ben/1", correlation=b"3", login="ben")
    assert (len(read), [login for login, _, _ in desk.done]) == (2, ["anna", "ben"])


def test_while_it_is_being_done_it_is_not_begun_again() -> None:
    desk = Desk()
    desk.slow = True
    desk.hears("reset_faults", b"")
    desk.hears("reset_faults", b"")
    assert len(desk.done) == 1
    assert desk.answers() == []
    desk.waiting[0]({"ok": True})
    assert desk.answers() == [(TO, b"1", {"ok": True})]


def test_others_and_other_requests_are_others() -> None:
    desk = Desk()
    desk.hears()
    desk.hears(to=f"{BELOW}bea/1", login="bea")
    desk.hears(correlation=b"2")
    desk.hears(correlation=None)
    desk.hears(correlation=None)
    assert len(desk.done) == 5, "without correlation data nobody can tell"


@pytest.mark.parametrize("payload", [b"[1]", b"3", b"{", b"\xff", b"[" * 60_000])
def test_what_is_no_object_is_refused(payload: bytes) -> None:
    desk = Desk()
    desk.hears(payload=payload)
    assert desk.done == []
    assert desk.answers() == [(TO, b"1", refusing(Barred.no_object(), "en"))]


@pytest.mark.parametrize(
    "to",
    ["a/+", "#", "jantaku/1/home/7/state", f"{BELOW}bea/1", f"{BELOW}anna", f"{BELOW}anna/+", "x" * 70_000],
)
def test_an_answer_goes_to_nobody_else_and_nothing_is_done(to: str) -> None:
    desk = Desk()
    desk.hears(to=to)
    assert desk.done == []
    assert desk.answers() == []


def test_who_gives_no_topic_gets_no_answer() -> None:
    desk = Desk()
    desk.hears(payload=json.dumps({"by": "anna"}).encode(), to=None, correlation=None)
    assert desk.done == [("anna", "paid", {"by": "anna"})]
    assert desk.answers() == []


def test_a_topic_without_the_login_works_for_one_release_and_says_so() -> None:
    desk = Desk()
    desk.hears(login=None)
    assert desk.done == [("", "paid", {})]
    assert desk.answers() == [(TO, b"1", {"ok": True, "number": 1, **noting(Aside.old_topic(), "en")})]


def test_correlation_data_beyond_a_number_is_refused() -> None:
    desk = Desk()
    desk.hears(correlation=b"x" * 65)
    assert desk.done == []
    ((_, _, answer),) = desk.answers()
    assert answer == refusing(Barred.correlation_too_long(64), "en")


def test_an_answer_that_could_not_be_sent_is_the_next_again() -> None:
    desk = Desk()
    desk.hears("stop")
    desk.hears("resume", correlation=b"2")
    first = desk.requests.next()
    assert first is not None
    assert desk.requests.waiting
    desk.requests.put_back(first)
    assert [answer[1] for answer in desk.answers()] == [b"1", b"2"]
    assert not desk.requests.waiting


def test_only_so_many_answers_wait_for_one_login_and_others_are_served_between() -> None:
    desk = Desk()
    for number in range(ANSWERS_EACH + 100):
        desk.hears(correlation=number.to_bytes(4, "big"))
    desk.hears(to=f"{BELOW}bea/1", login="bea")
    answers = desk.answers()
    assert len(answers) == ANSWERS_EACH + 1
    assert answers[1][0] == f"{BELOW}bea/1"


def test_only_so_many_answers_are_kept() -> None:
    desk = Desk()
    for number in range(REMEMBERED + 1):
        desk.hears(correlation=str(number).encode())
    desk.hears(correlation=b"1")
    assert len(desk.done) == REMEMBERED + 1
    desk.hears(correlation=b"0")
    assert len(desk.done) == REMEMBERED + 2


def test_a_reading_that_comes_again_is_done_again_and_not_kept() -> None:
    desk = Desk()
    for _ in range(2):
        desk.hears("history")
    assert [name for _, name, _ in desk.done] == ["history", "history"]
    assert [answer["number"] for _, _, answer in desk.answers()] == [1, 2]
    assert not desk.requests._answered


def test_long_answers_wait_by_their_bytes() -> None:
    """The number of requests does not matter: 2 MiB for a login, or a single longer answer."""
    desk = Desk()
    desk.slow = True
    for number in range(40):
        desk.hears("history", correlation=str(number).encode())
    for reply in desk.waiting:
        reply({"ok": True, "text": "x" * 200_000})
    assert sum(len(json.dumps(answer)) for _, _, answer in desk.answers()) <= ANSWER_BYTES_EACH
    desk.hears("history")
    desk.waiting[-1]({"ok": True, "text": "x" * (ANSWER_BYTES_EACH + 1)})
    assert len(desk.answers()) == 1
