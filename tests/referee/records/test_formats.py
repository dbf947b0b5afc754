"""mjai and tenhou6: what was played comes back from the file."""

import gzip
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.melds import Meld
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.mjlog import mjlog
from referee.records.neutral.errors import NotWritableError, RecordError
from referee.records.neutral.record import Discard, GameRecord, MeldCall, RecordedBet, RecordedDraw, WinClaim
from referee.records.reader import parse_record, read_record
from referee.records.tenhou6 import tenhou6
from referee.tiles import UNKNOWN, parse_tiles
from tests.referee.conftest import Table
from tests.referee.records.conftest import plain


def test_mjai_comes_back(games: list[GameRecord]) -> None:
    for record in games:
        assert plain(parse_record(mjai.write(record))) == plain(record)


def test_tenhou6_comes_back(games: list[GameRecord]) -> None:
    """The format names no fu from mangan on and no dice."""
    for record in games:
        back = parse_record(tenhou6.write(record))
        assert plain(back, tenhou6=True) == plain(record, tenhou6=True)


@pytest.mark.parametrize("caller", [1, 2, 3])
def test_a_called_kan_comes_back(caller: int) -> None:
    """The built-in players call none."""
    hands = ["147m258p369s1234z"] * 4
    hands[caller] = "234m234p789s2s555z"
    table = Table("tenhou").deals(*hands).east.draws("5z").east.discards("5z", tsumogiri=True)
    player, other = table.players[caller], table.players[(caller + 1) % 4]
    player.kan("555z").players[caller].draws("6z").turns_indicator("7z")
    player.discards("6z", tsumogiri=True)
    other.draws("2s").players[other.seat].discards("2s", tsumogiri=True)
    player.ron("234m234p789s2s").closes()
    record = next(records_of(table.entries))
    assert [act.meld.kind for act in record.hands[0].acts if isinstance(act, MeldCall)] == ["daiminkan"]
    for write in (mjai.write, mjlog.write, tenhou6.write):
        short = write is tenhou6.write
        assert plain(parse_record(write(record)), tenhou6=short) == plain(record, tenhou6=short)
    discards = json.loads(tenhou6.write(record))["log"][0][6 + 3 * caller]
    assert discards == [0, 60], "nothing is discarded in place of the kan"


def test_a_file_may_be_gzip(games: list[GameRecord], tmp_path: Path) -> None:
    path = tmp_path / "game.mjson.gz"
    path.write_bytes(gzip.compress(mjai.write(games[0]).encode()))
    assert plain(read_record(path)) == plain(games[0])


def test_mjai_says_what_it_says() -> None:
    text = "\n".join(
        json.dumps(line)
        for line in (
            {"type": "start_game", "names": ["A", "B", "C", "D"]},
            {
                "type": "start_kyoku", "bakaze": "S", "kyoku": 2, "honba": 1, "kyotaku": 1, "oya": 1,
                "dora_marker": "5sr", "scores": [24000, 25000, 25000, 25000], "tehais": [["?"] * 13] * 4,
            },
            {"type": "tsumo", "actor": 1, "pai": "?"},
            {"type": "reach", "actor": 1},
            {"type": "dahai", "actor": 1, "pai": "E", "tsumogiri": False},
            {"type": "reach_accepted", "actor": 1},
            {"type": "pon", "actor": 3, "target": 1, "pai": "E", "consumed": ["E", "E"]},
            {"type": "dahai", "actor": 3, "pai": "5mr", "tsumogiri": False},
            {
                "type": "hora", "actor": 1, "target": 3, "pai": "5mr", "uradora_markers": ["P"],
                "hora_tehais": ["1m", "1m", "1m", "6m", "7m", "2p", "2p", "2p", "3p", "4p", "5p", "C", "C"],
                "yakus": [["reach", 1], ["akadora", 1]], "fu": 50, "fan": 2, "hora_points": 4800,
                "deltas": [0, 7100, 0, -5100], "scores": [24000, 31100, 25000, 19900],
            },
            {"type": "end_kyoku"},
            {"type": "end_game"},
        )
    )  # fmt: skip
    hand = parse_record(text).hands[0]
    assert (hand.round, hand.honba, hand.bets, hand.indicator) == (5, 1, 1, parse_tiles("0s")[0])
    assert hand.hands[0] == (UNKNOWN,) * 13
    assert hand.acts[0] == RecordedDraw(1, 1, UNKNOWN)
    assert hand.acts[2] == Discard(3, 1, parse_tiles("1z")[0], tsumogiri=False, riichi=True)
    assert hand.acts[3] == RecordedBet(4, 1)
    assert hand.acts[4] == MeldCall(5, 3, Meld("pon", parse_tiles("111z"), parse_tiles("1z")[0], 1))
    win = hand.acts[6]
    assert isinstance(win, WinClaim)
    assert (win.seat, win.source, win.ura) == (1, 3, parse_tiles("5z"))
    assert win.recorded["yaku"] == {"riichi": 1, "aka_dora": 1}


