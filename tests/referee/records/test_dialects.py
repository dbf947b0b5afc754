"""mjai as other programs write it, and files as other systems store them: the same game is read."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.melds import Meld
from referee.records.mjai import mjai
from referee.records.mjlog import mjlog
from referee.records.neutral.errors import RecordError
from referee.records.neutral.record import (
    Discard,
    DrawnGame,
    GameRecord,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    WinClaim,
)
from referee.records.reader import parse_record, read_record
from referee.records.tenhou6 import tenhou6
from referee.tiles import parse_tiles
from simulation.replay.replay import replay
from tests.referee.records.conftest import plain


def lines(record: GameRecord) -> list[dict[str, Any]]:
    return [json.loads(line) for line in mjai.write(record).splitlines()]


def text(found: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(line) for line in found)


def as_mortal(line: dict[str, Any]) -> dict[str, Any]:
    """The fields that akochan and Mortal know."""
    kept = {
        "start_game": ("type", "names"),
        "start_kyoku": (
            "type",
            "bakaze",
            "dora_marker",
            "kyoku",
            "honba",
            "kyotaku",
            "oya",
            "scores",
            "tehais",
        ),
        "reach_accepted": ("type", "actor"),
        "hora": ("type", "actor", "target", "deltas", "uradora_markers"),
        "ryukyoku": ("type", "deltas"),
        "end_game": ("type",),
    }.get(line["type"])
    found = line if kept is None else {key: line[key] for key in kept if key in line}
    if "uradora_markers" in found:
        found["ura_markers"] = found.pop("uradora_markers")
    return found


def without_acceptance(line: dict[str, Any]) -> dict[str, Any]:
    return {"type": "none"} if line["type"] == "reach_accepted" else line


def with_silence(line: dict[str, Any]) -> dict[str, Any]:
    return line | {"possible_actions": [], "meta": {"q_values": [1.5]}}


@pytest.mark.parametrize("dialect", [as_mortal, without_acceptance, with_silence])
def test_dialects_of_mjai_are_judged_alike(games: list[GameRecord], dialect: Any) -> None:
    """The winner's hand, the winning tile, the reason for a draw and the bets are worked out from the rest."""
    wins = 0
    for record in games[:6]:
        back = parse_record(text([dialect(line) for line in lines(record)]))
        for ours, theirs in zip(record.hands, back.hands, strict=True):
            assert [(type(act), getattr(act, "seat", None)) for act in ours.acts] == [
                (type(act), getattr(act, "seat", None)) for act in theirs.acts
            ]
            for act, other in zip(ours.acts, theirs.acts, strict=True):
                if isinstance(act, WinClaim) and isinstance(other, WinClaim):
                    wins += 1
                    assert (act.tile, act.ura) == (other.tile, other.ura)
                    assert sorted(act.concealed) == sorted(other.concealed)
            last, theirs_last = ours.acts[-1], theirs.acts[-1]
            assert getattr(last, "result", None) == getattr(theirs_last, "result", None)
        assert [text for report in replay(back) for text in report.disagreements] == []
    assert wins > 20


def test_hands_without_a_tile_do_not_tell_who_is_tenpai(games: list[GameRecord]) -> None:
    """A reader that takes each hand of ``tehais`` for an opened one writes four empty ones; the payments show who
    was."""
    paid = 0
    for record in games:
        found = [
            line | {"tehais": [[], [], [], []], "tenpais": None} if line["type"] == "ryukyoku" else line
            for line in lines(record)
        ]
        for ours, theirs in zip(record.hands, parse_record(text(found)).hands, strict=True):
            act, other = ours.acts[-1], theirs.acts[-1]
            if isinstance(act, DrawnGame) and act.result == "exhaustive" and any(act.recorded["changes"]):
                assert isinstance(other, DrawnGame)
                assert [each is None for each in act.shown] == [each is None for each in other.shown]
                paid += 1
    assert paid > 0


