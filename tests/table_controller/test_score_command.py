"""``jantaku score``: a hand in words and in JSON, files of hands, and input that is refused."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from table_controller import score_command


def jantaku(*words: str) -> int:
    parser = argparse.ArgumentParser()
    score_command.add_parser(parser.add_subparsers())
    args = parser.parse_args(["score", *words])
    return int(args.run(args))


def test_a_hand_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """MJ, scoring example 1."""
    assert jantaku("123456s 78s 345m 66p", "--win", "9s", "--riichi", "--ruleset", "riichi-mj") == 0
    assert capsys.readouterr().out.splitlines() == [
        "1s 2s 3s 4s 5s 6s 7s 8s 3m 4m 5m 6p 6p + 9s",
        "South in the East round, by ron; Riichi MJ Rule Book",
        "  Riichi              1",
        "  Ittsuu              2",
        "  Pinfu               1",
        "4 han",
        "30 fu: base 20, closed ron 10",
        "Base value 30 x 2^6 = 1920.",
        "The discarder pays 7700.",
    ]


def test_melds_dora_and_fu_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["34m 345s 22p", "--win", "5m", "--meld", "ankan 9999p", "--meld", "666z"]
    assert jantaku(*words, "--tsumo", "--seat", "E", "--dora", "1p") == 0
    said = capsys.readouterr().out
    assert "+ 5m, ankan 9p 9p 9p 9p, pon 6z 6z 6z" in said
    assert "  Hatsu               1\n  Dora                2\n3 han\n" in said
    assert "60 fu: base 20, open pung of 6z 4, concealed kan of 9p 32, tsumo 2 = 58, rounded up" in said
    assert "Mangan.\nEach pays 4000: 12000." in said


def test_yakuman_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["1z 222z", "--win", "1z", "--tsumo", "--meld", "555z", "--meld", "666z", "--meld", "kakan 7777z"]
    assert jantaku(*words) == 0
    said = capsys.readouterr().out
    assert "  Tsuuiisou\n  Daisangen\n  Yakuman do not add up.\n1 yakuman.\n" in said
    assert "The dealer pays 16000, the others 8000 each: 32000." in said
    assert jantaku("111222333444m 5m", "--win", "5m", "--ruleset", "reference-sheet") == 0
    assert "  Suuankou tanki (counts twice)\n2 yakuman.\n" in capsys.readouterr().out


def test_json_and_a_changed_setting(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["234m 567m 067s 2p", "--win", "2p", "--meld", "666p", "--json"]
    assert jantaku(*words) == 0
    assert json.loads(capsys.readouterr().out)["yaku"] == {"tanyao": 1}
    assert jantaku(*words, "--set", "scoring.red_fives=true") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["yaku"] == {"tanyao": 1, "aka_dora": 1}
    assert (answer["han"], answer["fu"], answer["pay"], answer["points"]) == (2, 30, "2000", 2000)
    assert jantaku(*words, "--set", "scoring.open_tanyao=false") == 1
    assert json.loads(capsys.readouterr().out) == {"win": False}


def test_no_win_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert jantaku("234m 567m 345s 2p", "--win", "2p", "--meld", "999p") == 1
    assert "No win" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["234m"], "a hand and --win are needed"),
        (["234m", "--win", "5q"], "not a tile"),
        (["234m", "--win", "5m"], "3 concealed tiles"),
        (["234m 567m 345s 2p", "--win", "2p", "--meld", "run 999p"], "not a kind of meld: 'run'"),
        (["234m", "--win", "5m", "--ruleset", "mine"], "'mine' is not one of"),
        (["234m", "--win", "5m", "--set", "scoring.reds=true"], "scoring.reds: is no setting"),
        (["234m", "--win", "5m", "--set", "scoring.renhou"], "is not KEY=VALUE"),
        (["--batch", "nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_wrong_input_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    assert jantaku(*words) == 2
    assert reason in capsys.readouterr().err


def test_a_file_of_hands_with_expected_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = [
        {"id": "a", "closed": "234m 67m 345s 789p 22p", "win": "8m", "seat_wind": "S"},
        {"id": "b", "closed": "23467m345s789p22p", "win": "8m", "seat_wind": 1, "tsumo": True,
         "expected": {"han": 2, "fu": 20, "pay": "400/700"}},
        {"closed": [16, 20, 24, 4], "win": [5], "aka": False, "round_wind": "E", "seat_wind": "E",
         "melds": [{"type": "pon", "tiles": [124, 125, 126]}, {"type": "chi", "tiles": [40, 44, 48]},
                   {"type": "ankan", "tiles": [0, 1, 2, 3]}],
         "expected": {"han": 2, "fu": 40, "pay": "2000"}},
    ]  # fmt: skip
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n\n")
    assert jantaku("--batch", str(path), "--ruleset", "tenhou") == 1
    out, err = capsys.readouterr()
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["id"] for answer in answers] == ["a", "b", 3]
    assert answers[0]["yaku"] == {"pinfu": 1}
    assert answers[1]["differs"] == []
    assert answers[2]["yaku"] == {"haku": 1}
    assert answers[2]["differs"] == ["han 2", "fu 40", "pay 2000"]
    assert err == "3 hands, 1 of 2 as expected; not: 3\n"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "hands.jsonl:1: "),
        ("[]", "hands.jsonl:1: "),
        ('{"closed": "234m"}', "hands.jsonl:1: 'win' is missing"),
        ('{"closed": [136], "win": "1m"}', "not a tile: 136"),
        ('{"closed": "234m", "win": "1m", "seat_wind": 4}', "not a wind: 4"),
        (
            '{"closed": "1m", "win": "1m", "melds": [{"type": "kita", "tiles": "4z"}]}',
            "not a kind of meld: 'kita'",
        ),
    ],
)
def test_a_bad_line_is_refused_with_its_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, reason: str
) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(line + "\n")
    assert jantaku("--batch", str(path)) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.shared
def test_the_consensus_file_as_a_batch(capsys: pytest.CaptureFixture[str], shared: Path) -> None:
    path = shared / "records/vectors/consensus_hands.jsonl"
    assert jantaku("--batch", str(path), "--ruleset", "tenhou") == 0
    assert capsys.readouterr().err == "12000 hands, 12000 of 12000 as expected\n"
