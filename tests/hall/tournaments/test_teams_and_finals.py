"""Teams, a cut to a final and declared tie-breaks, over HTTP; the sums are recomputed here from the tables alone."""

import csv
import io
import subprocess
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from jantaku.main import main
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.whole_tournament_stage import Desk

PLAYED_FIRST = [f"P{number:02}" for number in range(1, 20)]
TEAM_OF = {f"P{number:02}": f"Team {number % 5}" for number in range(1, 21)}
PEOPLE = "name;team\n" + "\n".join(f"{player};{team}" for player, team in TEAM_OF.items())


def opened(hall: Hall, name: str, people: str = PEOPLE, **more: Any) -> Desk:
    body = {"id": name, "title": "Cup", "ruleset": "wrc-2015", "entered_twice": False, **more}
    assert hall.post("anna", "?known=0", body).status == 201
    desk = Desk(hall, name)
    desk.known = 1
    desk.do("anna", "/players", people.encode(), "text/csv")
    return desk


def play(desk: Desk, session: int) -> None:
    """Play a session with scores that differ from table to table, and close it."""
    chance = Random(session)
    for each in desk.whole()["sessions"][session - 1]["tables"]:
        first, second, third = (100 * chance.randint(0, 500) for _ in range(3))
        scores = [first, second, third, 120_000 - first - second - third]
        desk.do("anna", f"/sessions/{session}/tables/{each['table']}/scores", {"scores": scores})
    desk.do("anna", f"/sessions/{session}/close")


def points(desk: Desk, sessions: range) -> dict[str, int]:
    """Add up the totals of everybody who sat at a table of these sessions."""
    found: dict[str, int] = {}
    for session in sessions:
        for table in desk.whole()["sessions"][session - 1]["tables"]:
            for player, total in zip(table["players"], table["totals"], strict=True):
                found[player] = found.get(player, 0) + total
    return found


def standings(desk: Desk) -> dict[str, tuple[int | None, int]]:
    return {each["player"]: (each["place"], each["total"]) for each in desk.whole()["standings"]["places"]}


def sheet(desk: Desk, name: str) -> str:
    made = desk.hall.get("anna", f"{desk.path}/sheets/{name}")
    assert made.status == 200, made.body
    words = ["pdftotext", "-layout", "-", "-"]
    printed: bytes = subprocess.run(words, input=bytes(made.body), capture_output=True, check=True).stdout
    return printed.decode()


def test_teams_are_summed_and_never_meet_at_a_table(hall: Hall) -> None:
    desk = opened(hall, "teams")
    desk.do("anna", "/seats/draw", {"sessions": 5, "seed": 1})
    sitting = [table["players"] for each in desk.whole()["sessions"] for table in each["tables"]]
    assert len(sitting) == 25
    assert all(len({TEAM_OF[player] for player in players}) == 4 for players in sitting)
    absent = sitting[0][0]
    other = next(player for player, team in TEAM_OF.items() if team != TEAM_OF[absent])
    desk.do("anna", "/players", {"players": [{"name": "Stranger", "team": "Team 9", "since": 9}]})
    path = "/sessions/1/substitutes"
    refused = desk.ask("anna", path, {"player": absent, "substitute": "Stranger", "excused": True})
    assert refused.body["error"] == "Stranger plays for another team: Team 9"
    desk.do("anna", path, {"player": absent, "substitute": "Sub", "excused": True})
    desk.do(
        "rita", "/penalties", {"session": 1, "player": other, "grade": "points", "reason": "x", "points": 7}
    )
    play(desk, 1)
    expected = dict.fromkeys(sorted({*TEAM_OF.values()}), 0)
    for player, total in points(desk, range(1, 2)).items():
        expected[TEAM_OF[absent if player == "Sub" else player]] += total
    expected[TEAM_OF[other]] -= 7000
    teams = desk.whole()["standings"]["teams"]
    assert {each["team"]: each["total"] for each in teams} == expected
    assert [each["total"] for each in teams] == sorted(expected.values(), reverse=True)
    assert "Team 3" in sheet(desk, "standings.pdf")
    planned = [table["players"] for table in desk.whole()["sessions"][1]["tables"]]
    one, other = planned[0][0], next(each for each in planned[1] if TEAM_OF[each] == TEAM_OF[planned[0][1]])
    place = planned[1].index(other)
    planned[0][0], planned[1][place] = other, one
    by_hand = desk.ask("anna", "/seats", {"session": 2, "tables": planned})
    assert by_hand.body["error"] == f"session 2: two of the team {TEAM_OF[other]} would meet"


