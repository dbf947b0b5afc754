"""The views of players and streams: places, effects of a win on them, waits of opened hands; and nothing else."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from config import read_ruleset
from referee.folding.melding import four
from referee.folding.state import evolve
from referee.game import observations as seen
from referee.game.flow import places_of
from referee.game.judge_observations import AppealNoted, JuryCalled, JuryClosed, JuryVote
from referee.game.observations import Ruling
from referee.game.position import GameState, Seat
from referee.onlookers.needed import Stakes, _needed
from referee.onlookers.players import HandsPlayed, players_view
from referee.onlookers.shown import PlayersShown, RulingShown, StreamShown
from referee.onlookers.stream import stream_view
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN
from tests.referee.conftest import Table, played

RULES = {name: Ruleset.from_mapping(read_ruleset(name)) for name in ("tenhou", "wrc-2015", "saikouisen-2025")}
NAMES = ("Ai", "Bo", "Cy", "Di")


def ways(scores: Any, *, dealer: int = 0, honba: int = 0, bets: int = 0, rules: str = "tenhou") -> Any:
    """Return the needed wins by winner, payer and place."""
    found = _needed(Stakes(scores, dealer, honba, bets, RULES[rules]))
    return {(each["seat"], each["from"], each["place"]): each for each in found}


def test_what_takes_the_lead() -> None:
    """North leads South by 6,000: a ron of 3,200 from North is enough, one from anybody else needs 6,400."""
    found = ways((25_000, 23_000, 23_000, 29_000))
    direct = found[1, 3, 1]
    assert (direct["points"], direct["limit"]) == (3200, "")
    assert direct["worth"] == [{"han": 1, "fu": 100}, {"han": 2, "fu": 50}, {"han": 3, "fu": 25}]
    assert (found[1, 2, 1]["points"], found[1, 2, 1]["worth"][-1]) == (6400, {"han": 4, "fu": 25})
    assert (found[1, 1, 1]["points"], found[1, 1, 1]["limit"]) == (5200, "")
    assert found[0, 3, 1]["points"] == 2000  # 27,000 each: the first dealer comes before North
    assert not [key for key in found if key[0] == 3]  # the leader needs nothing


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


@settings(deadline=None)
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
    """The hands named for a place reach it, and so do more valuable ones; no cheaper hand does, whatever its han and
    fu."""
    hands = Hands(rules)
    for (seat, source, place), way in ways(
        tuple(scores), dealer=dealer, honba=honba, bets=bets, rules=rules
    ).items():

        def brings(
            base: int, seat: int = seat, source: int = source, place: int = place, dealer: int = dealer
        ) -> bool:
            """Return whether a hand of this base value is enough."""
            pays = [owed(base, seat, source, other, dealer) for other in range(4)]
            after = [score - points for score, points in zip(scores, pays, strict=True)]
            for other in range(4):
                if source in (seat, other) and other != seat:
                    after[other] -= honba * (100 if source == seat else 300)
            after[seat] += sum(pays) + 300 * honba + 1000 * bets
            return place_by(after, seat, rules) <= place

        least = {each["han"]: each["fu"] for each in way["worth"]}
        for han, fu, base in hands.below_limit(tsumo=seat == source):
            # The last han named needs only the fu that every hand has; anything more valuable is a limit hand.
            dearer = bool(least) and han > max(least) and least[max(least)] <= 30
            enough = fu >= least[han] if han in least else dearer
            assert brings(base) == enough, (han, fu)
        for name, number, base in hands.limits():
            reached = not way["limit"] or base >= hands.base_of(way["limit"], way["yakuman"])
            assert brings(base) == reached, (name, number)
        bases = [hands.base(han, fu) for han, fu in least.items()]
        base = min(bases) if bases else hands.base_of(way["limit"], way["yakuman"])
        assert way["points"] == sum(owed(base, seat, source, other, dealer) for other in range(4))


class Hands:
    """The possible values of hands, as the rulebooks' tables have them (WRC 6.1, 6.3; MJ 4.1; SAI 46, 47)."""

    def __init__(self, rules: str) -> None:
        self.rules = RULES[rules].scoring

    def base(self, han: int, fu: int) -> int:
        """The base value before rounding; a limit counts as a hand of its own."""
        return fu << (han + 2)

    def below_limit(self, *, tsumo: bool) -> list[tuple[int, int, int]]:
        """Han, fu and base value."""
        pinfu = [(han, 20) for han in (2, 3, 4)] if tsumo and self.rules.pinfu_tsumo else []
        pairs = [(han, 25) for han in ((3, 4) if tsumo else (2, 3, 4))]
        others = [(han, fu) for han in (1, 2, 3, 4) for fu in range(30, 120, 10)]
        top = 1920 if self.rules.kiriage_mangan else 2000
        made = [(han, fu, self.base(han, fu)) for han, fu in (*pinfu, *pairs, *others)]
        return [each for each in made if each[2] < top]

    def base_of(self, limit: str, yakuman: int) -> int:
        return {"mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000}.get(limit, 8000 * yakuman)

    def limits(self) -> list[tuple[str, int, int]]:
        """Name, number of yakuman and base value."""
        most = 4 if self.rules.yakuman_add else 2 if self.rules.double_yakuman else 1
        names = [(name, 0) for name in ("mangan", "haneman", "baiman", "sanbaiman")]
        names += [("yakuman", number) for number in range(1, most + 1)]
        return [(name, number, self.base_of(name, number)) for name, number in names]


def owed(base: int, winner: int, source: int, payer: int, dealer: int) -> int:
    """Return a player's payment for a hand, without counters."""
    if payer == winner or source not in (winner, payer):
        return 0
    drawn = 2 if dealer in (winner, payer) else 1
    parts = drawn if source == winner else 6 if winner == dealer else 4
    return -(-base * parts // 100) * 100


def place_by(scores: list[int], seat: int, rules: str) -> int:
    """Return a seat's place; ties that are not split (as WRC 5.9.2 does) go to the earlier seat of the hanchan."""
    split = RULES[rules].flow.ties == "split"
    return 1 + sum(
        score > scores[seat] or (not split and score == scores[seat] and other < seat)
        for other, score in enumerate(scores)
    )


def keys(value: Any) -> set[str]:
    """Every name in a message."""
    if isinstance(value, dict):
        return set(value) | {name for each in value.values() for name in keys(each)}
    return {name for each in value for name in keys(each)} if isinstance(value, list) else set()


@pytest.fixture
def table() -> Table:
    """A hand that was just dealt."""
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


def rulings(state: GameState) -> list[str]:
    """The English sentences of the rulings that players see; those of a stream are the same if the club wants them."""
    players = players_view(state, [], number=7, at_ms=9, table="1")["rulings"]
    assert stream_view(state, number=7, at_ms=9, table="1", rulings=True)["rulings"] == players
    assert stream_view(state, number=7, at_ms=9, table="1")["rulings"] == []
    assert msgspec.convert(msgspec.to_builtins(players), list[RulingShown]) == players
    return [each["texts"]["en"] for each in players]


def ruled(table: Table, ruling: Ruling, **fields: Any) -> list[str]:
    return rulings(
        table.sees(seen.RulingGiven(ruling=ruling, judge="Eva", text="holds 1z1z", **fields)).state
    )


def test_a_ruling_is_announced_until_the_next_hand_without_the_judges_words(table: Table) -> None:
    """Players hear of a finding only through what a judge imposes for it (WRC 7.1)."""
    table.players[0].turn("5m")
    table.players[3].turn("9s")  # out of turn
    assert rulings(table.state) == []
    assert ruled(table, "warning", finding=0) == ["Ruling on North (Di): warning"]
    both = ["Ruling on South (Bo): dead hand", "Ruling on North (Di): warning"]
    assert ruled(table, "dead_hand", seat=1) == both
    shown = players_view(table.state, [], number=7, at_ms=9, table="1")["rulings"]
    assert [each["texts"]["ja"] for each in shown] == [
        "南家（Bo）への裁定：和了放棄",
        "北家（Di）への裁定：注意",
    ]
    assert [each["seat"] for each in shown] == [1, 3]
    assert ruled(table, "void")[0] == "Ruling: the hand is void"
    table.deals()
    assert rulings(table.state) == []


def test_what_imposes_nothing_is_announced_only_in_place_of_what_did(table: Table) -> None:
    """Announcing that a suspicion came to nothing would reveal something about the concealed hand."""
    table.players[0].turn("5m")
    table.players[3].turn("9s")
    assert ruled(table, "dismissed", finding=0) == []
    assert ruled(table, "none", finding=1) == []
    assert ruled(table, "dead_hand", finding=1) == ["Ruling on North (Di): dead hand"]
    assert ruled(table, "dismissed", finding=1) == ["Ruling on North (Di): dismissed in place of dead hand"]
    assert ruled(table, "warning", seat=2) == [
        "Ruling on West (Cy): warning",
        "Ruling on North (Di): dismissed in place of dead hand",
    ]
    assert ruled(table, "dismissed", seat=2) == ["Ruling on North (Di): dismissed in place of dead hand"]


@pytest.mark.parametrize(
    ("vote", "text"),
    [
        ("warning", "Ruling of the jury on North (Di): warning"),
        ("guidance", "Ruling of the jury on North (Di): guidance in place of warning"),
    ],
)
def test_a_jurys_ruling_is_announced_as_one(vote: Ruling, text: str) -> None:
    """By a club's setting of SAI 7; no juror's name or reason is in it."""
    rules = RULES["saikouisen-2025"].with_overrides({"fouls.appeal": "at_once"})
    table = Table("wrc-2015").sees(seen.HanchanBegun(ruleset=rules.to_mapping(), names=NAMES)).deals()
    table.players[0].turn("5m")
    table.players[3].turn("9s")
    assert ruled(table, "warning", finding=0) == ["Ruling on North (Di): warning"]
    table.sees(AppealNoted(seat=3, finding=0, outcome="open", judge="Eva"))
    table.sees(JuryCalled(finding=0, jurors=("anna", "bert"), judge="Eva"))
    votes = tuple(JuryVote(judge=each, ruling=vote, text="holds 1z1z") for each in ("anna", "bert"))
    assert rulings(table.sees(JuryClosed(votes=votes, judge="Eva")).state) == [text]


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
    """West has 23p and waits for 1p and 4p; one 1p lies in South's pond, West has drawn another."""
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
    assert seats[2]["waits"] == [{"tile": "1p", "left": 2}, {"tile": "4p", "left": 4}]
    table.closes()
    assert views(table.state)[1]["seats"][2]["waits"] == seats[2]["waits"]
    assert [seat["opened"] for seat in seats[:2]] == [None, None]


def blinded(seat: Seat) -> Seat:
    """The same player with unknown concealed tiles."""
    drawn = None if seat.drawn is None else UNKNOWN
    return replace(seat, known=(), unknown=seat.concealed, drawn=drawn)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_as_it_is_shown(seed: int) -> None:
    """After every entry both messages are as declared, and do not depend on the concealed tiles."""
    state: GameState | None = None
    hands = HandsPlayed()
    for _, decided in played(seed, hands=6).entries:
        for event in decided:
            state = evolve(state, event)
        hands.take(decided)
        assert state is not None
        players = players_view(state, hands.hands, number=1, at_ms=0, table="1")
        stream = stream_view(state, number=1, at_ms=0, table="1")
        assert msgspec.convert(msgspec.to_builtins(players), PlayersShown) == players
        assert msgspec.convert(msgspec.to_builtins(stream), StreamShown) == stream
        blind = replace(state, seats=four([blinded(seat) for seat in state.seats]))
        assert players_view(blind, hands.hands, number=1, at_ms=0, table="1") == players
        assert stream_view(blind, number=1, at_ms=0, table="1") == stream
        for seat, shown in zip(state.seats, stream["seats"], strict=True):
            assert (shown["opened"] is None) == (seat.shown is None)
        assert sum(each["place"] for each in players["seats"]) == 10
    assert len(hands.hands) >= 4