@pytest.mark.shared
@pytest.mark.parametrize(
    "pattern", ["5*.mjlog", pytest.param("*.mjlog", marks=pytest.mark.prove(short=False))]
)
def test_real_games_in_mortals_dialect(shared: Path, pattern: str) -> None:
    for path in sorted((shared / "records" / "games").glob(pattern)):
        back = parse_record(text([as_mortal(line) for line in lines(read_record(path))]))
        assert [text for report in replay(back) for text in report.disagreements] == [], path


def test_scores_and_bets_that_no_line_tells_are_carried_on(games: list[GameRecord]) -> None:
    """The first mjai had no scores in ``start_kyoku``."""
    found = lines(games[2])
    for line in found:
        if line["type"] == "start_kyoku":
            del line["scores"], line["kyotaku"]
    back = parse_record(text(found))
    assert [(hand.scores, hand.bets) for hand in back.hands] == [
        (hand.scores, hand.bets) for hand in games[2].hands
    ]


def test_rules_of_akochans_start_game(games: list[GameRecord]) -> None:
    found = lines(games[0])[:3]
    found[0] = {"type": "start_game", "names": ["A", "B", "C", "D"], "kyoku_first": 4, "aka_flag": False}
    record = parse_record(text(found))
    assert record.names == ("A", "B", "C", "D")
    assert record.overrides == {"scoring.red_fives": False, "flow.rounds": 1}


def test_every_line_counts(games: list[GameRecord]) -> None:
    """The number of an act is that of its line after ``start_kyoku``, whatever stands between."""
    found = lines(games[0])
    found.insert(3, {"type": "none"})
    first, second = parse_record(text(found)).hands[0].acts[:2]
    assert isinstance(first, RecordedDraw)
    assert isinstance(second, Discard)
    assert (first.index, second.index) == (1, 3)


def test_a_list_of_lines_is_read_too(games: list[GameRecord]) -> None:
    found = lines(games[0])
    assert plain(parse_record(json.dumps(found))) == plain(games[0])
    with pytest.raises(RecordError, match="element 3"):
        parse_record(json.dumps([*found[:2], {"type": "tsumo", "actor": 4, "pai": "1m"}]))


def test_the_order_of_keys_does_not_matter(games: list[GameRecord]) -> None:
    turned = [dict(reversed(line.items())) for line in lines(games[0])]
    assert plain(parse_record(text(turned))) == plain(games[0])


@pytest.mark.parametrize("write", [mjai.write, mjlog.write, tenhou6.write])
def test_other_systems_files(games: list[GameRecord], tmp_path: Path, write: Any) -> None:
    """A byte order mark, line ends of DOS, empty lines, gzip, and a name that tells nothing or something wrong."""
    written = write(replace(games[0], names=("\u2028雀卓\x85", "b", "c", "d")))
    expected = plain(parse_record(written))
    assert expected.names[0] == "\u2028雀卓\x85"
    stored = "\ufeff" + "\r\n\r\n" + written.replace("\n", "\r\n\r\n")
    for name, data in (
        ("a.xml", stored.encode()),
        ("b.txt.gz", stored.encode()),
        ("c", gzip.compress(stored.encode())),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        assert plain(read_record(path)) == expected


@pytest.mark.parametrize("write", [mjai.write, mjlog.write, tenhou6.write])
def test_a_torn_gzip_says_where_it_breaks(games: list[GameRecord], tmp_path: Path, write: Any) -> None:
    data = gzip.compress(write(games[0]).encode())
    path = tmp_path / "torn.gz"
    for end in (12, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:end])
        with pytest.raises(RecordError) as error:
            read_record(path)
        assert error.value.place.startswith("gzip, after byte ")


def test_a_record_may_end_after_any_line(games: list[GameRecord]) -> None:
    written = mjai.write(games[1]).splitlines()
    full = parse_record("\n".join(written)).hands[0].acts
    for end in range(2, 60):
        assert parse_record("\n".join(written[:end])).hands[0].acts == full[: end - 2]
    with pytest.raises(RecordError, match="line 9: after hand 1, event 6: not JSON"):
        parse_record("\n".join(written[:8]) + "\n" + written[8][:-4])


