"""One clock for a session: real tables at a real broker are set up, hear the start signal, and get extra time."""

import re
import time
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from hall.store.arrival import arrival_of
from hall.store.places import open_store
from referee.game.judge_observations import PlayerReplaced
from referee.game.observations import GongHeard
from referee.judging.rulings.clocks import MINUTE_MS
from table_controller.daemon.game import gong
from tests.hall.judge.hall_stage import Table
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.held_session import begun_before, seated
from tests.hall.tournaments.session_clock_stage import RIGHT, equipped, outcomes_of, tables
from tests.hall.tournaments.whole_tournament_stage import Desk

__all__ = ["tables"]


def left_minutes(table: Table) -> float | None:
    """The minutes left on its clock; None if it has no clock or the clock is paused."""
    sounds_ms = gong.sounds_ms(table.state)
    return None if sounds_ms is None else (sounds_ms - table.daemon.now_ms()) / MINUTE_MS


def test_one_signal_for_all_tables_and_extra_time_for_one(hall: Hall, tables: list[Table]) -> None:
    """No dice before the signal (WRC 8.2)."""
    desk = equipped(hall, "clock")
    plan = desk.whole()["sessions"][0]["tables"]
    assert [each["hall_table"] for each in plan] == ["red", "blue", "", ""]
    both = [("red", True, ""), ("blue", True, "")]
    assert outcomes_of(desk, "anna", "/sessions/1/tables") == both
    assert [list(table.state.names) for table in tables] == [each["players"] for each in plan[:2]]
    assert all(table.state.dice_locked and left_minutes(table) is None for table in tables)
    tables[0].deal()
    assert (tables[0].state.phase, tables[0].state.findings[0].rule) == ("waiting", "dice_out_of_time")

    assert outcomes_of(desk, "anna", "/sessions/1/begin") == both
    tables[0].deal()
    assert tables[0].state.phase == "dealing"
    assert outcomes_of(desk, "rita", "/sessions/1/tables/2/time", {"minutes": 5}) == [("blue", True, "")]
    assert outcomes_of(desk, "rita", "/sessions/1/tables/3/time", {"minutes": 7}) == []
    assert [round(left_minutes(table) or 0) for table in tables] == [90, 95]
    shown = desk.whole("vera")["sessions"][0]
    assert [each["extra_minutes"] for each in shown["tables"]] == [0, 5, 7, 0]
    assert abs(shown["signal_s"] - time.time()) < 60


def test_a_table_that_was_away_gets_the_same_clock_later(hall: Hall, tables: list[Table]) -> None:
    desk = equipped(hall, "away")
    tables[1].daemon.deaf = True
    (red, blue) = outcomes_of(desk, "anna", "/sessions/1/tables")
    assert (red, blue[:2]) == (("red", True, ""), ("blue", False))
    assert "blue" in blue[2]
    tables[1].daemon.deaf = False
    begun_before(desk, 600)
    assert outcomes_of(desk, "anna", "/sessions/1/tables", {"only": [2]}) == [("blue", True, "")]
    assert [each[1] for each in outcomes_of(desk, "anna", "/sessions/1/signal")] == [True, True]
    assert [round(left_minutes(table) or 0) for table in tables] == [80, 80]
    assert (
        "is not waiting for a start signal"
        in outcomes_of(desk, "anna", "/sessions/1/signal", {"only": [1]})[0][2]
    )