@pytest.mark.parametrize("carried", [100, 50, 0])
def test_a_final_carries_over_what_was_declared(hall: Hall, carried: int) -> None:
    desk = opened(hall, f"final-{carried}")
    desk.do("anna", "/seats/draw", {"sessions": 4, "seed": 1})
    play(desk, 1)
    assert "session 1" not in sheet(desk, "standings.pdf").lower().split("from ")[-1]
    desk.do("anna", "/sessions/2/begin")
    early = desk.ask("anna", "/cuts", {"best": 8, "carried": carried})
    assert early.body["error"] == "close session 2 first"
    play(desk, 2)
    desk.do("anna", "/cuts", {"best": 12, "carried": 100})
    desk.do("anna", "/cuts", {"best": 8, "carried": carried})  # the first was a mistake
    before = standings(desk)
    (number,) = (each["number"] for each in desk.hall.get("anna", f"{desk.path}/entries").body[-1:])
    final = {player for player, (place, _) in before.items() if place is not None and place <= 8}
    assert [each["session"] for each in desk.whole()["sessions"]] == [1, 2]
    desk.do("anna", "/seats/swiss", {"seed": 1})
    tables = desk.whole()["sessions"][2]["tables"]
    assert {player for table in tables for player in table["players"]} == final
    few = [team for team in TEAM_OF.values() if sum(TEAM_OF[player] == team for player in final) == 2]
    for table in tables:
        teams = [TEAM_OF[player] for player in table["players"]]
        assert all(teams.count(team) < 2 for team in few)
    play(desk, 3)
    undone = desk.ask("anna", "/undo", {"first": number, "last": number})
    assert "session 3" in undone.body["error"]
    shown, so_far, after = standings(desk), points(desk, range(1, 3)), points(desk, range(3, 4))
    assert {player: shown[player][1] for player in final} == {
        player: so_far[player] * carried // 100 + after[player] for player in final
    }
    assert {player for player, (place, _) in shown.items() if place is not None and place <= 8} == final
    assert shown.keys() - final == {player for player, (place, _) in shown.items() if place and place > 8}
    so_far_of, after_of = (
        {
            team: sum(total for player, total in each.items() if TEAM_OF[player] == team)
            for team in TEAM_OF.values()
        }
        for each in (so_far, after)
    )
    in_final = {TEAM_OF[player] for player in final}
    shown_teams = {each["team"]: each["total"] for each in desk.whole()["standings"]["teams"]}
    assert shown_teams == {
        team: so_far_of[team] * carried // 100 + after_of[team] if team in in_final else so_far_of[team]
        for team in TEAM_OF.values()
    }
    assert list(shown_teams) == sorted(
        shown_teams, key=lambda team: (team not in in_final, -shown_teams[team])
    )
    assert f"8 players go on from session 3, with {carried} %" in sheet(desk, "standings.pdf")


def test_ties_are_broken_as_declared(hall: Hall) -> None:
    people = "name\n" + "\n".join("ABCD")
    ties = {"ties": "firsts", "then_ties": "last"}
    desk = opened(hall, "ties", people, **ties)
    for session, scores in enumerate(([40_000, 20_000, 35_000, 25_000], [20_000, 40_000, 25_000, 35_000]), 1):
        desk.do("anna", "/seats", {"session": session, "tables": [["A", "B", "C", "D"]]})
        desk.do("anna", f"/sessions/{session}/tables/1/scores", {"scores": scores})
        desk.do("anna", f"/sessions/{session}/close")
    # All have the same total; A and B won a table each, and B the later one.
    assert {player: place for player, (place, _) in standings(desk).items()} == {
        "B": 1,
        "A": 2,
        "D": 3,
        "C": 4,
    }
    text = " ".join(sheet(desk, "standings.pdf").split())
    assert "Ties are broken by more first places, the better last session, in this order." in text


