"""Rare hands in hand-made game records: from the deal to the payments, under every ruleset."""

import json
from pathlib import Path
from typing import Any

import pytest

from jantaku.main import main
from referee.rules.ruleset import Ruleset
from referee.tiles import parse_tiles

NAMES = ("wrc-2015", "riichi-mj", "saikouisen-2025", "scoring-tables", "reference-sheet", "tenhou")
HONOURS = "ESWNPFC"


def mjai_name(tile: str) -> str:
    return HONOURS[int(tile[0]) - 1] if tile[1] == "z" else tile


def mjai_names(tiles: str) -> list[str]:
    suits = [f"{digit}{part[-1]}" for part in tiles.split() for digit in part[:-1]]
    return [mjai_name(tile) for tile in suits]


class Script:
    """A hand as mjai lines. Acts are separated by spaces; only the given hands are known:

    ``0:5z`` seat 0 draws something and discards 5z; ``1+5z`` seat 1 draws 5z; ``1-5z`` discards it; ``2pon55z``,
    ``2kan555z`` take the last discard with these tiles; ``2ankan5555z``; ``dora3m`` an indicator; ``2ron``, ``2tsumo``.
    """

    def __init__(self, start: int, hands: dict[int, str], acts: str) -> None:
        tehais = [mjai_names(hands[seat]) if seat in hands else ["?"] * 13 for seat in range(4)]
        assert all(len(tiles) == 13 for tiles in tehais)
        self.last: tuple[int, str] = (0, "?")
        self.drawn: tuple[int, str] = (0, "?")
        self.lines: list[dict[str, Any]] = [
            {"type": "start_game", "names": ["a", "b", "c", "d"]},
            {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0,
             "scores": [start] * 4, "dora_marker": "9s", "tehais": tehais},
        ]  # fmt: skip
        for act in acts.split():
            self.act(act)
        self.lines += [{"type": "end_kyoku"}]

    def act(self, act: str) -> None:
        if act.startswith("dora"):
            self.lines.append({"type": "dora", "dora_marker": mjai_name(act[4:])})
            return
        seat, rest = int(act[0]), act[1:]
        if rest[0] == ":":
            self.draw(seat, "?")
            self.discard(seat, mjai_name(rest[1:]))
        elif rest[0] == "+":
            self.draw(seat, mjai_name(rest[1:]))
        elif rest[0] == "-":
            self.discard(seat, mjai_name(rest[1:]))
        elif rest in {"ron", "tsumo"}:
            self.lines.append(
                {"type": "hora", "actor": seat, "target": seat if rest == "tsumo" else self.last[0]}
            )
        elif rest.startswith("ankan"):
            self.lines.append({"type": "ankan", "actor": seat, "consumed": mjai_names(rest[5:])})
            self.last = (seat, mjai_names(rest[5:])[0])
        else:
            kind = {"pon": "pon", "kan": "daiminkan"}[rest[:3]]
            target, tile = self.last
            self.lines.append(
                {"type": kind, "actor": seat, "target": target, "pai": tile, "consumed": mjai_names(rest[3:])}
            )

    def draw(self, seat: int, tile: str) -> None:
        self.lines.append({"type": "tsumo", "actor": seat, "pai": tile})
        self.drawn = (seat, tile)

    def discard(self, seat: int, tile: str) -> None:
        self.lines.append(
            {"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": self.drawn == (seat, tile)}
        )
        self.last = (seat, tile)


