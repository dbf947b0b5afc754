"""A record made from a journal holds only what counts: nothing that was undone is in it."""

import json
from typing import Any

import pytest

from referee.game import events
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.neutral.record import (
    Act,
    Discard,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.tiles import UNKNOWN
from tests.referee.conftest import Table

WAITING = "123456789m1177z"
"""Waits for East winds and red dragons."""


@pytest.fixture
def table() -> Table:
    return Table("riichi-mj").deals()


def acts_of(table: Table) -> tuple[Act, ...]:
    record = next(records_of(table.entries))
    acts = record.hands[-1].acts
    assert [act.index for act in acts] == list(range(1, len(acts) + 1))
    assert [hand.acts for hand in mjai.parse(mjai.write(record)).hands][-1] == acts
    return acts


def kinds(acts: tuple[Act, ...]) -> list[type[Act]]:
    return [type(act) for act in acts]


def test_a_meld_that_a_win_takes_back(table: Table) -> None:
    table.east.turn("7z").south.pon("77z").north.ron(WAITING).closes()
    acts = acts_of(table)
    assert kinds(acts) == [RecordedDraw, Discard, WinClaim]
    assert acts[2].index == 3


def test_turns_that_a_win_takes_back(table: Table) -> None:
    """The hand is opened in time for a ron, but two players did not hear the call."""
    table.east.turn("7z").sees(seen.CallHeard(seat=3, call="ron", at_ms=table.at_ms + 900, within_ms=100))
    for seat, name in ((1, "1s"), (2, "2s")):
        table.players[seat].turn(name)
    table.north.shows(WAITING).closes()
    assert kinds(acts_of(table)) == [RecordedDraw, Discard, WinClaim]


def test_a_draw_that_a_call_takes_back(table: Table) -> None:
    """The next player was too early: the call stands and the tile goes back (MJ 3.3.2)."""
    table.east.turn("7z")
    at_ms = table.at_ms + 1000
    table.sees(seen.TileDrawn(seat=1, tile=37, at_ms=at_ms, within_ms=100))
    table.sees(seen.CallHeard(seat=3, call="pon", at_ms=at_ms + 10, within_ms=100))
    assert any(isinstance(event, events.DrawTakenBack) for event in table.events)
    table.north.shows_meld("pon", "777z", "7z", 0)
    table.north.discards("1m")
    acts = acts_of(table)
    assert kinds(acts) == [RecordedDraw, Discard, MeldCall, Discard]
    assert [getattr(act, "seat", None) for act in acts] == [0, 0, 3, 3]


def test_a_bet_that_a_win_takes_back(table: Table) -> None:
    """The riichi tile is won on after the next player has drawn: the bet was never paid."""
    table.east.draws().east.riichi("7z")
    at_ms = table.at_ms + 1000
    table.sees(seen.TileDrawn(seat=1, tile=37, at_ms=at_ms, within_ms=100))
    assert kinds(acts_of(table)) == [RecordedDraw, RecordedRiichi, Discard, RecordedBet, RecordedDraw]
    table.sees(seen.CallHeard(seat=3, call="ron", at_ms=at_ms + 10, within_ms=100))
    table.north.shows(WAITING).closes()
    assert table.result.wins[0].source == 0
    assert kinds(acts_of(table)) == [RecordedDraw, RecordedRiichi, Discard, WinClaim]
    assert table.result.scores[0] == table.ruleset.flow.start_points + table.result.changes[0]


def test_a_kan_and_its_indicator_stay_when_the_draw_after_it_is_taken_back(table: Table) -> None:
    """A kan of 7z is followed by the indicator and the rinshan tile, and a discard."""
    table.east.draws("7z").east.ankan("7777z").turns_indicator("2m")
    table.east.draws("3m").east.discards("3m")
    assert kinds(acts_of(table)) == [RecordedDraw, MeldCall, KanDora, RecordedDraw, Discard]


def test_the_bet_stands_before_the_call_that_makes_it_stand(table: Table) -> None:
    """The order is that of mjlog and mjai."""
    table.east.draws().east.riichi("7z")
    table.south.pon("77z")
    assert kinds(acts_of(table)) == [RecordedDraw, RecordedRiichi, Discard, RecordedBet, MeldCall]


def lines_of(table: Table) -> list[dict[str, Any]]:
    """The mjai lines of a game, read back to the same record."""
    record = next(records_of(table.entries))
    text = mjai.write(record)
    again = mjai.parse(text)
    assert mjai.write(again) == text
    assert [each.adjusted for each in again.hands] == [each.adjusted for each in record.hands]
    return [json.loads(line) for line in text.splitlines()]


def test_points_moved_by_a_judge_stand_in_mjai(table: Table) -> None:
    """Between hands, during one and after the last: each is written where the scores first include it, so that they add
    up."""
    adjusts = [(1000, -1000, 0, 0), (0, 0, 300, -300), (-500, 0, 0, 500)]
    table.runs_out().closes().sees(office.PointsAdjusted(changes=adjusts[0]))
    table.deals().goes_round("1z").sees(office.PointsAdjusted(changes=adjusts[1]))
    table.runs_out().closes().sees(office.PointsAdjusted(changes=adjusts[2]))
    table.sees(seen.HanchanClosed(judge="anna"))
    lines = lines_of(table)
    moves = [(line["type"], tuple(line["adjusted"]["deltas"])) for line in lines if "adjusted" in line]
    assert moves == [("start_kyoku", adjusts[0]), ("ryukyoku", adjusts[1]), ("end_game", adjusts[2])]
    scores = [0, 0, 0, 0]
    for line in lines:
        if line["type"] == "start_kyoku" and line["kyoku"] == 1:
            scores = line["scores"]
        for moved in (line.get("deltas"), line.get("adjusted", {}).get("deltas")):
            if moved is not None:
                scores = [score + change for score, change in zip(scores, moved, strict=True)]
        if "scores" in line:
            assert line["scores"] == scores, line


def test_bets_that_a_judge_moves_stand_in_mjai(table: Table) -> None:
    table.goes_round("1z").sees(office.PointsAdjusted(changes=(-1000, 0, 0, 0), bets=1)).runs_out().closes()
    (line,) = (line for line in lines_of(table) if "adjusted" in line)
    assert line["adjusted"] == {"deltas": [-1000, 0, 0, 0], "kyotaku": 1}


def test_a_win_that_was_entered_tells_its_han(table: Table) -> None:
    table.sees(office.HandEntered(result="ron", wins=(office.EnteredWin(seat=1, source=2, han=3, fu=40),)))
    lines = lines_of(table)
    (won,) = (line for line in lines if line["type"] == "hora")
    assert (won["fan"], won["fu"], won["yakus"], won["hora_points"]) == (3, 40, [], 5200)
    (claim,) = next(iter(mjai.parse("\n".join(map(json.dumps, lines))).hands)).acts
    assert isinstance(claim, WinClaim)
    assert (claim.recorded["han"], claim.recorded["fu"]) == (3, 40)


@pytest.mark.parametrize(("ruling", "seat", "reason"), [("void", None, "void"), ("chombo", 2, "chombo")])
def test_a_void_hand_is_no_chombo(table: Table, ruling: Any, seat: int | None, reason: str) -> None:
    table.goes_round("1z").ruled(ruling, seat=seat)
    (end,) = (line for line in lines_of(table) if line["type"] == "ryukyoku")
    assert end["reason"] == reason
    assert end["offenders"] == ([] if seat is None else [seat])


def test_a_hand_from_another_standing_has_the_scores_it_began_with(table: Table) -> None:
    hand = (UNKNOWN,) * 13
    standing = (5, 2, 1, 20000, 35000, 30000, 34000)
    table.sees(
        seen.HandDealt(
            at_ms=table.at_ms + 900, dice=(1, 2), hands=(hand, hand, hand, hand), standing=standing
        )
    )
    table.sees(seen.IndicatorSeen(at_ms=table.at_ms + 1000, tile=4))
    last = next(records_of(table.entries)).hands[-1]
    assert (last.round, last.honba, last.bets, last.scores) == (*standing[:3], standing[3:])
