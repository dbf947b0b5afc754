"""Helpers that the tests of random requests share."""

from itertools import count

from tests.hall.tournaments.conftest import Hall

NAMES = count(1)


PLAYERS = [f"P{number}" for number in range(1, 14)]


def begun(hall: Hall) -> str:
    tournament = f"any-{next(NAMES)}"
    opened = {"id": tournament, "title": "Any", "ruleset": "wrc-2015", "entered_twice": False}
    assert hall.post("anna", "?known=0", opened).status == 201
    people = "\n".join(["name,club", *(f"{name},{name[-1]}" for name in PLAYERS)])
    assert hall.post("anna", f"/{tournament}/players?known=1", people.encode(), "text/csv").status == 201
    drawn = {"sessions": 3, "seed": 1}
    assert hall.post("anna", f"/{tournament}/seats/draw?known=14", drawn).status == 201
    return tournament