class Replayed:
    """The result of ``jantaku replay`` on a hand-made record, the same in both views."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def __call__(self, ruleset: str, hands: dict[int, str], acts: str, status: int = 0) -> dict[str, Any]:
        start = Ruleset.read(ruleset).flow.start_points
        path = self.folder / "hand.mjai"
        text = "".join(json.dumps(line) + "\n" for line in Script(start, hands, acts).lines)
        path.write_text(text, encoding="utf-8")
        answers: list[dict[str, Any]] = []
        for view in ("full", "public"):
            assert main(["replay", "--ruleset", ruleset, "--view", view, str(path)]) == status
            (line,) = self.capsys.readouterr().out.splitlines()
            answers.append(json.loads(line))
            assert bool(answers[-1]["findings"]) == bool(status)
        assert answers[0] == answers[1]
        return answers[0]


@pytest.fixture
def replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Replayed:
    return Replayed(tmp_path, capsys)


def only_win(answer: dict[str, Any]) -> dict[str, Any]:
    (win,) = answer["wins"]
    assert isinstance(win, dict)
    return win


def test_the_scripts_tell_tiles_as_the_product_reads_them() -> None:
    assert mjai_names("19m 5p 17z") == ["1m", "9m", "5p", "E", "C"]
    assert len(mjai_names("1112345678999p")) == len(parse_tiles("1112345678999p"))


@pytest.mark.parametrize("name", NAMES)
def test_true_nine_gates(replayed: Replayed, name: str) -> None:
    """WRC 6.5.6, MJ 4.2.5, SAI 48, TAB; REF counts the nine-sided wait twice."""
    answer = replayed(name, {1: "1112345678999p"}, "0:1z 1+9s 1-9s 2:5z 3:4s 0:5p 1ron")
    number = 2 if name == "reference-sheet" else 1
    win = only_win(answer)
    assert win["yakuman"] == ["junsei_chuuren_poutou"] * number
    assert (win["points"], answer["changes"]) == (32000 * number, [-32000 * number, 32000 * number, 0, 0])


@pytest.mark.parametrize("name", NAMES)
def test_nine_gates_by_the_dealer_on_another_wait(replayed: Replayed, name: str) -> None:
    """WRC 6.5.6: any tile completes it; 6.1: the dealer gets 16000 from each."""
    answer = replayed(name, {0: "1113345678999p"}, "0+1z 0-1z 1:2m 2:5z 3:4s 0+2p 0tsumo")
    assert only_win(answer)["yakuman"] == ["chuuren_poutou"]
    assert answer["changes"] == [48000, -16000, -16000, -16000]


@pytest.mark.parametrize("name", NAMES)
def test_all_green_with_a_call(replayed: Replayed, name: str) -> None:
    """WRC 6.5.6, MJ 4.2.5, SAI 48, TAB, REF: open or closed."""
    answer = replayed(name, {1: "223344s 88s 666z 6s 1m"}, "0:8s 1pon88s 1-1m 2:1z 3:6s 1ron")
    assert only_win(answer)["yakuman"] == ["ryuuiisou"]
    assert answer["changes"] == [0, 32000, 0, -32000]


@pytest.mark.parametrize("name", NAMES)
def test_thirteen_orphans_with_thirteen_waits(replayed: Replayed, name: str) -> None:
    """WRC 6.5.6; REF counts it twice."""
    answer = replayed(name, {1: "19m 19p 19s 1234567z"}, "0:2m 1+3m 1-3m 2:4m 3:5m 0:6m 1+7z 1tsumo")
    number = 2 if name == "reference-sheet" else 1
    assert only_win(answer)["yakuman"] == ["kokushi_musou_juusanmen"] * number
    assert answer["changes"] == [points * number for points in (-16000, 32000, -8000, -8000)]


@pytest.mark.parametrize("name", NAMES)
def test_thirteen_orphans_rob_a_concealed_kan(replayed: Replayed, name: str) -> None:
    """WRC 6.5.1, MJ 3.3.7: for thirteen orphans only; SAI 48: only added kans, so the win is a false one."""
    robbed = name != "saikouisen-2025"
    answer = replayed(
        name,
        {1: "19m 19p 19s 123456z 1z"},
        "0:2m 1+3m 1-3m 2+7z 2ankan7777z 1ron",
        status=0 if robbed else 1,
    )
    if robbed:
        assert only_win(answer)["yakuman"] == ["kokushi_musou"]
        assert answer["changes"] == [0, 32000, -32000, 0]
    else:
        assert answer["wins"] == []


@pytest.mark.parametrize(
    ("name", "points", "yaku", "yakuman"),
    [
        ("wrc-2015", 8000, {"renhou": 5}, []),
        ("scoring-tables", 32000, {}, ["renhou"]),
        ("riichi-mj", 1000, {"pinfu": 1}, []),
        ("saikouisen-2025", 1000, {"pinfu": 1}, []),
        ("reference-sheet", 1000, {"pinfu": 1}, []),
        ("tenhou", 1000, {"pinfu": 1}, []),
    ],
)
def test_a_ron_before_the_first_turn(
    replayed: Replayed, name: str, points: int, yaku: dict[str, int], yakuman: list[str]
) -> None:
    """WRC 6.5.4: a mangan, and nothing else counts; TAB: a yakuman; MJ 4.2.6: optional; SAI, REF: none."""
    answer = replayed(name, {2: "234m 67m 345s 789p 22p"}, "0:8m 2ron")
    win = only_win(answer)
    assert (win["yaku"], win["yakuman"]) == (yaku, yakuman)
    assert answer["changes"] == [-points, 0, points, 0]


@pytest.mark.parametrize("name", ["wrc-2015", "scoring-tables"])
def test_a_call_ends_the_first_turns(replayed: Replayed, name: str) -> None:
    """WRC 6.5.4: calls make later blessings invalid."""
    answer = replayed(name, {3: "234m 67m 345s 789p 22p"}, "0:1z 2pon11z 2-8m 3ron")
    assert only_win(answer)["yaku"] == {"pinfu": 1}


@pytest.mark.parametrize("name", NAMES)
def test_a_first_draw_that_completes_the_hand(replayed: Replayed, name: str) -> None:
    """WRC 6.5.6, MJ 4.2.5, SAI 48, TAB, REF: tenhou and chiihou."""
    hand = "234m 567m 345s 999p 2p"
    assert only_win(replayed(name, {0: hand}, "0+2p 0tsumo"))["yakuman"] == ["tenhou"]
    assert only_win(replayed(name, {1: hand}, "0:1z 1+2p 1tsumo"))["yakuman"] == ["chiihou"]
    later = only_win(replayed(name, {2: hand}, "0:1z 3pon11z 3-9s 0:9s 1:9s 2+2p 2tsumo"))
    assert (later["yakuman"], later["yaku"]) == ([], {"menzen_tsumo": 1})


@pytest.mark.parametrize("name", NAMES)
def test_four_consecutive_pungs(replayed: Replayed, name: str) -> None:
    """TAB: suurenkou; elsewhere half flush, all pungs and three concealed pungs, a haneman."""
    answer = replayed(name, {1: "222333444m 55m 5z 9s"}, "0:5m 1pon55m 1-9s 2:1z 3:5z 1ron")
    win = only_win(answer)
    if name == "scoring-tables":
        assert (win["yakuman"], win["points"]) == (["suurenkou"], 32000)
    else:
        assert win["yaku"] == {"toitoi": 2, "sanankou": 2, "honitsu": 2}
        assert (win["han"], win["points"]) == (6, 12000)


@pytest.mark.parametrize("name", NAMES)
def test_three_consecutive_pungs(replayed: Replayed, name: str) -> None:
    """TAB: sanrenkou, two han more."""
    answer = replayed(
        name, {1: "33m 44m 222m 777z 67s 9s"}, "0:3m 1pon33m 1-9s 2:1z 3:1z 0:4m 1pon44m 1-7s 2:1p 3:6s 1ron"
    )
    yaku = {"chun": 1, "toitoi": 2}
    assert only_win(answer)["yaku"] == (yaku | {"sanrenkou": 2} if name == "scoring-tables" else yaku)


@pytest.mark.parametrize(("suit", "yakuman"), [("p", "daisharin"), ("s", "daichikurin"), ("m", "daisuurin")])
def test_big_wheels_by_a_clubs_own_rules(replayed: Replayed, tmp_path: Path, suit: str, yakuman: str) -> None:
    """MJ 4.2.6: optional; a club's file turns it on."""
    club = tmp_path / "club.toml"
    club.write_text(
        'extends = "riichi-mj"\nname = "club"\ntitle = "Club"\n'
        "[scoring]\ndaisharin = true\ndaisharin_every_suit = true\n",
        encoding="utf-8",
    )
    acts = f"0:1z 1+1z 1-1z 2:5z 3:4z 0:8{suit} 1ron"
    hand = {1: f"2233445566778{suit}"}
    answer = replayed(str(club), hand, acts)
    assert only_win(answer)["yakuman"] == [yakuman]
    assert answer["changes"] == [-32000, 32000, 0, 0]
    assert "ryanpeikou" in only_win(replayed("riichi-mj", hand, acts))["yaku"]


