"""A day of 40 players and 8 rounds, by browser and API, with everything that goes wrong; the standings are also
computed here.

The computation takes the rules of WRC 2015 from the book: 30,000 points, uma 15-5 (5.9.2), chombo 20 points (7.1).
"""

import csv
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from jantaku.main import main
from tests.hall.tournaments.pages_stage import HallPage, Person, comes, hall
from tests.hall.tournaments.whole_tournament_stage import Desk

__all__ = ["hall"]

PLAYERS = [f"P{number:02}" for number in range(1, 41)]
ROUNDS = 8
MISSED = 30
"""Points for missing a hanchan (WRC 7.2)."""
UMA = (15_000, 5_000, -5_000, -15_000)
Table = tuple[list[str], list[int]]


class Day:
    """The organisers' desk, with notes of what really happened: who sat at each table, and their scores."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.chance = Random(40)
        self.notes: dict[tuple[int, int], Table] = {}
        self.lost: dict[str, int] = {}

    def tables(self, session: int) -> list[list[str]]:
        found = self.desk.whole()["sessions"][session - 1]["tables"]
        return [list(each["players"]) for each in found]

    def plays(self, session: int, table: int) -> list[int]:
        """Note the players at a table and their final scores, all different."""
        scores = [0]
        while len({*scores}) < 4:
            first, second, third = (100 * self.chance.randint(0, 500) for _ in range(3))
            scores = [first, second, third, 120_000 - first - second - third]
        self.notes[session, table] = self.tables(session)[table - 1], scores
        return scores

    def enters(self, session: int, tables: range) -> None:
        for table in tables:
            self.desk.by_hand(session, table, self.plays(session, table))

    def standings(self) -> list[tuple[str, int]]:
        """Work out everybody's total from the notes: the score above 30,000, the uma of the place, less penalties."""
        totals = {player: -1000 * self.lost.get(player, 0) for player in PLAYERS}
        for players, scores in self.notes.values():
            for player, score in zip(players, scores, strict=True):
                if player in totals:
                    totals[player] += score - 30_000 + UMA[sorted(scores, reverse=True).index(score)]
        return sorted(totals.items(), key=lambda each: (-each[1], each[0]))


@pytest.mark.prove(short=False)
@pytest.mark.timeout(600)
def test_a_whole_day(browser: Browser, hall: HallPage, tmp_path: Path) -> None:
    body = {"id": "day", "title": "The day", "ruleset": "wrc-2015"}
    assert hall.post("anna", "?known=0", body).status == 201
    desk = Desk(hall, "day")
    desk.known = 1
    desk.do("anna", "/players", "\n".join(["name", *PLAYERS]).encode(), "text/csv")
    desk.do("anna", "/seats/draw", {"sessions": ROUNDS, "seed": 40})
    day, person = Day(desk), comes(browser, hall, "anna", (1366, 900), "en-GB")
    first_round(day, person)
    person.close()
    second_and_third_round(day)
    fourth_to_sixth_round(day)
    last_rounds(day)

    places = [each for each in desk.whole()["standings"]["places"] if each["place"] is not None]
    worked_out = day.standings()
    assert [(each["player"], each["total"]) for each in places] == worked_out
    better = [sum(other > total for _, other in worked_out) for _, total in worked_out]
    assert [each["place"] for each in places] == [1 + each for each in better]
    prints_sheets(desk.whole(), tmp_path)
    person = comes(browser, hall, "vera", (390, 844), "en-GB")
    person.page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#day/standings")
    rows = person.page.locator("main table").first.locator("tbody tr")
    expect(rows.first).to_contain_text(worked_out[0][0])
    assert [
        each[0] in text for each, text in zip(worked_out, rows.all_text_contents()[:40], strict=True)
    ] == [True] * 40
    person.close()


