"""tenhou6: the order of play is reconstructed; calls and ends are written as the format has them."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from referee.melds import Meld
from referee.records.neutral.errors import NotWritableError, RecordError
from referee.records.neutral.record import Discard, DrawnGame, GameRecord, KanDora, MeldCall
from referee.records.tenhou6 import tenhou6
from referee.records.tenhou6.names import win_texts
from referee.records.tenhou6.order import Throw, in_order
from referee.tiles import parse_tiles

HANDS = [
    [11, 11, 11, 12, 13, 14, 15, 16, 17, 18, 19, 19, 19],
    [21, 21, 21, 22, 23, 24, 25, 26, 27, 28, 29, 29, 29],
    [31, 31, 31, 32, 33, 34, 35, 36, 37, 38, 39, 39, 39],
    [41, 41, 42, 42, 43, 43, 44, 44, 45, 45, 46, 46, 47],
]


def log(*plays: list[Any], result: list[Any], dora: tuple[int, ...] = (47,)) -> str:
    """A record of one hand: draws and discards of each seat, one after the other."""
    players = [part for seat in range(4) for part in (HANDS[seat], plays[2 * seat], plays[2 * seat + 1])]
    hand = [[0, 0, 0], [25000] * 4, list(dora), [], *players, result]
    return json.dumps({"name": ["", "", "", ""], "rule": {"aka": 1}, "log": [hand]})


def pon(name: str, source: int) -> Meld:
    tile = parse_tiles(name)[0]
    return Meld("pon", (tile,) * 3, tile, source)


def test_a_call_for_a_later_discard_of_the_same_tile() -> None:
    """East discards a north wind twice; a pon by West skips South's turn before South pons the second one."""
    north, east = parse_tiles("4z")[0], parse_tiles("1z")[0]
    called = Meld("pon", (north,) * 3, north, 0)
    takes: list[list[Any]] = [[north, north], [1], [called, 5], [pon("1z", 1)]]
    puts: list[list[Any]] = [
        [Throw(None, riichi=False), Throw(None, riichi=False)],
        [Throw(east, riichi=False)],
        [Throw(7, riichi=False)],
        [Throw(9, riichi=False)],
    ]
    order = [
        seat
        for seat, play in in_order([*takes[:2], [called], *takes[3:]], puts, 0)
        if isinstance(play, Throw)
    ]
    assert order == [0, 1, 3, 0, 2]


def test_pon_goes_before_chi_for_the_same_tile() -> None:
    """Two seats wait for a 3m of East: the pon is the earlier one, or its seat would have drawn meanwhile."""
    tile = parse_tiles("3m")[0]
    chi = Meld("chi", parse_tiles("123m"), tile, 0)
    takes: list[list[Any]] = [[tile, tile], [chi], [pon("3m", 0)], [20]]
    puts: list[list[Any]] = [
        [Throw(None, riichi=False)] * 2,
        [Throw(8, riichi=False)],
        [Throw(9, riichi=False)],
        [Throw(None, riichi=False)],
    ]
    order = [seat for seat, play in in_order(takes, puts, 0) if isinstance(play, Throw)]
    assert order == [0, 2, 3, 0, 1]


def test_plays_without_an_order_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fit together"):
        in_order([[1], [], [2], []], [[Throw(None, riichi=False)], [], [], []], 0)


def test_illegal_plays_are_read() -> None:
    """A discard that its player does not hold, a kan of no pon, a pon of a tile other than the one thrown."""
    plays: list[list[Any]] = [[25, "42p4242"], [47, 31], [11, 12], ["k11111111", 21], [], [], [], []]
    hand = tenhou6.parse(log(*plays, result=["流局", [0, 0, 0, 0]])).hands[0]
    melds = [act.meld for act in hand.acts if isinstance(act, MeldCall)]
    assert [act.tile for act in hand.acts if isinstance(act, Discard)] == list(parse_tiles("7z1p1s"))
    assert melds == [
        Meld("kakan", (0,) * 4, 0, 0, 0),
        Meld("pon", parse_tiles("222z"), parse_tiles("2z")[0], 2),
    ]


def test_indicators_of_no_kan_are_passed_on() -> None:
    hand = tenhou6.parse(log([25], [60], [], [], [], [], [], [], result=["流局"], dora=(47, 11, 12))).hands[0]
    assert [act.tile for act in hand.acts if isinstance(act, KanDora)] == [0, 1]


def test_a_hand_may_break_off() -> None:
    hand = tenhou6.parse(log([25], [60], [26], [], [], [], [], [], result=[])).hands[0]
    assert [type(act).__name__ for act in hand.acts] == ["RecordedDraw", "Discard", "RecordedDraw"]