DRAGONS = "55z 66z 77z 22m 34s 1m 9m 8p"
THIRD_FROM_NORTH = "0:5z 2pon55z 2-1m 3:6z 2pon66z 2-9m 3:7z 2pon77z 2-8p 3:1s"
WINDS = "11z 22z 33z 44z 5p 1m 9m 8p 8s"
FOURTH_FROM_SOUTH = (
    "0:1z 2pon11z 2-1m 3:2z 2pon22z 2-9m 3:9m 0:3z 2pon33z 2-8p 3:8p 0:8p 1:4z 2pon44z 2-8s 3:1s"
)
NOBODY = "saikouisen-2025"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("end", "liable", "nobody"),
    [
        ("0:5s 2ron", [-16000, 0, 32000, -16000], [-32000, 0, 32000, 0]),
        ("0:1p 1:1p 2+5s 2tsumo", [0, 0, 32000, -32000], [-16000, -8000, 32000, -8000]),
        ("0:1p 1:1p 2+1p 2-1p 3:5s 2ron", [0, 0, 32000, -32000], [0, 0, 32000, -32000]),
    ],
)
def test_who_fed_the_third_dragon_set(
    replayed: Replayed, name: str, end: str, liable: list[int], nobody: list[int]
) -> None:
    """WRC 6.2, MJ 3.3.9 (so TAB and REF), TEN: half of a ron, all of a tsumo; SAI has no liability."""
    answer = replayed(name, {2: DRAGONS}, f"{THIRD_FROM_NORTH} {end}")
    win = only_win(answer)
    assert (win["yakuman"], win["points"]) == (["daisangen"], 32000)
    assert answer["changes"] == win["changes"] == (nobody if name == NOBODY else liable)
    assert win["liable"] == (None if name == NOBODY else 3)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("end", "liable", "nobody"),
    [
        ("0:5p 2ron", [-16000, -16000, 32000, 0], [-32000, 0, 32000, 0]),
        ("0:1p 1:1p 2+5p 2tsumo", [0, -32000, 32000, 0], [-16000, -8000, 32000, -8000]),
    ],
)
def test_who_fed_the_fourth_wind_set(
    replayed: Replayed, name: str, end: str, liable: list[int], nobody: list[int]
) -> None:
    """WRC 6.2, MJ 3.3.9, TEN; REF does not star daisuushii."""
    answer = replayed(name, {2: WINDS}, f"{FOURTH_FROM_SOUTH} {end}")
    assert only_win(answer)["yakuman"] == ["daisuushii"]
    assert answer["changes"] == (nobody if name == NOBODY else liable)


def test_who_fed_the_fourth_kan(replayed: Replayed) -> None:
    """TEN: in a real game of that server, won by self-draw after a fourth kan from a discard, all three paid."""
    acts = "0:1m 2kan111m 2+9m dora1p 2-9m 3:2p 2kan222p 2+9m dora1p 2-9m 3:3s 2kan333s 2+9m dora1p 2-9m 3:7s 2kan777s "
    answer = replayed(
        "tenhou", {2: "111m 222p 333s 777s 5p"}, acts + "2+9s dora1p 2-9s 3:1z 0:1z 1:1z 2+5p 2tsumo"
    )
    assert only_win(answer)["yakuman"] == ["suukantsu"]
    assert answer["changes"] == [-16000, -8000, 32000, -8000]
