"""``jantaku score --batch``: files of hands, their answers, and invalid lines."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.table_controller.score_command_stage import jantaku

PINFU = {"id": "a", "closed": "234m 67m 345s 789p 22p", "win": "8m", "seat_wind": "S"}


def file_of(folder: Path, *lines: dict[str, Any]) -> str:
    path = folder / "hands.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n\n", encoding="utf-8")
    return str(path)


def answers(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_each_line_is_answered_in_the_same_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Han and fu of a yakuman are 0; a counted yakuman has its han and no yakuman; only payments may be null or
    zero."""
    path = file_of(
        tmp_path,
        PINFU,
        {"id": 7, "closed": "23467m345s789p22p", "win": "8m", "seat_wind": 1, "tsumo": True},
        {"closed": "23467m345s789p22p", "win": "8m", "tsumo": True},
        {"id": None, "closed": "234m 567m 345s 2p", "win": "2p", "melds": [{"type": "pon", "tiles": "999p"}]},
        {"closed": "234m 567m 345s 999p 2p", "win": "3p"},
        {"closed": "7z", "win": "7z", "seat_wind": 2,
         "melds": [{"type": "ankan", "tiles": f"{number}" * 4 + "z"} for number in range(1, 5)]},
        {"closed": "111345567888m9m", "win": "9m", "seat_wind": 2, "riichi": True, "tsumo": True, "ippatsu": True,
         "dora_ind": "7m7m"},
    )  # fmt: skip
    assert jantaku("--batch", path) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == '{"id":"a","han":1,"fu":30,"yakuman":0,"pay":"1000"}'
    assert answers(out)[1:] == [
        {"id": 7, "han": 2, "fu": 20, "yakuman": 0, "pay": "400/700"},
        {"id": 3, "han": 2, "fu": 20, "yakuman": 0, "pay": "700all"},
        {"id": None, "han": 0, "fu": 0, "yakuman": 0, "pay": None},
        {"id": 5, "han": 0, "fu": 0, "yakuman": 0, "pay": None},
        {"id": 6, "han": 0, "fu": 0, "yakuman": 4, "pay": "128000"},
        {"id": 7, "han": 15, "fu": 40, "yakuman": 0, "pay": "8000/16000"},
    ]
    assert err == "7 hands\n"


def test_the_ruleset_is_tenhou_unless_another_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """WRC 6.1: 4 han 30 fu are a mangan, and a red five is a five; TEN: neither."""
    path = file_of(tmp_path, {"closed": "123456s 78s 340m 66p", "win": "9s", "riichi": True, "seat_wind": 1})
    jantaku("--batch", path)
    jantaku("--batch", path, "--ruleset", "wrc-2015")
    first, second = answers(capsys.readouterr().out)
    assert (first["han"], first["pay"], second["han"], second["pay"]) == (5, "8000", 4, "8000")