def test_three_tied_players_get_the_same_shares_everywhere(hall: Hall) -> None:
    """M.League: tied players share what their places earn (50 for a shared first); the odd points go to the earlier
    dealers."""
    desk = opened(hall, "tied", "name\n" + "\n".join("ABCD"), ruleset="m-league")
    desk.do("anna", "/seats", {"session": 1, "tables": [["A", "B", "C", "D"]]})
    desk.do("anna", "/sessions/1/tables/1/scores", {"scores": [30_000, 30_000, 30_000, 10_000]})
    desk.do("anna", "/sessions/1/close")
    totals = {"A": 16_667, "B": 16_667, "C": 16_666, "D": -50_000}
    assert sum(totals.values()) == 0
    assert points(desk, range(1, 2)) == totals
    assert {player: total for player, (_, total) in standings(desk).items()} == totals
    for name in ("standings.csv", "results.csv"):
        listed: bytes = desk.hall.get("anna", f"{desk.path}/sheets/{name}").body
        rows = csv.reader(io.StringIO(listed.decode("utf-8-sig")))
        found = {cell: row for row in rows for cell in row if cell in totals}
        assert all(str(Decimal(total) / 1000) in found[player] for player, total in totals.items()), name
    for name in ("standings.pdf", "scores-1.pdf"):
        words = sheet(desk, name).replace("\N{MINUS SIGN}", "-").split()
        assert [words.count(each) >= times for each, times in (("+16.667", 2), ("+16.666", 1))] == [
            True,
            True,
        ]


def seats_of(desk: Desk) -> dict[tuple[int, str], str]:
    """Return, by session and player, the table and the wind, in the terminal's words."""
    return {
        (each["session"], player): f"table {table['table']} {wind}"
        for each in desk.whole()["sessions"]
        for table in each["tables"]
        for wind, player in zip(("East", "South", "West", "North"), table["players"], strict=True)
    }


def test_players_who_do_not_divide_by_four_have_byes_in_turn(
    hall: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    """22 players: two sit out each session, nobody a second time before all have, even after one has left."""
    people = "name\n" + "\n".join(f"P{number:02}" for number in range(1, 23))
    desk = opened(hall, "byes", people, incomplete="byes")
    desk.do("anna", "/seats/draw", {"sessions": 8, "seed": 1})
    byes = [each["byes"] for each in desk.whole()["sessions"]]
    assert [len(each) for each in byes] == [2] * 8
    assert len({player for each in byes for player in each}) == 16
    desk.do("anna", "/sessions/1/begin")
    play(desk, 1)
    assert standings(desk).keys().isdisjoint(byes[0])
    plan = " ".join(sheet(desk, "seating-1.pdf").split())
    assert all(f"{player} Bye" in plan for player in byes[0])
    gone = next(player for player in PLAYED_FIRST if player not in byes[0])
    desk.do("anna", "/withdrawals", {"player": gone, "since": 2})
    before = seats_of(desk)
    path = f"{desk.path}/seats/repair?known={desk.known}&preview=true"
    preview = hall.post("anna", path, {"seed": 1}).body
    assert main(["hall", "tournament", "repair", "byes", "--store", hall.store]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert seats_of(desk) == before, "nothing is entered"
    entered = desk.do("anna", "/seats/repair", {"seed": 1})
    assert [each["entry"]["tables"] for each in preview["entries"]] == [
        each["entry"]["tables"] for each in entered
    ]
    after = seats_of(desk)
    changed = {at for at in before.keys() | after.keys() if before.get(at) != after.get(at)}
    assert {player for _, player in changed} >= {gone}
    assert len({player for _, player in changed}) <= 8, "few cards are printed anew"
    assert len(printed) == len(changed) + 1
    assert f"session 2: {gone} ({gone}), {before[2, gone]} -> no seat" in printed
    later = [each["byes"] for each in desk.whole()["sessions"][1:]]
    assert [len(each) for each in later] == [1] * 7
    assert len({player for each in [byes[0], *later] for player in each}) == 9
    desk.do("anna", "/sessions/2/begin")
    play(desk, 2)
    desk.do("anna", "/seats/swiss", {"seed": 1})
    assert not {*byes[0], *later[0]} & {*desk.whole()["sessions"][2]["byes"]}
