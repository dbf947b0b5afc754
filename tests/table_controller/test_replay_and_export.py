"""``jantaku replay`` and ``jantaku export``: what they print and how they end."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.records.mjai import mjai
from referee.records.neutral.record import Discard, WinClaim
from referee.records.reader import parse_record
from referee.tiles import parse_tiles
from simulation.replay import replay
from table_controller.journal import export
from table_controller.journal.place import JOURNAL
from tests.table_controller.replay_and_export_stage import record, run, saved, small_game, tile


@pytest.mark.parametrize("view", ["full", "public"])
@pytest.mark.parametrize("known", [True, False])
def test_a_hand_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], view: str, known: bool
) -> None:
    status = run(replay, "replay", "--view", view, saved(tmp_path, record(known=known)))
    out = capsys.readouterr()
    assert out.err == ""
    assert status == 0
    assert [json.loads(line) for line in out.out.splitlines()] == [
        {
            "game": str(tmp_path / "game.mjson"),
            "hand": "E1",
            "honba": 0,
            "bets": 0,
            "result": "ron",
            "wins": [
                {
                    "seat": 2,
                    "from": 0,
                    "yaku": {"pinfu": 1, "tanyao": 1},
                    "yakuman": [],
                    "han": 2,
                    "fu": 30,
                    "points": 2000,
                    "liable": None,
                    "changes": [-2000, 0, 2000, 0],
                }
            ],
            "changes": [-2000, 0, 2000, 0],
            "scores": [23000, 25000, 27000, 25000],
            "tenpai": [],
            "findings": [],
        }
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [("fu", 40), ("points", 2600), ("yaku", {"pinfu": 1}), ("changes", [-2600, 0, 2600, 0])],
)
def test_a_disagreement_says_game_hand_and_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, value: Any
) -> None:
    game = record()
    hand = game.hands[0]
    acts = tuple(
        replace(act, recorded=act.recorded | {key: value}) if isinstance(act, WinClaim) else act
        for act in hand.acts
    )
    status = run(replay, "replay", saved(tmp_path, replace(game, hands=(replace(hand, acts=acts),))))
    err = capsys.readouterr().err
    assert status == 1
    assert "game.mjson: E1.0, event 11: " in err
    assert key in err


def test_a_finding_is_a_disagreement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = record()
    hand = game.hands[0]
    dealt = (parse_tiles("1134699m1199p19s"), *hand.hands[1:])
    acts = tuple(
        replace(act, tile=tile("7z")) if isinstance(act, Discard) and act.index == 2 else act
        for act in hand.acts
    )
    status = run(
        replay, "replay", saved(tmp_path, replace(game, hands=(replace(hand, hands=dealt, acts=acts),)))
    )
    out = capsys.readouterr()
    assert status == 1
    assert json.loads(out.out)["findings"][0]["rule"] == "tile_not_in_hand"
    assert "tile_not_in_hand" in out.err


def test_an_unreadable_file_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad"
    bad.write_text("no record", encoding="utf-8")
    status = run(replay, "replay", str(bad), str(tmp_path / "missing"), saved(tmp_path, record()))
    out = capsys.readouterr()
    assert status == 2
    assert len(out.out.splitlines()) == 1
    assert "bad: start: not a record" in out.err
    assert "missing" in out.err


def test_an_unknown_ruleset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(replay, "replay", "--ruleset", "house", saved(tmp_path, record())) == 2
    assert "house" in capsys.readouterr().err


def test_another_ruleset_scores_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = run(replay, "replay", "--ruleset", "wrc-2015", saved(tmp_path, replace(record(), overrides={})))
    assert status == 1
    assert "starts with" in capsys.readouterr().err


def test_the_summary_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(replay, "replay", "--summary", saved(tmp_path, record())) == 0
    *hands, closing = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(hands) == closing["summary"]["hands"] == 1
    assert closing["summary"]["games"] == 1
    assert closing["summary"]["wins"] == 1


def test_a_record_that_breaks_off_has_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = record()
    hand = game.hands[0]
    cut = replace(game, final=None, hands=(replace(hand, acts=hand.acts[:6]),))
    assert run(replay, "replay", saved(tmp_path, cut)) == 0
    assert json.loads(capsys.readouterr().out)["result"] is None


@pytest.fixture
def state_folder(tmp_path: Path) -> Path:
    """A state directory with a journal of two games: one whose tiles are all known, one seen at a table."""
    folder = tmp_path / "state"
    folder.mkdir()
    journal = Journal(folder / JOURNAL)
    state: GameState | None = None
    for play in (small_game(known=True), small_game(known=False)):
        for observation in play:
            made, after = advance(state, observation)
            assert after is not None
            journal.append(observation, made, state=after)
            state = after
    journal.close()
    return folder


def test_export_mjai(state_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(export, "export", "--format", "mjai", "--state", str(state_folder), "--game", "1") == 0
    assert parse_record(capsys.readouterr().out).hands == parse_record(mjai.write(record())).hands
    assert run(export, "export", "--format", "mjai", "--state", str(state_folder)) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[1]["tehais"] == [["?"] * 13] * 4
    assert {line["pai"] for line in lines if line["type"] == "tsumo"} == {"?"}
    assert not any(line["tsumogiri"] for line in lines if line["type"] == "dahai")
    hora = next(line for line in lines if line["type"] == "hora")
    assert (hora["actor"], hora["target"], hora["pai"], hora["hora_points"]) == (2, 0, "5p", 2000)
    assert hora["yakus"] == [["tanyaochu", 1], ["pinfu", 1]]
    assert hora["scores"] == [23000, 25000, 27000, 25000]


def test_export_tenhou6(state_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "game.json"
    arguments = ("export", "--format", "tenhou6", "--state", str(state_folder))
    assert run(export, *arguments, "--game", "1", "--output", str(target)) == 0
    log = json.loads(target.read_text(encoding="utf-8"))["log"][0]
    assert log[0] == [0, 0, 0]
    assert log[5:7] == [[41, 25], [60, 60]]
    assert log[16][:3] == [
        "和了",
        [-2000, 0, 2000, 0],
        [2, 0, 2, "30符2飜2000点", "断幺九(1飜)", "平和(1飜)"],
    ]
    assert run(export, *arguments, "--game", "2") == 1
    assert "hand 1: a concealed tile is not known" in capsys.readouterr().err


def test_export_mjlog(state_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("export", "--format", "mjlog", "--state", str(state_folder))
    assert run(export, *arguments, "--game", "1") == 0
    text = capsys.readouterr().out
    assert parse_record(text).hands[0].acts == parse_record(mjai.write(record())).hands[0].acts
    assert parse_record(text).ruleset == "riichi-mj"
    assert 'ten="30,2000,0" yaku="8,1,7,1"' in text
    assert run(export, *arguments, "--game", "2") == 1
    assert "hand 1, event 0: a concealed tile is not known" in capsys.readouterr().err


def test_export_complete_says_what_is_not_known(
    state_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """West opened his hand, but his discard may have been dealt or drawn. The others never showed theirs."""
    arguments = ("export", "--state", str(state_folder), "--complete")
    assert run(export, *arguments, "--format", "mjai") == 0
    out = capsys.readouterr()
    start = json.loads(out.out.splitlines()[1])
    assert start["completed"] == ["unknown", "unknown", "order_chosen", "unknown"]
    assert start["tehais"][0] == ["?"] * 13
    assert "?" not in start["tehais"][2]
    assert "hand 1, West: all tiles known; the order of some draws is chosen" in out.err
    assert "hand 1, East: not opened, so some tiles stay unknown" in out.err
    assert run(export, *arguments, "--format", "tenhou6") == 1
    assert "tenhou6 cannot express any of its hands; hand 1, East: not opened" in capsys.readouterr().err


def test_export_without_a_journal(
    tmp_path: Path, state_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(export, "export", "--format", "mjai", "--state", str(tmp_path)) == 2
    assert "no journal" in capsys.readouterr().err
    assert run(export, "export", "--format", "mjai", "--state", str(state_folder), "--game", "9") == 2
    assert "no game 9" in capsys.readouterr().err