def test_a_kan_of_no_pon_and_a_win_with_the_wrong_tiles_are_read(games: list[GameRecord]) -> None:
    start = lines(games[0])[:2]
    play: list[dict[str, Any]] = [
        {"type": "tsumo", "actor": 0, "pai": "1m"},
        {"type": "kakan", "actor": 0, "pai": "1m", "consumed": ["1m", "1m", "1m"]},
        {"type": "chi", "actor": 0, "target": 0, "pai": "E", "consumed": ["9m", "P"]},
        {
            "type": "hora",
            "actor": 2,
            "target": 0,
            "pai": "9s",
            "hora_tehais": ["1m"] * 14,
            "deltas": [0, 0, 0, 0],
        },
    ]
    acts = parse_record(text(start + play)).hands[0].acts
    one = parse_tiles("1m")[0]
    assert acts[1] == MeldCall(2, 0, Meld("kakan", (one,) * 4, None, None, one))
    assert acts[2] == MeldCall(3, 0, Meld("chi", parse_tiles("9m15z"), parse_tiles("1z")[0], 0))
    assert acts[3] == WinClaim(4, 2, 0, parse_tiles("9s")[0], (one,) * 14, (), {"changes": [0, 0, 0, 0]})


def test_bets_are_not_made_up_where_the_record_knows_the_word(games: list[GameRecord]) -> None:
    """A stick that a player forgot to lay stays missing."""
    record = next(
        each
        for each in games
        if sum(isinstance(act, RecordedBet) for hand in each.hands for act in hand.acts) > 1
    )
    found = lines(record)
    found.remove(next(line for line in found if line["type"] == "reach_accepted"))
    counted = [isinstance(act, RecordedBet) for hand in parse_record(text(found)).hands for act in hand.acts]
    before = [isinstance(act, RecordedBet) for hand in record.hands for act in hand.acts]
    assert sum(counted) == sum(before) - 1


@pytest.mark.parametrize(
    "line",
    [
        {"type": "tsumo", "actor": True, "pai": "1m"},
        {"type": "tsumo", "actor": 0, "pai": "10m"},
        {"type": "tsumo", "actor": 0, "pai": ["1m"]},
        {"type": "tsumo", "actor": 0},
        {"type": "pon", "actor": 0, "target": 1, "pai": "1m", "consumed": ["1m"]},
        {"type": "pon", "actor": 0, "target": 4, "pai": "1m", "consumed": ["1m", "1m"]},
        {"type": "kita", "actor": 0},
        {"type": ["tsumo"], "actor": 0},
        {"type": "ryukyoku", "reason": "tired"},
        {"type": "ryukyoku", "deltas": [0, 0, 0]},
        {"type": "ryukyoku", "tenpais": [True]},
        {"type": "hora", "actor": 0, "target": 0, "deltas": [0, 0, 0, 1e400]},
        {"type": "hora", "actor": 0, "target": 0, "yakus": [["reach", "1"]]},
        {"type": "hora", "actor": 0, "target": 0, "pai": "1m", "uradora_markers": "1m"},
        {"type": "start_kyoku", "bakaze": "ES", "kyoku": 1},
    ],
)
def test_a_line_that_is_not_understood_is_refused_with_its_place(games: list[GameRecord], line: Any) -> None:
    with pytest.raises(RecordError) as error:
        parse_record(text([*lines(games[0])[:3], line]))
    assert error.value.place == "line 4"


def test_nesting_and_numbers_without_end() -> None:
    for damaged in (
        "[" * 100_000,
        '{"type":' + "[" * 100_000,
        '{"log":' + "[" * 100_000,
        '{"log":[' + "9" * 5000 + "]}",
    ):
        with pytest.raises(RecordError):
            parse_record(damaged)
