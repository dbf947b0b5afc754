"""What players and streams see: places, what a win would do to them, what opened hands wait for; and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from config import read_ruleset
from referee.folding.state import evolve
from referee.game import observations as seen
from referee.game.flow import places_of
from referee.game.position import GameState
from referee.hands.payments import PaidWin, win_changes
from referee.hands.score import base_value
from referee.hands.win import Score
from referee.onlookers.needed import Middle, _needed
from referee.onlookers.players import HandsPlayed, players_view
from referee.onlookers.shown import PlayersShown, StreamShown
from referee.onlookers.stream import stream_view
from referee.rules.ruleset import Ruleset
from tests.referee.conftest import Bots, Table

RULES = {name: Ruleset.from_mapping(read_ruleset(name)) for name in ("tenhou", "wrc-2015", "saikouisen-2025")}
NAMES = ("Ai", "Bo", "Cy", "Di")
LIMIT_HAN = {"mangan": 5, "haneman": 6, "baiman": 8, "sanbaiman": 11}


def ways(scores: Any, *, dealer: int = 0, honba: int = 0, bets: int = 0, rules: str = "tenhou") -> Any:
    """What is needed, by winner, payer and place."""
    found = _needed(Middle(scores, dealer, honba, bets, (), RULES[rules]))
    return {(each["seat"], each["from"], each["place"]): each for each in found}


def test_what_takes_the_lead() -> None:
    """North leads South by 6,000: 3,200 from North are enough, from anybody else it takes 6,400."""
    found = ways((25_000, 23_000, 23_000, 29_000))
    direct = found[1, 3, 1]
    assert (direct["points"], direct["limit"]) == (3200, "")
    assert direct["worth"] == [{"han": 1, "fu": 100}, {"han": 2, "fu": 50}, {"han": 3, "fu": 25}]
    assert (found[1, 2, 1]["points"], found[1, 2, 1]["worth"][-1]) == (6400, {"han": 4, "fu": 25})
    assert (found[1, 1, 1]["points"], found[1, 1, 1]["limit"]) == (5200, "")
    assert found[0, 3, 1]["points"] == 2000  # 27,000 each: the first dealer comes before North
    assert not [key for key in found if key[0] == 3]  # who leads needs nothing


def test_counters_and_bets_count() -> None:
    bare = ways((30_000, 20_000, 25_000, 25_000))[1, 2, 2]
    rich = ways((30_000, 20_000, 25_000, 23_000), honba=2, bets=2)[1, 2, 2]
    # 1,000 + 600 + 2,000 bring South to 23,600, before North's 23,000 and West's 25,000 - 1,600.
    assert (bare["points"], rich["points"]) == (5200, 1000)


def test_tied_players_share_a_place_where_the_rules_split_it() -> None:
    """WRC 5.9.2: two with the same points are both first; at tenhou the first dealer is."""
    even = (30_000, 30_000, 20_000, 20_000)
    assert places_of(even, RULES["wrc-2015"]) == (1, 1, 3, 3)
    assert not [key for key in ways(even, rules="wrc-2015") if key[0] == 1]
    assert (1, 1, 1) in ways(even)


@given(
    rules=st.sampled_from(sorted(RULES)),
    scores=st.lists(st.integers(-50, 900).map(lambda each: 100 * each), min_size=4, max_size=4),
    dealer=st.integers(0, 3),
    honba=st.integers(0, 5),
    bets=st.integers(0, 4),
)
def test_it_is_enough_and_nothing_less_is(
    rules: str, scores: list[int], dealer: int, honba: int, bets: int
) -> None:
    """Each way brings the place when it is paid; the next cheaper hand does not."""
    first = (scores[0], scores[1], scores[2], scores[3])

    def place_with(seat: int, source: int, base: int) -> int:
        worth = Score(
            yaku=(), yakuman=(), yakuman_counted=0, han=0, fu=0, fu_items=(), limit="", base=base,
            ron=0, from_dealer=0, from_other=0,
        )  # fmt: skip
        won = PaidWin(winner=seat, source=source, score=worth)
        changes = win_changes([won], dealer=dealer, honba=honba, bets=bets, ruleset=RULES[rules])
        after = [score + change for score, change in zip(first, changes, strict=True)]
        return places_of((after[0], after[1], after[2], after[3]), RULES[rules])[seat]

    def base_of(way: Any, han: int, fu: int) -> int:
        return 8000 * way["yakuman"] or base_value(han, fu, RULES[rules].scoring)[0]

    for (seat, source, place), way in ways(first, dealer=dealer, honba=honba, bets=bets, rules=rules).items():
        hands = [(each["han"], each["fu"]) for each in way["worth"]] or [
            (LIMIT_HAN.get(way["limit"], 13), 30)
        ]
        for han, fu in hands:
            assert place_with(seat, source, base_of(way, han, fu)) <= place
            fewer = [(han, less) for less in range(30, fu, 10)] if way["worth"] else []
            assert all(place_with(seat, source, base_of(way, *each)) > place for each in fewer)
        before = {"mangan": 1920, "haneman": 2000, "baiman": 3000, "sanbaiman": 4000, "yakuman": 6000}
        if way["limit"] and way["yakuman"] <= 1 and not RULES[rules].scoring.kiriage_mangan:
            assert place_with(seat, source, before[way["limit"]]) > place


def keys(value: Any) -> set[str]:
    """Every name in a message."""
    if isinstance(value, dict):
        return set(value) | {name for each in value.values() for name in keys(each)}
    return {name for each in value for name in keys(each)} if isinstance(value, list) else set()


@pytest.fixture
def table() -> Table:
    """South in riichi, a finding that nobody has ruled on, North's hand open in tenpai at the end."""
    made = Table("wrc-2015").sees(seen.HanchanBegun(ruleset=RULES["wrc-2015"].to_mapping(), names=NAMES))
    return made.deals()