def test_an_unknown_tile_stays_unknown_in_mjai_and_refuses_tenhou6(games: list[GameRecord]) -> None:
    hand = games[0].hands[0]
    hidden = (UNKNOWN,) * 13
    record = replace(games[0], hands=(replace(hand, hands=(hidden, hidden, hidden, hidden)),))
    first = json.loads(mjai.write(record).splitlines()[1])
    assert first["tehais"] == [["?"] * 13] * 4
    with pytest.raises(NotWritableError, match="hand 1: a concealed tile is not known"):
        tenhou6.write(record)


def test_tenhou6_refuses_a_hand_without_end(games: list[GameRecord]) -> None:
    hand = games[0].hands[0]
    record = replace(games[0], hands=(replace(hand, acts=hand.acts[:5]),))
    with pytest.raises(NotWritableError, match="no end"):
        tenhou6.write(record)


def test_tenhou6_calls_show_from_whom_a_tile_came() -> None:
    """The letter's place: first from the left, second from across, last from the right."""
    from referee.records.tenhou6.hand import called

    seven, east = parse_tiles("7m")[0], parse_tiles("1z")[0]
    assert called("c171618", 2) == Meld("chi", parse_tiles("678m"), seven, 1)
    assert called("p414141", 2) == Meld("pon", parse_tiles("111z"), east, 1)
    assert called("41p4141", 2) == Meld("pon", parse_tiles("111z"), east, 0)
    assert called("4141p41", 2) == Meld("pon", parse_tiles("111z"), east, 3)
    assert called("414141m41", 2) == Meld("daiminkan", parse_tiles("1111z"), east, 3)


GOOD = '<mjloggm ver="2.3"><GO type="9"/><INIT seed="0,0,0,1,1,5" ten="250,250,250,250" oya="0" hai0="{}" hai1="{}" hai2="{}" hai3="{}"/>'.format(
    *(",".join(str(13 * seat + tile) for tile in range(13)) for seat in range(4))
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "start"),
        ("hello", "start"),
        ('<mjloggm ver="2.3"></mjloggm>', "end"),
        ('<mjloggm ver="2.3"><T5/></mjloggm>', "hand 0, event 0, byte"),
        (GOOD + "<X9/></mjloggm>", "hand 1, event 1, byte"),
        (GOOD + '<T99/><N m="1"/></mjloggm>', "hand 1, event 2, byte"),
        (GOOD + "<T777/></mjloggm>", "hand 1, event 1, byte"),
        (GOOD + "<T99/> garbage <D99/></mjloggm>", "hand 1, event 2, byte"),
        ('<mjloggm ver="2.3"><GO type="25"/></mjloggm>', "hand 0"),
        ('{"type":"start_game"}\n{"type":"tsumo","actor":0,"pai":"1m"}', "line 2"),
        ('{"type":"start_game"}\n{"type":', "line 2"),
        ('{"type":"start_game"}\n{"type":"start_kyoku"}\n{"type":"end_kyoku"}', "line 2"),
        ('{"type":"start_game","names":["A"]}', "line 1"),
        ('{"log":[]}', "log"),
        ('{"log":[[[0,0,0]]]}', "hand 1"),
        ('{"log":', "line 1"),
    ],
)
def test_a_damaged_record_says_where(text: str, place: str) -> None:
    with pytest.raises(RecordError) as error:
        parse_record(text, "some.file")
    assert str(error.value).startswith("some.file: ")
    assert error.value.place.startswith(place)


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(b"\x1f\x8bnothing")
    with pytest.raises(RecordError, match="gzip"):
        read_record(path)
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(RecordError, match="UTF-8"):
        read_record(path)
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "none")


@pytest.mark.parametrize(
    ("bits", "overrides"),
    [
        (9, {}),
        (1, {"flow.rounds": 1}),
        (9 + 2, {"scoring.red_fives": False}),
        (9 + 4, {"scoring.open_tanyao": False}),
    ],
)
def test_the_rules_an_mjlog_tells(bits: int, overrides: dict[str, object]) -> None:
    record = mjlog.parse(GOOD.replace('type="9"', f'type="{bits}"') + "</mjloggm>")
    assert record.overrides == overrides


def test_a_hand_that_was_not_opened_is_thirteen_unknown_tiles(games: list[GameRecord]) -> None:
    """Readers take each hand of ``tehais`` for a list: riichienv reads no null there. ``tenpais`` says who is tenpai."""
    unseen = 0
    for record in games:
        text = mjai.write(record)
        lines = [json.loads(line) for line in text.splitlines()]
        for line in lines:
            if line["type"] == "ryukyoku":
                assert all(hand == ["?"] * 13 or "?" not in hand for hand in line["tehais"])
                unseen += line["tehais"].count(["?"] * 13)
        assert plain(parse_record(text)) == plain(record)
    assert unseen > 0
