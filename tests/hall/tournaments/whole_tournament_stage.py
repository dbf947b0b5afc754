"""Helpers that the tests of whole tournament share."""

from typing import Any

from tests.hall.tournaments.conftest import Answer, Hall

PEOPLE = "\n".join(
    [
        "name;country;club",
        *(f"P{number:02};{'JP' if number % 2 else 'DE'};C{number % 4}" for number in range(1, 17)),
    ]
)


class Desk:
    """An organiser's desk: it knows how many entries the book has."""

    def __init__(self, hall: Hall, tournament: str) -> None:
        self.hall = hall
        self.path = f"/{tournament}"
        self.known = 0

    def ask(self, who: str, path: str, body: Any, kind: str = "application/json") -> Answer:
        answer = self.hall.post(who, f"{self.path}{path}?known={self.known}", body, kind)
        if answer.status == 201:
            self.known = answer.body["number"]
        return answer

    def do(self, who: str, path: str, body: Any = None, kind: str = "application/json") -> Any:
        answer = self.ask(who, path, {} if body is None else body, kind)
        assert answer.status == 201, answer.body
        return answer.body["entries"]

    def whole(self, who: str = "anna") -> Any:
        answer = self.hall.get(who, self.path)
        assert answer.status == 200, answer
        return answer.body

    def by_hand(self, session: int, table: int, scores: list[int]) -> None:
        """Enter the scores by two people."""
        path = f"/sessions/{session}/tables/{table}/scores"
        self.do("anna", path, {"scores": scores})
        self.do("bob", path, {"scores": scores})
