"""Fouls that are ordered during play: the hand that gets one, and its place there."""

from typing import Any

import pytest
from msgspec.structs import replace

from config import read_ruleset
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.neutral.record import GameRecord
from simulation.people.bots import play_game
from simulation.replay.disturb.disturbing import disturbed
from simulation.replay.disturb.game import play_game as with_times
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.staged.next_fouls import NextFouls

WRC = read_ruleset("wrc-2015")


class People:
    def __init__(self, record: GameRecord, rules: dict[str, Any]) -> None:
        self.record = record
        self.rules = rules
        self.lines: list[str] = []
        self.fouls = NextFouls(record, lambda: self.rules, 3, self.lines.append)


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return mjai.parse(mjai.write(next(records_of(play_game(WRC, 7, 4)))))


@pytest.fixture
def people(record: GameRecord) -> People:
    return People(record, WRC)


def test_what_is_no_foul_is_reported(people: People) -> None:
    people.fouls.order("late_pon_lin")
    people.fouls.order("xyz")
    assert people.lines == [
        "There is no kind of foul 'late_pon_lin'; did you mean late_pon_line?",
        "There is no kind of foul 'xyz'; foul list names them.",
    ]
    none = next(name for name, kind in FOUL_KINDS.items() if not kind.under(WRC))
    people.fouls.order(none)
    assert people.lines[2] == f"{none} is no foul under these rules."
    assert people.fouls.waiting == ()
    assert people.fouls.in_hand(people.record.hands[0], 0) is None


def test_the_next_hand_with_a_place_has_it_and_each_hand_one(people: People) -> None:
    places = [
        disturbed(with_times(replace(people.record, hands=(hand,)), WRC, 3), FOUL_KINDS["furiten_ron"], 3)
        is not None
        for hand in people.record.hands
    ]
    assert places == [False, False, False, True], "a game that says something"
    for kind in ("furiten_ron", "wrong_tile", "no_draw", "wrong_tile"):
        people.fouls.order(kind)
    fouled = [people.fouls.in_hand(hand, index) for index, hand in enumerate(people.record.hands[:2])]
    # The one that has waited longest comes first if it can; otherwise the next.
    assert [each and each.kind for each in fouled] == ["wrong_tile", "no_draw"]
    assert people.fouls.waiting == ("furiten_ron", "wrong_tile")
    last = people.fouls.in_hand(people.record.hands[3], 2)
    assert last is not None
    assert (last.kind, last.truth.hand_index) == ("furiten_ron", 2)
    assert people.fouls.staged == [*fouled, last]
    assert people.lines[-1] == f"In this hand: {last.name} (furiten_ron)."


def test_it_is_at_the_first_place_of_the_hand(people: People) -> None:
    people.fouls.order("wrong_tile")
    staged = people.fouls.in_hand(people.record.hands[0], 0)
    assert staged is not None
    anywhere = set()
    for seed in range(40):
        game = with_times(replace(people.record, hands=people.record.hands[:1]), WRC, seed, taken_later=0.0)
        truth = disturbed(game, FOUL_KINDS["wrong_tile"], seed)
        assert truth is not None
        anywhere.add(truth.event)
    assert len(anywhere) > 5
    assert staged.truth.event == min(anywhere)


def test_under_a_judges_new_rules_it_waits(people: People) -> None:
    people.fouls.order("kuikae_same")
    people.rules = {**WRC, "calls": {**WRC["calls"], "kuikae_same": True}}
    assert not FOUL_KINDS["kuikae_same"].under(people.rules)
    assert [people.fouls.in_hand(hand, 0) for hand in people.record.hands] == [None] * len(
        people.record.hands
    )
    assert people.fouls.waiting == ("kuikae_same",)