def first_round(day: Day, person: Person) -> None:
    """Anna enters a table on the page with a misread digit, Bob enters it by the API, and she corrects hers."""
    desk, page = day.desk, person.page
    page.goto(f"http://127.0.0.1:{desk.hall.port}/tournaments.html#day/session-1")
    expect(page.locator("[data-operation=begin_session]")).to_be_visible()
    person.enters("begin_session")
    expect(page.locator(".stage")).not_to_be_empty()
    scores = day.plays(1, 1)
    wrong = [scores[1], scores[0], *scores[2:]]
    person.scores("enter_scores", 1, wrong)
    person.entered()
    desk.known = desk.whole()["number"]
    desk.do("bob", "/sessions/1/tables/1/scores", {"scores": scores})
    assert desk.whole()["sessions"][0]["tables"][0]["source"] == "differs"
    expect(page.locator("[data-table='1']")).to_contain_text("Entered differently", timeout=15_000)
    person.scores("enter_scores", 1, scores)
    expect(page.locator("[data-table='1']")).to_contain_text("By hand")
    desk.known = desk.whole()["number"]
    day.enters(1, range(2, 11))
    desk.do("rita", "/sessions/1/tables/1/signature")
    desk.do("anna", "/sessions/1/close")


def second_and_third_round(day: Day) -> None:
    """A substitute for one round; two players in each other's seats, noticed after their tables were entered."""
    desk = day.desk
    desk.do("anna", "/sessions/2/begin")
    absent = day.tables(2)[4][1]
    desk.do("anna", "/sessions/2/substitutes", {"player": absent, "substitute": "Nina", "excused": False})
    day.lost[absent] = day.lost.get(absent, 0) + MISSED
    day.enters(2, range(1, 11))
    assert "Nina" in day.notes[2, 5][0]
    desk.do("anna", "/sessions/2/close")

    desk.do("anna", "/sessions/3/begin")
    day.enters(3, range(1, 11))
    one, other = day.notes[3, 1][0][0], day.notes[3, 2][0][0]
    desk.do("bob", "/sessions/3/swaps", {"one": one, "other": other})
    day.notes[3, 1][0][0], day.notes[3, 2][0][0] = other, one
    desk.do("anna", "/sessions/3/close")


def fourth_to_sixth_round(day: Day) -> None:
    """Somebody goes home; a penalty is cancelled and another stays; a late appeal; the power fails."""
    desk = day.desk
    gone = day.tables(4)[9][3]
    desk.do("anna", "/withdrawals", {"player": gone, "since": 4})
    desk.do("anna", "/seats/repair", {"seed": 40})
    assert "substitute 1" in {player for table in day.tables(8) for player in table}
    desk.do("anna", "/sessions/4/begin")
    mild, hard = day.tables(4)[0][:2]
    for number, player in enumerate((mild, hard), 1):
        given = {"session": 4, "player": player, "grade": "chombo", "reason": "false ron"}
        assert desk.do("rita", "/penalties", given)[0]["entry"]["penalty"] == number
    day.lost[hard] = day.lost.get(hard, 0) + 20
    desk.do("rita", "/penalties/1/cancellation", {"why": "it was a ron"})
    day.enters(4, range(1, 11))
    desk.do("anna", "/sessions/4/close")

    desk.do("anna", "/sessions/5/begin")
    players, scores = day.notes[4, 7]
    scores[0], scores[1] = scores[0] + 200, scores[1] - 200
    correction = {"scores": scores, "why": "a stick was found after the round"}
    desk.do("anna", "/sessions/4/tables/7/correction", correction)
    assert desk.whole()["sessions"][3]["tables"][6]["players"] == players
    day.enters(5, range(1, 6))
    before = desk.whole()
    desk.hall.kill()
    desk.hall.start()
    assert desk.whole() == before
    day.enters(5, range(6, 11))
    desk.do("anna", "/sessions/5/close")


def last_rounds(day: Day) -> None:
    for session in range(6, ROUNDS + 1):
        day.desk.do("anna", f"/sessions/{session}/begin")
        day.enters(session, range(1, 11))
        day.desk.do("anna", f"/sessions/{session}/close")


def prints_sheets(whole: dict[str, Any], folder: Path) -> None:
    """Check that the sheets are made from the API's data alone."""
    (folder / "day.json").write_text(json.dumps(whole), encoding="utf-8")
    assert main(["sheets", str(folder / "day.json"), str(folder / "sheets")]) == 0
    with (folder / "sheets" / "standings.csv").open(encoding="utf-8-sig", newline="") as file:
        printed = [row["Player"] for row in csv.DictReader(file)]
    assert printed == [each["player"] for each in whole["standings"]["places"]]
    assert all((folder / "sheets" / f"scores-{session}.pdf").exists() for session in range(1, ROUNDS + 1))
