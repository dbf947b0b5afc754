"""A WRC qualifier from its organiser's side: a tournament under a book with mods, a hanchan, its score sheet."""

import shutil
import subprocess

import pytest

from referee.game.events import HanchanEnded
from referee.rules.ruleset import Ruleset
from simulation.people.bots import play_game
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.held_session import seated

PLAYED = "wrc-2025+2.1+3.2"


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils is not installed")
def test_the_score_sheet_of_a_qualifier_says_which_rules_were_played(hall: Hall) -> None:
    rules = Ruleset.read(PLAYED)
    desk = seated(hall, "quali", PLAYED)
    desk.do("anna", "/sessions/1/begin")
    played = desk.whole()["ruleset"]
    assert (played["name"], played["title"], played["unchecked"]) == (PLAYED, rules.title, rules.unchecked)
    (ended,) = [
        event for _, made in play_game(played, 5) for event in made if isinstance(event, HanchanEnded)
    ]
    desk.by_hand(1, 1, list(ended.scores))
    desk.do("rita", "/sessions/1/tables/1/signature")
    sheet = hall.get("anna", "/quali/sheets/scores-1.pdf").body
    printed = subprocess.run(["pdftotext", "-raw", "-", "-"], input=sheet, capture_output=True, check=True)
    text = " ".join(printed.stdout.decode().split())
    assert rules.title in text
    assert f"{rules.unchecked} values not checked against the book" in text
    assert all(f"{score:,}" in text.replace("\N{MINUS SIGN}", "-") for score in ended.scores)
