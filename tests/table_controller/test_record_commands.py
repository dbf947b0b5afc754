"""History and results of a table with a real journal."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hall.judge.tables.overall import overall_lines
from referee.game import observations
from referee.texts.language import language
from table_controller.commands.catalogue.records import MOST_ENTRIES, Results
from table_controller.commands.desk import CommandDesk
from table_controller.commands.hanchans import MOST_RECORD_BYTES, Hanchans
from tests.table_controller.command_stage import FakeDaemon, ask


def test_history_is_told_with_the_names_of_its_time() -> None:
    """A client that connected later or missed some events asks for them by number."""
    daemon = FakeDaemon()
    ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=["Ada", "Bea", "Cid", "Dan"])
    daemon.deal()
    for _ in range(3):
        daemon.turn("1m")
    answer = ask(daemon, "history", **{"from": 3, "to": 6})
    assert [entry["number"] for entry in answer["entries"]] == [3, 4, 5, 6]
    assert (answer["newest"], answer["next"]) == (8, None)
    assert [entry["text"] for entry in answer["entries"]] == [
        "East (Ada) draws",
        "East (Ada) discards 1m",
        "South (Bea) draws",
        "South (Bea) discards 1m",
    ]
    assert answer["entries"][1]["observation"]["tile"] == "1m"
    assert [entry["number"] for entry in ask(daemon, "history", newest=2)["entries"]] == [7, 8]
    assert ask(daemon, "history", **{"from": 9})["entries"] == []
    assert [entry["number"] for entry in ask(daemon, "history", **{"from": 8, "to": 99})["entries"]] == [8]
    assert ask(FakeDaemon(), "history") == {"ok": True, "entries": [], "newest": 0, "next": None}


def test_a_long_history_comes_in_pieces_without_a_gap() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    while daemon.journal.number < 2 * MOST_ENTRIES + 10:
        daemon.judge(observations.ClockAdvanced())
    numbers: list[int] = []
    at: int | None = 1
    while at is not None:
        answer = ask(daemon, "history", **{"from": at})
        assert len(answer["entries"]) <= MOST_ENTRIES
        assert len(json.dumps(answer)) < 250_000
        numbers += [entry["number"] for entry in answer["entries"]]
        at = answer["next"]
    assert numbers == list(range(1, daemon.journal.number + 1))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"from": 0}, "counted from 1"),
        ({"from": "first"}, "from must be a whole number"),
        ({"newest": 0}, "newest must be 1 to"),
        ({"newest": MOST_ENTRIES + 1}, "newest must be 1 to"),
    ],
)
def test_a_history_asked_for_wrongly(arguments: dict[str, Any], reason: str) -> None:
    assert reason in ask(FakeDaemon().begin("wrc-2015"), "history", **arguments)["error"]


def test_results_of_the_hanchans_of_a_table() -> None:
    daemon = FakeDaemon()
    for names in (["Ada", "Bea", "Cid", "Dan"], ["Bea", "Ada", "Dan", "Cid"]):
        ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=names)
        daemon.deal()
        ask(daemon, "chombo", seat=1, by="anna", text="wall destroyed")
        ask(daemon, "close_hanchan", by="anna")
    ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=["Ada", "Bea", "Cid", "Eve"])
    assert ask(daemon, "foul", rule="late", seat=3, minutes=4)["ok"]
    first, second, third = ask(daemon, "results")["hanchans"]
    assert (first["players"], first["finished"]) == (["Ada", "Bea", "Cid", "Dan"], True)
    assert first["places"] == [1, 1, 1, 1]
    destroyed = {"points": 20, "reason": "wall destroyed", "ruling": "chombo", "judge": "anna"}
    assert first["penalties"] == [{"player": "Bea", **destroyed}]
    assert second["penalties"] == [{"player": "Ada", **destroyed}]
    assert first["overall"] == ["0", "0", "0", "0"]
    assert (third["finished"], third["scores"]) == (False, None)
    late = {"points": 4, "reason": "4 min late", "ruling": "", "judge": ""}  # entered, not ruled on
    assert third["penalties"] == [{"player": "Eve", **late}]
    assert ask(daemon, "results", since="2999-01-01")["hanchans"] == []
    assert "since must be" in ask(daemon, "results", since=3)["error"]
    assert "since must be" in ask(daemon, "results", since="yesterday")["error"]
    later = f"{first['began'][:4]}-01-01T00:00+14:00"
    assert len(ask(daemon, "results", since=later)["hanchans"]) == 3


def test_finished_hanchans_are_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    daemon = FakeDaemon()
    desk = CommandDesk(daemon.table, Hanchans(daemon.journal))
    firsts: list[int] = []
    entries = daemon.journal.entries

    def counted(first: int = 1, last: int | None = None) -> Any:
        firsts.append(first)
        return entries(first, last)

    monkeypatch.setattr(daemon.journal, "entries", counted)

    def results() -> list[Any]:
        return list(asyncio.run(Results().do(desk))["hanchans"])

    assert results() == []
    for number in range(1, 4):
        daemon.begin_hanchan(names=("Ada", "Bea", "Cid", f"Dan {number}"))
        daemon.deal()
        ask(daemon, "chombo", seat=1, by="anna", text="wall destroyed")
        assert [each["players"][3] for each in results()] == [f"Dan {each}" for each in range(1, number + 1)]
        ask(daemon, "close_hanchan", by="anna")
        asked = len(firsts)
        again = results()
        assert [each["finished"] for each in again] == [True] * number
        begins = [
            each.number for each in entries() if isinstance(each.observation, observations.HanchanBegun)
        ]
        assert firsts[asked:] == begins[-1:]
        assert again == ask(daemon, "results")["hanchans"]


def test_results_that_have_no_room_in_one_answer_are_asked_for_in_parts() -> None:
    daemon = FakeDaemon()
    hanchans = Hanchans(daemon.journal)
    hanchans._finished = [
        (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number), _hanchan(number)) for number in range(40)
    ]
    desk = CommandDesk(daemon.table, hanchans)

    def results(**arguments: Any) -> dict[str, Any]:
        return dict(asyncio.run(Results(**arguments).do(desk)))

    answer = results()
    assert 1 < len(answer["hanchans"]) < 40
    assert len(json.dumps(answer)) < MOST_RECORD_BYTES + 200
    found = answer["hanchans"]
    while answer["earlier"] is not None:
        answer = results(until=answer["earlier"])
        found = answer["hanchans"] + found
    assert [each["text"][:3] for each in found] == [f"{number:03}" for number in range(40)]


def _hanchan(number: int) -> Any:
    began = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    return {"began": began.isoformat(), "text": f"{number:03}" + "x" * 20_000}


def test_two_players_of_one_name_are_refused() -> None:
    """Overall scores go by people's names, so the whole hall would have no standings."""
    answer = ask(FakeDaemon(), "begin_hanchan", names=["Aki", "Bea", "Aki", ""])
    assert (answer["ok"], answer["error"]) == (
        False,
        "names has 'Aki' twice: tell the two apart, for example as Aki S. and Aki T.",
    )
    assert ask(FakeDaemon(), "begin_hanchan", names=["", "", "", ""])["ok"]


