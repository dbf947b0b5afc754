"""A day of forty players and eight sessions from the organiser's side, from an empty book to printed sheets."""

import csv
import io
import json
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jantaku.main import main
from tests.hall.tournaments.a_day_stage import START, totals
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.whole_tournament_stage import Desk

PLAYERS = [f"P{number:02}" for number in range(1, 41)]
SESSIONS, TABLES = 8, 10
GONE = {"P07": 3, "P31": 5}
"""The players who leave for good, with the first session that they miss."""
NEVER_THERE = "P12"
"""Has a substitute in session 2."""
POINTS = {"chombo": 20_000}


def some_scores(rng: Random) -> list[int]:
    """Scores of four players, in hundreds; they sum to the points on the table."""
    first, second, third = (rng.randrange(50, 600) * 100 for _ in range(3))
    return [first, second, third, 4 * START - first - second - third]


@pytest.mark.prove(short=False)
@pytest.mark.timeout(300)
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils is not installed")
def test_from_an_empty_book_to_the_sheets(hall: Hall, tmp_path: Path) -> None:
    rng = Random(4008)
    opened = hall.post("anna", "?known=0", {"id": "day", "title": "Ein Tag 一日", "ruleset": "wrc-2015"})
    assert opened.status == 201
    desk = Desk(hall, "day")
    desk.known = 1
    desk.do("anna", "/players", "\n".join(["name", *PLAYERS]).encode(), "text/csv")
    desk.do("anna", "/seats/draw", {"sessions": SESSIONS, "seed": 11})
    earned: dict[str, int] = defaultdict(int)
    for session in range(1, SESSIONS + 1):
        for player in (player for player, since in GONE.items() if since == session):
            desk.do("anna", "/withdrawals", {"player": player, "since": session})
            desk.do("anna", "/seats/repair", {"seed": session})
        play(desk, session, earned, rng)
    appeal(desk, earned)

    whole = desk.whole("vera")
    shown = {each["player"]: each["total"] for each in whole["standings"]["places"]}
    assert {player: shown[player] for player in PLAYERS} == {player: earned[player] for player in PLAYERS}
    placed = [each for each in whole["standings"]["places"] if each["place"]]
    assert [each["total"] for each in placed] == sorted((each["total"] for each in placed), reverse=True)
    assert len(whole["versions"]) == SESSIONS + 1
    look_at_sheets(whole, shown, tmp_path)


def play(desk: Desk, session: int, earned: dict[str, int], rng: Random) -> None:
    """A session: a substitute in the second, a wrong seat in the fourth, a chombo in the sixth."""
    desk.do("anna", f"/sessions/{session}/begin")
    plan = desk.whole()["sessions"][session - 1]["tables"]
    assert len(plan) == TABLES
    if session == 2:
        desk.do(
            "anna", "/sessions/2/substitutes", {"player": NEVER_THERE, "substitute": "Nina", "excused": True}
        )
    if session == 4:
        one, other = plan[0]["players"][1], plan[7]["players"][2]
        desk.do("bob", "/sessions/4/swaps", {"one": one, "other": other})
    if session == 6:
        there = plan[3]["players"][0]
        desk.do(
            "rita", "/penalties", {"session": 6, "player": there, "grade": "chombo", "reason": "false ron"}
        )
        earned[there] -= POINTS["chombo"]
    for each in desk.whole()["sessions"][session - 1]["tables"]:
        scores = some_scores(rng)
        desk.by_hand(session, each["table"], scores)
        desk.do("rita", f"/sessions/{session}/tables/{each['table']}/signature")
        for player, total in zip(each["players"], totals(scores), strict=True):
            earned[player] += total
    desk.do("anna", f"/sessions/{session}/close")


def appeal(desk: Desk, earned: dict[str, int]) -> None:
    """After the last session somebody finds that two scores of the first were swapped."""
    table = desk.whole()["sessions"][0]["tables"][4]
    first, second, *rest = table["scores"]
    for player, total in zip(table["players"], table["totals"], strict=True):
        earned[player] -= total
    right = [second, first, *rest]
    desk.do("anna", "/sessions/1/tables/5/correction", {"scores": right, "why": "exchanged on the sheet"})
    for player, total in zip(table["players"], totals(right), strict=True):
        earned[player] += total


def look_at_sheets(whole: Any, shown: dict[str, int], folder: Path) -> None:
    """Check that the sheets are made from the API's data alone."""
    (folder / "day.json").write_text(json.dumps(whole), encoding="utf-8")
    assert main(["sheets", str(folder / "day.json"), str(folder / "sheets")]) == 0
    sheets = folder / "sheets"
    rows = list(csv.DictReader(io.StringIO((sheets / "standings.csv").read_text("utf-8-sig"))))
    assert {row["Player"] for row in rows} >= set(PLAYERS)
    printed = subprocess.run(
        ["pdftotext", "-layout", str(sheets / "standings.pdf"), "-"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert "Ein Tag 一日" in printed
    assert set(PLAYERS) <= set(printed.split())
    for session in range(1, SESSIONS + 1):
        assert (sheets / f"scores-{session}.pdf").stat().st_size > 1000
    assert (sheets / "cards.pdf").exists()
    assert len(rows) == len(shown)