def test_no_table_keeps_a_clock_of_an_earlier_session(hall: Hall, tables: list[Table]) -> None:
    """A hanchan is still running at both tables when the next session is set up, which has seats at only one of
    them."""
    desk = equipped(hall, "next")
    outcomes_of(desk, "anna", "/sessions/1/tables")
    outcomes_of(desk, "anna", "/sessions/1/begin")
    for table in tables:
        table.deal()
    for number in range(1, 5):
        desk.by_hand(1, number, RIGHT)
    fewer = [each["players"] for each in desk.whole()["sessions"][1]["tables"]][:1]
    desk.do("anna", "/seats", {"session": 2, "tables": fewer})
    answer = desk.ask("anna", "/sessions/2/tables", {})
    assert answer.body["error"] == "sign first: table 1 of session 1, table 2 of session 1"
    desk.do("rita", "/sessions/1/tables/2/signature")
    answer = desk.ask("anna", "/sessions/2/tables", {"only": [1]})
    assert answer.body["error"] == "sign first: table 1 of session 1"
    assert outcomes_of(desk, "anna", "/sessions/2/tables", {"only": [2]}) == [("blue", True, "")], (
        "its own is signed"
    )
    desk.do("rita", "/sessions/1/tables/1/signature")
    first, other = outcomes_of(desk, "anna", "/sessions/2/tables")
    assert (first[:2], other) == (("red", False), ("blue", True, ""))
    assert "a hanchan is running" in first[2]
    assert tables[1].state.phase == "ended", "and that it has already ended is no problem"
    assert outcomes_of(desk, "anna", "/sessions/2/tables", {"only": [1], "force": True}) == [
        ("red", True, "")
    ]
    assert list(tables[0].state.names) == fewer[0]
    assert [left_minutes(table) for table in tables] == [None, None]


def test_extra_time_that_was_given_before_a_table_was_set_up_is_that_tables_too(
    hall: Hall, tables: list[Table]
) -> None:
    """This also holds for a table that is set up again because its hanchan was thrown away."""
    desk = equipped(hall, "extra")
    outcomes_of(desk, "rita", "/sessions/1/tables/1/time", {"minutes": 5})
    outcomes_of(desk, "anna", "/sessions/1/tables")
    outcomes_of(desk, "rita", "/sessions/1/tables/1/time", {"minutes": 2})
    outcomes_of(desk, "rita", "/sessions/1/tables/2/time", {"minutes": 3})
    outcomes_of(desk, "anna", "/sessions/1/begin")
    assert [round(left_minutes(table) or 0) for table in tables] == [97, 93]
    outcomes_of(desk, "anna", "/sessions/1/tables", {"only": [2], "force": True})
    outcomes_of(desk, "anna", "/sessions/1/signal", {"only": [2]})
    assert round(left_minutes(tables[1]) or 0) == 93
    shown = desk.whole()["sessions"][0]["tables"]
    assert [each["extra_minutes"] for each in shown] == [7, 3, 0, 0]


def test_one_more_hand_for_one_table_until_it_is_dealt(hall: Hall, tables: list[Table]) -> None:
    """WRC 8.2: the hand in play is the last for all other tables."""
    desk = equipped(hall, "hand")
    outcomes_of(desk, "anna", "/sessions/1/tables")
    outcomes_of(desk, "anna", "/sessions/1/begin")
    path, red = "/sessions/1/tables/1/hand", tables[0]
    assert outcomes_of(desk, "rita", path) == [("red", True, "")]
    assert "granted one more hand already" in desk.ask("rita", path, {}).body["error"]
    step = {"first": desk.known, "last": desk.known}
    assert outcomes_of(desk, "anna", "/undo", step) == [("red", True, "")]
    assert not red.state.desk.hand_granted
    assert outcomes_of(desk, "rita", path) == [("red", True, "")]
    step = {"first": desk.known, "last": desk.known}
    outcomes_of(desk, "anna", "/sessions/1/tables", {"only": [1], "force": True})
    outcomes_of(desk, "anna", "/sessions/1/signal", {"only": [1]})
    assert red.state.desk.hand_granted, "the hanchan that took the place of the first has it too"
    red.happens(GongHeard())
    red.deal()
    assert (red.state.hands, red.state.time_called) == (1, True)
    assert "left to be dealt" in desk.ask("anna", "/undo", step).body["error"]
    assert [each["hand_granted"] for each in desk.whole("vera")["sessions"][0]["tables"]] == [
        True,
        *[False] * 3,
    ]