def test_a_hanchan_that_is_thrown_away_counts_for_nobody() -> None:
    daemon = FakeDaemon()
    names = ["Ada", "Bea", "Cid", "Dan"]
    ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=names)
    daemon.deal()
    ask(daemon, "warn", seat=1)
    ask(daemon, "chombo", seat=1, by="anna")
    daemon.deal()
    assert "close it first" in ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=names)["error"]
    answer = ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=names, force=True, by="anna")
    assert (answer["void"], answer["keeps"]) == (True, "nothing")
    daemon.deal()
    ask(daemon, "chombo", seat=2)
    daemon.deal()
    again = ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=names, force=True, keeps="penalties")
    assert again["ok"], again
    daemon.deal()
    ask(daemon, "close_hanchan")
    hanchans = ask(daemon, "results")["hanchans"]
    assert [(each["void"], each["finished"]) for each in hanchans] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    assert [len(each["penalties"]) for each in hanchans] == [0, 1, 0]
    lines = overall_lines({"t1": hanchans}, language("en").say)
    assert lines[0] == "1 hanchans of 1 tables, 2 void"
    assert [line.split()[1:3] for line in lines[1:]] == [
        ["Ada", "0"],
        ["Bea", "0"],
        ["Dan", "0"],
        ["Cid", "-20"],
    ]


def test_names_that_are_put_right_before_the_first_hand_make_no_second_hanchan() -> None:
    daemon = FakeDaemon()
    ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=["Ada", "Bea", "Cid", "Dan"])
    ask(daemon, "foul", rule="late", seat=3, minutes=4)
    ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=["Ada", "Bea", "Cid", "Eve"])
    first, second = ask(daemon, "results")["hanchans"]
    assert (first["void"], first["finished"], len(first["penalties"])) == (True, False, 1)
    assert not second["void"]