def test_expected_answers_are_compared_on_the_error_stream(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = file_of(
        tmp_path,
        PINFU | {"expected": {"han": 1, "fu": 30, "pay": "1000"}},
        PINFU | {"expected": {"yaku": False}},
        {"closed": [16, 20, 24, 4], "win": [5], "aka": False, "round_wind": "E", "seat_wind": "E",
         "melds": [{"type": "pon", "tiles": [124, 125, 126]}, {"type": "chi", "tiles": [40, 44, 48]},
                   {"type": "ankan", "tiles": [0, 1, 2, 3]}],
         "expected": {"han": 2, "fu": 40, "pay": "2000"}},
        PINFU,
    )  # fmt: skip
    assert jantaku("--batch", path) == 1
    out, err = capsys.readouterr()
    assert all(set(answer) == {"id", "han", "fu", "yakuman", "pay"} for answer in answers(out))
    assert err.splitlines() == [
        f"{path}:2: expected no yaku",
        f"{path}:3: expected han 2, fu 40, pay 2000",
        "4 hands, 1 of 3 as expected",
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "Expecting property name"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"closed": "\xff"}', "can't decode"),
        (b'{"closed": "234m"}', "missing required field `win`"),
        (b'{"win": "2m"}', "missing required field `closed`"),
        (b'{"closed": "234m", "win": [4, 5]}', "length <= 1 - at `$.win`"),
        (b'{"closed": [4.0], "win": "1m"}', "Expected `int`, got `float` - at `$.closed[0]`"),
        (b'{"closed": "234m", "win": "2m3m"}', "'win' must be one tile"),
        (b'{"closed": [136], "win": "1m"}', "Expected `int` <= 135 - at `$.closed[0]`"),
        (b'{"closed": [true], "win": "1m"}', "Expected `int`, got `bool` - at `$.closed[0]`"),
        (b'{"closed": "234m", "win": "1m", "seat_wind": 4}', "Expected `int` <= 3 - at `$.seat_wind`"),
        (b'{"closed": "234m", "win": "1m", "seat_wind": [1]}', "got `array` - at `$.seat_wind`"),
        (b'{"closed": "234m", "win": "1m", "tsumo": "no"}', "Expected `bool`, got `str` - at `$.tsumo`"),
        (b'{"closed": "1m", "win": "1m", "melds": 5}', "Expected `array`, got `int` - at `$.melds`"),
        (
            b'{"closed": "1m", "win": "1m", "melds": [{"type": "pon"}]}',
            "missing required field `tiles` - at `$.melds[0]`",
        ),
        (
            b'{"closed": "1m", "win": "1m", "melds": [{"type": "kita", "tiles": "4z"}]}',
            "value 'kita' - at `$.melds[0].type`",
        ),
        (b'{"closed": "234m", "win": "1m"}', "3 concealed tiles and 0 melds"),
        (b'{"closed": "1111m 234m 567m 345s", "win": "1m"}', "five tiles of a kind"),
        (b'{"closed": "1111m 567m 345s 2p 99s", "win": "2p", "dora_ind": "1m"}', "with the indicators: 1m"),
        (b'{"closed": "00m 567m 345s 99p 777z", "win": "9p"}', "a set has one red five of a suit: 2 0m"),
        (b'{"closed": "234m 567m 345s 999p 2p", "win": "2p", "ippatsu": true}', "ippatsu needs riichi"),
        (b'{"closed": "234m 567m 345s 999p 2p", "win": "2p", "ura_ind": "1m"}', "need riichi"),
        (b'{"closed": "234m 567m 345s 999p 2p", "win": "2p", "chankan": true}', "are in the kan"),
        (b'{"closed": "234m 567m 345s 999p 2p", "win": "2p", "haitei": true}', "haitei is a tsumo"),
        (
            b'{"closed": "234m 567m 345s 999p 2p", "win": "2p", "tsumo": true, "houtei": true}',
            "houtei is a ron",
        ),
        (
            b'{"closed": "234m 567m 345s 999p 2p", "win": "2p", "tsumo": true, "seat_wind": 1, "tenhou": true}',
            "tenhou is the dealer's tsumo",
        ),
        (
            b'{"closed": "234m 567m 345s 999p 2p", "win": "2p", "tsumo": true, "chiihou": true}',
            "chiihou is the tsumo of a player who is not the dealer",
        ),
        (
            b'{"closed": "234m 567m 345s 999p 2p", "win": "2p", "renhou": true}',
            "renhou is the ron of a player who is not the dealer",
        ),
        (
            b'{"closed": "234m 567m 345s 2p", "win": "2p", "melds": [{"type": "pon", "tiles": []}]}',
            "not a pon: no tiles",
        ),
        (
            b'{"closed": "234m 567m 345s 678p 2p", "win": "2p", "tsumo": true, "dora_ind": "?"}',
            "a dora indicator is not known",
        ),
    ],
)
def test_a_bad_line_is_refused_after_the_answers_before_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: bytes, reason: str
) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_bytes(json.dumps(PINFU).encode() + b"\n\n" + line + b"\n")
    assert jantaku("--batch", str(path)) == 2
    out, err = capsys.readouterr()
    assert [answer["id"] for answer in answers(out)] == ["a"]
    assert f"{path}:3: " in err
    assert reason in err


@pytest.mark.shared
def test_the_consensus_file_as_a_batch(capsys: pytest.CaptureFixture[str], shared: Path) -> None:
    """Every answer equals that of four engines, in the promised form."""
    path = shared / "records/vectors/consensus_hands.jsonl"
    assert jantaku("--batch", str(path)) == 0
    out, err = capsys.readouterr()
    nothing = {"han": 0, "fu": 0, "yakuman": 0, "pay": None}
    wanted = []
    for line in path.read_text(encoding="utf-8").splitlines():
        hand = json.loads(line)
        expected = {key: value for key, value in hand["expected"].items() if key != "yaku"}
        wanted.append({"id": hand["id"]} | nothing | expected)
    assert answers(out) == wanted
    assert err == "12000 hands, 12000 of 12000 as expected\n"
