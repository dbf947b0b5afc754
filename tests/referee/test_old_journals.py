"""Journals of earlier versions load for ever: they are kept in ``journals/`` with the results of the version that wrote
them.

``judged`` holds two hanchans, under WRC and SAI, with findings, rulings, corrections, an insertion, results and points
entered, stops, the clock, a player replaced, an appeal, and a signal that waits in the inbox. ``played`` is a hand that
the daemon followed on the simulated table, from signals and pictures. The name gives the commit of the program that
wrote a journal. Each line of a file is a statement that makes a table, or a row; only the newest snapshot is kept.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from jantaku.main import main
from referee.encoding.codec import canonical
from referee.encoding.snapshot import encode_state
from referee.folding.state import evolve
from referee.game.events import HanchanEnded
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.journal.verification import verify
from referee.records.journaled import records_of
from tests.referee.old_journals_stage import FOLDER, NAMES, name, place

__all__ = ["name", "place"]


@pytest.fixture
def expected(name: str) -> dict[str, Any]:
    expected_state = json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))
    assert isinstance(expected_state, dict)
    return expected_state


def standing(number: int, state: GameState) -> dict[str, Any]:
    return {
        "number": number,
        "scores": list(state.scores),
        "findings": [[found.rule, found.seat] for found in state.findings],
        "rulings": [[made.ruling, made.seat, made.finding] for made in state.rulings],
    }


def test_one_of_each_kind_is_kept() -> None:
    assert {name.split("-")[0] for name in NAMES} >= {"judged", "played"}


def test_scores_findings_and_rulings_are_what_they_were(place: Path, expected: dict[str, Any]) -> None:
    journal = Journal(place)
    state: GameState | None = None
    steps: list[Any] = []
    ends = []
    for entry in journal.entries():
        for event in entry.events:
            state = evolve(state, event)
            if isinstance(event, HanchanEnded):
                ends.append(standing(entry.number, state))
        if state is not None and (not steps or list(state.scores) != steps[-1][1]):
            steps.append([entry.number, list(state.scores)])
    assert state is not None
    if ends[-1:] != [standing(journal.number, state)]:
        ends.append(standing(journal.number, state))
    assert steps == expected["scores"]
    assert ends == expected["standings"]
    whole, quick = verify(journal), journal.load()
    assert (whole.number, whole.at_ms, whole.wall) == (
        expected["number"],
        expected["at_ms"],
        expected["wall"],
    )
    assert whole.state is not None
    assert quick.state is not None
    assert canonical(encode_state(whole.state)) == canonical(encode_state(quick.state))
    journal.close()


def test_it_is_verified_up_to_the_head_of_then(
    place: Path, expected: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = tmp_path / "head.json"
    head.write_text(json.dumps({"number": expected["number"], "digest": expected["digest"]}))
    assert main(["journal", "verify", "--state", str(place), "--against", str(head)]) == 0
    assert f"{expected['number']} entries are whole" in capsys.readouterr().out


def test_a_table_goes_on_with_it(place: Path, expected: dict[str, Any]) -> None:
    """The inbox and the broker's share are kept, and the next entry follows the last."""
    journal = Journal(place)
    assert [[each.nonce, each.number, each.payload] for each in journal.inbox()] == expected["inbox"]
    assert list(journal.last_signal() or ()) == expected["last_signal"]
    assert journal.acknowledged("broker") == expected["acknowledged"]
    newest = next(journal.entries(journal.number))
    journal.append(newest.observation, ())
    assert verify(journal).number == expected["number"] + 1
    journal.close()


def test_its_games_are_exported(place: Path, expected: dict[str, Any]) -> None:
    journal = Journal(place)
    games = list(records_of((entry.observation, entry.events) for entry in journal.entries()))
    journal.close()
    assert len(games) == len(expected["standings"])
    assert all(game.hands for game in games)
