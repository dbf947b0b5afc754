"""Commands are carried out once, orders before readings, and one login's commands keep no other login waiting."""

import asyncio
import json
from pathlib import Path
from typing import Any

from bench.stages.jump_loop import in_table_time
from referee.journal.journal import Journal
from table_controller.broker.requests import CommandRequest
from table_controller.commands.declaration import Answer
from table_controller.commands.service.service import WAITING_EACH, Commands
from table_controller.mqtt.messages import noting
from tests.table_controller.command_stage import FakeDaemon
from tests.table_time import table_time
from wording.barred import Aside


def asks(daemon: FakeDaemon, *requests: CommandRequest) -> list[tuple[str, Answer]]:
    """Return the answers in the order in which they came, each with the key of its request."""
    answers: list[tuple[str, Answer]] = []

    async def work() -> None:
        commands = Commands(daemon.table)
        done = asyncio.Event()
        for request in requests:

            def reply(answer: Answer, key: str = request.key) -> None:
                answers.append((key, answer))
                if len(answers) == len(requests):
                    done.set()

            commands.heard(request, reply)
        await done.wait()

    in_table_time(work)
    return answers


def order(key: str, login: str = "anna", name: str = "pause", **arguments: Any) -> CommandRequest:
    return CommandRequest(name, arguments, login, key)


def test_an_order_is_done_once_also_after_a_restart(tmp_path: Path) -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.journal.close()
    daemon.journal = Journal(tmp_path / "journal.sqlite")
    stop = order("anna 01", name="stop", text="a look")
    ((_, first),) = asks(daemon, stop)
    assert first["ok"]
    number = daemon.journal.number
    daemon.journal.close()
    daemon.journal = Journal(tmp_path / "journal.sqlite")
    ((_, again),) = asks(daemon, stop)
    assert again == first
    assert daemon.journal.number == number
    daemon.journal.close()


def test_an_order_whose_answer_was_lost_is_not_done_again() -> None:
    """Killed between entry and answer: the request is recorded in the transaction of its entry."""
    daemon = FakeDaemon().begin("wrc-2015")
    with daemon.journal.on_request("anna 02"):
        daemon.judge(service_stop := _halt())
    assert service_stop.judge == "anna"
    ((_, answer),) = asks(daemon, order("anna 02", name="stop"))
    assert answer == {"ok": True, **noting(Aside.done_before(), "en")}
    assert daemon.journal.number == 3


@table_time
async def test_room_is_for_each_login_and_for_orders_and_readings_apart() -> None:
    commands = Commands(FakeDaemon().begin("wrc-2015").table)
    refused: list[Answer] = []
    for number in range(WAITING_EACH):
        assert commands.room("history", "anna")
        commands.heard(order(str(number), name="history"), lambda _: None)
    assert not commands.room("history", "anna")
    commands.heard(order("more", name="history"), refused.append)
    assert len(refused) == 1
    assert commands.room("stop", "anna")
    assert commands.room("history", "ben")


def _halt() -> Any:
    from referee.game.judge_observations import PlayHalted

    return PlayHalted(judge="anna")


def test_what_was_refused_may_be_asked_again() -> None:
    daemon = FakeDaemon()
    stop = order("anna 03", name="stop")
    ((_, refused),) = asks(daemon, stop)
    assert refused == {
        "ok": False,
        "error": "no hanchan is running",
        "code": "refused.no_hanchan",
        "arguments": {},
    }
    daemon.begin("wrc-2015")
    ((_, answer),) = asks(daemon, stop)
    assert answer["ok"]


def test_orders_go_before_readings_and_logins_take_turns() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    flood = [order(f"v{number}", "viewer", "history", newest=1) for number in range(20)]
    orders = [order(f"a{number}", "anna", "pause", on=True) for number in range(3)]
    answers = [key for key, _ in asks(daemon, *flood, *orders, order("b", "bert", "pause", on=False))]
    assert [key for key in answers if key[0] != "v"] == ["a0", "b", "a1", "a2"]
    assert answers.index("a2") < 6


def test_who_asks_too_much_is_told_so() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    many = [order(f"v{number}", "viewer", "history", newest=1) for number in range(WAITING_EACH + 5)]
    answers = asks(daemon, *many, order("b", "bert", "history", newest=1))
    assert [answer.get("code") for _, answer in answers].count("declined.too_much") == 5
    assert dict(answers)["b"]["ok"]


def test_who_asked_stands_in_the_journal_by_the_login() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    asks(daemon, order("1", "referee", "stop", by="Anna"), order("2", "referee", "resume"))
    assert daemon.sources == ["Anna (referee)", "referee"]


def test_a_command_that_fails_is_answered_and_the_next_one_done(monkeypatch: Any) -> None:
    daemon = FakeDaemon().begin("wrc-2015")

    def fails(_by: str) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(daemon.machine, "pause", fails)
    answers = dict(asks(daemon, order("1"), order("2", name="resolve", id="judge")))
    assert answers["1"]["error"] == "it failed: ZeroDivisionError('oops')"
    assert answers["2"] == {"ok": True}
    assert json.dumps(answers)


def test_no_score_gets_beyond_what_a_table_shows() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    ((_, answer),) = asks(
        daemon, order("1", name="adjust_points", changes=[10_000_000, 0, 0, 0], balanced=False)
    )
    assert not answer["ok"]
    assert answer["error"] == "a score would be more than 9,999,999 points, which no table can show"
    ((_, answer),) = asks(
        daemon, order("2", name="begin_hanchan", force=True, overrides={"flow.start_points": 10**9})
    )
    assert not answer["ok"]
    assert "points are at most 1,000,000" in answer["error"]
