"""Undo: anything a judge has entered can be removed by its number, and then the game is as if it had never been
entered."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.encoding.codec import canonical, encode
from referee.encoding.snapshot import encode_state
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.corrections.refold import CorrectionRefusedError, refold
from referee.tiles import parse_tile, parse_tiles
from tests.referee.conftest import Table
from tests.referee.inserted_stage import put_in
from tests.referee.refold_stage import Kept, rules

SAI = "saikouisen-2025"
WORDS: list[Any] = [
    pytest.param("wrc-2015", rules(ruling="warning", seat=2), id="a warning"),
    pytest.param("wrc-2015", rules(ruling="dead_hand", seat=2), id="a dead hand"),
    pytest.param("wrc-2015", rules(ruling="void"), id="a void hand"),
    pytest.param("wrc-2015", rules(ruling="chombo", seat=1), id="a chombo"),
    pytest.param("wrc-2015", rules(ruling="disqualified", seat=1), id="a disqualification"),
    pytest.param("wrc-2015", office.FoulEntered(rule="phone", seat=2), id="a foul"),
    pytest.param("wrc-2015", office.PointsAdjusted(changes=(100, -100, 0, 0)), id="points"),
    pytest.param("wrc-2015", office.PlayHalted(judge="anna"), id="a stop"),
    pytest.param("wrc-2015", office.TableAttended(who="anna", judge="anna"), id="a call that is taken"),
    pytest.param("wrc-2015", office.ClockPaused(on=True), id="a pause of the clock"),
    pytest.param("wrc-2015", office.ClockExtended(minutes=5), id="a longer time"),
    pytest.param("wrc-2015", office.HandGranted(), id="one more hand"),
    pytest.param("wrc-2015", office.PlayerReplaced(seat=3, name="Eve"), id="another player"),
    pytest.param("wrc-2015", office.HandEntered(result="exhaustive", tenpai=(1,)), id="a result"),
    pytest.param("wrc-2015", seen.GongHeard(), id="the gong"),
    pytest.param("wrc-2015", seen.HanchanClosed(judge="anna"), id="the end of the hanchan"),
    pytest.param(SAI, seen.JudgeCalled(seat=1), id="a call for the judge"),
]


def same(state: GameState | None, other: GameState | None) -> bool:
    assert state is not None
    assert other is not None
    return canonical(encode_state(state)) == canonical(encode_state(other))


@pytest.mark.parametrize(("ruleset", "word"), WORDS)
def test_what_a_judge_enters_is_undone_and_undone_again(
    tmp_path: Path, ruleset: str, word: Observation
) -> None:
    table = Table(ruleset).deals().goes_round("1z", "2z")
    kept = Kept(table, tmp_path)
    before = kept.state
    table.sees(word)
    after = kept.keep().state
    number = kept.journal.number
    assert not same(before, after), "the word changes something"
    kept.drop(number)
    assert same(kept.state, before)
    with pytest.raises(CorrectionRefusedError, match=f"taken out by entry {number + 1}: undo {number + 1}"):
        kept.drop(number)
    kept.drop(number + 1)
    assert same(kept.state, after), "the undoing is undone as well"
    kept.drop(number + 2)
    assert same(kept.state, before)
    kept.assert_reloads()


def test_a_release_and_an_appeal_are_undone(tmp_path: Path) -> None:
    table = Table(SAI).deals().goes_round("1z", "2z")
    table.sees(office.FoulEntered(rule="phone", seat=2)).sees(rules(ruling="warning", finding=0))
    kept = Kept(table, tmp_path)
    states = [kept.state]
    for word in (office.PlayReleased(judge="anna"), office.AppealNoted(seat=2, outcome="open", finding=0)):
        table.sees(word)
        states.append(kept.keep().state)
    kept.drop(kept.journal.number)
    assert same(kept.state, states[1])
    kept.drop(kept.entry(office.PlayReleased))
    assert same(kept.state, states[0])
    kept.assert_reloads()


def test_a_correction_is_undone(tmp_path: Path) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z", "2z"), tmp_path)
    before = kept.state
    kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("6s"))
    corrected, number = kept.state, kept.journal.number
    kept.drop(number)
    assert same(kept.state, before)
    kept.drop(number + 1)
    assert same(kept.state, corrected)
    with pytest.raises(CorrectionRefusedError, match="itself a correction"):
        kept._correct(number, encode(seen.HandClosed()), agreed=False)
    kept.assert_reloads()


def test_an_earlier_correction_of_the_same_entry_is_undone_without_the_later(tmp_path: Path) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z", "2z"), tmp_path)
    entry = kept.entry(seen.TileDiscarded, seat=1)
    before = kept.state
    kept.correct(entry, tile=parse_tile("6s"))
    first = kept.journal.number
    kept.correct(entry, tile=parse_tile("7s"))
    now = kept.state
    kept.drop(first)
    assert same(kept.state, now), "what was corrected later still is"
    kept.drop(first + 1)
    assert same(kept.state, before)
    kept.assert_reloads()


def test_a_ruling_comes_back_with_its_finding(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().east.turn("5p").south.chi("46p").south.discards("5p")
    table.sees(rules(ruling="dead_hand", finding=0)).goes_round("1m", "2m")
    kept = Kept(table, tmp_path)
    before = kept.state
    kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("6s"))
    assert kept.state is not None
    assert (kept.state.findings, kept.state.rulings) == ((), ())
    kept.drop(kept.journal.number)
    assert same(kept.state, before)
    assert kept.state.seats[1].dead
    kept.assert_reloads()


def test_an_insertion_is_undone_and_put_back(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().goes_round("1m").south.draws().west.turn("2m")
    kept = Kept(table, tmp_path)
    before = kept.state
    put_in(kept, kept.entry(seen.TileDrawn, seat=1), seen.TileDiscarded(seat=1, tile=parse_tile("5p")))
    with_it, number = kept.state, kept.journal.number
    kept.drop(number)
    assert same(kept.state, before)
    kept.drop(number + 1)
    assert same(kept.state, with_it)
    kept.assert_reloads()


def test_a_warning_of_a_hand_long_ago_is_undone(tmp_path: Path) -> None:
    """It affects no play, so it is never too late to undo it."""
    table = Table("wrc-2015").deals().goes_round("1z").sees(rules(ruling="warning", seat=2))
    for _ in range(3):
        table.runs_out().closes().deals()
    kept = Kept(table, tmp_path)
    scores = kept.state.scores if kept.state else None
    kept.drop(kept.entry(seen.RulingGiven))
    assert kept.state is not None
    assert (kept.state.rulings, kept.state.scores, kept.state.hands) == ((), scores, 4)
    kept.assert_reloads()


def test_a_hand_entered_by_mistake_was_never_dealt(tmp_path: Path) -> None:
    """A result entered between hands counts as a whole hand: once it is undone, the hand dealt since is the one being
    played."""
    table = Table("wrc-2015").deals().runs_out().closes()
    kept = Kept(table, tmp_path)
    before = kept.state
    table.sees(office.HandEntered(result="ron", wins=(office.EnteredWin(seat=2, source=3, han=2, fu=30),)))
    kept.keep()
    entry = kept.journal.number
    kept.drop(entry)
    assert same(kept.state, before)
    kept.drop(entry + 1)
    table.state_or_none = kept.state
    table.deals()
    kept.keep()
    assert kept.state is not None
    assert (kept.state.hand_name, kept.state.phase) == ("E3", "dealing")
    with pytest.raises(CorrectionRefusedError, match="all players must agree"):
        kept.drop(entry)
    kept.drop(entry, agreed=True)
    assert before is not None
    assert (kept.state.hand_name, kept.state.phase) == ("E2", "dealing")
    assert kept.state.scores == before.scores
    kept.assert_reloads()


def test_a_void_hand_is_not_unmade_once_the_next_is_dealt(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().goes_round("1z").sees(rules(ruling="void")).deals()
    kept = Kept(table, tmp_path)
    with pytest.raises(CorrectionRefusedError, match="next hand has been dealt"):
        kept.drop(kept.entry(seen.RulingGiven))


def test_everything_undone_in_any_order_leads_back(tmp_path: Path) -> None:
    for seed in range(6):
        table = Table("wrc-2015").deals().goes_round("1z", "2z", "3z")
        kept = Kept(table, tmp_path / f"{seed}")
        before, first = kept.state, kept.journal.number + 1
        table.sees(office.FoulEntered(rule="phone", seat=2)).sees(rules(ruling="dead_hand", finding=0))
        table.sees(office.PointsAdjusted(changes=(100, -100, 0, 0))).sees(rules(ruling="warning", finding=0))
        table.sees(office.PlayerReplaced(seat=3, name="Eve")).sees(office.PlayHalted(judge="anna"))
        kept.keep()
        kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("6s"))
        entries = list(range(first, kept.journal.number + 1))
        Random(seed).shuffle(entries)
        for entry in entries:
            kept.drop(entry)
        assert same(kept.state, before)
        kept.assert_reloads()


FIVE = ["5m", "9s", "5m", "9s", "5m", "9s", "5m"]


def test_no_fifth_copy_is_put_in_or_corrected_into_a_hand(tmp_path: Path) -> None:
    """MJ 1.3: four of each kind."""
    kept = Kept(Table("wrc-2015").deals().goes_round(*FIVE).south.draws(), tmp_path)
    with pytest.raises(CorrectionRefusedError, match="that would be 5 5m: there are 4"):
        put_in(kept, kept.journal.number, seen.TileDiscarded(seat=3, tile=parse_tile("5m")))
    with pytest.raises(CorrectionRefusedError, match="that would be 5 5m: there are 4"):
        kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("5m"))
    opened = seen.TilesShown(seat=2, tiles=parse_tiles("5m123456789p111s"))
    with pytest.raises(CorrectionRefusedError, match="that would be 5 5m"):
        put_in(kept, kept.journal.number, opened)


def test_what_was_too_many_before_may_become_fewer(tmp_path: Path) -> None:
    """If the camera read five of a kind, the tiles can be corrected one by one."""
    kept = Kept(Table("wrc-2015").deals().goes_round(*FIVE, "5m", "5m"), tmp_path)
    kept.correct(kept.entry(seen.TileDiscarded, seat=3), tile=parse_tile("8p"))
    kept.correct(kept.entry(seen.TileDiscarded, seat=0), tile=parse_tile("8p"))
    assert kept.state is not None
    assert sum(each.tile == parse_tile("5m") for seat in kept.state.seats for each in seat.pond) == 4


def test_no_red_five_where_the_rules_have_none(tmp_path: Path) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z", "2z"), tmp_path)
    with pytest.raises(CorrectionRefusedError, match="that would be 1 0p: there are none under these rules"):
        kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("0p"))
    with_red = Kept(Table("wrc-2015", scoring__red_fives=True).deals().goes_round("1z"), tmp_path / "red")
    with_red.correct(with_red.entry(seen.TileDiscarded, seat=0), tile=parse_tile("0p"))
    with pytest.raises(CorrectionRefusedError, match="that would be 2 0p: there is 1"):
        with_red.correct(with_red.entry(seen.IndicatorSeen), tile=parse_tile("0p"))


def test_a_discard_lies_face_up(tmp_path: Path) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z"), tmp_path)
    with pytest.raises(CorrectionRefusedError, match="which tile"):
        kept.correct(kept.entry(seen.TileDiscarded), tile=parse_tile("?"))


def test_words_of_the_program_reach_nobody(tmp_path: Path) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z"), tmp_path)
    with pytest.raises(CorrectionRefusedError, match="a dora indicator after entry 5 would change nothing"):
        put_in(kept, 5, seen.IndicatorSeen(tile=parse_tile("1z")))
    with pytest.raises(CorrectionRefusedError, match=r"^entry 5 is a discard, not the closing of a hand"):
        refold(kept.slots, office.Corrected(entry=5, observation=encode(seen.HandClosed())))