def views(state: GameState) -> tuple[PlayersShown, StreamShown]:
    return (
        players_view(state, [], number=7, at_ms=9, table="1"),
        stream_view(state, number=7, at_ms=9, table="1"),
    )


def test_neither_sees_a_finding_and_players_see_no_tile(table: Table) -> None:
    table.players[0].turn("5m")
    table.players[3].turn("9s")  # out of turn
    state = table.state
    assert [found.rule for found in state.findings] == ["out_of_turn_draw", "out_of_turn_discard"]
    players, stream = views(state)
    for shown in (players, stream):
        text = msgspec.json.encode(shown).decode()
        assert "out_of_turn" not in text
        assert not keys(msgspec.json.decode(text)) & {
            "findings",
            "finding",
            "stopped",
            "dead",
            "warnings",
            "grade",
        }
    assert not keys(players) & {"pond", "melds", "opened", "waits", "indicators", "ura", "turn", "concealed"}
    assert stream["seats"][0]["pond"][0]["tile"] == "5m"


def test_messages_are_what_is_declared(table: Table) -> None:
    players, stream = views(table.players[0].turn("5m").state)
    assert msgspec.convert(msgspec.to_builtins(players), PlayersShown) == players
    assert msgspec.convert(msgspec.to_builtins(stream), StreamShown) == stream


def test_players_see_how_each_hand_ended(table: Table) -> None:
    table.players[0].turn("5m")
    table.players[1].draws()
    table.players[1].tsumo("123456m 789s 11z 23p", "1p")
    table.closes()
    played = HandsPlayed(each for _, each in table.entries).hands
    assert [(each["hand"], each["honba"], each["result"]) for each in played] == [("E1", 0, "tsumo")]
    assert played[0]["scores"] == list(table.state.scores)
    assert played[0]["wins"][0]["seat"] == played[0]["wins"][0]["source"] == 1


def test_what_an_opened_hand_waits_for_and_how_many_are_left(table: Table) -> None:
    """West has 23p and waits for 1p and 4p; one 1p lies in South's pond."""
    table.players[0].turn("5m")
    table.players[1].turn("1p")
    table.players[2].draws()
    table.players[2].tsumo("123456m 789s 11z 23p", "1p")
    seats = views(table.state)[1]["seats"]
    assert seats[2]["opened"] == [
        "1m",
        "2m",
        "3m",
        "4m",
        "5m",
        "6m",
        "2p",
        "3p",
        "7s",
        "8s",
        "9s",
        "1z",
        "1z",
    ]
    assert seats[2]["waits"] == [{"tile": "1p", "left": 3}, {"tile": "4p", "left": 4}]
    assert [seat["opened"] for seat in seats[:2]] == [None, None]


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_as_it_is_shown(seed: int) -> None:
    """After every entry both messages are what is declared, and no concealed tile of a record is in them."""
    state: GameState | None = None
    hands = HandsPlayed()
    for _, decided in Bots(seed).play(6).entries:
        for event in decided:
            state = evolve(state, event)
        hands.take(decided)
        assert state is not None
        players = players_view(state, hands.hands, number=1, at_ms=0, table="1")
        stream = stream_view(state, number=1, at_ms=0, table="1")
        assert msgspec.convert(msgspec.to_builtins(players), PlayersShown) == players
        assert msgspec.convert(msgspec.to_builtins(stream), StreamShown) == stream
        for seat, shown in zip(state.seats, stream["seats"], strict=True):
            assert (shown["opened"] is None) == (seat.shown is None)
        assert sum(each["place"] for each in players["seats"]) == 10
    assert len(hands.hands) >= 4