def test_extra_time_that_is_undone_is_taken_back_at_its_table(hall: Hall, tables: list[Table]) -> None:
    desk = equipped(hall, "undone")
    outcomes_of(desk, "anna", "/sessions/1/tables")
    outcomes_of(desk, "anna", "/sessions/1/begin")
    outcomes_of(desk, "rita", "/sessions/1/tables/2/time", {"minutes": 5})
    assert outcomes_of(desk, "anna", "/undo", {"first": desk.known, "last": desk.known}) == [
        ("blue", True, "")
    ]
    assert [round(left_minutes(table) or 0) for table in tables] == [90, 90]


def test_two_players_of_one_name_sit_at_one_table(hall: Hall, tables: list[Table]) -> None:
    """No two people at a table may have the same name, since overall scores go by names; the id tells them apart."""
    desk = equipped(hall, "namesakes")
    plan = [list(each["players"]) for each in desk.whole()["sessions"][0]["tables"]]
    one, other = plan[0][1], plan[0][3]
    for player in (one, other):
        desk.do("anna", "/players", {"players": [{"name": "Ito", "id": player}]})
    assert outcomes_of(desk, "anna", "/sessions/1/tables", {"only": [1]}) == [("red", True, "")]
    assert list(tables[0].state.names) == [plan[0][0], f"Ito ({one})", plan[0][2], f"Ito ({other})"]
    outcomes_of(desk, "anna", "/sessions/1/begin")
    assert [each["wrong"] for each in compared(desk)] == [[], []]


def test_a_table_that_the_hall_does_not_know_is_refused(hall: Hall, tables: list[Table]) -> None:
    """A table is known if it was ever on, or if the hall has its journal; it may be off now."""
    desk = seated(hall, "unknown")
    with closing(open_store(hall.store)) as store:
        store.file([arrival_of("old", b'{"number": 1, "before": "%s"}' % (b"0" * 64))], "2026-11-29")
    answer = desk.ask("anna", "/tables", {"table": 1, "hall_table": "Red"})
    assert answer.status == 422
    words, known = (
        answer.body["error"].removesuffix("; a table is known once it has been switched on").split(", only ")
    )
    assert words == "the hall knows no table called Red"
    assert {"red", "blue", "old"} <= {*re.split(", | and ", known)}
    tables[1].stop()
    for number, name in enumerate(("old", "blue", ""), 1):
        desk.do("anna", "/tables", {"table": number, "hall_table": name})


@pytest.mark.usefixtures("tables")
def test_who_may_not_and_what_makes_no_sense(hall: Hall) -> None:
    desk = equipped(hall, "senseless")
    assert desk.ask("rita", "/sessions/1/begin", {}).status == 403
    for who, path, body, words in (
        ("anna", "/tables", {"table": 3, "hall_table": "red"}, "table 1 is called red in the hall already"),
        ("anna", "/sessions/9/tables", {}, "session 9 has no seats yet"),
        ("anna", "/sessions/1/signal", {}, "session 1 has not begun"),
        ("anna", "/sessions/1/tables", {"only": [1, 3]}, "session 1, table 3: it has no Jantaku"),
        ("anna", "/sessions/1/tables", {"only": [9]}, "session 1, table 9: no such table"),
        ("rita", "/sessions/1/tables/9/time", {"minutes": 3}, "no such table"),
        ("rita", "/sessions/1/tables/1/time", {"minutes": -90}, "no time would be left"),
    ):
        answer = desk.ask(who, path, body)
        assert answer.status == 422
        assert words in answer.body["error"]
    desk.do("anna", "/sessions/1/begin")
    answer = desk.ask("anna", "/sessions/1/signal", {"only": [3]})
    assert answer.body["error"].startswith("session 1, table 3: it has no Jantaku")
    other = seated(hall, "timeless", "riichi-mj")
    answer = other.ask("anna", "/sessions/1/tables/1/time", {"minutes": 3})
    assert answer.body["error"] == "these rules have no time limit"