@pytest.mark.parametrize(
    ("result", "tenpai"),
    [
        (["流局", [1500, -1500, 1500, -1500]], [0, 2]),
        (["全員聴牌"], [0, 1, 2, 3]),
        (["全員不聴"], []),
        (["流局", [-1000, -1000, 3000, -1000]], [2]),
    ],
)
def test_who_is_tenpai_is_what_the_record_pays(result: list[Any], tenpai: list[int]) -> None:
    """The actual hands do not matter: the referee must be able to find a wrong claim."""
    drawn = tenhou6.parse(log([25], [60], [], [], [], [], [], [], result=result)).hands[0].acts[-1]
    assert isinstance(drawn, DrawnGame)
    assert drawn.recorded["tenpai"] == tenpai
    assert [seat for seat, tiles in enumerate(drawn.shown) if tiles is not None] == tenpai


@pytest.mark.parametrize(
    ("word", "result"),
    [
        ("九種九牌", "nine_terminals"),
        ("四風連打", "four_winds"),
        ("四家立直", "four_riichi"),
        ("四槓散了", "four_kans"),
        ("四開槓", "four_kans"),
        ("三家和了", "triple_ron"),
        ("三家和", "triple_ron"),
    ],
)
def test_words_for_abortive_draws(word: str, result: str) -> None:
    drawn = tenhou6.parse(log([25], [], [], [], [], [], [], [], result=[word])).hands[0].acts[-1]
    assert isinstance(drawn, DrawnGame)
    assert drawn.result == result


@pytest.mark.parametrize(
    ("win", "tsumo", "winds", "texts"),
    [
        ({"points": 2000, "han": 2, "fu": 30, "yaku": {"seat_wind": 1, "round_wind": 1}}, False, (1, 0),
         ["30符2飜2000点", "自風 南(1飜)", "場風 東(1飜)"]),
        ({"points": 12000, "han": 5, "fu": 30, "yaku": {"chinitsu": 5}}, True, (0, 1), ["満貫4000点∀", "清一色(5飜)"]),
        ({"points": 8000, "han": 4, "fu": 40, "yaku": {"honitsu": 2, "toitoi": 2}}, True, (2, 1),
         ["満貫2000-4000点", "混一色(2飜)", "対々和(2飜)"]),
        ({"points": 32000, "han": 13, "fu": 30, "yaku": {"chinitsu": 6, "dora": 7}}, False, (3, 0),
         ["数え役満32000点", "清一色(6飜)", "ドラ(7飜)"]),
        ({"points": 48000, "yakuman": ["kokushi_musou"]}, True, (0, 0), ["役満16000点∀", "国士無双(役満)"]),
    ],
)  # fmt: skip
def test_texts_of_a_win(win: dict[str, Any], tsumo: bool, winds: tuple[int, int], texts: list[str]) -> None:
    """The texts are those of tenhou.net/6 and of the converters to it."""
    assert win_texts(win, tsumo=tsumo, winds=winds) == texts


def test_rooms_of_tenhou_tell_their_rules() -> None:
    def overrides(rule: dict[str, Any]) -> dict[str, Any]:
        game = json.loads(log([25], [60], [], [], [], [], [], [], result=["流局"]))
        return tenhou6.parse(json.dumps(game | {"rule": rule})).overrides

    assert overrides({"disp": "鳳南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}) == {}
    assert overrides({"disp": "般東喰", "aka": 0}) == {"scoring.red_fives": False, "flow.rounds": 1}
    assert overrides({"disp": "特南赤", "aka": 1}) == {"scoring.open_tanyao": False}
    with pytest.raises(RecordError, match="three players"):
        overrides({"disp": "三鳳南喰赤", "aka": 1})


@pytest.mark.parametrize(
    "plays",
    [
        [["c1"], [], [], [], [], [], [], []],
        [["p111111p"], [], [], [], [], [], [], []],
        [[25], ["r6"], [], [], [], [], [], []],
        [[25], ["c111213"], [], [], [], [], [], []],
        [[60], [], [], [], [], [], [], []],
        [[25.5], [], [], [], [], [], [], []],
        [[25], [40], [], [], [], [], [], []],
        [[25], [60], [[]], [], [], [], [], []],
    ],
)
def test_plays_that_are_not_understood_are_refused(plays: list[list[Any]]) -> None:
    with pytest.raises(RecordError) as error:
        tenhou6.parse(log(*plays, result=["流局"]))
    assert error.value.place == "hand 1"


def test_a_play_out_of_its_order_cannot_be_written(games: list[GameRecord]) -> None:
    """The players' lists would be read back as another game."""
    hand = games[0].hands[0]
    wrong = (hand.acts[2], hand.acts[0], hand.acts[1], *hand.acts[3:])
    with pytest.raises(NotWritableError, match="out of their order"):
        tenhou6.write(replace(games[0], hands=(replace(hand, acts=wrong),)))
