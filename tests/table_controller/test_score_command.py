"""``jantaku score`` for one hand: in words and in JSON, its waits, who pays, and refused input."""

import json

import pytest

from tests.table_controller.score_command_stage import jantaku

DAISANGEN = ["34s 22m", "--win", "5s", "--meld", "555z", "--meld", "666z", "--meld", "kakan 7777z"]


def squeezed(text: str) -> list[str]:
    """Lines with single spaces."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_hand_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """MJ, scoring example 1."""
    assert jantaku("123456s 78s 345m 66p", "--win", "9s", "--riichi", "--ruleset", "riichi-mj") == 0
    assert squeezed(capsys.readouterr().out) == [
        "1s 2s 3s 4s 5s 6s 7s 8s 3m 4m 5m 6p 6p + 9s",
        "South in the East round, by ron; Riichi MJ Rule Book",
        "",
        "Riichi 立直 Ready hand 1 han MJ 4.2.1",
        "Ittsuu 一気通貫 Pure straight 2 han MJ 4.2.2",
        "Pinfu 平和 No points hand 1 han MJ 4.2.1",
        "4 han",
        "",
        "Fuutei 副底 Winning 20 fu MJ 4.1.1",
        "Menzen kafu 門前加符 Ron on a closed hand 10 fu MJ 4.1.1",
        "30 fu",
        "",
        "Base value 30 x 2^6 = 1920 (MJ 4.1.2)",
        "",
        "The discarder pays 7700.",
    ]


def test_columns_stand_below_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    """A Japanese character is two terminal columns wide."""
    jantaku("123456s 78s 345m 66p", "--win", "9s", "--riichi")
    rows = [
        line for line in capsys.readouterr().out.splitlines() if " WRC " in line and line.startswith("  ")
    ]
    assert len(rows) == 5
    places = {line.index("WRC") + sum(ord(char) > 0x2E80 for char in line) for line in rows}
    assert len(places) == 1


def test_melds_dora_fu_and_limit_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["34m 345s 22p", "--win", "5m", "--meld", "ankan 9999p", "--meld", "666z"]
    assert jantaku(*words, "--tsumo", "--seat", "e", "--dora", "1p") == 0
    output = squeezed(capsys.readouterr().out)
    assert output[0].endswith("+ 5m, ankan 9p 9p 9p 9p, pon 6z 6z 6z")
    for line in (
        "Dora ドラ Dora 2 han WRC 6.4",
        "3 han",
        "Ankan 9p 暗槓 Concealed kong 32 fu WRC 6.3",
        "60 fu: 58, rounded up (WRC 6.1)",
        "Kiriage mangan 切り上げ満貫: base value 2000 (WRC 6.1)",
        "Each pays 4000: 12000.",
    ):
        assert line in output


def test_yakuman_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["1z 222z", "--win", "1z", "--tsumo", "--meld", "555z", "--meld", "666z", "--meld", "kakan 7777z"]
    assert jantaku(*words) == 0
    output = squeezed(capsys.readouterr().out)
    assert output[3:7] == [
        "Tsuuiisou 字一色 All honours 1 yakuman WRC 6.5.6",
        "Daisangen 大三元 Big three dragons 1 yakuman WRC 6.5.6",
        "Yakuman do not add up (WRC 6.1, 6.5).",
        "1 yakuman: base value 8000 (WRC 6.1)",
    ]
    assert output[-1] == "The dealer pays 16000, the others 8000 each: 32000."
    assert jantaku("111222333444m 5m", "--win", "5m", "--ruleset", "reference-sheet") == 0
    assert "2 yakuman REF Suuankou, +★ Tanki" in squeezed(capsys.readouterr().out)[3]


@pytest.mark.parametrize("tiles", ["34m 345s 22p 111z", "345m 345s 22p 111z"])
def test_the_winning_tile_may_be_among_the_concealed_ones(
    capsys: pytest.CaptureFixture[str], tiles: str
) -> None:
    assert jantaku(tiles, "--win", "5m", "--meld", "777z", "--json") == 0
    assert json.loads(capsys.readouterr().out)["yaku"] == {"round_wind": 1, "chun": 1}


def test_counters_and_bets(capsys: pytest.CaptureFixture[str]) -> None:
    """WRC 5.7.7: 300 for a counter, 100 from each on a tsumo."""
    hand = ["234m 67m 345s 789p 22p", "--win", "8m", "--honba", "2", "--bets", "1"]
    assert jantaku(*hand) == 0
    assert squeezed(capsys.readouterr().out)[-4:] == [
        "The discarder pays 1000.",
        "With 2 counters (WRC 5.7.7):",
        "The discarder pays 1600.",
        "South gets 2600, 1 bet included (WRC 6.1).",
    ]
    assert jantaku(*hand, "--tsumo", "--ruleset", "saikouisen-2025") == 0
    assert squeezed(capsys.readouterr().out)[-6:] == [
        "The dealer pays 700, the others 400 each: 1500.",
        "With 2 counters (SAI 50.2):",
        "East pays 900.",
        "West pays 600.",
        "North pays 600.",
        "South gets 3100, 1 bet included (SAI 39.12).",
    ]


def test_who_discarded_and_who_is_liable(capsys: pytest.CaptureFixture[str]) -> None:
    """WRC 6.2: a tsumo is paid by the liable player, a ron by both."""
    assert jantaku(*DAISANGEN, "--tsumo", "--liable", "W", "--honba", "1", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["changes"], answer["received"]) == ([0, 32300, -32300, 0], 32300)
    assert jantaku(*DAISANGEN, "--liable", "W", "--from", "E", "--honba", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["changes"] == [-16300, 32300, -16000, 0]
    assert jantaku(*DAISANGEN, "--liable", "W", "--honba", "1") == 0
    assert squeezed(capsys.readouterr().out)[-3:-1] == [
        "The discarder pays 16300.",
        "West, liable, pays 16000.",
    ]


SUUKANTSU = ["2p", "--win", "2p", "--tsumo"] + [
    word for kan in ("1111m", "4444m", "7777p", "9999s") for word in ("--meld", f"daiminkan {kan}")
]
DAISUUSHII = ["2p", "--win", "2p", "--tsumo"] + [
    word for pon in ("111z", "222z", "333z", "444z") for word in ("--meld", pon)
]


@pytest.mark.parametrize(
    ("words", "ruleset", "reason"),
    [
        (SUUKANTSU, "wrc-2015", "no liability for suukantsu (WRC 6.2)"),
        (SUUKANTSU, "riichi-mj", "no liability for suukantsu (MJ 3.3.9)"),
        (SUUKANTSU, "tenhou", "no liability for suukantsu"),
        (SUUKANTSU, "saikouisen-2025", "no liability for suukantsu (cf. WRC 6.2, MJ 3.3.9)"),
        (DAISUUSHII, "saikouisen-2025", "no liability for daisuushii (cf. WRC 6.2, MJ 3.3.9)"),
        ([*DAISANGEN, "--tsumo"], "saikouisen-2025", "no liability for daisangen (cf. WRC 6.2, MJ 3.3.9)"),
    ],
)
def test_a_liability_that_the_rules_do_not_have_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], ruleset: str, reason: str
) -> None:
    """WRC 6.2 has none for four kans, MJ 3.3.9 names two cases, SAI has no such rule; the score itself is unchanged."""
    assert jantaku(*words, "--ruleset", ruleset) == 0
    capsys.readouterr()
    assert jantaku(*words, "--ruleset", ruleset, "--liable", "W") == 2
    out, err = capsys.readouterr()
    assert reason in err
    assert out == ""


@pytest.mark.parametrize(("concealed", "ruleset"), [("5555z", "riichi-mj"), ("7777z", "riichi-mj")])
def test_a_concealed_kan_is_no_called_set(
    capsys: pytest.CaptureFixture[str], concealed: str, ruleset: str
) -> None:
    """MJ 3.3.9: "two called pon of dragon tiles", then a call of the third; WRC 6.2 counts a concealed kong."""
    called = [
        word
        for dragon in ("555z", "666z", "777z")
        if dragon[0] != concealed[0]
        for word in ("--meld", dragon)
    ]
    words = ["34s 22m", "--win", "5s", *called, "--meld", f"ankan {concealed}", "--liable", "W"]
    assert jantaku(*words, "--ruleset", "wrc-2015") == 0
    capsys.readouterr()
    assert jantaku(*words, "--ruleset", ruleset) == 2
    assert "nobody fed the last set of daisangen (MJ 3.3.9)" in capsys.readouterr().err


def test_nobody_feeds_a_set_that_stays_concealed(capsys: pytest.CaptureFixture[str]) -> None:
    """WRC 6.2: "feeds him a third melded pung / kong of dragons"; two called and one in the hand make nobody liable."""
    words = ["777z 34s 22m", "--win", "5s", "--meld", "555z", "--meld", "666z", "--liable", "W"]
    assert jantaku(*words) == 2
    assert "nobody fed the last set of daisangen (WRC 6.2)" in capsys.readouterr().err


def test_json_with_reasons_and_a_changed_setting(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["234m 567m 067s 2p", "--win", "2p", "--meld", "666p", "--json"]
    assert jantaku(*words) == 0
    assert json.loads(capsys.readouterr().out)["yaku"] == {"tanyao": 1}
    assert jantaku(*words, "--set", "scoring.red_fives=true") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["yaku"] == {"tanyao": 1, "aka_dora": 1}
    assert (answer["han"], answer["fu"], answer["pay"], answer["points"]) == (2, 30, "2000", 2000)
    assert answer["changes"] is None
    assert answer["reasons"]["yaku"][0] == {
        "item": "tanyao", "romaji": "Tanyao", "japanese": "断幺九", "english": "All simples", "value": 1,
        "section": "WRC 6.5.1",
    }  # fmt: skip
    assert [(fu["item"], fu.get("tile"), fu["value"]) for fu in answer["reasons"]["fu"]] == [
        ("base", None, 20),
        ("minkou", "6p", 2),
        ("pair_wait", None, 2),
    ]
    assert jantaku(*words, "--set", "scoring.open_tanyao=false") == 1
    assert json.loads(capsys.readouterr().out) == {"win": False, "ruleset": "wrc-2015"}


def test_no_win_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert jantaku("234m 567m 345s 2p", "--win", "2p", "--meld", "999p") == 1
    assert "No win" in capsys.readouterr().out


def test_a_tile_mixed_in(capsys: pytest.CaptureFixture[str]) -> None:
    """WRC 5.6: no pinfu; SAI 45.5: no win."""
    words = ["234m 67m 345s 789p 22p", "--win", "8m", "--tsumo", "--mixed-in", "--json"]
    assert jantaku(*words) == 0
    assert json.loads(capsys.readouterr().out)["yaku"] == {"menzen_tsumo": 1}
    assert jantaku(*words, "--ruleset", "saikouisen-2025") == 1


def test_what_a_hand_waits_for(capsys: pytest.CaptureFixture[str]) -> None:
    """WRC 2.2: a hand that needs a fifth tile of a kind is not tenpai."""
    assert jantaku("23m 99s 567p 123s", "--meld", "ankan 1111m") == 0
    output = capsys.readouterr().out.splitlines()
    assert output[:2] == ["Waits for 4m.", "All four of 1m are its own, so no fifth can complete it."]
    assert output[2].startswith("Tenpai (WRC 2.2)")
    assert jantaku("1m", "--meld", "pon 111m", "--meld", "345p", "--meld", "345p", "--meld", "678s") == 1
    assert "Noten (WRC 2.2)" in capsys.readouterr().out
    assert jantaku("1112345678999m", "--ruleset", "saikouisen-2025", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "ruleset": "saikouisen-2025",
        "tenpai": True,
        "waits": [f"{number}m" for number in range(1, 10)],
        "used_up": [],
        "section": "SAI 52.6",
    }


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "give either a hand"),
        (["234m", "--batch", "hands.jsonl"], "give either a hand"),
        (["234m", "--win", "5q"], "not a tile"),
        (
            ["234m", "--win", "5m"],
            "3 concealed tiles and 0 melds do not make a hand: 13 are needed, or 14 with",
        ),
        (["234m 55p 678s 111z", "--win", "9p", "--meld", "777z"], "9p is not among the 11 concealed tiles"),
        (["234m 5p 678s 111z", "--win", "5p", "--meld", "777z", "--riichi"], "riichi needs a closed hand"),
        (["234m 567m 345s 999p 2p", "--win", "2p", "--ippatsu"], "ippatsu needs riichi"),
        (["234m 567m 345s 999p 2p", "--win", "2p", "--ura", "1m"], "ura dora indicators need riichi"),
        (["234m 567m 345s 999p 2p", "--win", "2p", "--rinshan"], "rinshan needs a tsumo"),
        (["234m 567m 345s 999p 2p", "--win", "2p", "--tsumo", "--rinshan"], "rinshan needs a kan"),
        (["234m 567m 345s 999p 2p", "--win", "2p", "--tsumo", "--chankan"], "chankan is a ron"),
        (["234m 567m 345s 999p 2p", "--win", "2p", "--chankan"], "all four tiles of the kind are in the kan"),
        (["234m 567m 345s 999p 2p", "--win", "2p", "--mixed-in"], "--mixed-in needs --tsumo"),
        (["234m 567m 345s 999p 2p", "--win", "2p", "--first-turn", "--last-tile"], "exclude each other"),
        (["234m 567m 345s 2p", "--win", "2p", "--meld", "run 999p"], "not a kind of meld: 'run'"),
        (["234m 567m 345s 2p", "--win", "2p", "--meld", "135p"], "not a chi"),
        (["222m 567m 345s 999p 2m", "--win", "2m"], "five tiles of a kind"),
        (
            ["222m 567m 345s 9999p", "--win", "2m", "--dora", "9p"],
            "five tiles of a kind, with the indicators: 9p",
        ),
        (["00m 567m 345s 99p 777z", "--win", "9p"], "a set has one red five of a suit: 2 0m"),
        (["234m", "--win", "5m", "--ruleset", "mine"], "'mine' is not one of"),
        (["234m", "--win", "5m", "--set", "scoring.reds=true"], "scoring.reds: is not a setting"),
        (["234m", "--win", "5m", "--set", "scoring.renhou"], "is not KEY=VALUE"),
        (["--batch", "nowhere.jsonl"], "nowhere.jsonl"),
        ([*DAISANGEN, "--tsumo", "--from", "E"], "--from needs --ron"),
        ([*DAISANGEN, "--from", "S"], "the winner neither discards"),
        ([*DAISANGEN, "--liable", "S"], "the winner neither discards"),
        (["234m 567m 345s 777z 2p", "--win", "2p", "--liable", "W"], "a liability is only possible"),
        (["234m 567m 345s 777z 22p"], "--win is needed to score"),
        (["234m 567m 345s 777z"], "12 concealed tiles and 0 melds are no waiting hand"),
        (["22222m 567m 345s 77z"], "five tiles of a kind"),
        (["234m 567m 345s 777z ?"], "is not known"),
    ],
)
def test_wrong_input_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    assert jantaku(*words) == 2
    out, err = capsys.readouterr()
    assert reason in err
    assert out == ""


def test_a_count_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        jantaku("234m 567m 345s 777z 2p", "--win", "2p", "--honba", "-1")
    assert "--honba: '-1' is not a whole number from 0 up" in capsys.readouterr().err