def test_a_start_signal_taken_back_is_awaited_again(hall: Hall, tables: list[Table]) -> None:
    desk = equipped(hall, "backward")
    outcomes_of(desk, "anna", "/sessions/1/tables")
    outcomes_of(desk, "anna", "/sessions/1/begin")
    number = desk.known
    assert desk.ask("rita", "/undo", {"first": number, "last": number}).status == 403
    assert outcomes_of(desk, "anna", "/undo", {"first": number, "last": number}) == [
        ("red", True, ""),
        ("blue", True, ""),
    ]
    assert all(table.state.desk.signal_awaited for table in tables)
    assert not desk.whole()["sessions"][0]["begun"]
    answer = desk.ask("anna", "/sessions/1/tables/1/journal", {})
    assert "session 1 has not begun" in answer.body["error"]
    seen = hall.post("anna", f"{desk.path}/sessions/2/drop?known={desk.known}&preview=true", {})
    assert (seen.status, seen.body["entries"][0]["entry"]["tables"]) == (200, [])
    refused = hall.post("anna", f"{desk.path}/sessions/1/drop?known={desk.known}&preview=true", {})
    assert refused.status == 422
    assert len(desk.whole()["sessions"]) == 2
    desk.do("anna", "/sessions/2/drop")
    assert len(desk.whole()["sessions"]) == 1
    desk.do("anna", "/seats/draw", {"sessions": 3, "seed": 7})
    desk.do("anna", "/seats/draw", {"sessions": 2, "seed": 7})
    assert len(desk.whole()["sessions"]) == 2


def compared(desk: Desk, who: str = "rita") -> Any:
    answer = desk.hall.get(who, f"{desk.path}/sessions/1/seats")
    assert answer.status == 200, answer.body
    return answer.body


def test_a_wrong_seat_is_reported_and_one_swap_puts_it_right(hall: Hall, tables: list[Table]) -> None:
    """A judge entered at the tables who really sits there; results from before anybody noticed move with the
    players."""
    desk = equipped(hall, "wrong-seat")
    plan = [each["players"] for each in desk.whole()["sessions"][0]["tables"]]
    one, other = plan[0][1], plan[1][2]
    sits: list[list[str]] = [list(plan[0]), list(plan[1])]
    sits[0][1], sits[1][2] = other, one
    for table, names in zip(tables, sits, strict=True):
        first, second, third, fourth = names
        table.do(partial(table.daemon.begin_hanchan, names=(first, second, third, fourth)))
    desk.do("anna", "/sessions/1/begin")
    for who in ("rita", "anna"):
        red, blue = compared(desk, who)
        assert (red["names"], red["running"]) == (sits[0], True)
        assert red["wrong"] == [{"seat": 1, "planned": one, "found": other, "swap": other}]
        assert blue["wrong"] == [{"seat": 2, "planned": other, "found": one, "swap": one}]
    assert hall.get("vera", f"{desk.path}/sessions/1/seats").status == 403
    desk.do("anna", "/sessions/1/swaps", {"one": one, "other": other})
    assert [each["wrong"] for each in compared(desk)] == [[], []]


def test_seats_that_the_hall_gave_tell_nothing_new(hall: Hall, tables: list[Table]) -> None:
    desk = equipped(hall, "given-seats")
    outcomes_of(desk, "anna", "/sessions/1/tables")
    outcomes_of(desk, "anna", "/sessions/1/begin")
    plan = [each["players"] for each in desk.whole()["sessions"][0]["tables"]]
    assert [each["wrong"] for each in compared(desk)] == [[], []]
    desk.do("anna", "/sessions/1/swaps", {"one": plan[0][0], "other": plan[1][0]})
    assert [each["wrong"] for each in compared(desk)] == [[], []]
    tables[0].do(lambda: tables[0].daemon.person_observes(PlayerReplaced(seat=3, name="Nina"), "judge"))
    (wrong,) = compared(desk)[0]["wrong"]
    assert (wrong["seat"], wrong["found"], wrong["swap"]) == (3, "Nina", None)
