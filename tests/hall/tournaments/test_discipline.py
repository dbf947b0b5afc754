"""The register of discipline over HTTP: who may fetch it, and what it holds of all tournaments of a hall (SAI 53.8)."""

import csv
import io

from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.held_session import seated

SHEET = "/autumn/sheets/discipline.csv"


def rows(hall: Hall, lang: str = "en") -> list[list[str]]:
    text = hall.get("rita", f"{SHEET}?lang={lang}").body.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_officials_read_the_rulings_of_all_tournaments(hall: Hall) -> None:
    """SAI 53.8: guidance stays on record, in every tournament; a forgotten player's name does not."""
    spring, autumn = seated(hall, "spring", "saikouisen-2025"), seated(hall, "autumn")
    spring.do("anna", "/players", {"players": [{"id": "P03", "name": "Mori"}]})
    ruling = {"session": 1, "player": "P03"}
    spring.do("rita", "/penalties", {**ruling, "grade": "guidance", "reason": "slow"})
    spring.do("rita", "/penalties", {**ruling, "grade": "chombo", "reason": "taken back"})
    spring.do("rita", "/penalties/2/cancellation", {"why": "no foul"})
    autumn.do("anna", "/penalties", {**ruling, "grade": "chombo", "reason": "noten riichi"})
    assert "discipline.csv" in hall.get("rita", "/autumn/sheets").body
    assert rows(hall) == [
        ["Number", "Player", "Tournament", "Session", "Grade", "Reason", "Penalties", "Judge"],
        ["P03", "P03", "Autumn", "1", "chombo", "noten riichi", "20", "anna"],
        ["P03", "Mori", "Spring", "1", "guidance (shidou)", "slow", "0", "rita"],
    ]
    assert [(row[2], row[4]) for row in rows(hall, "ja")] == [
        ("大会", "種類"),
        ("Autumn", "チョンボ"),
        ("Spring", "指導"),
    ]
    assert hall.get("vera", SHEET).status == 403
    autumn.do("anna", "/forget", {"player": "P03"})
    assert [row[:2] for row in rows(hall)[1:]] == [["removed 1", "Player removed"]] * 2
