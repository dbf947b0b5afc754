"""A request is done once however often it is delivered, and its answer is not lost with the line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from table_controller.requests import REMEMBERED, Requests

if TYPE_CHECKING:
    from collections.abc import Callable


class Desk:
    """Does what is asked at once, or keeps it waiting."""

    def __init__(self) -> None:
        self.done: list[tuple[str, dict[str, Any]]] = []
        self.waiting: list[Callable[[dict[str, Any]], None]] = []
        self.slow = False
        self.nudged = 0
        self.requests = Requests(self.command, self.nudge)

    def nudge(self) -> None:
        self.nudged += 1

    def command(self, name: str, arguments: dict[str, Any], reply: Callable[[dict[str, Any]], None]) -> None:
        self.done.append((name, arguments))
        if self.slow:
            self.waiting.append(reply)
        else:
            reply({"ok": True, "number": len(self.done)})

    def answers(self) -> list[tuple[str, bytes | None, dict[str, Any]]]:
        found = []
        while (answered := self.requests.next()) is not None:
            found.append(answered)
        return found


def test_a_request_that_comes_again_is_only_answered_again() -> None:
    desk = Desk()
    for _ in range(3):
        desk.requests.take("paid", b"{}", "answer/anna", b"1")
    assert desk.done == [("paid", {})]
    assert desk.answers() == [("answer/anna", b"1", {"ok": True, "number": 1})] * 3
    assert desk.nudged == 3


def test_while_it_is_being_done_it_is_not_begun_again() -> None:
    desk = Desk()
    desk.slow = True
    desk.requests.take("reset_faults", b"", "answer/anna", b"1")
    desk.requests.take("reset_faults", b"", "answer/anna", b"1")
    assert len(desk.done) == 1
    assert desk.answers() == []
    desk.waiting[0]({"ok": True})
    assert desk.answers() == [("answer/anna", b"1", {"ok": True})]


def test_others_and_other_requests_are_others() -> None:
    desk = Desk()
    for where, what in (("answer/anna", b"1"), ("answer/bea", b"1"), ("answer/anna", b"2")):
        desk.requests.take("paid", b"{}", where, what)
    desk.requests.take("paid", b"{}", "answer/anna", None)
    desk.requests.take("paid", b"{}", "answer/anna", None)
    assert len(desk.done) == 5, "without correlation data nobody can tell"


@pytest.mark.parametrize("payload", [b"[1]", b"3", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_refused(payload: bytes) -> None:
    desk = Desk()
    desk.requests.take("paid", payload, "answer/anna", b"1")
    assert desk.done == []
    ((_, _, answer),) = desk.answers()
    assert answer == {"ok": False, "error": "the payload must be a JSON object"}


def test_who_gives_no_topic_gets_no_answer() -> None:
    desk = Desk()
    desk.requests.take("paid", json.dumps({"by": "anna"}).encode(), None, None)
    assert desk.done == [("paid", {"by": "anna"})]
    assert desk.answers() == []


def test_an_answer_that_could_not_be_sent_is_the_next_again() -> None:
    desk = Desk()
    desk.requests.take("stop", b"{}", "answer/anna", b"1")
    desk.requests.take("resume", b"{}", "answer/anna", b"2")
    first = desk.requests.next()
    assert first is not None
    assert desk.requests.waiting
    desk.requests.put_back(first)
    assert [answer[1] for answer in desk.answers()] == [b"1", b"2"]
    assert not desk.requests.waiting


def test_only_so_many_answers_are_kept() -> None:
    desk = Desk()
    for number in range(REMEMBERED + 1):
        desk.requests.take("paid", b"{}", "answer/anna", str(number).encode())
    desk.requests.take("paid", b"{}", "answer/anna", b"1")
    assert len(desk.done) == REMEMBERED + 1
    desk.requests.take("paid", b"{}", "answer/anna", b"0")
    assert len(desk.done) == REMEMBERED + 2
