"""Players are checked in over HTTP; what being late costs is proposed, given by a referee, and given back."""

import time
from typing import Any

from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.held_session import begun_before, seated
from tests.hall.tournaments.whole_tournament_stage import Desk


def session(desk: Desk, who: str = "anna") -> Any:
    return desk.whole(who)["sessions"][0]


def test_from_the_door_to_a_penalty_that_is_given_back(hall: Hall) -> None:
    desk = seated(hall, "door")
    before = int(time.time())
    desk.do("rita", "/sessions/1/arrivals", {"players": ["P01", "P02"]})
    shown = session(desk)
    assert (shown["begun"], shown["signal_s"], shown["proposed"]) == (False, None, [])
    assert {each["player"] for each in shown["arrivals"]} == {"P01", "P02"}
    assert all(before <= each["at_s"] <= time.time() for each in shown["arrivals"])
    desk.do("anna", "/sessions/1/arrivals", {"players": ["P01", "P02"], "here": False})
    assert session(desk)["arrivals"] == []

    begun_before(desk, 190)
    desk.do("anna", "/sessions/1/arrivals", {"players": ["P03"]})
    assert session(desk, "rita")["proposed"] == [{"player": "P03", "minutes": 3, "points": 3}]
    assert session(desk, "vera")["arrivals"] == session(desk, "vera")["proposed"] == []
    desk.do("rita", "/sessions/1/late", {"player": "P03", "minutes": 3})
    assert session(desk)["proposed"] == []
    assert [(each["player"], each["points"]) for each in desk.whole()["penalties"]] == [("P03", 3)]
    desk.do("rita", "/sessions/1/excuses", {"player": "P03", "why": "the train stood"})
    assert desk.whole()["penalties"] == []


def test_all_are_checked_in_or_nobody(hall: Hall) -> None:
    desk = seated(hall, "nobody")
    answer = desk.ask("anna", "/sessions/1/arrivals", {"players": ["P01", "Nina"]})
    assert (answer.status, answer.body["error"]) == (422, "Nina does not sit at any table of session 1")
    assert session(desk)["arrivals"] == []
